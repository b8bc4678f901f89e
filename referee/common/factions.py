"""Factions as data: each room enters its own, what it starts with and its leaders."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Faction:
    """A faction as data: its id and name, the short code of its seal, what it starts with and its leaders."""

    id: str
    name: str
    short: str
    spice: int
    cards: int
    rules: tuple[str, ...]
    leaders: dict[str, int] = field(default_factory=dict)
    in_full: dict[str, str] = field(default_factory=dict)  # what a disc shortens, for print
    advanced_only: frozenset[str] = frozenset()  # leaders who stay in the box in the basic game

    def discs(self, rules: str) -> dict[str, int]:
        """Return the leaders who play in the basic or the advanced game, with their strengths."""
        kept_out = self.advanced_only if rules == "basic" else frozenset()
        return {name: strength for name, strength in self.leaders.items() if name not in kept_out}


FACTIONS: dict[str, Faction] = {}


def faction(made: Faction) -> Faction:
    """Enter a faction's data; its room calls this once."""
    FACTIONS[made.id] = made
    return made


def faction_name(seat: str) -> str:
    """Return the printed name of a faction id, or the id itself where no room knows it."""
    return FACTIONS[seat].name if seat in FACTIONS else "bank" if seat == "bank" else seat


def ended(words: str) -> str:
    """Return words as a whole sentence; a name at its end may bring its own full stop."""
    return words if words.endswith(".") else f"{words}."
