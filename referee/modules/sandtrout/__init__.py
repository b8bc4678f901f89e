"""Sandtrout, a spice card of the first box: all alliances end, the next worm only ends it, and then spice is doubled.

The card stays out from one turn to the next until a worm comes. In turn 1 it is set aside like a worm.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.agreements.alliances import AllianceBroken
from referee.common.boxes import FIRST, in_play, module
from referee.common.lines_on_paper import PaperLine, one_of
from referee.holdings.ledger import on, pay
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    State,
    Table,
    adds,
    after,
    phrase,
    ruling,
    say,
)
from referee.offers.offer import TABLE, Offer, Offers
from referee.offers.what_now import Says, WhatNow
from referee.phases.spice_blow.blow import (
    SpiceCardTurned,
    WormCalmed,
    WormDoesNothing,
    card_objections,
    pile_now,
    worm_works,
)
from referee.phases.spice_blow.deck import LiesBeside, MoreSpiceCards, SpiceCard, SpiceDeck, TurnedAs, WormWaits, dealt

RULE, COMES, CALMS = "4.09", "4.09.01", "4.09.02"
CARD = "Sandtrout"
SANDTROUT = module(
    "M10", RULE, CARD, "One more spice card: it ends all alliances and calms the next worm.", FIRST, room=__name__
)
DOUBLED = phrase("spice.sandtrout", "Sandtrout, spice doubled")
TIMES = 2


class CardOut(State):
    """Whether the card lies beside the piles, and the turn in which a worm ended it before the next spice."""

    out: bool = False
    doubles: int = 0


def out(table: Table) -> bool:
    return in_play(table, SANDTROUT) and table.state(CardOut).out


def doubles(table: Table) -> bool:
    """Return True if the next spice of this blow is doubled."""
    return table.state(CardOut).doubles == table.turn and bool(pile_now(table))


# -- events -------------------------------------------------------------------------------------------


class SandtroutCame(Event, because=(COMES,)):
    says = "Sandtrout: all alliances end, and the next worm does nothing but end this."

    def apply(self, table: Table) -> None:
        table.put(CardOut(True))

    def moment(self, name: Called) -> tuple[str, str]:
        return say("{card}!", card=CARD), "All alliances end. The next worm does nothing but end this."


class SandtroutWaits(Event, because=(COMES,)):
    """In turn 1 the card is set aside and shuffled back after the phase."""

    says = "Sandtrout in turn 1 is set aside and shuffled back in after the phase."


class SandtroutGone(Event, because=(CALMS,)):
    """A worm ended it; the spice that comes next in this blow is doubled."""

    says = "The worm ends the Sandtrout. The next spice of this blow is doubled."

    def moment(self, name: Called) -> tuple[str, str]:
        return "The worm is calmed", "It devours nothing and brings no Nexus. The next spice is doubled."

    def apply(self, table: Table) -> None:
        """A dealt card goes to the bottom of its pile."""
        table.put(CardOut(False, table.turn))
        deck = table.get(SpiceDeck)
        if deck is not None:
            deck.piles.setdefault(pile_now(table) or "A", []).append(CARD)
            table.put(deck)


class SpiceWasDoubled(Event, because=(CALMS,)):
    says = "Sandtrout: the spice of this card is doubled."

    def apply(self, table: Table) -> None:
        table.put(CardOut(table.state(CardOut).out))


# -- the card -----------------------------------------------------------------------------------------


@adds(MoreSpiceCards, rule=RULE)
def one_more_card(question: MoreSpiceCards, table: Table) -> Iterable[SpiceCard]:
    return (SpiceCard(CARD, once=False),) if in_play(table, SANDTROUT) else ()


@ruling(LiesBeside, rule=COMES)
def until_a_worm_comes(question: LiesBeside, table: Table, so_far: bool) -> bool | None:
    return True if question.card == CARD else None


class TurnSandtrout(Command, by="table", waits=True):
    """Enter that the card came up; another card is turned for the same pile."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from card_objections(table)
        if not in_play(table, SANDTROUT):
            yield Objection(
                RULE, say("This table plays without {card}. Turn it on under Options.", card=CARD), firm=True
            )
        elif table.state(CardOut).out:
            yield Objection(
                COMES, say("{card} is out already. There is only one card of it.", card=CARD), "NOT_ELIGIBLE"
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if not worm_works(table):
            yield SandtroutWaits()
            if dealt(table):
                yield WormWaits()
            return
        yield SandtroutCame()
        for one, other in [sorted(pair) for pair in table.alliances]:
            yield AllianceBroken(one, other, (COMES,))


@ruling(TurnedAs, rule=RULE)
def what_it_does(question: TurnedAs, table: Table, so_far: Command) -> Command | None:
    return TurnSandtrout() if question.card == CARD else None


# -- the worm that ends it, and the spice after that --------------------------------------------------


@ruling(WormCalmed, rule=CALMS)
def the_next_worm(question: WormCalmed, table: Table, so_far: bool) -> bool | None:
    return True if out(table) else None


@after(WormDoesNothing, rule=CALMS)
def it_is_over(event: WormDoesNothing, table: Table, chance: Chance) -> Iterable[Event]:
    if out(table):
        yield SandtroutGone()


@after(SpiceCardTurned, rule=CALMS)
def twice_the_spice(event: SpiceCardTurned, table: Table, chance: Chance) -> Iterable[Event]:
    if event.worm or not event.pile or table.state(CardOut).doubles != table.turn:
        return
    yield SpiceWasDoubled()
    amount = 0 if event.lost else event.amount * (TIMES - 1)
    yield from pay(BANK, on(event.territory), amount, DOUBLED(), (CALMS,))


# -- on the screens -----------------------------------------------------------------------------------


@adds(Offers, rule=RULE, phase="spice_blow", seat=TABLE)
def the_card_is_turned(question: Offers, table: Table) -> Iterable[Offer]:
    if not dealt(table) and not any(TurnSandtrout().objections(table)):
        aside = not worm_works(table)
        yield Offer(TurnSandtrout, say("Set {card} aside", card=CARD) if aside else CARD, COMES)


@adds(WhatNow, rule=RULE)
def how_it_stands(question: WhatNow, table: Table) -> Iterable[Says]:
    if table.phase != "spice_blow":
        return
    if out(table):
        yield Says(say("{card} is out: the next worm does nothing but end it.", card=CARD), CALMS, mute=True)
    elif doubles(table):
        yield Says("The next spice is doubled.", CALMS)


@PaperLine("sandtrout", RULE, lambda table, _, said: [SandtroutCame()], (one_of("out"),), public=True)
def it_lies_there(table: Table, _: str) -> tuple[str, list[str]] | None:
    return (say("{card} is out", card=CARD), ["out"]) if out(table) else None
