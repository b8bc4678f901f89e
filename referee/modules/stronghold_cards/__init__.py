"""Stronghold cards of the second box, for the advanced game: who holds a place as a turn ends owns its card.

Who owns which is public. A card works in battles in its stronghold, which ``in_battle`` judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.forces import is_kept
from referee.board.standing import all_known, holdings, known_whole
from referee.board.territories import strongholds
from referee.common.boxes import SECOND, in_play, module
from referee.common.factions import faction_name, named
from referee.common.things import EXPLAINED, Does, Explained, Holds, Thing, owned_in_the_open
from referee.common.turn import PHASES, TurnBegan
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    State,
    Table,
    adds,
    after,
    listed,
    phrase,
    say,
    together,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers, seats_of
from referee.offers.what_now import LeftOver, Undone, went_on
from referee.phases.battle.live_battle import OPEN, battle_now

RULE, WHOSE = "4.06", "4.06.01"
ARRAKEEN, CARTHAG, HABBANYA = "Arrakeen", "Carthag", "Habbanya Sietch"
TABR, TUEK, MOBILE = "Sietch Tabr", "Tuek's Sietch", "Hidden Mobile Stronghold"
PLACES = (ARRAKEEN, CARTHAG, HABBANYA, TABR, TUEK, MOBILE)
CARDS_OF = module(
    "M2",
    RULE,
    "Stronghold cards",
    "Six cards that help their holders in battles; advanced game.",
    SECOND,
    room=__name__,
)


class StrongholdCards(State):
    """Who owns the card of which stronghold."""

    of: dict[str, str] = field(default_factory=dict)


def on_cards(table: Table) -> tuple[str, ...]:
    """Return the strongholds of this game that have a card."""
    return tuple(place for place in PLACES if place in strongholds(table))


def playing(table: Table) -> bool:
    return in_play(table, CARDS_OF) and table.rules == "advanced" and bool(table.seats)


def card_owners(table: Table) -> dict[str, str]:
    """Return the owner of each card that has one, by stronghold, in the order of the board."""
    of = table.state(StrongholdCards).of if playing(table) else {}
    return {place: of[place] for place in PLACES if of.get(place) in table.seats}


def cards_of(table: Table, seat: str) -> tuple[str, ...]:
    return tuple(place for place, owner in card_owners(table).items() if owner == seat)


# -- events -------------------------------------------------------------------------------------------


class StrongholdCardsGiven(Event):
    """Who owns the card of which stronghold from now on; the others are set aside."""

    owners: Public[tuple[tuple[str, str], ...]]
    why: Public[tuple[str, ...]] = (WHOSE,)

    def apply(self, table: Table) -> None:
        table.put(StrongholdCards(dict(self.owners)))

    def sentence(self, name: Called) -> str:
        said = [
            say("{places} to {seat}", places=listed([p for p, owner in self.owners if owner == seat]), seat=name(seat))
            for seat in self._seats()
        ]
        return (
            say("Stronghold cards: {said}.", said=together(said, ", "))
            if said
            else "Nobody owns a stronghold card now."
        )

    def _seats(self) -> list[str]:
        return list(dict.fromkeys(seat for _, seat in self.owners))


HELD = owned_in_the_open("stronghold_cards", CARDS_OF, PLACES, StrongholdCardsGiven, card_owners)


def _where_it_works(table: Table, card: Thing) -> Iterator[Holds]:
    live = battle_now(table)
    if live is None or card.seat not in live.seats or live.step != OPEN:
        return
    here = live.territory == card.name
    elsewhere = say("Not in this battle: only in one in {place}.", place=card.name)
    yield Holds("It works in this battle." if here else elsewhere, RULE)


EXPLAINED["stronghold_cards"] = Explained(
    "Stronghold cards",
    lambda: {place: Does(f"4.06.{n:02}") for n, place in enumerate(PLACES, 2)},
    "fort",
    now=_where_it_works,
)


@HELD.on_paper("strongholds", RULE, "name", "seat")
def as_they_are_held(table: Table, held: Iterable[Thing]) -> str:
    cards = [say("{place} {seat}", place=one.name, seat=faction_name(one.seat)) for one in held]
    return say("Stronghold cards: {cards}", cards=listed(cards, ","))


# -- as a turn ends -----------------------------------------------------------------------------------


def _all_known_then(table: Table) -> bool:
    """Return True if every stronghold was known as the last turn ended."""
    kept = [seat for seat in table.seats if is_kept(table, seat)]
    by_map = all(known_whole(table, seat) for seat in kept)
    return by_map and (len(kept) == len(table.seats) or holdings(table).told == table.turn - 1)


@after(TurnBegan, rule=WHOSE)
def each_goes_to_its_holder(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """Where not every stronghold is known, a card without a known holder stays where it is."""
    if not playing(table) or table.turn < 2:
        return
    before = card_owners(table)
    held = {place: seat for seat, places in holdings(table).held.items() for place in places if seat in table.seats}
    stays = {} if _all_known_then(table) else before
    now = {place: held.get(place) or stays.get(place, "") for place in on_cards(table)}
    made = tuple((place, seat) for place, seat in now.items() if seat)
    if dict(made) != before:
        yield StrongholdCardsGiven(made)


STAY = phrase("stronghold_cards.stay", "A stronghold card stays where it is if its holder was not entered.")


@adds(LeftOver, rule=WHOSE)
def the_holders_are_needed(question: LeftOver, table: Table) -> Iterable[Undone]:
    if playing(table) and table.phase == "mentat_pause" and not all_known(table):
        words = "Not every stronghold is entered, and its card goes to its holder."
        yield Undone(words, WHOSE, holds_up=False, passed=went_on(STAY(), WHOSE))


# -- corrections --------------------------------------------------------------------------------------


class NameCardOwner(Command, by="table"):
    """Correct who owns the card of a stronghold: ``to`` is a seat, "" for nobody."""

    place: str
    to: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_played(table)
        if self.place not in on_cards(table):
            yield Objection(
                RULE, say("Choose one of {places}.", places=listed(on_cards(table), "or")), "BAD_INPUT", firm=True
            )
        elif self.to not in {"", *table.seats}:
            yield Objection(RULE, "No player here has that name. Choose a seat at this table.", "BAD_INPUT", firm=True)
        elif self.to == card_owners(table).get(self.place, ""):
            words = (
                say("{seat:The has} the card of {place} already.", seat=named(self.to), place=self.place)
                if self.to
                else say("Nobody has the card of {place} already.", place=self.place)
            )
            yield Objection(RULE, words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        of = {**card_owners(table), self.place: self.to}
        yield StrongholdCardsGiven(tuple((place, of[place]) for place in PLACES if of.get(place)), (RULE,))


def not_played(table: Table) -> Iterator[Objection]:
    if not playing(table):
        words = "This table plays without stronghold cards. They need the advanced game and their option."
        yield Objection(RULE, words, firm=True)


@adds(Offers, rule=RULE, seat=TABLE)
def put_the_cards_right(question: Offers, table: Table) -> Iterable[Offer]:
    if playing(table) and table.phase in PHASES:
        where = Blank("place", "Card", "select", choices=tuple((place, place) for place in on_cards(table)))
        whose = Blank("to", "Owner", "select", choices=(*seats_of(table), ("", "Nobody")))
        yield Offer(
            NameCardOwner, "Correct who owns a stronghold card", RULE, (where, whose), aside=True, part="correction"
        )
