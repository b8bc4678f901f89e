"""The file that browsers keep: it is what the data says, every territory is in it once, and it is small."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from referee.board.territories import TERRITORIES, slug
from referee.board.ways import cells
from referee.web.map.ground import FILE, drawn

SVG = FILE.read_text("utf-8")
PLACES = [name for name in TERRITORIES if cells(name)]


def test_the_file_is_drawn_from_the_data() -> None:
    assert drawn() == SVG, "python -m referee.web.map.ground writes it anew"


def test_every_territory_is_drawn_once_and_named_once() -> None:
    root = ElementTree.fromstring(SVG)
    ids = Counter(one.get("id") for one in root.iter() if one.get("id"))
    assert ids == Counter({"ground", "names", "strongholds", *(f"t-{slug(name)}" for name in PLACES)})
    words = Counter(" ".join(one.text or "" for one in root.iter() if one.tag.endswith("text")).split())
    assert words["Carthag"] == 1
    assert words["Cielago"] == 5
    assert sum(name.count("Wall") for name in PLACES) == words["Wall"]


@pytest.mark.parametrize("name", PLACES)
def test_a_territory_is_a_closed_shape(name: str) -> None:
    (path,) = re.findall(rf'id="t-{slug(name)}" d="([^"]+)"', SVG)
    assert path.startswith("M")
    assert path.count("M") == path.count("z")


def test_it_brings_no_script_no_picture_and_nothing_from_elsewhere() -> None:
    assert not re.search(r"<(script|image|style|foreignObject)|href|url\(|\son\w+=", SVG)
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', SVG))
    assert all(re.fullmatch(r"none|var\(--m-[\w-]+\)", colour) for colour in colours)


def test_it_is_small() -> None:
    assert len(SVG) < 32_000
    assert len(gzip.compress(SVG.encode())) < 12_000
