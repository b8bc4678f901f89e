"""Taking a seat: codes on the table screen, the page where a phone types one, hand-over, and the table's controls."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flask import Flask, Response, redirect, request
from markupsafe import Markup

from referee.common.seating import phones_of
from referee.kernel.events import PUBLIC
from referee.running.journal import JournalError
from referee.web.app.context import HALL, LINKS, Desk, message, page
from referee.web.app.guard import viewer
from referee.web.app.submit import plain_answer
from referee.web.join.qr import join_url, qr_svg
from referee.web.join.seats import HOST, Refused, device_label
from referee.web.live.health import pulses
from referee.web.table import table_view
from referee.web.view_models.pages import JoinPage, SeatsPage
from referee.web.view_models.parts import Act, Code, Frame, Line, Link, Plate

RENEW_SECONDS = 15.0


def install(app: Flask, desk: Desk) -> None:
    """Add the routes around taking a seat."""

    @app.get("/J/", defaults={"code": ""})
    @app.get("/J/<code>")
    @viewer("anyone")
    def join(code: str) -> Response:
        return page("join.html", JoinPage(_join_frame(), code=code[:12]))

    @app.post("/J/", defaults={"code": ""})
    @app.post("/J/<code>")
    @viewer("anyone")
    def claim(code: str) -> Response:
        return _claim(desk, request.form.get("code", code))

    @app.get("/t/<table>/seats")
    @viewer("host")
    def seats_page(table: str) -> Response:
        return page("seats.html", _seats(desk, table))

    @app.post("/t/<table>/seats")
    @viewer("host")
    def seats_act(table: str) -> Response:
        act = request.form.get("act")
        if act == "Revoke":
            _revoke(desk, table, request.form.get("seat", ""))
        if act == "AnotherScreen":
            return page("seats.html", _seats(desk, table, _another_screen(desk, table)))
        return plain_answer(lambda: page("seats.html", _seats(desk, table)), f"/t/{table}/seats")

    _steering(app, desk)


def _steering(app: Flask, desk: Desk) -> None:
    @app.get("/host/<token>")
    @viewer("anyone")
    def take_controls(token: str) -> Response:
        return page("host.html", _host_page(token))

    @app.post("/host/<token>")
    @viewer("anyone")
    def give_controls(token: str) -> Response:
        table = desk.links.spend(token)
        if table is None:
            return message(
                403,
                "This link was used already or is an old one.",
                "Start the referee again, or open the newest link that it printed.",
            )
        ring = desk.steerers if table == HALL else desk.keyring(table)
        issued = ring.issue(HOST, device_label(request.user_agent.string))
        answer: Response = redirect("/" if table == HALL else f"/t/{table}/", 303)  # type: ignore[assignment]
        answer.set_cookie(**issued.cookie)
        return answer


def _host_page(token: str) -> JoinPage:
    frame = Frame("Table screen", f"/host/{token}", f"/host/{token}", links=LINKS)
    return JoinPage(frame)


def _join_frame() -> Frame:
    return Frame("Take a seat", request.path, "/J/", links=LINKS)


def _claim(desk: Desk, text: str) -> Response:
    code = desk.codes.claim(text, request.remote_addr or "")
    if isinstance(code, Refused):
        error = Line(f"*{code.sentence}* {code.next_step}", "flag")
        return page("join.html", JoinPage(_join_frame(), error=error), 403)
    ring = desk.keyring(code.table)
    try:
        issued = ring.take(code.seat, device_label(request.user_agent.string))
    except JournalError as error:
        desk.codes.put_back(code)
        return message(507, str(error))
    for old in issued.replaced:
        desk.bell.dismiss(code.table, old.hash)
    left = ring.standing(request.cookies).seat
    if left is not None and left.seat != code.seat:
        with suppress(JournalError):  # the new seat is written down already; the table may take the old one back
            _revoke(desk, code.table, left.seat)  # a phone has one seat at a table
    answer: Response = redirect(f"/t/{code.table}/me", 303)  # type: ignore[assignment]
    answer.set_cookie(**issued.cookie)
    return answer


def _revoke(desk: Desk, table: str, seat: str) -> None:
    for old in desk.keyring(table).leave(seat):
        desk.bell.dismiss(table, old.hash)


def code_view(desk: Desk, table: str, seat: str) -> Code:
    """Return the code that opens a seat, arming a new one when the old is about to lapse."""
    desk.address.look()
    code = desk.codes.shown(table, seat)
    if code is None or desk.codes.seconds_left(code) < RENEW_SECONDS:
        code = desk.codes.arm(table, seat, keep_older=True)
    drawn = qr_svg(join_url(desk.address.ip, desk.address.shown, code.text), f"QR code for {seat}")
    left = int(desk.codes.seconds_left(code) * 1000)
    return Code(Markup(drawn), code.text, desk.address.typed, left)  # noqa: S704


def _another_screen(desk: Desk, table: str) -> Line:
    link = f"http://{desk.address.typed}/host/{desk.links.make(table)}"
    return Line(f"Open *{link}* on the other screen. The link works once and gives it the table's controls.", "check")


def _seats(desk: Desk, table: str, notice: Line | None = None) -> SeatsPage:
    sitting = desk.sitting(table)
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        plates = tuple(_seat_card(desk, table, plate, phones_of(public)) for plate in table_view.plates(public))
        wanted = request.args.get("seat", "")
        big = next((plate for plate in plates if plate.seat == wanted), None)
        if big is not None:
            big = replace(big, code=code_view(desk, table, big.seat), acts=())
        here = f"/t/{table}/seats"
        frame = Frame(
            "Seats and codes", here + (f"?seat={wanted}" if big else ""), here, f"/t/{table}/stream", wide=True
        )
        frame = replace(frame, back=Link("Back to the table", f"/t/{table}/"), links=LINKS)
        another = Act("AnotherScreen", "Let another screen steer")
        return SeatsPage(
            frame,
            public.name or table,
            plates,
            big,
            Link("No phone arrives", "/help"),
            (another,),
            notice,
            pulses(desk, table),
            f"/t/{table}/health",
        )


def _seat_card(desk: Desk, table: str, plate: Plate, phones: dict[str, str]) -> Plate:
    device = phones.get(plate.seat, "")
    revoke = Act("Revoke", "Take the seat back", (("seat", plate.seat),))
    href = f"/t/{table}/seats?seat={plate.seat}"
    word, icon = (device, "check") if device else ("free", "")
    code = code_view(desk, table, plate.seat) if not device or desk.address.moved else None
    return replace(plate, word=word, icon=icon, phone="", code=code, code_href=href, acts=(revoke,) if device else ())
