"""What to do when no phone arrives: the doctor's findings, other addresses, and a code that joins a hotspot."""

from __future__ import annotations

import platform

from flask import Flask, Response, request

from referee.common.seating import phones_of
from referee.kernel.table import Table
from referee.web.app.context import LINKS, Desk, page
from referee.web.app.guard import viewer
from referee.web.app.submit import plain_answer
from referee.web.join.address import advice
from referee.web.join.doctor import GUEST, BadWifi, Finding, firewall, try_addresses, wifi_svg
from referee.web.table.table_view import mode_of
from referee.web.view_models.pages import HelpPage, WifiPage
from referee.web.view_models.parts import Act, Frame, Line, Link, Panel

NEXT_ADDRESS = "NextAddress"
SYSTEMS = (("Windows", "Windows"), ("Darwin", "macOS"), ("Linux", "Linux"))
ICONS = {True: "check", False: "flag", None: "find"}


def install(app: Flask, desk: Desk) -> None:
    """Add the page for the stuck, and notice who comes in from elsewhere."""

    @app.before_request
    def notice_guests() -> None:
        if request.path.startswith("/J/"):  # who has no seat yet: what seated phones do is nobody's business (P5)
            desk.address.note_guest(request.remote_addr or "127.0.0.1")

    @app.get("/help")
    @viewer("anyone")
    def help_page() -> Response:
        return page("help.html", _help(desk))

    @app.post("/help")
    @viewer("host")
    def choose_address() -> Response:
        desk.address.choose(request.form.get("ip", ""))
        return plain_answer(lambda: page("help.html", _help(desk)), "/help")

    @app.post("/help/wifi")
    @viewer("host")
    def join_wifi() -> Response:
        name, password = request.form.get("name", ""), request.form.get("password", "")
        try:
            drawn = wifi_svg(name, password)
        except BadWifi as error:
            return page("help.html", _help(desk, str(error)), 400)
        frame = Frame("Join the Wi-Fi", "/help/wifi", back=Link("Back", "/help"), links=LINKS, wide=True)
        return page("wifi.html", WifiPage(frame, name, drawn))


def _help(desk: Desk, error: str = "") -> HelpPage:
    address, steers = desk.address, desk.steers_hall()
    address.look()
    others = tuple(
        Act("Address", f"Use {one.ip}", (("ip", one.ip),), small=one.interface)
        for one in address.found
        if one.ip != address.ip
    )
    return HelpPage(
        Frame("No phone arrives", "/help", "/help" if steers else "", key=desk.nonce, links=LINKS),
        address.typed,
        others if steers else (),
        tuple((label, advice(system, address.port).command) for system, label in SYSTEMS),
        dict(SYSTEMS).get(platform.system(), ""),
        (_moved_line(desk), _guests(desk)) if address.moved else (_guests(desk),),
        _checks(desk) if steers else (),
        steers,
        error,
    )


def _guests(desk: Desk) -> Line:
    if desk.address.arrived:
        return Line("A phone has found the way to this laptop.", "check")
    return Line("Nobody has come in from another device yet.", "flag")


def _moved_line(desk: Desk) -> Line:
    return Line(f"This laptop's address is now *{desk.address.typed}*: phones scan their seat again.", "flag")


def _checks(desk: Desk) -> tuple[tuple[Line, str], ...]:
    tried = try_addresses(desk.address.found, desk.address.port)
    found = (*tried, firewall(desk.address.port), Finding(None, GUEST))
    return tuple((Line(one.sentence, ICONS[one.well]), one.type) for one in found)


# -- on the table screen ------------------------------------------------------------------------------


def other_address(desk: Desk, public: Table) -> tuple[Act, ...]:
    """Return the button that shows the next address, where no phone arrived by this one."""
    if mode_of(public) != "lobby" or all(seat in phones_of(public) for seat in public.seats):
        return ()
    ip = desk.address.next_best()
    return (Act(NEXT_ADDRESS, "No phone yet? Show another address", (("ip", ip),), small=ip),) if ip else ()


def moved(desk: Desk, steers: bool) -> tuple[Panel, ...]:
    """Return the note that this laptop is on another network now."""
    desk.address.look()
    if not steers or not desk.address.moved:
        return ()
    way = "Phones go there and scan their seat again: see *More, Seats and codes*."
    text = f"This laptop is now at *{desk.address.typed}*. {way}"
    return (Panel("", (Line(text, "flag", why="/help"),), "note", id="moved"),)
