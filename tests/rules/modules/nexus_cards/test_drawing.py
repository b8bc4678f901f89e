"""4.05: the Nexus cards, who draws them, what becomes of them, and who knows which."""

from __future__ import annotations

import pytest

from referee.agreements.alliances import EndNexus, JoinForces, LeaveAlliance
from referee.common.factions import named
from referee.common.lines_on_paper import OnSheet, PublicSheetTaken, SheetTaken
from referee.common.phones_at_seats import TakeSeat
from referee.common.sealed_shuffles import OrderSealed
from referee.factions.moritani.terror import PlaceTerror
from referee.holdings.setup import ChangeOption
from referee.kernel import FACE_DOWN, PUBLIC, ask, known, react, sealed
from referee.modules.nexus_cards.drawing import DeclineNexus, DrawNexus, ShowNexus, TellNexus
from referee.modules.nexus_cards.holding import NEXUS_CARDS, NexusDeck, NexusGone, NexusPlayed, held_nexus, holders
from referee.offers.answers import reply
from referee.offers.offer import behind_shield, offers
from referee.offers.waiting import duties_of
from referee.offers.what_now import left_over
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.rulebook.book import rulebook
from referee.running.dice import Dice
from referee.web.phase.buttons import for_seat
from referee.web.phase.strip import said_to
from referee.web.phase.things import before_shields
from tests.kit import LiveTable, Top
from tests.rules.modules.nexus_cards.holding import after_a_nexus, at_table, hold

FOUR = ("atreides", "fremen", "harkonnen", "emperor")
PAIR = "atreides fremen"


def test_4_05_without_the_module_nobody_draws() -> None:
    plain = after_a_nexus(*FOUR, allies=PAIR, M5="off")
    assert plain.no(DrawNexus("harkonnen")) == "4.05" and "DrawNexus" not in plain.offered("harkonnen")
    assert len(NEXUS_CARDS) == 12


def test_4_05_01_after_a_nexus_those_without_an_ally_draw_once() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR)
    assert [one for one in FOUR if "DrawNexus" in table.offered(one)] == ["harkonnen", "emperor"]
    table.do(DrawNexus("harkonnen"), DeclineNexus("emperor"))
    assert table.no(DrawNexus("harkonnen")) == table.no(DrawNexus("emperor")) == "4.05.01"
    assert table.no(DrawNexus("atreides")) == "4.05.01" and holders(table.public) == ("harkonnen",)


def test_4_05_01_who_has_a_phone_draws_there_and_the_table_screen_offers_it_for_the_others_alone() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR, phones=False)
    table.do(TakeSeat("harkonnen", "a phone"), who="referee")
    offered = {seat: {one.act for one in for_seat(table.public, seat)} for seat in ("harkonnen", "emperor")}
    draws = {"DrawNexus", "DeclineNexus"}
    assert (offered["harkonnen"] & draws, offered["emperor"] & draws) == (set(), draws)


def test_4_05_03_who_drew_a_card_is_told_to_look_at_it_and_nobody_else() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR).do(DrawNexus("harkonnen"))
    said = {one: said_to(table.public, table.screen(one), one, None).say for one in FOUR}
    assert said["harkonnen"] == "Harkonnen draw a Nexus card: open your shield"
    assert not [one for one in FOUR if one != "harkonnen" and "shield" in said[one]]


