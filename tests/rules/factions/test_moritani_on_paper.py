"""4.97.16: what Moritani and Duke Vidal have on the table goes onto paper and comes back from it."""

from __future__ import annotations

from types import SimpleNamespace

from referee.factions.duke_vidal import VIDAL
from referee.factions.moritani import ME
from referee.factions.moritani.aftermath import AftermathLaid
from referee.factions.moritani.assassins import AssassinsUsed, assassins
from referee.factions.moritani.reaction import RevealTerror
from referee.factions.moritani.terror import PlaceTerror, in_supply, terror, tokens_at
from referee.holdings.shared_discs import DiscDied, in_the_tanks
from referee.kernel import FACE_DOWN
from referee.paper.sheets import TakeSheet
from referee.phases.shipment.shipping import Ship
from tests.games.test_on_paper import fresh
from tests.games.test_on_paper import printed as sheets
from tests.rules.factions.test_terror import pause


def played() -> tuple[str, dict[str, str]]:
    """Return the sheets of a table with Atomics used, another token laid and Duke Vidal dead."""
    sitting = pause().do(PlaceTerror(ME, "Arrakeen", "atomics"), "shipment")
    sitting.do(Ship("emperor", 1, "Arrakeen"), who="public").do(RevealTerror(ME), "mentat_pause")
    sitting.do("storm", "mentat_pause", PlaceTerror(ME, "Carthag", "robbery"))
    for table in {**sitting.views.tables, "referee": sitting.truth}.values():
        table.hear(AssassinsUsed(("emperor",)))
        table.hear(DiscDied(VIDAL, ""))
        table.memo = {}
    return sheets(SimpleNamespace(sitting=sitting, truth=sitting.truth, public=sitting.public))  # type: ignore[arg-type]


def test_4_97_16_tokens_aftermath_and_duke_vidal_come_back() -> None:
    public, own = played()
    assert "Robbery" not in public and "Carthag=robbery" in own[ME] and "Carthag=robbery" not in own["emperor"]
    other = fresh(public)
    table = other.screen("public")
    assert tokens_at(table, "Carthag") == [FACE_DOWN] and terror(table).gone == ["atomics"] and in_supply(table) == 4
    assert table.get(AftermathLaid) == AftermathLaid("Arrakeen", "") and assassins(table).used == ["emperor"]
    assert in_the_tanks(table, VIDAL)
    assert other.act(TakeSheet(ME, own[ME]), ME).done
    assert tokens_at(other.screen(ME), "Carthag") == ["robbery"]
    assert tokens_at(other.screen("emperor"), "Carthag") == [FACE_DOWN]
