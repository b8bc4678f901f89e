"""2.12.03 to 2.12.12: terror tokens, face down and revealed, and an alliance instead."""

from __future__ import annotations

from typing import Any

import pytest

from referee.agreements.alliances import AllianceBroken
from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.standing import MapToken, TokensOnMap, stands
from referee.cards.karama.stopping import StopPower
from referee.common.factions import FACTIONS, named
from referee.common.phones_at_seats import TakeSeat
from referee.factions.moritani import ME
from referee.factions.moritani.aftermath import with_smaller_hands
from referee.factions.moritani.cards_taken import GiveCard, LoseAtRandom, RobCard, RobSpice
from referee.factions.moritani.leaders_and_spice import AnswerExtortion, worth
from referee.factions.moritani.reaction import AnswerTerms, LetItLie, OfferTerms, RevealTerror, Terms, awaited
from referee.factions.moritani.sneak_attack import SneakIn
from referee.factions.moritani.terror import (
    TOKENS,
    LeaveTerror,
    MoveTerror,
    PlaceTerror,
    TerrorRevealed,
    in_supply,
    may_be_in_supply,
    terror,
    tokens_at,
)
from referee.factions.richese.no_field import LayField
from referee.holdings.hands import hand_limit
from referee.holdings.leaders import leaders_known
from referee.holdings.setup import ChangeOption
from referee.holdings.taken_cards import DiscardDown
from referee.kernel import FACE_DOWN, REFEREE, ask
from referee.offers.offer import behind_shield, halted, offers
from referee.offers.waiting import asked_by_name, duties_of
from referee.offers.what_now import at_a_glance
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Send, Ship
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight, SetDown
from referee.web.phase.strip import said_to
from tests.kit import LiveTable, left_with

HANDS = {ME: ("Karama/1", "Shield/1"), "emperor": ("Crysknife/1",), "fremen": ()}
DECK = ("Lasgun/1", "Snooper/1", "Hajr/1")


def pause(*seats: str, allies: str = "", hands: dict[str, tuple[str, ...]] | None = None, **options: Any) -> LiveTable:
    """Return a table in its first Mentat Pause, all forces on the map; Moritani have a phone."""
    made = LiveTable(
        *(seats or (ME, "emperor", "fremen")), hands=hands or HANDS, deck=DECK, allies=allies, phase="storm", **options
    )
    made.do(KeepCount(), SetDown("fremen", 10, "Sietch Tabr"), SetDown(ME, 6, "Carthag"))
    return made.do(GoTo("mentat_pause", anyway=True))


def laid(token: str, place: str = "Arrakeen", *seats: str, **more: Any) -> LiveTable:
    """Return a table in the next turn's Shipment, with this token in a place, the Emperor's turn to ship."""
    made = pause(*seats, **more)
    made.do(PlaceTerror(ME, place, token), GoTo("shipment", anyway=True))
    return made


def entered(token: str, place: str = "Arrakeen", forces: int = 3, **more: Any) -> LiveTable:
    """Let the Emperor ship to where the token lies."""
    return laid(token, place, **more).do(Ship("emperor", forces, place), who="public")


# -- placing ------------------------------------------------------------------------------------------


def test_2_12_03_six_tokens_and_only_moritani_know_which_lies_where() -> None:
    sitting = pause()
    assert (len(TOKENS), in_supply(sitting.public)) == (6, 6)
    sitting.do(PlaceTerror(ME, "Arrakeen", "robbery"))
    seen = {viewer: tokens_at(sitting.screen(viewer), "Arrakeen") for viewer in (ME, "emperor", "public")}
    assert seen == {ME: ["robbery"], "emperor": [FACE_DOWN], "public": [FACE_DOWN]}
    assert (in_supply(sitting.public), len(may_be_in_supply(sitting.screen("emperor")))) == (5, 6)
    kept = [line for one in behind_shield(sitting.screen(ME), ME) if one.title == "Terror tokens" for line in one.lines]
    assert kept[0] == "Arrakeen: Robbery" and "Robbery" not in kept[1]
    assert any(one.title == "Terror tokens" for one in at_a_glance(sitting.public))
    sitting.do(GoTo("shipment", anyway=True)).do(Ship("emperor", 3, "Arrakeen"), who="public")
    first = next(one for one in behind_shield(sitting.screen(ME), ME) if one.now)
    (duty,) = duties_of(sitting.public, ME)
    assert first.lines[0] == "Arrakeen: Robbery" and duty.about == first.rule, "what lies there is seen first"


