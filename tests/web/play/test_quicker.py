"""Two people who tap the same step at once: the second is told who was quicker, and nothing is done twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.offers.offer import TABLE, offers
from referee.turn.next_phase import onward
from tests.kit import SCREEN, Browser, Evening, set_up

STEPS = 60


@pytest.fixture
def game(tmp_path: Path) -> Any:
    evening = Evening(tmp_path).begin(set_up(P4="drawn", P5="dealt", B6="off", B7="off", K8="off"))
    yield evening
    evening.close()


@pytest.fixture
def second(game: Evening) -> Browser:
    """Another screen that controls the table."""
    screen = game.browser("192.168.1.77")
    assert screen.post(f"/host/{game.desk.credentials.links.make('hall')}").status_code == 303
    screen.get(f"/t/{game.table}/")
    return screen


def key(game: Evening) -> str:
    return game.desk.key(game.sitting, "public")


def taps(game: Evening, browser: Browser, page: str, act: str, **fields: Any) -> Any:
    return browser.post(f"/t/{game.table}/", {"act": act, "key": page} | fields, {**SCREEN})


def test_4_97_02_every_step_of_a_turn_that_two_screens_tap_at_once_is_done_once(game: Evening, second: Browser) -> None:
    met = set[str]()
    for _ in range(STEPS):
        found = [one for one in offers(game.public, TABLE) if one.lead and not (one.why_not or one.blanks)]
        offer = found[0] if found else onward(game.public)
        said = dict(offer.fixed) | ({"anyway": "1"} if offer.name == "GoTo" else {})
        page = key(game)
        first = taps(game, game.host, page, offer.name, **said)
        if first.status_code >= 400:
            assert not met or len(met) > 4, (offer.name, first.text)
            break
        rows = game.rows()
        late = taps(game, second, page, offer.name, **said)
        assert game.rows() == rows, f"{offer.name} is done twice"
        assert late.status_code == 409 and "quicker" in late.text, (offer.name, late.text)
        assert "chip" not in late.text
        met.add(f"{offer.name} {said.get('phase', '')}".strip())
        game.wait(6000)
    assert len(met) > 8, met


def test_4_97_02_who_was_quicker_is_named_with_what_has_happened(game: Evening, second: Browser) -> None:
    game.must("host", "GoTo", phase="revival", anyway="1")
    one, other = list(game.phones)[:2]
    page = game.desk.key(game.sitting, other)
    game.must(one, "CallPause")
    rows = game.rows()
    late = game.tap(other, "CallPause", key=page)
    assert late.status_code == 409 and "Atreides were quicker." in late.text and "pause" in late.text
    assert game.rows() == rows
    late = taps(game, second, key(game), "GoTo", phase="revival")
    assert "quicker" not in late.text, "it was long ago, or its page had seen it"


def test_4_97_02_a_step_from_a_page_that_saw_the_first_or_after_it_was_undone_counts(
    game: Evening, second: Browser
) -> None:
    page = key(game)
    game.must("host", "GoTo", phase="revival", anyway="1")
    game.must("host", "Undo")
    assert taps(game, second, page, "GoTo", phase="revival", anyway="1").status_code == 200
    assert game.public.phase == "revival"


def test_4_97_02_two_bids_of_the_same_height_are_two_bids(auction: Evening) -> None:
    first = auction.bidding.turn
    auction.bid(5)
    other = next(seat for seat in auction.phones if seat != first)
    late = auction.tap(other, "Bid", amount="5", seen=auction.sight())
    assert late.status_code >= 400 and "quicker" not in late.text
