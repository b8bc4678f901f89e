"""Taking a seat: codes on the table screen, the page where a phone types one, hand-over, and the table's controls."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup

from referee.common.factions import faction_name
from referee.common.phones_at_seats import REFEREE_PLAYS, PhoneJoined, phones_of
from referee.kernel import PUBLIC, Table, say
from referee.running.journal import JournalError
from referee.web.app.context import device_asking, program, seats_of_browser, sitting_asked, table_asked
from referee.web.app.drawing import after_tap, htmx, message, page, see_other, small_print, to_table
from referee.web.app.qr import join_url, qr_svg
from referee.web.app.submit import act_from_form
from referee.web.http.credentials import HALL, HOST
from referee.web.http.guard import Refusal, viewer
from referee.web.http.seat_codes import ARMED_SECONDS, CodeRefused
from referee.web.join import controls
from referee.web.join.chairs import buttons_of, buttons_of_table, why
from referee.web.join.health import pulses
from referee.web.phase import table_view
from referee.web.view_models.pages import JoinPage, SeatsPage
from referee.web.view_models.parts import Act, Code, Frame, Line, Link, Plate

RENEW_SECONDS = 15.0

log = logging.getLogger("referee.web")
pages = Blueprint("join", __name__)


@pages.get("/J/", defaults={"code": ""})
@pages.get("/J/<code>")
@viewer("anyone")
def join(code: str) -> Response:
    """A scanned code sits down without another tap, unless this phone would leave a seat for it."""
    made = _join_page()
    return page("join.html", replace(made, code=code[:12], at_once=bool(code) and not made.mine))


@pages.post("/J/", defaults={"code": ""})
@pages.post("/J/<code>")
@viewer("anyone")
def claim(code: str) -> Response:
    if before := request.form.get("before"):
        found = [one for one in _next_seats() if one[0] == before]
        return _sit_down(*found[0][1:]) if found else page("join.html", _join_page(), 403)
    return _claim(request.form.get("code", code))


@pages.get("/t/<table>/seats")
@viewer("host")
def seats_page(table: str) -> Response:
    return page("seats.html", _seats())


@pages.post("/t/<table>/seats")
@viewer("host")
def seats_act(table: str) -> Response:
    act, public = request.form.get("act"), sitting_asked().screen(PUBLIC)
    offered = (*buttons_of_table(public), *(made for seat in public.seats for made in buttons_of(public, seat)))
    if act in {made.act for made in offered}:
        return act_from_form("host", PUBLIC) or after_tap(lambda: seats_page(table), url_for(".seats_page"))
    if act == "Revoke":
        _revoke(table, request.form.get("seat", ""))
    if act == "GiveControls":
        return page("seats.html", _seats(controls.give(table, request.form.get("code", ""))))
    if act == "RevokeScreen":
        controls.disconnect(table, request.form.get("hash", ""))
    return after_tap(lambda: seats_page(table), url_for(".seats_page"))


@pages.get("/host/<token>")
@viewer("anyone")
def take_controls(token: str) -> Response:
    return page("host.html", JoinPage(Frame("Table screen", request.path, request.path, links=small_print())))


@pages.post("/host/<token>")
@viewer("anyone")
def give_controls(token: str) -> Response:
    table = program.credentials.links.spend(token)
    if table is None:
        return message(
            403,
            "This link was used already or is an old one.",
            "Start the referee again, or open the newest link that it printed.",
        )
    if table != HALL:
        answer = see_other(url_for("table.board", table=table))
        answer.set_cookie(**program.keyring(table).give(device_asking()).cookie)
        return answer
    answer, issued = see_other(url_for("start.start")), program.credentials.steerers.issue(HOST, device_asking())
    answer.set_cookie(**issued.cookie)
    log.warning("The link to the table screen was opened: %s at %s.", issued.key.device, request.remote_addr)
    for one in [listed.id for listed in program.hall.tables() if listed.sitting is not None]:
        with suppress(JournalError):  # a game that is running hears of it at once
            ring = program.keyring(one)
            if ring.standing(request.cookies).host is None:
                answer.set_cookie(**ring.give(device_asking(), issued.cookie["value"]).cookie)
    return answer


def _join_page() -> JoinPage:
    frame = Frame("Take a seat", request.path, url_for(".join"), links=small_print())
    seats = tuple((say("Sit down as {seat}", seat=faction_name(seat)), before) for before, _, seat in _next_seats())
    return JoinPage(frame, mine=own_seats(), practice=url_for("practice.choose"), next_seats=seats)


def own_seats() -> tuple[Link, ...]:
    """Return the ways back to the seats that the asking browser holds: a phone gets lost easily.

    None leads to a game that is over once its people have set the next one.
    """
    held, links = [one for one in seats_of_browser() if one[0] not in program.next_game], []
    for table, seat in held:
        name = f", {program.sitting(table).screen(PUBLIC).name or table}" if len(held) > 1 else ""
        links.append(
            Link(
                say("Back to your seat: {seat}{name}", seat=faction_name(seat), name=name),
                url_for("phone.phone", table=table),
            )
        )
    return tuple(links)


def _next_seats() -> Iterator[tuple[str, str, str]]:
    """Yield each game before of this browser, the next one, and the seat of the same person there.

    Only a seat that never had a phone is theirs without a code: who was disconnected does not come back so.
    """
    for before, seat in seats_of_browser():
        with suppress(LookupError, Refusal, JournalError):
            own, following = program.sitting(before).screen(PUBLIC), program.next_game[before]
            public = program.sitting(following).screen(PUBLIC)
            person, found = own.seats[seat].player, _seats_of(own.seats[seat].player, public)
            had = {one.event.seat for one in public.log if isinstance(one.event, PhoneJoined)}
            if person and len(_seats_of(person, own)) == len(found) == 1 and not had & {*found}:
                yield before, following, found[0]


def _seats_of(person: str, public: Table) -> list[str]:
    return [seat for seat, own in public.seats.items() if own.player.casefold() == person.casefold()]


def _claim(text: str) -> Response:
    code = program.credentials.codes.claim(text, request.remote_addr or "")
    if isinstance(code, CodeRefused):
        return _refused(code)
    try:
        return _sit_down(code.table, code.seat)
    except JournalError as error:
        program.credentials.codes.put_back(code)
        return message(507, str(error))


def _sit_down(table: str, seat: str) -> Response:
    ring = program.keyring(table)
    issued = ring.take(seat, device_asking())
    for old in issued.replaced:
        program.bell.dismiss(table, old.hash)
    left = ring.standing(request.cookies).seat
    if left is not None and left.seat != seat:
        with suppress(JournalError):  # the new seat is saved already; the table may take the old one back
            _revoke(table, left.seat)  # a phone has one seat at a table
    answer = see_other(url_for("phone.phone", table=table))
    answer.set_cookie(**issued.cookie)
    return answer


def _refused(code: CodeRefused) -> Response:
    for table in code.renew:
        program.bell.ring(table, (PUBLIC,))
    error = Line(say("*{sentence}* {step}", sentence=code.sentence, step=code.next_step), "flag")
    answer = page("join.html", replace(_join_page(), error=error), 429 if code.wait else 403)
    if code.wait:
        answer.headers["Retry-After"] = str(int(code.wait) + 1)
    return answer


def _revoke(table: str, seat: str) -> None:
    for old in program.keyring(table).leave(seat):
        program.bell.dismiss(table, old.hash)


def code_view(seat: str) -> Code:
    """Return the code that opens a seat, arming a new one when the old is about to lapse."""
    address, codes = program.address, program.credentials.codes
    address.look()
    code = codes.shown(table_asked(), seat)
    if code is None or codes.seconds_left(code) < RENEW_SECONDS:
        code = codes.arm(table_asked(), seat, keep_older=True)
    drawn = qr_svg(join_url(address.ip, address.shown, code.text), say("QR code for {seat}", seat=seat))
    left, total = (int(seconds * 1000) for seconds in (codes.seconds_left(code), ARMED_SECONDS))
    return Code(Markup(drawn), code.text, address.typed, left, total)  # noqa: S704


def _is_spent(seat: str) -> bool:
    """Return True if no code of this seat is shown any more: a page that shows one has it renewed until it is used."""
    return program.credentials.codes.shown(table_asked(), seat) is None


def _seats(notice: Line | None = None) -> SeatsPage:
    sitting = sitting_asked()
    with sitting.locked():
        public = sitting.screen(PUBLIC)
        plates = tuple(_seat_card(plate, public, why(sitting, plate.seat)) for plate in table_view.plates(public))
        wanted = request.args.get("seat", "")
        big = next((plate for plate in plates if plate.seat == wanted), None)
        if big is not None and htmx and wanted in phones_of(public) and _is_spent(wanted):
            big, notice = None, Line(say("{seat}: a phone sat down.", seat=faction_name(wanted)), "check")
        if big is not None:
            big = replace(big, code=code_view(big.seat), acts=())
        frame = Frame(
            "Seats and codes",
            url_for(".seats_page", seat=wanted if big else None),
            url_for(".seats_page"),
            url_for("table.board_stream"),
            back=to_table(),
            links=small_print(),
            wide=True,
        )
        return SeatsPage(
            frame,
            public.name or table_asked(),
            plates,
            big,
            Link("A phone can't connect", url_for("help.help_page")),
            (*buttons_of_table(public), *controls.acts()),
            notice,
            pulses(public),
            url_for("health.health"),
        )


def _seat_card(plate: Plate, public: Table, told: str) -> Plate:
    """Return a seat's card; ``told`` is why the referee did what it did last for it."""
    device, seat = phones_of(public).get(plate.seat, ""), plate.seat
    played = device == REFEREE_PLAYS
    revoke = (Act("Revoke", "Disconnect this phone", (("seat", seat),)),) if device and not played else ()
    word, icon = ("played by the referee" if played else device, "check") if device else ("free", "")
    code = code_view(seat) if not device or played or program.address.moved else None
    href, acts = url_for(".seats_page", seat=seat), (*revoke, *buttons_of(public, seat))
    return replace(plate, word=word, icon=icon, phone=told, code=code, code_href=href, acts=acts)
