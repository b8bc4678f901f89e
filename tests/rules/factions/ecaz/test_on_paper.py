"""4.97.16: ambassadors and the loyal leader of Ecaz go onto paper and come back from it."""

from __future__ import annotations

from types import SimpleNamespace

from referee.board.forces_counted import KeepCount
from referee.factions.ecaz import LEADERS, ME
from referee.factions.ecaz.loyal import LoyalLeader
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.tokens import OWN, Ambassadors, ambassadors
from referee.factions.ecaz.trigger import TellEntry, UseAmbassador
from referee.paper.sheets import TakeSheet
from tests.games.test_on_paper import fresh
from tests.games.test_on_paper import printed as sheets
from tests.kit import LiveTable


def played() -> tuple[LiveTable, str, dict[str, str]]:
    """Return a table with a token placed, one used and one gone, and its sheets."""
    table = LiveTable("emperor", ME, "fremen", phase="shipment", P6="none", turn=2).do(KeepCount())
    table.do(PutAmbassador("Carthag", "choam"), PutAmbassador("Arrakeen", "harkonnen"))
    table.do(TellEntry(ME, "fremen", "Arrakeen"), UseAmbassador(ME))
    return table, *sheets(SimpleNamespace(sitting=table, truth=table.truth, public=table.public))  # type: ignore[arg-type]


def test_4_97_16_ambassadors_come_back_and_ecaz_bring_their_supply() -> None:
    table, public, own = played()
    before: Ambassadors = ambassadors(table.truth)
    other = fresh(public)
    now = ambassadors(other.screen("public"))
    assert now.placed == before.placed == {"Carthag": "choam"} and now.aside == before.aside == ["harkonnen"]
    assert len(now.supply) == len(before.supply)
    if before.supply.faces():
        assert other.act(TakeSheet(ME, own[ME]), ME).done
        assert sorted(ambassadors(other.screen(ME)).supply.faces()) == sorted(before.supply.faces())
        assert OWN in ambassadors(other.screen(ME)).supply and not ambassadors(other.screen("fremen")).supply.faces()


def test_4_97_16_the_loyal_leader_stays_loyal() -> None:
    table = LiveTable("emperor", ME, "fremen", phase="storm")
    public, _ = sheets(SimpleNamespace(sitting=table, truth=table.truth, public=table.public))  # type: ignore[arg-type]
    loyal = table.public.state(LoyalLeader).leader
    assert loyal in LEADERS and fresh(public).screen("public").state(LoyalLeader).leader == loyal