def test_1_10_01_once_the_nexus_is_over_nobody_is_told_to_make_an_alliance() -> None:
    early = at_table(*FOUR, phase="spice_blow", rules="basic").do(WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"))
    assert "1.02.06" in [rule for _, rule in early.said()]
    early.do(EndNexus())
    assert "1.02.06" not in [rule for _, rule in early.said()]


def test_4_05_01_not_before_the_nexus_is_over_nor_without_an_alliance_nor_in_another_phase() -> None:
    early = at_table(*FOUR, allies=PAIR, phase="spice_blow", rules="basic")
    early.do(WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"))
    assert early.no(DrawNexus("harkonnen")) == "4.05.01"
    assert ("4.05.01", False) in [(one.rule, one.holds_up) for one in left_over(early.public)]
    assert after_a_nexus(*FOUR).no(DrawNexus("harkonnen")) == "4.05.01"
    late = after_a_nexus(*FOUR, allies=PAIR)
    assert "may draw a Nexus card" in [one.does for one in duties_of(late.public, "harkonnen")]
    assert late.do("choam_charity").no(DrawNexus("harkonnen")) == "4.05.01"


def test_4_05_01_a_card_held_is_discarded_for_the_new_one_and_comes_back_when_the_deck_is_empty() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR, dice=Top("choam"))
    table.do(DrawNexus("harkonnen"))
    assert held_nexus(table.truth, "harkonnen") == "choam"
    for turn in range(12):
        place = ("Broken Land", "Old Gap")[turn % 2]
        table.do("mentat_pause", "storm", "spice_blow", WormComes("Sihaya Ridge"), SpiceBlows(place), EndNexus())
        table.do(DrawNexus("harkonnen"))
        deck = table.truth.state(NexusDeck)
        assert len(deck.pile) == (10 - turn) % 11
        assert {*deck.pile, *deck.discard, held_nexus(table.truth, "harkonnen")} == {*NEXUS_CARDS}


@pytest.mark.parametrize(("again", "card"), [(False, "harkonnen"), (True, "choam")])
def test_4_05_01_their_own_card_is_drawn_again_if_they_said_so(again: bool, card: str) -> None:
    table = after_a_nexus(*FOUR, allies=PAIR, dice=Top("harkonnen", "choam"))
    table.do(DrawNexus("harkonnen", again))
    assert held_nexus(table.truth, "harkonnen") == card
    assert table.truth.state(NexusDeck).discard == (["harkonnen"] if again else [])


def test_4_05_02_only_the_holder_knows_the_card_and_a_second_draw_shows_nothing() -> None:
    told = []
    for again in (False, True):
        table = after_a_nexus(*FOUR, allies=PAIR, dice=Top("harkonnen", "choam"))
        table.do(DrawNexus("harkonnen", again))
        assert not known(table.public.log[-1].event.__dict__["card"])
        told.append([type(one.event).__name__ for one in table.screen("emperor").log])
        assert held_nexus(table.screen("emperor"), "harkonnen") == ""
        assert held_nexus(table.screen("harkonnen"), "harkonnen") == ("choam" if again else "harkonnen")
    assert told[0] == told[1]
    kept = [one for one in behind_shield(table.screen("harkonnen"), "harkonnen") if one.rule.startswith("4.05")]
    assert [one.title for one in kept] == ["Nexus card: CHOAM"]
    (shown,) = before_shields(table.public)["harkonnen"]
    assert (shown.name, shown.rule) == ("Nexus card", "")


def test_4_05_02_two_games_that_differ_in_the_card_look_alike_to_everybody_else() -> None:
    tables = [after_a_nexus(*FOUR, allies=PAIR, dice=Top(card)) for card in ("choam", "harkonnen")]
    for table in tables:
        table.do(DrawNexus("harkonnen"), "bidding")
    one, two = ([one.event for one in table.screen("emperor").log] for table in tables)
    assert len(one) == len(two)
    for first, second in zip(one, two, strict=True):
        assert first == second or isinstance(first, OrderSealed)
    assert tables[0].labels("emperor") == tables[1].labels("emperor")


def test_4_05_what_is_asked_about_nexus_cards() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR, dice=Top("choam"))
    said = {seat: reply(table.screen(seat), "may i draw a nexus card") for seat in ("harkonnen", "atreides")}
    assert "Yes" in str(said["harkonnen"]) and "without an ally" in str(said["atreides"])
    assert "Nobody" in str(reply(table.screen("emperor"), "who has a nexus card"))
    table.do(DrawNexus("harkonnen"))
    assert "have answered" in str(reply(table.screen("harkonnen"), "can i draw a nexus card"))
    assert "CHOAM" in str(reply(table.screen("harkonnen"), "what does my nexus card do"))
    assert "Harkonnen" in str(reply(table.screen("emperor"), "who has a nexus card"))
    assert "CHOAM" not in str(reply(table.screen("emperor"), "who has a nexus card"))
    plain = after_a_nexus(*FOUR, allies=PAIR, M5="off")
    assert "without Nexus cards" in str(reply(plain.screen("emperor"), "may i draw a nexus card"))


