"""Every clock of the bidding can be stretched, taken away and extended, and the limits say what cannot (WCAG 2.2.1)."""

from __future__ import annotations

import re

import pytest

from tests.kit import Evening, Play

CLOCKS = {"B6": "20", "B7": "60", "K8": "10"}


def seconds(evening: Evening) -> int | None:
    """Return how long the clock on the table screen lasts, in seconds."""
    found = re.search(r'id="clock"[^>]*data-total-ms="(\d+)"', evening.host.get(f"/t/{evening.table}/").text)
    return int(found[1]) // 1000 if found else None


def through_a_card(evening: Evening) -> list[int | None]:
    """Return the clock of the talk, of a bid and of the moment after the sale."""
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
    lasting = [seconds(evening)]
    if evening.bidding.step == "talk":
        evening.must("host", "CloseWindow")
    evening.bid(1)
    lasting.append(seconds(evening))
    evening.passes(5)
    return [*lasting, seconds(evening)]


@pytest.mark.parametrize(("value", "lasting"), [("200", [120, 40, 120]), ("off", [None, None, None])])
def test_4_97_13_every_clock_of_a_card_is_stretched_or_gone(play: Play, value: str, lasting: list[int | None]) -> None:
    evening = play(**CLOCKS, C3=value)
    assert through_a_card(evening) == lasting
    assert "Next card" in evening.host.get(f"/t/{evening.table}/").text
    evening.must("host", "CloseWindow")


def test_4_97_13_every_clock_of_a_card_is_extended_by_a_button(play: Play) -> None:
    evening = play(**CLOCKS)
    for act in ("BeginBidding", "DeclareHands", "DealRow", "CloseWindow"):
        evening.must("host", act)
        if seconds(evening):
            evening.must("host", "ExtendClock", seconds=30)
            assert re.search(r"\+(30|15) s", evening.host.get(f"/t/{evening.table}/").text)


def test_4_97_13_the_limits_say_what_takes_its_time(evening: Evening) -> None:
    text = evening.onlooker.get("/fair-play").text
    for words in ("you can pause any clock", "twice as long", "20 seconds", "two seconds"):
        assert words in text, words


def test_1_00_05_every_screen_says_that_cards_are_owed_and_offers_nothing_that_must_wait(play: Play) -> None:
    evening = play("Baliset/1", "Kulon/1", "Hajr/1", "Shield/1", "Shield/2", "Karama/1")
    evening.must("host", "BeginBidding")
    evening.must("harkonnen", "UseSpecial", of="fremen")
    for path in ("", "me"):
        text = (evening.phones["atreides"] if path else evening.host).get(f"/t/{evening.table}/{path}").text
        assert "must give one more card back to Fremen" in text and "Counts are right" not in text
        assert "One moment" not in text and "give 1 card back to Fremen" in text
    evening.must("harkonnen", "GiveCardBack", card="Shield/1")
    assert "Counts are right" in evening.host.get(f"/t/{evening.table}/").text
