"""The table screen's page: one route shows it, takes its taps, and streams "look again"."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from urllib.parse import quote

from flask import Blueprint, Response, redirect, request, url_for

from referee.board.storm import has_moved
from referee.board.territories import strongholds
from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import REFEREE_PLAYS, phones_of, stand_ins
from referee.common.turn import PhaseBegan
from referee.kernel import PUBLIC, Table, as_seen_by, listed, say
from referee.offers.waiting import waiting
from referee.offers.what_now import stage_of
from referee.paper.join_midgame import PositionTaken
from referee.phases.battle.events import BattleJudged
from referee.phases.bidding.auction import price_shown
from referee.phases.bidding.on_screen import waited_for
from referee.phases.collection.strongholds import holder
from referee.phases.mentat.victory import winner
from referee.powers.taken_now import taken_now
from referee.powers.windows import window
from referee.running.acts import is_news
from referee.running.sitting import Sitting
from referee.turn.absence import away
from referee.turn.clock import LONGER, PAUSE, QUESTION, RESUME, longer, seconds_of_step
from referee.turn.next_phase import GoTo, alone, beginnings, next_bidding
from referee.web.after.shields import behind_the_shields
from referee.web.app.context import (
    browser_asking,
    key_asking,
    may_steer,
    program,
    seat_at,
    sitting_asked,
    table_asked,
    way,
)
from referee.web.app.drawing import after_tap, fetched, live, page
from referee.web.app.event_lines import act_of, button_of, chip, in_short, last_line, short, taken_back
from referee.web.app.submit import act_from_form, asked_of_table, last_told
from referee.web.battle.table import IN_THE_MIDDLE, battles_panel, fight_view, fights_to_choose
from referee.web.http.guard import viewer
from referee.web.join.chairs import said_aloud
from referee.web.join.connection_help import NEXT_ADDRESS, moved, other_address
from referee.web.join.health import pulses
from referee.web.join.seating import code_view
from referee.web.map.scene import scene
from referee.web.phase import buttons, holdups, table_view
from referee.web.phase.coach import coached
from referee.web.phase.moments import highlight
from referee.web.phase.on_time import (
    asked_in_the_middle,
    last_turn_acts,
    last_turn_lines,
    learn_the_pace,
    on_time,
    on_time_panel,
)
from referee.web.phase.phase_status import ending_lines, said_now
from referee.web.table.news import news
from referee.web.table.without_phones import on_their_phone, to_enter, without_phone
from referee.web.view_models.battle import Fight
from referee.web.view_models.parts import Act, Frame, Line, Link, Pad, Panel, Plate
from referee.web.view_models.screens import Board, News, Section, Won

UNDO_WORDS = 40
NEWS = ("break", "deal", "over")  # modes with room for what has just happened
ON_THE_MAP = {"glance-held", "glance-spice"}  # lists that say what the map or its strip shows


pages = Blueprint("table", __name__)


@pages.get("/t/<table>/")
@viewer("public")
def board(table: str) -> Response:
    fetched(PUBLIC)
    learn_the_pace(sitting_asked())
    return show()


@pages.post("/t/<table>/")
@viewer("host")
def board_act(table: str) -> Response:
    if request.form.get("act") == NEXT_ADDRESS:
        program.address.choose(request.form.get("ip", ""))
        return after_tap(show, way("table.board"), PUBLIC)
    return act_from_form("host", PUBLIC) or after_tap(show, way("table.board"), PUBLIC)


@pages.get("/t/<table>/stream")
@viewer("public")
def board_stream(table: str) -> Response:
    sitting_asked()
    listen = partial(program.bell.listen, table, PUBLIC, key=browser_asking(), held=key_asking() is not None)
    return live(listen, "board.html", look, "board")


@pages.get("/t/<table>")
@viewer("public")
def board_short(table: str) -> Response:
    return redirect(way("table.board"), 308)  # type: ignore[return-value]


def show() -> Response:
    return page("board.html", look())


def look() -> Board:
    sitting = sitting_asked()
    with sitting.locked():
        return build(sitting, may_steer())


def build(sitting: Sitting, steers: bool) -> Board:
    public = sitting.screen(PUBLIC)
    countdown = sitting.timer()
    paused = countdown.reason if countdown and countdown.paused else ""
    mode = table_view.mode_of(public)
    head, small, seal = table_view.headline(public, paused)
    stage = stage_of(public)
    up = stage is not None and stage.up
    told = news(public) if mode in NEWS and not holdups.is_open(public) and not winner(public) else None
    if told:
        said = f"{head} {small}".rstrip()
        told = replace(told, lines=tuple(line for line in told.lines if line.text.rstrip(".") != said))
        told = told if told.lines or told.say.rstrip(".") != said else None
    aloud = said_aloud(sitting)
    told = replace(told, lines=(*told.lines, aloud)) if told and aloud else told
    places, middle = told.places if told else (), table_view.middle_lines(public)
    ground = f"{way('table.board')}place/"
    timed = on_time(sitting, public, table_asked())
    in_the_pause = replace(timed, last=timed.last if asked_in_the_middle(public) else 0)
    drawn = scene(public, ground, places, large=mode == "break") if mode != "lobby" else None
    return Board(
        frame=_frame(sitting, public, steers),
        mode="declare" if mode == "dealing" else mode,
        table=public.name or table_asked(),
        turn=public.turn,
        turn_words=timed.turn,
        phases=table_view.steps(public),
        say=head,
        small=small,
        f=seal,
        plates=_plates(public, steers),
        lines=(
            *taken_back(sitting),
            *_said_in(mode, aloud),
            *_lobby_lines(public),
            *_unsaid(() if told and mode == "over" else () if in_the_pause.last else middle, told),
            *on_their_phone(public),
            *last_turn_lines(in_the_pause, public),
        ),
        timer=table_view.timer_view(countdown, sitting.moment(), public),
        calm=mode != "auction" or bool(paused),
        card=stage.number if stage and up else 0,
        cards=stage.of if stage and up else 0,
        high=table_view.high_view(public),
        panels=(
            *moved(steers),
            *_asked(public, steers),
            *on_time_panel(timed, beside=not in_the_pause.last),
            *(
                _with(one, None if told else aloud)
                for one in _panels(sitting, public, steers)
                if not (drawn and one.id in ON_THE_MAP)
            ),
        ),
        go=(*other_address(public), *_go(public), *last_turn_acts(in_the_pause)) if steers else (),
        enter=to_enter(public) if steers else (),
        pad=_pad(public) if steers and not paused else None,
        bar=_bar(sitting, bool(paused)) if steers else (),
        more=way("menus.more"),
        steers=steers,
        status=holdups.aloud(public, say("{head} {small}", head=head, small=small) if small else head),
        sit=_seat_of_viewer(sitting),
        battle=_battle(sitting, public, steers, head if paused not in {"", QUESTION} else ""),
        pulses=() if winner(public) else pulses(public),
        coach=coached(public),
        health=way("health.health"),
        news=told,
        moment=highlight(public, sitting.moment()),
        won=_won(public, steers),
        map=drawn,
        set_up=public.turn == 1
        and public.phase in {"lobby", "storm"}
        and not has_moved(public)
        and bool(waiting(public)),
    )


def _said_in(mode: str, aloud: Line | None) -> tuple[Line, ...]:
    """Return what the referee says before the game begins, when no log is shown."""
    return (aloud,) if aloud and mode == "lobby" else ()


def _with(panel: Panel, aloud: Line | None) -> Panel:
    """Return a panel, the log with what the referee says of its last act."""
    return replace(panel, lines=(aloud, *panel.lines)) if aloud and panel.id == "log" else panel


def _unsaid(lines: tuple[Line, ...], told: News | None) -> tuple[Line, ...]:
    """Return the lines that say more than the news; the news may begin with the turn."""
    said = tuple(words.casefold() for words in (told.say, *(line.text for line in told.lines))) if told else ()
    return tuple(line for line in lines if not any(words.endswith(line.text.casefold()) for words in said))


def _battle(sitting: Sitting, public: Table, steers: bool, stopped: str) -> Fight | None:
    """Return the battle; while its clock is paused, its headline is that, ``stopped``."""
    made, told = fight_view(public, steers), taken_back(sitting)
    if made and stopped:
        asked = say("{head} {small}", head=made.say, small=made.small) if made.small else made.say
        lines = (Line(say("*{title}*", title=asked)), *made.lines)
        acts = tuple(replace(act, go=False) for act in made.acts)
        made = replace(made, say=stopped, small="", f="", lines=lines, acts=acts, early=False)
    if made and made.proof:
        made = replace(made, wrong=url_for("reported.of_table", number=last_line(public, BattleJudged)))
    return replace(made, lines=(*told, *made.lines)) if made and told else made


def _seat_of_viewer(sitting: Sitting) -> Link:
    seat = seat_at(sitting)
    if seat:
        return Link(say("Back to your seat: {seat}", seat=faction_name(seat)), way("phone.phone"))
    return Link("Take a seat", way("join.join"))


def _won(public: Table, steers: bool) -> Won | None:
    won = winner(public)
    if won is None or table_view.mode_of(public) != "break":
        return None
    people = {seat: (short(seat), faction_name(seat), own.player) for seat, own in public.seats.items()}
    rest = tuple(one for seat, one in people.items() if seat not in won.seats)
    held = listed([place for place in strongholds(public) if holder(public, place) in won.seats])
    winners = listed([named(seat) for seat in won.seats])
    counted = held and "1.09.05" not in won.why  # after the last turn they do not count
    holds = (Line(say("{seat:The holds} {places}.", seat=winners, places=held)),) if counted else ()
    lines = (*holds, *ending_lines(public)[:-1])  # the turn stands above it
    ways: tuple[Link, ...] = (Link("How it went", way("after.after")),)
    if following := program.next_game.get(table_asked()):
        ways = (Link("Go to the next game", url_for("table.board", table=following)), *ways)
        return Won(tuple(people[seat] for seat in won.seats), lines, rest, ways)
    again = Link("Play again with the same people", f"{url_for('start.new')}?again={quote(table_asked())}")
    return Won(tuple(people[seat] for seat in won.seats), lines, rest, (again, *ways) if steers else ways)


def _asked(public: Table, steers: bool) -> tuple[Panel, ...]:
    found = asked_of_table(public)
    if not found:
        return ()
    line = Line(found[0], "flag", chips=(chip("4.97.03"),))
    return (Panel("Asked of the table", (line,), "note", (found[1],) if steers else (), id="asked"),)


def _frame(sitting: Sitting, public: Table, steers: bool) -> Frame:
    here = way("table.board")
    return Frame(
        title=say("{table}: {words}", table=public.name or table_asked(), words=table_view.headline(public, "")[0]),
        here=here,
        post=here if steers else "",
        stream=way("table.board_stream") + "?board",
        key=program.key(sitting, PUBLIC),
        rules=way("rules.of_table"),
        search=way("rules.of_table"),
        wide=True,
        sound=steers,
    )


def _plates(public: Table, steers: bool) -> tuple[Plate, ...]:
    if not steers:
        return table_view.plates(public)
    plates = table_view.plates(public, lambda seat: way("menus.of_seat", seat=seat))
    return tuple(map(_in_the_lobby, plates)) if table_view.mode_of(public) == "lobby" else plates


def _in_the_lobby(plate: Plate) -> Plate:
    if plate.phone != "no phone":
        seated = "is-turn" not in plate.states and "referee plays" not in plate.tags
        return replace(plate, word="Seated") if seated else plate
    return replace(plate, code=code_view(plate.seat), code_href=way("join.seats_page", seat=plate.seat))


def _lobby_lines(public: Table) -> tuple[Line, ...]:
    if table_view.mode_of(public) != "lobby":
        return ()
    arrows = ", along the arrows" if len(public.seats) <= 6 else ""
    right = Line(say("Play passes to the right{arrows}.", arrows=arrows), mute=True)
    told = (*said_now(public), right)
    if all(seat in phones_of(public) for seat in public.seats):
        return told
    text = say(
        "Point a camera at a free seat, or open *{typed}* and type the six characters. No phone? This screen asks you.",
        typed=program.address.typed,
    )
    return (Line(text), Line("A phone can't connect?", why=way("help.help_page")), *told)


def _shield(one: Section) -> Panel:
    heading = Line(f"*{one.title}*", f=one.f, end=one.end)
    return Panel("", (heading, *one.lines), id=f"opened-{one.f}")


def _panels(sitting: Sitting, public: Table, steers: bool) -> tuple[Panel, ...]:
    made = table_view.panels(public)
    made = (*(_shield(one) for one in behind_the_shields(sitting)), *made)
    if table_view.mode_of(public) == "break" and steers and not holdups.is_open(public):
        asked = buttons.table_panels(public)
        holders = any(one.part == "strongholds" for one in buttons.table_offers(public))
        first = [one for one in made if one.id == "glance-wins"]
        rest = (one for one in made if one not in first and not (holders and one.id == "glance-held"))
        asks = Panel("", (), acts=() if winner(public) else buttons.by_whom(public), id="whose-work")
        return (*without_phone(public), *first, *battles_panel(public, steers), *asked, *rest, asks)
    if table_view.mode_of(public) != "lobby":
        return made
    before = buttons.table_panels(public) if steers else ()
    people = [phone for seat in public.seats if (phone := phones_of(public).get(seat, "")) != REFEREE_PLAYS]
    told = "{n} of {seats} on phones" if all(people) else "{n} of {seats} on phones, the others play here"
    small = say(told, n=sum(map(bool, people)), seats=len(people))
    made_to_begin = _beginnings(public, small)  # none while the game is held up
    other = made_to_begin[1:]
    lines, acts = table_view.options_in_short(public), made_to_begin[:1] if steers else ()
    title = "Or step by step" if len(other) > 1 else "Before the first storm"
    before = (*(replace(one, title=title) for one in before[:1]), *before[1:])
    elsewhere = Panel("" if before and len(other) > 1 else "The whole turn", (), acts=tuple(other), id="whole")
    whole = (elsewhere,) if steers and other and not alone(public) else ()
    return (Panel("This game", lines, acts=acts, grow=True, id="game"), *before, *whole, *made)


def _beginnings(public: Table, seated: str) -> tuple[Act, ...]:
    """Return the buttons that begin turn 1, the bidding, and the phase in which the game begins or goes on."""
    offered = taken_now(public, beginnings(public))
    goes = [one for one in offered if one.command is GoTo]
    bids = [one for one in offered if one not in goes]
    joined = public.get(PositionTaken)
    first = joined is not None and joined.phase != "bidding"
    waits = goes[0].why_not if goes else ""
    start = tuple(replace(act_of(one), go=True, big=True, small=seated, why_not=waits) for one in buttons.leads(public))
    main = not (first or start)
    by_phase = first or not (bids or start)
    made = [button_of(replace(one, small="" if start else seated), go=main, big=main) for one in bids]
    return (*start, *made, *(button_of(one, go=by_phase, big=by_phase) for one in goes))


def _onward(public: Table) -> tuple[Act, ...]:
    fights, onward = fights_to_choose(public), buttons.going_on(public)
    if not 0 < len(fights) <= IN_THE_MIDDLE:
        return onward
    return (*fights, *(replace(one, go=False, big=False) for one in onward))


def _go(public: Table) -> tuple[Act, ...]:
    stage = stage_of(public)
    if holdups.is_open(public):
        return holdups.table_acts(public)
    if table_view.mode_of(public) == "break":
        return () if winner(public) else _onward(public)
    if stage is None:
        return ()
    if stage.mode == "over":
        following = buttons.next_phase(public)
        led = alone(public) or any(isinstance(heard.event, PhaseBegan) for heard in public.log)
        return (following,) if led else (following, button_of(next_bidding(public)))
    now, big = window(public), stage.mode in {"declare", "dealing"}
    more = (button_of(longer(15)),) if stage.mode == "deal" and now and seconds_of_step(public) else ()
    made = [replace(one, small=one.small or say("anyone may tap")) if big else one for one in waited_for(public)]
    taps = (button_of(one, go=not (n or holdups.answers_to_come(public)), big=big) for n, one in enumerate(made))
    return (*more, *taps)


def _pad(public: Table) -> Pad | None:
    stage = stage_of(public)
    if stage is None or not stage.turn or stage.turn in stand_ins(public) or holdups.is_open(public):
        return None
    gone = button_of(away(stage.turn), hot="A")
    return Pad(stage.high + 1, price_shown(public), seat=stage.turn, name=faction_name(stage.turn), away=gone)


def _undo(sitting: Sitting) -> Act:
    last = sitting.undoable()
    if last is None:
        return Act("Undo", "Undo", icon="undo", hot="U", why_not="Nothing to undo")
    heard = (as_seen_by(event, PUBLIC) for event in last.events if is_news(event))
    words = in_short((event for event in heard if event is not None), UNDO_WORDS)
    return Act("Undo", "Undo", (("last", last_told(sitting)),), icon="undo", hot="U", small=words)


def _bar(sitting: Sitting, paused: bool) -> tuple[Act, ...]:
    first = button_of(RESUME if paused else PAUSE, go=paused, hot="Space")
    public = sitting.screen(PUBLIC)
    by_itself = seconds_of_step(public) and (holdups.is_open(public) or window(public))  # a window has its own +15 s
    clock = (first, *(() if by_itself else (button_of(LONGER),))) if sitting.timer() else ()
    undo = _undo(sitting)
    redo = (Act("Redo", "Redo", hot="Shift+U"),) if sitting.redoable() else ()
    return (*clock, undo, *redo)
