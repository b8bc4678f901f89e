"""What a force is worth in a battle, and which forces make up a number on the wheel.

A force has two worths: full if supported by 1 spice or if it needs none, else half. Normal forces are worth 1 and, in
the advanced game, ½ unsupported; other numbers stand with their faction. If several mixes meet a number, all that the
owner may choose are found, exact ones first.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from referee.board.forces import Group
from referee.kernel import Amount, Answer, Question, Table, ask, option, ruling, setting
from referee.phases.battle.two_sides import At, Battle, Commit, Side


class Worth(NamedTuple):
    """The worth of a force, supported and not, and whether support costs a spice."""

    full: Amount
    half: Amount
    fed: bool


PLAIN = Worth(1, 1, False)
UNFED = Worth(1, 0.5, True)


class ForceWorth(Question[Worth], rule="1.07.04.01", answer=PLAIN):
    """What is a normal, or special, force of this side worth?"""

    battle: Battle
    at: At
    starred: bool


@ruling(ForceWorth, rule="1.13.04.01")
def half_without_spice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    return UNFED if table.rules == "advanced" else None


class CountAsSpecial(Question[int], rule="1.07.04.01", answer=0):
    """How many normal forces of this side count as special ones, though they are lost as what they are?

    Only the Emperor's Nexus card makes any of them count so.
    """

    battle: Battle
    at: At


def twice(worth: Worth) -> Worth:
    """Return the worth of a force that counts for two."""
    return Worth(worth.full * 2, worth.half * 2, worth.fed)


MIXED_LOSSES = option(
    "T10",
    "4.93.10",
    "Which forces the winner loses",
    ("owner", "Owner chooses", "Any forces that match the dial."),
    ("cheapest", "Cheapest automatically", "As few Sardaukar, Fedaykin or Cyborgs as possible."),
)


class WaysToLose(Question[tuple[Group, ...]], rule="1.07.06.05"):
    """Between which mixes of forces that meet the dial may the winner choose?

    Ixians only may lose other forces than dialed; the mixes must be known before losses are paid.
    """

    battle: Battle
    at: At
    mixes: tuple[Group, ...]

    def plain(self, table: Table) -> tuple[Group, ...]:
        return self.mixes


class Army(NamedTuple):
    """A side's forces and their worth."""

    forces: Group
    plain: Worth
    starred: Worth
    support: int

    @property
    def most(self) -> Amount:
        """Return the highest dial possible with this support."""
        base = self.forces.normal * self.plain.half + self.forces.special * self.starred.half
        gains = [w.full - w.half for w, n in self._kinds() for _ in range(n) if w.fed]
        return base + sum(sorted(gains, reverse=True)[: self.support])

    @property
    def step(self) -> Amount:
        """Return the smallest step of the dial."""
        halves = any(n and (w.half % 1 or w.full % 1) for w, n in self._kinds())
        return 0.5 if halves else 1

    def _kinds(self) -> tuple[tuple[Worth, int], tuple[Worth, int]]:
        return (self.plain, self.forces.normal), (self.starred, self.forces.special)


def worths(table: Table, battle: Battle, at: At) -> tuple[Answer[Worth], Answer[Worth]]:
    """Return the worth of normal and of special forces, with the rules behind it."""
    return ask(table, ForceWorth(battle, at, False)), ask(table, ForceWorth(battle, at, True))


def army(table: Table, battle: Battle, at: At, support: int) -> Army:
    """Return a side's forces with this much support."""
    plain, starred = worths(table, battle, at)
    forces, more = battle.side(at).forces, ask(table, CountAsSpecial(battle, at)).value
    return Army(forces.plus(Group(-more, more)) if more else forces, plain.value, starred.value, support)


def committed(side: Side, men: Army) -> Amount:
    """Return the worth of the forces named in the plan; unsupported ones count half."""
    if side.commit is None:
        return side.dial
    dialed = _as_counted(side.commit, side.forces.special, men.forces.special)
    fed_starred, fed_plain = (dialed.special_full * men.starred.fed, dialed.normal_full * men.plain.fed)
    lacking = max(0, fed_starred + fed_plain - men.support)
    short_plain = min(lacking, fed_plain)
    short_starred = lacking - short_plain
    total = dialed.normal_full * men.plain.full + dialed.normal_half * men.plain.half
    total += dialed.special_full * men.starred.full + dialed.special_half * men.starred.half
    total -= short_plain * (men.plain.full - men.plain.half)
    return total - short_starred * (men.starred.full - men.starred.half)


def _as_counted(named: Commit, own: int, most: int) -> Commit:
    """Return the forces named as they count: where more count as special than there are, the supported ones first."""
    left = most - max(own, named.special_full + named.special_half)
    full = max(0, min(named.normal_full, left))
    bare = max(0, min(named.normal_half, left - full))
    normal = (named.normal_full - full, named.normal_half - bare)
    return Commit(*normal, named.special_full + full, named.special_half + bare)


def splits(men: Army, dial: Amount) -> tuple[Group, ...]:
    """Return all mixes that meet the number, fewest normal forces first; the next above if none is exact."""
    mixes = list(_mixes(men, dial, exact=True)) or list(_mixes(men, dial, exact=False))
    paid = max((fed for fed, _ in mixes), default=0)
    found = {group for fed, group in mixes if fed == paid}
    return tuple(sorted(found, key=lambda group: (group.normal, group.special)))


def _mixes(men: Army, dial: Amount, *, exact: bool) -> Iterator[tuple[int, Group]]:
    """Yield mixes with the spice to support them."""
    normal, special = men.forces.normal, men.forces.special
    for fed_s in range(min(special, men.support) + 1 if men.starred.fed else 1):
        for fed_n in range(min(normal, men.support - fed_s) + 1 if men.plain.fed else 1):
            left = dial - fed_s * men.starred.full - fed_n * men.plain.full
            for bare_s in range(special - fed_s + 1):
                rest = left - bare_s * men.starred.half
                bare_n = max(0, ceil(rest / men.plain.half))
                over = bare_n * men.plain.half - rest
                least = min(_used(men, fed_n, bare_n, fed_s, bare_s), default=0)
                if bare_n <= normal - fed_n and (over == 0 if exact else 0 <= over < least):
                    yield fed_s + fed_n, Group(fed_n + bare_n, fed_s + bare_s)


def _used(men: Army, fed_n: int, bare_n: int, fed_s: int, bare_s: int) -> list[Amount]:
    counts = ((fed_n, men.plain.full), (bare_n, men.plain.half), (fed_s, men.starred.full), (bare_s, men.starred.half))
    return [worth for count, worth in counts if count]


def _as_they_are(side: Side, lost: Group) -> Group:
    """Return forces without those that only counted as special."""
    special = min(lost.special, side.forces.special)
    return Group(lost.normal + lost.special - special, special)


def losses(table: Table, battle: Battle, at: At, support: int) -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """Return all mixes the winner may lose for the dial."""
    side = battle.side(at)
    men = army(table, battle, at, support)
    mixes = (side.commit.group,) if side.commit else splits(men, side.dial)
    if ask(table, CountAsSpecial(battle, at)).value:
        mixes = tuple(dict.fromkeys(_as_they_are(side, mix) for mix in mixes))
    found = ask(table, WaysToLose(battle, at, mixes))
    because = found.because if len(found.because) > 1 else ()
    if setting(table, MIXED_LOSSES) == "cheapest" and (len(found.value) > 1 or not because):
        least = min(found.value, key=lambda group: (group.special, group.normal))
        return (MIXED_LOSSES.rule, "1.07.04.01", *because), (least,)
    return because, found.value
