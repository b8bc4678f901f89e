"""What may I do now: one list behind the shield, what is due first, and prices with what costs."""

from __future__ import annotations

from tests.kit import Evening


def test_4_97_10_the_list_begins_with_what_is_due_and_names_all_that_is_allowed(evening: Evening) -> None:
    evening.must("host", "DealTraitors")
    evening.must("host", "GoTo", phase="storm", anyway="1")
    said = evening.who("bene_gesserit").get(f"/t/{evening.table}/me/secret?see=may").text
    order = ("What may I do now?", "Seal a prediction", "Keep one traitor", "You may", "Seal my prediction")
    places = [said.index(words) for words in order]
    assert places == sorted(places)


def test_1_06_03_01_a_shipment_is_listed_with_what_a_force_costs(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    said = {
        seat: evening.who(seat).get(f"/t/{evening.table}/me/secret?see=may").text
        for seat in ("emperor", "spacing_guild")
    }
    assert "Ship from reserves: 1 spice a force into a stronghold, 2 elsewhere" in said["emperor"]
    assert "Ship from reserves: ½ spice a force into a stronghold, 1 elsewhere" in said["spacing_guild"]
