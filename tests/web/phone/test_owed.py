"""What holds the whole game up stands on the phone of who owes it, or on the table screen if that seat has no phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import SIX, Evening, set_up


@pytest.mark.parametrize("phones", [SIX, SIX[1:]])
def test_4_08_03_the_winner_chooses_a_tech_token_on_the_phone_or_the_table(
    tmp_path: Path, phones: tuple[str, ...]
) -> None:
    evening = Evening(tmp_path).begin(set_up(M1="on", K8="off", P3="wheels"), phones)
    try:
        evening.must("host", "GoTo", phase="battle", anyway="1")
        for token in ("Heighliners", "Axlotl Tanks"):
            evening.must("host", "NameTokenOwner", token=token, to="harkonnen")
        sides = {"one": "atreides", "one_normal": "5", "two": "harkonnen", "two_normal": "5"}
        evening.must("host", "BeginBattle", territory="Arrakeen", **sides)
        evening.must("host", "StaySilent", rule="2.01.08", **{"for": "atreides"})
        evening.must("host", "TypeWheel", seat="atreides", dial="2", leader="Lady Jessica")
        evening.must("host", "TypeWheel", seat="harkonnen", dial="0", leader="Umman Kudu")
        evening.must("host", "SettleBattle")
        pages = {seat: one.get(f"/t/{evening.table}/me").text for seat, one in evening.phones.items()}
        assert [seat for seat, page in pages.items() if "Take a tech token" in page] == [
            seat for seat in phones if seat == "atreides"
        ]
        table = evening.host.get(f"/t/{evening.table}/").text
        assert ("Atreides: Take a tech token" in table) is ("atreides" not in phones)
    finally:
        evening.close()
