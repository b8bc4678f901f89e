"""The numbers of revival: free forces, price, payee and limits, as Questions.

A faction's own number is asked apart from its ally's help, which a sheet of a higher rule number would override. Extra
revivals by a card or a great power use up only the special force of the turn.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal, TypeAlias

from referee.board.forces import RESERVES, TANKS, ForcesEvent, move
from referee.common.turn import OfTurn, of_turn
from referee.kernel import (
    BANK,
    Event,
    Public,
    Question,
    SeatEvent,
    SeatQuestion,
    Table,
    Value,
    ask,
    ruling,
)

MANY = 999
Account: TypeAlias = Literal["own", "helped", "extra"]
OWN: Final = "own"
HELPED: Final = "helped"
EXTRA: Final = "extra"


class Revivals(OfTurn):
    """This turn's revivals by faction: own forces, free ones, those an ally paid, special, leaders.

    What an extra brings back free counts apart from the sheet's own free ones.
    """

    own: dict[str, int] = field(default_factory=dict)
    free: dict[str, int] = field(default_factory=dict)
    free_extras: dict[str, int] = field(default_factory=dict)
    helped: dict[str, int] = field(default_factory=dict)
    special: dict[str, int] = field(default_factory=dict)
    granted: set[str] = field(default_factory=set)
    leaders: set[str] = field(default_factory=set)


def revivals(table: Table) -> Revivals:
    return of_turn(table, Revivals)


class FreeOnSheet(SeatQuestion[int], rule="1.05.01.01", answer=0):
    """How many forces does this faction's own sheet let return free each turn?"""


class FreeRevival(SeatQuestion[int], rule="1.05.01.01"):
    """How many forces may this faction take back free in this turn?"""

    def plain(self, table: Table) -> int:
        return ask(table, FreeOnSheet(self.seat)).value


class RevivalLimit(SeatQuestion[int], rule="1.05.01", answer=3):
    """How many forces may this faction revive in a turn, free and paid together?"""


class StarredLimit(SeatQuestion[int], rule="1.05.01", answer=MANY):
    """How many forces with a star may this faction revive in a turn?"""


class StarredFree(SeatQuestion[bool], rule="1.05.01.01", answer=True):
    """May forces of this faction with a star come back free?

    Only the Emperor's world says otherwise.
    """


class ForcePrice(SeatQuestion[int], rule="1.05.01.02"):
    """What does it cost this faction to revive these normal and special forces beyond the free ones?"""

    normal: int
    special: int

    def plain(self, table: Table) -> int:
        return 2 * (self.normal + self.special)


class RevivalPayee(SeatQuestion[str], rule="1.05.01.03"):
    """Who is paid for this faction's revivals, of forces or of a leader?"""

    leader: bool = False

    def plain(self, table: Table) -> str | None:
        return None if self.leader else BANK


@ruling(RevivalPayee, rule="1.05.03.02")
def the_bank_for_leaders(question: RevivalPayee, table: Table, so_far: str | None) -> str | None:
    return BANK if question.leader else None


class Help(Value):
    """Help with another's revival: pay for so many of its forces in a turn, raise its free number."""

    pays: int = 0
    grants: bool = False


class RevivalHelp(Question[Help], rule="1.05.01.03"):
    """What may this faction do for that one's revival?"""

    helper: str
    seat: str

    def plain(self, table: Table) -> Help:
        return Help()


class ForcesRevived(ForcesEvent):
    """Forces were revived: by their owner, by an ally, or as an extra."""

    free: Public[int]
    account: Public[Account]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, TANKS, RESERVES)
        state = table.put(revivals(table))
        _count(state.own, self.seat, self.group.total if self.account == OWN else 0)
        _count(state.helped, self.seat, self.group.total if self.account == HELPED else 0)
        _count(state.free, self.seat, self.free)
        _count(state.free_extras, self.seat, self.free if self.account == EXTRA else 0)
        _count(state.special, self.seat, self.special)

    def pattern(self) -> str:
        if not self.group.total:
            return "{seat!n:The revives} nobody."
        if not self.free:
            return "{seat!n:The revives} {forces}."
        some = "{seat!n:The revives} {forces}, {free} of them free."
        return "{seat!n:The revives} {forces}, free." if self.free == self.group.total else some


def _count(column: dict[str, int], seat: str, amount: int) -> None:
    column[seat] = column.get(seat, 0) + amount


class RevivalGranted(Event):
    helper: Public[str]
    seat: Public[str]
    why: Public[tuple[str, ...]]
    says = "{helper!n:The grants} {seat!n} three free revivals this turn."

    def apply(self, table: Table) -> None:
        table.put(revivals(table)).granted.add(self.seat)


class ExtraRevival(SeatEvent):
    why: Public[tuple[str, ...]]
