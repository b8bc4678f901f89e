"""4.97.63: one tap on a phone tells what was missed; nobody is rung, nothing is written, and nobody's page changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import Evening, Play, set_up, snapshot


@pytest.fixture
def sold(play: Play) -> Evening:
    evening = play("Karama/1")
    evening.open_card()
    evening.bid(2)
    evening.passes(5)
    return evening


def missed(evening: Evening, seat: str, query: str = "") -> str:
    return evening.phones[seat].get(f"/t/{evening.table}/me/missed{query}").text


def test_4_97_63_the_phone_has_one_tap_for_it(sold: Evening) -> None:
    for phone in sold.phones.values():
        assert f'href="/t/{sold.table}/me/missed"' in phone.get(f"/t/{sold.table}/me").text


def test_4_97_63_it_tells_what_happened_since_the_last_tap_or_so_many_seconds(sold: Evening) -> None:
    told = {seat: missed(sold, seat, "?s=600") for seat in sold.phones}
    assert sum("You bought 1 card." in text for text in told.values()) == 1
    assert sum("Cards bought:" in text for text in told.values()) == len(told) - 1
    sold.wait(60_000)
    pages = [missed(sold, seat, "?s=5") for seat in sold.phones]
    assert all("Nothing new since you last looked. This turn so far:" in page for page in pages)
    assert sum("You bought 1 card." in page for page in pages) == 1, "who asks is told what this turn brought"


def test_4_97_63_where_nothing_has_happened_it_says_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up())
    told = missed(evening, "fremen", "?s=5")
    evening.close()
    assert "Nothing you need to know." in told


def test_4_97_63_nobody_learns_who_asked(sold: Evening) -> None:
    before, rung, rows = snapshot(sold), len(sold.rings), sold.rows()
    for query in ("", "?s=600", "?s=-1", "?s=99999999999", "?s=%00"):
        assert "Nothing" in missed(sold, "fremen", query) or "bought" in missed(sold, "fremen", query)
    assert (sold.rings[rung:], sold.rows()) == ([], rows) and snapshot(sold) == before


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "The Emperor pays you a bribe of 2."),
        ("de", "Der Imperator zahlt dir 2 Spice als Bestechung."),
        ("fr", "L’Empereur vous verse un pot-de-vin de 2."),
        ("es", "El Emperador te paga un soborno de 2."),
    ],
)
def test_4_97_63_a_bribe_is_told_to_who_got_it(sold: Evening, code: str, words: str) -> None:
    sold.must("emperor", "Bribe", to="fremen", amount="2")
    told = {seat: missed(sold, seat, f"?s=600&language={code}") for seat in ("fremen", "emperor", "harkonnen")}
    assert {seat for seat, text in told.items() if words in text} == {"fremen"}
