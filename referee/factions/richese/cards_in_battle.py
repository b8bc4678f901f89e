"""Cache cards in a battle: the Mirror Weapon, the Stone Burner and the Portable Snooper.

The effect of a Stone Burner is chosen, and a Portable Snooper added, when plans are open; each time the referee judges
the battle again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.common.what_is_physical import cards_are_dealt
from referee.factions.richese.cache import CARDS
from referee.holdings.hands import called, may_hold
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    fixed,
    ruling,
    say,
    small,
)
from referee.offers.offer import Blank, Offer, Offers, SecretOffers
from referee.phases.battle.battle_as_known import against_plan
from referee.phases.battle.cards_in_battle import (
    DEFENCE,
    WEAPON,
    ActsAs,
    BattleCards,
    Fits,
    MayKeep,
    Stops,
    Strike,
    Strikes,
)
from referee.phases.battle.live_battle import REVEALED, LiveBattle, Plan, live_of, revealed_plan, running
from referee.phases.battle.reveal import judged

RULE = "2.10.17"
MIRROR, STONE, PORTABLE = "Mirror Weapon", "Stone Burner", "Portable Snooper"
KILL, SPARE = "kill", "spare"
CHOICES = ((KILL, "Both leaders die"), (SPARE, "Both leaders count 0"))

fixed(Stops, RULE, True, kind="poison", defence=PORTABLE)
for _card in (MIRROR, STONE):
    fixed(Fits, RULE, True, card=_card, slot=WEAPON)
for _card in (MIRROR, STONE, PORTABLE):
    fixed(MayKeep, RULE, False, card=_card)


@adds(BattleCards, rule=RULE)
def known_in_battle(question: BattleCards, table: Table) -> Iterable[str]:
    """The Karama of the cache is known anyway."""
    return () if table.seats and cards_are_dealt(table) else (name for name in CARDS if name != "Karama")


@ruling(ActsAs, rule=RULE, slot=WEAPON)
def a_copy_of_the_other(question: ActsAs, table: Table, so_far: str | None) -> str | None:
    copied = question.battle.against(question.at).weapon
    return None if so_far != MIRROR else "" if copied in {None, MIRROR} else copied


@ruling(Strikes, rule=RULE, card=STONE)
def as_it_was_chosen(question: Strikes, table: Table, so_far: Strike) -> Strike:
    return Strike("" if question.chose == SPARE else "stone", both=True, living_count=False, undialed=True)


@ruling(Fits, rule=RULE, order=1)
def added_when_the_plans_are_open(question: Fits, table: Table, so_far: bool) -> bool | None:
    live = table.get(LiveBattle)
    open_now = live is None or live.step == REVEALED
    return True if question.card == PORTABLE and question.slot == DEFENCE and open_now else None


# -- at the table -------------------------------------------------------------------------------------


class EffectChosen(SeatEvent, because=(RULE,)):
    choice: Public[str]

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).chosen_effect = self.choice

    def sentence(self, name: Called) -> str:
        of = {"card": STONE, "effect": small(dict(CHOICES)[self.choice])}
        return say("{seat:The chooses} for the {card}: {effect}.", seat=name(self.seat), **of)


class DefenceAdded(SeatEvent, because=(RULE,), shows="card"):
    card: Public[str]
    says = "{seat!n:The adds} the {card}."

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        plan = live.plans[self.seat]
        if isinstance(plan, Plan):
            live.plans[self.seat] = replace(plan, defence=self.card)


def _burns(table: Table, seat: str) -> bool:
    plan = revealed_plan(table, seat)
    return plan is not None and plan.weapon == STONE


class ChooseEffect(SeatCommand, by="both"):
    choice: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        if not _burns(table, self.seat):
            yield Objection(
                RULE, say("Only the player of the {card} chooses, once the plans are open.", card=STONE), firm=True
            )
        elif self.choice not in dict(CHOICES):
            yield Objection(RULE, "Choose: both leaders die, or both count 0.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield EffectChosen(self.seat, self.choice)
        yield judged(table, live_of(table))


class AddPortableSnooper(SeatCommand, by="seat", grave=True, plays=(PORTABLE,)):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        plan = revealed_plan(table, self.seat)
        if plan is None or plan.defence:
            yield Objection(RULE, "You can add it only to a revealed plan without a defense.", firm=True)
        elif not may_hold(table, self.seat, called(PORTABLE)):
            yield Objection(RULE, say("You have no {card}.", card=PORTABLE), "CARD_NOT_HELD", firm=True)
        else:
            yield from against_plan(table, live_of(table), self.seat, replace(plan, defence=PORTABLE))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield DefenceAdded(self.seat, PORTABLE)
        yield judged(table, live_of(table))


@adds(Offers, rule=RULE, phase="battle")
def what_shall_it_do(question: Offers, table: Table) -> Iterable[Offer]:
    if _burns(table, question.seat):
        blank = Blank("choice", STONE, "select", value=live_of(table).chosen_effect or KILL, choices=CHOICES)
        yield Offer(ChooseEffect, "Choose the effect", RULE, (blank,))


@adds(SecretOffers, rule=RULE, order=1)
def add_it_now(question: SecretOffers, table: Table) -> Iterable[Offer]:
    held = any(map(called(PORTABLE), table.seats[question.seat].hand.faces()))
    if held and not any(AddPortableSnooper(question.seat).objections(table)):
        yield Offer(AddPortableSnooper, say("Add the {card}", card=PORTABLE), RULE, at_once=True)
