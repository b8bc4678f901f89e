"""4.97.62: the end of the evening, the last turn, and how long a table took for its phases."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from referee.common.factions import named
from referee.common.turn import PHASES
from referee.factions.bene_gesserit.prediction import Predict
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC
from referee.phases.mentat.victory import last_turn
from referee.turn.clock import PauseClock, ResumeClock
from referee.turn.next_phase import onward
from referee.turn.on_time.earlier import spans_of
from referee.turn.on_time.end_time import ends_at, shown
from referee.turn.on_time.forecast import USUAL, EveningPlayed, forecast, usual
from referee.turn.on_time.last_turn import agree_on, proposed, what_changes
from referee.turn.on_time.said import plain as plain_turn
from referee.turn.on_time.said import time_said
from referee.turn.pace import BREAK_MS, Span
from tests.kit import LiveTable

MINUTE = 60_000
EVENING = 1_700_000_000_000  # 22:13:20 in the evening, in UTC


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def minutes(table: LiveTable) -> dict[str, int]:
    return {span.phase: span.ms // MINUTE for span in table.pace().spans}


def test_0_02_the_game_ends_after_the_turn_that_was_agreed() -> None:
    table = LiveTable(turn=6, phase="mentat_pause", N1="7")
    assert last_turn(table.public) == 7 and onward(table.public).command.__name__ == "GoTo"
    table.do(ChangeOption("N1", "6", "fremen"))
    agreed = table.public.log[-1].event
    assert agreed.sentence(named) == "Turn 6 is the last. Asked by Fremen."
    assert onward(table.public).command.__name__ == "CheckVictory"


def test_2_02_03_a_prediction_names_no_turn_after_the_agreed_last_one() -> None:
    table = LiveTable("bene_gesserit", "fremen", N1="7")
    assert "7" in table.against(Predict("bene_gesserit", "fremen", 8))[0].sentence
    table.do(Predict("bene_gesserit", "fremen", 7))


def test_0_02_who_may_win_at_the_end_says_so_before_a_last_turn_is_agreed() -> None:
    told = {says.seat for says in what_changes(LiveTable().public, 7)}
    assert told == {"fremen", "spacing_guild", "bene_gesserit"}
    assert what_changes(LiveTable("atreides", "emperor").public, 7) == ()


def test_1_09_05_the_ways_of_fremen_and_guild_are_told_as_they_are_for_who_plays() -> None:
    def told(*seats: str) -> list[str]:
        return [str(says.words) for says in what_changes(LiveTable(*seats, "emperor").public, 7)]

    assert told("fremen") == ["Fremen win in any case if nobody has won by then, as nobody plays the Guild."]
    assert told("spacing_guild") == ["The Guild wins if nobody has won by then."]
    assert told("fremen", "spacing_guild") == [
        "Fremen win if nobody has won by then and this is so: Nobody but Fremen stands in Sietch Tabr and Habbanya "
        "Sietch. Tuek's Sietch holds no forces of the Emperor.",
        "The Guild wins if nobody has won by then, and nobody has a special victory.",
    ]


def test_4_97_62_a_pace_counts_what_was_played_and_no_break() -> None:
    table = LiveTable(phase="storm")
    table.wait(5 * 60).do("spice_blow")
    table.wait(60).do(PauseClock()).wait(300).do(ResumeClock()).wait(60).do("choam_charity")
    table.wait(BREAK_MS / 1000 + 1).do("bidding").wait(60).do("revival")
    assert minutes(table) == {"storm": 5, "spice_blow": 2, "choam_charity": 0, "bidding": 1}
    assert table.pace().phase == "revival" and spans_of(table.public.log) == table.pace().spans


def test_4_97_62_a_pace_is_the_same_after_undo_and_after_a_restart() -> None:
    table = LiveTable(phase="storm").wait(60).do("spice_blow")
    before = table.pace()
    table.wait(60).do("choam_charity")
    assert table.undo("host").done and table.pace() == before
    table.wake()
    assert table.pace().spans == before.spans


def test_4_97_62_an_end_after_midnight_is_tonights() -> None:
    table = LiveTable(N2="00:30").public
    assert shown(EVENING) == "22:13" and ends_at(table, EVENING) - EVENING == (2 * 60 + 16) * MINUTE + 40_000
    assert ends_at(table, EVENING + 180 * MINUTE) == ends_at(table, EVENING), "half an hour later it is over"
    assert ends_at(LiveTable().public, EVENING) == 0


@pytest.mark.parametrize("value", ["24:00", "7:00", "22:60", "2200", "soon", "22:00 "])
def test_4_97_62_only_a_time_of_day_is_an_end(value: str) -> None:
    assert LiveTable().no(ChangeOption("N2", value)) == "4.97.03"


def test_4_97_62_a_slow_table_is_forecast_to_stay_slow_and_a_quick_phase_quick() -> None:
    plain = forecast(usual(6), (), 2, "storm")
    slow = forecast(usual(6), [Span(1, phase, round(2 * USUAL[phase] * MINUTE)) for phase in PHASES], 2, "storm")
    assert plain.each() < slow.each() < 2 * plain.each()
    spans = [Span(1, phase, round(USUAL[phase] * MINUTE * (3 if phase == "bidding" else 1))) for phase in PHASES]
    bidding = forecast(usual(6), spans, 2, "storm")
    assert bidding.minutes["bidding"] / bidding.minutes["shipment"] > USUAL["bidding"] / USUAL["shipment"]
    assert bidding.to_the_end(3)[1] / bidding.to_the_end(3)[0] < plain.to_the_end(3)[1] / plain.to_the_end(3)[0]


def test_4_97_62_earlier_evenings_are_what_a_new_one_begins_with() -> None:
    slow = [Span(turn, phase, round(2 * USUAL[phase] * MINUTE)) for turn in range(2, 8) for phase in PHASES]
    whole = [sum(dict(one.minutes).values()) for one in (usual(4), usual(6), usual(6, [EveningPlayed(6, tuple(slow))]))]
    assert whole == sorted(set(whole))
    first = [Span(1, phase, round(3 * USUAL[phase] * MINUTE)) for phase in PHASES]
    assert usual(6, [EveningPlayed(6, (*first, *slow))]).shape[0] > usual(6, [EveningPlayed(6, tuple(slow))]).shape[0]


def test_4_97_62_the_more_time_the_more_turns_fit_and_a_phase_may_last_longer() -> None:
    seen = forecast(usual(6), (), 2, "bidding")
    fitting = [seen.fits(left, 10) for left in range(0, 600, 10)]
    assert fitting == sorted(fitting) and (fitting[0], fitting[-1]) == (2, 10)
    assert seen.keeps(4, 60) < seen.minutes["bidding"] < seen.keeps(4, 240)
    for last in range(2, 10):
        mean, _ = seen.to_the_end(last)
        assert seen.fits(mean + 0.01, 10) == last and seen.keeps(last, mean) == pytest.approx(seen.minutes["bidding"])


def said(table: LiveTable) -> tuple[str, str, list[str], int]:
    made = time_said(table.public, table.pace(), usual(6), False)
    return made.turn, made.title, [line.words for line in made.lines], made.last


def test_4_97_62_the_screen_says_nothing_of_time_unless_a_table_wants_it() -> None:
    assert said(LiveTable(phase="storm", turn=4)) == ("Turn 4", "", [], 0)


def test_4_97_62_the_screen_says_how_many_turns_fit() -> None:
    table = LiveTable(turn=4, N2="23:59")
    table.at = EVENING
    table.do("bidding")
    turn, title, lines, last = said(table)
    assert turn.startswith("Turn 4 of about ") and title == "Until 23:59" and last == 0
    assert "most likely one of turns 5 to 7" in lines[0] and "min keep you in time" in lines[1]
    table.wait(60)
    assert said(table) == (turn, title, lines, last), "it stands until the next phase"


def test_4_97_62_the_screen_says_when_an_agreed_last_turn_ends() -> None:
    table = LiveTable(turn=4, N1="6")
    table.at = EVENING
    table.do("storm")
    turn, title, lines, last = said(table)
    assert (turn, title, last) == ("Turn 4 of 6", "Turn 6 is the last", 0)
    assert plain_turn(LiveTable(turn=7, N1="6").public) == "Turn 7 of 7", "a table that plays on"
    early, about, late = (int(hour) * 60 + int(rest) for hour, rest in _times(lines[0]))
    assert (about - early) % 1440 < 120 and (late - about) % 1440 < 120


def _times(words: str) -> list[tuple[str, str]]:
    found = [one.strip(".,").split(":") for one in words.split() if ":" in one]
    about, early, late = ((hour, rest) for hour, rest in found)
    return [early, about, late]


def test_0_02_the_last_turn_is_proposed_in_the_pause_before_it_and_agreed_with_one_tap() -> None:
    table = LiveTable(turn=4, N2="23:00")
    table.at = EVENING
    table.do("mentat_pause")
    *_, lines, last = said(table)
    assert last == 5 and any("prediction" in line for line in lines) and any("Guild" in line for line in lines)
    table.do(ChangeOption("N1", "5"))
    assert last_turn(table.public) == 5 and said(table)[0] == "Turn 4 of 5" and said(table)[3] == 0


@pytest.mark.parametrize("turn", range(1, 10))
def test_0_02_a_turn_that_is_proposed_as_the_last_can_be_agreed_on(turn: int) -> None:
    """Also the first one: a group that stops at eleven may have begun at ten."""
    table = LiveTable(turn=turn)
    made = dict(agree_on(proposed(table.public, turn)).fixed)
    assert last_turn(table.do(ChangeOption(made["option"], made["value"]), who=PUBLIC).public) == turn


def test_0_02_no_last_turn_is_proposed_long_before_or_once_it_is_agreed() -> None:
    table = LiveTable(turn=4, phase="mentat_pause").public
    assert [proposed(table, fits) for fits in (3, 4, 5, 6, 10)] == [4, 4, 5, 0, 0]
    assert proposed(LiveTable(turn=4, phase="bidding").public, 5) == 0
    assert proposed(LiveTable(turn=4, phase="mentat_pause", N1="5").public, 5) == 0


def test_4_97_62_what_only_some_heard_moves_no_pace() -> None:
    table = LiveTable("bene_gesserit", "fremen", phase="storm").wait(60)
    before = table.pace()
    table.do(Predict("bene_gesserit", "fremen", 7)).wait(60)
    sealed = [heard for heard in table.screen(PUBLIC).log if type(heard.event).__name__ == "PredictionSealed"]
    assert sealed and table.pace().heard == sealed[0].at and table.pace().spans == before.spans
    pace = table.pace()
    table.do(Predict("bene_gesserit", "fremen", 5))
    assert table.pace() == pace


def test_4_97_62_a_phase_that_lasts_far_longer_than_expected_weighs_less() -> None:
    usually = usual(6)

    def each(minutes: float) -> float:
        spans = [Span(1, phase, round(MINUTE * usually.of(phase, 1))) for phase in PHASES[:3]]
        return forecast(usually, [*spans, Span(1, "bidding", round(MINUTE * minutes))], 1, "revival").each()

    lasts = usually.of("bidding", 1)
    first, later = (each((n + 1) * lasts) - each(n * lasts) for n in (1, 5))
    assert 0 < later < 0.6 * first, "somebody fetched drinks"
