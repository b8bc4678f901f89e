"""Set-up: who sits where, options, and what is behind each shield when the referee joins.

A table may begin a new game or join one in the middle, so set-up is a list of plain events: seats in order of play,
options, alliances, cards and spice of each faction. A faction's start is data in its module (``Faction``), the deck in
the cards' (``DeckCards``). Starting cards are dealt with the set-up (0.14) unless somebody chooses first; starting
spice is taken before turn 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.factions import FACTIONS, named
from referee.common.sealed_shuffles import DECK, seal_order
from referee.common.turn import PHASES, PhaseBegan, in_phase
from referee.common.what_is_physical import SPICE, cards_are_dealt
from referee.holdings.hands import DeckCards
from referee.holdings.ledger import pay
from referee.kernel import (
    BANK,
    FACE_DOWN,
    OPTIONS,
    Called,
    Card,
    Chance,
    Command,
    Event,
    FaceDown,
    Objection,
    Option,
    Pile,
    Public,
    Question,
    Sealed,
    Seat,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    Typed,
    Value,
    ask,
    face_names,
    listed,
    phrase,
    say,
    sealed,
    setting,
    together,
)

STARTING = phrase("spice.start", "Starting spice")


class StartWaits(Question[bool], rule="0.14", answer=False):
    """Must dealing the starting cards wait for somebody's choice?

    The Ixians alone choose first; the deal is one act, so nothing else could come between.
    """


class Started(State):
    seats: set[str] = field(default_factory=set)


class TableSet(Event, because=("0.07", "0.08")):
    """The table was set up; factions in order of play."""

    name: Public[Typed]
    rules_played: Public[str]
    turn: Public[int]
    seats: Public[tuple[str, ...]]
    players: Public[tuple[Typed, ...]]
    first_player: Public[str]
    many = property(lambda event: len(event.seats))
    says = "{many} factions play. {first_player!n:The is} First Player."

    def apply(self, table: Table) -> None:
        table.name, table.rules, table.turn = self.name, self.rules_played, self.turn
        table.seats = {s: Seat(s, p) for s, p in zip(self.seats, self.players, strict=True)}
        table.first_player = self.first_player


class OptionChanged(Event):
    key: Public[str]
    value: Public[str]
    asked: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.options[self.key] = self.value

    def rules(self) -> tuple[str, ...]:
        return (OPTIONS[self.key].rule,) if self.key in OPTIONS else ()

    def sentence(self, name: Called) -> str:
        option = OPTIONS.get(self.key)
        if option is None:
            return ""
        if option.logged and self.value != option.default:
            by = say("Asked by {seat}.", seat=name(self.asked)) if self.asked else ""
            return together([say(option.logged, value=option.label(self.value)), by])
        slots = {"title": option.title, "value": option.label(self.value)}
        if self.asked:
            return say("{title}: {value} (asked by {seat})", **slots, seat=name(self.asked))
        return say("{title}: {value}", **slots)


def set_before_play(table: Table, option: Option) -> str:
    """Return what an option was set to before the first phase began."""
    value = option.default
    for heard in table.log:
        if isinstance(heard.event, PhaseBegan) and heard.event.phase in PHASES:
            break
        if isinstance(heard.event, OptionChanged) and heard.event.key == option.key:
            value = heard.event.value
    return value


class Allied(Event, because=("1.10.01.01",)):
    pair: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.alliances.append(frozenset(self.pair))

    def sentence(self, name: Called) -> str:
        return say("{seats:The} are allies.", seats=listed([name(seat) for seat in self.pair]))


class DeckShuffled(Event, because=("0.06",)):
    count: Public[int]
    order: tuple[str, ...]
    says = "The treachery deck is shuffled ({count} cards)."

    def apply(self, table: Table) -> None:
        table.deck = Pile.laid(self.order, self.count)


class DiscardsLaid(Event, because=("0.06",)):
    """Cards were on the discard pile when the referee joined, top first."""

    cards: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.discard = Pile(self.cards)


class HandHeld(SeatEvent, because=("0.14",), shows="card", own=True):
    """A faction holds this many cards; only it knows their faces, with printed cards nobody.

    ``count`` is ``None`` if nobody has counted them.
    """

    count: Public[int | None]
    cards: Sealed[tuple[Card, ...]]

    def apply(self, table: Table) -> None:
        table.seats[self.seat].hand = Pile.laid(self.cards, self.count)

    def sentence(self, name: Called) -> str:
        faces = face_names(self.cards)
        return say("{seat:The holds} {listed}.", seat=name(self.seat), listed=listed(faces)) if faces else ""


class SpiceHeld(SeatEvent, because=("0.12", "1.11.01")):
    amount: Sealed[int]

    def apply(self, table: Table) -> None:
        table.seats[self.seat].spice = self.amount


class StartCardsWait(Event, because=("0.14",)):
    """The starting cards are not dealt yet: somebody chooses first."""


class StartTaken(SeatEvent, because=("0.12",)):
    def apply(self, table: Table) -> None:
        table.put(table.state(Started)).seats.add(self.seat)


class SeatEntry(Value):
    """One seat as entered; a negative count means the faction's own starting number."""

    faction: str
    player: str = ""
    cards: int = -1
    spice: int | None = -1
    faces: tuple[str, ...] = ()


