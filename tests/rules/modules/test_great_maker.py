"""4.09: the Great Maker devours, players vote on the Nexus, and Fremen ride it with reserves."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.agreements.alliances import EndNexus, JoinForces, nexus_now
from referee.board.entries import RIDE
from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import stands
from referee.factions.fremen.reserves_ride import LeaveWorm, RideWithReserves
from referee.factions.fremen.worms import PlaceWorm, RideWorm
from referee.holdings.ledger import lying
from referee.modules.great_maker import CARD, GreatMakerComes, TurnGreatMaker
from referee.modules.great_maker.vote import CastVote, votes_next
from referee.modules.leader_skills.dealing import EnterSkill
from referee.modules.sandtrout import TurnSandtrout, out
from referee.offers.waiting import duties_of, waiting
from referee.offers.what_now import at_a_glance, waits_for
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.shipping import Send
from referee.phases.spice_blow.blow import SpiceBlows, SpiceCardTurned, TurnWorm, worm_came
from referee.phases.spice_blow.deck import DrawSpiceCard, SpiceCardDrawn, SpiceDeck, whole_deck
from referee.phases.storm.storm_moves import PlaceStorm
from referee.running.dice import Dice
from referee.turn.absence import MarkAway
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from referee.web.phase.moments import highlight
from tests.kit import LiveTable

SEATS = ("emperor", "harkonnen", "fremen", "atreides")
LATE = 17  # turns of cards


def at_table(*seats: str, **more: Any) -> LiveTable:
    usual = {"M7": "on", "turn": 3, "phase": "spice_blow", "rules": "basic"}
    return LiveTable(*(seats or SEATS), **{**usual, **more})


def came(*votes: bool, **more: Any) -> LiveTable:
    """Return a table with a map where the Great Maker came to Red Chasm, and these votes were cast."""
    table = at_table(**more).do(KeepCount(), PlaceStorm(12), PutRight("emperor", "Red Chasm", 4, other=RESERVES))
    table.do(PutRight("fremen", "Red Chasm", 2, other=RESERVES), GreatMakerComes("Red Chasm"), SpiceBlows("Old Gap"))
    for held in votes:
        table.do(CastVote(votes_next(table.public), held))
    return table


def test_4_09_03_without_the_module_there_is_no_such_card() -> None:
    table = at_table(M7="off")
    assert table.no(TurnGreatMaker()) == "4.09.03" and table.no(GreatMakerComes("Red Chasm")) == "4.09.03"
    assert "TurnGreatMaker" not in table.offered() and "TurnGreatMaker" in at_table().offered()
    assert CARD not in whole_deck(table.public) and whole_deck(at_table().public).count(CARD) == 1


def test_4_09_04_it_devours_as_a_worm_does_where_the_last_spice_lies() -> None:
    table = at_table(rules="advanced").do(SpiceBlows("Red Chasm"), SpiceBlows("Old Gap"), "mentat_pause", "storm")
    table.do(KeepCount(), PutRight("emperor", "Red Chasm", 4, other=RESERVES))
    table.do(PutRight("fremen", "Red Chasm", 2, other=RESERVES)).do("spice_blow")
    (turned,) = [one for one in table.events(TurnGreatMaker()) if isinstance(one, SpiceCardTurned)]
    assert (turned.territory, turned.worm, turned.card) == ("Red Chasm", True, CARD)
    assert lying(table.public, "Red Chasm") == 0 and forces_in(table.public, "emperor", TANKS) == Group(4)
    assert [one.seat for one in stands(table.public, "Red Chasm")] == ["fremen"]
    assert table.no(TurnGreatMaker()) == "4.09.04" and "SpiceBlows" in table.offered()


def test_4_09_04_the_table_looks_up_at_it() -> None:
    table = at_table().do(GreatMakerComes("Red Chasm"))
    seen = highlight(table.public, table.at)
    assert seen is not None and (seen.title, seen.meaning) == (
        "Great Maker!",
        "The worm comes to Red Chasm. All players vote whether a Nexus is held.",
    )
    table.do(SpiceBlows("Old Gap"), *(CastVote(seat, held=False) for seat in SEATS[:2]))
    seen = highlight(table.public, table.at)
    assert seen is not None and seen.title == "No Nexus"


def test_4_09_04_in_turn_1_it_is_set_aside() -> None:
    table = at_table(turn=1).do(TurnGreatMaker(), SpiceBlows("Old Gap"))
    assert not worm_came(table.public) and table.no(CastVote("emperor", held=True)) == "4.09.05"
    assert ("The worm card set aside is shuffled back into the spice deck.", "1.02.02") in table.said()


def test_4_09_04_sandtrout_calms_it_and_there_is_no_vote() -> None:
    table = at_table(M10="on").do(TurnSandtrout(), TurnGreatMaker(), SpiceBlows("Broken Land"))
    assert not out(table.public) and not worm_came(table.public) and lying(table.public, "Broken Land") == 16
    assert table.no(CastVote("emperor", held=True)) == "4.09.05"


def test_4_09_04_as_a_further_worm_fremen_place_it() -> None:
    table = at_table(rules="advanced").do(TurnWorm(), TurnGreatMaker())
    assert "PlaceWorm" in table.offered("fremen")
    (turned,) = [one for one in table.events(PlaceWorm("fremen", "South Mesa")) if isinstance(one, SpiceCardTurned)]
    assert (turned.territory, turned.card) == ("South Mesa", CARD)


def test_4_09_05_more_than_half_must_want_a_nexus() -> None:
    table = came()
    assert waits_for(table.public)[0].words == "The Emperor votes on a Nexus."
    assert not nexus_now(table.public) and table.no(JoinForces("emperor", "fremen")) == "1.10.00"
    table.do(*(CastVote(seat, held=True) for seat in SEATS[:3]))
    assert nexus_now(table.public) and not votes_next(table.public)
    table.do(JoinForces("emperor", "fremen"), EndNexus())
    half = came(True, False, True, False)
    assert not nexus_now(half.public) and not votes_next(half.public)
    assert half.no(EndNexus()) == "1.10.00"


def test_4_09_05_in_storm_order_openly_and_once_each() -> None:
    table = came(first="fremen")
    assert votes_next(table.public) == "fremen" and table.no(CastVote("emperor", held=True)) == "4.09.05"
    assert "CastVote" in table.offered("fremen") and "CastVote" not in table.offered("emperor")
    assert "CastVote" in table.offered()
    table.do(CastVote("fremen", held=False))
    assert table.no(CastVote("fremen", held=True)) == "4.09.05"
    (sheet,) = [one for one in at_a_glance(table.public) if one.title == "Nexus vote"]
    assert [(line.seat, line.end) for line in sheet.lines] == [("fremen", "against")]
    table.undo("fremen")
    assert votes_next(table.public) == "fremen"


def test_4_09_05_the_vote_waits_for_the_last_card_and_holds_up_the_phase() -> None:
    table = at_table().do(GreatMakerComes("Red Chasm"))
    assert table.no(CastVote("emperor", held=True)) == "4.09.05"
    table.do(SpiceBlows("Old Gap"))
    assert table.no(GoTo("choam_charity")) == "4.09.05"
    table.do(*(CastVote(seat, held=False) for seat in SEATS[:2]), GoTo("choam_charity"))


def test_4_09_05_who_is_away_has_no_vote() -> None:
    table = at_table().do(MarkAway("emperor"), GreatMakerComes("Red Chasm"), SpiceBlows("Old Gap"))
    table.do(CastVote("harkonnen", held=True), CastVote("fremen", held=True))
    assert nexus_now(table.public)


def test_4_09_05_a_table_that_plays_the_phase_by_hand_is_not_asked() -> None:
    table = at_table(R_spice_blow="hand").do(GreatMakerComes("Red Chasm"))
    assert nexus_now(table.public) and "CastVote" not in table.offered("emperor")


def test_4_96_50_another_worm_brings_the_nexus_unless_the_table_votes_then_too() -> None:
    both = [GreatMakerComes("Red Chasm"), TurnWorm(), SpiceBlows("Old Gap")]
    assert nexus_now(at_table().do(*both).public)
    table = at_table(E50="vote").do(*both)
    assert not nexus_now(table.public) and votes_next(table.public) == "emperor"


def test_4_09_06_fremen_ride_with_any_number_of_reserves_after_the_vote() -> None:
    table = came()
    ride = RideWithReserves("fremen", 5, "Arrakeen")
    assert table.no(ride) == "2.04.08" and "RideWithReserves" not in table.offered("fremen")
    table.do(CastVote("emperor", held=False), CastVote("harkonnen", held=False))
    assert "RideWithReserves" in table.offered("fremen")
    assert "ride the Great Maker with reserves, or don't" in [one.words for one in duties_of(table.public, "fremen")]
    told = [one.words for one in waiting(table.public)] + [words for words, _ in table.said()]
    assert [one for one in told if "with reserves" in one] == ["Fremen may ride the Great Maker with reserves"]
    (moved,) = [one for one in table.events(ride) if isinstance(one, ForcesMoved)]
    entered = moved.arrival()
    assert entered is not None and entered.cause == RIDE and moved.why == ("2.04.08", "4.09.06")
    assert [one.group for one in stands(table.public, "Arrakeen") if one.seat == "fremen"] == [Group(5)]
    assert table.no(RideWithReserves("fremen", 1, "Carthag")) == "2.04.08"
    assert "RideWithReserves" not in table.offered("fremen") and not duties_of(table.public, "fremen")


def test_4_09_06_the_ride_comes_after_the_nexus_that_was_voted_for() -> None:
    table = came(True, True, True)
    assert table.no(RideWithReserves("fremen", 3, "Arrakeen")) == "2.04.08"
    table.do(EndNexus(), RideWithReserves("fremen", 3, "Arrakeen"))


def test_4_09_06_fremen_may_say_that_they_do_not_ride() -> None:
    table = came(False, False)
    assert table.no(LeaveWorm("emperor")) == "2.04.08" and "Don't ride" in table.labels("fremen")
    table.do(LeaveWorm("fremen"))
    assert not duties_of(table.public, "fremen") and "LeaveWorm" not in table.offered("fremen")
    assert table.no(RideWithReserves("fremen", 3, "Arrakeen")) == table.no(LeaveWorm("fremen")) == "2.04.08"


def test_4_09_06_it_is_no_shipment() -> None:
    table = came(False, False).do(RideWithReserves("fremen", 3, "Arrakeen"))
    table.do("shipment", SayDone("emperor"), SayDone("harkonnen"), Send("fremen", 2, "The Great Flat"))
    assert forces_in(table.public, "fremen", RESERVES) == Group(3)


def test_4_09_06_not_into_the_storm_a_full_stronghold_or_more_than_there_are() -> None:
    table = came(False, False)
    assert table.no(RideWithReserves("fremen", 3, "Rock Outcroppings", sector=12)) == "1.06.03.04"
    assert table.no(RideWithReserves("fremen", 17, "Arrakeen")) == "1.06.03"
    table.do(PutRight("emperor", "Arrakeen", 1, other=RESERVES), PutRight("harkonnen", "Arrakeen", 1, other=RESERVES))
    assert table.no(RideWithReserves("fremen", 3, "Arrakeen")) == "1.06.03.05"
    assert table.no(RideWithReserves("emperor", 3, "Carthag")) == "2.04.08"


def test_4_09_06_who_stands_there_does_not_ride() -> None:
    table = came(False, False)
    assert table.no(RideWorm("fremen", 2, "Red Chasm", "Arsunt")) == "2.04.08"
    assert "RideWorm" not in table.offered("fremen")


def test_4_09_06_reserves_that_ride_enter_no_territory_on_the_way() -> None:
    table = came(False, False, M3="on").do(EnterSkill("fremen", "Sandmaster", "Stilgar"), who="public")
    table.do("mentat_pause", "storm", "spice_blow", GreatMakerComes("Red Chasm"), SpiceBlows("Broken Land"))
    table.do(CastVote("emperor", held=False), CastVote("harkonnen", held=False))
    table.do(RideWithReserves("fremen", 3, "Old Gap"))
    assert lying(table.public, "Old Gap") == 5 and lying(table.public, "Broken Land") == 8


def test_4_09_03_a_dealt_deck_holds_it_and_loses_no_card() -> None:
    seen = 0
    for seed in range(8):
        table = at_table(P5="dealt", dice=Dice(seed))
        whole = Counter(whole_deck(table.truth))
        while table.public.turn < LATE:
            drawn = table.events(DrawSpiceCard())
            seen += any(isinstance(one, SpiceCardDrawn) and one.card == CARD for one in drawn)
            deck = table.truth.state(SpiceDeck)
            assert Counter([*deck.cards, *(card for pile in deck.piles.values() for card in pile)]) == whole
            if any(isinstance(one, SpiceCardTurned) and not one.worm for one in drawn):
                table.do(GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True), GoTo("spice_blow", anyway=True))
    assert seen
