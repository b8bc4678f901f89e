"""4.08: tech tokens, dealt, paid, taken in battle and counted for victory."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces_counted import KeepCount
from referee.board.standing import holdings
from referee.common.lines_on_paper import PublicSheetTaken
from referee.factions.richese.no_field import LayField
from referee.kernel import PUBLIC, REFEREE, fold, react
from referee.modules.tech_tokens import DealTechTokens, NameTokenOwner, owners
from referee.modules.tech_tokens.income import SayTokenEvent, paying
from referee.modules.tech_tokens.names import AXLOTL, LINERS, PRODUCTION, TOKENS
from referee.modules.tech_tokens.taken_in_battle import TakeToken
from referee.offers.answers import reply
from referee.offers.offer import behind_shield, halted
from referee.offers.what_now import at_a_glance
from referee.paper.sheets import public_sheet
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.charity import ClaimCharity
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory, held_by
from referee.phases.mentat.victory import winner as won
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.prices_and_permissions import ACROSS
from referee.phases.shipment.shipping import Send, Ship
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from tests.kit import LiveTable, Room, left_with

SIX = ("fremen", "ixian", "tleilaxu", "emperor", "spacing_guild", "bene_gesserit")


def at_table(*seats: str, **more: Any) -> LiveTable:
    return LiveTable(*(seats or SIX), **{"M1": "on", "turn": 2, "spice": 10, **more})


def owned(table: LiveTable, **of: str) -> LiveTable:
    """Give the tokens to seats, by the first word of a token."""
    for token in (token for token in TOKENS if token.split()[0] in of):
        table.do(NameTokenOwner(token, of[token.split()[0]]))
    return table


def on_to(table: LiveTable, phase: str) -> None:
    table.do(GoTo(phase, anyway=True))


# -- dealing ------------------------------------------------------------------------------------------


def test_4_08_01_each_faction_gets_its_own_when_the_first_storm_is_over() -> None:
    table = at_table(turn=1, phase="storm")
    assert owners(table.public) == {}
    on_to(table, "spice_blow")
    assert owners(table.public) == {PRODUCTION: "fremen", AXLOTL: "tleilaxu", LINERS: "ixian"}
    on_to(table, "choam_charity")
    assert len(owners(table.public)) == 3
    table.undo(PUBLIC)
    table.undo(PUBLIC)
    assert owners(table.public) == {}


def test_4_08_01_tokens_of_absent_factions_go_to_players_without_one_in_storm_order() -> None:
    seen = set()
    for seed in range(12):
        table = at_table(
            "atreides", "fremen", "emperor", "harkonnen", turn=1, phase="storm", first="emperor", dice=Dice(seed)
        )
        on_to(table, "spice_blow")
        of = owners(table.public)
        assert of[PRODUCTION] == "fremen" and {of[AXLOTL], of[LINERS]} == {"emperor", "harkonnen"}
        seen.add(of[LINERS])
    assert seen == {"emperor", "harkonnen"}


def test_4_08_01_a_token_that_nobody_is_left_for_stays_in_the_box() -> None:
    table = at_table("emperor", "harkonnen", turn=1, phase="storm")
    on_to(table, "spice_blow")
    assert len(owners(table.public)) == 2 and {*owners(table.public).values()} == {"emperor", "harkonnen"}


def test_4_08_01_without_the_module_nothing_is_dealt() -> None:
    table = LiveTable(*SIX, turn=1, phase="storm")
    on_to(table, "spice_blow")
    assert owners(table.public) == {} and not [one for one in at_a_glance(table.public) if one.id == "tech"]
    assert table.no(NameTokenOwner(LINERS, "emperor")) == "4.08"


def test_4_08_01_later_in_the_game_the_table_deals_them_once() -> None:
    table = at_table(phase="revival")
    assert "DealTechTokens" in table.offered()
    table.do(DealTechTokens())
    assert owners(table.public)[LINERS] == "ixian" and table.no(DealTechTokens()) == "4.08.01"


# -- income -------------------------------------------------------------------------------------------


def test_4_08_02_charity_pays_the_owner_of_spice_production_for_each_token() -> None:
    table = owned(at_table(phase="choam_charity"), Spice="emperor", Heighliners="emperor")
    table.do(*left_with("fremen", 0), ClaimCharity("fremen"))
    assert paying(table.public) == (PRODUCTION,) and table.purse("emperor") == [10]
    on_to(table, "bidding")
    assert table.purse("emperor") == [12]


def test_4_08_02_the_bene_gesserit_do_not_make_it_pay() -> None:
    table = owned(at_table(phase="choam_charity"), Spice="emperor")
    table.do(ClaimCharity("bene_gesserit"))
    on_to(table, "bidding")
    assert table.purse("emperor") == [10]


@pytest.mark.parametrize(
    ("seat", "forces", "option", "gets"),
    [("fremen", 1, "free", 1), ("tleilaxu", 1, "free", 0), ("tleilaxu", 1, "any", 0), ("emperor", 1, "free", 1)],
)
def test_4_08_02_a_free_revival_pays_the_owner_of_axlotl_tanks(seat: str, forces: int, option: str, gets: int) -> None:
    table = owned(at_table(phase="revival", E16=option), Axlotl="spacing_guild")
    table.do(ReviveForces(seat, forces))
    on_to(table, "shipment")
    assert table.purse("spacing_guild") == [10 + gets]


@pytest.mark.parametrize(("option", "gets"), [("free", 0), ("any", 1)])
def test_4_96_16_a_paid_revival_counts_only_if_the_table_says_so(option: str, gets: int) -> None:
    table = owned(at_table("choam", "ixian", "emperor", phase="revival", E16=option), Axlotl="ixian")
    table.do(ReviveForces("choam", 1))  # they have no free revival
    on_to(table, "shipment")
    assert table.purse("ixian") == [10 + gets]


def test_4_08_02_shipping_from_off_planet_pays_the_owner_of_heighliners_once() -> None:
    table = owned(at_table(phase="shipment"), Heighliners="tleilaxu", Axlotl="tleilaxu")
    table.do(Ship("emperor", 1, "Carthag"), Ship("ixian", 1, "Arrakeen"))
    on_to(table, "battle")
    assert table.purse("tleilaxu") == [12]


def test_4_08_02_the_guild_the_fremen_and_shipping_across_do_not() -> None:
    table = owned(at_table(phase="shipment", allies="spacing_guild emperor"), Heighliners="tleilaxu").do(KeepCount())
    table.do(Ship("spacing_guild", 1, "Carthag"), Send("fremen", 1, "The Great Flat"))
    assert paying(table.public) == ()
    table.do(Ship("ixian", 1, "Arrakeen"))
    assert paying(table.public) == (LINERS,)
    table = owned(at_table(phase="shipment", allies="spacing_guild bene_gesserit"), Heighliners="tleilaxu")
    table.do(Ship("bene_gesserit", 1, "Arrakeen", kind=ACROSS, origin="Polar Sink"))
    on_to(table, "battle")
    assert table.purse("tleilaxu") == [10]


def test_4_08_02_a_no_field_is_a_shipment_from_off_planet() -> None:
    table = owned(at_table("richese", "emperor", "fremen", phase="shipment", P6="kept"), Heighliners="emperor")
    table.do(KeepCount(), LayField("richese", 3, "Carthag"))
    assert paying(table.public) == (LINERS,)


def test_4_08_02_it_pays_once_a_turn_even_if_the_table_goes_back_to_the_phase() -> None:
    table = owned(at_table(phase="shipment"), Heighliners="tleilaxu")
    table.do(Ship("emperor", 1, "Carthag"))
    for phase in ("battle", "shipment"):
        on_to(table, phase)
    table.do(Ship("ixian", 1, "Carthag"))
    on_to(table, "battle")
    assert table.purse("tleilaxu") == [11]


def test_4_08_02_in_a_phase_by_hand_the_table_says_that_it_happened() -> None:
    table = owned(at_table(phase="revival", R_revival="hand"), Axlotl="emperor")
    table.do(SayTokenEvent(AXLOTL))
    assert table.no(SayTokenEvent(AXLOTL)) == "4.08.02" and table.no(SayTokenEvent(LINERS)) == "4.08.02"
    on_to(table, "shipment")
    assert table.purse("emperor") == [11]


def test_4_08_02_the_owner_is_told_on_the_phone_and_all_are_told_on_the_table() -> None:
    table = owned(at_table(phase="shipment"), Heighliners="tleilaxu", Axlotl="tleilaxu")

    def told() -> list[str]:
        return [line for one in behind_shield(table.screen("tleilaxu"), "tleilaxu") if one.now for line in one.lines]

    assert "if anybody besides the Guild ships" in told()[1]
    table.do(Ship("emperor", 1, "Carthag"))
    assert told()[1] == "Heighliners: you get 2 when this phase ends."
    assert ("Heighliners: Tleilaxu get 2 when this phase ends.", "4.08.02") in table.said()


# -- battles ------------------------------------------------------------------------------------------


def fought(*tokens: str, winner: str = "atreides") -> Room:
    """Return a battle about to be settled, with these tokens on the losing side of Harkonnen."""
    room = Room(M1="on", turn=2)
    for token in tokens:
        room.do(NameTokenOwner(token, "harkonnen"))
    dials = (6, 0) if winner == "atreides" else (0, 8)
    room.fight(LockPlan("atreides", dials[0], "Lady Jessica"), LockPlan("harkonnen", dials[1], "Feyd-Rautha"))
    room.answers()
    return room


def test_4_08_03_the_winner_takes_the_only_token_of_the_loser() -> None:
    room = fought(LINERS)
    assert "4.08.03" in [line.rule for line in room.live.verdict.lines]
    room.do(SettleBattle())
    assert owners(room.public) == {LINERS: "atreides"} and halted(room.public) is None


def test_4_08_03_and_chooses_one_of_several_while_the_game_waits() -> None:
    room = fought(LINERS, AXLOTL).do(SettleBattle())
    due = halted(room.public)
    assert due is not None and due.seat == "atreides" and "TakeToken" in room.offered("atreides")
    assert room.why(BeginBattle("Carthag", "atreides", "emperor", 1, 0, 1)) == "4.08.03"
    assert (
        room.no(TakeToken("atreides", PRODUCTION)) == "4.08.03" and room.no(TakeToken("emperor", LINERS)) == "4.08.03"
    )
    room.do(TakeToken("atreides", AXLOTL))
    assert owners(room.public) == {AXLOTL: "atreides", LINERS: "harkonnen"} and halted(room.public) is None
    assert room.no(TakeToken("atreides", LINERS)) == "4.08.03"


def test_4_08_03_a_winner_who_holds_tokens_loses_none() -> None:
    room = fought(LINERS, winner="harkonnen")
    assert "4.08.03" not in [line.rule for line in room.live.verdict.lines]
    room.do(SettleBattle())
    assert owners(room.public) == {LINERS: "harkonnen"}


def test_4_08_03_nobody_waits_for_a_choice_that_the_table_has_made() -> None:
    room = fought(LINERS, AXLOTL).do(SettleBattle())
    room.do(NameTokenOwner(LINERS, "emperor"), NameTokenOwner(AXLOTL, "emperor"))
    assert halted(room.public) is None


# -- victory ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "allies", "places", "wins"),
    [
        (("emperor",) * 3, "", 2, True),
        (("emperor",) * 3, "", 1, False),
        (("emperor", "emperor", "fremen"), "", 2, False),
        (("fremen",) * 3, "fremen emperor", 3, True),
        (("fremen", "emperor", "fremen"), "fremen emperor", 3, False),
    ],
)
def test_4_08_04_all_three_are_one_stronghold(of: tuple[str, ...], allies: str, places: int, wins: bool) -> None:
    table = at_table(phase="mentat_pause", allies=allies)
    for token, seat in zip(TOKENS, of, strict=True):
        table.do(NameTokenOwner(token, seat))
    table.do(NameHolders(**dict.fromkeys(("arrakeen", "carthag", "sietch_tabr")[:places], "emperor")))
    assert holdings(table.public).held["emperor"] and held_by(table.public, ("emperor",)) >= places
    table.do(CheckVictory())
    found = won(table.public)
    assert (found is not None and "emperor" in found.seats and "4.08.04" in found.why) is wins


# -- paper, answers -----------------------------------------------------------------------------------


def test_4_08_they_go_onto_paper_and_come_back() -> None:
    table = owned(at_table(phase="revival"), Heighliners="emperor", Axlotl="fremen")
    line = f"tech {AXLOTL}=fremen|{LINERS}=emperor"
    assert line in public_sheet(table.public)["more"]
    other = fold([heard.event for heard in at_table(phase="revival").truth.log], REFEREE)
    for event in react(other, PublicSheetTaken((line,)), Dice(1)):
        other.hear(event)
    assert owners(other) == {AXLOTL: "fremen", LINERS: "emperor"}


def test_4_08_who_owns_what_is_answered() -> None:
    table = owned(at_table(phase="revival"), Heighliners="emperor")
    said = reply(table.public, "who owns the heighliners")
    assert said is not None and said.words == "The Emperor has Heighliners."
    assert "no tech token" in (reply(table.public, "which tech tokens do the Fremen own") or said).words
