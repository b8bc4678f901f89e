"""Moments: name first, then what it means, on the table screen and every phone alike, for as long as they are fresh."""

from __future__ import annotations

import re

from tests.kit import Evening, Play


def moments(evening: Evening) -> set[tuple[str, str]]:
    pages = [evening.onlooker.get(f"/t/{evening.table}/").text]
    pages += [phone.get(f"/t/{evening.table}/me").text for phone in evening.phones.values()]
    shown = r'class="moment[^>]*><b>([^<]*)</b><span>([^<]*)</span></div>'
    return {(found[1], found[2]) for page in pages for found in re.finditer(shown, page)}


def test_1_02_05_a_worm_and_its_nexus_each_have_a_moment_and_the_nexus_ends_by_a_tap_of_its_own(
    evening: Evening,
) -> None:
    for phase in ("mentat_pause", "storm", "spice_blow"):
        evening.must("host", "GoTo", phase=phase, anyway="1")
    assert not moments(evening)
    evening.must("host", "SpiceBlows", territory="Red Chasm")
    evening.must("host", "WormComes", territory="Red Chasm")
    ((title, meaning),) = moments(evening)
    assert title == "Shai-Hulud!" and meaning.startswith("The worm comes to ")
    evening.must("host", "SpiceBlows", territory="Old Gap")
    assert {title for title, _ in moments(evening)} == {"Nexus"}
    evening.wait(8000)
    assert not moments(evening)
    assert "The Nexus is over" in evening.host.get(f"/t/{evening.table}/").text
    texts = [evening.phones[seat].get(f"/t/{evening.table}/me").text for seat in ("fremen", "spacing_guild")]
    may = "You may: offer an alliance"
    assert all(may in text and "Until the Nexus is over." in text for text in texts if "Offer an alliance" in text)
    assert any("Offer an alliance" in text for text in texts)
    evening.must("host", "EndNexus")
    assert "The Nexus is over<" not in evening.host.get(f"/t/{evening.table}/").text


def test_1_02_06_once_the_nexus_is_over_no_screen_calls_it_out_any_more(evening: Evening) -> None:
    for phase in ("mentat_pause", "storm", "spice_blow"):
        evening.must("host", "GoTo", phase=phase, anyway="1")
    evening.must("host", "SpiceBlows", territory="Red Chasm")
    evening.must("host", "WormComes", territory="Red Chasm")
    evening.must("host", "SpiceBlows", territory="Old Gap")
    assert moments(evening)
    evening.must("host", "EndNexus")
    assert not moments(evening)


def test_1_01_03_forces_that_the_storm_catches_have_one_moment_together(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="storm", anyway="1")
    evening.must("host", "PlaceStorm", sector="3")
    evening.must("host", "StormCatches", seat="emperor", normal="2")
    ((title, meaning),) = moments(evening)
    assert title == "The storm!" and meaning == "The Emperor loses 2 forces to the Tleilaxu Tanks."


def test_1_04_06_a_card_that_costs_more_than_ten_has_a_moment_and_one_for_ten_has_none(play: Play) -> None:
    for price, wanted in ((10, set()), (11, {("11 spice!", "Bene Gesserit buy the card.")})):
        evening = play(K8="off", B7="off")
        evening.open_card()
        evening.passes()
        evening.bid(price)
        evening.passes(5)
        assert moments(evening) == wanted


def test_3_01_11_karama_is_a_moment_that_names_the_card_first(play: Play) -> None:
    evening = play("Hajr/1", "Kulon/1", "Baliset/1", "Shield/1", "Karama/1")
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
    evening.must("spacing_guild", "StopPower", rule="2.01.05")
    ((title, meaning),) = moments(evening)
    assert title == "Karama!" and meaning.startswith("The Guild stops")
