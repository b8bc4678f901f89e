"""Whose act is it? What a seat takes back on its phone, with others' secret acts in between."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import ExitStack
from http.client import HTTPConnection

from tests.kit import SIX
from tests.tools.attack.outside import Caller, Outside, outside
from tests.tools.attack.rows import Row, Scale

SAVED = "Your answer is saved."
NOTES = 9  # a notebook holds ten


def controls(scale: Scale) -> Iterable[Row]:
    """Try to get the table's controls without the person at the table, and look whether the table hears of it."""
    with outside() as table:
        host, stranger, friend = table.browsers["host"], Caller(table.program.port), Caller(table.program.port)
        seats, place = f"/t/{table.table}/seats", f"/t/{table.table}/controls"
        for word in ("AnotherScreen", "GiveControls"):
            _, _, page = host.ask("POST", seats, {"act": word})
            for link in re.findall(r"/host/[\w-]+", page):
                stranger.ask("POST", link, {})
        got = int(steers(table, stranger))
        stranger.ask("POST", place, {})
        friend.ask("POST", place, {})
        _, _, page = friend.ask("GET", place)
        stranger.ask("POST", place, {"act": "Open"})
        code = re.search(r'<kbd class="huge">(\w+)</kbd>', page)
        host.ask("POST", seats, {"act": "GiveControls", "code": code[1] if code else ""})
        stranger.ask("POST", place, {"act": "Open"})
        got += steers(table, stranger)
        friend.ask("POST", place, {"act": "Open"})
        given = steers(table, friend)
        said = "Another screen has the table" in table.page("host", "log")
        marks = re.findall(r'name="hash" value="(\w+)"', table.page("host", "seats"))
        for mark in marks[1:]:
            host.ask("POST", seats, {"act": "RevokeScreen", "hash": mark})
        kept = steers(table, friend)
        mine = steers(table, host)
    words = f"a stranger {'got them' if got else 'got none'}; given {given}, announced {said}, revoked {not kept}"
    yield Row("the table's controls", "5", words, not got and given and said and not kept and mine)


def printed_link(scale: Scale) -> Iterable[Row]:
    """Open the link that a restarted program prints before the table screen does, and use it at the table."""
    with outside() as table:
        table.must("host", "Warn", seat="fremen")
        table.restart()
        host, thief = table.browsers["host"], Caller(table.program.port)
        thief.ask("POST", "/" + table.program.link.split("/", 3)[3], {})
        page, marks = table.page("host", "seats"), list[str]()
        listed = "opened the link that the referee printed" in page
        thief.ask("POST", f"/t/{table.table}/", {"act": "Warn", "seat": "emperor", "key": "thief"})
        said = "Another screen has the table" in table.page("host", "log")
        marks = re.findall(r'name="hash" value="(\w+)"', table.page("host", "seats"))
        for mark in marks[1:]:
            host.ask("POST", f"/t/{table.table}/seats", {"act": "RevokeScreen", "hash": mark})
        kept = steers(table, thief) or thief.ask("GET", "/new")[0] == 200
        mine = steers(table, host)
    words = f"listed {listed}, announced {said}, disconnected {not kept}"
    yield Row("the printed link, opened by somebody else", "1", words, listed and said and not kept and mine)


def streams(scale: Scale) -> Iterable[Row]:
    """Let guests of sixteen addresses open every stream there is; then a phone and the table screen open theirs."""
    with outside() as table, ExitStack() as kept:

        def opened(browser: Caller, path: str) -> int:
            line = HTTPConnection("127.0.0.1", browser.port, timeout=60, source_address=(browser.peer, 0))
            kept.callback(line.close)
            cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
            headers = {"Host": f"127.0.0.1:{browser.port}", "Cookie": cookies}
            line.request("GET", f"/t/{table.table}/{path}", headers=headers)
            return line.getresponse().status

        guests = [Caller(table.program.port, f"127.0.0.{100 + n % 16}") for n in range(table.program.screens)]
        taken = [opened(guest, "stream?board") for guest in guests].count(200)
        found = opened(table.browsers["fremen"], "me/stream?tab=bid"), opened(table.browsers["host"], "stream?board")
    words = f"{taken} guests have one; a phone and the table screen get {found[0]} and {found[1]}"
    yield Row("streams of guests", f"{len(guests)}", words, found == (200, 200))


def steers(table: Outside, browser: Caller) -> bool:
    """Return True if this browser has the table's controls."""
    return browser.ask("GET", f"/t/{table.table}/seats")[0] == 200


def take_back(scale: Scale) -> Iterable[Row]:
    """Let a bystander of a battle pay a bribe and take it back, again and again; others act in secret meanwhile."""
    gone = lying = stayed = untold = 0
    with outside(spice=dict.fromkeys(SIX, 30), K8="off") as table:
        table.must("host", "GoTo", phase="battle")
        fight = {"one": "fremen", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
        table.must("host", "BeginBattle", territory="Arrakeen", **fight)
        table.must("fremen", "LockPlan", dial=2, leader="Stilgar")
        table.must("harkonnen", "LockPlan", dial=2, leader="Umman Kudu")
        for n in range(NOTES):
            table.must("emperor", "Bribe", to="spacing_guild", amount=1)
            last = n == NOTES - 1  # with Harkonnen's answer, of which everybody hears that it came: too late then
            if last:
                table.must("harkonnen", "AnswerTraitor", answer="no")
            table.must("atreides", "KeepNote", text=f"note {n} of mine")
            status, _ = table.tap("emperor", "TakeBack")
            stayed += (status == 409) != last or ("a bribe of" in table.page("emperor", "me/log")) != last
            gone += f"note {n} of mine" not in table.page("atreides", "me/secret?tab=book")
            gone += last and "traitor? No." not in table.page("harkonnen", "me/secret")
            lying += (SAVED in table.page("harkonnen")) != ("traitor? No." in table.page("harkonnen", "me/secret"))
        table.must("host", "Undo")
        lying += SAVED in table.page("harkonnen")
        untold += "traitor? No." not in table.page("harkonnen", "me/secret")
        untold += "A note" not in table.page("atreides", "me/secret")
        untold += any("back too" in table.page(seat, "me/secret") for seat in ("emperor", "fremen", "spacing_guild"))
    yield Row(
        "a seat takes back its own", f"{NOTES}", f"{stayed} stayed, {gone} acts of others gone", not stayed + gone
    )
    yield Row("a phone about its sealed answer", f"{NOTES + 1}", f"{lying} times not true", not lying)
    yield Row("an undo tells whose secrets went", "5", f"{untold} phones not told, or told for nothing", not untold)
