"""Two programs of one club: what is done at one is seen at the other, and nothing is done twice.

Both run in this process, on an engine of one node; dying processes are in test_dying_programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Timer

import pytest
from flask import Flask

from referee.kernel import PUBLIC
from referee.running.club import hall, shelf
from referee.running.club.engine import StreamMessage, Tail
from referee.running.club.hall import ClubHall
from referee.running.club.nodes import Nodes
from referee.running.journal import JournalError
from referee.running.now import now_ms
from referee.running.sitting import Sitting
from referee.turn.absence import Warn
from referee.web.app.club import share
from referee.web.app.context import program_of
from referee.web.factory import create_app
from tests.kit import SCREEN, SIX, TEMPLATES, Browser, in_order, set_up, wait_until

BIDS = 60
HOUR_MS = 3_600_000
LATER = [0]  # by how much the clocks of all programs are put forward (ms)


class Program:
    def __init__(self, address: str) -> None:
        self.hall = ClubHall(address, now=lambda: now_ms() + LATER[0])
        self.app: Flask = create_app(self.hall, host="127.0.0.1", address="192.168.1.5")
        self.app.jinja_env.bytecode_cache = TEMPLATES
        self.desk = program_of(self.app)
        share(self.app)
        self.hall.start()

    def table(self, name: str) -> Sitting:
        found = self.hall.find(name)
        assert found is not None
        return found

    def close(self) -> None:
        self.desk.bell.close_all()
        self.hall.close()


@pytest.fixture
def club(node: Nodes) -> Iterator[tuple[Program, Program]]:
    one, other = Program(node.address), Program(node.address)
    yield one, other
    one.close()
    other.close()


@pytest.fixture
def host(club: tuple[Program, Program]) -> Browser:
    """A browser that took the program's controls at the first."""
    browser = Browser("127.0.0.1").visit(club[0].app)
    assert browser.post(f"/host/{club[0].desk.credentials.links.make('hall')}").status_code == 303
    return browser


def set_table(host: Browser, seconds: str = "off") -> str:
    answer = host.post("/new", set_up(spice=dict.fromkeys(SIX, 300), B6=seconds))
    assert answer.status_code == 303, answer.text[:200]
    return str(answer.location.strip("/").split("/")[1])


def alike(club: tuple[Program, Program], table: str) -> bool:
    """Return True if both know the same of a table, for every viewer."""
    one, other = (program.table(table) for program in club)
    with one.locked(), other.locked():
        if one.last() != other.last():
            return False
        for viewer in (PUBLIC, *SIX):
            assert in_order(one.screen(viewer)) == in_order(other.screen(viewer))
            assert one.version(viewer) == other.version(viewer)
        return one.timer() == other.timer()


def tap(browser: Browser, table: str, act: str, key: str, **fields: object) -> int:
    return browser.post(f"/t/{table}/", {"act": act, "key": key, **fields}, SCREEN).status_code


def test_a_phone_takes_its_seat_at_one_and_plays_at_the_other(club: tuple[Program, Program], host: Browser) -> None:
    table = set_table(host)
    wait_until(lambda: club[1].table(table).last() == club[0].table(table).last(), "the table at the other program")
    code = club[1].desk.credentials.codes.arm(table, "fremen").text
    phone = Browser().visit(club[0].app)
    assert phone.post("/J/", {"code": code}).status_code == 303
    assert Browser().visit(club[1].app).post("/J/", {"code": code}).status_code == 403, "a code opens a seat once"
    wait_until(lambda: alike(club, table), "both know of the phone")
    assert phone.visit(club[1].app).get(f"/t/{table}/me").status_code == 200
    assert host.visit(club[1].app).get("/new").status_code == 200, "controls count at both"
    again = Browser().visit(club[1].app)
    assert again.post("/J/", {"code": club[0].desk.credentials.codes.arm(table, "fremen").text}).status_code == 303
    wait_until(
        lambda: phone.visit(club[0].app).get(f"/t/{table}/me").status_code == 403, "the old phone lost its seat at both"
    )


