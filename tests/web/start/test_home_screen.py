"""A phone that keeps the page on its home screen finds a name and an icon, and opens the page it was on."""

from __future__ import annotations

import json
import re
from contextlib import closing

from tests.kit import Evening


def fetched(evening: Evening, place: str) -> tuple[str, bytes]:
    """Return of which kind a file is, and what is in it."""
    with closing(evening.phones["atreides"].get(place)) as answer:
        return str(answer.mimetype), answer.get_data()


def test_the_manifest_names_an_icon_and_no_other_page(evening: Evening) -> None:
    page = evening.phones["atreides"].get(f"/t/{evening.table}/me").text
    (place,) = re.findall(r'rel="manifest" href="([^"]+)"', page)
    kind, words = fetched(evening, place)
    made = json.loads(words)
    assert kind == "application/manifest+json" and made["name"] == "Referee" and "start_url" not in made
    assert fetched(evening, f"{place.rpartition('/')[0]}/{made['icons'][0]['src']}")[0] == "image/svg+xml"


def test_a_phone_that_asks_for_its_icon_by_itself_gets_one(evening: Evening) -> None:
    kind, picture = fetched(evening, "/apple-touch-icon.png")
    assert kind == "image/png" and picture.startswith(b"\x89PNG")


def test_only_the_phone_of_whoever_is_on_turn_is_told_to_hum(auction: Evening) -> None:
    pages = {seat: phone.get(f"/t/{auction.table}/me").text for seat, phone in auction.phones.items()}
    assert [seat for seat, page in pages.items() if "data-on-turn" in page] == ["atreides"]