def test_2_12_03_the_map_shows_where_one_lies_and_to_nobody_which() -> None:
    sitting = pause()
    sitting.do(PlaceTerror(ME, "Arrakeen", "robbery"))
    seen = {viewer: ask(sitting.screen(viewer), TokensOnMap()).value for viewer in (ME, "emperor", "public")}
    assert {*seen.values()} == {(MapToken("Arrakeen", "?", "Terror token, face down", ME),)}
    sitting.do(GoTo("storm", anyway=True), GoTo("mentat_pause", anyway=True))
    sitting.do(MoveTerror(ME, "Arrakeen", "Sietch Tabr"))
    assert [one.place for one in ask(sitting.public, TokensOnMap()).value] == ["Sietch Tabr"]


def test_2_12_08_the_aftermath_lies_on_the_map_for_good() -> None:
    sitting = entered("atomics").do(RevealTerror(ME))
    (token,) = ask(sitting.public, TokensOnMap()).value
    assert (token.place, token.words) == ("Arrakeen", "Atomics Aftermath: nobody ships here")


def test_2_12_04_one_is_placed_or_moved_in_a_mentat_pause() -> None:
    sitting = pause()
    assert asked_by_name(sitting.public) == (ME,) and "PlaceTerror" in sitting.secret(ME)
    sitting.do(PlaceTerror(ME, "Arrakeen", "robbery"))
    assert sitting.no(PlaceTerror(ME, "Sietch Tabr", "sabotage")) == "2.12.04" and not asked_by_name(sitting.public)
    sitting.do(GoTo("storm", anyway=True), GoTo("mentat_pause", anyway=True))
    sitting.do(MoveTerror(ME, "Arrakeen", "Sietch Tabr"))
    assert tokens_at(sitting.screen(ME), "Sietch Tabr") == ["robbery"] and not tokens_at(sitting.public, "Arrakeen")


@pytest.mark.parametrize("place", ["Red Chasm", "Hidden Mobile Stronghold"])
def test_2_12_04_only_into_a_stronghold_on_the_map(place: str) -> None:
    sitting = pause(ME, "ixian", "fremen", hands={})
    assert sitting.no(PlaceTerror(ME, place, "robbery")) == "2.12.04"


def test_2_12_04_not_beside_another_token_and_not_twice_the_same() -> None:
    sitting = pause().do(PlaceTerror(ME, "Arrakeen", "robbery"), GoTo("storm", anyway=True))
    sitting.do(GoTo("mentat_pause", anyway=True))
    assert sitting.no(PlaceTerror(ME, "Arrakeen", "sabotage")) == "2.12.04"
    assert sitting.no(PlaceTerror(ME, "Carthag", "robbery")) == "2.12.03"
    assert sitting.do(LeaveTerror(ME)).no(LeaveTerror(ME)) == "2.12.04"


# -- revealed, or not ---------------------------------------------------------------------------------


def test_2_12_05_everybody_waits_for_their_answer() -> None:
    sitting = entered("extortion")
    assert asked_by_name(sitting.public) == (ME,) and sitting.no(Ship("fremen", 1, "Carthag")) in {"2.12.05", "4.97.09"}
    assert {"RevealTerror", "LetItLie", "OfferTerms"} <= {*sitting.offered(ME)}
    assert duties_of(sitting.public, ME)[0].words == "reveal the terror token in Arrakeen, or let it lie"
    sitting.do(LetItLie(ME))
    assert halted(sitting.public) is None and tokens_at(sitting.public, "Arrakeen") == [FACE_DOWN]


def test_2_12_05_marching_in_counts_and_shipping_elsewhere_does_not() -> None:
    sitting = laid("extortion").do(PutRight("emperor", "Imperial Basin", 3))
    sitting.do(Ship("emperor", 1, "Carthag"), who="public")
    assert awaited(sitting.public) is None
    sitting.do(MoveForces("emperor", 2, "Imperial Basin", "Arrakeen"), who="public")
    assert awaited(sitting.public) is not None


