"""Cards that lie with a leader, face up: which card, with whom, and whether it is in front of the shield.

A card goes where its leader goes.
"""

from __future__ import annotations

from dataclasses import field

from referee.holdings.leaders import home_of, key
from referee.kernel import State, Table, Value


class Skill(Value):
    """A card with a leader: ``seat`` has both; ``front`` if they lie open before the shield."""

    card: str
    leader: str
    seat: str
    front: bool = False

    @property
    def own(self) -> bool:
        """Return True if the leader serves the faction on the disc."""
        return home_of(self.leader) in {"", self.seat}


class Skills(State):
    """The cards that lie with leaders, by ``key`` of the leader."""

    of: dict[str, Skill] = field(default_factory=dict)


def skill_with(table: Table, leader: str) -> Skill | None:
    """Return the card that lies with this leader."""
    return table.state(Skills).of.get(key(leader)) if leader else None


def skills_of(table: Table, seat: str) -> tuple[Skill, ...]:
    """Return the cards with the leaders that a faction has, captives included."""
    return tuple(skill for skill in table.state(Skills).of.values() if skill.seat == seat)


def own_skill(table: Table, seat: str) -> Skill | None:
    """Return the card with a leader of the faction's own."""
    return next((skill for skill in skills_of(table, seat) if skill.own), None)


def open_skill(table: Table, seat: str) -> Skill | None:
    """Return the card in front of a faction's shield."""
    return next((skill for skill in skills_of(table, seat) if skill.front), None)


def lay(table: Table, skill: Skill | None, leader: str) -> None:
    """Put a card with a leader, or take it away."""
    kept = table.put(table.state(Skills))
    kept.of.pop(key(leader), None)
    if skill is not None:
        kept.of[key(leader)] = skill
