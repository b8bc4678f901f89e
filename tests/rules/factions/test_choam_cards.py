"""2.09.07 and 2.09.09: what worthless cards do in CHOAM's hand, and the card that they exchange with their ally."""

from __future__ import annotations

from typing import Any

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import stands
from referee.cards.karama import no_karama
from referee.factions.choam import ME
from referee.factions.choam.exchange import ExchangeCard
from referee.factions.choam.worthless import PlayWorthless
from referee.kernel import PUBLIC, ask, card_name
from referee.phases.mentat.victory import winner
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import MoveRange
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.powers.who_answers import may_hold_karama
from referee.turn.on_the_map import PutRight
from tests.kit import WHOLE_DECK, LiveTable

SEATS = (ME, "emperor", "atreides")


def holding(*names: str, phase: str, first: str = "emperor", **more: Any) -> LiveTable:
    """Return a table in a phase where CHOAM hold these cards, each as the deck calls it."""
    cards = tuple(one for one in WHOLE_DECK if card_name(one) in names)
    assert len(cards) == len(names)
    table = LiveTable(*SEATS, turn=2, first=first, hands={ME: cards}, **more)
    return table.do(KeepCount(), PlaceStorm(14), phase)


def test_2_09_07_baliset_closes_to_one_player_the_way_to_where_choam_stand_but_not_by_ship() -> None:
    table = holding("Baliset", phase="shipment").do(PutRight(ME, "Arsunt", 2, other=RESERVES))
    table.do(PutRight("emperor", "Hagga Basin", 2, sector=12, other=RESERVES), PlayWorthless(ME, "Baliset", "emperor"))
    assert table.no(MoveForces("emperor", 1, "Hagga Basin", "Arsunt")) == "2.09.07"
    table.do(Ship("emperor", 1, "Arsunt"))
    table.do(MoveForces("emperor", 1, "Hagga Basin", "Plastic Basin"))
    assert not table.secret(ME).count("PlayWorthless")


def test_2_09_07_in_jubba_cloak_the_storm_spares_one_territory() -> None:
    for cloak in (True, False):
        table = holding("Jubba Cloak", phase="storm").do(PutRight(ME, "Red Chasm", 3, other=RESERVES), PlaceStorm(5))
        table.do(*((PlayWorthless(ME, "Jubba Cloak", place="Red Chasm"),) if cloak else ()))
        table.do(AnnounceStorm(3), MoveStorm())
        assert forces_in(table.public, ME, TANKS) == Group(0 if cloak else 3)


def test_2_09_07_with_kulon_they_move_one_further_in_this_turn() -> None:
    table = holding("Kulon", phase="shipment", first=ME).do(PlayWorthless(ME, "Kulon"))
    assert ask(table.public, MoveRange(ME)).value == 2 and ask(table.public, MoveRange("emperor")).value == 1
    assert ask(table.do("battle").public, MoveRange(ME)).value == 2


def test_2_09_07_la_la_la_takes_the_free_revival_of_one_player() -> None:
    table = holding("La, La, La", phase="revival")
    before = ask(table.public, FreeRevival("atreides")).value
    table.do(PlayWorthless(ME, "La, La, La", "atreides"))
    assert before == 2 and ask(table.public, FreeRevival("atreides")).value == 0
    assert ask(table.do("shipment").public, FreeRevival("atreides")).value == 2


def test_2_09_07_a_trip_to_gamont_sends_one_force_back_to_the_reserves() -> None:
    table = holding("Trip to Gamont", phase="mentat_pause")
    assert table.no(PlayWorthless(ME, "Trip to Gamont", "atreides", "Carthag")) == "2.09.07"
    table.do(PlayWorthless(ME, "Trip to Gamont", "atreides", "Arrakeen"))
    assert forces_in(table.public, "atreides", RESERVES) == Group(11) and not winner(table.public)
    assert [one.group for one in stands(table.public, "Arrakeen")] == [Group(9)]


def test_2_09_07_a_card_does_its_work_in_its_own_phase_and_for_choam_alone() -> None:
    table = holding("Baliset", "La, La, La", phase="revival")
    assert table.no(PlayWorthless(ME, "Baliset", "emperor")) in {"1.00.00", "4.97.09"}
    assert table.no(PlayWorthless("emperor", "La, La, La", "atreides")) in {"2.09.07", "4.97.09"}
    assert table.secret(ME).count("PlayWorthless") == 1


def test_2_09_07_whom_kull_wahad_is_played_against_plays_no_karama_in_this_phase() -> None:
    hands = {ME: ("Kull Wahad/1",), "emperor": ("Karama/1",), "atreides": ("Karama/2",)}
    table = LiveTable(*SEATS, turn=2, hands=hands, phase="revival").do(PlayWorthless(ME, "Kull Wahad", "atreides"))
    barred = lambda seat: [one.rule for one in no_karama(table.screen(seat), seat)]  # noqa: E731
    assert barred("atreides") == ["2.09.07"] and not barred("emperor")
    assert [seat for seat in SEATS if may_hold_karama(table.public, seat)] == [ME, "emperor"]
    table.do("battle")
    assert not barred("atreides")


def allied() -> LiveTable:
    hands = {ME: ("Lasgun/1",), "emperor": ("Shield/1", "Kulon/1"), "atreides": ("Hajr/1",)}
    return LiveTable(*SEATS, turn=2, hands=hands, allies=f"{ME} emperor", phase="revival")


def test_2_09_09_choam_and_their_ally_exchange_one_card_for_one_once_a_turn() -> None:
    table = allied().do(ExchangeCard(ME, "Lasgun/1"))
    assert table.truth.seats[ME].hand == ["Lasgun/1"] and "ExchangeCard" not in table.secret(ME)
    table.do(ExchangeCard("emperor", "Kulon/1"))
    assert table.truth.seats[ME].hand == ["Kulon/1"]
    assert sorted(table.truth.seats["emperor"].hand.faces()) == ["Lasgun/1", "Shield/1"]
    assert table.screen(ME).seats[ME].hand.faces() == ["Kulon/1"]
    assert not {"ExchangeCard"} & {*table.secret(ME), *table.secret("emperor"), *table.secret("atreides")}


def test_2_09_09_which_cards_they_were_only_the_two_hear() -> None:
    heard = []
    for card in ("Kulon/1", "Shield/1"):
        table = allied().do(ExchangeCard("emperor", card), ExchangeCard(ME, "Lasgun/1"))
        heard.append([repr((table.screen(one).log, table.screen(one).seats)) for one in (PUBLIC, "atreides")])
    assert heard[0] == heard[1]
