"""The three treachery cards of the third box as data: names, rules, and whether the referee deals them (module M8).

One is played in Revival (``recruits``), two in a battle plan (``in_plans``).
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.boxes import THIRD, in_play, module
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CardKind, DeckCards, KnownCards
from referee.kernel import Table, adds, card_name, listed, ruling, say
from referee.knowledge.card_uses import CardRule
from referee.phases.battle.cards_in_battle import BattleCards

RULE = "3.04"
RECRUITS, REINFORCEMENTS, HARASS = "Recruits", "Reinforcements", "Harass and Withdraw"
RULES = {RECRUITS: "3.04.01", REINFORCEMENTS: "3.04.02", HARASS: "3.04.03"}
KINDS = {RECRUITS: "special, revival", REINFORCEMENTS: "special, battle", HARASS: "special, battle"}
CARDS = module(
    "M8",
    RULE,
    "Treachery cards of the third box",
    say("Three more cards: {cards}.", cards=listed([*RULES], ",")),
    THIRD,
    room="",
)


def in_the_deck(table: Table) -> bool:
    return in_play(table, CARDS)


@adds(DeckCards, rule=RULE)
def three_more(question: DeckCards, table: Table) -> Iterable[str]:
    return tuple(f"{name}/1" for name in RULES) if in_the_deck(table) else ()


@adds(KnownCards, rule=RULE)
def printed_names(question: KnownCards, table: Table) -> Iterable[str]:
    return RULES if in_the_deck(table) else ()


@ruling(CardKind, rule=RULE)
def printed_kind(question: CardKind, table: Table, so_far: str) -> str | None:
    return KINDS.get(card_name(question.card))


@ruling(CardRule, rule=RULE)
def under_its_number(question: CardRule, table: Table, so_far: str) -> str | None:
    return RULES.get(card_name(question.card))


@adds(BattleCards, rule=RULE)
def known_in_battle(question: BattleCards, table: Table) -> Iterable[str]:
    """A printed deck may have them, whatever the table has said."""
    return () if in_the_deck(table) or (table.seats and cards_are_dealt(table)) else RULES
