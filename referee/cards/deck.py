"""The classic treachery deck as data: name, kind, number of copies and rule of each card."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.hands import CardKind, DeckCards, KnownCards
from referee.kernel import Table, adds, card_name, ruling
from referee.knowledge.card_uses import CardRule

PROJECTILE, POISON = "weapon, projectile", "weapon, poison"
CLASSIC: dict[str, tuple[str, int, str]] = {
    "Baliset": ("worthless", 1, "3.01.01"),
    "Chaumas": (POISON, 1, "3.01.02"),
    "Chaumurky": (POISON, 1, "3.01.03"),
    "Cheap Hero": ("special, leader", 3, "3.01.04"),
    "Crysknife": (PROJECTILE, 1, "3.01.05"),
    "Ellaca Drug": (POISON, 1, "3.01.06"),
    "Family Atomics": ("special, storm", 1, "3.01.07"),
    "Gom Jabbar": (POISON, 1, "3.01.08"),
    "Hajr": ("special, movement", 1, "3.01.09"),
    "Jubba Cloak": ("worthless", 1, "3.01.10"),
    "Karama": ("special", 2, "3.01.11"),
    "Kulon": ("worthless", 1, "3.01.12"),
    "La, La, La": ("worthless", 1, "3.01.13"),
    "Lasgun": ("weapon, special", 1, "3.01.14"),
    "Maula Pistol": (PROJECTILE, 1, "3.01.15"),
    "Shield": ("defence, projectile", 4, "3.01.16"),
    "Slip Tip": (PROJECTILE, 1, "3.01.17"),
    "Snooper": ("defence, poison", 4, "3.01.18"),
    "Stunner": (PROJECTILE, 1, "3.01.19"),
    "Tleilaxu Ghola": ("special, revival", 1, "3.01.20"),
    "Trip to Gamont": ("worthless", 1, "3.01.21"),
    "Truthtrance": ("special, question", 2, "3.01.22"),
    "Weather Control": ("special, storm", 1, "3.01.23"),
}


@ruling(DeckCards, rule="3.01.00")
def thirty_three_cards(question: DeckCards, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}/{n}" for name, (_, copies, _) in CLASSIC.items() for n in range(1, copies + 1))


@ruling(CardKind, rule="3.01.00")
def printed_kind(question: CardKind, table: Table, so_far: str) -> str | None:
    known_card = CLASSIC.get(card_name(question.card))
    return known_card[0] if known_card else None


@adds(KnownCards, rule="3.01.00")
def printed_names(question: KnownCards, table: Table) -> Iterable[str]:
    return CLASSIC


@ruling(CardRule, rule="3.01.00")
def under_its_number(question: CardRule, table: Table, so_far: str) -> str | None:
    return rule_of(question.card) or None


def rule_of(card: str) -> str:
    """Return the rule id of a card, "" for a card that is not in the deck."""
    classic = CLASSIC.get(card_name(card))
    return classic[2] if classic else ""
