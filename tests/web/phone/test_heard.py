"""What has just happened stands on every phone, in the same words on all of them; and who is waited for."""

from __future__ import annotations

import re

from referee.offers.waiting import waiting
from tests.kit import Evening, set_up


def heard(evening: Evening, seat: str) -> str:
    page = evening.phones[seat].get(f"/t/{evening.table}/me").text
    found = re.search(r'id="heard"[^>]*>(.*?)</p>', page, re.S)
    return re.sub(r"<[^>]+>|\s+", " ", found[1]).strip() if found else ""


def test_4_97_every_phone_says_what_everybody_heard_last_and_nothing_of_a_secret_act(evening: Evening) -> None:
    evening.begin()
    evening.must("host", "GoTo", phase="revival", anyway="1")
    assert all("Revival begins." in heard(evening, seat) for seat in evening.phones)
    before = {seat: heard(evening, seat) for seat in evening.phones}
    evening.tap("bene_gesserit", "KeepNote", text="watch the Guild")
    assert {seat: heard(evening, seat) for seat in evening.phones} == before
    evening.must("host", "Undo")
    assert all("Revival begins." not in heard(evening, seat) for seat in evening.phones)


def test_4_97_a_phone_of_several_who_are_asked_names_the_others(evening: Evening) -> None:
    evening.begin()
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    first = waiting(evening.public)[0].words
    for seat, phone in evening.phones.items():
        page = phone.get(f"/t/{evening.table}/me").text
        assert f"Waiting: {first}" in page or "You: ship" in page, seat


def test_4_97_who_is_waited_for_is_told_in_one_sentence_so_an_article_in_it_is_small(evening: Evening) -> None:
    evening.begin()
    evening.must("host", "GoTo", phase="revival", anyway="1")

    def told(seat: str, language: str = "en") -> str:
        return evening.phones[seat].get(f"/t/{evening.table}/me", {"Accept-Language": language}).text

    assert "Waiting: all others choose what to revive." in told("fremen")
    others = [seat for seat in evening.phones if seat != "emperor"]
    for seat in others:
        evening.must(seat, "SayDone")
    assert all("Waiting: the Emperor chooses what to revive." in told(seat) for seat in others)
    assert "Noch offen: Der Imperator wählt" in told("fremen", "de"), "German begins a sentence after a colon"


def test_1_03_01_behind_the_shield_charity_is_not_for_who_has_two_spice_and_all_phones_look_alike(
    evening: Evening,
) -> None:
    evening.begin(set_up(spice={"atreides": 1, "emperor": 2}))
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")

    def behind(seat: str) -> bool:
        return "No charity for you" in evening.phones[seat].get(f"/t/{evening.table}/me/secret").text

    assert behind("emperor") and not behind("atreides")
    pages = [evening.phones[seat].get(f"/t/{evening.table}/me").text for seat in ("emperor", "atreides")]
    assert not any("no charity" in page for page in pages) and all("ClaimCharity" in page for page in pages)
