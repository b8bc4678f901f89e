"""Bytes over the Wi-Fi: a phone's first page with all it fetches once, and each update after a tap."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kit.evening import SIX, Evening, set_up
from tests.kit.visitor import SCREEN
from tests.web.app.test_bytes import first_page


def weights() -> list[tuple[str, str, str]]:
    """Open a card at a table of six and weigh what goes to a phone and to the table screen."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder)).begin(set_up(spice=dict.fromkeys(SIX, 20)))
        evening.open_card()
        first = sum(len(answer.data) for answer in first_page(evening, "atreides"))
        evening.bid(3)
        pushed = {who: _body(evening, who, path, SCREEN) for who, path in (("fremen", "me"), ("public", ""))}
        evening.close()
    rows = [("first page of a phone, scripts, styles and font included", f"{first / 1024:.1f} KB", "< 60 KB")]
    for (_, body), what in zip(pushed.items(), ("a phone", "the table screen"), strict=True):
        sizes = f"{len(body) / 1024:.1f} KB as shown live, {len(gzip.compress(body, 6)) / 1024:.1f} KB packed"
        rows.append((f"update of {what}", sizes, "< 6 KB packed"))
    return rows


def _body(evening: Evening, who: str, path: str, headers: dict[str, str]) -> bytes:
    return bytes(evening.who(who).get(f"/t/{evening.table}/{path}", headers).data)
