"""Paper: the game as sheets, to go on with pencil or at a new table if the laptop dies.

The public sheet comes from the public table, a seat's own sheet from that seat's. Both are plain data. Set-up reads the
public sheet; own sheets are loaded behind the shield, which is public, though their content is not. Only a game joined
in the middle, before it goes on, loads sheets (4.97.16).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.agreements.deals import Deals
from referee.board.forces import RESERVES, TANKS, Forces
from referee.board.standing import holdings
from referee.board.storm import Storm
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.lines_on_paper import PAPER, OnSheet, SheetsTaken, SheetTaken
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES
from referee.common.what_is_physical import SPICE, TREACHERY_CARDS, cards_are_dealt
from referee.holdings.hands import CountsArePublic, DeckCards, KnownCards, hand_limit
from referee.holdings.leaders import LeaderBook
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.purse import spice_of
from referee.holdings.setup import HandHeld, SpiceHeld
from referee.holdings.traitors import Traitors, TraitorsKept
from referee.kernel import (
    FACE_DOWN,
    BadCommand,
    Card,
    Chance,
    Event,
    Objection,
    Seat,
    SeatCommand,
    Table,
    Value,
    adds,
    ask,
    card_name,
    face_name,
    listed,
    phrase,
    say,
    sealed,
    setting,
)
from referee.knowledge.notes import MayKeepNotes, NoteKept
from referee.offers.offer import Blank, Offer, SecretOffers
from referee.offers.what_now import LeftOver, Says, Undone, WhatNow, went_on
from referee.paper.join_midgame import PositionTaken
from referee.paper.seals import SealSheets, compact, compared, seal_on

LONGEST = 1900
FOR_THE_SALT = 80
MOST_CARDS = 20


def on_paper(table: Table, card: Card) -> str:
    """Return a card's name, "" for an unknown face; cards of one name keep their number."""
    name = face_name(card)
    deck = ask(table, DeckCards()).value if name and cards_are_dealt(table) else ()
    return str(card) if card not in deck and name in map(card_name, deck) else name


# -- the public sheet ---------------------------------------------------------------------------------


def public_sheet(table: Table) -> dict[str, Any]:
    """Return the position as set-up reads it; needs the public table."""
    place: dict[str, Any] = {"players": [faction_name(seat) for seat in table.seats], "turn": table.turn}
    place["first_player"] = faction_name(table.first_player)
    place["names"] = {faction_name(seat): own.player for seat, own in table.seats.items() if own.player}
    if ask(table, CountsArePublic()).value:
        place["hand"] = {faction_name(seat): len(own.hand) for seat, own in table.seats.items()}
    storm = table.get(Storm)
    place["storm"] = storm.sector if storm is not None and storm.sector else None
    place["alliances"] = [[faction_name(seat) for seat in table.seats if seat in pair] for pair in table.alliances]
    place["front_of_shield"] = {faction_name(seat): own.bribes for seat, own in table.seats.items() if own.bribes}
    place |= {where: _group(table, where) for where in (RESERVES, TANKS)}
    place["cities"] = {faction_name(seat): list(held) for seat, held in holdings(table).held.items() if held}
    place["territory_spice"] = {name: n for name, n in table.state(SpiceOnBoard).lying.items() if n}
    place["leaders"] = {
        faction_name(seat): {"pool": own.pool, "face_up": own.face_up}
        for seat, own in table.state(LeaderBook).of.items()
    }
    place["discard"] = [on_paper(table, card) for card in table.discard.faces()]
    place["deals"] = [
        [faction_name(deal.seat), faction_name(deal.other), deal.words, deal.phase, deal.turn]
        for deal in table.state(Deals).open.values()
    ]
    phase = table.phase if table.phase in PHASES else _start(table)
    kept = {name: value for name, value in place.items() if value not in (None, {}, [])}
    chosen = {"options": dict(table.options)} if table.options else {}
    also = [written.line for written in ask(table, OnSheet()).value]
    more = {"more": also} if also else {}
    return {"table": table.name, "rules": table.rules, "phase": phase, **chosen, **more, "situation": kept}


def _start(table: Table) -> str:
    joined = table.get(PositionTaken)
    return joined.phase if joined is not None else PHASES[0]


