"""A seat's own phone: the public half, the same for everybody, and the shield that fetches the secret half."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from flask import Blueprint, Response, request

from referee.board.standing import positions_kept
from referee.common.factions import faction_name
from referee.common.phones_at_seats import stand_ins
from referee.holdings.hands import CountsArePublic, hand_limit, has_room
from referee.kernel import PUBLIC, Table, ask, memoized, say
from referee.knowledge.notes import who_keeps_notes
from referee.lessons.lesson import learners
from referee.offers.offer import offers
from referee.offers.what_now import Mode, Stage, stage_of
from referee.phases.bidding.auction import price_shown
from referee.phases.mentat.victory import winner
from referee.powers.on_screen import READY, for_longer
from referee.powers.powers import stop_seconds
from referee.powers.who_answers import ready_for_phase, ready_for_turn
from referee.powers.windows import window
from referee.running.outcome import PAUSED
from referee.running.sitting import Sitting
from referee.stand_in.seats import chair_offers
from referee.turn.before_we_go_on import RULE as REMINDS
from referee.turn.clock import PAUSE_ALL, QUESTION, RESUME_ALL
from referee.turn.newcomers import newcomer_offer
from referee.turn.on_the_map import to_place
from referee.web.app.context import lasting, program, seat_asking, seat_at, sitting_asked, standing, table_asked, way
from referee.web.app.drawing import after_tap, fetched, live, page, see_other, small_print, to_table
from referee.web.app.event_lines import act_of, button_of, chip, short, taken_along, taken_back
from referee.web.app.submit import TAKE_BACK_MS, act_from_form, held_back
from referee.web.http.guard import Refusal, viewer
from referee.web.map.scene import scene
from referee.web.phase import buttons, holdups, on_time, table_view
from referee.web.phase.buttons import seat_offers
from referee.web.phase.coach import coached
from referee.web.phase.moments import highlight
from referee.web.phase.phase_status import agreed, said_now
from referee.web.phase.phase_status import counts as counted
from referee.web.phase.strip import corner, may_still, not_said_above, on_phone, said_to, strip_of, tabs_of
from referee.web.phone.reminders import bribed, done_asks, how_it_ended, still_yours
from referee.web.phone.shield import secret_of
from referee.web.phone.shield_details import Books
from referee.web.phone.turn_card import turn_card
from referee.web.table.news import just_heard
from referee.web.view_models.map import MapPage
from referee.web.view_models.pages import Message
from referee.web.view_models.parts import Act, Frame, HighBid, Line, Link, Pad
from referee.web.view_models.screens import PhonePage
from referee.web.view_models.turn_card import TurnCard

pages = Blueprint("phone", __name__)


@pages.get("/t/<table>/me")
@viewer("seat")
def phone(table: str) -> Response:
    fetched(seat_asking())
    return show()


@pages.post("/t/<table>/me")
@viewer("seat")
def phone_act(table: str) -> Response:
    seat = seat_asking()
    return act_from_form(seat, seat) or after_tap(show, way("phone.phone", tab=_tab()), seat)


@pages.get("/t/<table>/me/secret")
@viewer("seat")
def secret(table: str) -> Response:
    seat, sitting = seat_asking(), sitting_asked()
    back = Link("Back", way("phone.phone", tab=_tab()))
    with sitting.locked():
        frame = _frame(sitting, seat, _tab())
        frame = replace(frame, here=way("phone.secret"), stream="", back=back)
        refusal = held_back(seat, sitting.screen(PUBLIC)) or taken_along(sitting, seat)
        see = request.args.get("see", "")
        own = sitting.screen(seat)
        books = Books(sitting.written, lambda: {one: sitting.screen(one) for one in own.seats})
        return page("secret.html", secret_of(own, seat, _tab(), frame, refusal, see, books, request.args))


@pages.get("/t/<table>/me/map")
@viewer("seat")
def phone_map(table: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        made = scene(sitting.screen(PUBLIC), "#", below=True)
        if made is None:
            return see_other(way("phone.phone"))
        seat = seat_at(sitting)
        back = Link("Back to the game", way("phone.phone"))
        frame = replace(_frame(sitting, seat, _tab()), here=way("phone.phone_map"), post="", title="Map", back=back)
        frame = on_phone(frame, sitting, seat)
        return page("phone_map.html", MapPage(frame, made))


@pages.get("/t/<table>/me/strip")
@viewer("seat")
def phone_strip(table: str) -> Response:
    seat, sitting = seat_asking(), sitting_asked()
    with sitting.locked():
        here = way("phone.phone_strip")
        return page("strip.html", Message(on_phone(Frame("Now", here), sitting, seat), "", ""))


@pages.get("/t/<table>/me/stream")
@viewer("seat")
def phone_stream(table: str) -> Response:
    key = standing().seat
    listen = partial(program.bell.listen, table, seat_asking(), key=key.hash if key else "", held=True)
    return live(listen, "phone.html", partial(look, _tab()), "tab")


def _tab() -> str:
    asked = request.args.get("tab", "bid")
    return asked if asked in {"book", "more"} else "bid"


def show() -> Response:
    return page("phone.html", look(_tab()))


def look(tab: str) -> PhonePage:
    sitting = sitting_asked()
    seat = seat_at(sitting)
    if not seat:
        raise Refusal(403)
    with sitting.locked():
        return build(sitting, seat, tab)


class Surroundings(NamedTuple):
    """What is around a phone's page whatever happens: its frame but for the key, and two addresses."""

    frame: Callable[..., Frame]
    secret: str
    map: str
    missed: str
    practice: str = ""


