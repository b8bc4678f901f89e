"""After the game, or in a break: prices, who bought what, key moments, the spice over the turns; chronicle; export."""

from __future__ import annotations

import json
from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, request, url_for

from referee.common.factions import faction_name, named
from referee.kernel import BANK, PUBLIC, REFEREE, Table, listed, say, say_many, together
from referee.knowledge.who_knows import Glimpse, glimpses, takeovers
from referee.phases.mentat.open_shields import opened
from referee.phases.mentat.victory import winner
from referee.running.sitting import Sitting
from referee.running.transcript import lines
from referee.turn.on_time.decided import decision
from referee.turn.on_time.unfinished import Adjudication, ways_to_decide
from referee.web.after.facts import facts_of, who_played
from referee.web.after.plots import PLOT_POLICY, prices, spice_over_turns
from referee.web.after.shields import all_events, behind_the_shields
from referee.web.after.story import Chapter, KeyMoment, Levels, SoldCard, chapters, levels, sales, title_of_chapter
from referee.web.after.story import moments as key_moments
from referee.web.after.times import times_of
from referee.web.app.context import form_key, may_steer, seat_asking, sitting_asked, table_asked
from referee.web.app.drawing import after_tap, page, small_print, way_back
from referee.web.app.event_lines import button_of, chip, in_full, line_at, line_of, line_of_said, seen_by, short
from referee.web.app.submit import act_from_form
from referee.web.http.guard import Refusal, viewer
from referee.web.map.scene import scene
from referee.web.phase import phase_status
from referee.web.view_models.after import AfterPage, ChroniclePage, Stretch, WayToDecide
from referee.web.view_models.pages import Figures, LogEntry, LogPage, LogPart
from referee.web.view_models.parts import Frame, Line, Link
from referee.web.view_models.screens import Section

pages = Blueprint("after", __name__)


@pages.get("/t/<table>/after")
@viewer("public")
def after(table: str) -> Response:
    return page("after.html", _after(sitting_asked()))


@pages.post("/t/<table>/after")
@viewer("host")
def decide(table: str) -> Response:
    """Decide a game; then the table screen says so, for this page goes on where the button stood."""
    screen = url_for("table.board")
    return act_from_form("host", PUBLIC) or after_tap(lambda: Response(headers={"HX-Redirect": screen}), screen)


@pages.get("/t/<table>/seen")
@viewer("public")
def seen(table: str) -> Response:
    return page("log.html", _seen(sitting_asked()))


@pages.get("/t/<table>/chronicle")
@viewer("public")
def chronicle(table: str) -> Response:
    return redirect(url_for("history.public_log", order="told"), 308)  # type: ignore[return-value]


@pages.get("/t/<table>/export.jsonl")
@viewer("public")
def public_export(table: str) -> Response:
    return _export(PUBLIC)


@pages.get("/t/<table>/me/export.jsonl")
@viewer("seat")
def seat_export(table: str) -> Response:
    return _export(seat_asking())


# -- export -------------------------------------------------------------------------------------------


def _export(seat: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        own = sitting.screen(seat)
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines(own))
    answer = make_response(text)
    answer.mimetype = "application/jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{table_asked()}-{seat}.jsonl"'
    return answer


# -- plots --------------------------------------------------------------------------------------------


