"""The verdict of a battle, and the questions through which other rooms shape it.

Lines are in the order in which a table settles the battle, each with its rule. After all that the wheels decide, a
faction may take over the victory (``Replaced``), then follow effects of factions (``Aftermath``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.board.forces import Group
from referee.holdings.leaders import key
from referee.kernel import BANK, Amount, Answer, Phrase, Question, SeatQuestion, Table, Value, ask, ruling
from referee.phases.battle.two_sides import At, Battle, Chosen, Side, VerdictLine
from referee.phases.battle.verdict_wording import GOES, GOES_HOME, LIVES, POOL, STAYS, TANKS_DOWN, TANKS_UP
from referee.phases.battle.who_may_call import Tried

How: TypeAlias = Literal["", "totals", "traitor", "two traitors", "explosion"]
TOTALS: Final = "totals"
TRAITOR: Final = "traitor"
TRAITORS: Final = "two traitors"
EXPLOSION: Final = "explosion"


class Takeover(Value):
    """Another faction's victory: the winner's leader was theirs; what is ``left`` of the winner's forces goes home."""

    by: str
    of: str
    leader: str
    dies: bool
    left: int


class Capture(Value):
    """A leader of the loser may be captured ``by`` the winner, out of this pool; ``None`` if it is unknown."""

    by: str
    pool: tuple[str, ...] | None = None
    chosen: Chosen | None = None
    spice: int = 0
    goes_to: Phrase | str = ""


class Company(Value):
    """The state of a companion: forces lost so far, awake, has fought, was killed."""

    lost: int | None = None
    awake: bool | None = None
    used: bool | None = None
    killed: bool | None = None


class Share(NamedTuple):
    """Part of the support paid: to whom (a faction or the bank), how much, by which rules."""

    to: str
    amount: int
    because: tuple[str, ...] = ()


class Spared(NamedTuple):
    """How many of the forces that a winner loses stay where they are, and how many go to the reserves."""

    stay: int = 0
    home: int = 0
    because: tuple[str, ...] = ()


class Transfer(NamedTuple):
    """Spice between two accounts, the bank's or the territory's (``on:``) among them."""

    payer: str
    payee: str
    amount: int
    because: tuple[str, ...] = ()


class Verdict(Value):
    """How a battle ended; factions and sides by id, leaders and cards by name.

    ``winner`` is ``None`` for nobody, ``how`` what decided it. ``losses`` holds every mix the owner may choose,
    ``support`` who pays whom, ``goes`` where each leader is afterwards, ``back`` who may fight again, ``blown_up`` the
    spice destroyed in the territory, ``rewards`` what of the ``payouts`` is not for killed leaders, ``spared`` what of
    the ``losses`` is saved, ``withdraw`` whose undialed forces go back to the reserves, ``moved`` spice that a power
    moves. ``None`` means not applicable.
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
    rewards: tuple[Share, ...] = ()
    withdraw: tuple[str, ...] = ()
    blown_up: int | None = None
    spared: Mapping[str, Spared] = field(default_factory=dict)
    moved: tuple[Transfer, ...] = ()
    takeover: Takeover | None = None
    not_taken_over: str = ""
    company: Company = Company()
    capture: Capture | None = None
    lines: tuple[VerdictLine, ...] = ()

    def untold(self, leader: str) -> Verdict:
        """Return the verdict without lines on where a leader goes, for that has changed."""
        return replace(self, lines=tuple(line for line in self.lines if line.sends != leader))

    def told(self, *lines: VerdictLine) -> Verdict:
        return replace(self, lines=(*self.lines, *lines))

    def sent(self, leader: str, place: Phrase, home: str = "") -> Verdict:
        """Return the verdict with a leader elsewhere, usable again if there is a home."""
        back = {seat: tuple(n for n in names if n != leader) for seat, names in self.back.items()}
        if home:
            back[home] = (*back.get(home, ()), leader)
        return replace(self, goes={**self.goes, leader: place}, back={s: n for s, n in back.items() if n})

    def paid(self, faction: str, amount: int) -> Verdict:
        """Return the verdict with more spice from the bank for a faction."""
        sums = {**self.payouts, faction: self.payouts.get(faction, 0) + amount}
        return replace(self, payouts={seat: paid for seat, paid in sums.items() if paid})

    def rewarded(self, faction: str, amount: int, rule: str) -> Verdict:
        """Return the verdict with spice from the bank that is not for a killed leader."""
        return replace(self.paid(faction, amount), rewards=(*self.rewards, Share(faction, amount, (rule,))))

    @property
    def to_bank(self) -> dict[str, int]:
        """Return what each faction pays the bank for support."""
        sums = {seat: sum(one.amount for one in shares if one.to == BANK) for seat, shares in self.support.items()}
        return {seat: amount for seat, amount in sums.items() if amount}

    @property
    def shared(self) -> dict[str, int]:
        """Return what other factions get of the support."""
        sums: dict[str, int] = {}
        for one in (share for paid in self.support.values() for share in paid if share.to != BANK and share.amount):
            sums[one.to] = sums.get(one.to, 0) + one.amount
        return sums

    @property
    def net(self) -> dict[str, int]:
        """Return each faction's gain or loss of spice, without zeros."""
        given = ((seat, shares) for seat, shares in self.support.items() if seat != BANK)
        paid = {seat: sum(share.amount for share in shares) for seat, shares in given}
        seats = dict.fromkeys((*self.payouts, *paid, *self.shared))
        gains = {seat: self.payouts.get(seat, 0) + self.shared.get(seat, 0) for seat in seats}
        sums = {seat: gains[seat] - paid.get(seat, 0) for seat in seats}
        return {seat: amount for seat, amount in sums.items() if amount}

    def fell(self, leader: str) -> bool:
        return key(leader) in {key(name) for name, place in self.goes.items() if place in (TANKS_UP, TANKS_DOWN)}


