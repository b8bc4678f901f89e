"""3.01.22: one question in public, the clocks stand still, and the answer is yes or no."""

from __future__ import annotations

from referee.cards.truthtrance import PutQuestion
from referee.phases.bidding.auction import Bid, DealRow
from referee.powers.open_question import AnswerQuestion, inquiry
from referee.turn.next_phase import GoTo
from referee.web.app.event_lines import line_of
from tests.kit import LiveTable

WORDS = "Is Duncan Idaho among your traitors?"
HANDS = {"atreides": ("Truthtrance/1",), "emperor": ("Kulon/1",)}


def table() -> LiveTable:
    """Return a table of two at the first bid, the clock at zero."""
    night = LiveTable(*HANDS, hands=HANDS, spice=10, deck=("Shield/1", "Hajr/1"), B7="off", B6="20")
    night.at = 0
    return night.do("bidding", DealRow())


def test_3_01_22_the_clock_stands_until_the_answer_and_then_goes_on() -> None:
    play = table()
    play.at = 5000
    play.do(PutQuestion("atreides", "emperor", WORDS))
    timer = play.timer()
    assert timer and timer.paused and timer.left(99_000) == 15_000
    play.at = 60_000
    assert play.tick() is None or play.timer()
    timer = play.do(AnswerQuestion("emperor", "no")).timer()
    assert timer and not timer.paused and timer.left(play.at) == 15_000


def test_3_01_22_nobody_bids_before_the_answer_and_only_the_one_asked_gives_it() -> None:
    play = table().do(PutQuestion("atreides", "emperor", WORDS))
    assert play.no(Bid("atreides", 1)) == "1.00.05"
    assert play.no(GoTo("revival")) == "1.00.05"
    assert play.no(AnswerQuestion("atreides", "yes")) == "1.11.00"
    assert play.code(AnswerQuestion("emperor", "perhaps")) == "BAD_INPUT"
    play.do(AnswerQuestion("emperor", "yes")).do(Bid("atreides", 1))


def test_3_01_22_question_and_answer_stand_in_the_history_and_the_card_is_discarded() -> None:
    play = table().do(PutQuestion("atreides", "emperor", WORDS)).do(AnswerQuestion("emperor", "no"))
    public = play.public
    lines = [line.text for one in public.log if (line := line_of(one.event))]
    assert public.discard[0] == "Truthtrance/1"
    assert any(WORDS in line for line in lines) and any("answers no" in line for line in lines)


def test_3_01_22_without_the_card_without_words_or_to_oneself_nothing_is_asked() -> None:
    play = table()
    assert play.refused(PutQuestion("emperor", "atreides", WORDS)) == ("3.01.22", "CARD_NOT_HELD")
    assert play.refused(PutQuestion("atreides", "atreides", WORDS)) == ("3.01.22", "NOT_ELIGIBLE")
    assert play.refused(PutQuestion("atreides", "emperor", "?")) == ("3.01.22", "BAD_INPUT")


def test_3_01_22_it_is_offered_to_its_holder_alone() -> None:
    sitting = table()
    offered = [sitting.secret(seat) for seat in ("atreides", "emperor")]
    assert "PutQuestion" in offered[0] and "PutQuestion" not in offered[1]


def test_3_01_22_a_question_that_is_taken_back_leaves_a_clock_that_waits_for_the_table() -> None:
    play = table().do(PutQuestion("atreides", "emperor", WORDS))
    assert play.undo("host").done
    timer = play.timer()
    assert inquiry(play.public) is None and timer and timer.reason == "undone"