@pages.get("/t/<table>/after/<plot>.svg")
@viewer("public")
def plot(table: str, plot: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        if plot == "prices":
            drawn = prices(sales(sitting.screen(PUBLIC).log))
        elif plot == "spice" and opened(sitting.screen(PUBLIC)):
            drawn = spice_over_turns(_levels(sitting))
        else:
            raise Refusal(404, "There is no such plot here.", "Open the page After the game and look there.")
    answer = make_response(drawn)
    answer.mimetype = "image/svg+xml"
    answer.headers["Content-Security-Policy"] = PLOT_POLICY
    return answer


def _levels(sitting: Sitting) -> Levels:
    return levels(all_events(sitting), REFEREE)


# -- pages --------------------------------------------------------------------------------------------


def _frame(title: str, back: Link) -> Frame:
    return Frame(title, request.path, rules=url_for("rules.of_table"), back=back, links=small_print(), wide=may_steer())


def _after(sitting: Sitting) -> AfterPage:
    times = times_of(sitting)
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        sold, found = sales(public.log), key_moments(public.log)
        figures = [_prices(sold), _buyers(sold, public)] if sold else []
        if opened(public):
            figures.insert(0, _spice(_levels(sitting)))
        won = winner(public)
        head = phase_status.ending(public)
        lines = phase_status.how_it_ended(public)
        happened = [(one.turn, _moment(one)) for one in found]
        shields = behind_the_shields(sitting)
        facts = tuple(facts_of(public, all_events(sitting) if opened(public) else ()))
        drawn = scene(public, "#", below=True)
        ways = tuple(_way(one, public) for one in ways_to_decide(public))
    frame = _frame("After the game" if won else "The game so far", way_back())
    if may_steer():
        frame = replace(frame, post=request.path, key=form_key(PUBLIC))
    links: tuple[Link, ...] = (
        Link("Read the whole game, or print it", url_for("history.public_log", order="told")),
        Link("Save the picture of the evening", url_for("kept.picture")),
        Link("Save the evening as one file", url_for("kept.evening")),
        Link("Export (JSON lines)", url_for(".public_export")),
        Link("League", url_for("league.league")),
    )
    if opened(public):
        links += (Link("Who saw what", url_for(".seen")),)
    told = tuple((say("Turn {turn}", turn=turn), line) for turn, line in happened if line is not None)
    closed = chip("4.97.20") if won and not opened(public) else None
    return AfterPage(
        frame, head[0] if head else "", lines, tuple(figures), told, links, closed, times, shields, ways, facts, drawn
    )


def _way(one: Adjudication, public: Table) -> WayToDecide:
    acts = tuple(map(button_of, decision(public, one))) if may_steer() else ()
    return WayToDecide(Section(one.title, tuple(map(line_of_said, one.lines))), acts)


def _moment(one: KeyMoment) -> Line | None:
    line = line_of(one.event, url_for("history.public_why", number=one.number))
    return replace(line, text=one.battle) if line and one.battle else line


def _seen(sitting: Sitting) -> LogPage:
    """Return the whole ledger of knowledge, newest first; only once all shields lie open."""
    with sitting.locked():
        rows = sitting.written() if opened(sitting.screen(PUBLIC)) else []
        looks = glimpses(rows, REFEREE)
    frame = _frame("Who saw what", Link("After the game", url_for(".after")))
    told = [(one.act, _look(one), not one.stands) for one in looks if one.event.sentence(named)]
    told += [(act, _taken_over(turn, seat), False) for act, turn, seat in takeovers(rows)]
    told.sort(key=lambda one: one[0])
    entries = tuple(LogEntry(n, line, undone=undone) for n, (_, line, undone) in enumerate(told, start=1))
    closed = Line(
        "The shields stay closed until the game is won. Then the table can open them.", chips=(chip("4.97.20"),)
    )
    return LogPage(frame, (LogPart("", "", "", entries[::-1] or (LogEntry(0, closed),)),))


def _look(one: Glimpse) -> Line:
    said = say(
        "{sentence} Turn {turn}. {seats}", sentence=one.event.sentence(named), turn=one.turn, seats=seen_by(one.seats)
    )
    by = say("The referee played {seats} then.", seats=listed([named(seat) for seat in sorted(one.played)]))
    said = together([said, by]) if one.played else said
    return Line(said, chips=tuple(chip(rule) for rule in one.event.rules()[:1]))


def _taken_over(turn: int, seat: str) -> Line:
    words = "A person plays {seat} from here on and sees what the referee saw for them. Turn {turn}."
    return Line(say(words, seat=named(seat), turn=turn), f=short(seat), chips=(chip("4.97.67"),))


def _spice(story: Levels) -> Figures:
    header = ("Faction", *(say("Turn {turn}", turn=turn) for turn in story.turns))
    rows = tuple(
        (short(seat), (faction_name(seat), *("?" if n is None else str(n) for n in values)))
        for seat, values in story.spice
    )
    return Figures("Spice behind the shields", url_for(".plot", plot="spice"), "At the end of each turn.", header, rows)


def _prices(sold: tuple[SoldCard, ...]) -> Figures:
    rows = []
    for one in sold:
        payee = "the bank" if one.payee == BANK else faction_name(one.payee) if one.payee else "Karama"
        cells = (faction_name(one.buyer), str(one.number), str(one.turn), str(one.price), payee)
        rows.append((short(one.buyer), cells))
    dearest = max(sold, key=lambda one: one.price)
    mean = sum(one.price for one in sold) / len(sold)
    words = say_many(
        len(sold),
        "{n} card sold, {mean} spice on average. Most expensive: {price}, bought by {buyer} in turn {turn}.",
        "{n} cards sold, {mean} spice on average. Most expensive: {price}, bought by {buyer} in turn {turn}.",
        mean=round(mean, 1),
        price=dearest.price,
        buyer=named(dearest.buyer),
        turn=dearest.turn,
    )
    header = ("Buyer", "Card", "Turn", "Price", "Paid to")
    return Figures("Prices of the cards", url_for(".plot", plot="prices"), words, header, tuple(rows))


def _buyers(sold: tuple[SoldCard, ...], public: Table) -> Figures:
    rows = []
    for seat in public.seats:
        bought = [one for one in sold if one.buyer == seat]
        paid = sum(one.price for one in bought if one.payee)
        got = sum(one.price for one in sold if one.payee == seat)
        rows.append((short(seat), (faction_name(seat), str(len(bought)), str(paid), str(got))))
    return Figures("Who bought what", "", "", ("Faction", "Cards", "Spice paid", "Spice received"), tuple(rows))


def chronicle_of(sitting: Sitting) -> ChroniclePage:
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        made = tuple(stretch for one in chapters(public.log) if (stretch := _stretch(one, public)) is not None)
        players, name = who_played(public), public.name or table_asked()
    back = Link("Newest first", url_for("history.public_log"))
    frame = replace(_frame(say("Chronicle of {name}", name=name), back), wide=False)
    return ChroniclePage(frame, players, made)


def _stretch(one: Chapter, public: Table) -> Stretch | None:
    entries = []
    for number, _ in one.heard:
        line = line_at(public, number, url_for("history.public_why", number=number))
        if line is not None:
            entries.append(LogEntry(number, replace(line, text=in_full(line.text))))
    return Stretch(title_of_chapter(one), tuple(entries)) if entries else None
