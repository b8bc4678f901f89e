"""The menus of the table screen: what is done seldom, fetched when somebody opens a menu."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from referee.common.factions import faction_name
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import hand_limit
from referee.kernel.events import PUBLIC
from referee.kernel.rulings import setting
from referee.kernel.table import Table
from referee.screens.what_now import stage_of
from referee.variants.clocks import ALL_CLOCKS
from referee.web.app.context import form_key, may_steer, sitting_asked
from referee.web.app.drawing import page, small_print, to_table
from referee.web.app.option_fields import option_field
from referee.web.http.guard import Refusal, viewer
from referee.web.phase import buttons, holdups, table_view
from referee.web.phase.coach import coached
from referee.web.view_models.parts import Act, Field, Frame, Link
from referee.web.view_models.screens import Menu

PAGES = {"phase": "This phase", "corrections": "Corrections", "pages": "Pages"}

pages = Blueprint("menus", __name__)


@pages.get("/t/<table>/more")
@viewer("public")
def more(table: str) -> Response:
    """Show what stands behind "More" at the foot of the table screen: one of three short pages."""
    sitting, steers = sitting_asked(), may_steer()
    here = request.args.get("see", "") if steers else "pages"
    here = here if here in PAGES else "phase"
    tabs = tuple(Link(words, url_for(".more", see=name), current=name == here) for name, words in PAGES.items())
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        acts = {"phase": _this_phase, "corrections": _corrections}[here](public) if here != "pages" else ()
        frame, links = _frame(steers), _ways(steers) if here == "pages" else ()
        coach = here == "pages" and coached(public) is not None
    menu = Menu(frame, "", links, acts, coach, looks=here == "pages", tabs=tabs if steers else ())
    return page("menu.html", menu, block="box")


@pages.get("/t/<table>/more/<seat>")
@viewer("host")
def of_seat(table: str, seat: str) -> Response:
    sitting = sitting_asked()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        if seat not in public.seats:
            raise Refusal(404)
        code = Link("Code for a phone", url_for("join.seats_page", seat=seat))
        alone = seat not in phones_of(public)
        menu = Menu(_frame(steers=True), faction_name(seat), (code,), _for_seat(public, seat), stays=alone)
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


def _ways(steers: bool) -> tuple[Link, ...]:
    own = (Link("Seats and codes", url_for("join.seats_page")), Link("Options", url_for("options.options")))
    return (
        Link("What happened", url_for("history.public_log")),
        Link("How it went", url_for("after.after")),
        Link("What if we fight?", url_for("what_if.open_page")),
        *(own if steers else ()),
        Link("Fair play", url_for("fairness.fair")),
        Link("On paper", url_for("paper.paper")),
        *small_print()[1:],
        Link("All tables", url_for("start.start")),
    )


def _this_phase(public: Table) -> tuple[Act, ...]:
    """Return what may be entered in this phase and seldom is."""
    stage = stage_of(public)
    acts: list[Act] = []
    if stage and stage.turn:
        acts.append(Act("PassFor", f"Pass for {faction_name(stage.turn)}", (("seat", stage.turn),), "pass"))
    acts += buttons.early_end(public)
    return (*acts, *(one for one in buttons.seldom(public) if not _corrects(one)), *buttons.whose_work(public))


def _corrects(act: Act) -> bool:
    """Say whether a button corrects what was entered, and enters nothing new."""
    return act.label.startswith(("Correct", "Set the"))


def _corrections(public: Table) -> tuple[Act, ...]:
    """Return the corrections of the game and its clocks."""
    clocks = option_field(ALL_CLOCKS, setting(public, ALL_CLOCKS), "value")
    choices = Field("value", clocks.label, "select", clocks.value, clocks.choices)
    stretch = Act("ChangeOption", "Set all clocks", (("option", ALL_CLOCKS.key),), inputs=(choices,))
    corrections = (one for one in buttons.seldom(public) if _corrects(one))
    return (stretch, *corrections, *(buttons.jumps(public) if table_view.mode_of(public) != "lobby" else ()))


def _for_seat(public: Table, seat: str) -> tuple[Act, ...]:
    """Return what the table may do for a seat, what is needed often first."""
    own = public.seats[seat]
    who = (("seat", seat),)
    back, away = Act("MarkBack", "Back at the table", who, "check"), Act("MarkAway", "Away", who, "away")
    acts = [back if own.away else away]
    if not cards_are_dealt(public):
        count = Field("count", "Cards held", "number", str(len(own.hand)), low=0, high=hand_limit(public, seat))
        acts.append(Act("CorrectCount", "Correct the count", who, inputs=(count, Field("reason", "Why"))))
        acts.append(Act("PlayCard", "Discard a card", who, inputs=(Field("card", "Name of the card"),)))
    if own.bid_only:
        acts.append(Act("Warn", "May talk again", (*who, ("bid_only", "0"))))
    else:
        acts.append(Act("Warn", "Warn for stalling", who))
        acts.append(Act("Warn", "Only bids from this player now", (*who, ("bid_only", "1"))))
    entered = (*buttons.for_seat(public, seat), *holdups.stops_for(public, seat), *_take_for(public, seat))
    return (*entered, *acts)


def _take_for(public: Table, seat: str) -> tuple[Act, ...]:
    stage = stage_of(public)
    if seat in phones_of(public) or stage is None or stage.turn != seat:
        return ()
    return (Act("TakeByKarama", "Take the card with Karama", (("seat", seat),), "star"),)
