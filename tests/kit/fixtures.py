"""Fixtures: the tables that a test may ask for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.running.hall import ENDING
from tests.kit import SIX
from tests.kit.dice import Stacked, deck
from tests.kit.engine import NO_FILE, over_engine
from tests.kit.evening import Evening, set_up

ALLIES = (("atreides", "spacing_guild"), ("emperor", "harkonnen"))
Play = Callable[..., Evening]


@pytest.fixture(scope="module", autouse=True)
def no_socket() -> Iterator[None]:
    """Keep the page for lost phones off the network."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("referee.web.join.doctor.reachable", lambda *words, **options: False)
        yield


@contextmanager
def evenings(place: Path) -> Iterator[Play]:
    """Start evenings with everybody seated: cards on top of the deck, then fields of the set-up form."""
    open_now: list[Evening] = []

    def start(*top: str, purses: dict[str, int] | None = None, **options: Any) -> Evening:
        folder = place / f"hall {len(open_now)}"
        dice = Stacked(3, deck(*top))
        open_now.append(Evening(folder, dice=dice))
        form = set_up(spice=purses or dict(zip(SIX, range(20, 26), strict=True)), allies=ALLIES, **options)
        return open_now[-1].begin(form)

    yield start
    for evening in open_now:
        evening.close()


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with evenings(tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def same_auction(tmp_path_factory: pytest.TempPathFactory, no_socket: None) -> Iterator[Evening]:
    """One auction for all tests of a file that try what is refused: each asserts that it has changed nothing."""
    with evenings(tmp_path_factory.mktemp("same")) as start:
        evening = start("Karama/1")
        evening.open_card()
        yield evening


@pytest.fixture(name="evening")
def seated_evening(play: Play) -> Evening:
    """Six players are seated and nothing has begun. Atreides hold a Karama; purses are 20, 21, ..."""
    return play("Karama/1")


@pytest.fixture
def auction(evening: Evening) -> Evening:
    """The first card is up and Atreides are to open."""
    evening.open_card()
    return evening


def file_of(evening: Evening) -> Path:
    """Return a table's file; skips the test if tables are in an engine."""
    if over_engine():
        pytest.skip(NO_FILE)
    return evening.folder / f"{evening.table}{ENDING}"


def sentence(answer: TestResponse) -> str:
    """Return the text of a refusal."""
    assert answer.status_code >= 400 and answer.mimetype == "text/html" and "Traceback" not in answer.text
    assert "Something went wrong" not in answer.text, answer.text
    return answer.text
