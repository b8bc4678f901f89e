"""Powers that Karama can stop, and the window in which it may be played.

A power with a star before its text is prevented beforehand, one with a star after it is canceled when it is used. So
that everybody has a fair chance, a power is announced and a window opens (4.90.03, option K8): the same window, button
and seconds on every phone, whatever anybody holds. What can be stopped is public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from referee.common.factions import faction_name
from referee.common.lines_on_paper import PaperLine, a_seat
from referee.kernel.commands import Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Question, ask, ruling
from referee.kernel.table import Table
from referee.kernel.wording import Called, count
from referee.rulebook.book import rulebook

TURN = 3


Star: TypeAlias = Literal["before", "after", "both"]


@dataclass(frozen=True)
class Power:
    """A stoppable power: its rule, owner, id in scripts, and where its star is.

    Of a power ``by_hand`` the referee sees only the announcement: it is used on the board.
    """

    rule: str
    seat: str
    key: str
    star: Star
    line: str
    by_hand: bool = False


def too_early(power: Power) -> str:
    """Return why a power with a star after it cannot be prevented (3.01.11.02)."""
    return f"“{rulebook()[power.rule].title}” can be stopped only when it is used. Wait for that."


def too_late(power: Power) -> str:
    """Return why a power that is not being used cannot be canceled (3.01.11.01)."""
    return f"Nobody is using “{rulebook()[power.rule].title}” now. Keep the card until they do."


class Stoppable(Question[tuple[Power, ...]]):
    """Which powers can be stopped now: before a ``card`` comes up, at a ``sale``, ``ahead`` of use, in a phase?

    ``any`` stands for those that affect the ledger, in whatever phase.
    """

    moment: str
    rule = "1.00.05"

    def plain(self, table: Table) -> tuple[Power, ...]:
        return ()


def starred(power: Power, *phases: str, advanced: bool = False, ledger: bool = False, ally: bool = False) -> Power:
    """Register a power as stoppable in these phases, and return it."""
    moments = {*phases, "any"} if ledger else set(phases)

    def may_be_stopped(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        due = power.seat in table.seats and (not advanced or table.rules == "advanced")
        due = due and (not ally or bool(table.ally(power.seat)) or question.moment == "any")
        return (*so_far, power) if due else None

    for moment in sorted(moments):
        ruling(Stoppable, rule=power.rule, moment=moment)(may_be_stopped)
    return power


class StopSeconds(Question[int]):
    """For how many seconds is the window open? 0 means none, -1 until everybody has answered."""

    rule = "4.90.03"

    def plain(self, table: Table) -> int:
        return 8


def stoppable(table: Table, moment: str) -> tuple[Power, ...]:
    """Return the powers that can be stopped now, except suspended ones."""
    powers = ask(table, Stoppable(moment)).value
    return tuple(power for power in powers if power.rule not in table.suspended)


def stop_window(table: Table, moment: str) -> int:
    """Return the seconds of the window at this moment: 0 if nothing can be stopped."""
    return ask(table, StopSeconds()).value if stoppable(table, moment) else 0


class SaleSeconds(Question[int]):
    """How many seconds are between the last pass and the payment? 0 means none, -1 until everybody has answered."""

    rule = "1.04.06.02"

    def plain(self, table: Table) -> int:
        """If everybody must answer, every sale waits for that."""
        seconds = ask(table, StopSeconds()).value
        return seconds if seconds < 0 or stoppable(table, "sale") else 0


class SilenceOver(Event):
    """A phase is over: suspensions for one use or for the phase end."""

    because = ("3.01.11.01",)

    def apply(self, table: Table) -> None:
        table.suspended = {rule: n for rule, n in table.suspended.items() if n == TURN}


class CountsAsKarama(Question[bool]):
    """Does this card do what Karama does in this faction's hand?"""

    seat: str
    card: str
    rule = "1.00.02"

    def plain(self, table: Table) -> bool:
        return False


class CardBuys(Question[bool]):
    """May the card now up be won by playing a card instead of spice?"""

    rule = "1.04.06.02"

    def plain(self, table: Table) -> bool:
        return True


class PurchaseMoment(Question[str]):
    """When may Karama take a card without payment: on their own ``turn``, ``instead`` of paying, or ``any`` time?"""

    rule = "3.01.11.04"

    def plain(self, table: Table) -> str:
        return "turn"


# -- once-a-game powers -------------------------------------------------------------------------------


@dataclass
class OnceUsed:
    seats: set[str] = field(default_factory=set)


class OnceAGame(Question[str]):
    """Which once-a-game power may this faction use now? "" means none."""

    seat: str
    rule = "3.01.11.05"

    def plain(self, table: Table) -> str:
        return ""


class SpecialUsed(Event):
    seat: Public[str]
    of: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        used = table.state(OnceUsed)
        used.seats.add(self.seat)
        table.put(used)

    def sentence(self, name: Called) -> str:
        whom = f" on {name(self.of)}" if self.of != self.seat else ""
        return f"{name(self.seat):The uses} their once-a-game power{whom}."


@dataclass
class CardsWanted:
    """How many cards a once-a-game power is to take."""

    many: int = 0


class CardsNamed(Event):
    """Announced right before the once-a-game power: how many cards it takes."""

    seat: Public[str]
    many: Public[int]
    because = ("4.92.11",)

    def apply(self, table: Table) -> None:
        table.put(CardsWanted(self.many))

    def sentence(self, name: Called) -> str:
        return f"{name(self.seat):The names} {count(self.many, 'card')}."


class UsedBefore(Event):
    """These factions had used their once-a-game power when the referee joined."""

    seats: Public[tuple[str, ...]]
    because = ("3.01.11.05",)

    def apply(self, table: Table) -> None:
        used = table.state(OnceUsed)
        used.seats.update(self.seats)
        table.put(used)

    def sentence(self, name: Called) -> str:
        return f"Once-a-game powers already used: {', '.join(map(name, self.seats))}."


@PaperLine("once", "3.01.11.05", lambda table, _, *seats: [UsedBefore(seats)], each=a_seat, public=True)
def used_up(table: Table, _: str) -> tuple[str, list[str]] | None:
    seats = [seat for seat in table.seats if seat in table.state(OnceUsed).seats]
    return (f"Once-a-game power used: {', '.join(map(faction_name, seats))}", seats) if seats else None


class Unfinished(Question[str]):
    """What must be finished before the game continues, as a sentence? "" means nothing."""

    rule = "1.00.05"

    def plain(self, table: Table) -> str:
        return ""


def unfinished(table: Table) -> Iterable[Objection]:
    """Object while a power is under way."""
    waits = ask(table, Unfinished())
    if waits.value:
        yield Objection("1.00.05", waits.value, firm=True)


class KaramaBarred(Question[str]):
    """Why may this faction play no Karama in this phase? "" if it may; must be decided by public knowledge."""

    seat: str
    rule = "1.00.05"

    def plain(self, table: Table) -> str:
        return ""


def is_karama(table: Table, seat: str) -> Callable[[str], bool]:
    """Return a predicate for cards that count as Karama in this faction's hand."""
    return lambda card: ask(table, CountsAsKarama(seat, card)).value
