"""The homeworld Grumman: a second terror token in one place or 4 spice for one, and whom terror does not strike.

Option E36 decides when a second token is placed, and what is paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.territories import TERRITORIES, is_stronghold
from referee.board.worlds import Sides, World, is_high, world
from referee.common.phones_at_seats import phones_of
from referee.common.turn import happened, in_phase, remember
from referee.factions.moritani import ME
from referee.factions.moritani.terror import (
    GRUMMAN,
    SECOND,
    TOKENS,
    TerrorPlaced,
    in_supply,
    may_be_in_supply,
    terror,
    tokens_at,
)
from referee.holdings.ledger import pay
from referee.kernel import (
    BANK,
    FACE_DOWN,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    phrase,
    say,
    sealed,
    setting,
)
from referee.offers.offer import Blank, Offer, Offers, SecretOffers

RULE, SPICE = "4.04.23", 4
PHASE = "spice_collection"
PAID = phrase("spice.grumman", "Grumman")
world(
    World(
        *(GRUMMAN, ME, RULE, 8, (2, 2), 2),
        does=Sides(
            "In Collection: a second terror token in a stronghold, or one off the board; then 4 spice.",
            "A terror token is revealed only against 3 or more forces.",
            "No terror token is revealed against the occupier and its ally.",
        ),
    ),
    __name__,
)


# -- in Collection ------------------------------------------------------------------------------------


class GrummanPays(SeatEvent, because=(RULE,)):
    def apply(self, table: Table) -> None:
        remember(table, self)


class TerrorTakenOff(Event, because=(RULE,)):
    """A token went back to the supply, unseen."""

    place: Public[str]
    says = "Moritani take a terror token off {place}, unseen."

    def apply(self, table: Table) -> None:
        tokens = table.put(terror(table))
        lying = tokens.at.get(self.place, [])
        if lying:
            lying.pop()
        if not lying:
            tokens.at.pop(self.place, None)


def _not_now(table: Table, seat: str) -> Iterator[Objection]:
    yield from in_phase(table, PHASE)
    if seat != ME or not is_high(table, GRUMMAN):
        yield Objection(
            RULE, say("Only Moritani do that, while {name} is high.", name=GRUMMAN), "NOT_ELIGIBLE", firm=True
        )
    elif happened(table, GrummanPays):
        yield Objection(RULE, "You have done that in this Collection.", "NOT_ELIGIBLE", firm=True)


def _for_it() -> Iterator[Event]:
    yield GrummanPays(ME)
    yield from pay(BANK, ME, SPICE, PAID(), (RULE,))


def places_for_two(table: Table) -> list[str]:
    """Return strongholds with one token."""
    fits = (place for place in terror(table).at if is_stronghold(place) and not TERRITORIES[place].owner)
    return [one for one in fits if len(tokens_at(table, one)) == 1]


class AddTerror(SeatCommand, by="both"):
    goal: str
    token: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_now(table, self.seat)
        if setting(table, SECOND) != "card":
            yield Objection(SECOND.rule, "At this table a second token is placed in the Mentat Pause.", firm=True)
        elif self.goal not in places_for_two(table):
            yield Objection(RULE, "A second token goes into a stronghold that has one.", "NOT_ELIGIBLE", firm=True)
        elif not in_supply(table) or (self.token and self.token not in may_be_in_supply(table)):
            yield Objection(RULE, "That token is not in your supply. Choose another.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TerrorPlaced(self.goal, "", sealed(self.token or FACE_DOWN, ME))
        yield from _for_it()


class TakeTerrorOff(SeatCommand, by="both"):
    origin: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _not_now(table, self.seat)
        if not tokens_at(table, self.origin):
            yield Objection(
                RULE, say("No terror token lies in {origin}.", origin=self.origin), "NOT_ELIGIBLE", firm=True
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TerrorTakenOff(self.origin)
        yield from _for_it()


def _may(table: Table) -> bool:
    return ME in table.seats and table.phase == PHASE and not any(_not_now(table, ME))


def _by_card(table: Table) -> list[str]:
    return places_for_two(table) if _may(table) and setting(table, SECOND) == "card" and in_supply(table) else []


@adds(SecretOffers, rule=RULE, seat=ME)
def add_one_by_name(question: SecretOffers, table: Table) -> Iterable[Offer]:
    places, kinds = _by_card(table), may_be_in_supply(table)
    if places and kinds:
        which = Blank("token", "Token", "select", choices=tuple((kind, TOKENS[kind]) for kind in kinds))
        goal = Blank("goal", "Stronghold", "select", choices=tuple((place, place) for place in places))
        yield Offer(AddTerror, say("Add a terror token, for {spice} spice", spice=SPICE), RULE, (which, goal))


@adds(Offers, rule=RULE, phase=PHASE, seat=ME)
def take_one_off(question: Offers, table: Table) -> Iterable[Offer]:
    places = _by_card(table) if ME not in phones_of(table) else []
    if places:
        goal = Blank("goal", "Stronghold", "select", choices=tuple((one, one) for one in places))
        yield Offer(AddTerror, say("Add a terror token, face down, for {spice} spice", spice=SPICE), RULE, (goal,))
    lying = tuple((place, place) for place in terror(table).at) if _may(table) else ()
    if lying:
        origin = Blank("origin", "From", "select", choices=lying)
        yield Offer(TakeTerrorOff, say("Take a terror token off, for {spice} spice", spice=SPICE), RULE, (origin,))
