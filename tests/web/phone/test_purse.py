"""A purse line by line, and a recount that nobody else notices."""

from __future__ import annotations

import re

from tests.kit import SIX, Evening, Play, snapshot, unmoved

TOLD = {"P1": "told", "P2": "told"}


def purse(evening: Evening, seat: str) -> str:
    """Return the page that says why the purse holds what it holds, as words."""
    page = evening.phones[seat].get(f"/t/{evening.table}/me/secret?tab=home&see=purse").text
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<body")[1]).split())


def test_1_11_01_why_do_i_have_7(play: Play) -> None:
    evening = play(purses={"atreides": 9, "emperor": 10, **dict.fromkeys(SIX[1:2] + SIX[3:], 5)})
    evening.open_card()
    evening.bid(4)
    evening.passes(5)
    evening.must("host", "CloseWindow")
    evening.must("atreides", "Bribe", to="fremen", amount=1)
    said = purse(evening, "atreides")
    assert "Why 4?" in said
    assert "Treachery card to the Emperor 2.03.04" in said and "\u22124 5" in said
    assert "Bribe to Fremen 1.12.01 \u22121 4" in said
    assert said.index("Bribe to") < said.index("Treachery card") < said.index("Starting spice")
    assert "Treachery card from Atreides 2.03.04" in purse(evening, "emperor") and "+4 14" in purse(evening, "emperor")


def test_1_11_01_one_tap_from_the_amount(evening: Evening) -> None:
    page = evening.phones["fremen"].get(f"/t/{evening.table}/me/secret?tab=bid").text
    assert f'href="/t/{evening.table}/me/secret?tab=bid&amp;see=purse" hx-get=' in page


def test_4_94_02_a_recount_is_a_signed_line_that_nobody_else_notices(play: Play) -> None:
    evening = play(**TOLD)
    evening.must("fremen", "TellSpice", amount=9)
    before, rung = snapshot(evening), len(evening.rings)
    evening.must("fremen", "TellSpice", amount=7)
    assert [set(ring) for ring in evening.rings[rung:]] == [{"fremen"}]
    unmoved(before, snapshot(evening), {"fremen"})
    assert "Recount 4.94.02 \u22122 7" in purse(evening, "fremen")


def test_p5_a_look_into_the_own_purse_moves_nothing(auction: Evening) -> None:
    before, rung, rows = snapshot(auction), len(auction.rings), auction.rows()
    purse(auction, "fremen")
    unmoved(before, snapshot(auction), set())
    assert auction.rings[rung:] == [] and auction.rows() == rows
