"""Atomics and their aftermath: all forces in the territory die, nobody ships there again, and two hands are smaller.

A hand over its new limit loses cards at random at once; of printed cards the referee only says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.entries import TerritoryDestroyed
from referee.board.forces import Group
from referee.board.forces_counted import to_tanks
from referee.board.standing import FaceDownTokens, positions_kept, stands
from referee.board.territories import TERRITORIES
from referee.common.factions import named
from referee.common.lines_on_paper import PaperLine, one_of
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.moritani import ME
from referee.factions.moritani.effects import EFFECTS
from referee.factions.moritani.reaction import TerrorActs
from referee.holdings.hands import CardDiscarded, HandLimit, hand_limit
from referee.holdings.setup import Allied
from referee.kernel import Chance, Event, Objection, Public, Table, adds, after, ask, option, ruling, say, setting
from referee.offers.what_now import Says, WhatNow
from referee.phases.shipment.prices_and_permissions import SHIPMENTS, Closed, KeptOut

RULE = "2.12.08"
SMALLER = option(
    "E19",
    "4.96.19",
    "The smaller hand after Atomics, for the ally",
    ("now", "For the present ally", "An alliance that ends gives the card back, a new one takes it."),
    ("then", "For the ally of that moment", "The limit stays lower, though the alliance ends."),
)


class AftermathLaid(Event, because=(RULE,), stays=True):
    """Nobody ships here any more; Moritani and their ally of that moment hold one card fewer."""

    place: Public[str]
    ally: Public[str]
    says = "From now on nobody ships to {place}."


def everything_dies(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    """Forces of unknown number are entered by the table; those that entered are known."""
    yield TerritoryDestroyed(event.place, (RULE,))
    tokens = {token.seat for token in ask(table, FaceDownTokens()).value if token.place == event.place}
    for stand in stands(table, event.place):
        yield from to_tanks(table, stand.seat, stand.group, stand.place, (RULE,), stand.sector)
    if not positions_kept(table) and event.of not in tokens:
        yield from to_tanks(table, event.of, Group(event.normal, event.special), event.place, (RULE,), event.sector)
    yield AftermathLaid(event.place, table.ally(ME) or "")
    yield from _too_many(table, chance)


EFFECTS["atomics"] = everything_dies


@adds(KeptOut, rule=RULE)
def nobody_ships_there(question: KeptOut, table: Table) -> Iterable[Closed]:
    aftermath = table.get(AftermathLaid)
    if aftermath is not None and question.kind in SHIPMENTS:
        words = "Nobody ships to {goal} any more. Ship to a territory beside it, then move in."
        yield Closed(aftermath.place, Objection(RULE, say(words, goal=aftermath.place), "NOT_ELIGIBLE"))


# -- smaller hands ------------------------------------------------------------------------------------


def with_smaller_hands(table: Table) -> tuple[str, ...]:
    """Return who holds one card fewer."""
    aftermath = table.get(AftermathLaid)
    if aftermath is None:
        return ()
    ally = aftermath.ally if setting(table, SMALLER) == "then" else table.ally(ME)
    return (ME, ally) if ally else (ME,)


@ruling(HandLimit, rule=RULE)
def one_card_fewer(question: HandLimit, table: Table, so_far: int) -> int | None:
    return so_far - 1 if question.seat in with_smaller_hands(table) else None


def _too_many(table: Table, chance: Chance) -> Iterator[Event]:
    for seat in with_smaller_hands(table):
        hand = table.seats[seat].hand
        over = len(hand) - hand_limit(table, seat)
        if over > 0 and len(hand.faces()) == len(hand):
            yield from (CardDiscarded(seat, card, (RULE,)) for card in chance.shuffled(hand.faces())[:over])


@after(Allied, rule=RULE)
def the_new_ally_too(event: Allied, table: Table, chance: Chance) -> Iterable[Event]:
    return _too_many(table, chance) if ME in event.pair else ()


@adds(WhatNow, rule=RULE)
def a_printed_hand_too_large(question: WhatNow, table: Table) -> Iterable[Says]:
    """A count is told only where every face is unknown, since the referee discards those it knows."""
    for seat in with_smaller_hands(table):
        hand = table.seats[seat].hand
        if not cards_are_dealt(table) and hand.least > hand_limit(table, seat):
            yield Says(say("{seat:The has} a card too many: discard one at random.", seat=named(seat)), RULE)


@adds(WhatNow, rule=RULE, order=1)
def where_nobody_ships(question: WhatNow, table: Table) -> Iterable[Says]:
    aftermath = table.get(AftermathLaid)
    if aftermath is not None and table.phase == "shipment":
        yield Says(say("Nobody ships to {place}; moving in is allowed.", place=aftermath.place), RULE, mute=True)


@PaperLine(
    *("aftermath", RULE, lambda table, _, place, ally: [AftermathLaid(place, ally)]),
    (one_of(*TERRITORIES), lambda table, text: text if text in {"", *table.seats} else None),
    public=True,
    seat=ME,
)
def where_it_lies(table: Table, _: str) -> tuple[str, list[str]] | None:
    made = table.get(AftermathLaid)
    return (say("Nobody ships to {place} any more", place=made.place), [made.place, made.ally]) if made else None
