"""The frame of the turn on real pages: every phase named on table and phones, a victory announced to all, by hand."""

from __future__ import annotations

import re

import pytest

from referee.common.factions import faction_name
from referee.common.turn import PHASES
from referee.holdings.traitors import Traitors
from tests.kit import SIX, Evening, Play

SHORT = ("Storm", "Spice", "Charity", "Bid", "Revive", "Ship", "Battle", "Collect", "Mentat")
WORDS = dict(zip(PHASES, SHORT, strict=True))


def page(evening: Evening, viewer: str) -> str:
    path = f"/t/{evening.table}/" if viewer in {"public", "host"} else f"/t/{evening.table}/me"
    return evening.who(viewer).get(path).text


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_the_tab_of_a_phone_names_the_phase_that_is_played(evening: Evening) -> None:
    for phase, word in WORDS.items():
        evening.must("host", "GoTo", phase=phase)
        tab = re.search(r'aria-current="page">(.*?)</a>', page(evening, "fremen"))
        assert tab and plain(tab[1]) == word


def test_4_97_10_the_table_shows_whose_turn_it_is_to_ship(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="shipment")
    first = evening.public.first_player
    assert 'aria-current="true"' in page(evening, "public").split(f'id="seat-{first}"')[1][:60]
    assert "You: ship, then move" in page(evening, first)
    evening.must(first, "SayDone")
    assert "You: ship" not in page(evening, first) and "Done" in page(evening, "public")
    free = [seat for seat in SIX if "Nobody is waiting for you" in page(evening, seat)]
    waits = next(seat for seat in free if 'id="actions"' in page(evening, seat))
    assert "what stands below" not in page(evening, waits), "a turn that has not come is not below yet"


def test_4_97_05_a_pause_in_a_phase_with_a_clock_stands_on_every_screen(evening: Evening) -> None:
    evening.must("host", "ChangeOption", option="C1", value="120")
    evening.must("host", "GoTo", phase="shipment")
    evening.must("host", "PauseClock")
    assert all("Paused" in plain(page(evening, viewer)) for viewer in ("public", "host", *SIX))
    evening.must("host", "ResumeClock")
    assert not any("Paused" in plain(page(evening, viewer)).split("What happened")[0] for viewer in ("public", *SIX))


@pytest.mark.parametrize("seconds", [60, 3600, 365 * 86_400])
def test_4_97_05_a_laptop_whose_clock_was_set_back_while_it_was_off_has_no_tap_that_stays_fresh(
    evening: Evening, seconds: int
) -> None:
    evening.must("host", "GoTo", phase="shipment")
    first = evening.public.first_player
    evening.must(first, "SayDone")
    assert 'value="TakeBack"' in page(evening, first)
    evening.wait(-1000 * seconds)
    evening.restart()
    assert 'value="TakeBack"' not in page(evening, first)
    assert evening.tap(first, "TakeBack").status_code == 409


@pytest.mark.parametrize(
    ("held", "won", "mine", "why"),
    [
        ("spacing_guild spacing_guild atreides atreides", "Atreides and the Guild win", "You and", "1.09.02.02"),
        ("fremen fremen fremen", "Fremen win", "You win!", "1.09.02.01"),
    ],
)
def test_1_09_02_a_victory_stands_on_every_screen_with_its_rule(
    evening: Evening, held: str, won: str, mine: str, why: str
) -> None:
    evening.must("host", "GoTo", phase="mentat_pause")
    places = ("arrakeen", "carthag", "sietch_tabr", "tueks_sietch")
    evening.must("host", "NameHolders", **dict(zip(places, held.split(), strict=False)))
    evening.must("host", "CheckVictory")
    for viewer in ("public", "host", *SIX):
        text = page(evening, viewer)
        assert (mine if viewer in held.split() else won) in plain(text) and f"/{why}" in text, viewer
        assert viewer not in SIX or f'class="why" href="/t/{evening.table}/after"' in text
    table = plain(page(evening, "host"))
    assert "Arrakeen, Carthag" in table and "Next:" not in table and "by hand" not in table


