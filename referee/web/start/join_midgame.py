"""Joining a game in the middle, on the set-up form: what was typed, its events, and a position read from paper.

Each field is empty where nobody counted. A position in JSON (as `referee play --json` reads it) only fills the form,
so that a person looks at it before the table is set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.board.forces import RESERVES, TANKS, Forces, ForcesCounted, Group
from referee.board.standing import StrongholdsHeld, holdings
from referee.board.storm import Storm, StormPlaced
from referee.board.territories import SAND, STRONGHOLD, TERRITORIES, slug
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.lines_on_paper import things
from referee.common.turn import PHASES, phase_name
from referee.common.what_is_physical import TREACHERY_CARDS
from referee.contract.lines import BadCase
from referee.contract.positions.cases import read_position
from referee.holdings.hands import DeckCards
from referee.holdings.leaders import LeadersNoted, among, leaders_of
from referee.holdings.ledger import BribesLie, SpiceLies, SpiceOnBoard
from referee.holdings.set_aside import ON_PAPER as ASIDE
from referee.holdings.set_aside import AsideBefore
from referee.holdings.setup import SetTable
from referee.kernel import REFEREE, BadCommand, Event, State, Table, ask, card_name, fold, meant, say, sealed, together
from referee.paper.join_midgame import CountedBesides
from referee.paper.sheets import every_card
from referee.web.start.printed import Printed, gathered, out_of, printed_of
from referee.web.view_models.parts import Field

COUNTS = {
    "reserves": "Reserves",
    "reserves_starred": "of which special",
    "tanks": "Tanks",
    "tanks_starred": "of which special",
    "board": "Forces on the board",
    "bribes": "Bribes in front",
}
OF_A_SEAT = (*COUNTS, "dead", "down")
STRONGHOLDS = {slug(name): name for name, one in TERRITORIES.items() if one.ground == STRONGHOLD and not one.found}
HEAPS = 8
MOST_PAPER = 20_000
PAPER = (
    "The text of a printed public sheet, or the JSON that referee play reads. "
    "It fills the form; look at it, then set the table. Players paste their own sheets behind their shields."
)


class SeatRow(State):
    """One line of the form as typed: a seat, and what is wrong with it by field."""

    faction: str
    player: str = ""
    count: str = ""
    spice: str = ""
    ally: str = ""
    more: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)


def number(row: SeatRow, name: str, label: str, typed: str, most: int) -> int:
    """Return a whole number as typed, -1 where nothing was; marks the row and raises ``BadCommand`` with a sentence."""
    typed = typed.strip()
    if not typed:
        return -1
    if not typed.isdecimal() or len(typed) > 4 or int(typed) > most:
        row.errors[name] = say("{label}: a whole number from 0 to {most}.", label=label, most=most)
        raise BadCommand(say("{seat}: {error}", seat=faction_name(row.faction), error=row.errors[name]))
    return int(typed)


def seat_fields(row: SeatRow) -> tuple[Field, ...]:
    made = [Field(name, label, "number", row.more.get(name, ""), low=0, high=99) for name, label in COUNTS.items()]
    tanks = (("dead", "Leaders in the tanks"), ("down", "of which face down"))
    return (*made, *(Field(name, label, "text", row.more.get(name, "")) for name, label in tanks))


class Middle(State):
    """What was typed about the board of a game under way."""

    phase: str = PHASES[0]
    sector: str = ""
    tokens: str = ""
    held: dict[str, str] = field(default_factory=dict)
    heaps: list[tuple[str, str]] = field(default_factory=list)
    aside: str = ""
    paper: str = ""
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, form: MultiDict[str, str]) -> Middle:
        heaps = list(zip(form.getlist("lying"), form.getlist("amount"), strict=False))[:HEAPS]
        made = cls(form.get("phase", "") or PHASES[0], form.get("sector", "")[:6].strip())
        made.tokens, made.paper = form.get("tokens", "")[:6].strip(), form.get("paper", "")[:MOST_PAPER]
        made.aside = form.get("aside", "")[:400]
        made.held = {place: seat for place in STRONGHOLDS if (seat := form.get(f"held-{place}", ""))}
        made.heaps = [(name[:60], amount[:6].strip()) for name, amount in heaps]
        return made

    @property
    def told(self) -> bool:
        heaps = any(name and amount for name, amount in self.heaps)
        return bool(
            self.sector or self.tokens or self.aside or self.held or self.paper or heaps or self.phase != PHASES[0]
        )

    def fields(self) -> tuple[Field, ...]:
        phases = tuple((phase, phase_name(phase)) for phase in PHASES)
        seats = (("", "not known"), *((one.id, one.name) for one in FACTIONS.values()))
        wrong = self.errors.get
        made = [
            Field("phase", "Continue from", "select", self.phase, phases, error=wrong("phase", "")),
            Field("sector", "Storm in sector", "number", self.sector, error=wrong("sector", ""), low=1, high=18),
            Field("aside", "Treachery cards set aside for good", "text", self.aside, error=wrong("aside", "")),
            Field("tokens", "All spice in play, if counted", "number", self.tokens, error=wrong("tokens", ""), low=0),
        ]
        held = wrong("held", "")
        for place, name in STRONGHOLDS.items():
            made.append(Field(f"held-{place}", name, "select", self.held.get(place, ""), seats, error=held))
            held = ""
        return (*self._heap_fields(), *made)

    def _heap_fields(self) -> list[Field]:
        sand = (
            ("", meant("None", "territory")),
            *((name, name) for name, one in TERRITORIES.items() if one.ground == SAND),
        )
        heaps, made = [*self.heaps, *[("", "")] * HEAPS][:HEAPS], []
        for n, (name, amount) in enumerate(heaps):
            error = self.errors.get("lying", "") if n == 0 else ""
            made.append(Field("lying", say("Spice on the board, {n}", n=n + 1), "select", name, sand, error=error))
            made.append(Field("amount", "Amount", "number", amount, low=0, high=99))
        return made

    # -- into events --------------------------------------------------------------------------------------

    def events(self, rows: Sequence[SeatRow], rules: str) -> tuple[tuple[Event, ...], CountedBesides]:
        """Return what was counted as events, and what only helps to check; raises ``BadCommand`` with a sentence."""
        made: list[Event] = []
        board: dict[str, Group] = {}
        for row in (row for row in rows if row.faction):
            made += _seat_events(row, board, rules)
        if self.sector:
            made.append(StormPlaced(self._whole("sector", self.sector, 99)))
        for seat in dict.fromkeys(self.held.values()):
            made.append(StrongholdsHeld(seat, tuple(STRONGHOLDS[p] for p, who in self.held.items() if who == seat)))
            if seat not in {row.faction for row in rows}:
                self._wrong(
                    "held", say("{seat:The does} not play here. Choose a faction at this table.", seat=named(seat))
                )
        for name, amount in self.heaps:
            if name and amount:
                made.append(SpiceLies(name, self._whole("lying", amount, 99)))
        return tuple(made), CountedBesides(board, self._whole("tokens", self.tokens, 9999) if self.tokens else None)

    def set_aside(self, setup: SetTable) -> tuple[SetTable, tuple[Event, ...]]:
        """Take the cards that were set aside out of the deck; raises ``BadCommand`` with a sentence."""
        names = _cards(self.aside)
        if "" in names:
            self._wrong("aside", "There is no such treachery card. Check the name, with commas between cards.")
        gone = {*setup.discard, *(card for place in setup.places for card in place.faces)}
        spare = [card for card in ask(Table(), DeckCards()).value if card not in gone]
        cards = tuple(out_of(spare, names, "aside"))
        dealt = dict(setup.options).get(TREACHERY_CARDS.key, TREACHERY_CARDS.default) == "dealt"
        made = replace(setup, discard=(*setup.discard, *cards)) if dealt else setup
        return made, (AsideBefore(cards),) if cards else ()

    def _whole(self, name: str, typed: str, most: int) -> int:
        if not typed.isdecimal() or int(typed) > most:
            self._wrong(name, say("Enter a whole number from 0 to {most}.", most=most))
        return int(typed)

    def _wrong(self, name: str, sentence: str) -> None:
        self.errors[name] = sentence
        raise BadCommand(sentence)


def _seat_events(row: SeatRow, board: dict[str, Group], rules: str) -> list[Event]:
    seat, told = (
        row.faction,
        {name: number(row, name, label, row.more.get(name, ""), 99) for name, label in COUNTS.items()},
    )
    made: list[Event] = []
    for place in (RESERVES, TANKS):
        total, starred = told[place], max(0, told[f"{place}_starred"])
        if starred > max(0, total):
            row.errors[place] = "More special forces than forces. Count again."
            raise BadCommand(say("{seat}: {error}", seat=faction_name(seat), error=row.errors[place]))
        if total >= 0:
            made.append(ForcesCounted(seat, place, total - starred, starred))
    if told["board"] >= 0:
        board[seat] = Group(told["board"])
    if told["bribes"] > 0:
        made.append(BribesLie(seat, told["bribes"]))
    return [*made, *_dead(row, rules, counted=bool(made))]


def _dead(row: SeatRow, rules: str, *, counted: bool) -> list[Event]:
    named, down = (_names(row.more.get(field, "")) for field in ("dead", "down"))
    if stray := [name for name in down if not among(name, named)]:
        row.errors["dead"] = say(
            "{leader} is face down, so it is one of the leaders in the tanks. Name it there too.", leader=stray[0]
        )
        raise BadCommand(say("{seat}: {error}", seat=faction_name(row.faction), error=row.errors["dead"]))
    if not named and not counted:
        return []
    alive = tuple(name for name in FACTIONS[row.faction].discs(rules) if not among(name, named))
    up = tuple(name for name in named if not among(name, down))
    return [LeadersNoted(row.faction, alive, up, sealed(down, row.faction), named)]


def _cards(typed: str) -> list[str]:
    """Return treachery cards that were typed with commas between them, as they are printed; "" for what is none."""
    names = {card_name(card).lower(): card_name(card) for card in every_card()}
    one = rf"\s*(?:{'|'.join(map(re.escape, names))})(?=\s*(?:,|$))|[^,]+"  # "La, La, La" is one card
    return [names.get(name.strip().lower(), "") for name in re.findall(one, typed, re.IGNORECASE) if name.strip()]


def _names(typed: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in typed.split(",") if name.strip())


# -- from paper ---------------------------------------------------------------------------------------

WHOLE_SHEET = "Paste what every code of the public sheet says, code 1 first, or the record that referee play reads."


class PositionRead(State):
    """A position as it was read from paper, for the form."""

    rows: list[SeatRow]
    middle: Middle
    first: int
    turn: int
    rules: str
    printed: Printed


def read_paper(text: str) -> PositionRead:
    """Read a position in JSON, with any whole sheets after it; raises ``BadCommand`` with a sentence."""
    try:
        record, sheets = gathered(text[:MOST_PAPER])
        place = {"events": [], **record["situation"]}
        whole = {"rules": "advanced", "phase": "any", **record, "situation": place}
        position = read_position(whole, judged="table" not in record)  # a printed sheet is put right on the form
        table = fold(position.events, REFEREE)
        printed = printed_of(record, table, sheets)
    except BadCommand:
        raise
    except BadCase as error:
        raise BadCommand(str(error)) from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadCommand(together(["This position is incomplete.", WHOLE_SHEET])) from error
    phase = position.phase if position.phase in PHASES else PHASES[0]
    middle = Middle(phase, _text(table.state(Storm).sector or ""), paper=text[:MOST_PAPER])
    middle.held = {slug(name): seat for seat, places in holdings(table).held.items() for name in places}
    middle.aside = ", ".join(card for card in things(printed.more, ASIDE) or () if card in every_card())
    middle.heaps = [(name, str(n)) for name, n in table.state(SpiceOnBoard).lying.items()][:HEAPS]
    rows = [_told_row(table, seat, place) for seat in table.seats]
    first = 1 + list(table.seats).index(table.first_player)
    return PositionRead(rows, middle, first, table.turn, table.rules, printed)


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _told_row(table: Table, seat: str, place: dict[str, Any]) -> SeatRow:
    name, hand = FACTIONS[seat].name, place.get("hand")
    held = hand.get(name, "") if isinstance(hand, dict) else ""
    spice = place.get("spice") or {}
    made = SeatRow(seat, count=str(len(held) if isinstance(held, list) else held), spice=_text(spice.get(name, "")))
    players = place.get("names")
    made.player = _text(players.get(name))[:40] if isinstance(players, dict) else ""
    made.ally = table.ally(seat) or ""
    groups = table.state(Forces).held
    for where in (RESERVES, TANKS):
        if group := groups.get((seat, where)):
            made.more |= {where: str(group.total), f"{where}_starred": _text(group.special or "")}
    own = leaders_of(table, seat)
    made.more |= {"bribes": _text(table.seats[seat].bribes or ""), "down": ", ".join(own.face_down if own else ())}
    made.more["dead"] = ", ".join((*own.face_up, *own.face_down) if own else ())
    return made
