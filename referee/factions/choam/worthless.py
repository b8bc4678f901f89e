"""Worthless cards in CHOAM's hand: six may be discarded for an effect instead of for spice (2.09.07).

An effect lasts for its phase, Kulon's to the end of the turn. Kull Wahad may be played in any phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.forces_counted import ForcesSetDown
from referee.board.how_many import may_leave
from referee.board.standing import stands, with_tokens
from referee.board.storm import StormLosses, has_moved
from referee.board.territories import nowhere, places
from referee.common.factions import named
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.factions.choam import ME
from referee.holdings.hands import CardDiscarded, called, held_card
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    adds,
    card_name,
    fixed,
    ruling,
    say,
)
from referee.offers.offer import Blank, Offer, SecretOffers, others_of
from referee.phases.battle.cards_in_battle import UsesIdleCards
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import MoveRange
from referee.powers.karama_windows import Against
from referee.powers.powers import KaramaBarred

RULE = "2.09.07"
BALISET, JUBBA, KULON, LA_LA_LA, TRIP = "Baliset", "Jubba Cloak", "Kulon", "La, La, La", "Trip to Gamont"
KULL_WAHAD, EVERY = "Kull Wahad", ""
PHASE = {BALISET: "shipment", JUBBA: "storm", KULON: "shipment", LA_LA_LA: "revival", TRIP: "mentat_pause"}
PHASE[KULL_WAHAD] = EVERY
AGAINST, WHERE = (
    {BALISET, LA_LA_LA, TRIP, KULL_WAHAD},
    {JUBBA, TRIP},
)  # which ask for another player, and which for a territory
LABELS = {
    BALISET: "A player may not move to where you stand",
    JUBBA: "The storm spares you in a territory",
    KULON: "Move one territory further",
    LA_LA_LA: "A player has no free revival",
    TRIP: "One force goes back to its reserves",
    KULL_WAHAD: "A player may not play Karama",
}


class Played(OfTurn):
    """A card played in a turn: against whom, where, in which phase."""

    cards: list[tuple[str, str, str, str]] = field(default_factory=list)


class WorthlessPlayed(Event, because=(RULE,)):
    card: Public[str]
    of: Public[str]
    place: Public[str]

    def apply(self, table: Table) -> None:
        cards = of_turn(table, Played).cards
        table.put(Played(table.turn, [*cards, (self.card, self.of, self.place, table.phase)]))

    def pattern(self) -> str:
        return {
            BALISET: "{of!n:The} may not move to where CHOAM has forces in this phase.",
            JUBBA: "The storm spares CHOAM's forces in {place}.",
            KULON: "CHOAM's forces move one territory further in this turn.",
            LA_LA_LA: "{of!n:The gets} no free revival in this phase.",
            TRIP: "One force of {of!n} goes back from {place} to the reserves.",
            KULL_WAHAD: "{of!n:The} may not play Karama in this phase.",
        }[self.card]


def _now(table: Table, card: str) -> Iterator[tuple[str, str]]:
    """Yield against whom and where a card holds now."""
    for one, of, place, phase in of_turn(table, Played).cards:
        if one == card and (phase == table.phase or card == KULON):
            yield of, place


fixed(UsesIdleCards, RULE, True, seat=ME)


class PlayWorthless(SeatCommand, by="seat", waits_for_powers=True, grave=True):
    card: str
    of: str = ""
    place: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or self.card not in PHASE:
            yield Objection(RULE, "No card with that name does anything for you.", "NOT_ELIGIBLE", firm=True)
            return
        if held_card(table, ME, called(self.card)) is None:
            yield Objection(RULE, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)
        yield from against_use(table, self.card, self.of, self.place)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        held = held_card(table, ME, called(self.card))
        if held is None:
            return
        yield CardDiscarded(ME, held, (RULE,))
        yield from worthless_effect(table, self.card, self.of, self.place)


def against_use(table: Table, card: str, of: str, place: str) -> Iterator[Objection]:
    """Object to what a card does at the wrong moment, or to the wrong player or place."""
    if PHASE[card] != EVERY:
        yield from in_phase(table, PHASE[card])
    if card == JUBBA and has_moved(table):
        yield Objection(RULE, "The storm has moved already. Keep the card.")
    if (card not in AGAINST and of) or (card not in WHERE and place):
        yield Objection(RULE, "You cannot do that now. Look at the screen again.", "BAD_INPUT", firm=True)
    elif card in AGAINST and (of == ME or of not in table.seats):
        yield Objection(RULE, "Choose another player.", "BAD_INPUT", firm=True)
    elif card in WHERE:
        yield from nowhere(table, place, RULE)
        whose, elsewhere = (of, forces_in(table, of, place) == Group()) if card == TRIP else (ME, False)
        if elsewhere or place not in dict(places_for(table, card)):
            words = say("{of:The has} no force there. Choose a territory where it has one.", of=named(whose))
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)


def worthless_effect(table: Table, card: str, of: str, place: str) -> Iterator[Event]:
    yield WorthlessPlayed(card, of, place)
    if card == TRIP:
        there = forces_in(table, of, place) or Group(1)
        normal = 1 if there.normal else 0
        if (home := may_leave(table, of, Group(normal, 1 - normal), place)).total:
            yield ForcesSetDown(of, home.normal, home.special, place, RESERVES)


# -- what it does -------------------------------------------------------------------------------------


@adds(Against, rule=RULE, of=MoveForces)
def nobody_moves_to_them(question: Against, table: Table) -> Iterable[Objection]:
    move = question.command
    if not isinstance(move, MoveForces) or move.seat not in {of for of, _ in _now(table, BALISET)}:
        return
    if any(stand.seat == ME for stand in with_tokens(table, move.goal)):
        yield Objection(
            RULE, say("Baliset keeps you from moving to {goal} in this phase.", goal=move.goal), "NOT_ELIGIBLE"
        )


@ruling(StormLosses, rule=RULE)
def the_cloak(question: StormLosses, table: Table, so_far: Group) -> Group | None:
    spared = {place for _, place in _now(table, JUBBA)}
    return Group() if question.seat == ME and question.place in spared else None


@ruling(MoveRange, rule=RULE)
def one_further(question: MoveRange, table: Table, so_far: int) -> int | None:
    return so_far + 1 if question.seat == ME and any(_now(table, KULON)) else None


@ruling(FreeRevival, rule=RULE)
def nobody_comes_free(question: FreeRevival, table: Table, so_far: int) -> int | None:
    return 0 if question.seat in {of for of, _ in _now(table, LA_LA_LA)} else None


@ruling(KaramaBarred, rule=RULE)
def no_karama_for_one(question: KaramaBarred, table: Table, so_far: str) -> str | None:
    barred = question.seat in {of for of, _ in _now(table, KULL_WAHAD)}
    return "Kull Wahad keeps you from playing Karama in this phase." if barred else None


def places_for(table: Table, card: str) -> tuple[tuple[str, str], ...]:
    own = dict.fromkeys(stand.place for stand in stands(table) if stand.seat == ME) if card == JUBBA else {}
    return tuple((place, place) for place in own) or places(table, "place", "Where").choices


@adds(SecretOffers, rule=RULE, order=1, seat=ME)
def offer_what_they_do(question: SecretOffers, table: Table) -> Iterable[Offer]:
    held = dict.fromkeys(card_name(card) for card in table.seats[ME].hand.faces())
    for card in (name for name in held if PHASE.get(name) in {EVERY, table.phase}):
        whose = (Blank("of", "Player", "select", choices=others_of(table, ME)),) if card in AGAINST else ()
        where = (Blank("place", "Where", "place", choices=places_for(table, card)),) if card in WHERE else ()
        if not (card == JUBBA and has_moved(table)):
            yield Offer(
                PlayWorthless,
                say("{card}: {power}", card=card, power=LABELS[card]),
                RULE,
                (*whose, *where),
                (("card", card),),
            )
