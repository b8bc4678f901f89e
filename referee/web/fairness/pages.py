"""For whoever would rather check than trust: the sealed orders of this table, and the proof that nothing leaks."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask, Response, current_app, request

from referee.common.factions import faction_name
from referee.common.physical import spice_is_kept
from referee.common.sealed_shuffles import Order, in_fours, orders_of
from referee.kernel.events import PUBLIC
from referee.kernel.table import Table
from referee.phases.knowledge.shuffle_check import audit
from referee.running.hall import Hall
from referee.running.sitting import Sitting
from referee.variants.sealed_shuffles import OpenOrders
from referee.web.app.context import LINKS, Desk, chip, page
from referee.web.app.guard import Refusal, viewer
from referee.web.app.submit import act_from_form, plain_answer
from referee.web.app.words import short
from referee.web.fairness.prove import Make, Proof, prove
from referee.web.join.seats import HOST
from referee.web.view_models.pages import ProofRow, ProvePage, SealRow, ShufflePage
from referee.web.view_models.parts import Act, Frame, Line, Link


def install(app: Flask, desk: Desk, make: Make) -> None:
    """Add the pages; ``make`` builds the program that serves the scratch copies."""

    @app.get("/t/<table>/shuffle")
    @viewer("public")
    def shuffle(table: str) -> Response:
        return page("shuffle.html", _shuffle(desk, table))

    @app.post("/t/<table>/shuffle")
    @viewer("host")
    def open_orders(table: str) -> Response:
        refused = act_from_form(desk, table, desk.sitting(table), HOST, PUBLIC)
        return refused or plain_answer(lambda: page("shuffle.html", _shuffle(desk, table)), f"/t/{table}/shuffle")

    @app.get("/t/<table>/prove")
    @viewer("host")
    def proof(table: str) -> Response:
        return page("prove.html", _prove(desk, table, request.args.get("seat", ""), make))


def _frame(desk: Desk, table: str, title: str, name: str) -> Frame:
    seat, steers, here = desk.seat(table), desk.steers(table), f"/t/{table}/{name}"
    back = Link("Back", f"/t/{table}/me") if seat and not steers else Link("Back to the table", f"/t/{table}/")
    key = desk.key(desk.sitting(table), PUBLIC)
    frame = Frame(title, here, here if steers else "", key=key, rules=f"/t/{table}/rules", back=back)
    return replace(frame, links=LINKS, wide=steers)


# -- sealed orders ------------------------------------------------------------------------------------


def _shuffle(desk: Desk, table: str) -> ShufflePage:
    sitting = desk.sitting(table)
    with sitting.locked():
        public, acts = sitting.screen(PUBLIC), sitting.acts()
    orders = orders_of(public)
    opened = bool(orders) and all(order.opened for order in orders)
    found = audit((act.number, act.events) for act in acts) if opened else None
    lines = () if found is None else _said(found.dealt, [one.words for one in found.findings if not one.good])
    frame = _frame(desk, table, "Check the shuffle", "shuffle")
    return ShufflePage(frame, tuple(map(_row, orders)), lines, _open(public, frame), chip("4.97.60"))


def _said(dealt: int, wrong: list[str]) -> tuple[Line, ...]:
    if wrong:
        return tuple(Line(f"*Does not fit.* {words}", "flag") for words in wrong)
    return (Line(f"*All fits.* {dealt} dealt cards followed these orders.", "check"),)


def _row(order: Order) -> SealRow:
    name = order.pile.capitalize()
    return SealRow(name, order.count, in_fours(order.seal), order.salt, order.cards)


def _open(public: Table, frame: Frame) -> tuple[Act, ...]:
    found = list(OpenOrders().objections(public))
    if not frame.post or any(one.firm for one in found):
        return ()
    waive = (("waive", "1"),) if found else ()
    label = "Open all seals now, by our own ruling" if found else "Open all seals"
    return (Act("OpenOrders", label, waive),)


# -- the proof ----------------------------------------------------------------------------------------


def _prove(desk: Desk, table: str, seat: str, make: Make) -> ProvePage:
    sitting = desk.sitting(table)
    public = sitting.screen(PUBLIC)
    if seat and seat not in public.seats:
        raise Refusal(404, "Nobody of that name sits here.", "Choose one of the seats shown.")
    here = f"/t/{table}/prove"
    choices = tuple(Link(faction_name(one), f"{here}?seat={one}", short(one), one == seat) for one in public.seats)
    made = _proofs(sitting, table, seat, make) if seat else []
    shown = spice_is_kept(public)  # else whether anything changed would tell what a phone was told
    rows = tuple(_proof(one) for one in made if one.viewer != seat)
    own = next((_proof(one) for one in made if one.viewer == seat), None) if shown else None
    frame = _frame(desk, table, "Prove it", "prove")
    return ProvePage(frame, choices, faction_name(seat) if seat else "", short(seat), rows, own)


def _proofs(sitting: Sitting, table: str, seat: str, make: Make) -> list[Proof]:
    running = current_app

    def like(hall: Hall) -> Flask:
        app = make(hall)
        app.jinja_env = running.jinja_env  # its templates are compiled already
        return app

    with sitting.locked():
        rows, now = sitting.rows(), sitting.now()
    return prove(like, table, rows, now, seat)


def _proof(one: Proof) -> ProofRow:
    name = {PUBLIC: "An onlooker", HOST: "The table screen"}.get(one.viewer) or faction_name(one.viewer)
    return ProofRow(name, short(one.viewer), one.pages, in_fours(one.first), in_fours(one.second), one.same)
