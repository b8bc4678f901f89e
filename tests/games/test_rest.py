"""What is needed later is made ready once, off the path of the request; and memory is gone through at rest alone."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from threading import Thread
from time import sleep

import pytest

from referee.rulebook import index_file, search
from referee.running import rest
from referee.running.rest import ENOUGH, REST_MS, TOO_MUCH, Memory, make_ready


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Count how often the index is built, by a stand-in that takes its time."""
    made = list[object]()

    class Slow:
        def __init__(self, book: object, db: object = None) -> None:
            self.book = book
            made.append(self)
            sleep(0.05)

    monkeypatch.setattr(search, "Index", Slow)
    monkeypatch.setattr(rest, "FIRST_PAGES", 0)
    monkeypatch.setattr(index_file, "kept", lambda book: None)
    monkeypatch.setattr(search, "_open", [])
    return made


@pytest.fixture(autouse=True)
def forgetting() -> Iterator[None]:
    """Leave nothing set aside behind."""
    yield
    gc.unfreeze()


def test_the_index_is_built_once_whoever_asks(built: list[object]) -> None:
    usual, found = sys.getswitchinterval(), list[object]()
    threads = [make_ready(), *(Thread(target=lambda: found.append(search.index())) for _ in range(4))]
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(built) == 1 and found == built * 4
    assert sys.getswitchinterval() == usual


@pytest.mark.parametrize(
    ("gathered", "quiet", "done"),
    [(ENOUGH, 0, False), (ENOUGH, REST_MS, True), (ENOUGH - 1, REST_MS, False), (TOO_MUCH, 0, True)],
)
def test_memory_is_gone_through_at_rest_or_when_it_must(
    gathered: int, quiet: int, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    went = list[bool]()
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, gathered))
    monkeypatch.setattr(gc, "collect", lambda: went.append(True))
    Memory().look(quiet)
    assert went == [True] * done


def test_python_goes_through_all_by_itself_again_when_the_program_ends() -> None:
    usual, memory = gc.get_threshold(), Memory()
    memory.begin()
    assert gc.get_threshold()[2] > 10**6 and gc.get_threshold()[:2] == usual[:2]
    memory.end()
    assert gc.get_threshold() == usual