@lasting
def _around(seat: str, tab: str) -> Surroundings:
    here, rules = way("phone.phone", tab=tab), way("rules.of_seat")
    frame = partial(
        Frame,
        title=faction_name(seat),
        here=here,
        post=here,
        stream=way("phone.phone_stream", tab=tab),
        rules=rules,
        search=rules,
        links=(
            Link("What happened", way("history.seat_log")),
            Link("How it went", way("after.after")),
            to_table("Table screen"),
            Link("On paper", way("paper.paper")),
            Link("Seals of this table", way("fairness.fair")),
            *small_print(),
        ),
    )
    return Surroundings(
        frame, way("phone.secret", tab=tab), way("phone.phone_map"), way("missed.since_i_looked"), _lesson(seat)
    )


def _lesson(seat: str) -> str:
    return way("practice.try_it", seat=seat, number=1) if seat in learners() else ""


def _frame(sitting: Sitting, seat: str, tab: str) -> Frame:
    """Return what is around a phone's page; by its key a page knows which of two is older."""
    return _around(seat, tab).frame(key=program.key(sitting, seat))


class OnAllPhones(NamedTuple):
    """What all phones of a table have in common: computed once for an act."""

    stage: Stage | None
    mode: Mode
    held_up: bool
    right: tuple[str, str]
    high: HighBid | None
    price: str
    chart: bool
    played: Mapping[str, str]  # by the referee


@memoized
def on_all_phones(public: Table) -> OnAllPhones:
    held_up, high = holdups.is_open(public), table_view.high_view(public)
    of_phase, chart = (corner(public), high, price_shown(public)), positions_kept(public)
    return OnAllPhones(stage_of(public), table_view.mode_of(public), held_up, *of_phase, chart, stand_ins(public))


