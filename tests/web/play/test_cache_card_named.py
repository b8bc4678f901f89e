"""Who occupies Richese chooses the cache card: only the two know which it is, and every screen goes on."""

from __future__ import annotations

from pathlib import Path

from referee.factions.richese.announce_sale import NameCacheCard, OfferCache
from referee.kernel import PUBLIC
from referee.offers.offer import halted
from referee.phases.bidding.auction import DeclareHands
from tests.rules.modules.homeworlds.setting import occupied
from tests.web.all_screens import AllScreens

SEATS = ("richese", "atreides", "harkonnen")


def test_4_04_21_every_screen_goes_on_once_a_cache_card_was_named(tmp_path: Path) -> None:
    made = occupied("harkonnen", "Richese", 2, "bidding", *SEATS, deck=tuple(f"c{n}" for n in range(8)))
    screens = AllScreens(made, tmp_path)
    made.do(DeclareHands(), NameCacheCard("harkonnen", "Ornithopter"))
    assert screens.wrong() == []
    due = halted(made.screen(PUBLIC))
    assert due is not None and (due.seat, due.by) == ("richese", (OfferCache,))
    made.do(OfferCache("richese", "Ornithopter"))
    assert screens.wrong() == []
