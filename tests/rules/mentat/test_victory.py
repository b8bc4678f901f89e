"""From set-up to victory: traitors, prediction, counts, strongholds, and who wins by which rule."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, forces_in
from referee.board.forces_counted import CountForces, KeepCount, LoseForces, LoseLeader, StartForces
from referee.board.standing import holdings
from referee.common.factions import FACTIONS
from referee.factions.bene_gesserit.prediction import NOT_FORETOLD, Predict
from referee.holdings.leaders import leaders_of
from referee.holdings.traitors import DealTraitors, KeepTraitor, TraitorChosen, Traitors
from referee.kernel import PUBLIC, REFEREE, ask
from referee.languages.language import language
from referee.offers.offer import TABLE, behind_shield, offers, secret_offers
from referee.offers.what_now import left_over, what_now
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.spice_for_forces import PayForForces
from referee.phases.collection.collection import Collect
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory, SpecialVictory, not_yet, winner
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight, SetDown
from referee.web.phase.phase_status import how_it_ended
from referee.web.phase.strip import said_to
from tests.kit import SIX, LiveTable
from tests.rules.board.test_positions import told


def begin(*seats: str, **more: Any) -> LiveTable:
    return LiveTable(*seats, dice=Dice(7), spice=-1, deck=None, **more)


def check(sitting: LiveTable, last: Any = False, **held: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Say who stands where, check, and return who has won by which rules."""
    sitting.do("mentat_pause", NameHolders(**held), CheckVictory(last))
    won = winner(sitting.public)
    return (won.seats, won.why) if won else ((), ())


# -- traitors -----------------------------------------------------------------------------------------


def test_0_11_everybody_is_dealt_four_different_leaders_and_keeps_one() -> None:
    sitting = begin()
    sitting.do(DealTraitors())
    dealt = sitting.truth.state(Traitors).dealt
    cards = [leader for seat in SIX for leader in dealt[seat]]
    assert [len(dealt[seat]) for seat in SIX] == [4] * 6 and len(set(cards)) == 24
    first, second = dealt["fremen"][:2]
    foreign = dealt["emperor"][0]
    assert sitting.no(KeepTraitor("fremen", foreign)) == "0.11"
    sitting.do(KeepTraitor("fremen", first))
    assert sitting.no(KeepTraitor("fremen", second)) == "0.11"
    assert sitting.no(DealTraitors()) == "0.11"


def test_0_11_nobody_else_learns_what_was_dealt_or_which_one_was_kept() -> None:
    sitting = begin()
    sitting.do(DealTraitors())
    versions = {viewer: sitting.version(viewer) for viewer in (PUBLIC, *SIX)}
    mine = sitting.screen("fremen").state(Traitors).dealt["fremen"][2]
    sitting.do(KeepTraitor("fremen", mine))
    told = [heard.event for heard in sitting.public.log[-1:]]
    assert told == [TraitorChosen("fremen")], "who has chosen, and not whom"
    assert [v for v in versions if sitting.version(v) != versions[v]] == [*versions], "everybody counts along"
    assert sitting.public.state(Traitors).dealt == {}
    for seat in SIX:
        assert set(sitting.screen(seat).state(Traitors).dealt) == {seat}
        assert set(sitting.screen(seat).state(Traitors).kept) <= {seat}
    titles = [kept.title for kept in behind_shield(sitting.screen("fremen"), "fremen")]
    assert titles == ["Your traitors", "Not kept"]


def test_2_05_03_harkonnen_keep_all_four_and_have_nothing_to_choose() -> None:
    sitting = begin()
    sitting.do(DealTraitors())
    own = sitting.screen("harkonnen").state(Traitors)
    assert own.kept["harkonnen"] == own.dealt["harkonnen"] and len(own.kept["harkonnen"]) == 4
    choosing = [s for s in SIX if any(o.name == "KeepTraitor" for o in secret_offers(sitting.screen(s), s))]
    assert choosing == [seat for seat in SIX if seat != "harkonnen"]


def test_2_08_03_the_tleilaxu_are_dealt_no_traitors() -> None:
    sitting = begin("atreides", "tleilaxu")
    sitting.do(DealTraitors())
    assert set(sitting.truth.state(Traitors).dealt) == {"atreides"}


