"""4.07: discovery cards, the tokens that they uncover, and what these turn into."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import TokensOnMap, stands
from referee.board.storm import coming
from referee.board.territories import on_board, strongholds
from referee.cards.storm_cards import ControlWeather
from referee.cards.truthtrance import PutQuestion
from referee.common.factions import named
from referee.holdings.ledger import SpiceMoved, lying
from referee.holdings.taken_cards import DiscardDown
from referee.kernel import PUBLIC, ask, known
from referee.modules.discoveries import (
    CARD_STASH,
    CARDS,
    CISTERN,
    JACURUTU,
    KINDS,
    NESTED,
    ORGIZ,
    ORNITHOPTER,
    SHRINE,
    SPICE_STASH,
    STATION,
    discoveries,
)
from referee.modules.discoveries.blow import DiscoveryBlows
from referee.modules.discoveries.ornithopter import FlyOrnithopter
from referee.modules.discoveries.places import ShiftStorm
from referee.modules.discoveries.reveal import LookAtToken, RevealToken, StepInside
from referee.offers.what_now import what_now
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext
from referee.phases.collection.collection import CollectAll
from referee.phases.collection.strongholds import NameHolders, holder
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ShipmentPrice
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.spice_blow.deck import DrawSpiceCard, SpiceDeck, whole_deck
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.powers.open_question import inquiry
from referee.powers.powers import counting
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable, Top, in_order

SEATS = ("atreides", "fremen", "spacing_guild", "harkonnen")


def table(phase: str = "spice_blow", **more: Any) -> LiveTable:
    made = LiveTable(*SEATS, turn=2, M6="on", **{"first": "atreides", **more})
    made.do(KeepCount(), PlaceStorm(1))
    return made.do(phase)


def with_token(token: str, seat: str = "atreides", **more: Any) -> LiveTable:
    """Return a table in Collection where this token was laid, and a seat stands at it with 3 forces."""
    card = next(one for one in CARDS if one.kind == KINDS[token])
    made = table(**{"dice": Top(token), **more})
    made.do(DiscoveryBlows(card.card), PutRight(seat, card.place, 3, other=RESERVES, sector=card.at))
    return made.do("spice_collection")


# -- the cards ----------------------------------------------------------------------------------------


def test_4_07_without_the_module_there_is_no_card_and_no_place() -> None:
    plain = LiveTable(*SEATS, turn=2).do(KeepCount(), PlaceStorm(1), "spice_blow")
    assert plain.no(DiscoveryBlows(CARDS[0].card)) == "4.07.01"
    assert not {*NESTED} & {one.name for one in on_board(plain.public)}
    assert "DiscoveryBlows" not in plain.offered() and "DiscoveryBlows" in table().offered()


def test_4_07_six_cards_join_the_spice_deck_and_are_not_shuffled_in_again() -> None:
    dealt = table(P5="dealt", dice=Top(*(one.card for one in CARDS)))
    assert len(whole_deck(dealt.truth)) == 21 + 6
    dealt.do(DrawSpiceCard(), DrawSpiceCard())
    assert len(discoveries(dealt.public).lying) == 2
    for _turn in range(20):
        dealt.do("mentat_pause", "storm", "spice_blow")
        while any(one == "DrawSpiceCard" for one in dealt.offered()):
            dealt.do(DrawSpiceCard())
    deck = dealt.truth.state(SpiceDeck)
    assert len(discoveries(dealt.truth).lying) == 6
    assert not {one.card for one in CARDS} & {*deck.cards.faces()}


def test_4_07_01_forces_and_spice_there_are_destroyed_and_six_is_placed() -> None:
    made = table().do(SpiceBlows("Sihaya Ridge"), PutRight("fremen", "Sihaya Ridge", 2), "shipment")
    made = table().do(
        PutRight("fremen", "Sihaya Ridge", 2),
        PutRight("atreides", "Sihaya Ridge", 1, other=RESERVES),
        SpiceBlows("Sihaya Ridge"),
        DiscoveryBlows("Sihaya Ridge"),
    )
    assert lying(made.public, "Sihaya Ridge") == 6 and not stands(made.public, "Sihaya Ridge")
    assert [forces_in(made.public, seat, TANKS) for seat in ("fremen", "atreides")] == [Group(2), Group(1)]
    made = table().do(DiscoveryBlows("Sihaya Ridge"), WormComes("Sihaya Ridge"))
    assert lying(made.public, "Sihaya Ridge") == 0


def test_4_07_01_in_the_storm_no_spice_is_placed_and_the_token_still_is() -> None:
    made = table().do(PlaceStorm(8), DiscoveryBlows("Sihaya Ridge", by_marker=True))
    assert lying(made.public, "Sihaya Ridge") == 0 and "Cielago East" in discoveries(made.public).lying
    assert made.no(DiscoveryBlows("Sihaya Ridge")) == "4.07.01"


def test_4_07_02_a_token_of_the_card_s_kind_and_each_only_once() -> None:
    for seed in range(12):
        made = table(dice=None, phase="spice_blow")
        made._dice.__init__(seed)  # type: ignore[misc]
        for one in CARDS[:2]:
            made.do(DiscoveryBlows(one.card))
        drawn = [one.token for one in discoveries(made.truth).lying.values()]
        assert len(set(drawn)) == 2 and {KINDS[str(one)] for one in drawn} == {"hiereg"}


# -- looking and revealing ----------------------------------------------------------------------------


def test_4_07_03_what_a_token_is_only_those_know_who_may_look() -> None:
    made = table().do(DiscoveryBlows(CARDS[0].card), DiscoveryBlows(CARDS[3].card))
    knows = {
        viewer: [known(one.token) for one in discoveries(made.screen(viewer)).lying.values()]
        for viewer in (*SEATS, PUBLIC)
    }
    assert knows == {
        "atreides": [False, False], "harkonnen": [False, False], PUBLIC: [False, False],
        "fremen": [True, False], "spacing_guild": [False, True],
    }  # fmt: skip
    words = [one.words for one in ask(made.public, TokensOnMap()).value]
    assert words == ["Hiereg token, face down", "Smuggler token, face down"]


def test_4_07_05_without_a_map_the_table_names_who_holds_jacurutu() -> None:
    made = LiveTable(*SEATS, turn=2, M6="on", P6="none", dice=Top(JACURUTU)).do("spice_blow")
    made.do(DiscoveryBlows(CARDS[0].card), "spice_collection")
    assert made.no(NameHolders(jacurutu_sietch="atreides")) == "1.09.02.00"
    made.do(RevealToken("atreides", CARDS[0].place), NameHolders(jacurutu_sietch="atreides"))
    assert holder(made.public, JACURUTU) == "atreides"


def test_4_07_03_who_stands_there_looks_in_collection_and_nobody_else_learns_it() -> None:
    made = with_token(CISTERN)
    place = CARDS[0].place
    assert made.no(LookAtToken("harkonnen", place)) == "4.07.03"
    made.do(LookAtToken("atreides", place))
    assert discoveries(made.screen("atreides")).lying[place].token == CISTERN
    assert not any(known(discoveries(made.screen(one)).lying[place].token) for one in ("harkonnen", PUBLIC))
    assert made.do("mentat_pause").no(RevealToken("atreides", place)) == "1.00.00"


def test_4_07_03_one_sentence_says_where_tokens_may_be_looked_at() -> None:
    made = LiveTable(*SEATS, turn=2, M6="on").do("spice_blow")
    made.do(DiscoveryBlows(CARDS[0].card), DiscoveryBlows(CARDS[3].card), "spice_collection")
    said = [str(one.words) for one in what_now(made.public) if one.rule == "4.07.03"]
    where = f"{CARDS[0].place} or {CARDS[3].place}"
    assert said == [f"Who has forces in {where} may look at the token there, and reveal it."]


def test_4_07_03_the_spice_stash_pays_seven_and_is_gone() -> None:
    made = with_token(SPICE_STASH, rules="basic")
    paid = [one for one in made.events(RevealToken("atreides", CARDS[3].place)) if isinstance(one, SpiceMoved)]
    assert [one.sentence(named) for one in paid] == ["Atreides get 7 from the bank for the Spice Stash."]
    assert made.purse("atreides") == [27] and not discoveries(made.public).lying
    assert SPICE_STASH not in {one.name for one in on_board(made.public)}


def test_4_07_03_over_the_limit_a_card_of_one_s_choice_is_discarded_and_all_wait() -> None:
    cards = ("Shield/1", "Snooper/1", "Hajr/1", "Crysknife/1")
    made = with_token(CARD_STASH, hands={"atreides": cards}, deck=("Maula Pistol/1", "Baliset/1"))
    made.do(RevealToken("atreides", CARDS[3].place))
    assert len(made.truth.seats["atreides"].hand) == 5
    assert made.no(CollectAll()) == "1.04.02"
    assert made.no(DiscardDown("atreides", "Lasgun")) == "3.00.02"
    made.do(DiscardDown("atreides", "Hajr"))
    assert made.truth.discard.faces()[0] == "Hajr/1" and "DiscardDown" not in made.secret("atreides")
    assert made.no(DiscardDown("atreides", "Shield")) == "1.04.02"


def test_4_07_10_the_ornithopter_flies_on_a_later_turn_and_once() -> None:
    made = with_token(ORNITHOPTER, seat="harkonnen", first="harkonnen")
    made.do(RevealToken("harkonnen", CARDS[3].place), PutRight("harkonnen", "Carthag", 0, other=RESERVES))
    assert discoveries(made.public).ornithopter == "harkonnen"
    assert made.do("shipment").no(FlyOrnithopter("harkonnen")) == "4.07.10"
    made.do("mentat_pause", "storm")
    made.do("shipment")
    far = MoveForces("harkonnen", 3, CARDS[3].place, "Sihaya Ridge")
    near = made.refusals(far)
    made.do(FlyOrnithopter("harkonnen"))
    assert near and discoveries(made.public).ornithopter == ""
    assert made.no(FlyOrnithopter("harkonnen")) == "4.07.10"


# -- places -------------------------------------------------------------------------------------------


def inside(token: str, seat: str = "atreides", **more: Any) -> LiveTable:
    """Return a table where this place was found by a seat that stepped into it with 3 forces."""
    made = with_token(token, seat, **more)
    place = next(iter(discoveries(made.public).lying))
    return made.do(RevealToken(seat, place), StepInside(seat, token, 3))


def test_4_07_04_a_place_is_entered_from_around_it_shipped_to_for_one_and_holds_two() -> None:
    made = inside(CISTERN)
    assert [(one.seat, one.place, one.group) for one in stands(made.public, CISTERN)] == [
        ("atreides", CISTERN, Group(3))
    ]
    assert ask(made.public, ShipmentPrice(Ship("harkonnen", 2, CISTERN).voyage)).value == 2
    made.do("mentat_pause", "storm", "shipment")
    made.do(Ship("atreides", 1, "Cielago East"), MoveForces("atreides", 1, "Cielago East", CISTERN))
    assert sum(one.group.total for one in stands(made.public, CISTERN)) == 4
    made.do(PutRight("fremen", CISTERN, 1, other=RESERVES))
    assert made.refused(Ship("harkonnen", 1, CISTERN), who=PUBLIC)[0] in {"1.06.03.05", "1.06.01"}
    assert CISTERN not in strongholds(made.public) and JACURUTU in strongholds(inside(JACURUTU).public)


def test_4_07_04_neither_storm_nor_worm_reaches_it() -> None:
    made = inside(CISTERN).do("mentat_pause", "storm")
    made.do(AnnounceStorm(4), MoveStorm(), "spice_blow", WormComes("Cielago East"))
    assert sum(one.group.total for one in stands(made.public, CISTERN)) == 3


def test_4_07_04_later_nobody_steps_in_without_moving() -> None:
    made = inside(CISTERN).do("mentat_pause")
    assert made.no(StepInside("atreides", CISTERN, 1)) in {"1.00.00", "4.07.04"}


def test_4_07_06_the_cistern_pays_two_and_4_96_14_not_in_the_basic_game_if_the_table_says_so() -> None:
    for more, paid in (({}, 2), ({"rules": "basic"}, 2), ({"rules": "basic", "E14": "dry"}, 0)):
        made = inside(CISTERN, **more)
        before = int(str(made.purse("atreides")[0]))
        made.do("mentat_pause", "spice_collection")
        assert made.purse("atreides")[0] == before + paid, more


def test_4_07_09_one_spice_of_each_field_that_is_collected() -> None:
    made = inside(ORGIZ, rules="basic")
    made.do("mentat_pause", "storm", "spice_blow", SpiceBlows("Red Chasm"))
    made.do(PutRight("harkonnen", "Red Chasm", 2, other=RESERVES, sector=6), "spice_collection", CollectAll())
    assert made.purse("harkonnen") == [20 + 6] and made.purse("atreides")[0] == 20 + 1
    assert lying(made.public, "Red Chasm") == 1


@pytest.mark.parametrize(("more", "far"), [(True, 5), (False, 3)])
def test_4_07_07_the_storm_moves_one_more_or_less_but_not_what_weather_control_set(more: bool, far: int) -> None:
    made = inside(STATION, hands={"harkonnen": ("Weather Control/1",)}).do("mentat_pause", "storm")
    assert made.no(ShiftStorm("atreides", more)) == "4.07.07"
    made.do(AnnounceStorm(4))
    assert made.no(ShiftStorm("harkonnen", more)) == "4.07.07"
    made.do(ShiftStorm("atreides", more))
    assert coming(made.public) == far and made.no(ShiftStorm("atreides", more)) == "4.07.07"
    made = inside(STATION, hands={"harkonnen": ("Weather Control/1",)}).do("mentat_pause", "storm")
    made.do(ControlWeather("harkonnen", 7))
    assert made.no(ShiftStorm("atreides", more)) == "4.07.07"


def test_4_07_08_in_the_shrine_truthtrance_and_karama_stand_for_each_other() -> None:
    held = {"atreides": ("Truthtrance/1",), "harkonnen": ("Truthtrance/2", "Karama/1")}
    made = inside(SHRINE, hands=held)
    assert counting(made.truth, "atreides") == ("Truthtrance",) and counting(made.truth, "harkonnen") == ("Karama",)
    made = inside(SHRINE, hands={"atreides": ("Karama/1",), "harkonnen": ("Karama/2",)})
    assert made.no(PutQuestion("harkonnen", "fremen", "Do you hold a weapon?")) == "3.01.22"
    made.do(PutQuestion("atreides", "fremen", "Do you hold a weapon?"))
    assert inquiry(made.public) and made.truth.discard.faces() == ["Karama/1"]


def test_4_07_05_the_winner_in_jacurutu_is_paid_for_what_was_not_dialed() -> None:
    made = inside(JACURUTU, "harkonnen").do(PutRight("spacing_guild", JACURUTU, 4, other=RESERVES))
    made.do("battle", FightNext("spacing_guild", JACURUTU, "harkonnen"))
    made.do(LockPlan("harkonnen", 3, "Feyd-Rautha", support=3), LockPlan("spacing_guild", 1, "Esmar Tuek", support=1))
    before = int(str(made.purse("harkonnen")[0]))
    made.do(Reveal(), SettleBattle())
    assert forces_in(made.public, "spacing_guild", TANKS) == Group(4)
    assert made.purse("harkonnen")[0] == before - 3 + 3


def test_4_07_everything_is_taken_back_with_its_act() -> None:
    made = with_token(CISTERN)
    was = in_order(made.truth.states)
    made.do(RevealToken("atreides", CARDS[0].place))
    made.undo(PUBLIC)
    assert in_order(made.truth.states) == was