def _group(table: Table, where: str) -> dict[str, Any]:
    held = table.state(Forces).held
    if not any(place == where for _, place in held):
        return {}
    counted = {seat: held.get((seat, where)) for seat in table.seats}
    made = {
        faction_name(seat): None if group is None else {"normal": group.normal, "special": group.special}
        for seat, group in counted.items()
    }
    return made if where == TANKS else {name: group for name, group in made.items() if group is not None}


# -- a seat's own sheet -------------------------------------------------------------------------------


def own_sheet(table: Table, seat: str) -> dict[str, Any]:
    """Return what is behind a shield, from the seat's own table; unknown cards are ""."""
    own = table.seats[seat]
    made: dict[str, Any] = {"sheet": faction_name(seat), "hand": [on_paper(table, card) for card in own.hand]}
    made |= {"spice": spice_of(table, seat), "traitors": list(table.state(Traitors).kept.get(seat, ()))}
    made |= {"more": [written.line for written in ask(table, OnSheet(seat)).value], "notes": all_notes(table, seat)}
    while len(compact(made)) > LONGEST - FOR_THE_SALT and made["notes"]:
        made["notes"].pop(0)
    return {name: value for name, value in made.items() if value not in (None, [])} | {"hand": made["hand"]}


def all_notes(table: Table, seat: str) -> list[str]:
    """Return notes and notebook of a seat that may keep them."""
    notes = list(table.seats[seat].notes)
    if ask(table, MayKeepNotes(seat)).value:
        hands = ((one, sorted(map(card_name, own.hand.faces()))) for one, own in table.seats.items() if one != seat)
        seen = (
            say("In turn {turn} {seat} held {cards}", turn=table.turn, seat=named(one), cards=listed(cards, ","))
            for one, cards in hands
            if cards
        )
        notes += [note for note in seen if note not in notes]
    return notes


class SheetRead(Value):
    """A seat's own sheet, validated."""

    seat: str
    hand: tuple[str, ...]
    spice: int | None
    traitors: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    seal: str = ""


def every_card() -> tuple[str, ...]:
    """Return all cards that may be on a sheet, whatever factions play."""
    return ask(Table(seats={seat: Seat(seat, "") for seat in FACTIONS}), KnownCards()).value


NO_SHEET = "This is not a sheet. Copy the whole text of your own sheet and paste it again."


def read_own_sheet(text: str) -> SheetRead:
    """Parse one seat's own sheet; raises ``BadCommand`` with a sentence."""
    try:
        sheet = json.loads(text[: LONGEST + 1])
    except (ValueError, RecursionError) as error:
        raise BadCommand(NO_SHEET) from error
    return told(sheet)


def told(sheet: Any) -> SheetRead:
    """Return what a sheet says; raises ``BadCommand`` with a sentence."""
    ids = {one.name: seat for seat, one in FACTIONS.items()}
    if not isinstance(sheet, dict) or not isinstance(sheet.get("sheet"), str) or sheet["sheet"] not in ids:
        raise BadCommand(NO_SHEET)
    spice = sheet.get("spice")
    whole = isinstance(spice, int) and not isinstance(spice, bool) and 0 <= spice <= 999
    lists = [words_on(sheet.get(name, [])) for name in ("hand", "traitors", "more", "notes")]
    hand = lists[0]
    if len(hand) > MOST_CARDS or any(card and card_name(card) not in every_card() for card in hand):
        raise BadCommand("This sheet names an unknown card. Copy its whole text and paste it again.")
    if spice is not None and not whole:
        raise BadCommand("The spice on this sheet is not a whole number. Copy the sheet again, or enter the amount.")
    return SheetRead(ids[sheet["sheet"]], hand, spice, lists[1], lists[2], lists[3], seal_on(sheet))


def words_on(value: Any) -> tuple[str, ...]:
    """Return a list of words; raises ``BadCommand`` for anything else."""
    if not isinstance(value, list) or not all(isinstance(word, str) and len(word) <= 500 for word in value):
        raise BadCommand(NO_SHEET)
    return tuple(value)