# -- the prediction -----------------------------------------------------------------------------------


def test_2_02_03_only_the_bene_gesserit_predict_and_may_change_it_in_silence_until_the_spice_blow() -> None:
    sitting = begin()
    assert sitting.no(Predict("fremen", "emperor", 3)) == "2.02.03"
    assert sitting.no(Predict("bene_gesserit", "bene_gesserit", 3)) == "2.02.03"
    assert sitting.no(Predict("bene_gesserit", "emperor", 11)) == "2.02.03"
    sitting.do(Predict("bene_gesserit", "emperor", 3))
    assert any("prediction is sealed" in one.words for one in what_now(sitting.screen(PUBLIC)))
    before = sitting.version(PUBLIC), sitting.version("emperor")
    sitting.do(Predict("bene_gesserit", "fremen", 4))
    assert before == (sitting.version(PUBLIC), sitting.version("emperor")), "nobody sees that it was changed"
    late = begin()
    late.do("spice_blow")
    assert late.no(Predict("bene_gesserit", "fremen", 4)) == "2.02.03"


@pytest.mark.parametrize(
    ("of", "turn", "won"),
    [("fremen", 1, "bene_gesserit"), ("emperor", 1, "fremen"), ("fremen", 2, "fremen")],
)
def test_2_02_03_a_prediction_that_comes_true_takes_the_victory(of: str, turn: int, won: str) -> None:
    sitting = begin()
    sitting.do(Predict("bene_gesserit", of, turn))
    held = {"arrakeen": "fremen", "carthag": "fremen", "sietch_tabr": "fremen"}
    assert check(sitting, **held)[0] == (won,)


def test_1_09_02_00_the_last_check_asks_for_what_the_table_can_enter() -> None:
    by_hand = begin("fremen", "atreides", turn=10).do("mentat_pause")
    assert not_yet(by_hand.public).endswith("Enter who holds each, or nobody.")
    assert "NameHolders" in by_hand.offered()
    table = begin("fremen", "atreides", turn=10).do(KeepCount(), "mentat_pause")
    assert not_yet(table.public).endswith("Enter on the map where all forces stand: Fremen.")
    assert "NameHolders" not in table.offered()
    table.do(SetDown("fremen", 10, "Sietch Tabr"))
    assert not not_yet(table.public)


def test_2_02_03_a_victory_after_the_last_turn_cannot_be_predicted() -> None:
    sitting = begin("bene_gesserit", "fremen", "atreides")
    sitting.do(Predict("bene_gesserit", "fremen", 1))
    assert check(sitting, last=True, arrakeen="atreides")[0] == ("fremen",)
    kept = behind_shield(sitting.screen("bene_gesserit"), "bene_gesserit")
    assert any(NOT_FORETOLD in one.lines for one in kept), "who foretold it is told why that wins nothing"


# -- strongholds --------------------------------------------------------------------------------------


def test_1_09_02_01_three_strongholds_win_alone_and_two_do_not() -> None:
    assert check(begin(), arrakeen="emperor", carthag="emperor") == ((), ())
    seats, why = check(begin(), arrakeen="emperor", carthag="emperor", tueks_sietch="emperor")
    assert seats == ("emperor",) and why[0] == "1.09.02.01" and "1.09.02.02" not in why


def test_1_09_02_02_allies_need_four_between_them() -> None:
    three = {"arrakeen": "emperor", "carthag": "emperor", "tueks_sietch": "emperor"}
    assert check(begin(allies="emperor fremen"), **three) == ((), ())
    seats, why = check(begin(allies="emperor fremen"), **three, sietch_tabr="fremen")
    assert seats == ("emperor", "fremen") and why[0] == "1.09.02.02"


def test_1_09_03_of_two_sides_the_first_in_storm_order_wins() -> None:
    held = {"arrakeen": "harkonnen", "carthag": "harkonnen", "tueks_sietch": "harkonnen"}
    held |= {"sietch_tabr": "ixian", "habbanya_sietch": "ixian", "hidden_mobile_stronghold": "ixian"}
    for first, won in (("harkonnen", "harkonnen"), ("ixian", "ixian"), ("fremen", "ixian")):
        sitting = begin("harkonnen", "fremen", "ixian", first=first)
        assert check(sitting, **held) == ((won,), ("1.09.03", "1.09.02.01", "1.09.02"))