def test_4_05_02_who_enters_an_alliance_discards_the_card_face_down() -> None:
    table = at_table(*FOUR, phase="spice_blow", rules="basic", cards={"harkonnen": "choam"})
    table.do(WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"))
    gone = [one for one in table.events(JoinForces("harkonnen", "emperor")) if isinstance(one, NexusGone)]
    assert [one.seat for one in gone] == ["harkonnen"] and not holders(table.public)
    heard = [one.event for one in table.screen("emperor").log if isinstance(one.event, NexusGone)]
    assert heard and heard[0].card is FACE_DOWN


def test_4_05_02_who_leaves_an_alliance_keeps_it() -> None:
    table = at_table(*FOUR, allies=PAIR, phase="spice_blow", rules="basic")
    table.do(WormComes("Sihaya Ridge"), SpiceBlows("Old Gap"), LeaveAlliance("fremen"))
    assert holders(hold(table, fremen="choam").public) == ("fremen",)


def test_4_05_03_a_card_is_shown_used_by_hand_and_gone() -> None:
    table = at_table(*FOUR, cards={"harkonnen": "richese"}, phase="bidding")
    assert "ShowNexus" not in table.secret("harkonnen")
    unmapped = at_table(*FOUR, cards={"harkonnen": "richese"}, phase="bidding", P6="none")
    assert "ShowNexus" in unmapped.secret("harkonnen") and table.no(ShowNexus("emperor", "richese")) == "4.05.02"
    assert table.no(ShowNexus("harkonnen", "choam")) == "4.05.03"
    shown = table.events(ShowNexus("harkonnen", "richese"))
    assert isinstance(shown[0], NexusPlayed) and shown[0].use == "4.05.20.03" and not holders(table.public)


def test_4_97_11_a_nexus_card_is_used_by_hand_in_a_phase_by_hand() -> None:
    table = at_table(*FOUR, cards={"harkonnen": "richese"}, phase="bidding").do(ChangeOption("R-bidding", "hand"))
    assert "ShowNexus" in table.secret("harkonnen")
    table.do(ShowNexus("harkonnen", "richese"))


def test_4_97_11_in_a_phase_by_hand_nothing_of_the_phase_is_offered_behind_the_shield() -> None:
    table = LiveTable("moritani", "fremen", phase="mentat_pause", turn=2)
    assert "PlaceTerror" in table.secret("moritani")
    table.do(ChangeOption("R-mentat_pause", "hand"))
    assert "PlaceTerror" not in table.secret("moritani")
    assert table.refused(PlaceTerror("moritani", "Arrakeen", "robbery"), "moritani") == ("4.97.09", "NOT_OFFERED")


@pytest.mark.parametrize(("seat", "card", "use"), [
    ("harkonnen", "harkonnen", "4.05.15.02"), ("harkonnen", "fremen", "4.05.14.01"), ("fremen", "ecaz", "4.05.21.03"),
])  # fmt: skip
def test_4_05_03_whose_card_it_is_decides_how_it_is_used(seat: str, card: str, use: str) -> None:
    table = at_table(*FOUR, cards={seat: card}, phase="bidding")
    shown = table.events(ShowNexus(seat, card))
    assert isinstance(shown[0], NexusPlayed) and shown[0].use == use
    assert rulebook()[use].title.rstrip("?") in shown[0].moment(named)[1], "every screen says what it does"


def test_4_05_01_for_who_has_no_phone_the_table_draws_or_declines() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR, phones=False)
    assert [one for one in table.offered() if one.endswith("Nexus")] == ["DrawNexus", "DeclineNexus"]
    table.do(DrawNexus("harkonnen"), DeclineNexus("emperor"), who="public")
    assert "DrawNexus" not in table.offered() and holders(table.public) == ("harkonnen",)
    both = [one for one in offers(after_a_nexus(*FOUR, allies=PAIR).public, "emperor") if one.name.endswith("Nexus")]
    assert [one.at_once for one in both] == [True, True], "both are amber"


def test_4_05_03_without_a_phone_the_table_plays_it_and_a_wrong_card_does_nothing() -> None:
    table = at_table(*FOUR, phones=False, cards={"harkonnen": "richese"}, phase="bidding")
    assert "ShowNexus" in [one.name for one in offers(table.public, "")]
    assert "NothingToShow" in [type(one).__name__ for one in table.events(ShowNexus("harkonnen", "choam"), PUBLIC)]
    assert holders(table.public) == ("harkonnen",)
    table.do(ShowNexus("harkonnen", "richese"), who=PUBLIC)
    assert not holders(table.public)


def test_4_05_01_printed_cards_are_drawn_at_the_table_and_entered_on_the_phone() -> None:
    table = after_a_nexus(*FOUR, allies=PAIR, P1="told")
    table.do(DrawNexus("harkonnen"))
    assert holders(table.public) == ("harkonnen",) and not held_nexus(table.truth, "harkonnen")
    table.do(TellNexus("harkonnen", "choam"))
    assert held_nexus(table.truth, "harkonnen") == "choam" and not held_nexus(table.public, "harkonnen")
    assert table.no(TellNexus("harkonnen", "duncan")) == "4.05.02"
    assert at_table(*FOUR, cards={"emperor": "choam"}).no(TellNexus("emperor", "ecaz")) == "4.05.02"


def test_4_05_02_it_goes_onto_paper_and_comes_back() -> None:
    table = at_table(*FOUR, cards={"harkonnen": "choam"}, phase="bidding")
    lines = tuple(one.line for one in ask(table.public, OnSheet()).value)
    other = LiveTable(*FOUR, M5="on")
    for event in react(other.truth, PublicSheetTaken(lines), Dice(1)):
        other.truth.hear(event)
    assert holders(other.truth) == ("harkonnen",) and not held_nexus(other.truth, "harkonnen")
    for event in react(other.truth, SheetTaken("harkonnen", sealed(("nexus choam",), "harkonnen")), Dice(1)):
        other.truth.hear(event)
    assert held_nexus(other.truth, "harkonnen") == "choam"