class Addition(NamedTuple):
    """What counts in a total besides wheel, leader and companion: how much, by which rules, and in which words.

    An ``amount`` below 0 is taken off. What is ``apart`` makes no leader stronger, so that the sum has it by itself.
    """

    amount: int
    said: Phrase
    because: tuple[str, ...]
    apart: bool = False


class Additions(Question[tuple[Addition, ...]], rule="1.07.06", answer=()):
    """What else counts in the total of this side? ``leading`` are the sides with a leader that lives and counts."""

    battle: Battle
    at: At
    leading: frozenset[At]


class Spares(Question[Spared], rule="1.07.06.05"):
    """How many of the forces that the winner loses are saved? ``lives``: the winner's leader lives.

    Only a leader skill saves any.
    """

    battle: Battle
    at: At
    lives: bool

    def plain(self, table: Table) -> Spared:
        return Spared()


def saved(spared: Spared, lost: Group) -> tuple[Group, Group]:
    """Return which of the forces lost stay, and which go to the reserves: special ones first."""
    stay = lost.least(Group(special=spared.stay))
    stay = stay.plus(lost.least(Group(normal=spared.stay - stay.special)))
    left = lost.plus(stay, -1)
    home = left.least(Group(special=spared.home))
    return stay, home.plus(left.least(Group(normal=spared.home - home.special)))


class Replaced(Question[Verdict], rule="1.07.06.05"):
    """Does a faction take over the victory?

    A Face Dancer only; asked before ``Aftermath``, whose lower rules need to know the winner.
    """

    battle: Battle
    verdict: Verdict

    def plain(self, table: Table) -> Verdict:
        return self.verdict


class Aftermath(Question[Verdict], rule="1.07.06"):
    """What follows from this battle?"""

    battle: Battle
    verdict: Verdict

    def plain(self, table: Table) -> Verdict:
        return self.verdict


class SupportTo(SeatQuestion[tuple[tuple[str, int], ...]], rule="1.13.04.04"):
    """Who gets what this faction pays for support in a battle that ended so, and how much each?

    CHOAM only; it stands in the verdict that everybody reads before spice is paid.
    """

    amount: int
    how: How

    def plain(self, table: Table) -> tuple[tuple[str, int], ...]:
        return ((BANK, self.amount),)


class CountsAsUsed(Question[bool], rule="1.07.04.03", answer=True):
    """Does a once-only card or power count as used after this battle?"""

    at: At
    winner: At | None
    how: How


@ruling(CountsAsUsed, rule="1.07.06.06.00")
def a_traitor_spares_it(question: CountsAsUsed, table: Table, so_far: bool) -> bool | None:
    return False if question.how == TRAITOR and question.at == question.winner else None


class Withdraws(Question[bool], rule="1.07.06.05", answer=False):
    """Do the forces that this side did not dial go back to its reserves, once the totals have decided?

    Only Harass and Withdraw has them do so.
    """

    battle: Battle
    at: At


class Goes(Question[tuple[Phrase, str]], rule="1.05.04"):
    """Where does this side's leader go, and in whose pool may the leader fight again ("" for nobody's)?"""

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

    def plain(self, table: Table) -> tuple[Phrase, str] | None:
        again = key(self.leader) in {key(name) for name in self.side.revived}
        return (TANKS_DOWN, "") if self.killed and again else None


@ruling(Goes, rule="1.07.06.02")
def to_the_tanks(question: Goes, table: Table, so_far: tuple[Phrase, str] | None) -> tuple[Phrase, str] | None:
    return (TANKS_UP, "") if question.killed and so_far is None else None


@ruling(Goes, rule="1.07.06.03")
def survivors_stay(question: Goes, table: Table, so_far: tuple[Phrase, str] | None) -> tuple[Phrase, str] | None:
    return None if question.killed else (STAYS(territory=question.battle.territory), "")


@ruling(Goes, rule="1.07.06.06.00")
def free_again_by_a_traitor(question: Goes, table: Table, so_far: tuple[Phrase, str]) -> tuple[Phrase, str] | None:
    won = question.how == TRAITOR and question.at == question.winner
    return (POOL(faction=question.side.faction), question.side.faction) if won else None


def whereabouts(table: Table, battle: Battle, at: At, killed: bool, verdict: Verdict) -> Verdict:
    """Return the verdict with this side's leader where the rules send it."""
    leader = battle.side(at).leader
    if leader is None:
        return verdict
    said: Answer[tuple[Phrase, str]] = ask(table, Goes(battle, at, killed, verdict.winner, verdict.how))
    place, home = said.value
    if home and not killed:
        words = GOES_HOME(leader=leader.name, home=home)
    else:
        words = (GOES if killed else LIVES)(leader=leader.name, place=place)
    return verdict.sent(leader.name, place, home).told(VerdictLine(said.because[0], words, sends=leader.name))