def build(sitting: Sitting, seat: str, tab: str, around: Surroundings | None = None) -> PhonePage:
    """Return the public half of a phone, with nothing secret in it; who practices has another ``around`` it."""
    public, countdown = sitting.screen(PUBLIC), sitting.timer()
    now = on_all_phones(public)
    stage, mode = now.stage, now.mode
    paused = countdown is not None and countdown.paused
    said = said_to(public, sitting.screen(seat), seat, countdown)
    back, left = _take_back(sitting, seat)
    mid_turn = mode == "break" and tab == "bid" and seat not in now.played
    plays = mid_turn and not now.held_up
    tabs = () if around else tabs_of(public, seat, tab)
    around = around or _around(seat, tab)
    card = turn_card(public, seat, around.map) if mid_turn else None
    card = replace(card, held_up=now.held_up) if card else None
    acts = _seldom(public, seat, now) if tab == "more" else _acts(public, seat, now, card)
    mine = still_yours(sitting, seat) if plays else ""
    card, acts = done_asks(card, acts, mine) if mine else (card, acts)
    short_acts = [act for act in acts if not act.inputs and len(act.label) <= BESIDE_DONE]
    if card and plays and len(short_acts) == 1:
        card, acts = replace(card, other=short_acts[0]), tuple(act for act in acts if act not in short_acts)
    return PhonePage(
        frame=around.frame(key=program.key(sitting, seat)),
        tab=tab,
        tabs=tabs,
        seat=seat,
        name=faction_name(seat),
        f=short(seat),
        player=public.seats[seat].player,
        secret=around.secret,
        missed=around.missed if mode != "lobby" else "",
        practice=around.practice if mode == "lobby" else "",
        right=now.right,
        mode=mode,
        say=said.say,
        shut=said.shut,
        mine=stage is not None and stage.turn == seat,
        yours=said.yours,
        timer=table_view.timer_view(countdown, sitting.moment(), public),
        high=_high(now, seat) if stage is not None and stage.mode == "auction" else None,
        then=said.then,
        heard=just_heard(public) if tab == "bid" else "",
        lines=(
            *((Line(said.waits),) if said.waits and tab == "bid" else ()),
            *_away(public, seat),
            *((Line(mine, "flag", chips=(chip(REMINDS),)),) if mine else ()),
            *_noted(sitting, seat, public),
            *bribed(public, seat),
            *taken_back(sitting, seat),
            *(on_time.last_turn_on_phones(sitting, public) if tab == "bid" else ()),
            *(agreed(public, seat) if card and plays else _lines(public, seat, now, tab, paused, said.acts)),
        ),
        pad=_pad(public, seat, now, paused),
        acts=acts,
        card=card,
        coach=coached(public, seat),
        take_back=back,
        take_back_ms=left,
        status=holdups.aloud(public, said.say),
        strip=strip_of(sitting, seat) if tab != "bid" else None,
        moment=highlight(public, sitting.moment()),
        chart=around.map if now.chart else "",
        pause=None if countdown is None or countdown.reason == QUESTION else GO_ON if paused else STOP,
    )


def _high(now: OnAllPhones, seat: str) -> HighBid | None:
    """Return the bid to beat; one's own names nobody."""
    return replace(now.high, name="") if now.high and now.stage and now.stage.high_by == seat else now.high


READY_FOR = {
    "talk": "Ready: open the next card",
    "pause": "Ready: no Karama on this card",
    "settle": "Ready: no Karama on this sale",
}
STOP, GO_ON = button_of(PAUSE_ALL), button_of(RESUME_ALL, go=True, big=True)
BESIDE_DONE = 12  # letters of a button that fits there


def _stopped() -> Line:
    return Line("The clock is stopped.", "pause", chips=(chip("4.97.05"),))


def _away(public: Table, seat: str) -> tuple[Line, ...]:
    words = "You are marked away, so the table doesn't wait for you."
    return (Line(words, "away", chips=(chip("1.04.06.04"),)),) if public.seats[seat].away else ()


def _noted(sitting: Sitting, seat: str, public: Table) -> tuple[Line, ...]:
    """Return that an answer has arrived, in the same words whatever it was, while it can still be given again."""
    number = program.answered.get((table_asked(), seat))
    if number is None or not sitting.holds(number) or not any(one.command.hushed for one in offers(public, seat)):
        return ()
    return (Line("Your answer is saved. Only you see it, and you may still change it.", "check"),)


def _lines(public: Table, seat: str, now: OnAllPhones, tab: str, paused: bool, busy: bool) -> tuple[Line, ...]:
    """Return the lines below the headline; who has something to do is spared what is only good to know."""
    if tab == "bid" and now.held_up:
        return (*holdups.lines_on_phones(public), *how_it_ended(public, seat))
    if tab == "bid" and now.mode == "break":
        story = (*on_time.next_game(), Line("How the game went", why=way("after.after"))) if winner(public) else ()
        return (
            *((_stopped(),) if paused and not winner(public) else ()),
            *(replace(line, f="") for line in not_said_above(public, seat) if not (busy and line.mute)),
            *how_it_ended(public, seat),
            *agreed(public, seat),
            *story,
        )
    if tab == "bid" and public.phase == "lobby":
        return said_now(public, waits=False)
    if tab == "bid":
        stopped, stage = (_stopped(),) if paused else (), now.stage
        said = stage and (stage.own_rules[1] or stage.mode in {"declare", "dealing", "over"})
        told = table_view.middle_lines(public) if said else holdups.silenced(public)
        out = stage and stage.mode == "auction" and (seat in stage.barred or not has_room(public, seat))
        sits = (Line(_why_not(public, stage, seat), "barred"),) if stage and out else ()
        return (*stopped, *sits, *(replace(line, f="") for line in told), *agreed(public, seat, just_now=True))
    if tab == "book":
        return (Line(who_keeps_notes(public), chips=(chip("2.01.06"),)),)
    have, most = len(public.seats[seat].hand), hand_limit(public, seat)
    shown = ask(public, CountsArePublic())
    count = Line(
        say("Others see that you hold *{have} of {most}* cards", have=have, most=most),
        "full",
        chips=(chip(shown.because[0]),),
    )
    ally = public.ally(seat)
    return (
        *((count,) if shown.value else ()),
        *((Line(say("Ally: *{ally}*", ally=faction_name(ally)), f=short(ally)),) if ally else ()),
        *counted(public, seat),
        *(agreed(public, seat) if now.mode != "lobby" else ()),
    )


