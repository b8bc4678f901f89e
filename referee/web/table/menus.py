"""The menus of the table screen: what is done seldom, fetched when somebody opens a menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from flask import Blueprint, Response, request, url_for

from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of
from referee.holdings.on_screen import change, correct_hand
from referee.kernel import PUBLIC, Table, ask, setting
from referee.offers.offer import CardOffers, Offer
from referee.offers.what_now import stage_of
from referee.phases.battle.live_battle import OPEN, battle_now
from referee.phases.battle.on_screen import type_wheel
from referee.phases.bidding.on_screen import pass_for
from referee.powers.taken_now import taken_now
from referee.turn.absence import presence, warnings
from referee.turn.next_phase import early_end, jumps
from referee.turn.time_limits import ALL_CLOCKS
from referee.web.app.context import form_key, may_steer, sitting_asked
from referee.web.app.drawing import page, small_print, to_table
from referee.web.app.event_lines import button_of, side_by_side
from referee.web.app.option_fields import option_field
from referee.web.http.guard import Refusal, viewer
from referee.web.join.chairs import buttons_of
from referee.web.phase import buttons, holdups, table_view
from referee.web.phase.coach import coached
from referee.web.view_models.parts import Act, Field, Frame, Link
from referee.web.view_models.screens import Menu, MenuGroup

CARE = "Use with care"
PAGES = {"phase": "This phase", "corrections": "Corrections", "pages": "Pages"}

pages = Blueprint("menus", __name__)


@pages.get("/t/<table>/more")
@viewer("public")
def more(table: str) -> Response:
    sitting, steers = sitting_asked(), may_steer()
    here = request.args.get("see", "") if steers else "pages"
    here = here if here in PAGES else "phase"
    tabs = tuple(Link(words, url_for(".more", see=name), current=name == here) for name, words in PAGES.items())
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        made = {"phase": _this_phase, "corrections": _corrections}.get(here)
        frame, groups = _frame(steers), tuple(made(public)) if made else tuple(_ways(steers))
        coach = here == "pages" and coached(public) is not None
    menu = Menu(frame, "", groups, coach, looks=here == "pages", tabs=tabs if steers else (), folds=True)
    return page("menu.html", menu, block="box")


@pages.get("/t/<table>/more/<seat>")
@viewer("host")
def of_seat(table: str, seat: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        if seat not in public.seats:
            raise Refusal(404)
        alone = seat not in phones_of(public)
        groups = tuple(_for_seat(public, seat))
        menu = Menu(_frame(steers=True), faction_name(seat), groups, stays=alone, folds=not alone)
    return page("menu.html", menu, block="box")


def _frame(steers: bool) -> Frame:
    here = url_for("table.board")
    return Frame(
        "More",
        here,
        here if steers else "",
        key=form_key(PUBLIC),
        rules=url_for("rules.of_table"),
        back=to_table(),
        links=small_print(),
        wide=True,
    )


def _ways(steers: bool) -> Iterator[MenuGroup]:
    yield MenuGroup(
        "This game",
        links=(
            Link("What happened", url_for("history.public_log")),
            Link("How it went", url_for("after.after")),
            Link("What if we fight?", url_for("what_if.open_page")),
            Link("On paper", url_for("paper.paper")),
        ),
    )
    own = (Link("Seats and codes", url_for("join.seats_page")), Link("Options", url_for("options.options")))
    yield MenuGroup("This table", links=(*(own if steers else ()), Link("Fair play", url_for("fairness.fair"))))
    yield MenuGroup(
        "Help and other tables",
        links=(
            *small_print()[1:],
            Link("League", url_for("league.league")),
            Link("All tables", url_for("start.start")),
        ),
    )


def _group(title: str, acts: Iterable[Act], *, grave: bool = False) -> MenuGroup:
    return MenuGroup(title, tuple(map(side_by_side, acts)), grave=grave)


def _this_phase(public: Table) -> Iterator[MenuGroup]:
    rest = (*map(button_of, taken_now(public, pass_for(public))), *buttons.seldom(public, corrects=False))
    asked = (*map(button_of, taken_now(public, early_end(public))), *(one for one in rest if one.asks))
    yield _group("Seldom needed", (one for one in rest if not one.asks))
    yield _group("Who leads this phase", buttons.by_whom(public), grave=True)
    yield _group(CARE, asked, grave=True)


def _corrections(public: Table) -> Iterator[MenuGroup]:
    clocks = option_field(ALL_CLOCKS, setting(public, ALL_CLOCKS), "value")
    choices = Field("value", clocks.label, "select", clocks.value, clocks.choices)
    stretch = replace(button_of(change(ALL_CLOCKS, "Set all clocks")), inputs=(choices,))
    skips = taken_now(public, jumps(public)) if table_view.mode_of(public) != "lobby" else ()
    yield _group("Put right", (*buttons.seldom(public, corrects=True), stretch))
    yield _group("Skip what is left of this phase", map(button_of, skips), grave=True)


def _for_seat(public: Table, seat: str) -> Iterator[MenuGroup]:
    taken = taken_now(public, ask(public, CardOffers(seat, "take")).value, seat, True)
    corrects = correct_hand(public, seat)
    counts = corrects if (stage := stage_of(public)) is not None and stage.mode == "declare" else ()
    live, alone = battle_now(public), seat not in phones_of(public)
    wheel = type_wheel(public, live, seat) if live and live.step == OPEN and seat in live.seats else ()
    possible = buttons.for_seat(public, seat)
    due = (*map(button_of, (*wheel, *counts)), *holdups.answers_for(public, seat))
    yield _group("Now", (*due, *(one for one in possible if not one.folds)))
    yield _group("Also possible", (*(one for one in possible if one.folds), *map(_folded, taken)))
    yield _group("Put right", (_folded(one) for one in corrects if one not in counts))
    look = (Link("Look behind the shield", url_for("looks.ask_first", seat=seat)),) if alone else ()
    code = Link("Code for a phone", url_for("join.seats_page", seat=seat))
    yield MenuGroup("Player and phone", (button_of(presence(public, seat)), *buttons_of(public, seat)), (*look, code))
    yield _group(CARE, map(button_of, warnings(public, seat)), grave=True)


def _folded(offer: Offer) -> Act:
    return replace(button_of(offer), folds=True)