def test_2_12_05_their_ally_and_they_themselves_are_spared() -> None:
    sitting = laid("robbery", allies="moritani emperor").do(Ship("emperor", 1, "Arrakeen"), who="public")
    assert awaited(sitting.public) is None


def test_2_12_05_the_token_leaves_the_game_when_it_was_used() -> None:
    sitting = entered("sabotage").do(RevealTerror(ME), GiveCard(ME))
    assert terror(sitting.public).gone == ["sabotage"] and in_supply(sitting.public) == 5


def test_2_12_05_without_a_phone_the_table_names_the_token() -> None:
    sitting = entered("")
    assert sitting.no(RevealTerror(ME), "public") == "2.12.03"
    sitting.do(RevealTerror(ME, "sneak_attack"), who="public")
    assert terror(sitting.public).gone == ["sneak_attack"]


# -- an alliance instead ------------------------------------------------------------------------------


def test_2_12_06_who_accepts_is_their_ally_and_the_token_goes_back() -> None:
    sitting = entered("atomics", allies="emperor fremen").do(OfferTerms(ME))
    assert asked_by_name(sitting.public) == ("emperor",) and "AnswerTerms" in sitting.offered("emperor")
    sitting.do(AnswerTerms("emperor", True))
    assert sitting.public.ally(ME) == "emperor" and sitting.public.ally("fremen") is None
    assert not tokens_at(sitting.public, "Arrakeen") and in_supply(sitting.public) == 6
    assert halted(sitting.public) is None


def test_2_12_06_who_refuses_meets_the_token() -> None:
    sitting = entered("extortion").do(OfferTerms(ME), AnswerTerms("emperor", False))
    assert sitting.no(LetItLie(ME)) in {"2.12.06", "4.97.09"} and "LetItLie" not in sitting.offered(ME)
    sitting.do(RevealTerror(ME))
    assert sitting.public.seats[ME].bribes == 5


def test_2_12_06_an_offer_that_karama_stops_is_answered_by_nobody() -> None:
    sitting = entered("extortion", hands={"fremen": ("Karama/1",)}).do(OfferTerms(ME), StopPower("fremen", "2.12.06"))
    assert asked_by_name(sitting.public) == (ME,) and "OfferTerms" not in sitting.offered(ME)
    assert sitting.no(AnswerTerms("emperor", True)) == "2.12.06"
    sitting.do(LetItLie(ME))
    assert halted(sitting.public) is None and sitting.public.get(Terms) is None


def test_2_12_06_never_the_other_house_of_duke_vidal() -> None:
    rival = next((seat for seat in FACTIONS if seat != ME and FACTIONS[seat].shared), "")
    if not rival:
        pytest.skip("no other faction has his disc yet")
    made = LiveTable(ME, rival, "fremen", hands={}, deck=DECK, phase="storm").do(
        KeepCount(), SetDown("fremen", 10, "Sietch Tabr"), SetDown(ME, 6, "Carthag")
    )
    made.do(GoTo("mentat_pause", anyway=True), PlaceTerror(ME, "Arrakeen", "robbery"), GoTo("shipment", anyway=True))
    made.do(Ship(rival, 1, "Arrakeen"), who="public")
    assert "RevealTerror" in made.offered(ME) and "OfferTerms" not in made.offered(ME)


# -- what each does -----------------------------------------------------------------------------------


def test_2_12_07_a_leader_dies_and_they_are_paid() -> None:
    sitting = entered("assassination")
    before = sitting.purse(ME)[0]
    sitting.do(RevealTerror(ME))
    dead = leaders_known(sitting.public, "emperor").face_up
    assert len(dead) == 1 and sitting.purse(ME) == [before + worth(sitting.truth, dead[0])]  # type: ignore[operator]


def test_2_12_07_zoal_brings_three() -> None:
    assert worth(LiveTable("tleilaxu", ME).truth, "Zoal") == 3


@pytest.mark.parametrize(("way", "spice"), [("strength", 6), ("price", 5)])
def test_4_96_09_duke_vidal_brings_six_or_five(way: str, spice: int) -> None:
    assert worth(LiveTable("fremen", ME, E9=way).truth, "Duke Vidal") == spice