def _pad(public: Table, seat: str, now: OnAllPhones, paused: bool) -> Pad | None:
    stage = now.stage
    if stage is None or stage.mode != "auction" or now.held_up or seat in now.played:
        return None
    return Pad(stage.high + 1, now.price, why_not=PAUSED.sentence if paused else _why_not(public, stage, seat))


def _why_not(public: Table, stage: Stage, seat: str) -> str:
    if seat in stage.barred:
        return "You sit out this card."
    if not has_room(public, seat):
        return "Your hand is full: you sit out this card."
    return "" if stage.turn == seat else "It is not this player's turn."


def _seldom(public: Table, seat: str, now: OnAllPhones) -> tuple[Act, ...]:
    """Return what stands under More: to be asked again, and powers of the board, which are mostly announced aloud."""
    again = tuple(map(button_of, for_longer(public, seat))) if seat in ready_for_turn(public) else ()
    playing = now.mode == "break" and not now.held_up
    seldom = tuple(act_of(one) for one in seat_offers(public, seat) if one.part == "seldom") if playing else ()
    about_me = (*newcomer_offer(public, seat), *chair_offers(public, seat, mine=True))
    return again + seldom + tuple(map(button_of, about_me))


def _acts(public: Table, seat: str, at: OnAllPhones, card: TurnCard | None) -> tuple[Act, ...]:
    if seat in at.played:
        return tuple(button_of(one, go=True, big=True) for one in chair_offers(public, seat, mine=True))
    if at.held_up:
        return holdups.phone_acts(public, seat)
    if at.mode == "break":
        rest = may_still(public, seat)
        return tuple(button_of(one) if card and card.halves else act_of(one) for one in rest)
    if public.phase == "lobby":
        return (*map(act_of, to_place(public, seat)), *map(button_of, newcomer_offer(public, seat)))
    if at.stage is None:
        return ()
    now = window(public)
    if now is None:
        phase = tuple(map(button_of, for_longer(public, seat))) if at.stage.mode == "dealing" else ()
        return (*map(act_of, seat_offers(public, seat)), *phase)
    said = seat in now.ready or (seat in ready_for_phase(public) and now.by_phase)
    count = holdups.count_of_answers(public)
    small = count if said else "continues when everyone is ready"
    word = READY_FOR.get("talk" if now.kind == "pause" and not stop_seconds(public) else now.kind, "Ready")
    if now.kind == "sealed":
        word, small = ("Answered" if said else "No bid"), "or seal a bid behind the shield"
    ready = replace(READY, label=word, small=small, why_not=count if said else "")
    stops = tuple(button_of(one, big=True) for one in buttons.stops_of(public, seat))
    phase = tuple(map(button_of, for_longer(public, seat))) if now.by_phase else ()
    first = button_of(ready, go=True, big=True)
    return (first, *stops, *phase, *map(act_of, seat_offers(public, seat)))


def _take_back(sitting: Sitting, seat: str) -> tuple[Act | None, int]:
    last = sitting.slip(seat)
    if last is None:
        return None, 0
    left = TAKE_BACK_MS - (sitting.moment() - last.at)
    fresh = 0 < left <= TAKE_BACK_MS  # more, where somebody set the clock back meanwhile
    return (Act("TakeBack", "Take back", icon="undo"), left) if fresh else (None, 0)
