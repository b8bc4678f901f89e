"""*Watch a game* on the start page: a demonstration beside real games, which ends when it is left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.kit import Evening, Program

PATIENCE = 60  # seconds


class Visitor:
    """A browser on the laptop that has opened the printed link."""

    def __init__(self, program: Program) -> None:
        self.origin, self.open = program.origin, build_opener(HTTPCookieProcessor(CookieJar())).open
        self.post(program.link.removeprefix(self.origin))

    def post(self, path: str) -> tuple[str, str]:
        """Send a form; return where the answer leads to, and its words."""
        asked = Request(f"{self.origin}{path}", data=b"", headers={"Origin": self.origin})
        with self.open(asked, timeout=PATIENCE) as answer:
            return answer.headers.get("Refresh", "").partition("url=")[2], answer.read().decode()

    def get(self, path: str) -> str:
        with self.open(f"{self.origin}{path}", timeout=PATIENCE) as answer:
            return str(answer.read().decode())


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    one = Program(tmp_path).start()
    yield one
    one.stop()


def is_there(place: str) -> bool:
    try:
        with build_opener().open(place, timeout=PATIENCE):
            return True
    except HTTPError:
        return True
    except (URLError, OSError):
        return False


def test_a_game_is_watched_beside_real_ones_left_again_and_nothing_of_it_is_kept(
    program: Program, tmp_path: Path
) -> None:
    visitor = Visitor(program)
    assert "Watch a game" in visitor.get("/")
    kept = sorted(one.name for one in tmp_path.iterdir())
    link, words = visitor.post("/watch")
    place = link.partition("/host/")[0]
    assert place.startswith("http://localhost:") and place != program.origin and link in words
    assert is_there(f"{place}/t/demonstration-1/")
    again, _ = visitor.post("/watch")
    assert again == f"{place}/t/demonstration-1/", "one runs at a time, and its link works once"
    assert "demonstration" not in visitor.get("/").casefold()
    visitor.get("/watch/over")
    assert not is_there(place)
    assert sorted(one.name for one in tmp_path.iterdir()) == kept


def test_a_demonstration_ends_with_the_program_that_shows_it_even_if_that_dies(program: Program) -> None:
    place = Visitor(program).post("/watch")[0].partition("/host/")[0]
    assert is_there(place)
    program.kill()
    until = time.monotonic() + PATIENCE
    while is_there(place):
        assert time.monotonic() < until, "it plays on for nobody"
        time.sleep(0.1)
    program.start()


def test_who_has_no_controls_opens_none_and_is_offered_none(program: Program, evening: Evening) -> None:
    with build_opener().open(program.origin, timeout=PATIENCE) as answer:
        assert "Watch a game" not in answer.read().decode()
    asked = Request(f"{program.origin}/watch", data=b"", headers={"Origin": program.origin})
    with pytest.raises(HTTPError, match="403"):
        build_opener().open(asked, timeout=PATIENCE)
    assert "Watch a game" not in evening.host.get("/").text, "this program opens none"
