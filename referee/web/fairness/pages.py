"""For players who would rather check than trust: the sealed orders of this table, and the proof that nothing leaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock
from typing import Final

from flask import Blueprint, Flask, Response, current_app, redirect, request, url_for

from referee.common.factions import faction_name
from referee.common.sealed_shuffles import in_fours, orders_of
from referee.common.what_is_physical import spice_is_kept
from referee.kernel import PUBLIC, capital, say
from referee.knowledge.shuffle_check import audit
from referee.options.sealed_shuffles import open_now
from referee.running.hall import Hall
from referee.running.sitting import Sitting
from referee.web.app.context import form_key, may_steer, program, seat_asking, sitting_asked, table_asked
from referee.web.app.drawing import after_tap, page, small_print, to_table
from referee.web.app.event_lines import button_of, chip, short
from referee.web.app.submit import act_from_form
from referee.web.fairness.prove import Proof, prove
from referee.web.http.credentials import HOST
from referee.web.http.guard import Refusal, viewer
from referee.web.view_models.pages import FairPage, ProofOf, ProofRow, SealRow, Seals
from referee.web.view_models.parts import Frame, Line, Link

WAITS_S: Final = 20.0
_ONE = Lock()
pages = Blueprint("fairness", __name__)


@pages.get("/t/<table>/fair")
@viewer("public")
def fair(table: str) -> Response:
    """Show the seals of this table's orders, what is not promised, and the proof of what this screen is sent."""
    frame = _frame()
    return page("fair.html", FairPage(frame, _seals(frame), _prove(request.args.get("seat", ""))))


@pages.post("/t/<table>/fair")
@viewer("host")
def open_orders(table: str) -> Response:
    return act_from_form(HOST, PUBLIC) or after_tap(lambda: fair(table), url_for(".fair"))


@pages.get("/t/<table>/shuffle")
@viewer("public")
def shuffle(table: str) -> Response:
    return redirect(url_for(".fair"), 308)  # type: ignore[return-value]


@pages.get("/t/<table>/prove")
@viewer("host")
def proof(table: str) -> Response:
    return redirect(url_for(".fair", seat=request.args.get("seat") or None), 308)  # type: ignore[return-value]


def _frame() -> Frame:
    seat, steers, book = seat_asking(), may_steer(), url_for("rules.of_table")
    back = Link("Back", url_for("phone.phone")) if seat and not steers else to_table()
    here, links = request.path, small_print()
    return Frame(
        "Fair play", here, here if steers else "", key=form_key(PUBLIC), rules=book, back=back, links=links, wide=steers
    )


# -- sealed orders ------------------------------------------------------------------------------------


def _seals(frame: Frame) -> Seals:
    sitting = sitting_asked()
    with sitting.locked():
        public, acts = sitting.screen(PUBLIC), sitting.acts()
    orders = orders_of(public)
    opened = bool(orders) and all(order.opened for order in orders)
    found = audit((act.number, act.events) for act in acts) if opened else None
    lines = () if found is None else _said(found.dealt, [one.words for one in found.findings if not one.good])
    opens = tuple(map(button_of, open_now(public))) if frame.post else ()
    rows = (
        SealRow(capital(say("{pile}", pile=one.pile)), one.count, in_fours(one.seal), one.salt, one.cards)
        for one in orders
    )
    return Seals(tuple(rows), lines, opens, chip("4.97.60"))


def _said(dealt: int, wrong: list[str]) -> tuple[Line, ...]:
    if wrong:
        return tuple(Line(say("*Does not fit.* {words}", words=words), "flag") for words in wrong)
    return (Line(say("*All fits.* {dealt} dealt cards followed these orders.", dealt=dealt), "check"),)


# -- the proof ----------------------------------------------------------------------------------------


def _prove(seat: str) -> ProofOf:
    """Prove it of the screen that asks; the table's screen begins with what all see, and has the others one by one."""
    sitting, steers, own_seat = sitting_asked(), may_steer(), seat_asking()
    public = sitting.screen(PUBLIC)
    if seat and seat not in public.seats:
        raise Refusal(404, "No player here has that name.", "Choose one of the seats shown.")
    choices = tuple(
        Link(faction_name(one), url_for(".fair", seat=one), short(one), one == seat)
        for one in public.seats
        if steers or one != own_seat
    )
    of: Sequence[str] = (PUBLIC, HOST) if steers else (own_seat or PUBLIC,)
    asked = request.args.get("of", "")
    if steers and asked:
        of = tuple(one for one in (PUBLIC, HOST, *public.seats) if asked in {one, "all"})
    made = _proofs(sitting, seat, of) if seat and of else []
    shown = spice_is_kept(public)  # else whether anything changed would tell what a phone was told
    rows = tuple(_proof(one) for one in made if one.viewer != seat)
    own = next((_proof(one) for one in made if one.viewer == seat), None) if shown else None
    left = [one for one in public.seats if one not in of and (shown or one != seat)] if steers and made else []
    pieces = tuple(Link(faction_name(one), url_for(".fair", seat=seat, of=one), short(one)) for one in left)
    everyone = url_for(".fair", seat=seat, of="all") if left else ""
    return ProofOf(choices, faction_name(seat) if seat else "", short(seat), rows, own, pieces, everyone)


def _proofs(sitting: Sitting, seat: str, of: Collection[str]) -> list[Proof]:
    """Compare what these viewers are sent; one comparison runs at a time, and only the table's screen waits for it."""
    if not _ONE.acquire(timeout=WAITS_S if may_steer() else 0):
        raise Refusal(503, "Another screen is comparing its pages.", "Try again in a few seconds.")
    try:
        return _compared(sitting, seat, of)
    finally:
        _ONE.release()


def _compared(sitting: Sitting, seat: str, of: Collection[str]) -> list[Proof]:
    templates, make = current_app.jinja_env, program.like

    def like(hall: Hall) -> Flask:
        app = make(hall)
        app.jinja_env = templates  # compiled already
        return app

    with sitting.locked():
        rows, now = sitting.rows(), sitting.now()
    return prove(like, table_asked(), rows, now, seat, of)


def _proof(one: Proof) -> ProofRow:
    name = {PUBLIC: "An onlooker", HOST: "The table screen"}.get(one.viewer) or faction_name(one.viewer)
    return ProofRow(name, short(one.viewer), one.pages, in_fours(one.first), in_fours(one.second), one.same)
