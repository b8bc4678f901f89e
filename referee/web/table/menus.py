"""The menus of the table screen: what is done seldom, fetched when somebody opens a menu."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from referee.common.factions import faction_name
from referee.common.hands import hand_limit
from referee.common.phones_at_seats import phones_of
from referee.common.what_is_physical import cards_are_dealt
from referee.kernel.events import PUBLIC
from referee.kernel.rulings import setting
from referee.kernel.table import Table
from referee.phases.bidding.payment import window_open
from referee.phases.bidding.state import Bidding, powers_now
from referee.variants.clocks import ALL_CLOCKS
from referee.web.app import buttons
from referee.web.app.context import form_key, may_steer, sitting_asked
from referee.web.app.drawing import page, small_print, to_table
from referee.web.app.guard import Refusal, viewer
from referee.web.app.option_fields import option_field
from referee.web.table import holdups, table_view
from referee.web.table.coach import coached
from referee.web.view_models.parts import Act, Field, Frame, Link
from referee.web.view_models.screens import Menu

pages = Blueprint("menus", __name__)


@pages.get("/t/<table>/more")
@viewer("public")
def more(table: str) -> Response:
    """Show what stands behind "More" at the foot of the table screen."""
    sitting, steers = sitting_asked(), may_steer()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        acts = _seldom(public) if steers else ()
        menu = Menu(_frame(steers), "", _ways(steers), acts, coached(public) is not None, looks=True)
    return page("menu.html", menu, block="box")


@pages.get("/t/<table>/more/<seat>")
@viewer("host")
def of_seat(table: str, seat: str) -> Response:
    """Show the menu of a seat."""
    sitting = sitting_asked()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        if seat not in public.seats:
            raise Refusal(404)
        code = Link("Code for a phone", url_for("join.seats_page", seat=seat))
        menu = Menu(_frame(steers=True), faction_name(seat), (code,), _for_seat(public, seat))
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
        Link("Time spent", url_for("times.times")),
        *(own if steers else ()),
        Link("Check the shuffle", url_for("fairness.shuffle")),
        Link("On paper", url_for("paper.paper")),
        *((Link("Prove it", url_for("fairness.proof")),) if steers else ()),
        *small_print(),
        Link("All tables", url_for("start.start")),
    )


def _seldom(public: Table) -> tuple[Act, ...]:
    bidding = public.get(Bidding)
    acts: list[Act] = []
    if bidding and bidding.step == "bid" and bidding.turn:
        acts.append(Act("PassFor", f"Pass for {faction_name(bidding.turn)}", (("seat", bidding.turn),), "pass"))
    clocks = option_field(ALL_CLOCKS, setting(public, ALL_CLOCKS), "value")
    choices = Field("value", clocks.label, "select", clocks.value, clocks.choices)
    stretch = Act("ChangeOption", "Set all clocks", (("option", ALL_CLOCKS.key),), inputs=(choices,))
    return (*acts, *(buttons.jumps(public) if table_view.mode_of(public) != "lobby" else ()), stretch)


def _for_seat(public: Table, seat: str) -> tuple[Act, ...]:
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
    entered = (*buttons.for_seat(public, seat), *holdups.stops_for(public, seat), *_karama_for(public, seat))
    return (*entered, *acts)


def _karama_for(public: Table, seat: str) -> list[Act]:
    if seat in phones_of(public):
        return []
    who = (("seat", seat),)
    acts = [Act("StopPower", f"Karama against {p.rule}", (*who, ("rule", p.rule)), "star") for p in powers_now(public)]
    bidding = public.get(Bidding)
    if bidding and bidding.step == "bid" and bidding.turn == seat:
        acts.append(Act("TakeByKarama", "Takes the card by Karama", who, "star"))
    return acts
