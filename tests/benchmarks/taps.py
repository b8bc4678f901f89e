"""Taps of an evening counted in calls: all seven pages open, the test's own client included.

Calls are nearly the same on every machine, where times are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from cProfile import Profile
from functools import partial
from pathlib import Path
from pstats import Stats
from typing import Any

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.web.http.bell import KEEP, Stream
from tests.kit import SIX, Browser, Evening, set_up

ONE, OTHER, RICH = "emperor", "harkonnen", 300


class Reader:
    """A page that takes all it is sent."""

    full = False

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def put(self, words: bytes) -> None:
        self.heard.append(words)

    def flush(self) -> None: ...

    def close(self) -> None: ...


def open_pages(evening: Evening, *watchers: Browser) -> list[Reader]:
    """Open the streams of all phones and the table's screen, or those of watchers in its place.

    Time stands still for them, so that no phone is found silent in the middle of a tap, however slow the machine is.
    """
    evening.desk.bell._clock = lambda: 0.0
    pages: list[Reader] = []

    def keep(stream: Stream) -> None:
        pages.append(Reader())
        stream.begin(pages[-1])

    boards = watchers or (evening.who("host"),)
    streams = [*((evening.who(seat), "me/stream?tab=bid", seat) for seat in evening.phones)]
    streams += [(browser, "stream?board", f"host{number or ''}") for number, browser in enumerate(boards)]
    for browser, stream, mark in streams:
        browser.get(f"/t/{evening.table}/{stream}", headers={"X-Page": mark}, **dict[str, Any]({KEEP: keep}))
    assert len(pages) == len(evening.phones) + len(boards)
    return pages


def calls(tap: Callable[[], object]) -> int:
    profile = Profile()
    profile.enable()
    tap()
    profile.disable()
    return int(Stats(profile).total_calls)  # type: ignore[attr-defined]


def at_table(*, boxes: bool) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return six factions and no module; with ``boxes`` all twelve, and every module in play."""
    if not boxes:
        return SIX, {}
    return tuple(dict.fromkeys((*SIX, *FACTIONS))), {one.key: one.value for one in MODULES.values()}


def bid(folder: Path, *, boxes: bool = False) -> int:
    """Return the calls of a bid in the second round."""
    seats, modules = at_table(boxes=boxes)
    evening = Evening(folder).begin(set_up(seats, spice=dict.fromkeys(seats, RICH), turn="2", **modules))
    evening.open_card(*(("BeginBidding", "DeclareHands", "SkipSorting", "SkipCache", "DealRow") if boxes else ()))
    open_pages(evening)
    for amount in range(1, len(seats) + 1):
        evening.bid(amount)
    count = calls(lambda: evening.bid(len(seats) + 1, mark=evening.bidding.turn))
    evening.close()
    return count


def taps(folder: Path, *, boxes: bool = False) -> dict[str, int]:
    """Play a turn on a map twice, without clocks; return the calls of its taps the second time.

    With ``boxes`` all twelve factions sit at the table, and every module is in play.
    """
    seats, modules = at_table(boxes=boxes)
    options: dict[str, Any] = {"turn": "2", "B6": "off", "B7": "off", "K8": "off", **modules}
    form = set_up(seats, spice=dict.fromkeys(seats, RICH), **options)
    evening = Evening(folder).begin(form)
    evening.must("host", "KeepCount")
    pages, counted = open_pages(evening), dict[str, int]()
    for played in (1, 2):
        for name, who, act, fields in _turn(played, seats):
            heard = [len(page.heard) for page in pages]
            counted[name] = calls(partial(evening.must, who, act, mark=who, **fields))
            assert any(len(page.heard) > was for page, was in zip(pages, heard, strict=True)), name
    evening.close()
    return {name: count for name, count in counted.items() if name}


def _turn(played: int, seats: Sequence[str]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield taps: what it is called if it is counted, who taps, and the form."""

    def go(phase: str, name: str = "") -> tuple[str, str, str, dict[str, Any]]:
        return name, "host", "GoTo", {"phase": phase, "anyway": "1"}

    for phase in ("storm", "spice_blow") if played == 1 else ("mentat_pause", "storm", "spice_blow"):
        yield go(phase)
    for place in ("Cielago South", "Hagga Basin"):
        yield "", "host", "SpiceBlows", {"territory": place, "anyway": "1", "waive": "1"}
    yield go("shipment", "step to shipment")
    yield "", ONE, "Ship", {"normal": 1, "goal": "Tuek's Sietch"}
    yield "undo of a shipment", "host", "Undo", {}
    yield "shipment", ONE, "Ship", {"normal": 3, "goal": "Carthag"}
    yield "", OTHER, "Ship", {"normal": 2, "goal": "Cielago South"}
    yield go("battle", "step to battle")
    forces = {"one": ONE, "two": OTHER, "one_normal": 3 * played, "two_normal": 10}
    yield "battle begun", "host", "BeginBattle", {"territory": "Carthag", **forces}
    for seat, leader in ((ONE, "Caid"), (OTHER, "Umman Kudu")):
        name = "plan locked" if seat == OTHER else ""
        yield name, seat, "LockPlan", {"dial": 1, "leader": leader, "traitor": ""}
    for seat in seats:
        if seat != ONE:
            yield "", seat, "AnswerTraitor", {"answer": "no"}
    yield "reveal", ONE, "AnswerTraitor", {"answer": "no"}
    yield "battle settled", "host", "SettleBattle", {}
    yield "", "host", "Undo", {}
    yield go("spice_collection", "step to collection")
    yield "collect", "host", "CollectAll", {}
    yield "undo of collecting", "host", "Undo", {}
