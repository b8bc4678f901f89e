"""Printed sheets, taken back in: the public sheet fills the set-up form, whole sheets bring hands and purses with it.

Several texts may be pasted one after another: the public sheet, then any of the seats' own sheets. A text that fills
several codes may begin a new line with each of them. Without a seat's own sheet its hand and its spice stay unknown,
and its player tells them to their own phone (4.97.16).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from referee.agreements.deals import LONGEST, DealMade
from referee.common.lines_on_paper import PublicSheetTaken
from referee.common.turn import PHASES
from referee.common.what_is_physical import TREACHERY_CARDS
from referee.contract.values import a, a_faction, a_text, a_whole
from referee.holdings.hands import DeckCards
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import BadCommand, Event, Table, Value, ask, card_name
from referee.paper.sheets import SheetRead, every_card, taken_up, told, words_on
from referee.web.app.option_fields import listed_options

MOST_PIECES = 20
MOST_LINES = 60


def gathered(text: str) -> tuple[dict[str, Any], dict[str, SheetRead]]:
    """Return the position and the seats' own sheets; raises ``ValueError`` or ``BadCommand`` for anything else."""
    position: dict[str, Any] = {}
    sheets: dict[str, SheetRead] = {}
    for piece in _pieces(text):
        if isinstance(piece, dict) and "sheet" in piece:
            own = told(piece)
            sheets[own.seat] = own
        elif position or not isinstance(piece, dict):
            raise ValueError("two positions")
        else:
            position = piece
    return position, sheets


def _pieces(text: str) -> Iterator[Any]:
    reader, here = json.JSONDecoder(), 0
    text = "".join(line.strip() for line in text.split("\n"))
    for _ in range(MOST_PIECES):
        piece, here = reader.raw_decode(text, here)
        yield piece
        here += len(text[here:]) - len(text[here:].lstrip())
        if here >= len(text):
            return


class Printed(Value):
    """What the program's own sheets say beyond the fields of the form."""

    own: bool
    table: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    discard: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    deals: tuple[DealMade, ...] = ()
    sheets: Mapping[str, SheetRead] = field(default_factory=dict)
    seats: tuple[str, ...] = ()

    def options(self, otherwise: Mapping[str, str]) -> dict[str, str]:
        """Return the options to play on with: printed cards if the referee cannot know every hand."""
        if not self.own:
            return dict(otherwise)
        made = {one.key: one.default for one in listed_options()} | dict(self.chosen)
        if made[TREACHERY_CARDS.key] == "dealt" and not set(self.seats) <= set(self.sheets):
            made[TREACHERY_CARDS.key] = "told"
        return made

    def into(self, setup: SetTable, *, dealt: bool) -> SetTable:
        """Return the command with the hands and purses of the whole sheets, where the form did not say otherwise."""
        spare = list(ask(Table(), DeckCards()).value)
        places = tuple(self._place(place, spare, dealt) for place in setup.places)
        return replace(setup, places=places, discard=tuple(out_of(spare, self.discard, "discard")) if dealt else ())

    def _place(self, place: SeatEntry, spare: list[str], dealt: bool) -> SeatEntry:
        own = self.sheets.get(place.faction)
        spice = place.spice if place.spice != -1 or place.faction not in self.seats else own.spice if own else None
        if own is None or place.cards not in {-1, len(own.hand)}:
            return replace(place, spice=spice)
        known = [card for card in own.hand if card]
        named = [f"{card_name(card)}/{place.faction} {n}" for n, card in enumerate(known, start=1)]
        faces = tuple(out_of(spare, known, place.faction)) if dealt else tuple(named)
        return replace(place, spice=spice, cards=len(own.hand), faces=faces)

    def events(self, seats: tuple[str, ...]) -> tuple[Event, ...]:
        """Return what the form has no field for: deals, traitors kept, and what else stands on whole sheets."""
        public = PublicSheetTaken(self.more)
        made: list[Event] = [public]
        made += [deal for deal in self.deals if {deal.seat, deal.other} <= set(seats)]
        for seat, own in self.sheets.items():
            made += taken_up(own, public.seal(seat)) if seat in seats else ()
        return tuple(made)


def out_of(spare: list[str], names: tuple[str, ...] | list[str], where: str) -> Iterator[str]:
    """Take a copy of each card out of the deck; one that is not of the deck is numbered by where it lies."""
    for n, name in enumerate(names, start=1):
        copy = next((card for card in spare if card_name(card) == name), f"{card_name(name)}/{where} {n}")
        spare[:] = [card for card in spare if card != copy]
        yield copy


def printed_of(record: dict[str, Any], table: Table, sheets: Mapping[str, SheetRead]) -> Printed:
    """Return what is on the program's own sheets; for any other position, nothing but that it is another."""
    if not isinstance(record.get("table"), str):
        return Printed(own=False)
    place, seats, known = record["situation"], tuple(table.seats), every_card()
    discard = place.get("discard")
    named = (card for card in discard if isinstance(card, str)) if isinstance(discard, list) else ()
    return Printed(
        own=True,
        table=record["table"][:60],
        chosen=dict(table.options),
        discard=tuple(card for card in named if card_name(card) in known),
        more=words_on(record.get("more", []))[:MOST_LINES],
        deals=tuple(_deals(place.get("deals", []))),
        sheets={seat: own for seat, own in sheets.items() if seat in seats},
        seats=seats,
    )


def _deals(value: Any) -> Iterator[DealMade]:
    for number, one in enumerate(a(list, value, "'deals'"), start=1):
        parts = a(list, one, "A deal")
        if len(parts) != 5 or parts[3] not in {"", *PHASES}:
            raise BadCommand(
                "A deal on this sheet cannot be read. Copy the whole text of the sheet and paste it again."
            )
        words = a_text(parts[2], "A deal")[:LONGEST]
        seat, other, turn = a_faction(parts[0]), a_faction(parts[1]), a_whole(parts[4], "A turn")
        yield DealMade(number, seat, other, words, parts[3], turn)
