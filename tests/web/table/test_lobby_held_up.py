"""The table's page while a choice holds the game up before turn 1: nothing begins, and the page says who plays."""

from __future__ import annotations

import re
from pathlib import Path

from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, sealed
from referee.modules.nexus_cards.holding import NexusNoted
from referee.running.acts import JournalAct
from referee.web.phase.table_view import options_in_short
from tests.kit import Evening, LiveTable, set_up


def begin_buttons(evening: Evening) -> list[str]:
    text = evening.host.get(f"/t/{evening.table}/").text
    return re.findall(r'name="act" value="(BeginBidding|GoTo)"', text)


def test_4_05_15_02_before_turn_1_the_table_is_drawn_while_traitors_are_put_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(set_up(("harkonnen", "emperor"), M5="on"))
    evening.must("host", "DealTraitors")
    evening.must("emperor", "KeepTraitor", leader=evening.sitting.screen("emperor").state(Traitors).dealt["emperor"][0])
    told = NexusNoted("harkonnen", sealed("harkonnen", "harkonnen"))  # as a game that others began has it
    act, sitting = JournalAct(evening.rows() + 1, evening.clock.at, PUBLIC, "", (told,)), evening.sitting
    sitting.views.referee.hear_act(act.number, act.at, act.events)
    sitting._write(act)
    assert begin_buttons(evening)
    evening.must("harkonnen", "DrawTraitor")
    for viewer in ("host", "public"):
        answer = evening.who(viewer).get(f"/t/{evening.table}/")
        assert answer.status_code == 200 and "traitor card" in answer.text
    drawn = [evening.sweep(viewer, path) for viewer in ("host", "harkonnen") for path in evening.pages(viewer)]
    assert len(drawn) > 20 and max(one.status_code for one in drawn) < 500
    assert not begin_buttons(evening)
    kept = evening.sitting.screen("harkonnen").state(Traitors).kept["harkonnen"]
    evening.must("harkonnen", "PutTraitorsBack", leader=kept[0])
    assert begin_buttons(evening)
    evening.close()


def test_4_97_62_what_is_played_tonight_lists_when_the_evening_ends() -> None:
    shown = [one.text for one in options_in_short(LiveTable("emperor", "fremen", N2="22:00").public)]
    assert any("22:00" in text for text in shown)
    assert not any("End of the evening" in one.text for one in options_in_short(LiveTable("emperor", "fremen").public))