def test_1_09_04_the_war_goes_on_and_so_does_the_game() -> None:
    sitting = begin()
    assert check(sitting, arrakeen="atreides") == ((), ())
    sitting.do("storm")
    assert sitting.public.turn == 2


def test_1_09_02_a_game_that_is_won_is_over_until_the_check_is_undone() -> None:
    sitting = begin()
    check(sitting, arrakeen="emperor", carthag="emperor", tueks_sietch="emperor")
    assert sitting.no(GoTo("storm")) == "1.09.02"
    assert sitting.no(CheckVictory()) == "1.09.02"
    assert sitting.undo(PUBLIC).done
    sitting.do("storm")


def test_1_09_04_the_pause_waits_for_the_check_once_it_is_known_who_stands_where() -> None:
    sitting = begin()
    sitting.do("mentat_pause")
    leads = lambda: [one.label for one in offers(sitting.public, TABLE) if one.lead]  # noqa: E731
    assert not leads()
    sitting.do(NameHolders(arrakeen="atreides"))
    assert leads() == ["Check for victory"]
    sitting.do(CheckVictory())
    assert not leads()


def test_1_09_04_once_nobody_has_won_the_check_stands_aside() -> None:
    sitting = begin()
    sitting.do("mentat_pause", NameHolders(arrakeen="atreides"))
    asked = lambda: [one.label for one in offers(sitting.public, TABLE) if not one.aside]  # noqa: E731
    assert "Check for victory" in asked()
    sitting.do(CheckVictory())
    assert "Check for victory" not in asked()


def test_1_09_02_00_victory_is_checked_in_the_pause_and_when_it_is_known_who_stands_where() -> None:
    sitting = begin()
    assert sitting.no(CheckVictory()) == "1.09.02.00"
    sitting.do("mentat_pause")
    assert sitting.no(CheckVictory()) == "1.09.02.00"
    assert sitting.no(NameHolders(arrakeen="ixian")) == "1.09.02.00"


# -- after the last turn ------------------------------------------------------------------------------


def test_0_02_after_the_tenth_turn_somebody_wins() -> None:
    assert check(begin("atreides", "emperor", turn=9), arrakeen="atreides")[0] == ()
    assert check(begin("atreides", "emperor", turn=10), arrakeen="atreides") == (("atreides",), ("1.09.05",))


def test_1_09_05_without_natives_and_carriers_the_most_strongholds_win_and_equals_share() -> None:
    held = {"arrakeen": "atreides", "carthag": "harkonnen"}
    assert check(begin("atreides", "emperor", "harkonnen"), last=True, **held)[0] == ("atreides", "harkonnen")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("en", "You, the Emperor and Harkonnen win!"),
        ("de", "Du, der Imperator und die Harkonnen, ihr gewinnt!"),
        ("fr", "Vous gagnez, avec l’Empereur et les Harkonnen\u202f!"),
        ("es", "¡Habéis ganado tú, el Emperador y los Harkonnen!"),
    ],
)
def test_1_09_05_of_three_who_share_each_phone_names_the_two_others(code: str, says: str) -> None:
    held = {"arrakeen": "atreides", "carthag": "harkonnen", "sietch_tabr": "emperor"}
    sitting = begin("atreides", "emperor", "harkonnen")
    won = check(sitting, last=True, **held)[0]
    assert {*won} == {"atreides", "harkonnen", "emperor"}
    said = said_to(sitting.public, sitting.screen("atreides"), "atreides", None).say
    assert (said if code == "en" else language(code).said(said)) == says


def test_1_09_05_without_the_guild_the_fremen_win() -> None:
    assert check(begin("atreides", "fremen"), last=True, arrakeen="atreides")[0] == ("fremen",)


