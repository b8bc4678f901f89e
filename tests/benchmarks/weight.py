"""Bytes: of a wheel by what is in it, and over the Wi-Fi: a phone's first page with all it fetches once, and updates
after a tap, as sent.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import pytest

from tests.benchmarks.contestants import Referee
from tests.benchmarks.script import SIX, script
from tests.benchmarks.wire import Screen
from tests.kit import ROOT, Evening, set_up
from tests.web.app.test_bytes import first_page, serve_as_a_wheel

Row = tuple[str, str, str]
LEVEL = 6
KINDS = {".py": "code", ".md": "texts", ".bin": "vectors", ".po": "catalogues", ".gz": "English words"}


def weights(revisions: Sequence[str]) -> list[Row]:
    """Weigh a first page, and what the script's taps send to phones and to the table screen."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        serve_as_a_wheel(patch, Path(folder) / "wheel")
        evening = Evening(Path(folder)).begin(set_up(spice=dict.fromkeys(SIX, 20)))
        evening.open_card()
        first = sum(len(answer.data) for answer in first_page(evening, "atreides"))
        evening.close()
    rows = [_wheel(), ("first page of a phone, with all it fetches", f"{first / 1024:.1f} KB", "< 60 KB")]
    for revision in ("", *revisions):
        rows += asyncio.run(_updates(Referee(revision, keeps=True)))
    return rows


def _wheel() -> Row:
    """Return what a wheel weighs, its files packed one by one, by kind."""
    packed = Counter[str]()
    for folder in ("referee", "static", "templates"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.suffix != ".pyc":
                packed[KINDS.get(file.suffix, "pages")] += len(zlib.compress(file.read_bytes(), LEVEL))
    each = ", ".join(f"{kind} {size / 1e6:.1f}" for kind, size in packed.most_common())
    return "what is in a wheel, packed", f"{packed.total() / 1e6:.1f} MB: {each}", ""


async def _updates(program: Referee) -> list[Row]:
    await program.start()
    await program.sit(1)
    taps = script(rounds=1)
    played = await program.play(taps, 0.03)
    (table,) = program.tables
    board, *phones = table.screens
    await program.stop()
    assert len(played.late) == len(taps)
    return [
        (f"{program.name}: update of a phone, packed", _spread(phones), "< 1 KB"),
        (f"{program.name}: update of the table screen, packed", _spread([board]), "< 2 KB"),
    ]


def _spread(screens: list[Screen]) -> str:
    """Return median and heavy end, compressed one by one and as a stream; and plain, and as sent."""
    updates = [(event, weight) for screen in screens for event, weight in screen.kept[1:]]
    packed = [min(weight, len(gzip.compress(event, LEVEL))) / 1024 for event, weight in updates]
    plain, sent = (median(sizes) / 1024 for sizes in ([len(e) for e, _ in updates], [w for _, w in updates]))
    return f"p50 {median(packed):.2f}  p90 {quantiles(packed, n=10)[8]:.2f} KB; plain {plain:.1f}, sent {sent:.1f} KB"
