"""What a card in hand can do, and whether it can now: by the command's own objections.

A card's room says its uses; each command is tried on the holder's own table. What the shield offers anyway is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.turn import in_phase
from referee.common.what_is_physical import plans_are_on_phones
from referee.kernel import Objection, Question, SeatQuestion, Table, Value, ask, card_name, ruling, say
from referee.offers.offer import secret_offers
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, Fits
from referee.phases.battle.live_battle import OPEN, battle_now, running
from referee.phases.battle.lock_plan import LockPlan

SLOTS = (
    (WEAPON, "Weapon in a battle plan"),
    (DEFENCE, "Defense in a battle plan"),
    (STAND_IN, "In place of a leader in a battle plan"),
)
OTHER = "another card"


class Use(Value):
    """A use of a card: in words, its rule, and the objections now; empty if it is possible."""

    words: str
    rule: str
    against: tuple[Objection, ...] = ()


class CardRule(Question[str], rule="1.00.02", answer=""):
    """Which rule explains this card? "" if none."""

    card: str


class CardUses(SeatQuestion[tuple[Use, ...]], rule="1.00.02"):
    """What can this seat do with a card, now or later? Asked on the seat's own table."""

    card: str

    def plain(self, table: Table) -> tuple[Use, ...]:
        rule = ask(table, CardRule(self.card)).value
        offers = secret_offers(table, self.seat) if rule else ()
        mine = (offer for offer in offers if offer.rule == rule or offer.rule.startswith(f"{rule}."))
        return tuple(Use(offer.label, offer.rule) for offer in mine)


@ruling(CardUses, rule="1.07.04.06")
def in_a_plan(question: CardUses, table: Table, so_far: tuple[Use, ...]) -> tuple[Use, ...] | None:
    return (*so_far, *_in_a_plan(table, question.seat, card_name(question.card))) or None


def _in_a_plan(table: Table, seat: str, card: str) -> Iterator[Use]:
    for slot, words in SLOTS:
        alone, beside = ask(table, Fits(card, slot)), ask(table, Fits(card, slot, OTHER))
        if beside.value:
            words = words if alone.value else say("{words}, beside another card", words=words)
            yield Use(words, beside.because[0], tuple(_against(table, seat, slot, card)))


def _against(table: Table, seat: str, slot: str, card: str) -> Iterable[Objection]:
    """Return the card's own objections in a plan, without those to any plan."""
    live = battle_now(table)
    objections = list(in_phase(table, "battle")) or list(running(table, OPEN))
    if objections or live is None or not plans_are_on_phones(table):
        return objections
    leaders = free_leaders(table, live, seat) if seat in live.seats else []
    leader = leaders[0] if leaders else ""
    parts = {WEAPON: (leader, card, ""), DEFENCE: (leader, "", card), STAND_IN: (card, "", "")}[slot]
    without = list(LockPlan(seat, 0, leader).objections(table))
    firm = [objection for objection in without if objection.firm]
    return firm or [objection for objection in LockPlan(seat, 0, *parts).objections(table) if objection not in without]