def test_0_02_the_last_turn_ends_with_the_check_and_no_further_turn_is_offered(play: Play) -> None:
    evening = play(turn="10")
    evening.must("host", "GoTo", phase="mentat_pause")
    assert "Last turn: who has won?" in page(evening, "host") and "Turn 11" not in page(evening, "host")


def test_4_97_11_bids_only_goes_from_one_bidding_to_the_next(play: Play) -> None:
    evening = play(R="bids")
    assert "Begin with the storm" not in page(evening, "host")
    evening.must("host", "BeginBidding")
    evening.must("host", "EndBidding")
    assert "Bidding of turn 2" in page(evening, "host") and "Next: Revival" not in page(evening, "host")


def test_4_97_11_where_a_whole_turn_is_led_bidding_goes_on_to_revival_alone(play: Play) -> None:
    evening = play()
    evening.must("host", "GoTo", phase="storm")
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    evening.must("host", "EndBidding")
    text = page(evening, "host")
    assert "Next: Revival" in text and "Bidding of turn" not in text


def test_what_has_just_happened_is_said_once_where_bidding_is_over(play: Play) -> None:
    evening = play(K8="off", B7="off")
    evening.open_card()
    evening.passes(6)
    text = plain(page(evening, "public").split('id="hub"')[1].split('role="status"')[0])
    assert text.count("Bidding is over") == 1 and text.count("the deck") == 1


def test_that_the_clock_was_stopped_is_no_news_in_the_middle(play: Play) -> None:
    evening = play(B7="60")
    for act in ("BeginBidding", "DeclareHands", "DealRow", "PauseClock", "ResumeClock"):
        evening.must("host", act)
    assert "Clock resumed" not in page(evening, "public").split('id="hub"')[1].split("</section>")[0]


def test_4_90_03_a_power_of_the_board_is_announced_under_more_and_the_window_says_which_it_is(play: Play) -> None:
    evening = play(K8="10")
    evening.must("host", "GoTo", phase="spice_blow")
    more = evening.phones["fremen"].get(f"/t/{evening.table}/me?tab=more").text
    assert "Announce this power" in more and "Announce this power" not in page(evening, "fremen")
    evening.must("fremen", "AnnouncePower", rule="2.04.07")
    for viewer in ("public", "atreides"):
        text = plain(page(evening, viewer))
        assert "The worm spares Fremen" in text and "Karama can stop it." in text and "announce" not in text


def test_4_97_11_a_phase_by_hand_shows_no_button_on_any_phone(play: Play) -> None:
    evening = play(R="clocks")
    for phase in PHASES:
        evening.must("host", "GoTo", phase=phase)
        for seat in SIX:
            assert 'name="act"' not in page(evening, seat).split('id="actions"')[1], phase


