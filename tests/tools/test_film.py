"""The pictures of the README show the screens as they are now; ``python -m tests.tools.looks.film`` makes them anew."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from tests.tools.looks.film import MADE_OF, PICTURES, SHOWS
from tests.tools.looks.scenes import depends_on, scenes, static
from tests.tools.looks.sweep import Kept

MADE = json.loads(MADE_OF.read_text("utf-8"))
LARGEST = 120_000  # bytes: the README opens on a phone too
AGAIN = "older than the screens; make it anew: python -m tests.tools.looks.film"


@pytest.fixture(scope="module")
def found() -> dict[str, Kept]:
    return {kept.name: kept for kept in scenes()}


@pytest.mark.parametrize("name", SHOWS)
def test_a_picture_is_not_older_than_its_screens(name: str, found: dict[str, Kept]) -> None:
    now = depends_on(found[scene] for scene in SHOWS[name])
    assert MADE[name]["words"] == now["words"], f"The words of {name}.png are {AGAIN}"
    assert MADE[name]["styles"] == now["styles"], f"The styles or icons of {name}.png are {AGAIN}"


def test_each_picture_is_the_one_that_was_made_and_small() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == {*SHOWS} == {*MADE}
    for name, made in MADE.items():
        picture = (PICTURES / f"{name}.png").read_bytes()
        assert sha256(picture).hexdigest() == made["picture"], f"{name}.png was not made by tests.tools.looks.film"
        assert len(picture) < LARGEST


def test_a_game_played_again_brings_the_same_scenes(found: dict[str, Kept]) -> None:
    assert depends_on(scenes()) == depends_on(found.values())


def changed(found: Kept, **files: str) -> dict[str, Any]:
    """Return what a scene depends on after these files got more lines."""
    return depends_on([found], lambda name: static(name) + files.get(name.partition(".")[0], ""))


def test_what_a_scene_shows_makes_its_picture_old_and_nothing_else(found: dict[str, Kept]) -> None:
    battle = found["battle"]
    now = depends_on([battle])
    assert depends_on([replace(battle, html=battle.html.replace("dialed", "turned"))]) != now
    assert changed(battle, wide=".seat:not(.made-up), .rail { color:red }") != now, ".rail is on every table screen"
    assert changed(battle, wide="@media (min-width:40em) { .rail { color:red } }") != now
    assert changed(battle, wide=".of-another-page .rail { color:red } /* a remark */") == now
    assert changed(battle, glyphs='<symbol id="i-of-another-faction"></symbol>') == now
    assert changed(battle, glyphs='<symbol id="i-f-har"></symbol>') != now
