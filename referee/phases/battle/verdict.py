"""What a battle comes to: the verdict, and the questions through which other rooms shape it.

A verdict is written line by line in the order in which a table would settle the battle; each line names its rule.
First everything that the wheels decide is settled. Then a faction may take over the victory (``Replaced``), and
last comes what follows from a battle for each faction (``Aftermath``). Both hand the verdict on, changed or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.board.forces import Group
from referee.holdings.leaders import key
from referee.holdings.ledger import BANK
from referee.kernel.commands import Amount
from referee.kernel.phrases import Phrase
from referee.kernel.rulings import Answer, Question, ask, ruling
from referee.kernel.table import Table
from referee.phases.battle.two_sides import At, Battle, Chosen, Line, Side
from referee.phases.battle.verdict_wording import GOES, GOES_HOME, LIVES, POOL, STAYS, TANKS_DOWN, TANKS_UP
from referee.phases.battle.who_may_call import Tried

How: TypeAlias = Literal["", "totals", "traitor", "two traitors", "explosion"]
TOTALS: Final = "totals"
TRAITOR: Final = "traitor"
TRAITORS: Final = "two traitors"
EXPLOSION: Final = "explosion"


@dataclass(frozen=True)
class Takeover:
    """Somebody else's victory: the winner's leader was theirs; what is ``left`` of the winner's forces goes home."""

    by: str
    of: str
    leader: str
    dies: bool
    left: int


@dataclass(frozen=True)
class Capture:
    """A leader of the loser may be taken ``by`` the winner, out of this pool; where that is ``None`` no list tells."""

    by: str
    pool: tuple[str, ...] | None = None
    chosen: Chosen | None = None
    spice: int = 0
    goes_to: Phrase | str = ""


@dataclass(frozen=True)
class Company:
    """What has become of the token beside a leader: forces lost so far, whether it is awake, has fought, was killed."""

    lost: int | None = None
    awake: bool | None = None
    used: bool | None = None
    killed: bool | None = None


class Share(NamedTuple):
    """A part of what a faction pays for its forces: to whom (a faction or the bank), how much, by which rules."""

    to: str
    amount: int
    because: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """How a battle ended; factions and sides by id, leaders and cards by name.

    ``winner`` is ``None`` for nobody, ``how`` says what decided. ``losses`` holds every split open to the owner,
    ``support`` what each pays for its forces and to whom,
    ``goes`` where each leader is afterwards, ``back`` who may be used again, ``blown_up`` the spice that an explosion
    takes from the territory. What is ``None`` does not come up in this battle.
    """

    winner: At | None = None
    how: How = ""
    totals: tuple[Amount, Amount] | None = None
    killed: tuple[str, ...] = ()
    losses: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    payouts: Mapping[str, int] = field(default_factory=dict)
    support: Mapping[str, tuple[Share, ...]] = field(default_factory=dict)
    discarded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tried: tuple[Tried, ...] = ()
    goes: Mapping[str, Phrase] = field(default_factory=dict)
    back: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    blown_up: int | None = None
    takeover: Takeover | None = None
    not_taken_over: str = ""
    company: Company = Company()
    capture: Capture | None = None
    lines: tuple[Line, ...] = ()

    def untold(self, leader: str) -> Verdict:
        """Return the verdict without what was said of where a leader goes, for that is another place now."""
        return replace(self, lines=tuple(line for line in self.lines if line.sends != leader))

    def told(self, *lines: Line) -> Verdict:
        return replace(self, lines=(*self.lines, *lines))

    def sent(self, leader: str, place: Phrase, home: str = "") -> Verdict:
        """Return the verdict with a leader somewhere else, usable again if there is a home."""
        back = {seat: tuple(n for n in names if n != leader) for seat, names in self.back.items()}
        if home:
            back[home] = (*back.get(home, ()), leader)
        return replace(self, goes={**self.goes, leader: place}, back={s: n for s, n in back.items() if n})

    def paid(self, faction: str, amount: int) -> Verdict:
        """Return the verdict with more spice from the bank for a faction."""
        sums = {**self.payouts, faction: self.payouts.get(faction, 0) + amount}
        return replace(self, payouts={seat: paid for seat, paid in sums.items() if paid})

    @property
    def to_bank(self) -> dict[str, int]:
        """Return what each faction pays to the bank for its forces."""
        sums = {seat: sum(one.amount for one in shares if one.to == BANK) for seat, shares in self.support.items()}
        return {seat: amount for seat, amount in sums.items() if amount}

    @property
    def shared(self) -> dict[str, int]:
        """Return what other factions are paid of the support."""
        sums: dict[str, int] = {}
        for one in (one for paid in self.support.values() for one in paid if one.to != BANK and one.amount):
            sums[one.to] = sums.get(one.to, 0) + one.amount
        return sums

    @property
    def net(self) -> dict[str, int]:
        """Return what each faction gains or pays in all, nothing left out but zeros."""
        paid = {seat: sum(share.amount for share in shares) for seat, shares in self.support.items()}
        seats = dict.fromkeys((*self.payouts, *paid, *self.shared))
        gains = {seat: self.payouts.get(seat, 0) + self.shared.get(seat, 0) for seat in seats}
        sums = {seat: gains[seat] - paid.get(seat, 0) for seat in seats}
        return {seat: amount for seat, amount in sums.items() if amount}

    def fell(self, leader: str) -> bool:
        return key(leader) in {key(name) for name, place in self.goes.items() if place in (TANKS_UP, TANKS_DOWN)}