@pytest.mark.parametrize(
    ("held", "won", "rule"),
    [
        ({"sietch_tabr": "fremen"}, ("fremen",), "2.04.09.00"),
        ({"tueks_sietch": "spacing_guild"}, ("fremen",), "2.04.09.00"),
        ({"tueks_sietch": "bene_gesserit"}, ("fremen",), "2.04.09.00"),
        ({"sietch_tabr": "bene_gesserit"}, ("spacing_guild",), "2.06.08"),  # 2.04.09.01
        ({"habbanya_sietch": "spacing_guild"}, ("spacing_guild",), "2.06.08"),
        ({"tueks_sietch": "emperor"}, ("spacing_guild",), "2.06.08"),  # 2.04.09.02
        ({"tueks_sietch": "atreides"}, ("spacing_guild",), "2.06.08"),
        ({"tueks_sietch": "harkonnen"}, ("spacing_guild",), "2.06.08"),
    ],
)
def test_2_04_09_and_2_06_08_the_special_victories(held: dict[str, str], won: tuple[str, ...], rule: str) -> None:
    seats, why = check(begin(turn=10), **held)
    assert seats == won and why[0] == rule


@pytest.mark.parametrize(("beside", "fremen_win"), [("harkonnen", False), ("bene_gesserit", True)])
def test_2_04_09_02_who_shares_tueks_sietch_with_the_guild_counts_as_if_alone(beside: str, fremen_win: bool) -> None:
    table = told("mentat_pause", turn=10)
    for seat in ("spacing_guild", beside):
        table.do(PutRight(seat, "Tuek's Sietch", 1, other=RESERVES))
    assert ask(table.public, SpecialVictory("fremen")).value == fremen_win


def test_2_04_12_and_2_06_11_an_ally_shares_a_special_victory() -> None:
    seats, why = check(begin(turn=10, allies="fremen atreides"), sietch_tabr="fremen")
    assert seats == ("atreides", "fremen") and why[:2] == ("2.04.12", "2.04.09.00")
    seats, why = check(begin(turn=10, allies="spacing_guild emperor"), tueks_sietch="emperor")
    assert seats == ("emperor", "spacing_guild") and why[:2] == ("2.06.11", "2.06.08")


@pytest.mark.parametrize(
    ("seats", "held", "told"),
    [
        (
            SIX,
            {"tueks_sietch": "spacing_guild"},
            [
                ("Nobody but Fremen stands in Sietch Tabr and Habbanya Sietch.", "2.04.09.01"),
                ("Tuek's Sietch holds no forces of Atreides, the Emperor or Harkonnen.", "2.04.09.02"),
            ],
        ),
        (
            SIX,
            {"tueks_sietch": "emperor"},
            [
                (
                    "Nobody has won by the end of the last turn, and nobody has a special victory: the Guild wins.",
                    "2.06.08",
                )
            ],
        ),
        (
            ("atreides", "fremen"),
            {"tueks_sietch": "atreides"},
            [
                (
                    "Nobody has won by the end of the last turn, and the Guild does not play: Fremen win.",
                    "1.09.05",
                )
            ],
        ),
    ],
)
def test_1_09_05_who_wins_after_the_last_turn_is_told_what_was_met(
    seats: tuple[str, ...], held: dict[str, str], told: list[tuple[str, str]]
) -> None:
    sitting = begin(*(() if seats == SIX else seats), turn=10)
    check(sitting, **held)
    lines = [(line.text, line.chips[0].rule) for line in how_it_ended(sitting.public) if line.chips]
    assert lines[1:-1] == told


@pytest.mark.parametrize(
    ("turn", "says"),
    [
        (1, "Bene Gesserit predicted Fremen in turn 1, and win alone."),
        (2, "Bene Gesserit's prediction has not come true."),
    ],
)
def test_2_02_03_at_the_end_everybody_reads_whether_the_prediction_came_true(turn: int, says: str) -> None:
    sitting = begin()
    sitting.do(Predict("bene_gesserit", "fremen", turn))
    check(sitting, arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    assert says in [line.text for line in how_it_ended(sitting.public)]


# -- counts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "seat", "places"),
    [
        ("2.01.02", "atreides", ("Arrakeen",)), ("2.02.08", "bene_gesserit", ("Polar Sink",)),
        ("2.03.02", "emperor", ()),
        ("2.04.02", "fremen", ("Sietch Tabr", "False Wall South", "False Wall West")),
            ("2.05.02", "harkonnen", ("Carthag",)),
        ("2.06.02", "spacing_guild", ("Tuek's Sietch",)),
    ],
)  # fmt: skip
def test_each_sheet_places_its_own_forces(rule: str, seat: str, places: tuple[str, ...]) -> None:
    start = ask(begin().public, StartForces(seat))
    assert (start.because[0], start.value.places) == (rule, places)


