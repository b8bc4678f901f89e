"""The Nexus card of the Bene Gesserit: no Voice, advisors to fighters, or the Voice for somebody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import StandsInPeace
from referee.common.turn import in_phase
from referee.factions.bene_gesserit import ME
from referee.factions.bene_gesserit.turning_over import mine
from referee.factions.bene_gesserit.voice import FOR_AN_ALLY, VOICE, against_order, binds
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, adds, ask, ruling, say
from referee.modules.nexus_cards.holding import STOPS, NexusHeld, NexusUse, nexus_card, used
from referee.modules.nexus_cards.in_battle import BeforeThePlans
from referee.offers.offer import Offer, Offers
from referee.phases.battle.allowed_plans import MoreObjections
from referee.phases.battle.before_the_plans import ORDER, Say, Speaks, foe_of
from referee.phases.battle.live_battle import LiveBattle, battle_key, battle_now
from referee.phases.shipment.marching import ShipmentOrder

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.12.01", "4.05.12.02", "4.05.12.03")
STOPS.update(dict.fromkeys((VOICE.rule, FOR_AN_ALLY.rule), BETRAYAL))
TITLE = "Voice by a Nexus card"


# -- the Voice ----------------------------------------------------------------------------------------


@ruling(Speaks, rule=ALLY)
def speaks_by_the_card(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
    live = battle_now(table)
    key = battle_key(live) if live else "-"
    speaking = next((seat for seat in question.fighting if used(table, ALLY, seat, key)), "")
    to = foe_of(table, speaking, question.fighting) if speaking else ""
    return (*so_far, Say(ALLY, speaking, to, ORDER, TITLE)) if to else None


binds(ALLY)


@adds(MoreObjections, rule=ALLY)
def what_was_ordered(question: MoreObjections, table: Table) -> Iterable[Objection]:
    return against_order(table, question.battle, question.at, ALLY)


class SpeakByNexus(BeforeThePlans, rule=ALLY):
    """Use the Voice on one's opponent."""

    button = "Nexus card: use the Voice"
    of_foe = True

    def against_battle(self, table: Table, live: LiveBattle) -> Iterator[Objection]:
        if live.declarations.asked:
            yield Objection(ALLY, "The Voice comes before Prescience. Keep the card.", firm=True)


# -- advisors to fighters -----------------------------------------------------------------------------


def _their_turn(table: Table, seat: str) -> bool:
    return table.phase == "shipment" and next(iter(ask(table, ShipmentOrder()).value), "") == seat


class TakeUpArms(NexusUse, rule=CUNNING, phase="shipment"):
    """Turn advisors into fighters in this turn to ship and move."""

    button = "Nexus card: advisors become fighters"

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if not _their_turn(table, self.seat):
            yield Objection(CUNNING, "Play this card in your own turn to ship and move.")


class TurnByNexus(SeatCommand, by="both", waits=True):
    """Turn the advisors in a territory into fighters, by the card."""

    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        groups = mine(table).get(self.territory, [])
        if not used(table, CUNNING, self.seat) or not _their_turn(table, self.seat):
            yield Objection(CUNNING, "Advisors turn by this card in your own turn, once you played it.", firm=True)
        elif not any(group.calm for group in groups):
            words = say("You have no advisors in {territory}.", territory=self.territory)
            yield Objection(CUNNING, words, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield StandsInPeace(self.seat, self.territory, False, (CUNNING,))


@adds(Offers, rule=CUNNING, seat=ME, phase="shipment")
def turn_here(question: Offers, table: Table) -> Iterable[Offer]:
    if not used(table, CUNNING, ME) or not _their_turn(table, ME):
        return
    for place, groups in mine(table).items():
        if any(group.calm for group in groups):
            label = say("Turn advisors in {place} into fighters", place=place)
            yield Offer(TurnByNexus, label, CUNNING, fixed=(("territory", place),))
