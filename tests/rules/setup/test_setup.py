"""Chapter 0: setting the table, in the middle of a game or at its beginning."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import stands
from referee.common.factions import FACTIONS
from referee.holdings.setup import DeckShuffled, SeatEntry, SetTable
from referee.kernel import FACE_DOWN, PUBLIC, REFEREE, Table, as_seen_by
from referee.kernel.carry_out import carry_out
from referee.phases.bidding.auction import BeginBidding
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.next_phase import GoTo
from referee.turn.who_is_done import SayDone
from referee.web.phone.turn_card import turn_card
from tests.kit import Backwards, Game, LiveTable, place

TWO = (SeatEntry("atreides", "Ann"), SeatEntry("harkonnen", "Bo"))


def set_up(*places: SeatEntry, **more: object) -> Table:
    table = Table(REFEREE)
    carry_out(SetTable("t", places, places[0].faction, **more), table, Backwards())  # type: ignore[arg-type]
    return table


@pytest.mark.parametrize(("places", "first", "more", "rule"), [
    (TWO[:1], "atreides", {}, "0.07"), (TWO * 7, "atreides", {}, "0.07"), ((*TWO, TWO[0]), "atreides", {}, "0.08"),
    ((*TWO, SeatEntry("ordos")), "atreides", {}, "0.08"), (TWO, "emperor", {}, "1.01.01"),
    (TWO, "atreides", {"alliances": (("atreides", "emperor"),)}, "1.10.01.03"),
    (TWO, "atreides", {"alliances": (("atreides", "harkonnen"), ("atreides", "harkonnen"))}, "1.10.01.03"),
])  # fmt: skip
def test_what_is_no_table(places: tuple[SeatEntry, ...], first: str, more: dict[str, object], rule: str) -> None:
    found = list(SetTable("t", places, first, **more).objections(Table()))  # type: ignore[arg-type]
    assert rule in [objection.rule for objection in found]


def test_0_06_the_deck_is_shuffled_and_its_order_is_nobodys_to_know() -> None:
    table = set_up(*TWO)
    event = next(heard.event for heard in table.log if isinstance(heard.event, DeckShuffled))
    assert len(table.deck) + 3 == 33 and event.rules() == ("0.06",)
    assert as_seen_by(event, "fremen").order is as_seen_by(event, PUBLIC).order is FACE_DOWN  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", ["atreides", "harkonnen", "emperor", "fremen", "spacing_guild", "bene_gesserit"])
def test_0_12_and_0_14_everybody_starts_with_what_the_sheet_says(seat: str) -> None:
    own = set_up(SeatEntry(seat), SeatEntry("fremen" if seat != "fremen" else "emperor")).seats[seat]
    assert (own.spice, len(own.hand)) == (FACTIONS[seat].spice, FACTIONS[seat].cards)
    assert len(FACTIONS[seat].leaders) == 5


def test_0_14_a_hand_is_known_to_its_holder_alone() -> None:
    game = Game("guild 9: Karama | fremen 9")
    assert [game.hand("guild", viewer) for viewer in ("guild", "fremen", PUBLIC)] == ["Karama", "??", "??"]
    assert game["fremen"].seats["spacing_guild"].spice != 9


def test_0_07_seats_stand_in_order_to_the_right() -> None:
    game = Game("guild 9 | fremen 9 | emperor 9")
    assert game[PUBLIC].right_of("fremen") == ["emperor", "spacing_guild", "fremen"]


def test_1_04_00_bidding_begins_once_and_in_a_set_table() -> None:
    assert Game("guild 9 | fremen 9").against(BeginBidding())[0].rule == "1.04.00"
    assert [one.rule for one in BeginBidding().objections(Table())] == ["0.07"]
    rules = [one.rule for one in BeginBidding(100, "emperor").objections(set_up(place("guild 1"), place("fremen 1")))]
    assert rules == ["1.01.01", "0.02"]


@pytest.mark.parametrize(
    ("seat", "inside", "reserves"), [("ixian", Group(3, 3), Group(10, 4)), ("tleilaxu", Group(), Group(20))]
)
def test_2_07_02_and_2_08_02_where_the_forces_of_ixians_and_tleilaxu_begin(
    seat: str, inside: Group, reserves: Group
) -> None:
    table = LiveTable(seat, "emperor").do(KeepCount())
    assert forces_in(table.public, seat, RESERVES) == reserves
    assert sum((one.group for one in stands(table.public) if one.seat == seat), Group()) == inside


@pytest.mark.parametrize(
    ("rules", "held"), [("basic", (Group(20), Group(10))), ("advanced", (Group(15, 5), Group(7, 3)))]
)
def test_2_03_02_and_2_04_02_sardaukar_and_fedaykin_are_counted_apart_in_the_advanced_game_alone(
    rules: str, held: tuple[Group, Group]
) -> None:
    table = LiveTable("emperor", "fremen", rules=rules).do(KeepCount())
    assert (forces_in(table.public, "emperor", RESERVES), forces_in(table.public, "fremen", RESERVES)) == held
    table.do(PlaceStorm(14), GoTo("shipment", anyway=True))
    for seat in ("emperor", "fremen"):
        card = turn_card(table.screen(seat), seat)
        assert card and {bool(one.elite) for one in card.halves} == {rules == "advanced"}
        table.do(SayDone(seat))
