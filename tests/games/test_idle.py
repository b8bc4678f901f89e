"""Warm-up happens once and off the request path; full garbage collection waits for an idle moment."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from threading import Event as Signal
from threading import RLock, Thread, current_thread
from time import sleep

import pytest

from referee.rulebook import index_file, search
from referee.running import idle
from referee.running.idle import IDLE_MS, OVERDUE, WORTHWHILE, Collector, is_taken, make_ready, warm_up


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Record each build of the index, by a slow stand-in."""
    made = list[object]()

    class Slow:
        def __init__(self, book: object, db: object = None) -> None:
            self.book = book
            made.append(self)
            sleep(0.05)

    monkeypatch.setattr(search, "Index", Slow)
    monkeypatch.setattr(idle, "DELAY_SECONDS", 0)
    monkeypatch.setattr(index_file, "kept", lambda book: None)
    monkeypatch.setattr(search, "_open", [])
    return made


@pytest.fixture(autouse=True, scope="module")
def unfrozen() -> Iterator[None]:
    """Let the collector have what was frozen on the way: once, for a pass over this process takes a second."""
    yield
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def test_the_index_is_built_once_whoever_asks(built: list[object]) -> None:
    usual, found = sys.getswitchinterval(), list[object]()
    threads = [warm_up(), *(Thread(target=lambda: found.append(search.index())) for _ in range(4))]
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(built) == 1 and found == built * 4
    assert sys.getswitchinterval() == usual


def test_warm_up_waits_while_a_table_is_held(built: list[object]) -> None:
    lock = RLock()
    with lock:
        thread = warm_up(lambda: is_taken(lock))
        thread.join(0.3)
        assert thread.is_alive() and not built
    thread.join(20)
    assert not thread.is_alive() and len(built) == 1


def test_what_a_page_may_want_is_made_in_a_thread_that_waits_for_taps(monkeypatch: pytest.MonkeyPatch) -> None:
    made, done, lock = list[str](), Signal(), RLock()
    works = (lambda: made.append(current_thread().name), done.set)
    monkeypatch.setattr(idle, "_serving", [])
    make_ready(*works)
    assert not done.wait(0.1), "a program without warm-up makes it when it is asked for"
    monkeypatch.setattr(idle, "_serving", [lambda: is_taken(lock)])
    with lock:
        make_ready(*works)
        assert not done.wait(0.1)
    assert done.wait(20) and made == ["make ready"]


@pytest.mark.parametrize(
    ("gathered", "quiet", "done"),
    [(WORTHWHILE, 0, False), (WORTHWHILE, IDLE_MS, True), (WORTHWHILE - 1, IDLE_MS, False), (OVERDUE, 0, True)],
)
def test_garbage_is_collected_when_idle_or_overdue(
    gathered: int, quiet: int, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = list[bool]()
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, gathered))
    monkeypatch.setattr(gc, "collect", lambda: collected.append(True))
    Collector().collect_if_idle(quiet)
    assert collected == [True] * done


def test_automatic_collection_is_restored_when_the_program_ends() -> None:
    usual, collector = gc.get_threshold(), Collector()
    collector.start()
    assert gc.get_threshold()[2] > 10**6 and gc.get_threshold()[:2] == usual[:2]
    collector.stop()
    assert gc.get_threshold() == usual
