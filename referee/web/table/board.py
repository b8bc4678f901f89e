"""The table screen's page: one route shows it, takes its taps, and streams "look again"."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, redirect, request, url_for

from referee.common.factions import faction_name
from referee.common.hands import hand_limit
from referee.common.karama_windows import Against
from referee.common.phones_at_seats import phones_of
from referee.common.powers import Unfinished
from referee.common.traitors import Traitors
from referee.common.turn import PHASES
from referee.common.what_is_physical import cards_are_dealt
from referee.kernel.events import PUBLIC
from referee.kernel.rulings import ask, setting
from referee.kernel.table import Table
from referee.phases.bidding.auction import BeginBidding, price_shown
from referee.phases.bidding.order_of_bidding import RowSize, eligible
from referee.phases.bidding.payment import window_open
from referee.phases.bidding.state import Bidding, powers_now
from referee.phases.mentat.victory import winner
from referee.phases.paper.join_midgame import StartPhase
from referee.running.sitting import Sitting
from referee.variants.clocks import ALL_CLOCKS
from referee.web.app import buttons
from referee.web.app.context import (
    browser_asking,
    form_key,
    keep_controls,
    may_steer,
    program,
    sitting_asked,
    table_asked,
)
from referee.web.app.drawing import after_tap, live, page, part, small_print
from referee.web.app.event_lines import chip
from referee.web.app.guard import viewer
from referee.web.app.option_fields import option_field
from referee.web.app.submit import act_from_form
from referee.web.battle.table import battles_panel, fight_view
from referee.web.join.connection_help import NEXT_ADDRESS, moved, other_address
from referee.web.join.seating import code_view
from referee.web.live.health import pulses
from referee.web.table import holdups, table_view
from referee.web.table.coach import coached
from referee.web.table.phase_status import said_now
from referee.web.view_models.parts import Act, Field, Frame, Line, Link, Pad, Panel, Plate
from referee.web.view_models.screens import Board

PAUSE = Act("PauseClock", "Pause", icon="pause", hot="Space")
LONGER = Act("ExtendClock", "+30 s", (("seconds", "30"),))
RESUME = Act("ResumeClock", "Go on", icon="play", hot="Space", go=True)


pages = Blueprint("table", __name__)


@pages.get("/t/<table>/")
@viewer("public")
def board(table: str) -> Response:
    return show()


@pages.post("/t/<table>/")
@viewer("host")
def board_act(table: str) -> Response:
    if request.form.get("act") == NEXT_ADDRESS:
        program.address.choose(request.form.get("ip", ""))
        return after_tap(show, url_for("table.board"))
    refused = act_from_form("host", PUBLIC)
    answer = refused or after_tap(show, url_for("table.board"))
    keep_controls(answer)
    return answer


@pages.get("/t/<table>/stream")
@viewer("public")
def board_stream(table: str) -> Response:
    sitting_asked()
    listen = partial(program.bell.listen, table, PUBLIC, key=browser_asking())
    return live(listen, lambda: part("board.html", look()), "board")


@pages.get("/t/<table>")
@viewer("public")
def board_short(table: str) -> Response:
    return redirect(url_for("table.board"), 308)  # type: ignore[return-value]


def show() -> Response:
    return page("board.html", look())


def look() -> Board:
    """Return the table screen as it stands now, for whoever asks."""
    sitting = sitting_asked()
    with sitting.locked():
        return build(sitting, may_steer())


def build(sitting: Sitting, steers: bool) -> Board:
    """Return the table screen; it knows the public fold and nothing else."""
    public = sitting.screen(PUBLIC)
    countdown = sitting.timer()
    paused = countdown.reason if countdown and countdown.paused else ""
    mode = table_view.mode_of(public)
    say, small, seal = table_view.headline(public, paused)
    bidding = public.get(Bidding)
    up = bidding is not None and mode in {"auction", "settle"}
    return Board(
        frame=_frame(public, steers),
        mode="declare" if mode == "dealing" else mode,
        table=public.name or table_asked(),
        turn=public.turn,
        phases=table_view.steps(public),
        say=say,
        small=small,
        f=seal,
        plates=_plates(public, steers),
        lines=(*_lobby_lines(public), *table_view.middle_lines(public)),
        timer=table_view.timer_view(countdown, sitting.now(), public),
        calm=mode != "auction" or bool(paused),
        card=bidding.number if bidding and up else 0,
        cards=bidding.dealt if bidding and up else 0,
        high=table_view.high_view(public),
        panels=(*moved(steers), *_panels(public, steers)),
        go=(*other_address(public), *_go(public)) if steers else (),
        pad=_pad(public) if steers else None,
        bar=_bar(sitting, bool(paused)) if steers else (),
        more=_more(public) if steers else (),
        steers=steers,
        status=holdups.aloud(public, f"{say} {small}"),
        sit=Link("Take a seat", url_for("join.join")),
        battle=fight_view(public, steers),
        pulses=pulses(public),
        coach=coached(public),
        health=url_for("health.health"),
    )


def _frame(public: Table, steers: bool) -> Frame:
    here = url_for("table.board")
    links = (
        Link("What happened", url_for("history.public_log")),
        Link("How it went", url_for("after.after")),
        Link("What if we fight?", url_for("what_if.open_page")),
        Link("Time spent", url_for("times.times")),
        *(
            (Link("Seats and codes", url_for("join.seats_page")), Link("Options", url_for("options.options")))
            if steers
            else ()
        ),
        Link("Check the shuffle", url_for("fairness.shuffle")),
        Link("On paper", url_for("paper.paper")),
        *((Link("Prove it", url_for("fairness.proof")),) if steers else ()),
        *small_print(),
        Link("All tables", url_for("start.start")),
    )
    return Frame(
        title=f"{public.name or table_asked()}: {table_view.headline(public, '')[0]}",
        here=here,
        post=here if steers else "",
        stream=url_for("table.board_stream") + "?board",
        key=form_key(PUBLIC),
        rules=url_for("rules.of_table"),
        search=url_for("rules.of_table"),
        links=links,
        wide=True,
        sound=steers,
        theme="dark",
    )


def _plates(public: Table, steers: bool) -> tuple[Plate, ...]:
    plates = table_view.plates(public)
    if not steers:
        return plates
    lobby = table_view.mode_of(public) == "lobby"
    made = []
    for plate in plates:
        free = lobby and plate.phone == "no phone"
        code = code_view(plate.seat) if free else None
        word = {"word": "Seated", "icon": "check"} if lobby and not free else {}
        href = url_for("join.seats_page", seat=plate.seat)
        made.append(replace(plate, acts=_menu(public, plate.seat), code=code, code_href=href, **word))  # type: ignore[arg-type]
    return tuple(made)


def _menu(public: Table, seat: str) -> tuple[Act, ...]:
    own = public.seats[seat]
    who = (("seat", seat),)
    back, away = Act("MarkBack", "Back at the table", who, "check"), Act("MarkAway", "Away", who, "away")
    acts = [back if own.away else away]
    if own.bid_only:
        acts.append(Act("Warn", "May talk again", (*who, ("bid_only", "0"))))
    else:
        acts.append(Act("Warn", "Warn: talks too long", who))
        acts.append(Act("Warn", "Bids only from now on", (*who, ("bid_only", "1"))))
    if not cards_are_dealt(public):
        count = Field("count", "Cards held", "number", str(len(own.hand)), low=0, high=hand_limit(public, seat))
        acts.append(Act("CorrectCount", "Correct the count", who, inputs=(count, Field("reason", "Why"))))
        acts.append(Act("PlayCard", "Discards a card", who, inputs=(Field("card", "Name of the card"),)))
    if window := window_open(public):
        acts.append(Act("Ready", "No bid" if window.window == table_view.SEALED else "Is ready", who, "check"))
    entered = (*buttons.for_seat(public, seat), *holdups.stops_for(public, seat), *_karama_for(public, who))
    return (*entered, *acts)


def _karama_for(public: Table, who: tuple[tuple[str, str], ...]) -> list[Act]:
    if who[0][1] in phones_of(public):
        return []
    acts = [Act("StopPower", f"Karama against {p.rule}", (*who, ("rule", p.rule)), "star") for p in powers_now(public)]
    bidding = public.get(Bidding)
    if bidding and bidding.step == "bid" and bidding.turn == who[0][1]:
        acts.append(Act("TakeByKarama", "Takes the card by Karama", who, "star"))
    return acts


def _lobby_lines(public: Table) -> tuple[Line, ...]:
    if table_view.mode_of(public) != "lobby":
        return ()
    way = ", along the arrows" if len(public.seats) <= 6 else ""
    right = Line(f"Play passes to the right{way}.", mute=True)
    dealt = Line("Traitor cards are dealt. Each player keeps theirs behind the shield.", chips=(chip("0.11"),))
    told = (*said_now(public), *((dealt,) if public.state(Traitors).done else ()), right)
    if all(seat in phones_of(public) for seat in public.seats):
        return told
    text = f"Point a camera at a free seat. No camera? Open *{program.address.typed}* and type the six characters."
    way_out = Line("No phone arrives?", "flag", why=url_for("help.help_page"))
    return (Line(text), way_out, *told)


def _panels(public: Table, steers: bool) -> tuple[Panel, ...]:
    made = table_view.panels(public)
    if table_view.mode_of(public) == "break" and steers and not holdups.is_open(public):
        asked = buttons.table_panels(public)
        told = {one.act for panel in asked for one in panel.acts}
        first = [one for one in made if one.id == "glance-wins"]
        rest = (one for one in made if one not in first and not ("NameHolders" in told and one.id == "glance-held"))
        return (*first, *battles_panel(public, steers), *asked, *rest)
    if table_view.mode_of(public) != "lobby":
        return made
    before = buttons.table_panels(public) if steers else ()
    before = (*(replace(one, title="Before the first storm") for one in before[:1]), *before[1:])
    free = sum(plate.phone == "no phone" for plate in table_view.plates(public))
    seated = len(public.seats) - free
    small = f"{free} still free" if free else "everybody is seated"
    begin, storm = _beginnings(public, f"{seated} on phones, {small}")
    lines = table_view.options_in_short(public)
    whole = (Panel("The whole turn", (), acts=(storm,), id="whole"),) if steers and not buttons.alone(public) else ()
    return (Panel("This game", lines, acts=(begin,) if steers else (), grow=True, id="game"), *before, *whole, *made)


def _beginnings(public: Table, seated: str) -> tuple[Act, Act]:
    """Return the buttons that begin with the bidding, and with the phase in which the game begins or goes on."""
    joined = public.get(StartPhase)
    here = joined.phase if joined else PHASES[0]
    label = f"Go on with {table_view.phase_name(here).lower()}" if joined else "Begin with the storm"
    first = joined is not None and here != "bidding"
    waits = " ".join(one.sentence for one in ask(public, Against(BeginBidding(public.turn))).value)
    begin = f"Begin bidding, turn {public.turn}"
    bids = Act("BeginBidding", begin, go=not first, big=not first, small=seated, why_not=waits)
    return bids, Act("GoTo", label, (("phase", here),), go=first, big=first, why_not=waits)


def _go(public: Table) -> tuple[Act, ...]:
    bidding = public.get(Bidding)
    if holdups.is_open(public):
        return holdups.table_acts(public)
    if table_view.mode_of(public) == "break":
        return () if winner(public) else buttons.going_on(public)
    if bidding is None:
        return ()
    if bidding.step == "declare":
        return (Act("DeclareHands", "All counts are right", go=True, big=True, small="then the row is dealt"),)
    if bidding.step == "deal":
        able = len(eligible(public))
        count = ask(public, RowSize(able)).value
        label, waits = f"Deal {count} card{'s' * (count != 1)}", ask(public, Unfinished()).value
        return (Act("DealRow", label if able else "Nobody has room", go=True, big=True, why_not=waits),)
    if bidding.step == "talk":
        more = Act("ExtendClock", "+15 s", (("seconds", "15"),))
        close = _close("Open the bids" if bidding.window == table_view.SEALED else "Open now")
        return (more, close) if bidding.seconds > 0 else (close,)
    if bidding.step == "settle":
        cannot = Act("CannotPay", "Cannot pay", (("seat", bidding.high_by),))
        return (_close("Paid, go on"), cannot)
    if bidding.step == "over":
        following = buttons.next_phase(public)
        return (following,) if buttons.alone(public) else (following, replace(buttons.next_bidding(public), go=False))
    return ()


def _close(label: str) -> Act:
    return Act("CloseWindow", label, go=True)


def _pad(public: Table) -> Pad | None:
    bidding = public.get(Bidding)
    waits = holdups.is_open(public)
    if bidding is None or public.phase != "bidding" or bidding.step != "bid" or not bidding.turn or waits:
        return None
    return Pad(bidding.high + 1, price_shown(public), seat=bidding.turn, name=faction_name(bidding.turn))


def _bar(sitting: Sitting, paused: bool) -> tuple[Act, ...]:
    clock = (RESUME if paused else PAUSE, LONGER) if sitting.timer() else ()
    undo = Act("Undo", "Undo", icon="undo", hot="U", why_not="" if sitting.undoable() else "Nothing to undo")
    redo = (Act("Redo", "Redo", hot="Shift+U"),) if sitting.redoable() else ()
    return (*clock, undo, *redo)


def _more(public: Table) -> tuple[Act, ...]:
    bidding = public.get(Bidding)
    acts: list[Act] = []
    if bidding and bidding.step == "bid" and bidding.turn:
        acts.append(Act("PassFor", f"Pass for {faction_name(bidding.turn)}", (("seat", bidding.turn),), "pass"))
        acts.append(
            Act("MarkAway", f"{faction_name(bidding.turn)} is away", (("seat", bidding.turn),), "away", hot="A")
        )
    clocks = option_field(ALL_CLOCKS, setting(public, ALL_CLOCKS), "value")
    choices = Field("value", clocks.label, "select", clocks.value, clocks.choices)
    stretch = Act("ChangeOption", "Set all clocks", (("option", ALL_CLOCKS.key),), inputs=(choices,))
    return (*acts, *(buttons.jumps(public) if table_view.mode_of(public) != "lobby" else ()), stretch)
