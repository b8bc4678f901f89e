"""The game on paper, in words: the public sheet from the public table, a seat's own sheet from that seat's table.

Both carry the same twice: in words for people with a pencil, and as a text in square codes for the next laptop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, request, url_for

from referee.agreements.deals import Deals, in_short
from referee.board.forces import ANYWHERE, Forces, Group, in_words
from referee.board.storm import Storm
from referee.common.factions import faction_name
from referee.common.lines_on_paper import PAPER, OnSheet
from referee.common.turn import PHASES, phase_name
from referee.holdings.hands import CountsArePublic
from referee.holdings.purse import spice_of
from referee.kernel import (
    OPTIONS,
    PUBLIC,
    REFEREE,
    Table,
    Value,
    ask,
    card_name,
    count,
    face_name,
    listed,
    meant,
    say,
    unstarred,
)
from referee.knowledge.leaders_and_forces import roster
from referee.offers.offer import behind_shield
from referee.paper.seals import SEAL_ALL, SealedSheet, compact, sealed_now, sheets_sealed
from referee.paper.sheets import all_notes, own_sheet, public_sheet, seal_all
from referee.web.app.context import form_key, may_steer, sitting_asked
from referee.web.app.drawing import after_tap, message, page, small_print, to_table
from referee.web.app.event_lines import button_of, chip
from referee.web.app.qr import paper_codes
from referee.web.http.guard import viewer
from referee.web.view_models.parts import Act, Chip, Frame

Part = tuple[str, tuple[str, ...]]


class PaperSheet(Value):
    """A sheet of paper: its title, what it says in parts, and the text that its codes carry."""

    title: str
    parts: tuple[Part, ...]
    text: str
    rule: str = PAPER

    @property
    def codes(self) -> tuple[str, ...]:
        return paper_codes(self.text)


def table_sheet(public: Table) -> PaperSheet:
    """Return what everybody may see, from the public table (4.97.16)."""
    sheet = public_sheet(public)
    parts = tuple(part for part in _of_the_table(public, sheet["situation"]) if part[1])
    return PaperSheet(say("{name}, public sheet", name=public.name or "The game"), parts, compact(sheet))


def _of_the_table(table: Table, place: Mapping[str, Any]) -> Iterator[Part]:
    yield "The game", tuple(_game(table))
    yield "Seats, counter-clockwise", tuple(_seat(table, seat) for seat in table.seats)
    yield "Alliances", tuple(listed(pair) for pair in place.get("alliances", ()))
    yield "Forces", tuple(_forces(table))
    dead = {name: own["face_up"] for name, own in place.get("leaders", {}).items() if own["face_up"]}
    yield "Leaders in the tanks", _listed(dead)
    yield "Strongholds", _listed(place.get("cities", {}))
    yield (
        "Spice on the board",
        tuple(say("{name}: {n}", name=name, n=amount) for name, amount in place.get("territory_spice", {}).items()),
    )
    yield "Treachery discards, top first", tuple(card_name(card) for card in table.discard.faces())
    yield "Deals", tuple(in_short(deal) for deal in table.state(Deals).open.values())
    chosen = ((OPTIONS[key], value) for key, value in table.options.items() if key in OPTIONS)
    yield "Open notes", tuple(one.words for one in ask(table, OnSheet()).value)
    yield (
        "Options",
        tuple(
            say("{title}: {value}", title=one.title, value=one.label(value))
            for one, value in chosen
            if value != one.default
        ),
    )


def _forces(table: Table) -> Iterator[str]:
    for (seat, place), group in table.state(Forces).held.items():
        many = Group(max(0, -group.normal), max(0, -group.special))
        if many.total:
            yield say("{seat}: {forces} too many on the map", seat=faction_name(seat), forces=in_words(many, seat))
        elif group.total or place != ANYWHERE:
            yield say("{seat}, {place}: {forces}", seat=faction_name(seat), place=place, forces=in_words(group, seat))


def _listed(by_name: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    return tuple(say("{name}: {things}", name=name, things=listed([*things], ",")) for name, things in by_name.items())


def _game(table: Table) -> Iterator[str]:
    phase = phase_name(table.phase) if table.phase in PHASES else "before the first phase"
    slots = {"turn": table.turn, "phase": phase}
    basic = say("Turn {turn}, {phase}, basic rules", **slots)
    yield basic if table.rules == "basic" else say("Turn {turn}, {phase}, advanced rules", **slots)
    yield say("First Player: {seat}", seat=faction_name(table.first_player))
    storm = table.get(Storm)
    if storm is not None and storm.sector:
        yield say("Storm in sector {sector}", sector=storm.sector)


def _seat(table: Table, seat: str) -> str:
    own = table.seats[seat]
    words = [say("{seat} ({player})", seat=faction_name(seat), player=own.player) if own.player else faction_name(seat)]
    if ask(table, CountsArePublic()).value:
        words.append(count(len(own.hand), "card"))
    if own.bribes:
        words.append(say("{bribes} spice in front of the shield", bribes=own.bribes))
    return listed(words, ",")


def seat_sheet(own: Table, seat: str) -> PaperSheet:
    """Return what lies behind a shield, from the seat's own table (4.97.16)."""
    mine = own.seats[seat]
    spice = spice_of(own, seat)
    cards = tuple(face_name(card) or "an unknown card" for card in mine.hand) or ("no cards",)
    parts: list[Part] = [
        ("Hand", cards),
        ("Spice", (say("{spice} behind the shield", spice=spice) if spice is not None else "not entered",)),
        *((kept.title, tuple(map(unstarred, kept.on_paper or kept.lines))) for kept in behind_shield(own, seat)),
    ]
    parts.append(
        (
            "Leaders",
            tuple(say("{name}: {place}", name=name, place=at) for name, at in roster(own, seat) if at != "ready"),
        )
    )
    parts.append((meant("Notes", "notebook"), tuple(map(unstarred, all_notes(own, seat)))))
    return PaperSheet(
        say("{seat}, own sheet", seat=faction_name(seat)),
        tuple(part for part in parts if part[1]),
        compact(own_sheet(own, seat)),
    )