def seal_all(own: Mapping[str, Table]) -> SealSheets:
    """Return the command that seals all own sheets, each from its seat's own table."""
    return SealSheets(tuple((seat, compact(own_sheet(table, seat))) for seat, table in own.items()))


# -- taking it up -------------------------------------------------------------------------------------


def awaited(table: Table, seat: str) -> bool:
    """Return True if this seat may load its sheet: the game was joined and has not gone on yet."""
    sheets = table.state(SheetsTaken)
    return table.get(PositionTaken) is not None and table.phase not in PHASES and seat not in sheets.seats


def taken_up(found: SheetRead, public_seal: str) -> Iterator[Event]:
    """Yield a sheet's content beside hand, purse and notes, and how it fits its seal."""
    seat = found.seat
    if found.traitors:
        yield TraitorsKept(frozenset({seat}), seat, found.traitors, ("0.11",))
    yield SheetTaken(seat, sealed(found.more, seat))
    yield compared(seat, public_seal, found.seal)


class TakeSheet(SeatCommand, by="seat"):
    """Load one's own sheet: hand, spice, traitors, and the rest."""

    sheet: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if not awaited(table, self.seat):
            yield Objection(PAPER, "You can load a sheet once, before the game continues.", firm=True)
            return
        try:
            found = read_own_sheet(self.sheet)
        except BadCommand as error:
            yield Objection(PAPER, error.sentence, "BAD_INPUT", firm=True)
            return
        yield from self._fits(found, table)

    def _fits(self, found: SheetRead, table: Table) -> Iterator[Objection]:
        if found.seat != self.seat:
            words = say("This is {other:'s} sheet. Paste {seat:'s}.", other=named(found.seat), seat=named(self.seat))
            yield Objection(PAPER, words, firm=True)
        if len(found.hand) > hand_limit(table, self.seat):
            yield Objection("1.04.02", "This sheet has more cards than you may hold.", firm=True)
        if cards_are_dealt(table):
            words = "The referee deals the cards here, so sheets are loaded when the table is set up."
            yield Objection("4.94.01", words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        found, seat = read_own_sheet(self.sheet), self.seat
        yield HandHeld(seat, len(found.hand), sealed(self._faces(found, table), seat))
        if found.spice is not None and setting(table, SPICE) != "untracked":
            yield SpiceHeld(seat, sealed(found.spice, seat))
        for note in found.notes if ask(table, MayKeepNotes(seat)).value else ():
            yield NoteKept(frozenset({seat}), seat, note)
        yield from taken_up(found, table.state(SheetsTaken).seals.get(seat, ""))

    def _faces(self, found: SheetRead, table: Table) -> Any:
        """Return cards with numbers of this seat's own; face down if the table only counts them."""
        if setting(table, TREACHERY_CARDS) == "counts":
            return FACE_DOWN
        return tuple(
            f"{card_name(card)}/{self.seat} {n}" if card else FACE_DOWN for n, card in enumerate(found.hand, start=1)
        )


@adds(SecretOffers, rule=PAPER)
def paste_it_here(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if awaited(table, question.seat) and not cards_are_dealt(table):
        yield Offer(TakeSheet, "Load my sheet", PAPER, (Blank("sheet", "Text of your sheet", "textarea"),))


def still_out(table: Table) -> list[str]:
    """Return who may still load their own sheet."""
    if table.get(SheetsTaken) is None or cards_are_dealt(table):
        return []
    return [seat for seat in table.seats if awaited(table, seat)]


@adds(WhatNow, rule=PAPER)
def before_the_game_goes_on(question: WhatNow, table: Table) -> Iterable[Says]:
    words = "Before the game continues, each player pastes their own sheet on their phone."
    return (Says(words, PAPER),) if still_out(table) else ()


STILL_OUT = phrase("paper.still_out", "The game continues with {n} sheets still to load.")


@adds(LeftOver, rule=PAPER)
def sheets_not_taken_up(question: LeftOver, table: Table) -> Iterable[Undone]:
    names = [faction_name(seat) for seat in still_out(table) if seat in phones_of(table)]
    words = say("Sheets still to load: {names}.", names=listed(names, ","))
    passed = went_on(STILL_OUT(n=len(names)), PAPER)
    return (Undone(words, PAPER, passed=passed),) if names else ()
