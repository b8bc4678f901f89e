"""The set-up form as it was typed, good or not: read, moved about, made a command, drawn again with nothing lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import field
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from referee.common.boxes import BOXES, MODULES, RULE
from referee.common.factions import FACTIONS, faction_name
from referee.common.phones_at_seats import stand_ins
from referee.common.sealed_shuffles import SHORT, in_fours
from referee.common.turn import COACH_LINES, PHASES
from referee.common.what_is_physical import BATTLE_PLANS, POSITIONS, SPICE, SPICE_DECK, STORM_CARDS, TREACHERY_CARDS
from referee.holdings.setup import SeatEntry, SetTable, set_before_play
from referee.kernel import OPTIONS, BadCommand, Option, State, Table, say, setting, typed
from referee.paper.join_midgame import JoinInTheMiddle
from referee.phases.mentat.victory import TURNS
from referee.turn.on_time.end_time import END_TIME
from referee.web.app.event_lines import chip, short
from referee.web.app.option_fields import grouped, how_long, listed_options, option_field, seconds_field
from referee.web.start.join_midgame import (
    MOST_PAPER,
    OF_A_SEAT,
    PAPER,
    Middle,
    SeatRow,
    number,
    read_paper,
    seat_fields,
)
from referee.web.start.printed import Printed
from referee.web.start.rematch import WAYS
from referee.web.view_models.pages import OptionLine, SetupBox, SetupForm, SetupModule, SetupPreset, SetupSeat
from referee.web.view_models.parts import Field, Frame

USUAL = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
PHYSICAL = tuple(one.key for one in (TREACHERY_CARDS, SPICE, BATTLE_PLANS, STORM_CARDS, SPICE_DECK, POSITIONS))
COACH = COACH_LINES.key
FEWEST_SEATS, MOST_SEATS = 2, 12


class Preset(NamedTuple):
    """What is physical at a table in one tap: its name, one line on it, and the values of ``PHYSICAL`` in order."""

    title: str
    line: str
    values: tuple[str, ...]


ON_PHONES, REAL, BIDS = "phones", "real", "bids"
PRESETS = {
    ON_PHONES: Preset(
        "All on phones",
        "The referee deals the cards, draws the storm and keeps spice and map.",
        ("dealt", "kept", "phones", "drawn", "dealt", "kept"),
    ),
    REAL: Preset(
        "Cards and board real",
        "You use cards, tokens, wheels and board; phones say what the referee should know.",
        ("told", "told", "wheels", "printed", "printed", "none"),
    ),
    BIDS: Preset(
        "Bids only",
        "The referee leads the bidding and counts cards. Everything else is on the table.",
        ("counts", "untracked", "none", "printed", "printed", "none"),
    ),
}


class Entered(State):
    """The form as it was typed, good or not."""

    rows: list[SeatRow] = field(default_factory=lambda: [SeatRow(seat) for seat in USUAL])
    name: str = "Tonight's table"
    first: int = 1
    rules: str = "advanced"
    turn: str = "1"
    options: dict[str, str] = field(default_factory=lambda: {one.key: one.default for one in listed_options()})
    middle: Middle = field(default_factory=Middle)
    errors: dict[str, str] = field(default_factory=dict)
    boxes: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()  # modules of these boxes that stay in them
    drawn: tuple[str, ...] = ()  # what was said of a draw
    chairs: bool = False  # the referee plays every seat without a name
    follows: str = ""  # the table on which the same people have just played

    @classmethod
    def read(cls, form: MultiDict[str, str]) -> Entered:
        usual = ("player", "count", "spice", "ally")
        lists = {name: form.getlist(name)[:MOST_SEATS] for name in ("faction", *usual, *OF_A_SEAT)}
        rows = [SeatRow(seat) for seat in lists["faction"]]
        for n, row in enumerate(rows):
            row.player, row.count, row.spice, row.ally = (typed(_at(lists, name, n)) for name in usual)
            row.more = {name: _at(lists, name, n) for name in OF_A_SEAT}
        made = cls(rows, typed(form.get("table", "")[:60]) or "Tonight's table")
        made.middle = Middle.read(form)
        if len(set(form.getlist("first"))) > 1:
            made.errors["first"] = "There is one First Player. Mark one seat · 1.01.01"
        first = form.get("first", "1")
        made.first = int(first) if first.isdecimal() and len(first) < 3 else 1
        made.rules = "basic" if form.get("rules") == "basic" else "advanced"
        made.turn, made.chairs = form.get("turn", "1")[:3], "chairs" in form
        made.follows = form.get("again", "")[:80]
        made.options.update({key: form[key] for key in OPTIONS if key in form})
        made.options.update({key: given for key in OPTIONS if (given := form.get(f"{key}-seconds", "").strip()[:5])})
        made._open(form.getlist("box"), frozenset(MODULES) - {*form.getlist("module")})
        made.options.update({key: form[key] for key in MODULES if key in form})
        return made

    def _open(self, boxes: Iterable[str], left_out: Iterable[str] = ()) -> None:
        """Put in play what comes in these boxes, but for the modules that are left out."""
        self.boxes, self.left_out = frozenset(boxes) & BOXES.keys(), frozenset(left_out)
        for key, one in MODULES.items():
            there = one.box in self.boxes and key not in self.left_out
            self.options[key] = one.value if there else OPTIONS[key].default

    def _find_boxes(self) -> None:
        """Tick the boxes of the modules that are in play."""
        used = {key for key, one in MODULES.items() if self.options[key] == one.value}
        self._open({MODULES[key].box for key in used}, frozenset(MODULES) - used)

    @classmethod
    def empty(cls, boxes: str, *, teach: bool) -> Entered:
        """Return the form of a group that owns these boxes, "first.second"; ``teach`` one of their first game."""
        made = cls()
        made._open(boxes.split("."))
        made.preset(ON_PHONES)
        if teach:
            made.rules, made.options[COACH] = "basic", "on"
        return made

    def preset(self, name: str) -> None:
        """Choose all that is physical in one tap; another name changes nothing."""
        if name in PRESETS:
            self.options.update(zip(PHYSICAL, PRESETS[name].values, strict=True))

    @classmethod
    def again(cls, table: Table) -> Entered:
        """Return the form for the same people once more: in their seats, with their factions and house rules.

        When an evening ends is of that evening alone, and so is a last turn agreed on during the game.
        """
        made = cls([SeatRow(seat, own.player) for seat, own in table.seats.items()], table.name, rules=table.rules)
        made.options = {key: setting(table, one) for key, one in OPTIONS.items()}
        made.options.update({END_TIME.key: END_TIME.default, TURNS.key: set_before_play(table, TURNS)})
        made._find_boxes()
        made.chairs = bool(stand_ins(table))
        return made

    def players(self, typed: str) -> None:
        """Have as many seats as players: the last one without a name goes first, a new one has a free faction."""
        wanted = int(typed) if typed.isdecimal() and len(typed) < 3 else len(self.rows)
        begins = self.rows[self.first - 1] if 1 <= self.first <= len(self.rows) else None
        while len(self.rows) > max(wanted, FEWEST_SEATS):
            unnamed = [row for row in self.rows if not row.player.strip()]
            self.rows.remove((unnamed or self.rows)[-1])
        while len(self.rows) < min(wanted, MOST_SEATS):
            taken = {row.faction for row in self.rows}
            self.rows.append(SeatRow(next((seat for seat in (*USUAL, *sorted(FACTIONS)) if seat not in taken), "")))
        self.first = self.rows.index(begins) + 1 if begins in self.rows else 1

    def move(self, command: str) -> None:
        """Move a row up or down, for a browser without script: "2 up"."""
        number, _, way = command.partition(" ")
        here = int(number) - 1 if number.isdecimal() and len(number) < 3 else -1
        there = here + (1 if way == "down" else -1)
        if 0 <= here < len(self.rows) and 0 <= there < len(self.rows):
            self.rows[here], self.rows[there] = self.rows[there], self.rows[here]
            if self.first in {here + 1, there + 1}:
                self.first = here + there + 2 - self.first

    def played(self) -> tuple[str, ...]:
        """Return the seats that the referee plays: those without a name; raises ``BadCommand`` if nobody is named."""
        taken = [row for row in self.rows if row.faction]
        if not self.chairs:
            return ()
        if not any(row.player.strip() for row in taken):
            raise BadCommand("Write down who plays. The referee plays every seat without a name.")
        return tuple(row.faction for row in taken if not row.player.strip())

    def ask(self) -> SetTable:
        """Return the command; raises ``BadCommand`` with a sentence, and marks the row that is wrong."""
        taken = [(n, row) for n, row in enumerate(self.rows, start=1) if row.faction]
        places = tuple(self._place(row) for _, row in taken)
        seats = {row.faction for _, row in taken}
        for row in (row for row in self.rows if row.player.strip() and not row.faction):
            row.errors["faction"] = say(
                "{player} has no faction. Choose one, or empty the name.", player=row.player.strip()[:40]
            )
            raise BadCommand(row.errors["faction"])
        first = next((row.faction for n, row in taken if n == self.first), taken[0][1].faction if taken else "")
        pairs = {tuple(sorted((row.faction, row.ally))) for _, row in taken if row.ally and row.ally in seats}
        for _, row in taken:
            if len([pair for pair in pairs if row.faction in pair]) > 1:
                row.errors["ally"] = "An alliance has two members, so a faction has one ally · 1.10.01.03"
                raise BadCommand(say("{seat}: {error}", seat=faction_name(row.faction), error=row.errors["ally"]))
        turn = self.turn if self.turn.isdecimal() else "0"
        if not 1 <= int(turn) <= 20:
            self.errors["turn"] = "The turn is a number from 1 to 20. Correct it."
            raise BadCommand(self.errors["turn"])
        if "first" in self.errors:
            raise BadCommand(self.errors["first"])
        wrong = next((one for key, one in OPTIONS.items() if not one.allows(self.options[key])), None)
        if wrong is not None:
            raise BadCommand(
                say("{title}: choose one of the values shown, or a number of seconds in its range.", title=wrong.title)
            )
        changed = tuple((key, value) for key, value in self.options.items() if value != OPTIONS[key].default)
        made = SetTable(self.name, places, first, self.rules, int(turn), tuple(sorted(pairs)), changed)
        printed = self._printed()
        return printed.into(made, dealt=self.options[TREACHERY_CARDS.key] == "dealt") if printed else made

    def _printed(self) -> Printed | None:
        """Return what stands on the pasted sheets, if they can be read and are the program's own."""
        with suppress(BadCommand):
            printed = read_paper(self.middle.paper).printed if self.middle.paper else None
            return printed if printed is not None and printed.own else None
        return None

    def command(self) -> SetTable | JoinInTheMiddle:
        """Return the command, for a new game or one that is under way; raises ``BadCommand`` with a sentence."""
        setup = self.ask()
        events, also = self.middle.events(self.rows, self.rules)
        setup, aside = self.middle.set_aside(setup)
        events += aside
        printed = self._printed()
        events += printed.events(tuple(place.faction for place in setup.places)) if printed else ()
        under_way = events or printed or setup.turn > 1 or self.middle.phase != PHASES[0]
        return JoinInTheMiddle(setup, events, self.middle.phase, also) if under_way else setup

    def mark(self, refused: SetTable | JoinInTheMiddle) -> None:
        for fault in refused.faults() if isinstance(refused, JoinInTheMiddle) and self._fits(refused) else ():
            row = next((row for row in self.rows if row.faction == fault.seat), None)
            place = row.errors if row else self.errors if fault.field == "turn" else self.middle.errors
            place.setdefault(fault.field, say("{sentence} ({rule})", sentence=fault.sentence, rule=fault.rule))

    @staticmethod
    def _fits(refused: JoinInTheMiddle) -> bool:
        return not list(refused.setup.objections(Table()))

    def filled(self, paper: str) -> Entered:
        """Return the form filled from a position in JSON; raises ``BadCommand`` with a sentence."""
        self.middle.paper = paper[:MOST_PAPER]
        told = read_paper(paper)
        options = told.printed.options(self.options)
        name = told.printed.table or self.name
        made = Entered(told.rows, name, told.first, told.rules, str(told.turn), options, told.middle)
        made.follows = self.follows
        made._find_boxes()
        for row in made.rows:
            row.player = row.player or next((old.player for old in self.rows if old.faction == row.faction), "")
        return made

    def _place(self, row: SeatRow) -> SeatEntry:
        cards, spice = number(row, "count", "Cards", row.count, 99), number(row, "spice", "Spice", row.spice, 300)
        return SeatEntry(row.faction, row.player.strip()[:40], cards, spice)

    def form(self, frame: Frame, error: str = "", seal: str = "") -> SetupForm:
        """Return the page; ``seal`` is that of the next draw for so many players."""
        rules = Field("rules", "Rules", "radio", self.rules, (("basic", "Basic"), ("advanced", "Advanced")))
        fields = {key: option_field(one, self.options[key]) for key, one in OPTIONS.items()}
        free = {key: seconds_field(one, self.options[key], f"{key}-seconds") for key, one in OPTIONS.items()}
        house = [one for one in listed_options() if one.key not in {*PHYSICAL, *MODULES}]
        house = [one for one in house if one.key != COACH or self.options[COACH] == "off"]

        def line(option: Option) -> OptionLine:
            both = (fields[option.key], free[option.key])
            value = option.label(self.options[option.key]) if option.allows(self.options[option.key]) else "?"
            return OptionLine(option.key, option.title, value, tuple(one for one in both if one is not None))

        seats = [
            SetupSeat(
                row.faction,
                short(row.faction),
                row.player,
                n == self.first,
                row.count,
                row.spice,
                row.ally,
                " ".join(row.errors.values()),
                seat_fields(row),
            )
            for n, row in enumerate(self.rows, start=1)
        ]
        physical = tuple(self.options[key] for key in PHYSICAL)
        first = self.options[COACH] == "on" and self.rules == "basic" and physical == PRESETS[ON_PHONES].values
        told = any(row.count or row.spice or row.ally or any(row.more.values()) for row in self.rows)
        mid = told or self.turn not in {"", "1"} or self.middle.told
        return SetupForm(
            frame=frame,
            table=self.name,
            seats=tuple(seats),
            factions=tuple((one.id, one.name, one.short) for one in FACTIONS.values()),
            boxes_rule=chip(RULE),
            boxes=tuple(
                SetupBox(
                    box,
                    name,
                    box in self.boxes,
                    tuple(
                        SetupModule(key, one.option.title, one.line, key not in self.left_out, chip(one.option.rule))
                        for key, one in MODULES.items()
                        if one.box == box
                    ),
                )
                for box, name in BOXES.items()
                if any(one.box == box for one in MODULES.values())
            ),
            rules=rules,
            numbers=tuple(range(FEWEST_SEATS, MOST_SEATS + 1)),
            presets=tuple(
                SetupPreset(name, one.title, one.line, one.values == physical) for name, one in PRESETS.items()
            ),
            first_game=first,
            chairs=self.chairs,
            physical=tuple(fields[key] for key in (*PHYSICAL, *([COACH] if self.options[COACH] == "on" else []))),
            length=tuple(line(one) for one in house if how_long(one)),
            options=grouped((one for one in house if not how_long(one)), lambda one: self.options[one.key], line),
            turn=self.turn,
            mid_game=mid,
            error=error,
            errors=tuple(self.errors.items()),
            middle=self.middle.fields(),
            ways=WAYS if any(row.player.strip() for row in self.rows) else (),
            seal=in_fours(seal[:SHORT]),
            drawn=self.drawn,
            again=self.follows,
            paper=Field("paper", "Or paste a position", "textarea", self.middle.paper, hint=PAPER),
        )


def _at(lists: Mapping[str, list[str]], name: str, n: int) -> str:
    return lists[name][n][:80] if n < len(lists[name]) else ""