def test_0_13_the_sheets_say_what_is_in_reserve_and_who_stands_where() -> None:
    sitting = begin()
    sitting.do(KeepCount())
    public = sitting.public
    reserves = {seat: forces_in(public, seat, RESERVES) for seat in SIX}
    totals = {seat: group.total for seat, group in reserves.items() if group}
    assert totals == {
        "atreides": 10, "bene_gesserit": 19, "emperor": 20, "fremen": 10, "spacing_guild": 15, "harkonnen": 10,
    }  # fmt: skip
    emperor = reserves["emperor"]
    assert emperor is not None and emperor.special == 5
    assert holdings(public).held["atreides"] == ("Arrakeen",)
    own = leaders_of(public, "fremen")
    assert own is not None and own.pool == list(FACTIONS["fremen"].leaders)
    assert sitting.no(KeepCount()) == "0.13"


def test_1_07_06_04_what_dies_lies_in_the_tanks_and_can_be_revived() -> None:
    sitting = begin()
    sitting.do(KeepCount(), "battle", LoseForces("atreides", 2), "revival")
    assert sitting.no(ReviveForces("atreides", 3)) == "1.05.01"
    sitting.do(ReviveForces("atreides", 2))
    assert forces_in(sitting.public, "atreides", TANKS).total == 0  # type: ignore[union-attr]
    assert forces_in(sitting.public, "atreides", RESERVES).total == 12  # type: ignore[union-attr]


def test_1_06_03_no_more_is_shipped_than_is_in_reserve_until_the_count_is_put_right() -> None:
    sitting = begin()
    sitting.do(KeepCount(), CountForces("atreides", RESERVES, 3), "shipment")
    assert sitting.no(Ship("atreides", 4, "Carthag")) == "1.06.03"
    assert sitting.no(CountForces("atreides", "Arrakeen", 3)) == "0.13"
    sitting.do(CountForces("atreides", RESERVES, 4), Ship("atreides", 4, "Carthag"))


def test_1_07_06_02_a_leader_who_dies_pays_its_strength_and_lies_face_up() -> None:
    sitting = begin()
    sitting.do(KeepCount(), "battle", LoseLeader("Stilgar", "emperor"))
    assert sitting.truth.seats["emperor"].spice == 17
    for viewer in (PUBLIC, REFEREE, "harkonnen"):
        seen = sitting.truth if viewer == REFEREE else sitting.screen(viewer)
        own = leaders_of(seen, "fremen")
        assert own is not None and own.face_up == ["Stilgar"] and "Stilgar" not in own.pool
    assert sitting.no(LoseLeader("Stilgar")) == "1.07.06.02"
    assert sitting.no(LoseLeader("Zoal")) == "1.07.06.02"


def test_1_07_06_02_nobody_dies_twice_where_nothing_was_counted() -> None:
    sitting = begin()
    sitting.do("battle", LoseLeader("Stilgar", "emperor"))
    for command in (LoseLeader("Stilgar", "emperor"), LoseLeader("stilgar")):
        assert sitting.no(command) == "1.07.06.02"
    assert sitting.truth.seats["emperor"].spice == 17
    sitting.do(LoseLeader("Chani"))


def test_a_table_that_does_not_count_is_not_asked_about_losses() -> None:
    sitting = begin()
    sitting.do("battle")
    assert "LoseForces" not in [offer.name for offer in offers(sitting.public, TABLE)]


