"""Forces: how many of each faction stand where, as far as the table lets the referee count them.

A place is ``reserves``, ``tanks`` or a territory. A place that nobody has counted is not guessed: forces come from it
and go to it freely, and the players see to it on the board. A counted place never holds less than nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.common.factions import FACTIONS, elite, named
from referee.kernel.commands import Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Question, ask
from referee.kernel.table import Table
from referee.kernel.wording import Called, count

RESERVES = "reserves"
TANKS = "tanks"
ALL_FORCES = 20


@dataclass(frozen=True)
class Group:
    """So many plain and so many starred forces."""

    normal: int = 0
    special: int = 0

    @property
    def total(self) -> int:
        return self.normal + self.special

    def plus(self, other: Group, sign: int = 1) -> Group:
        """Return this group with another one added, or (sign -1) taken away."""
        return Group(self.normal + sign * other.normal, self.special + sign * other.special)


@dataclass
class Forces:
    """The counted groups by faction and place."""

    held: dict[tuple[str, str], Group] = field(default_factory=dict)


def forces_in(table: Table, seat: str, place: str) -> Group | None:
    """Return the group that a faction has in a place, or ``None`` where nobody has counted it."""
    return table.state(Forces).held.get((seat, place))


def move(table: Table, seat: str, group: Group, origin: str, goal: str) -> None:
    """Write down on one viewer's table that a group left one place for another."""
    forces = table.state(Forces)
    for place, sign in ((origin, -1), (goal, 1)):
        if (seat, place) in forces.held:
            forces.held[seat, place] = forces.held[seat, place].plus(group, sign)
    table.put(forces)


class ForcesCounted(Event):
    """The forces of a faction in one place were counted."""

    seat: Public[str]
    place: Public[str]
    normal: Public[int]
    special: Public[int]
    because = ("0.13",)

    def apply(self, table: Table) -> None:
        forces = table.state(Forces)
        forces.held[self.seat, self.place] = Group(self.normal, self.special)
        table.put(forces)

    def sentence(self, name: Called) -> str:
        where = {RESERVES: "in reserves", TANKS: "in the Tleilaxu Tanks"}.get(self.place, f"in {self.place}")
        return f"{name(self.seat):The has} {in_words(Group(self.normal, self.special), self.seat)} {where}."


def in_words(group: Group, seat: str) -> str:
    """Return forces by the names that this faction gives them: "4 forces and 2 Sardaukar"."""
    one = FACTIONS.get(seat)
    some = count(group.normal, one.common if one else "force")
    if not group.special:
        return some
    best = count(group.special, *elite(seat))
    return f"{some} and {best}" if group.normal else best


# -- what the board can hold --------------------------------------------------------------------------


class Starred(Question[int]):
    """How many of this faction's twenty forces are starred?"""

    seat: str
    rule = "0.13"

    def plain(self, table: Table) -> int:
        return 0


def more_than_there_are(table: Table, seat: str, group: Group) -> Iterator[Objection]:
    """Object to a group on the board that the faction cannot have there, by what lies elsewhere (0.13)."""
    reserves, tanks = forces_in(table, seat, RESERVES), forces_in(table, seat, TANKS)
    away = Group() if reserves is None or tanks is None else reserves.plus(tanks)
    starred = ask(table, Starred(seat))
    stars, most = starred.value - away.special, ALL_FORCES - away.total
    held = f"{named(seat):The has}"
    if group.special > max(0, stars):
        words = (
            f"{held} {count(away.special, *elite(seat))} in reserves and Tanks, so {max(0, stars)} can be on the board."
        )
        yield Objection(starred.because[0], f"{words} Count again, or correct those under More.", "FORCES_TOO_MANY")
    elif group.total > max(0, most):
        words = f"{held} {in_words(away, seat)} in reserves and Tanks, so {max(0, most)} can be on the board."
        yield Objection("0.13", f"{words} Count again, or correct those under More.", "FORCES_TOO_MANY")
