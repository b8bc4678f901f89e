"""What a card in one's own hand can do, and what it can do at this moment, by the same objections the referee uses.

A card's room says what the card is for; whether it can be done now is never judged here a second time: the command
itself is tried on the holder's own table and its objections are shown. What the shield offers anyway can be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.common.turn import in_phase
from referee.common.what_is_physical import plans_are_on_phones
from referee.kernel.commands import Objection
from referee.kernel.rulings import Question, ask, ruling
from referee.kernel.table import Table, card_name
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, Fits
from referee.phases.battle.live_battle import OPEN, battle_now, running
from referee.phases.battle.lock_plan import LockPlan
from referee.screens.offers import secret_offers

SLOTS = (
    (WEAPON, "Weapon in a battle plan"),
    (DEFENCE, "Defense in a battle plan"),
    (STAND_IN, "In place of a leader in a battle plan"),
)
OTHER = "another card"


@dataclass(frozen=True)
class Use:
    """One thing a card does: in words, its rule, and what speaks against it now; nothing means that it can be done."""

    words: str
    rule: str
    against: tuple[Objection, ...] = ()


class CardRule(Question[str]):
    """Which rule explains this card? "" if no room knows it."""

    card: str
    rule = "1.00.02"

    def plain(self, table: Table) -> str:
        return ""


class CardUses(Question[tuple[Use, ...]]):
    """What can this seat do with a card, now or at another time? Asked on the seat's own table."""

    seat: str
    card: str
    rule = "1.00.02"

    def plain(self, table: Table) -> tuple[Use, ...]:
        """What the shield offers by the card's own rule can be done now."""
        rule = ask(table, CardRule(self.card)).value
        found = secret_offers(table, self.seat) if rule else ()
        mine = (offer for offer in found if offer.rule == rule or offer.rule.startswith(f"{rule}."))
        return tuple(Use(offer.label, offer.rule) for offer in mine)


@ruling(CardUses, rule="1.07.04.06")
def in_a_plan(question: CardUses, table: Table, so_far: tuple[Use, ...]) -> tuple[Use, ...] | None:
    """Wherever it fits into a battle plan."""
    return (*so_far, *_in_a_plan(table, question.seat, card_name(question.card))) or None


def _in_a_plan(table: Table, seat: str, card: str) -> Iterator[Use]:
    for slot, words in SLOTS:
        alone, beside = ask(table, Fits(card, slot)), ask(table, Fits(card, slot, OTHER))
        if beside.value:
            words = words if alone.value else f"{words}, beside another card"
            yield Use(words, beside.because[0], tuple(_against(table, seat, slot, card)))


def _against(table: Table, seat: str, slot: str, card: str) -> Iterable[Objection]:
    """Return what the card adds to whatever speaks against the plan without it, besides what lets nobody plan."""
    live = battle_now(table)
    found = list(in_phase(table, "battle")) or list(running(table, OPEN))
    if found or live is None or not plans_are_on_phones(table):
        return found
    leaders = free_leaders(table, live, seat) if seat in live.seats else []
    leader = leaders[0] if leaders else ""
    parts = {WEAPON: (leader, card, ""), DEFENCE: (leader, "", card), STAND_IN: (card, "", "")}[slot]
    without = list(LockPlan(seat, 0, leader).objections(table))
    firm = [objection for objection in without if objection.firm]
    return firm or [one for one in LockPlan(seat, 0, *parts).objections(table) if one not in without]
