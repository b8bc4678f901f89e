"""What a screen reader is told: each turn, bid and sale once, the added line of the log alone, nothing at a tick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import Screens, key, lay_table

pytestmark = [pytest.mark.browser, pytest.mark.long]
Begin = Callable[..., Screens]
HAND = {"atreides": ("Weather Control/1",)}
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "30"))
EARS = """
window.told = []; window.logged = [];
addEventListener('DOMContentLoaded', () => new MutationObserver(all => {
  const where = (node, what) => (node.nodeType === 1 ? node : node.parentElement)?.closest(what);
  for (const one of all) {
    const log = where(one.target, '[role=log]'), live = where(one.target, '[role=status], [role=alert], [aria-live]');
    const fresh = one.type === 'characterData' ? [one.target] : [...one.addedNodes];
    const words = fresh.map(n => n.textContent.replace(/\\s+/g, ' ').trim()).filter(text => text);
    if (log) logged.push(...words);
    if (live && fresh.length && live.textContent.trim()) told.push(live.textContent.trim());
  }
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces=HAND, options=OPTIONS)
    one = evening(secrets=("Weather", "Kulon"))
    one.screen.add_init_script(EARS)
    phone = one.page({"width": 390, "height": 844}, touch=True)
    phone.add_init_script(EARS)
    one.open(table)
    one.sit("atreides", phone)
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    return one


def heard(page: Any, name: str = "told") -> list[str]:
    """Return what was said since the last question."""
    found: list[str] = page.evaluate(f"{name}.splice(0)")
    return [text for text in found if not text.endswith(("seconds", "Time"))]


def test_a_whole_card_is_told_once_on_the_table_and_on_a_phone(night: Screens) -> None:
    phone = night.phones["atreides"]
    for page in (night.screen, phone):
        page.wait_for_timeout(1200)
        heard(page), heard(page, "logged")
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")
    for seat in ("Emperor", "Fremen", "Spacing Guild", "Harkonnen"):
        key(night.screen, "p")
        night.agree(f"{seat} to bid", "1")
    key(night.screen, "p")
    night.agree("Atreides buy for 1")
    night.screen.wait_for_function("() => told.filter(text => !/(seconds|Time)$/.test(text)).length >= 6")
    phone.wait_for_function("() => told.filter(text => !/(seconds|Time)$/.test(text)).length >= 6")
    night.screen.wait_for_timeout(1500)
    seats = ("Bene Gesserit", "Emperor", "Fremen", "Spacing Guild", "Harkonnen")
    turns = [f"{seat} to bid. Bid to beat: 1 by Atreides." for seat in seats]
    table, mine = heard(night.screen), heard(phone)
    assert table[:5] == turns == mine[:5]
    sold = "Atreides buy for 1. The Emperor is paid for the card."
    assert len(table) == len(mine) == 6 and table[5].startswith(sold) and table[5] == mine[5], (table, mine)
    lines = heard(night.screen, "logged")
    assert len(lines) == len(set(lines)) and sum(" pass" in line for line in lines) == 5, lines
    assert not any(word in text for text in [*table, *mine, *lines] for word in ("Weather", "Kulon"))
