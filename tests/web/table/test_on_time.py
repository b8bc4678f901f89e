"""4.97.62: a table that wants it reads on its screen how many turns fit, and agrees on the last one with one tap."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.common.turn import PHASES
from referee.kernel import PUBLIC
from referee.phases.mentat.victory import last_turn
from referee.turn.on_time.end_time import shown
from referee.web.phase import holdups
from tests.kit import SIX, Clock, Evening, Play, set_up
from tests.web.all_screens import SLOT

TONIGHT = shown(Clock().at + 100 * 60_000)


def board(evening: Evening) -> str:
    return evening.host.get(f"/t/{evening.table}/").text


def test_4_97_62_a_table_without_an_end_reads_its_turn_alone(play: Play) -> None:
    evening = play()
    evening.must("host", "GoTo", phase="storm", anyway="1")
    assert 'id="turn-number">Turn 1</b>' in board(evening) and 'id="on-time"' not in board(evening)


def test_4_97_62_the_last_turn_is_agreed_on_the_table_screen(play: Play) -> None:
    evening = play(N2=TONIGHT)
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    assert "of about" in board(evening) and f"Until {TONIGHT}" in board(evening)
    evening.must("host", "ChangeOption", option="N2", value="none")
    evening.must("host", "ChangeOption", option="N1", value="3")
    assert "Turn 1 of 3" in board(evening) and last_turn(evening.sitting.screen(PUBLIC)) == 3


def test_4_97_62_in_the_pause_before_it_the_last_turn_is_proposed_in_the_middle_with_what_it_changes(
    play: Play,
) -> None:
    evening = play(N2=shown(Clock().at + 40 * 60_000))
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    page, made = board(evening), "Make turn 2 the last"
    panel = page.partition('id="on-time"')[2].partition("</section>")[0]
    middle = page.partition("<main")[2].partition("<aside")[0]
    assert page.count(made) == 1 and made in middle and made not in panel
    fits, fails = "turn 2 is the last that fits", "prediction fails if it names a later turn"
    assert fits in panel and fits not in middle and fails in middle and fails not in panel, "nothing is said twice"
    assert "this is so: Nobody but Fremen stands in Sietch Tabr and Habbanya Sietch." in middle
    asked = "Shall turn 2 be the last?"
    assert asked in middle and middle.index(asked) < middle.index(fails)
    phones = [phone.get(f"/t/{evening.table}/me").text for phone in evening.phones.values()]
    assert phones and all(asked in one and fails in one for one in phones)
    evening.must("host", "ChangeOption", option="N1", value="2")
    assert not any(asked in phone.get(f"/t/{evening.table}/me").text for phone in evening.phones.values())
    assert made not in board(evening) and "Turn 1 of 2" in board(evening)


def test_4_97_62_no_name_stands_beside_a_time_and_phones_say_nothing_of_it(play: Play) -> None:
    evening = play(N2=TONIGHT)
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert "Bidding: " in panel and "min keep you in time." in panel
    assert 'id="turn-number">Turn 1 of about 2</b>' in board(evening) and "{" not in panel
    assert not any(own.player in panel for own in evening.sitting.screen(PUBLIC).seats.values())
    assert TONIGHT not in evening.phones["fremen"].get(f"/t/{evening.table}/me").text


def test_4_97_62_in_the_pause_no_turn_that_is_over_is_said_to_be_the_last_that_fits(play: Play) -> None:
    evening = play(N2=shown(Clock().at + 33 * 60_000))
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert "turn 2 is the last that fits." in panel and "Turn 2 ends about" in panel and "one of turns" not in panel


@pytest.mark.parametrize("minutes", [12, 40, 100])
def test_no_page_shows_a_slot_that_nobody_filled_whatever_time_is_left(play: Play, minutes: int) -> None:
    evening = play(N2=shown(Clock().at + minutes * 60_000))
    for phase in PHASES:
        evening.must("host", "GoTo", phase=phase, anyway="1")
        pages = [board(evening), *(phone.get(f"/t/{evening.table}/me").text for phone in evening.phones.values())]
        assert not [found for page in pages if (found := SLOT.search(page))], phase


def test_4_97_62_a_turn_that_ends_late_is_not_said_to_fit_and_no_phase_is_said_to_keep_the_time(play: Play) -> None:
    evening = play(N2=shown(Clock().at + 12 * 60_000))
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert "Turn 1 ends about" in panel and "No other turn of about 35 min fits after it." in panel
    assert "last that fits" not in panel and "keep you in time" not in panel
    assert panel.index("Make turn 1 the last") < panel.index("Turn 1 ends about"), "a long note ends below the screen"


def test_4_97_62_a_time_of_day_is_typed_at_set_up_and_a_wrong_one_is_refused_there(evening: Evening) -> None:
    form = evening.host.get("/new").text
    assert 'name="N2-seconds"' in form and 'type="time"' in form


def test_4_97_68_once_the_time_is_up_the_screen_leads_to_the_ways_to_decide(play: Play) -> None:
    evening = play(N2=shown(Clock().at - 5 * 60_000))
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert "The time is up." in panel and f'href="/t/{evening.table}/after"' in panel
    evening.must("host", "ChangeOption", option="N2", value=TONIGHT)
    assert "Stop now?" not in board(evening)


def test_4_97_68_in_the_middle_of_a_phase_the_table_screen_says_by_itself_that_the_time_is_up(play: Play) -> None:
    evening = play(N2=shown(Clock().at + 5 * 60_000))
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    hall, rung = evening.hall, list[set[str]]()
    evening.sitting.ring = lambda viewers: rung.append(set(viewers))
    due = hall.tick_of(evening.sitting)
    assert due and due - evening.clock.at <= 5 * 60_000 and "The time is up." not in board(evening)
    evening.clock.at += 6 * 60_000
    assert hall.tick_of(evening.sitting) is None and hall.tick_of(evening.sitting) is None
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert rung == [{PUBLIC}] and panel.index("The time is up.") < panel.index(f'href="/t/{evening.table}/after"')
    assert "ends about" not in panel


def test_4_97_62_while_a_power_has_the_middle_the_last_turn_is_proposed_beside_it(tmp_path: Path) -> None:
    form = set_up(("choam", *SIX[1:]), N2=shown(Clock().at + 40 * 60_000), K8="8")
    evening = Evening(tmp_path).begin(form)
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    asked, made = "Shall turn 2 be the last?", "Make turn 2 the last"
    assert asked in board(evening)
    evening.must("choam", "PlaceInflation", side="double")
    assert holdups.is_open(evening.public)
    middle = board(evening).partition("<main")[2].partition("<aside")[0]
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert asked not in middle and made not in middle and made in panel
    assert asked not in evening.phones["fremen"].get(f"/t/{evening.table}/me").text
    evening.close()


def test_4_97_62_how_sure_the_last_turn_is_says_which_turns_it_may_be(play: Play) -> None:
    evening = play(N2=shown(Clock().at + 120 * 60_000))
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    panel = board(evening).partition('id="on-time"')[2].partition("</section>")[0]
    assert "is the last that fits, most likely one of turns 2 to 4." in panel
