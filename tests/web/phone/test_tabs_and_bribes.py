"""What a phone has at its foot, and who hears of a bribe."""

from __future__ import annotations

import re

from tests.kit import SIX, Evening


def test_1_11_02_only_who_may_keep_notes_has_a_book_and_all_have_a_map(evening: Evening) -> None:
    found = {}
    for seat in SIX:
        foot = evening.phones[seat].get(f"/t/{evening.table}/me").text.partition('id="tabs"')[2]
        found[seat] = re.findall(r"</svg>(\w+)</a>", foot)
    assert found["atreides"] == ["Seat", "Rules", "Book", "Map", "More"]
    assert all(found[seat] == ["Seat", "Rules", "Map", "More"] for seat in SIX if seat != "atreides")


def test_1_12_01_who_is_bribed_reads_it_until_having_done_something(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="spice_blow", anyway="1")
    evening.must("fremen", "Bribe", to="bene_gesserit", amount=3)

    def reads(seat: str) -> bool:
        page = evening.phones[seat].get(f"/t/{evening.table}/me").text
        return re.search(r"pays? you a bribe of <b>3</b>", page) is not None

    assert [seat for seat in SIX if reads(seat)] == ["bene_gesserit"]
    evening.must("bene_gesserit", "Bribe", to="emperor", amount=1)
    assert not reads("bene_gesserit")
