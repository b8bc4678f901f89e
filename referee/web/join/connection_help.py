"""What to do when no phone arrives: the doctor's findings, other addresses, and a code that joins a hotspot."""

from __future__ import annotations

import platform

from flask import Blueprint, Response, request, url_for

from referee.common.phones_at_seats import phones_of
from referee.kernel import Table, Value, say
from referee.web.app.context import may_steer_program, program
from referee.web.app.drawing import after_tap, page, small_print
from referee.web.http.address import advice
from referee.web.http.guard import viewer
from referee.web.join.doctor import GUEST, BadWifi, Finding, firewall, try_addresses, wifi_svg
from referee.web.phase.table_view import mode_of
from referee.web.view_models.parts import Act, Frame, Line, Link, Pairs, Panel

NEXT_ADDRESS = "NextAddress"
SYSTEMS = (("Windows", "Windows"), ("Darwin", "macOS"), ("Linux", "Linux"))
ICONS = {True: "check", False: "flag", None: "find"}


pages = Blueprint("help", __name__)


class HelpPage(Value):
    """help.html: what to do when no phone arrives."""

    frame: Frame
    address: str
    others: tuple[Act, ...]  # other addresses, one tap each
    firewall: Pairs  # (system, one line to type)
    this_system: str = ""
    lines: tuple[Line, ...] = ()  # what the program found out by itself
    checks: tuple[tuple[Line, str], ...] = ()  # the doctor's findings, each with what to type
    wifi: bool = False  # offer to draw a code for a hotspot
    error: str = ""


class WifiPage(Value):
    """wifi.html: the code that joins a hotspot, drawn once and kept nowhere."""

    frame: Frame
    name: str
    svg: str


@pages.before_app_request
def notice_guests() -> None:
    if request.path.startswith("/J/"):  # who has no seat yet: what seated phones do is nobody's business (P5)
        program.address.note_guest(request.remote_addr or "127.0.0.1")


@pages.get("/help")
@viewer("anyone")
def help_page() -> Response:
    return page("help.html", _help())


@pages.post("/help")
@viewer("host")
def choose_address() -> Response:
    program.address.choose(request.form.get("ip", ""))
    return after_tap(help_page, url_for(".help_page"))


@pages.post("/help/wifi")
@viewer("host")
def join_wifi() -> Response:
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        drawn = wifi_svg(name, password)
    except BadWifi as error:
        return page("help.html", _help(str(error)), 400)
    frame = Frame(
        "Join the Wi-Fi", request.path, back=Link("Back", url_for(".help_page")), links=small_print(), wide=True
    )
    return page("wifi.html", WifiPage(frame, name, drawn))


def _help(error: str = "") -> HelpPage:
    address, steers, here = program.address, may_steer_program(), url_for(".help_page")
    address.look()
    others = tuple(
        Act("Address", say("Use {ip}", ip=one.ip), (("ip", one.ip),), small=one.interface)
        for one in address.found
        if one.ip != address.ip
    )
    moved = Line(
        say("This laptop's address is now *{typed}*: phones scan their seat again.", typed=address.typed), "flag"
    )
    return HelpPage(
        Frame("A phone can't connect", here, here if steers else "", key=program.nonce, links=small_print()),
        address.typed,
        others if steers else (),
        tuple((label, advice(system, address.port).command) for system, label in SYSTEMS),
        dict(SYSTEMS).get(platform.system(), ""),
        (moved, _guests()) if address.moved else (_guests(),),
        _checks() if steers else (),
        steers,
        error,
    )


def _guests() -> Line:
    if program.address.arrived:
        return Line("A phone has reached this laptop.", "check")
    return Line("No other device has reached this laptop yet.", "flag")


def _checks() -> tuple[tuple[Line, str], ...]:
    tried = try_addresses(program.address.found, program.address.port)
    found = (*tried, firewall(program.address.port), Finding(None, GUEST))
    return tuple((Line(one.sentence, ICONS[one.well]), one.type) for one in found)


# -- on the table screen ------------------------------------------------------------------------------


def other_address(public: Table) -> tuple[Act, ...]:
    """Return the button that shows the next address, where no phone arrived by this one."""
    if mode_of(public) != "lobby" or all(seat in phones_of(public) for seat in public.seats):
        return ()
    ip = program.address.next_best()
    return (Act(NEXT_ADDRESS, "No phone yet? Show another address", (("ip", ip),), small=ip),) if ip else ()


def moved(steers: bool) -> tuple[Panel, ...]:
    program.address.look_soon()
    if not steers or not program.address.moved:
        return ()
    text = say(
        "This laptop is now at *{typed}*. Phones go there and scan their seat again: see *More, Seats and codes*.",
        typed=program.address.typed,
    )
    return (Panel("", (Line(text, "flag", why=url_for("help.help_page")),), "note", id="moved"),)
