"""Two pairs of allies through a turn on their phones: backing, gifts, shares of a shipment, and what allies may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import SIX, Evening, set_up

PAIRS = (("fremen", "spacing_guild"), ("emperor", "harkonnen"))


@pytest.fixture
def allied(tmp_path: Any) -> Any:
    evening = Evening(tmp_path / "hall")
    evening.begin(set_up(allies=PAIRS, B6="off", B7="off", K8="off"))
    yield evening
    evening.close()


def purses(evening: Evening) -> dict[str, Any]:
    return {seat: evening.sitting.views.referee.seats[seat].spice for seat in SIX}


def test_1_10_02_04_an_ally_pays_its_part_of_a_card_and_the_emperor_gets_what_others_pay(allied: Evening) -> None:
    allied.open_card()
    allied.must("spacing_guild", "Back", to="fremen", amount=5)
    allied.must("harkonnen", "Back", to="emperor", amount=6)
    while allied.bidding.turn != "fremen":
        allied.passes()
    allied.bid(8)
    allied.passes(5)
    held = purses(allied)
    assert (held["fremen"], held["spacing_guild"], held["emperor"]) == (0, 0, 18)


def test_1_10_02_04_the_form_for_backing_holds_what_stands_so_that_a_second_tap_withdraws_nothing(
    allied: Evening,
) -> None:
    secret = f"/t/{allied.table}/me/secret?tab=bid"
    for amount in (5, 3):
        allied.must("spacing_guild", "Back", to="fremen", amount=amount)
        form = allied.phones["spacing_guild"].get(secret).text.partition('value="Back"')[2].partition("</form>")[0]
        assert f'value="{amount}"' in form


def test_2_03_06_the_emperors_gift_is_the_allys_spice_and_nobody_elses(allied: Evening) -> None:
    allied.must("host", "GoTo", phase="revival")
    allied.must("emperor", "GiveSpice", to="harkonnen", amount=7)
    assert (purses(allied)["emperor"], purses(allied)["harkonnen"]) == (3, 17)
    before = allied.rows()
    for seat, to in (("emperor", "fremen"), ("fremen", "spacing_guild"), ("emperor", "harkonnen")):
        allied.tap(seat, "GiveSpice", to=to, amount=4)
    allied.tap("emperor", "Bribe", to="harkonnen", amount=1)
    assert allied.rows() == before, "not to others, not by others, not more than there is, and no bribe to an ally"


def test_1_10_02_05_and_2_06_09_a_share_of_a_shipment_and_half_the_price_for_the_guilds_ally(allied: Evening) -> None:
    allied.must("host", "GoTo", phase="shipment")
    allied.must("harkonnen", "OfferShare", amount=3)
    before = allied.rows()
    allied.tap("emperor", "Ship", normal=5, goal="Carthag", ally_pays=4)
    assert allied.rows() == before
    allied.must("emperor", "Ship", normal=5, goal="Carthag", ally_pays=3)
    allied.must("fremen", "Ship", normal=3, kind="across", origin="Sietch Tabr", goal="Carthag", half="1")
    held = purses(allied)
    assert (held["emperor"], held["harkonnen"], held["fremen"], held["spacing_guild"]) == (8, 7, 1, 12)