def test_2_12_08_all_forces_die_and_nobody_ships_there_again() -> None:
    sitting = entered("atomics", "Carthag")
    sitting.do(RevealTerror(ME))
    assert not stands(sitting.public, "Carthag") and forces_in(sitting.public, ME, TANKS) == Group(6)
    assert sitting.no(Ship(ME, 1, "Carthag"), "public") == "2.12.08"
    sitting.do(PutRight("fremen", "Imperial Basin", 2, other="the board"))
    assert sitting.no(Send("fremen", 1, "Carthag"), "public") in {"2.12.08", "2.04.05"}
    assert sitting.why(MoveForces("fremen", 1, "Imperial Basin", "Carthag"), "public") == ""


def test_2_12_08_and_4_96_19_smaller_hands() -> None:
    full = ("Shield/1", "Snooper/2", "Karama/1", "Hajr/2")
    sitting = entered("atomics", hands={ME: full, "emperor": (), "fremen": full[:1]}, allies="moritani fremen")
    sitting.do(RevealTerror(ME))
    assert (hand_limit(sitting.public, ME), hand_limit(sitting.public, "fremen")) == (3, 3)
    assert hand_limit(sitting.public, "emperor") == 4 and len(sitting.public.seats[ME].hand) == 3


@pytest.mark.parametrize(("way", "smaller"), [("now", (ME,)), ("then", (ME, "fremen"))])
def test_4_96_19_when_the_alliance_ends(way: str, smaller: tuple[str, ...]) -> None:
    sitting = entered("atomics", allies="moritani fremen", E19=way).do(RevealTerror(ME))
    table = sitting.truth
    AllianceBroken(ME).apply(table)
    table.memo = {}
    assert with_smaller_hands(table) == smaller


def _listed(sitting: LiveTable) -> list[str]:
    """Return what the list of terror tokens on the screens says."""
    found = [sheet for sheet in at_a_glance(sitting.public) if sheet.id == "terror"]
    return [line.words for sheet in found for line in sheet.lines]


def test_2_12_09_five_spice_until_somebody_pays() -> None:
    sitting = entered("extortion").do(RevealTerror(ME))
    assert _listed(sitting) == ["Revealed in Arrakeen: Extortion"]
    said = said_to(sitting.public, sitting.screen("fremen"), "fremen", None)
    assert (said.say, said.then) == ("The Emperor answers Extortion", "")
    assert sitting.public.seats[ME].bribes == 5 and asked_by_name(sitting.public) == ("emperor",)
    sitting.do(AnswerExtortion("emperor", False))
    before = sitting.purse(ME)[0]
    sitting.do(AnswerExtortion("fremen", True))
    assert sitting.purse(ME) == [before + 3] and terror(sitting.public).gone == ["extortion"]  # type: ignore[operator]
    assert _listed(sitting) == ["Out of the game: Extortion"]
    sitting.do(GoTo("mentat_pause", anyway=True))
    assert "In front of shields, to take in: Moritani 5." in [words for words, _ in sitting.said()]


def test_2_12_09_it_comes_back_if_nobody_pays() -> None:
    sitting = entered("extortion").do(RevealTerror(ME), AnswerExtortion("emperor", False))
    sitting.do(AnswerExtortion("fremen", False))
    assert terror(sitting.public).gone == [] and in_supply(sitting.public) == 6


def test_2_12_09_who_cannot_pay_is_asked_still() -> None:
    sitting = entered("extortion").do(RevealTerror(ME), *left_with("emperor", 2))
    sitting.do(AnswerExtortion("emperor", True), who="public")
    assert sitting.purse("emperor") == [2] and asked_by_name(sitting.public) == ("emperor",)


def test_4_97_11_what_halts_the_game_is_answered_in_a_phase_by_hand_too() -> None:
    sitting = entered("extortion").do(RevealTerror(ME), ChangeOption("R-shipment", "hand"))
    assert {one.command for one in offers(sitting.public, "emperor")} == {AnswerExtortion}
    sitting.do(AnswerExtortion("emperor", False), AnswerExtortion("fremen", False))
    assert offers(sitting.public, "emperor") == ()