class Replaced(Question[Verdict]):
    """Does anybody take over the victory?

    A Face Dancer alone does; it is asked before ``Aftermath``, where rules of lower numbers need to know who has won.
    """

    battle: Battle
    verdict: Verdict
    rule = "1.07.06.05"

    def plain(self, table: Table) -> Verdict:
        return self.verdict


class Aftermath(Question[Verdict]):
    """What follows from this battle?"""

    battle: Battle
    verdict: Verdict
    rule = "1.07.06"

    def plain(self, table: Table) -> Verdict:
        return self.verdict


class SupportTo(Question[tuple[tuple[str, int], ...]]):
    """Who gets what this faction pays for its forces in a battle that was decided so, and how much each?

    CHOAM alone take a part; it stands in the verdict that everybody reads before anything is paid.
    """

    seat: str
    amount: int
    how: How
    rule = "1.13.04.04"

    def plain(self, table: Table) -> tuple[tuple[str, int], ...]:
        return ((BANK, self.amount),)


class CountsAsUsed(Question[bool]):
    """Does what serves a player only once count as used after this battle?"""

    at: At
    winner: At | None
    how: How
    rule = "1.07.04.03"

    def plain(self, table: Table) -> bool:
        return True


@ruling(CountsAsUsed, rule="1.07.06.06.00")
def a_traitor_spares_it(question: CountsAsUsed, table: Table, so_far: bool) -> bool | None:
    """The winner by a traitor has not used it."""
    return False if question.how == TRAITOR and question.at == question.winner else None


class Goes(Question[tuple[Phrase, str]]):
    """Where does this side's leader go, and in whose pool may the leader be used again ("" for nobody's)?"""

    battle: Battle
    at: At
    killed: bool
    winner: At | None
    how: How

    @property
    def side(self) -> Side:
        return self.battle.side(self.at)

    @property
    def leader(self) -> str:
        return self.side.leader.name if self.side.leader else ""

    rule = "1.05.04"

    def plain(self, table: Table) -> tuple[Phrase, str] | None:
        """A leader who was revived and dies again lies face down."""
        again = key(self.leader) in {key(name) for name in self.side.revived}
        return (TANKS_DOWN, "") if self.killed and again else None


@ruling(Goes, rule="1.07.06.02")
def to_the_tanks(question: Goes, table: Table, so_far: tuple[Phrase, str] | None) -> tuple[Phrase, str] | None:
    """Killed leaders lie face up."""
    return (TANKS_UP, "") if question.killed and so_far is None else None


@ruling(Goes, rule="1.07.06.03")
def survivors_stay(question: Goes, table: Table, so_far: tuple[Phrase, str] | None) -> tuple[Phrase, str] | None:
    """A leader who lives stays in the territory until Leader Return."""
    return None if question.killed else (STAYS(territory=question.battle.territory), "")


@ruling(Goes, rule="1.07.06.06.00")
def free_again_by_a_traitor(question: Goes, table: Table, so_far: tuple[Phrase, str]) -> tuple[Phrase, str] | None:
    """The leader of a winner by a traitor may fight again in this phase."""
    won = question.how == TRAITOR and question.at == question.winner
    return (POOL(faction=question.side.faction), question.side.faction) if won else None


def whereabouts(table: Table, battle: Battle, at: At, killed: bool, verdict: Verdict) -> Verdict:
    """Return the verdict with this side's leader gone where the rules send the leader."""
    leader = battle.side(at).leader
    if leader is None:
        return verdict
    said: Answer[tuple[Phrase, str]] = ask(table, Goes(battle, at, killed, verdict.winner, verdict.how))
    place, home = said.value
    if home and not killed:
        words = GOES_HOME(leader=leader.name, home=home)
    else:
        words = (GOES if killed else LIVES)(leader=leader.name, place=place)
    return verdict.sent(leader.name, place, home).told(Line(said.because[0], words, sends=leader.name))
