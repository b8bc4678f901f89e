"""What orders and announcements before the plans call cards and powers."""

from __future__ import annotations

from referee.kernel.wording import american, say

A_CARD = {
    "poison weapon": "a poison weapon",
    "projectile weapon": "a projectile weapon",
    "poison defence": "a poison defense",
    "projectile defence": "a projectile defense",
    "worthless card": "a worthless card",
}


def a_card(what: str) -> str:
    """Return what an order names with its article: "a poison defense", "Lasgun"."""
    return A_CARD.get(what) or (f"a {american(what)}" if what.islower() else what)


def spoken_title(title: str) -> str:
    """Return the name of a power in a sentence: "the Voice", "Prescience"."""
    if title == "Voice":
        return "the Voice"
    return say("the {power}", power=title) if title.startswith("Voice") else title
