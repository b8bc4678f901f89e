"""An unfinished game is decided by published ways, worked out line by line (1.09.05); the table chooses."""

from __future__ import annotations

from referee.kernel import ask
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import WinnersAtTheEnd, winner
from referee.turn.on_time.unfinished import ways_to_decide
from tests.kit import LiveTable

THREE = ("atreides", "harkonnen", "emperor")


def told(table: LiveTable) -> dict[str, list[str]]:
    return {way.title: [line.words for line in way.lines] for way in ways_to_decide(table.public)}


def test_1_09_05_the_first_way_is_who_wins_after_the_last_turn_once_that_is_known() -> None:
    table = LiveTable(*THREE, phase="spice_collection", turn=4)
    assert "Enter who holds each" in told(table)["As after the last turn"][0]
    table.do(NameHolders(**dict.fromkeys(("arrakeen", "carthag"), "emperor"), sietch_tabr="atreides"))
    assert ask(table.public, WinnersAtTheEnd()).value == ("emperor",)
    assert told(table)["As after the last turn"] == [
        "Atreides hold Sietch Tabr.",
        "The Emperor holds Arrakeen and Carthag.",
        "Nobody holds enough.",
        "The Emperor wins.",
    ]


def test_1_09_05_the_first_way_says_who_holds_enough_and_whose_special_victory_is_met() -> None:
    table = LiveTable("fremen", "spacing_guild", "harkonnen", phase="mentat_pause", turn=4)
    table.do(NameHolders(arrakeen="harkonnen", sietch_tabr="harkonnen"))
    ways = told(table)["As after the last turn"]
    assert ways[1:] == ["Nobody holds enough.", "The special victory of Fremen is not met.", "The Guild wins."]
    table.do(NameHolders(arrakeen="harkonnen", sietch_tabr="fremen"))
    assert told(table)["As after the last turn"][3:] == ["The special victory of Fremen is met.", "Fremen win."]
    table.do(NameHolders(**dict.fromkeys(("arrakeen", "carthag", "sietch_tabr"), "harkonnen")))
    assert told(table)["As after the last turn"][1:] == ["That is enough.", "Harkonnen win."]


def test_1_09_05_strongholds_are_counted_now_and_over_the_turns() -> None:
    table = LiveTable(*THREE, phase="spice_collection", turn=2)
    table.do(NameHolders(arrakeen="atreides", carthag="harkonnen", sietch_tabr="atreides"))
    table.do("mentat_pause", "storm", "spice_collection")
    table.do(NameHolders(arrakeen="harkonnen", carthag="harkonnen", sietch_tabr="emperor"))
    ways = told(table)
    assert ways["Most strongholds now"] == [
        "Harkonnen have 2 strongholds.",
        "The Emperor has 1 stronghold.",
        "Harkonnen win.",
    ]
    assert ways["Most strongholds, added up over the turns"][:2] == [
        "Harkonnen have 3 strongholds.",
        "Atreides have 2 strongholds.",
    ]


def test_1_09_05_nothing_is_decided_before_the_first_phase_or_once_somebody_has_won() -> None:
    assert ways_to_decide(LiveTable().public) == ()
    table = LiveTable("atreides", "emperor", phase="mentat_pause", turn=3)
    assert winner(table.public) is None and len(ways_to_decide(table.public)) == 3