def test_a_browser_that_is_quicker_than_the_news_of_its_key_is_let_in(
    club: tuple[Program, Program], host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A balancer may send each request to another program, the next one within a millisecond."""
    table = set_table(host)
    wait_until(lambda: alike(club, table), "the table at the other program")
    shelf_late, table_late = held_up(club[1].hall.shelf._tail, monkeypatch), held_up(club[1].hall._tail, monkeypatch)
    steerer = Browser("127.0.0.1").visit(club[0].app)
    assert steerer.post(f"/host/{club[0].desk.credentials.links.make('hall')}").status_code == 303
    assert steerer.visit(club[1].app).get("/new").status_code == 200
    assert shelf_late, "nothing was held up"
    phone = Browser().visit(club[0].app)
    assert phone.post("/J/", {"code": club[0].desk.credentials.codes.arm(table, "fremen").text}).status_code == 303
    wait_until(lambda: bool(table_late), "the news of the phone")
    Timer(0.2, lambda: list(map(club[1].hall._heard, table_late))).start()
    assert phone.visit(club[1].app).get(f"/t/{table}/me").status_code == 200


def held_up(tail: Tail, monkeypatch: pytest.MonkeyPatch) -> list[StreamMessage]:
    """Hold back what the engine delivers, and return the list of it."""
    kept: list[StreamMessage] = []
    monkeypatch.setattr(tail, "_deliver", kept.append)
    return kept


def test_what_is_tapped_at_both_at_once_is_done_once_each_and_in_one_order(
    club: tuple[Program, Program], host: Browser, node: Nodes
) -> None:
    table, dice = set_table(host), Random(5)
    hands = [Browser("127.0.0.1").visit(program.app) for program in club for _ in range(2)]
    for hand, program in zip(hands, (club[0], club[0], club[1], club[1]), strict=True):
        link = program.desk.credentials.links.make(table)
        assert hand.post(f"/host/{link}").status_code == 303

    def bids(number: int) -> None:
        for n in range(BIDS // len(hands)):
            act = dice.choice(("Warn", "Warn", "Warn", "Undo", "Redo"))
            assert tap(hands[number], table, act, f"{number} {n}", seat=SIX[n % 6]) in {200, 204, 409}

    def twice(n: int) -> None:
        for hand in (hands[0], hands[2]):
            pool.submit(tap, hand, table, "Warn", f"twice {n}", seat="emperor")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(bids, range(len(hands))))
        for n in range(8):
            twice(n)
    wait_until(lambda: alike(club, table), "both know the same")
    rows = club[0].table(table).rows()
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    keys = [row.key for row in rows if row.key]
    assert len(set(keys)) == len(keys), "nothing was done twice"
    assert sum(key.startswith("twice") for key in keys) == 8, "and what was sent to both was done once"
    fresh = Program(node.address)
    try:
        assert alike((club[0], fresh), table), "a later program knows the same, clock and all"
    finally:
        fresh.close()


def test_the_clock_goes_on_where_another_program_has_it_and_rings_once(
    club: tuple[Program, Program], host: Browser, node: Nodes
) -> None:
    table = set_table(host, "20")
    one, other = (program.table(table) for program in club)
    for act in ("BeginBidding", "DeclareHands", "DealRow", "CloseWindow"):
        assert tap(host, table, act, act) == 200
    wait_until(lambda: alike(club, table), "the first card at both")
    late = Program(node.address)
    try:
        for sitting in (one, other, late.table(table)):
            timer = sitting.timer()
            assert timer is not None and timer.kind == "bid" and not timer.paused
        rows = one.last()
        LATER[0] += 25_000
        wait_until(lambda: one.last() > rows and alike(club, table), "time is up at both")
        wait_until(lambda: alike((club[0], late), table), "and at the third")
        mine = [row for row in one.rows() if row.number > rows]
        assert [next(type(event).__name__ for event in row.events) for row in mine] == ["Passed"], (
            "three rang, one was heard"
        )
    finally:
        late.close()


@pytest.mark.parametrize(("off", "way"), [(3600, "ahead of"), (-3600, "behind"), (366 * 86_400, "ahead of")])
def test_a_program_whose_clock_is_off_is_not_let_in_and_stops_no_clock(
    club: tuple[Program, Program], node: Nodes, monkeypatch: pytest.MonkeyPatch, off: int, way: str
) -> None:
    since = club[0].hall.presence.since()
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "now_ms", lambda: now_ms() + 1000 * off)
        patch.setattr(club[0].hall.presence, "_beat_once", lambda: None)
        patch.setattr(club[1].hall.presence, "_beat_once", lambda: None)
        with pytest.raises(JournalError, match=rf"clock of this computer is \d+ seconds {way} the club's"):
            Program(node.address)
    assert club[0].hall.presence.since() == since


def test_a_program_whose_laptop_slept_for_an_hour_pauses_nobodys_clock_and_asks_what_time_it_is(
    club: tuple[Program, Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    woken, other = (program.hall for program in club)
    since, beat, late = other.presence.since(), other.shelf.get(shelf.UP)["beat"], list[int]()
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "now_ms", lambda: now_ms() - HOUR_MS)
        patch.setattr(hall, "put_forward", late.append)
        woken.presence._beat_once()
        assert other.shelf.get(shelf.UP)["beat"] >= beat, "it says no earlier time than the others"
        woken._tick(True)
        woken._tick(False)
    assert [abs(ms - HOUR_MS) < shelf.APART_MS for ms in late] == [True], "it was told once by how much"
    other.presence._beat_once()
    assert other.presence.since() == since, "the club was never away"


def test_undo_takes_back_nothing_that_came_meanwhile(club: tuple[Program, Program], host: Browser) -> None:
    table = set_table(host)
    one, other = (program.table(table) for program in club)
    wait_until(lambda: alike(club, table), "the table")
    assert one.act(Warn("emperor"), PUBLIC).done
    wait_until(lambda: alike(club, table), "the warning")
    with one.locked():  # it hears nothing meanwhile
        assert other.act(Warn("fremen"), PUBLIC).done
        found = one.undo("host")
    assert not found.done and found.objections[0].code == "STALE"
    assert one.undo("host").done


def test_a_refusal_waits_behind_the_shield_at_both(club: tuple[Program, Program], host: Browser) -> None:
    table = set_table(host)
    phone = Browser().visit(club[0].app)
    assert phone.post("/J/", {"code": club[0].desk.credentials.codes.arm(table, "fremen").text}).status_code == 303
    answer = phone.post(f"/t/{table}/me", {"act": "ReopenPlan", "key": "b"}, SCREEN)
    assert answer.status_code == 200
    wait_until(lambda: (table, "fremen") in club[1].desk.held_back, "the refusal at the other program")
    here, there = (phone.visit(program.app).get(f"/t/{table}/me/secret", SCREEN).text for program in club)
    assert "Not sent." in here and here == there


def test_a_program_that_hears_nothing_says_so(club: tuple[Program, Program], host: Browser) -> None:
    table = set_table(host)
    assert host.get("/health").text == "ok\n"
    club[0].hall.presence.cut_off = lambda: True  # type: ignore[method-assign]
    for path in ("/health", "/", f"/t/{table}/"):
        answer = host.get(path)
        assert answer.status_code == 503 and "lost the connection to the club" in answer.text
    assert tap(host, table, "Warn", "w", seat="fremen") == 503


def test_a_club_that_was_away_as_a_whole_comes_back_with_its_clocks_paused(
    club: tuple[Program, Program], host: Browser
) -> None:
    table = set_table(host, "20")
    one, other = (program.table(table) for program in club)
    for act in ("BeginBidding", "DeclareHands", "DealRow", "CloseWindow"):
        assert tap(host, table, act, act) == 200
    wait_until(lambda: alike(club, table), "the first card at both")
    rows, later = one.last(), one.now() + 1
    club[0].hall.shelf.change("up", lambda before: ({"since": later, "beat": before["beat"]}, None))

    def paused() -> bool:
        timer = other.timer()
        return timer is not None and timer.paused and alike(club, table)

    wait_until(paused, "the clock is paused at both")
    assert one.last() == rows + 1, "and it was said once"
