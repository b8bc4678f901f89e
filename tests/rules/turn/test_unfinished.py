"""4.97.68: an unfinished game is decided by published ways, worked out line by line (1.09.05); the table chooses."""

from __future__ import annotations

from referee.common.factions import named
from referee.factions.bene_gesserit.prediction import Predict
from referee.kernel import ask
from referee.phases.bidding.auction import BeginBidding, DealRow
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory, GameWon, WinnersAtTheEnd, winner
from referee.turn.missed import missed
from referee.turn.next_phase import EndBidding, GoTo
from referee.turn.on_time.decided import DecideGame
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


def test_4_97_68_the_table_decides_by_one_way_and_that_ends_the_game_without_a_victory_by_the_rules() -> None:
    table = LiveTable("fremen", "spacing_guild", "harkonnen", phase="spice_collection", turn=4)
    table.do(NameHolders(arrakeen="harkonnen", sietch_tabr="harkonnen"))
    table.do(DecideGame("now"))
    won = winner(table.public)
    assert won and (won.seats, won.turn, won.why, won.decided) == (
        ("harkonnen",),
        4,
        ("4.97.68",),
        "Most strongholds now",
    )
    told = [heard.event.sentence(named) for heard in table.public.log[-3:]]
    said = "The game stops in turn 4. Decided by agreement: Harkonnen. Most strongholds now."
    assert told[-1] == said and said in [line.words for line in missed(table.public, "fremen", 0)]
    assert not any(isinstance(heard.event, GameWon) for heard in table.public.log)
    assert ways_to_decide(table.public) == () and table.no(DecideGame("end")) == "4.97.68"
    assert {table.no(GoTo("storm")), table.no(CheckVictory())} == {"1.09.02"}
    assert table.undo("host").done and winner(table.public) is None and len(ways_to_decide(table.public)) == 3
    table.do(DecideGame("end"))
    assert winner(table.public).seats == ("spacing_guild",)  # type: ignore[union-attr]


def test_4_97_68_no_way_is_taken_that_names_nobody_or_is_none() -> None:
    table = LiveTable(*THREE, phase="spice_collection", turn=4)
    for way in ("end", "now", "turns", "anyhow"):
        assert table.no(DecideGame(way)) == "4.97.68"


def test_4_97_68_an_auction_is_ended_first_and_a_game_is_over_in_the_pause() -> None:
    table = LiveTable(*THREE, phase="spice_collection", turn=2)
    table.do(NameHolders(arrakeen="harkonnen"), "mentat_pause", "storm")
    table.do(BeginBidding(3, "atreides", False), DealRow())
    assert table.no(DecideGame("now")) == "1.04.08"
    table.do(EndBidding(), DecideGame("now"))
    assert table.public.phase == "mentat_pause" and winner(table.public)


def test_4_97_68_a_prediction_does_not_come_true_by_a_decision() -> None:
    table = LiveTable("bene_gesserit", "harkonnen", "emperor", turn=1)
    table.do(Predict("bene_gesserit", "harkonnen", 1), "spice_collection")
    table.do(NameHolders(arrakeen="harkonnen"), DecideGame("now"))
    assert winner(table.public).seats == ("harkonnen",)  # type: ignore[union-attr]
