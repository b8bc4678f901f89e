"""2.10.06 through HTTP: bids sealed on phones, opened together; until then nobody can tell one bid from another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.powers.windows import Window, phase_window
from tests.kit import Evening, set_up

SEATS = ("richese", "fremen", "choam", "emperor")
OTHERS = ("public", "host", "richese", "choam", "emperor")
CHOICE = {"card": "Stone Burner", "style": "silent", "when": "first", "way": "right"}


def sealing(folder: Path) -> Evening:
    """Return four phones in front of a card of the cache, each asked for a sealed bid."""
    evening = Evening(folder).begin(set_up(SEATS, spice=dict.fromkeys(SEATS, 9), B7="off", K8="off"))
    evening.must("host", "BeginBidding")
    evening.must("host", "DeclareHands")
    evening.must("richese", "OfferCache", **CHOICE)
    evening.must("host", "DealRow")
    assert (now := phase_window(evening.public)) and now.kind == "sealed"
    return evening


def test_2_10_04_a_card_of_the_cache_that_lies_open_is_no_secret_that_a_phone_was_told_alone(tmp_path: Path) -> None:
    evening = sealing(tmp_path)
    assert all(
        "Richese sell Stone Burner" not in evening.phones[seat].get(f"/t/{evening.table}/me/secret").text
        for seat in SEATS
    )


def seen(evening: Evening) -> dict[str, Any]:
    """Return every byte that players who did not seal the bid can open, and who was rung."""
    pages = {viewer: [evening.bytes_of(viewer, path) for path in evening.pages(viewer)] for viewer in OTHERS}
    return {**pages, "rings": evening.rings, "version": [evening.sitting.version(v) for v in SEATS if v != "fremen"]}


@pytest.mark.parametrize("other", [("SealBid", {"amount": "7"}), ("Ready", {})])
def test_2_10_06_one_bid_looks_like_another_and_like_none(tmp_path: Path, other: tuple[str, dict[str, str]]) -> None:
    told = []
    for act, fields in (("SealBid", {"amount": "3"}), other):
        evening = sealing(tmp_path)
        evening.must("fremen", act, **fields)
        told.append(seen(evening))
        evening.close()
        for file in tmp_path.iterdir():  # one place, for the controls show where it is
            file.unlink()
    assert told[0] == told[1]


def test_2_10_06_a_phone_is_told_to_seal_a_bid_or_to_tap_no_bid_and_nothing_of_a_power(tmp_path: Path) -> None:
    evening = sealing(tmp_path)
    phone = " ".join(evening.who("fremen").get(f"/t/{evening.table}/me").text.split())
    assert "seal a bid behind the shield, or tap No bid" in phone and "stop it" not in phone and "No bid" in phone
    evening.close()


def test_4_92_08_the_ixians_time_to_swap_asks_for_no_karama_where_the_table_gives_none_time(tmp_path: Path) -> None:
    seats = ("ixian", "fremen", "emperor")
    for window, asked, button in (
        ("off", "You: tap Ready.", "Ready: open the next card"),
        ("all", "You: tap Ready, or stop it.", "Ready: no Karama on this card"),
    ):
        folder = tmp_path / window
        folder.mkdir()
        evening = Evening(folder).begin(set_up(seats, count={"ixian": 2}, B7="off", K8=window))
        for act in ("BeginBidding", "DeclareHands", "SkipSorting", "DealRow"):
            evening.must("host", act)
        now = phase_window(evening.public)
        assert now and now.kind == "pause"
        phone = " ".join(evening.who("fremen").get(f"/t/{evening.table}/me").text.split())
        assert asked in phone and button in phone, phone
        evening.close()


def test_2_10_06_all_are_opened_together_and_undo_seals_them_again(tmp_path: Path) -> None:
    evening = sealing(tmp_path)
    for seat, amount in (("fremen", 5), ("choam", 4), ("emperor", 0), ("richese", 1)):
        assert "Fremen 5" not in evening.onlooker.get(f"/t/{evening.table}/log").text
        evening.must(seat, "SealBid", amount=amount)
    log = evening.onlooker.get(f"/t/{evening.table}/log").text
    assert "Fremen 5, CHOAM 4, Richese 1" in log and "Fremen pay 5 to Richese" in log
    evening.tap("host", "Undo")
    assert phase_window(evening.public) == Window("sealed", 30, ["fremen", "choam", "emperor"])
    evening.close()


def test_2_10_06_when_time_is_out_whoever_is_silent_bids_nothing(tmp_path: Path) -> None:
    evening = sealing(tmp_path)
    evening.must("choam", "SealBid", amount=2)
    evening.wait(31_000)
    assert [(sale.seat, sale.price) for sale in evening.bidding.sales] == [("choam", 2)]
    evening.close()


def test_2_10_04_a_page_of_the_board_waits_for_the_choice(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(SEATS))
    evening.must("host", "BeginBidding")
    evening.must("host", "DeclareHands")
    assert "Richese choose" in evening.onlooker.get(f"/t/{evening.table}/").text
    assert "Stone Burner" in evening.who("richese").get(f"/t/{evening.table}/me/secret?tab=bid").text
    assert "Stone Burner" not in evening.who("fremen").get(f"/t/{evening.table}/me/secret?tab=bid").text
    evening.close()


def test_0_07_a_table_takes_as_many_seats_as_are_added(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.steer()
    form = evening.host.post("/new", {**set_up(), "players": "7"}).text
    assert form.count('class="setup-row"') == 7 and "CHOAM" in form and "Richese" in form
    evening.close()
