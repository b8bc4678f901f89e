"""The start page and the set-up form: six players seated in under a minute of typing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask, Response, redirect, request
from werkzeug.datastructures import MultiDict

from referee.facts import PUBLIC
from referee.hall import Listed
from referee.journal import JournalError
from referee.phases.setup import FACTIONS, Place, SetTable, faction_name
from referee.play import BadAsk
from referee.rulings import OPTIONS, Option
from referee.table import Table
from referee.web import screen
from referee.web.desk import LINKS, Desk, chip, page
from referee.web.guard import viewer
from referee.web.seats import HOST, device_label
from referee.web.view_pages import SetupForm, SetupSeat, StartPage, TableRow
from referee.web.view_parts import Field, Frame, Link
from referee.web.words import short

USUAL = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
PHYSICAL = ("P1", "P2", "P3")
MOST_SEATS = 12


def install(app: Flask, desk: Desk) -> None:
    """Add the start page and the set-up form."""

    @app.get("/")
    @viewer("anyone")
    def start() -> Response:
        steers = desk.steers_hall()
        rows = tuple(_row(one) for one in desk.hall.tables())
        new = Link("Start a new table", "/new") if steers else Link("Take a seat with a code", "/J/")
        links = (*LINKS, Link("Many tables at once", "/convention"), Link("Ask the rules", "/rules"))
        return page(
            "start.html", StartPage(Frame("Referee", "/", links=links, theme="dark" if steers else ""), rows, new)
        )

    @app.get("/new")
    @viewer("host")
    def new() -> Response:
        return page("setup.html", Entered().form(_key(desk)))

    @app.post("/new")
    @viewer("host")
    def set_table() -> Response:
        entered = Entered.read(request.form)
        if request.form.get("move"):
            entered.move(request.form["move"])
            return page("setup.html", entered.form(_key(desk)))
        return _set(desk, entered)


def _key(desk: Desk) -> str:
    return desk.nonce


def _row(one: Listed) -> TableRow:
    if one.sitting is None:
        return TableRow(one.id, f"/t/{one.id}/", "opens with a tap")
    public = one.sitting.screen(PUBLIC)
    state = "lobby" if screen.mode_of(public) == "lobby" else f"turn {public.turn}, {public.phase}"
    return TableRow(public.name or one.id, f"/t/{one.id}/", state, seats=tuple(short(s) for s in public.seats))


def _set(desk: Desk, entered: Entered) -> Response:
    try:
        request_made = entered.ask()
    except BadAsk as error:
        return page("setup.html", entered.form(_key(desk), str(error)), 400)
    found = list(request_made.objections(Table()))
    if found:
        return page("setup.html", entered.form(_key(desk), " ".join(o.sentence for o in found)), 400)
    table, sitting = desk.hall.create(request_made.name)
    try:
        sitting.act(request_made, "host")
        issued = desk.keyring(table).issue(HOST, device_label(request.user_agent.string))
    except JournalError:
        desk.forget(table)
        raise
    answer: Response = redirect(f"/t/{table}/", 303)  # type: ignore[assignment]
    answer.set_cookie(**issued.cookie)
    return answer


def option_field(option: Option, value: str, name: str = "") -> Field:
    """Return an option as something to choose, with one line for each choice."""
    choices = tuple((choice.value, choice.label) for choice in option.choices)
    if option.allows(value) and value not in {choice.value for choice in option.choices}:
        choices = (*choices, (value, option.label(value)))
    hint = " ".join(f"*{choice.label}:* {choice.line}" for choice in option.choices)
    default = option.label(option.default) if value != option.default else ""
    return Field(
        name or option.key, option.title, "radio", value, choices, hint, default=default, chips=(chip(option.rule),)
    )


def seconds_field(option: Option, value: str, name: str) -> Field | None:
    """Return where so many seconds are typed that no choice names, ``None`` where the option is no time."""
    if option.seconds is None:
        return None
    low, high = option.seconds
    named = value in {choice.value for choice in option.choices}
    error = "" if option.allows(value) else f"A whole number of seconds, {low} to {high}."
    return Field(name, f"Or {low} to {high} seconds", "number", "" if named else value, error=error, low=low, high=high)


@dataclass
class Row:
    """One line of the form as typed."""

    faction: str
    player: str = ""
    count: str = ""
    spice: str = ""
    ally: str = ""
    error: str = ""


@dataclass
class Entered:
    """The form as it was typed, good or not."""

    rows: list[Row] = field(default_factory=lambda: [Row(seat) for seat in USUAL])
    name: str = "Tonight's table"
    first: int = 1
    rules: str = "advanced"
    turn: str = "1"
    options: dict[str, str] = field(default_factory=lambda: {key: one.default for key, one in OPTIONS.items()})

    @classmethod
    def read(cls, form: MultiDict[str, str]) -> Entered:
        """Take over whatever was typed."""
        lists = {name: form.getlist(name)[:MOST_SEATS] for name in ("faction", "player", "count", "spice", "ally")}
        rows = [
            Row(seat, *(_at(lists, name, n) for name in ("player", "count", "spice", "ally")))
            for n, seat in enumerate(lists["faction"])
        ]
        made = cls(rows, form.get("table", "")[:60].strip() or "Tonight's table")
        first = form.get("first", "1")
        made.first = int(first) if first.isdecimal() and len(first) < 3 else 1
        made.rules = "basic" if form.get("rules") == "basic" else "advanced"
        made.turn = form.get("turn", "1")[:3]
        made.options.update({key: form[key] for key in OPTIONS if key in form})
        made.options.update({key: typed for key in OPTIONS if (typed := form.get(f"{key}-seconds", "").strip()[:5])})
        return made

    def move(self, wish: str) -> None:
        """Move a row up or down, for a browser without script: "2 up"."""
        number, _, way = wish.partition(" ")
        here = int(number) - 1 if number.isdecimal() and len(number) < 3 else -1
        there = here + (1 if way == "down" else -1)
        if 0 <= here < len(self.rows) and 0 <= there < len(self.rows):
            self.rows[here], self.rows[there] = self.rows[there], self.rows[here]
            if self.first in {here + 1, there + 1}:
                self.first = here + there + 2 - self.first

    def ask(self) -> SetTable:
        """Return the ask; raises ``BadAsk`` with a sentence, and marks the row that is wrong."""
        taken = [(n, row) for n, row in enumerate(self.rows, start=1) if row.faction]
        places = tuple(self._place(row) for _, row in taken)
        seats = {row.faction for _, row in taken}
        first = next((row.faction for n, row in taken if n == self.first), taken[0][1].faction if taken else "")
        pairs = {tuple(sorted((row.faction, row.ally))) for _, row in taken if row.ally and row.ally in seats}
        if any(len([p for p in pairs if seat in p]) > 1 for seat in seats):
            raise BadAsk("A faction has one ally at most. Correct the allies.")
        turn = self.turn if self.turn.isdecimal() else "0"
        if not 1 <= int(turn) <= 20:
            raise BadAsk("The turn is a number from 1 to 20. Correct it.")
        wrong = next((one for key, one in OPTIONS.items() if not one.allows(self.options[key])), None)
        if wrong is not None:
            raise BadAsk(f"{wrong.title}: choose one of the values shown, or a number of seconds in its range.")
        changed = tuple((key, value) for key, value in self.options.items() if value != OPTIONS[key].default)
        return SetTable(self.name, places, first, self.rules, int(turn), tuple(sorted(pairs)), changed)

    def _place(self, row: Row) -> Place:
        cards, spice = (self._number(row, name, most) for name, most in (("count", 8), ("spice", 300)))
        return Place(row.faction, row.player.strip()[:40], cards, spice)

    def _number(self, row: Row, name: str, most: int) -> int:
        typed = getattr(row, name).strip()
        if not typed:
            return -1
        if not typed.isdecimal() or len(typed) > 4 or int(typed) > most:
            row.error = f"{'Cards' if name == 'count' else 'Spice'}: a whole number from 0 to {most}."
            raise BadAsk(f"{faction_name(row.faction)}: {row.error}")
        return int(typed)

    def form(self, key: str, error: str = "") -> SetupForm:
        """Return the form filled as typed."""
        rules = Field("rules", "Rules", "radio", self.rules, (("basic", "Basic"), ("advanced", "Advanced")))
        fields = {key: option_field(one, self.options[key]) for key, one in OPTIONS.items()}
        free = {key: seconds_field(one, self.options[key], f"{key}-seconds") for key, one in OPTIONS.items()}
        pairs = ((fields[key], free[key]) for key in OPTIONS if key not in PHYSICAL)
        seats = [
            SetupSeat(
                row.faction,
                short(row.faction),
                row.player,
                n == self.first,
                row.count,
                row.spice,
                row.ally,
                row.error,
            )
            for n, row in enumerate(self.rows, start=1)
        ]
        mid = any(row.count or row.spice or row.ally for row in self.rows) or self.turn not in {"", "1"}
        return SetupForm(
            frame=Frame(
                "Set the table", "/new", "/new", key=key, back=Link("All tables", "/"), links=LINKS, theme="dark"
            ),
            table=self.name,
            seats=tuple(seats),
            factions=tuple((one.id, one.name, one.short) for one in FACTIONS.values()),
            rules=rules,
            physical=tuple(fields[key] for key in PHYSICAL),
            options=tuple(one for pair in pairs for one in pair if one is not None),
            turn=self.turn,
            mid_game=mid,
            error=error,
        )


def _at(lists: Mapping[str, list[str]], name: str, n: int) -> str:
    return lists[name][n][:80] if n < len(lists[name]) else ""
