"""The cards of the first expansion as data: what they do in a battle, and whether the referee deals them (option P7).

What some of them do outside a plan stands in ``at_work``. A blade that is poison and projectile at once is
its own kind and needs a defense against both. The tooth harms both leaders and only chemistry stops it; the artillery
harms both, pays nobody, leaves only the dials to count, and is stopped by shields.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.boxes import FIRST, comes_with
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CardKind, DeckCards, KnownCards
from referee.kernel import Answer, Table, Value, adds, ask, card_name, fixed, option, ruling, setting
from referee.knowledge.card_uses import CardRule
from referee.phases.battle.cards_in_battle import (
    DEFENCE,
    WEAPON,
    BattleCards,
    Fits,
    Idle,
    IsShield,
    MayKeep,
    NeitherOfBoth,
    Stops,
    Strike,
    Strikes,
    TakenBack,
)

EXPANSION = comes_with(
    option(
        "P7",
        "4.94.07",
        "Cards of the first expansion",
        ("without", "Not in the deck", "The deck has its 33 cards."),
        ("with", "In the deck", "Fourteen more cards, so the deck has 47."),
    ),
    "with",
    FIRST,
)


class Special(Value):
    """A card: rule, strike, strikes it stops, slots it fits, and the one in which it needs another card beside it."""

    rule: str
    strike: Strike | None = None
    stops: frozenset[str] = frozenset()
    slots: tuple[str, ...] = ()
    only_beside: str = ""
    shield: bool = False
    keep: bool = True
    idle: bool = False
    kind: str = "special, battle"


BOTH = "poison and projectile"
GUN, DRUG, BLADE = Strike("projectile"), Strike("poison"), Strike(BOTH)
TOOTH = Strike("tooth", both=True)
BARRAGE = Strike("artillery", both=True, pays=False, living_count=False)
EITHER = (WEAPON, DEFENCE)
SPECIALS: dict[str, Special] = {
    "Amal": Special("3.02.01", kind="special, spice"),
    "Artillery Strike": Special("3.02.02", BARRAGE, slots=(WEAPON,), keep=False),
    "Basilia Weapon": Special("3.02.03", DRUG, slots=(WEAPON,), kind="weapon, poison"),
    "Chemistry": Special("3.02.04", DRUG, frozenset({"poison", "tooth"}), EITHER, only_beside=WEAPON),
    "Harvester": Special("3.02.05", kind="special, spice blow"),
    "Hunter-Seeker": Special("3.02.06", GUN, slots=(WEAPON,), kind="weapon, projectile"),
    "Kull Wahad": Special("3.02.07", slots=EITHER, idle=True, kind="worthless"),
    "Poison Blade": Special("3.02.08", BLADE, slots=(WEAPON,)),
    "Poison Tooth": Special("3.02.09", TOOTH, slots=(WEAPON,), keep=False),
    "Shield Snooper": Special(
        "3.02.10", None, frozenset({"projectile", "poison", BOTH, "artillery"}), (DEFENCE,), shield=True
    ),
    "Thumper": Special("3.02.11", kind="special, spice blow"),
    "Weirding Way": Special("3.02.12", GUN, frozenset({"projectile"}), EITHER, only_beside=DEFENCE),
}


@ruling(CardRule, rule="3.02")
def under_its_number(question: CardRule, table: Table, so_far: str) -> str | None:
    card = SPECIALS.get(card_name(question.card))
    return card.rule if card else None


TWICE = ("Shield/5", "Snooper/5")  # one more copy each of two cards of the classic deck


def in_the_deck(table: Table) -> bool:
    return setting(table, EXPANSION) == "with"


@adds(DeckCards, rule="3.02")
def fourteen_more(question: DeckCards, table: Table) -> Iterable[str]:
    return (*(f"{name}/1" for name in SPECIALS), *TWICE) if in_the_deck(table) else ()


@adds(KnownCards, rule="3.02")
def printed_names(question: KnownCards, table: Table) -> Iterable[str]:
    return SPECIALS if in_the_deck(table) else ()


@ruling(CardKind, rule="3.02")
def printed_kind(question: CardKind, table: Table, so_far: str) -> str | None:
    card = SPECIALS.get(card_name(question.card))
    return card.kind if card else None


@adds(BattleCards, rule="3.02")
def known_in_battle(question: BattleCards, table: Table) -> Iterable[str]:
    """A printed deck may have them, whatever the table has said."""
    return () if in_the_deck(table) or (table.seats and cards_are_dealt(table)) else SPECIALS


@ruling(Stops, rule="3.02.02")
def shields_against_artillery(question: Stops, table: Table, so_far: bool) -> bool | None:
    shield: Answer[bool] = ask(table, IsShield(question.defence))
    return shield.value if question.kind == BARRAGE.kind else None


def _company(table: Table, beside: str | None, slot: str) -> bool:
    """Return True if the card beside, in this slot, is a real weapon or defense: no worthless card, nor one without
    effect on a leader, nor one that a leader's skill puts there (4.03)."""
    if beside is None or ask(table, Idle(beside)).value or ask(table, NeitherOfBoth(beside)).value:
        return False
    return not ask(table, Fits(beside, slot)).because[0].startswith("4.03.")


def _enter(name: str, card: Special) -> None:
    """Register the rulings of one card under its own rule id."""

    @ruling(Fits, rule=card.rule)
    def fits(question: Fits, table: Table, so_far: bool) -> bool | None:
        if question.card != name:
            return None
        other = DEFENCE if question.slot == WEAPON else WEAPON
        alone = question.slot == card.only_beside and not _company(table, question.beside, other)
        return True if question.slot in card.slots and not alone else None

    if card.strike:
        fixed(Strikes, card.rule, card.strike, card=name)
    for kind in card.stops:
        fixed(Stops, card.rule, True, defence=name, kind=kind)
    if card.shield:
        fixed(IsShield, card.rule, True, card=name)
    if not card.keep:
        fixed(MayKeep, card.rule, False, card=name)
    if card.idle:
        fixed(Idle, card.rule, True, card=name)


for _name, _card in SPECIALS.items():
    _enter(_name, _card)
fixed(TakenBack, "3.02.09", True, card="Poison Tooth")
