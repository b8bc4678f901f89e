"""Great Maker, a worm card of the third box: players vote on a Nexus, and reserves may ride it.

It devours as any worm does. In turn 1 it is set aside; Sandtrout calms it. Who rides is a question of factions.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.boxes import THIRD, in_play, module
from referee.kernel import Chance, Command, Event, Objection, Table, adds, ruling, say
from referee.offers.offer import TABLE, Offer, Offers
from referee.phases.spice_blow.blow import (
    WORMS_CALLED,
    TurnWorm,
    WormComes,
    blow,
    pile_now,
    swallow,
    turn_worm,
    worm_works,
)
from referee.phases.spice_blow.deck import MoreSpiceCards, SpiceCard, TurnedAs, dealt
from referee.phases.spice_blow.offers import where_a_worm_comes

RULE, COMES, VOTE, RIDES = "4.09.03", "4.09.04", "4.09.05", "4.09.06"
CARD = "Great Maker"
GREAT_MAKER = module(
    "M7", RULE, CARD, "One more worm card: players vote on the Nexus, and Fremen reserves ride.", THIRD, room=__name__
)
WORMS_CALLED[CARD] = "All players vote whether a Nexus is held."


@adds(MoreSpiceCards, rule=RULE)
def one_more_worm(question: MoreSpiceCards, table: Table) -> Iterable[SpiceCard]:
    return (SpiceCard(CARD, once=False),) if in_play(table, GREAT_MAKER) else ()


def _not_here(table: Table) -> Iterable[Objection]:
    if not in_play(table, GREAT_MAKER):
        yield Objection(
            RULE, say("This table plays without the {card}. Turn it on under Options.", card=CARD), firm=True
        )
    elif CARD in blow(table).called:
        yield Objection(
            COMES, say("The {card} has come in this phase. There is only one card of it.", card=CARD), "NOT_ELIGIBLE"
        )


class TurnGreatMaker(TurnWorm):
    """Enter that the card came up; the rules say where it strikes."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from super().objections(table)
        yield from _not_here(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from turn_worm(table, CARD, COMES)


class GreatMakerComes(WormComes):
    """Enter that it came to a territory that the referee does not know."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from super().objections(table)
        yield from _not_here(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from swallow(table, self.territory, (COMES, "1.02.05", "1.02.01"), pile_now(table), CARD)


@ruling(TurnedAs, rule=RULE)
def what_it_does(question: TurnedAs, table: Table, so_far: Command) -> Command | None:
    return TurnGreatMaker() if question.card == CARD else None


@adds(Offers, rule=RULE, phase="spice_blow", seat=TABLE)
def the_card_is_turned(question: Offers, table: Table) -> Iterable[Offer]:
    if dealt(table) or any(TurnGreatMaker().objections(table)):
        return
    yield Offer(TurnGreatMaker, CARD if worm_works(table) else say("Set the {card} aside", card=CARD), COMES)
    if worm_works(table) and not blow(table).tops.get(pile_now(table)):
        yield Offer(GreatMakerComes, say("The {card} appears", card=CARD), COMES, (where_a_worm_comes(table),))
