"""The battle cards of the first expansion: their strikes, what they stop, and what is discarded after use.

They can be named in a battle, but no deck of the referee has them. A blade that is poison and projectile at once is its
own kind and needs a defense against both. The tooth harms both leaders and only chemistry stops it; the artillery harms
both, pays nobody, leaves only the dials to count, and is stopped by shields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.common.what_is_physical import cards_are_dealt
from referee.kernel.rulings import Answer, adds, ask, fixed, ruling
from referee.kernel.table import Table, card_name
from referee.phases.battle.cards_in_battle import (
    DEFENCE,
    WEAPON,
    BattleCards,
    Fits,
    Idle,
    IsShield,
    MayKeep,
    Stops,
    Strike,
    Strikes,
)
from referee.phases.knowledge.card_uses import CardRule


@dataclass(frozen=True)
class Special:
    """A card: rule, strike, strikes it stops, slots it fits, and the one in which it needs another card beside it."""

    rule: str
    strike: Strike | None = None
    stops: frozenset[str] = frozenset()
    slots: tuple[str, ...] = ()
    only_beside: str = ""
    shield: bool = False
    keep: bool = True
    idle: bool = False


BOTH = "poison and projectile"
GUN, DRUG, BLADE = Strike("projectile"), Strike("poison"), Strike(BOTH)
TOOTH = Strike("tooth", both=True)
BARRAGE = Strike("artillery", both=True, pays=False, living_count=False)
EITHER = (WEAPON, DEFENCE)
SPECIALS: dict[str, Special] = {
    "Amal": Special("3.02.01"),
    "Artillery Strike": Special("3.02.02", BARRAGE, slots=(WEAPON,), keep=False),
    "Basilia Weapon": Special("3.02.03", DRUG, slots=(WEAPON,)),
    "Chemistry": Special("3.02.04", DRUG, frozenset({"poison", "tooth"}), EITHER, only_beside=WEAPON),
    "Harvester": Special("3.02.05"),
    "Hunter-Seeker": Special("3.02.06", GUN, slots=(WEAPON,)),
    "Kull Wahad": Special("3.02.07", slots=EITHER, idle=True),
    "Poison Blade": Special("3.02.08", BLADE, slots=(WEAPON,)),
    "Poison Tooth": Special("3.02.09", TOOTH, slots=(WEAPON,), keep=False),
    "Shield Snooper": Special(
        "3.02.10", None, frozenset({"projectile", "poison", BOTH, "artillery"}), (DEFENCE,), shield=True
    ),
    "Thumper": Special("3.02.11"),
    "Weirding Way": Special("3.02.12", GUN, frozenset({"projectile"}), EITHER, only_beside=DEFENCE),
}


@ruling(CardRule, rule="3.02")
def under_its_number(question: CardRule, table: Table, so_far: str) -> str | None:
    card = SPECIALS.get(card_name(question.card))
    return card.rule if card else None


@adds(BattleCards, rule="3.02")
def known_in_battle(question: BattleCards, table: Table) -> Iterable[str]:
    dealt = bool(table.seats) and cards_are_dealt(table)
    return () if dealt else SPECIALS


@ruling(Stops, rule="3.02.02")
def shields_against_artillery(question: Stops, table: Table, so_far: bool) -> bool | None:
    shield: Answer[bool] = ask(table, IsShield(question.defence))
    return shield.value if question.kind == BARRAGE.kind else None


def _company(table: Table, beside: str | None) -> bool:
    """Return True if the card beside is a real weapon or defense, not a worthless one."""
    return beside is not None and not ask(table, Idle(beside)).value


def _enter(name: str, card: Special) -> None:
    """Register the rulings of one card under its own rule id."""

    @ruling(Fits, rule=card.rule)
    def fits(question: Fits, table: Table, so_far: bool) -> bool | None:
        if question.card != name:
            return None
        alone = question.slot == card.only_beside and not _company(table, question.beside)
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
