"""4.97.63: what a player missed, in a few lines, told to each seat as "you"."""

from __future__ import annotations

from referee.board.forces_counted import IN_THE_STORM, ForcesToTanks
from referee.board.storm import StormMoved
from referee.common.turn import TurnBegan
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, Event, Table
from referee.kernel.table import fold
from referee.phases.battle.events import BattleBegun, BattleJudged, ForcesLost
from referee.phases.battle.verdict import EXPLOSION
from referee.phases.bidding.events import DEAR, CardSold
from referee.turn.missed import MOST, missed
from tests.kit import LiveTable


def since(table: Table, seat: str, *events: Event) -> list[str]:
    """Return what a seat missed of these events, which are told to the table as they are."""
    before = len(table.log)
    for event in events:
        table.log.append(type(table.log[0])(event, 0, 0))
    try:
        return [gist.words for gist in missed(table, seat, before)]
    finally:
        del table.log[before:]


LOST = (
    BattleBegun("Arrakeen", "harkonnen", "fremen", (3, 0), (3, 0)),
    BattleJudged({"winner": "harkonnen"}),
    ForcesToTanks("fremen", 2, 0, "Arrakeen", ("1.07.06.05",)),
    ForcesToTanks("fremen", 1, 0, "Arrakeen", ("1.07.06.05",)),
)


def test_4_97_63_each_side_of_a_battle_is_told_its_own() -> None:
    table = fold([heard.event for heard in LiveTable(phase="storm").public.log], PUBLIC)
    assert since(table, "fremen", *LOST) == ["Harkonnen win against you in Arrakeen: you lost 3 forces."]
    assert since(table, "harkonnen", *LOST) == ["You won in Arrakeen against Fremen."]
    assert since(table, "emperor", *LOST) == ["Harkonnen win in Arrakeen against Fremen."]


def test_4_97_63_nothing_is_told_twice() -> None:
    table = fold([heard.event for heard in LiveTable(phase="storm").public.log], PUBLIC)
    caught = ForcesToTanks("fremen", 2, 0, "Old Gap", (IN_THE_STORM,))
    assert since(table, "fremen", caught) == ["You lost 2 forces in Old Gap."]
    assert since(table, "emperor", caught) == ["The storm! Fremen lose 2 forces to the Tleilaxu Tanks."]
    assert since(table, "fremen", *LOST, ForcesToTanks("fremen", 1, 0, "Old Gap", (IN_THE_STORM,))) == [
        "Harkonnen win against you in Arrakeen: you lost 3 forces.",
        "You lost 1 force in Old Gap.",
    ]
    assert since(table, "fremen", CardSold("fremen", DEAR + 1, 0)) == ["You bought 1 card."]
    assert since(table, "harkonnen", *LOST, ForcesLost("harkonnen", "Arrakeen", 2, 0)) == [
        "You won in Arrakeen against Fremen and lost 2 forces."
    ]
    exploded = (LOST[0], BattleJudged({"winner": "", "how": EXPLOSION}), ForcesLost("fremen", "Arrakeen", 3, 0))
    assert since(table, "fremen", *exploded) == [
        "Nobody won the battle of Harkonnen and Fremen in Arrakeen. Explosion! You lost 3 forces."
    ]


def test_4_97_63_a_battle_that_a_traitor_has_judged_once_more_is_told_once() -> None:
    table = fold([heard.event for heard in LiveTable(phase="storm").public.log], PUBLIC)
    again = (LOST[0], BattleJudged({"winner": "fremen"}), BattleJudged({"winner": "harkonnen"}))
    assert since(table, "emperor", *again) == ["Harkonnen win in Arrakeen against Fremen."]


def test_4_97_63_sales_are_counted_by_buyer_and_the_storm_is_told_once() -> None:
    table = fold([heard.event for heard in LiveTable(phase="storm").public.log], PUBLIC)
    sold = [CardSold(seat, 3, 0) for seat in ("harkonnen", "fremen", "harkonnen")]
    moved = [StormMoved(1, 4, 3, ("1.01.02",)), TurnBegan(2), StormMoved(4, 9, 5, ("1.01.02",))]
    assert since(table, "fremen", *moved, *sold) == [
        "Turn 2 has begun.",
        "The storm is in sector 9.",
        "You bought 1 card.",
        "Cards bought: Harkonnen 2.",
    ]


def test_4_97_63_a_last_turn_that_was_agreed_on_is_told() -> None:
    table = LiveTable(phase="storm").do(ChangeOption("N1", "3")).do(ChangeOption("N1", "2")).public
    assert [gist.words for gist in missed(table, "fremen", 0)] == ["Turn 2 is the last."]


def test_4_97_63_at_most_five_lines_and_ones_own_stay() -> None:
    table = fold([heard.event for heard in LiveTable(phase="storm").public.log], PUBLIC)
    fights = [
        one
        for place in ("Carthag", "Sietch Tabr", "Tuek's Sietch", "Habbanya Sietch", "Polar Sink")
        for one in (
            BattleBegun(place, "emperor", "atreides", (1, 0), (1, 0)),
            BattleJudged({"winner": "emperor"}),
        )
    ]
    told = since(table, "fremen", *LOST, *fights, TurnBegan(3))
    assert len(told) == MOST and told[:1] == since(table, "fremen", *LOST) and "Turn 3 has begun." not in told