@pytest.mark.parametrize("answer", ["yes", "no", "wait"])
def test_1_07_06_06_an_answer_is_acknowledged_in_the_same_words_whatever_it_was(play: Play, answer: str) -> None:
    evening = play(K8="off")
    evening.must("host", "DealTraitors")
    drawn = evening.sitting.screen("emperor").state(Traitors).dealt["emperor"]
    evening.must("emperor", "KeepTraitor", leader=drawn[0])
    evening.must("host", "GoTo", phase="battle", anyway="1")
    two = {"one": "atreides", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Arrakeen", **two)
    evening.must("atreides", "StaySilent", rule="2.01.08")
    evening.must("atreides", "LockPlan", dial=1, leader="Duncan Idaho")
    evening.must("harkonnen", "LockPlan", dial=1, leader="Umman Kudu")
    before = [page(evening, seat) for seat in ("fremen", "public")]
    behind = plain(evening.phones["emperor"].get(f"/t/{evening.table}/me/secret").text)
    assert 0 < behind.find("Your traitors") < behind.find("Spice"), "what is asked about stands before all else"
    text = evening.must("emperor", "AnswerTraitor", answer=answer).text
    assert "Your answer is saved. Only you see it" in text
    assert [page(evening, seat) for seat in ("fremen", "public")] == before


def test_4_97_12_any_number_of_seconds_is_set_on_the_options_page(evening: Evening) -> None:
    assert 'name="value" value="" type="number"' in evening.host.get(f"/t/{evening.table}/options").text
    evening.must("host", "ChangeOption", option="B6", value="37")
    evening.must("host", "ChangeOption", option="C1", value="75")
    evening.must("host", "GoTo", phase="revival")
    assert 'data-total-ms="75000"' in page(evening, "public") and "+30 s" in page(evening, "host")


@pytest.mark.parametrize(("typed", "taken"), [("37", True), ("3", False), ("x", False), ("", True)])
def test_4_97_13_set_up_takes_free_seconds_and_says_beside_the_field_what_it_cannot(
    play: Play, typed: str, taken: bool
) -> None:
    evening = play()
    answer = evening.host.post("/new", {"table": "y", "faction": list(SIX), "player": ["Zoe"] * 6, "B6-seconds": typed})
    assert answer.status_code == (303 if taken else 400)
    assert taken or ("A whole number of seconds, 5 to 120." in answer.text and answer.text.count("Zoe") == 6)


def test_4_97_14_the_times_are_open_to_everybody(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="shipment")
    evening.wait(65_000)
    evening.must(evening.public.first_player, "SayDone")
    text = evening.onlooker.get(f"/t/{evening.table}/after").text
    assert "1:05" in text and f"/t/{evening.table}/after" in evening.onlooker.get(f"/t/{evening.table}/more").text
    assert evening.onlooker.get(f"/t/{evening.table}/times").headers["Location"].endswith("/after#times")


def test_0_11_the_lobby_says_what_comes_before_the_first_storm(evening: Evening) -> None:
    page = evening.host.get(f"/t/{evening.table}/").text
    order = ("Start turn 1", "Or step by step", "Deal traitor cards", "Track forces", "Begin with the storm")
    places = [page.index(words) for words in order]
    assert places == sorted(places)
    evening.must("host", "DealTraitors")
    assert "Traitors 0 of " in evening.host.get(f"/t/{evening.table}/").text


def test_4_97_10_the_button_that_goes_on_is_plain_while_the_table_waits_for_anybody(evening: Evening) -> None:
    def onward() -> str:
        found = re.search(r'<button class="([^"]*)"[^>]*>\s*Next: Ship', page(evening, "host"))
        assert found, "Next stands there"
        return found[1]

    evening.must("host", "GoTo", phase="revival")
    assert "6 of 6 players choose what to revive." in plain(page(evening, "host")) and "btn-go" not in onward()
    for seat in SIX:
        assert "You: choose what to revive, then tap Done" in page(evening, seat)
        evening.must(seat, "SayDone")
        assert "You are done" in page(evening, seat)
    assert "btn-go" in onward()


def test_4_90_03_nobody_is_told_to_do_what_an_announced_power_holds_up(evening: Evening) -> None:
    def told(seat: str) -> str:
        return plain(page(evening, seat).split('id="secret"')[0])

    evening.must("host", "GoTo", phase="choam_charity")
    assert "You: claim charity" in told("bene_gesserit") and "0 or 1 spice? Claim charity" in told("fremen")
    evening.must("bene_gesserit", "ClaimCharity")
    for seat in SIX:
        mine = " You wait: others may stop it." if seat == "bene_gesserit" else " You: tap Ready, or stop it."
        others = "all others" if seat == "bene_gesserit" else "all others but Bene Gesserit"
        words = f"Bene Gesserit claim charity{mine} Answered 0 of 5: waiting for {others}. Karama can stop it."
        assert words in told(seat) and told(seat).lower().count("answered") == 1, seat
    evening.must("host", "CloseWindow")
    assert "You:" not in told("bene_gesserit") and "0 or 1 spice? Claim charity" in told("fremen")


def test_4_90_03_nobody_is_amber_for_a_turn_that_waits_while_others_may_stop_a_power(evening: Evening) -> None:
    def amber() -> list[str]:
        plates = re.findall(r'<[^>]*class="seat ([^"]*)"[^>]*id="seat-(\w+)"', page(evening, "host"))
        return [seat for states, seat in plates if "is-turn" in states]

    evening.must("host", "GoTo", phase="shipment", anyway="1")
    while amber() != ["spacing_guild"]:
        evening.must(amber()[0], "SayDone")
    evening.must("spacing_guild", "Ship", normal=1, goal="Polar Sink")
    assert amber() == []
    evening.must("host", "CloseWindow")
    assert amber() == ["spacing_guild"]


def test_1_06_01_the_button_that_goes_on_says_how_many_have_not_moved_once_somebody_has(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    assert "not shipped and moved" not in plain(page(evening, "host"))
    first = next(seat for seat in SIX if "You: ship, then move" in page(evening, seat))
    evening.must(first, "SayDone")
    assert "5 of 6 players have not shipped and moved yet." in plain(page(evening, "host"))


def test_1_13_01_done_is_no_button_while_income_would_be_lost_by_it(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="spice_collection", anyway="1")
    evening.must("host", "NameHolders", arrakeen="atreides")
    before = page(evening, "atreides")
    assert 'value="SayDone"' not in before and "You: collect your stronghold income" in before
    evening.must("atreides", "TakeIncome")
    assert "Nobody is waited for" in page(evening, "atreides")


def test_what_is_done_behind_the_shield_is_named_before_what_is_done_in_the_open(evening: Evening) -> None:
    """An open shield covers the forms below it."""
    said = next(text for text in (page(evening, seat) for seat in SIX) if "Open your shield" in text)
    assert re.search(r"You: [^<]*<span class=\"shut\">\. Open your shield", said)


def test_4_97_10_whoever_is_done_hears_what_may_still_be_done(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="revival", anyway="1")
    evening.must("host", "LoseForces", seat="harkonnen", normal="3")
    evening.must("harkonnen", "SayDone")
    said = plain(page(evening, "harkonnen"))
    assert "You are done" in said and "You may still: revive" in said and "Until the phase Ship" in said


def test_1_09_02_the_button_that_checks_for_victory_says_that_anyone_may_tap_it(evening: Evening) -> None:
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    made = page(evening, "host")
    button = made[made.index("Check for victory") :]
    assert "Nobody is waited for: anyone may tap." in button[: button.index("</button>")]


def test_4_90_03_a_count_of_answers_on_the_table_screen_says_what_was_asked(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    evening.must("bene_gesserit", "ClaimCharity")
    said = "Ready, or Karama to stop it? 0 of 5 answered. Asked: all but Bene Gesserit."
    assert said in plain(page(evening, "host"))


def test_0_11_traitor_cards_that_are_not_dealt_are_told_beside_what_is_due(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="storm", anyway="1")
    words = "The traitor cards are still to be dealt: under More, on the table screen."
    assert words in plain(page(evening, "host"))
    evening.must("host", "DealTraitors")
    assert words not in plain(page(evening, "host"))


def test_1_04_06_who_has_passed_reads_it_and_that_a_pass_is_not_final_is_told_beside_who_bids_next(
    auction: Evening,
) -> None:
    first = auction.bidding.turn
    auction.must(first, "Pass")
    assert "You passed, for now." in plain(page(auction, first))
    second = auction.bidding.turn
    auction.must(second, "Bid", amount=1)
    assert f"{faction_name(first)} (may bid again)" in plain(page(auction, "host"))
    assert "You passed" not in plain(page(auction, second))


def test_1_05_01_a_revival_for_nobody_is_told_as_that_and_not_as_everybody_being_done(evening: Evening) -> None:
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="revival", anyway="1")
    for viewer in ("host", "fremen"):
        said = plain(page(evening, viewer))
        assert "Nobody has anything to revive." in said and "Everybody is done" not in said
        assert "Each player may revive" not in said