def test_1_13_04_04_spice_dialed_goes_to_the_bank_in_the_advanced_game() -> None:
    sitting = begin()
    assert sitting.no(PayForForces("emperor", 3)) == "1.13.04.04"
    sitting.do("battle")
    assert sitting.no(PayForForces("emperor", 11)) == "1.13.04.04"
    sitting.do(LoseLeader("Chani"), PayForForces("emperor", 3))
    assert sitting.truth.seats["emperor"].spice == 7
    basic = begin(rules="basic")
    basic.do("battle")
    assert basic.no(PayForForces("emperor", 1)) == "1.13.04.04"


def told_in_public(sitting: LiveTable) -> object:
    public = sitting.public
    return public.states, [heard.event for heard in public.log], public.bank, sitting.version(PUBLIC)


def test_p1_the_table_screen_cannot_tell_games_apart_by_traitors_or_predictions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.common.sealed_shuffles.seal_of", lambda salt, order: "0" * 64)  # a hash hides
    games = []
    for seed, of, turn, keepers in ((1, "emperor", 3, SIX[:2]), (2, "fremen", 9, SIX[:2])):
        sitting = LiveTable(dice=Dice(seed), spice=-1, first="emperor").do(DealTraitors())
        for seat in keepers:
            sitting.do(KeepTraitor(seat, sitting.screen(seat).state(Traitors).dealt[seat][seed]))
        sitting.do(Predict("bene_gesserit", of, turn))
        check(sitting, arrakeen="atreides")
        games.append(sitting)
    assert told_in_public(games[0]) == told_in_public(games[1])
    dealt = [sitting.truth.state(Traitors).dealt for sitting in games]
    assert dealt[0] != dealt[1]


def test_undo_of_the_deal_takes_the_traitors_back_and_they_can_be_dealt_anew() -> None:
    sitting = begin()
    sitting.do("storm", DealTraitors())
    mine = sitting.screen("fremen").state(Traitors).dealt["fremen"][0]
    sitting.do(KeepTraitor("fremen", mine))
    assert sitting.undo(PUBLIC).done and "fremen" not in sitting.screen("fremen").state(Traitors).kept
    assert sitting.undo(PUBLIC).done and sitting.truth.state(Traitors).dealt == {}
    sitting.do(DealTraitors())
    assert set(sitting.truth.state(Traitors).dealt) == set(SIX)
    assert "fremen" not in sitting.screen("fremen").state(Traitors).kept


@pytest.mark.parametrize(
    ("harkonnen", "emperor", "rule"),
    [((11, 0), (6, 0), "0.13"), ((9, 1), (6, 0), "0.13"), ((10, 0), (7, 0), "0.13"), ((10, 0), (5, 1), "2.03.02")],
)
def test_0_13_no_battle_with_forces_that_lie_elsewhere(
    harkonnen: tuple[int, int], emperor: tuple[int, int], rule: str
) -> None:
    sitting = begin("harkonnen", "emperor")
    sitting.do(KeepCount(), "battle", CountForces("emperor", RESERVES, 9, 5))
    assert sitting.no(BeginBattle("Carthag", "harkonnen", "emperor", *harkonnen, *emperor)) == rule
    sitting.do(BeginBattle("Carthag", "harkonnen", "emperor", 10, 0, 6, 0))


def test_1_09_02_going_on_without_a_look_at_victory_is_said_but_not_refused() -> None:
    sitting = begin().do("mentat_pause")
    assert [one.words for one in left_over(sitting.public)] == ["No strongholds entered, so victory is not checked."]
    sitting.do(NameHolders())
    assert [one.words for one in left_over(sitting.public)] == ["Victory not checked yet."]
    assert check(sitting, arrakeen="atreides") == ((), ())
    assert not left_over(sitting.public)


def test_1_08_01_the_forces_of_one_territory_collect_once_a_turn() -> None:
    sitting = begin().do("spice_blow", SpiceBlows("Red Chasm"), GoTo("spice_collection", True))
    sitting.do(Collect("fremen", "Red Chasm", 1))
    assert sitting.no(Collect("fremen", "Red Chasm", 1)) == "1.08.01"
    assert "Collect" not in [one.name for one in offers(sitting.public, "fremen")]
    sitting.do(Collect("emperor", "Red Chasm", 1))
