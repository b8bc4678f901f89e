"""The start page, the set-up form (six players seated in under a minute of typing), and what is the same for all."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, current_app, request, send_from_directory, url_for
from flask.blueprints import BlueprintSetupState

from referee.common.factions import named
from referee.common.turn import phase_name
from referee.kernel import PUBLIC, BadCommand, Table, listed, say, together
from referee.phases.mentat.victory import winner
from referee.running.acts import plain_name
from referee.running.hall import Listed
from referee.running.journal import JournalError
from referee.running.sitting import Sitting
from referee.stand_in.seats import LetRefereePlay
from referee.web.app.context import device_asking, may_steer_program, program, steering_token, tables_steered
from referee.web.app.drawing import page, see_other, small_print, to_start
from referee.web.app.event_lines import WITHHELD, short
from referee.web.http.guard import viewer
from referee.web.join.seating import own_seats
from referee.web.phase import table_view
from referee.web.start.rematch import Draws, reseat
from referee.web.start.setup_form import Entered
from referee.web.view_models.pages import Plain, StartPage, TableRow
from referee.web.view_models.parts import Field, Frame, Link

pages = Blueprint("start", __name__)
MOST_SHOWN = 60
MOST_OPENED = 3  # tables that are opened to find one that is not over
BOXES_OWNED, YEARS = "boxes", 5 * 365 * 86_400  # a cookie of the laptop, and its seconds
LICENSES = "licenses.txt"  # written by .github/licenses.py


@pages.get("/")
@viewer("anyone")
def start() -> Response:
    steers, held = may_steer_program(), tables_steered()
    tables, sought = _newest_open(program.hall.tables(), held, steers=steers), request.args.get("find", "")[:80].strip()
    found = [one for one in tables if _is_called(one, sought.casefold())] if sought else tables
    begin = request.args.get("from", 0, int) if request.args.get("from", "").isdecimal() else 0
    shown = found[begin : begin + MOST_SHOWN]
    rows = tuple(_row(one) for one in shown)
    if (older := len(found) - begin - len(shown)) > 0:
        further = f"{url_for('.start')}?{urlencode({'find': sought, 'from': begin + len(shown)})}"
        rows += (TableRow("Older tables", further, say("{older} more", older=older)),)
    new = Link("Start a new table", url_for(".new"))
    teach = Link("First game? Play with hints", url_for(".new", teach=1)) if steers else None
    links = (
        *small_print(),
        Link("Statistics", url_for("games.games")),
        Link("A game night, step by step", url_for("start.guide")),
        Link("Many tables at once", url_for("start.convention")),
        Link("Ask the rules", url_for("rules.rules")),
        *_licenses(),
    )
    return page(
        "start.html",
        StartPage(
            Frame("Referee", url_for(".start"), links=links),
            rows,
            new,
            teach,
            Field("find", "Find a table by its name", value=sought) if len(tables) > MOST_SHOWN else None,
            _last([one for one in tables if steers or one.id in held], steers=steers)
            if not sought and not begin
            else None,
            own_seats(),
            "" if steers else url_for("join.claim"),
            url_for("watch.watch") if steers and "watch" in current_app.blueprints else "",
            url_for("practice.choose"),
        ),
    )


def _licenses() -> tuple[Link, ...]:
    """Return the way to the licenses of what is packed into the program; only one file has anything packed."""
    packed = Path(str(current_app.static_folder), LICENSES).is_file()
    return (Link("Licenses", url_for("static", filename=LICENSES)),) if packed else ()


@pages.get("/new")
@viewer("host")
def new() -> Response:
    boxes, teach = request.cookies.get(BOXES_OWNED, ""), "teach" in request.args
    entered = _again(request.args.get("again", "")) or Entered.empty(boxes, teach=teach)
    return _shown(entered)


def _shown(entered: Entered, error: str = "", status: int = 200) -> Response:
    """Draw the form; where people are named, with the seal of the next draw for so many."""
    draws: Draws = current_app.extensions["rematch"]
    named = any(row.player.strip() for row in entered.rows)
    seal = draws.next(len(entered.rows)).seal if named else ""
    return page("setup.html", entered.form(_frame(), error, seal), status)


@pages.record
def keep_draws(state: BlueprintSetupState) -> None:
    state.app.extensions["rematch"] = Draws()


def _again(table: str) -> Entered | None:
    """Return the form filled with the people, factions and house rules of a table that was played."""
    sitting = program.hall.find(table) if table else None
    if sitting is None:
        return None
    entered = Entered.again(sitting.screen(PUBLIC))
    entered.follows = table
    return entered


def _tell_who_played(before: str, table: str) -> None:
    """Tell the screens of a game that is over that its people have set another table."""
    sitting = program.hall.find(before) if before else None
    if sitting is not None and winner(sitting.screen(PUBLIC)):
        program.next_game[before] = table
        program.bell.ring(before, (PUBLIC, *sitting.screen(PUBLIC).seats))


@pages.post("/new")
@viewer("host")
def set_table() -> Response:
    entered = Entered.read(request.form)
    if request.form.get("fill"):
        return _fill(entered, request.form.get("paper", ""))
    if request.form.get("move"):
        entered.move(request.form["move"])
        return _shown(entered)
    if request.form.get("reseat"):
        entered.drawn = reseat(entered.rows, request.form["reseat"], current_app.extensions["rematch"])
        return _shown(entered)
    if request.form.get("players") or request.form.get("preset"):
        entered.players(request.form.get("players", ""))
        entered.preset(request.form.get("preset", ""))
        return _shown(entered)
    return _set(entered)


@pages.get("/convention")
@viewer("anyone")
def convention() -> Response:
    frame = Frame("Many tables at once", url_for(".convention"), back=to_start(), links=small_print())
    return page("convention.html", Plain(frame))


@pages.get("/apple-touch-icon.png")
@viewer("anyone")
def icon() -> Response:
    """For a home screen that asks here without being told."""
    return send_from_directory(str(current_app.static_folder), "icon-180.png", etag=False)


@pages.get("/guide")
@viewer("anyone")
def guide() -> Response:
    frame = Frame("A game night, step by step", url_for(".guide"), back=to_start(), links=small_print())
    return page("guide.html", Plain(frame))


def _frame() -> Frame:
    here, back = url_for(".new"), Link("All tables", url_for(".start"))
    return Frame("Set the table", here, here, key=program.nonce, back=back, links=small_print())


def _is_called(one: Listed, sought: str) -> bool:
    name = one.sitting.screen(PUBLIC).name if one.sitting else ""
    return sought in name.casefold() or plain_name(sought) in one.id or sought in one.id.casefold()


def _row(one: Listed) -> TableRow:
    where = url_for("table.board", table=one.id)
    if one.sitting is None:
        return TableRow(one.id, where, "tap to open")
    try:
        doubts = (WITHHELD if one.sitting.withheld else "", "" if one.adds_up else say(NO_SUM, table=one.id))
        return replace(_open_row(one.id, where, one.sitting), doubt=together(doubts))
    except (LookupError, TypeError, ValueError, AttributeError):  # one table that makes no sense spoils no list
        return TableRow(one.id, where, "cannot be read")


def _newest_open(tables: list[Listed], held: list[str], *, steers: bool) -> list[Listed]:
    """Return these tables; those played last are opened for who may go on, until one that is not over is found."""
    for one in [one for one in tables if steers or one.id in held][:MOST_OPENED]:
        with suppress(JournalError, LookupError, TypeError, ValueError, AttributeError):
            sitting = one.sitting or program.hall.find(one.id)
            if sitting and not winner(sitting.screen(PUBLIC)):
                break
    return program.hall.tables()


def _last(tables: list[Listed], *, steers: bool) -> Link | None:
    """Return the way into the game played last that is not over, or into another with the people of the last one."""
    played = [(one.id, one.sitting.screen(PUBLIC)) for one in tables if one.sitting]
    table, public = next((one for one in played if not winner(one[1])), ("", None))
    if public is None:
        return (
            Link("Play again with the same people", f"{url_for('.new')}?again={quote(played[0][0])}")
            if played and steers
            else None
        )
    name = public.name or table
    if public.phase == "lobby":
        words = say("Continue {name}, lobby", name=name)
    else:
        words = say("Continue {name}, turn {turn}", name=name, turn=public.turn)
    return Link(words, url_for("table.board", table=table))


NO_SUM = "Something in this game’s file does not add up. On the laptop, referee verify {table}.referee says where."


def _open_row(name: str, where: str, sitting: Sitting) -> TableRow:
    public = sitting.screen(PUBLIC)
    won = winner(public)
    state = (
        "lobby"
        if table_view.mode_of(public) == "lobby"
        else say("turn {turn}: {phase}", turn=public.turn, phase=phase_name(public.phase))
    )
    if won and won.decided:
        state = say("over in turn {turn}. {decided}", turn=won.turn, decided=won.said())
    elif won:
        winners = listed([named(seat) for seat in won.seats])
        state = say("over in turn {turn}: {winners} won", turn=won.turn, winners=winners)
    return TableRow(public.name or name, where, state, seats=tuple(short(s) for s in public.seats))


def _fill(entered: Entered, paper: str) -> Response:
    try:
        filled = entered.filled(paper)
    except BadCommand as error:
        return _shown(entered, error.sentence, 400)
    return _shown(filled)


def _set(entered: Entered) -> Response:
    try:
        command, played = entered.command(), entered.played()
    except BadCommand as error:
        return _shown(entered, error.sentence, 400)
    found = list(command.objections(Table()))
    if found:
        entered.mark(command)
        return _shown(entered, " ".join(o.sentence for o in found), 400)
    table, sitting = program.hall.create(entered.name)
    try:
        outcome = sitting.act(command, "host")
        if not outcome.done:
            program.forget(table)
            return _shown(entered, outcome.objections[0].sentence, 400)
        for seat in played:
            sitting.act(LetRefereePlay(seat), PUBLIC)
        issued = program.keyring(table).give(device_asking(), steering_token())
    except JournalError:
        program.forget(table)
        raise
    _tell_who_played(entered.follows, table)
    answer = see_other(url_for("table.board", table=table))
    answer.set_cookie(**issued.cookie)
    owned = ".".join(sorted(entered.boxes))
    answer.set_cookie(BOXES_OWNED, owned, max_age=YEARS, httponly=True, samesite="Lax")
    return answer
