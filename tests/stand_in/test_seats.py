"""Who lets the referee play a seat, until when, and what everybody sees of it (4.97.67)."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.common.factions import named
from referee.common.phones_at_seats import EmptySeat, TakeSeat, phones_of, stand_ins
from referee.phases.charity import ClaimCharity
from referee.stand_in.seats import FillEmptySeats, LetRefereePlay, PlayAgain
from tests.kit import Evening, LiveTable, set_up

MORE = "me?tab=more"


def test_4_97_67_a_seat_that_the_referee_plays_counts_as_one_with_a_phone() -> None:
    table = LiveTable(phase="revival").do(LetRefereePlay("fremen"), who="public")
    assert "fremen" in phones_of(table.public) and stand_ins(table.public) == {"fremen": ""}
    assert "Fremen" in table.public.log[-1].event.sentence(named)


def test_4_97_67_a_phone_that_takes_the_seat_ends_it() -> None:
    table = LiveTable(phase="revival").do(LetRefereePlay("fremen"), who="public")
    table.do(TakeSeat("fremen", "phone"), who="referee")
    assert not stand_ins(table.public) and phones_of(table.public)["fremen"] == "phone"


def test_4_97_67_a_seat_may_be_left_for_one_phase_and_keeps_its_phone() -> None:
    table = LiveTable(phase="choam_charity").do(TakeSeat("fremen", "phone"), who="referee")
    table.do(LetRefereePlay("fremen", for_phase=True), who="fremen")
    assert stand_ins(table.public) == {"fremen": "choam_charity"}
    table.do("bidding")
    assert not stand_ins(table.public) and phones_of(table.public)["fremen"] == "phone"


def test_4_97_67_a_player_takes_the_seat_back_with_a_tap() -> None:
    table = LiveTable(phase="revival").do(TakeSeat("fremen", "phone"), who="referee")
    table.do(LetRefereePlay("fremen"), PlayAgain("fremen"), who="fremen")
    assert not stand_ins(table.public) and phones_of(table.public) == {"fremen": "phone"}


def test_4_97_67_a_seat_without_a_phone_is_free_again_when_the_referee_stops() -> None:
    table = LiveTable(phase="revival").do(LetRefereePlay("fremen"), PlayAgain("fremen"), who="public")
    assert not phones_of(table.public)


def test_4_97_67_a_phone_that_is_disconnected_leaves_the_seat_to_the_referee() -> None:
    table = LiveTable(phase="revival").do(TakeSeat("fremen", "phone"), who="referee")
    table.do(LetRefereePlay("fremen"), who="fremen").do(EmptySeat("fremen"), who="referee")
    assert stand_ins(table.public) and "fremen" in phones_of(table.public)


def test_4_97_67_undo_leaves_the_seat_as_it_is() -> None:
    table = LiveTable("fremen", "emperor", phase="choam_charity", spice=0).do(ClaimCharity("emperor"))
    table.do(LetRefereePlay("fremen"), who="public")
    assert table.undo("host").done
    assert stand_ins(table.public) == {"fremen": ""}


@pytest.mark.parametrize("command", [PlayAgain("emperor"), LetRefereePlay("fremen")])
def test_4_97_67_what_is_so_already_is_refused(command: LetRefereePlay | PlayAgain) -> None:
    table = LiveTable(phase="revival").do(LetRefereePlay("fremen"), who="public")
    assert table.no(command, "public") == "4.97.67"


def test_4_97_67_nobody_leaves_the_seat_of_another_player() -> None:
    table = LiveTable(phase="revival")
    assert table.code(LetRefereePlay("fremen"), "emperor") == "NOT_YOURS"


def test_4_97_67_the_table_lets_the_referee_play_and_a_scan_takes_over(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        evening.begin(seats=("atreides",))
        page = evening.host.get(f"/t/{evening.table}/seats").text
        assert "Let the referee play this seat" in page
        sent = {"act": "LetRefereePlay", "seat": "fremen", "for": "fremen", "key": "chair"}
        assert evening.host.post(f"/t/{evening.table}/seats", sent).status_code in {200, 204, 303}
        assert stand_ins(evening.public) == {"fremen": ""}
        assert "played by the referee" in evening.host.get(f"/t/{evening.table}/seats").text
        evening.seat("fremen")
        assert not stand_ins(evening.public)
    finally:
        evening.close()


def test_4_97_67_one_tap_fills_all_empty_seats(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        evening.begin(seats=("atreides",))
        rest = {seat: "" for seat in evening.public.seats if seat != "atreides"}
        assert "The referee plays the empty seats" in evening.host.get(f"/t/{evening.table}/seats").text
        evening.host.post(f"/t/{evening.table}/seats", {"act": "FillEmptySeats", "key": "fill"})
        assert stand_ins(evening.public) == rest
        assert "The referee plays the empty seats" not in evening.host.get(f"/t/{evening.table}/seats").text
    finally:
        evening.close()


def test_4_97_67_set_up_has_the_referee_play_every_seat_without_a_name(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        form = set_up(("atreides", "fremen", "harkonnen", "emperor"), chairs="1")
        evening.steer()
        nobody = evening.host.post("/new", {**form, "player": ["", "", "", ""], "go": "1"})
        assert nobody.status_code == 400 and "Write down who plays." in nobody.text
        assert 'name="chairs" value="1" checked' in nobody.text
        evening.set_table({**form, "player": ["Ana", "", "Ben", " "]})
        assert stand_ins(evening.public) == {"fremen": "", "emperor": ""}
    finally:
        evening.close()


def test_4_97_67_where_every_seat_is_taken_there_is_none_to_fill() -> None:
    table = LiveTable("fremen", "emperor", phase="revival").do(FillEmptySeats(), who="public")
    assert stand_ins(table.public) == {"fremen": "", "emperor": ""}
    assert table.no(FillEmptySeats(), "public") == "4.97.67"


def test_4_97_67_a_phone_leaves_its_seat_and_takes_it_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        evening.begin(seats=("atreides",))
        assert "Let the referee play this seat" in evening.phones["atreides"].get(f"/t/{evening.table}/{MORE}").text
        evening.must("atreides", "LetRefereePlay")
        assert stand_ins(evening.public) == {"atreides": ""}
        assert "Play this seat yourself" in evening.phones["atreides"].get(f"/t/{evening.table}/{MORE}").text
        evening.must("atreides", "PlayAgain")
        assert not stand_ins(evening.public) and "atreides" in phones_of(evening.public)
    finally:
        evening.close()


def test_4_97_67_the_clock_of_the_program_lets_it_act_and_the_page_says_why(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        evening.begin(seats=("atreides",))
        sent = {"act": "LetRefereePlay", "seat": "bene_gesserit", "for": "bene_gesserit", "key": "chair"}
        evening.host.post(f"/t/{evening.table}/seats", sent)
        before = evening.rows()
        for _ in range(12):
            evening.clock.at += 1000
            evening.hall.tick_of(evening.sitting)
        assert evening.rows() > before
        assert evening.sitting.acts()[-1].who == "bene_gesserit"
        assert "It was asked: seal a prediction." in evening.host.get(f"/t/{evening.table}/seats").text
        assert "The referee, for Bene Gesserit: It " in evening.host.get(f"/t/{evening.table}/").text
    finally:
        evening.close()


@pytest.mark.parametrize(("until", "said"), [("1", "until this phase ends"), ("", "The referee plays this seat")])
def test_4_97_67_a_phone_whose_seat_the_referee_plays_asks_nothing_and_gives_it_back_first(
    tmp_path: Path, until: str, said: str
) -> None:
    """In a bidding that runs: else its owner bids beside the referee without a word of it."""
    evening = Evening(tmp_path)
    try:
        evening.begin(seats=("atreides", "fremen")).open_card()
        seat = evening.bidding.turn
        look = lambda: evening.phones[seat].get(f"/t/{evening.table}/me").text  # noqa: E731
        assert "You: bid or pass" in look() and 'value="Pass"' in look()
        evening.must(seat, "LetRefereePlay", for_phase=until)
        page = look()
        assert said in page and "Play this seat yourself" in page
        assert "You: bid or pass" not in page and 'value="Pass"' not in page
        evening.must(seat, "PlayAgain")
        assert "You: bid or pass" in look()
        assert f"The referee no longer plays for {named(seat)}." in look()
    finally:
        evening.close()
