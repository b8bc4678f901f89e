"""Three nodes and three programs: each may die in the middle of a bid, and nothing is lost.

All on loopback. Every phone keeps its cookies and its key, and asks another program if one does not answer, as behind a
load balancer. Deaths only with ``--full``; a program that is cut off, and test_two_programs, in every check.
"""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from urllib.parse import urlencode

import pytest

from referee.running.acts import JournalAct
from referee.running.club.engine import Engine
from referee.running.club.journal import StreamJournal
from referee.running.club.nodes import Nodes
from tests.kit import SIX, Cable, Program, engine_of, free_ports, set_up, wait_until

PATIENCE = 120.0
QUIET = re.compile(r'data-version="[^"]*"|style="[^"]*--[a-z]+:[^"]*"')


@dataclass
class Hand:
    """A browser that asks any program of the club, and another one if that does not answer."""

    club: Club
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, port: int, path: str, form: dict[str, object] | None = None) -> tuple[int, str]:
        """Send one request to one program; raises ``OSError`` if it is gone."""
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        place = f"127.0.0.1:{port}"
        headers = {"Host": place, "Accept": "text/html", "HX-Request": "true", "Origin": f"http://{place}"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request("GET" if form is None else "POST", path, urlencode(form or {}, doseq=True), headers)
            answer = line.getresponse()
            text = answer.read().decode()
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                name, _, value = cookie.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location") or text
        except http.client.HTTPException as error:
            raise ConnectionError from error
        finally:
            line.close()

    def sure(self, path: str, form: dict[str, object] | None = None) -> tuple[int, str]:
        """Ask one program after another with the same key until one answers; 503 and 507 are no answer."""
        last = time.monotonic() + PATIENCE
        while time.monotonic() < last:
            try:
                status, text = self.ask(self.club.any_port(), path, form)
            except OSError:
                time.sleep(0.05)
                continue
            if status not in {503, 507}:
                return status, text
            time.sleep(0.1)
        raise AssertionError(f"no program answered within {PATIENCE:.0f} seconds")


@dataclass
class Club:
    """The nodes, the programs, and one table."""

    nodes: Nodes
    folder: Path
    programs: list[Program] = field(default_factory=list)
    dice: Random = field(default_factory=lambda: Random(11))
    table: str = ""
    addresses: dict[int, str] = field(default_factory=dict)

    def start(self, number: int) -> Club:
        for place in range(number):
            self.programs.append(
                Program(
                    self.folder / f"{place}",
                    port=free_ports(1)[0],
                    journal=self.addresses.get(place, self.nodes.address),
                )
            )
        with ThreadPoolExecutor(number) as pool:
            list(pool.map(Program.start, self.programs))
        return self

    def any_port(self) -> int:
        return self.dice.choice(self.programs).port

    def set_table(self, seconds: str = "off") -> Hand:
        host = Hand(self)
        program = self.programs[0]
        assert host.ask(program.port, "/" + program.link.split("/", 3)[3], {})[0] == 303
        status, place = host.sure("/new", {**set_up(spice=dict.fromkeys(SIX, 300), B6=seconds)})
        assert status == 303, place[:200]
        self.table = place.strip("/").split("/")[-1]
        return host

    def acts(self) -> list[JournalAct]:
        """Return the table's acts, read again from the engine."""
        engine = Engine(self.nodes.address)
        try:
            return StreamJournal(engine, self.table).rows()
        finally:
            engine.close()

    def pages(self, hand: Hand, path: str) -> list[str]:
        """Return a page as each program renders it, without what depends on the time."""
        return [QUIET.sub("", hand.ask(program.port, path)[1]) for program in self.programs]

    def whole(self) -> bool:
        """Return True if all programs serve."""
        try:
            return all(Hand(self).ask(program.port, "/health")[0] == 200 for program in self.programs)
        except OSError:
            return False

    def stop(self) -> None:
        for program in self.programs:
            if program.process.poll() is None:
                program.kill()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with engine_of(tmp_path / "engine", 3) as nodes:
        made = Club(nodes, tmp_path)
        try:
            yield made.start(3)
        finally:
            made.stop()


def play(club: Club, host: Hand, taps: int, deaths: list[Callable[[], None]]) -> dict[str, int]:
    """Tap from four browsers at random programs, with deaths spread evenly; return the answer to each key."""
    answered: dict[str, int] = {}
    for act in ("BeginBidding", "DeclareHands", "DealRow", "CloseWindow"):
        assert host.sure(f"/t/{club.table}/", {"act": act, "key": act})[0] in {200, 204}
    lock, path = Lock(), f"/t/{club.table}/"

    def tap(hand: int) -> None:
        dice = Random(hand)
        for n in range(taps // 4):
            key = f"hand {hand} tap {n}"
            act, seat = dice.choice(("Bid", "Bid", "Warn", "Warn", "Undo")), dice.choice(SIX)
            status, _ = host.sure(path, {"act": act, "key": key, "for": seat, "seat": seat, "amount": n + 1})
            with lock:
                answered[key] = status
                due = len(answered) * (len(deaths) + 1) // taps - died[0]
                death = deaths[died[0]] if due > 0 and died[0] < len(deaths) else None
                died[0] += death is not None
            if death is not None:
                death()

    died = [0]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(tap, range(4)))
    return answered


def check(club: Club, host: Hand, answered: dict[str, int]) -> None:
    """Assert that what was acknowledged is there once, in one order, and every screen is up to date."""
    acts = club.acts()
    assert [act.number for act in acts] == list(range(1, len(acts) + 1)), "the numbers have gaps"
    keys = [act.key.rpartition(".")[0] for act in acts if act.key]
    assert len(set(keys)) == len(keys), "something was done twice"
    lost = {key for key, status in answered.items() if status in {200, 204}} - set(keys)
    assert not lost, f"{len(lost)} acknowledged taps are lost"
    late = Program(club.folder / "late", journal=club.nodes.address).start()
    club.programs.append(late)
    for path in (f"/t/{club.table}/", f"/t/{club.table}/history"):
        wait_until(lambda path=path: len(set(club.pages(host, path))) == 1, f"the same {path} everywhere")  # type: ignore[misc]


def die(club: Club, place: int) -> Callable[[], None]:
    """Kill a program without warning and restart it."""

    def death() -> None:
        program = club.programs[place]
        program.kill()
        Thread(target=program.start).start()

    return death


@pytest.mark.long
def test_programs_die_in_the_middle_of_taps_and_nothing_is_lost_or_twice(club: Club) -> None:
    host = club.set_table()
    answered = play(club, host, 60, [die(club, 1), die(club, 2)])
    assert len(answered) == 60
    wait_until(lambda: club.whole(), "all are back")
    check(club, host, answered)


@pytest.mark.long
@pytest.mark.parametrize("rounds", [1, 2])
def test_programs_and_a_node_die_and_the_node_comes_back(club: Club, rounds: int) -> None:
    host = club.set_table()
    back = Event()

    def node_dies() -> None:
        node = club.nodes.running.pop(1)
        node.kill()
        node.wait()

        def return_later() -> None:
            time.sleep(8)
            club.nodes.start_one(1)
            back.set()

        Thread(target=return_later).start()

    deaths = [die(club, 1), node_dies, die(club, 2), *(die(club, place) for place in (0, 1, 2) * (rounds - 1))]
    answered = play(club, host, 100 * rounds, deaths)
    assert len(answered) == 100 * rounds and back.wait(PATIENCE)
    wait_until(lambda: club.whole(), "all are back")
    check(club, host, answered)


@pytest.mark.long
def test_the_clock_of_a_table_whose_program_died_goes_on_where_it_was(club: Club) -> None:
    host = club.set_table("10")
    port = club.programs[0].port
    for act in ("BeginBidding", "DeclareHands", "DealRow", "CloseWindow"):
        assert host.ask(port, f"/t/{club.table}/", {"act": act, "key": act})[0] == 200
    began = next(act.at for act in reversed(club.acts()))
    club.programs[0].kill()
    wait_until(lambda: club.acts()[-1].who == "referee", "time is up", PATIENCE)
    last = club.acts()[-1]
    assert last.at - began < 2 * 10_000, "a bid takes ten seconds, and does not begin anew"


def test_a_program_that_is_cut_off_says_so_loses_nothing_and_catches_up(tmp_path: Path) -> None:
    with engine_of(tmp_path / "engine", 3) as nodes:
        cable = Cable(nodes)
        club = Club(nodes, tmp_path, addresses={0: cable.address})
        try:
            cut_off_and_back(club.start(2), cable)
        finally:
            club.stop()
            cable.close()


def cut_off_and_back(club: Club, cable: Cable) -> None:
    host, path = club.set_table(), f"/t/{club.table}/"
    cut, other = club.programs
    done = {200, 204}

    def warn(program: Program, key: str, seat: str) -> Callable[[], bool]:
        return lambda: host.ask(program.port, path, {"act": "Warn", "key": key, "seat": seat})[0] in done

    wait_until(warn(cut, "before", "fremen"), "it is heard")
    cable.whole.clear()
    wait_until(lambda: host.ask(cut.port, "/health")[0] == 503, "it says that it is cut off")
    status, said = host.ask(cut.port, path, {"act": "Warn", "key": "cut", "seat": "emperor"})
    assert status == 503 and "lost the connection to the club" in said
    assert host.ask(cut.port, path)[0] == 503, "nothing old is shown"
    wait_until(warn(other, "there", "emperor"), "the other goes on")
    cable.whole.set()
    wait_until(lambda: host.ask(cut.port, "/health")[0] == 200, "it is back")
    wait_until(lambda: len(set(club.pages(host, f"{path}history"))) == 1, "it has caught up")
    wait_until(warn(cut, "cut", "emperor"), "it is heard again")
    keys = [act.key.rpartition(".")[0] for act in club.acts() if act.key]
    assert [key for key in keys if key in {"before", "cut", "there"}] == ["before", "there", "cut"]