def test_2_12_10_half_the_spice_rounded_up() -> None:
    sitting = entered("robbery", spice={"emperor": 14, ME: 1})
    had = sitting.purse("emperor", ME)
    sitting.do(RevealTerror(ME), RobSpice(ME))
    half = (int(str(had[0])) + 1) // 2
    assert sitting.purse("emperor", ME) == [int(str(had[0])) - half, int(str(had[1])) + half]


def test_2_12_10_or_the_top_card_and_one_is_discarded_over_the_limit() -> None:
    full = ("Shield/1", "Snooper/2", "Karama/1", "Hajr/2")
    sitting = entered("robbery", hands={ME: full, "emperor": (), "fremen": ()}).do(RevealTerror(ME), RobCard(ME))
    assert "Lasgun/1" in sitting.screen(ME).seats[ME].hand and "Lasgun/1" not in sitting.public.seats[ME].hand
    sitting.do(DiscardDown(ME, "Hajr/2"))
    assert len(sitting.public.seats[ME].hand) == 4 and halted(sitting.public) is None


def test_2_12_11_a_card_is_lost_and_one_is_given() -> None:
    sitting = entered("sabotage").do(TakeSeat(ME, "Chrome"), who=REFEREE).do(RevealTerror(ME))
    (due,) = duties_of(sitting.public, ME)
    assert due.shielded and due.words == "give the Emperor a card from your hand, or none"
    assert sitting.public.discard[0] == "Crysknife/1" and not sitting.public.seats["emperor"].hand
    sitting.do(GiveCard(ME, "Shield/1"))
    assert sitting.screen("emperor").seats["emperor"].hand == ["Shield/1"]
    assert sitting.screen("fremen").seats["emperor"].hand == [FACE_DOWN]


def test_2_12_11_of_a_printed_hand_its_holder_enters_the_card() -> None:
    sitting = entered("sabotage", P1="printed").do(RevealTerror(ME))
    assert asked_by_name(sitting.public) == ("emperor",)
    sitting.do(LoseAtRandom("emperor", "Crysknife"), who="public")
    assert sitting.public.discard[0] == "Crysknife" and asked_by_name(sitting.public) == (ME,)


def test_2_12_12_five_reserves_land_free() -> None:
    sitting = entered("sneak_attack").do(RevealTerror(ME))
    assert sitting.no(SneakIn(ME, 6)) in {"2.12.12", "4.97.09"}
    sitting.do(SneakIn(ME, 5))
    here = {one.seat: one.group.total for one in stands(sitting.public, "Arrakeen")}
    assert here[ME] == 5 and forces_in(sitting.public, ME, RESERVES) == Group(9)


def test_2_12_12_two_other_factions_keep_them_out() -> None:
    sitting = laid("sneak_attack").do(PutRight("fremen", "Arrakeen", 1, other="the board"))
    sitting.do(Ship("emperor", 1, "Arrakeen"), who="public").do(RevealTerror(ME))
    assert sitting.no(SneakIn(ME, 1)) in {"1.06.03.05", "4.97.09"}
    assert [one.label for one in offers(sitting.public, ME) if one.name == "SneakIn"] == ["Land nobody"]
    sitting.do(SneakIn(ME, 0))
    assert halted(sitting.public) is None


def test_2_12_08_a_no_field_there_is_shown_and_lost() -> None:
    sitting = pause(ME, "richese", "fremen", hands={})
    sitting.do(PlaceTerror(ME, "Arrakeen", "atomics"), GoTo("shipment", anyway=True))
    sitting.do(LayField("richese", 5, "Arrakeen"), who="richese").do(RevealTerror(ME))
    assert forces_in(sitting.public, "richese", TANKS) == Group(5)


@pytest.mark.parametrize("token", [*TOKENS])
def test_2_12_05_the_screens_say_what_a_revealed_token_does(token: str) -> None:
    sitting = entered(token).do(RevealTerror(ME))
    (shown,) = [one.event for one in sitting.truth.log if isinstance(one.event, TerrorRevealed)]
    title, meaning = shown.moment(named)
    assert title == f"{TOKENS[token]}!" and ("the Emperor" in meaning or "Arrakeen" in meaning or token == "extortion")