class SetTable(Command, by="table"):
    """Set up a new table; seats in order of play."""

    name: str
    places: tuple[SeatEntry, ...]
    first_player: str
    rules_played: str = "advanced"
    turn: int = 1
    alliances: tuple[tuple[str, ...], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    deck: tuple[str, ...] | None = None
    discard: tuple[str, ...] = ()

    def objections(self, table: Table) -> Iterable[Objection]:
        seats = [place.faction for place in self.places]
        if table.seats:
            yield Objection("0.07", "This game has begun. Start a new table for another game.", firm=True)
        if not 2 <= len(seats) <= 12:
            yield Objection("0.07", "A game needs 2 to 12 players. Add or remove a seat.")
        if len(set(seats)) != len(seats):
            yield Objection("0.08", "Two seats have the same faction. Give each seat its own.")
        if any(seat not in FACTIONS for seat in seats):
            yield Objection("0.08", "One of these factions is unknown. Choose from the list.")
        if self.first_player not in seats:
            yield Objection("1.01.01", "The First Player must be one of the players. Choose a seat.")
        if any(len(set(pair)) != 2 or not set(pair) <= set(seats) for pair in self.alliances):
            yield Objection("1.10.01.03", "An alliance joins two factions at this table. Correct that.")
        if len(set(allied := [seat for pair in self.alliances for seat in pair])) != len(allied):
            yield Objection("1.10.01.03", "A faction has at most one ally. Correct the alliances.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        names = tuple(place.player for place in self.places)
        seats = tuple(place.faction for place in self.places)
        yield TableSet(self.name, self.rules_played, self.turn, seats, names, self.first_player)
        for key, value in self.options:
            yield OptionChanged(key, value)
        for pair in self.alliances:
            yield Allied(pair)
        yield from self._cards(table, chance)
        for place in self.places:
            start = FACTIONS[place.faction].spice if place.spice == -1 else place.spice
            known = start if start is not None and setting(table, SPICE) != "untracked" else FACE_DOWN
            yield SpiceHeld(place.faction, sealed(known, place.faction))

    def _begins(self) -> bool:
        """Return True if all hands start from a new deck that the referee deals."""
        fresh = self.turn == 1 and self.deck is None and not self.discard
        return fresh and all(place.cards < 0 and not place.faces for place in self.places)

    def _cards(self, table: Table, chance: Chance) -> Iterable[Event]:
        dealt = cards_are_dealt(table)
        deck = list(self.deck if self.deck is not None else ask(table, DeckCards()).value) if dealt else []
        gone = {*self.discard, *(card for place in self.places for card in place.faces)}
        order = [card for card in deck if card not in gone]
        if self.deck is None:
            order = chance.shuffled(order)
            yield from seal_order(DECK, order, chance)
        if dealt and self._begins() and ask(table, StartWaits()).value:
            yield DeckShuffled(len(order), tuple(order))
            yield StartCardsWait()
            return
        hands = []
        for place in self.places:
            count = FACTIONS[place.faction].cards if place.cards < 0 else place.cards
            faces = list(place.faces)
            while dealt and self.deck is None and order and len(faces) < count:
                faces.append(order.pop(0))
            unknown = [FACE_DOWN] * (count - len(faces))
            cards: tuple[Card, ...] | FaceDown = (*faces, *unknown) if dealt or faces else FACE_DOWN
            hands.append(HandHeld(place.faction, count, sealed(cards, place.faction)))
        if dealt:
            yield DeckShuffled(len(order), tuple(order))
        if self.discard:
            yield DiscardsLaid(self.discard)
        yield from hands


class ChangeOption(Command, by="table"):
    option: str
    value: str
    asked: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        option = OPTIONS.get(self.option)
        if option is None or not option.allows(self.value):
            yield Objection("4.97.03", "That is not one of the choices. Pick one of those shown.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield OptionChanged(self.option, self.value, self.asked if self.asked in table.seats else "")


class TakeStart(SeatCommand):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "setup")
        if self.seat in table.state(Started).seats:
            yield Objection(
                "0.12", say("{seat:The has} the starting spice already.", seat=named(self.seat)), "ALREADY_CLAIMED"
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        faction = FACTIONS[self.seat]
        yield StartTaken(self.seat)
        yield from pay(BANK, self.seat, faction.spice, STARTING(), (*faction.rules[:1], "0.12"))