# -- The page that prints the public sheet; it is drawn from the public fold, and so holds nothing secret


pages = Blueprint("paper", __name__)


class PaperPage(Value):
    """paper.html: the public sheet, to print; ``copied`` is the same for the next laptop, and so are ``codes``."""

    frame: Frame
    rule: Chip
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    codes: tuple[str, ...]
    copied: str
    note: str = ""  # whether the players' own sheets are sealed
    acts: tuple[Act, ...] = ()


@pages.get("/t/<table>/paper")
@viewer("public")
def paper(table: str) -> Response:
    sitting, steers = sitting_asked(), may_steer()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        made, sealed = table_sheet(public), sealed_now(public)
        last = next(iter(sheets_sealed(public).values()), None)
    here, links = request.path, small_print()
    post, book = here if steers else "", url_for("rules.of_table")
    frame = Frame(made.title, here, post, key=form_key(PUBLIC), rules=book, back=to_table(), links=links)
    acts = (button_of(SEAL_ALL, go=not sealed),) if steers and public.seats else ()
    note = _of_seals(last, sealed)
    return page("paper.html", PaperPage(frame, chip(made.rule), made.parts, made.codes, made.text, note, acts))


@pages.post("/t/<table>/paper")
@viewer("host")
def seal(table: str) -> Response:
    sitting, key = sitting_asked(), request.form.get("key", "")[:80]
    with sitting.locked():
        own = {seat: sitting.screen(seat) for seat in sitting.screen(PUBLIC).seats}
        outcome = sitting.act(seal_all(own), REFEREE, f"sheets.{key}" if key else "")
    if not outcome.done:
        return message(409, outcome.objections[0].sentence, rules=(outcome.objections[0].rule,))
    return after_tap(lambda: paper(table), url_for(".paper"))


def _of_seals(last: SealedSheet | None, sealed: bool) -> str:
    if last is None:
        return "The players' own sheets have no seals yet. Seal them first; then any change will be noticed."
    if sealed:
        return "The sheets are sealed. Print this page; each player copies My sealed sheet behind their shield."
    return say(
        "The sheets were sealed {when}. More has happened since, so seal them again before you print.", when=last.when
    )
