"""3.01.22: one question in public, the clocks stand still, and the answer is yes or no."""

from __future__ import annotations

from pathlib import Path

from referee.cards.truthtrance import PutQuestion
from referee.common.inquiry import AnswerQuestion, inquiry
from referee.common.offers import secret_offers
from referee.common.setup import Place, SetTable
from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from referee.web.app.words import line_of

WORDS = "Is Duncan Idaho among your traitors?"


class Play:
    def __init__(self) -> None:
        self.at = 0
        self.sitting = Sitting(Journal(Path(":memory:")), Dice(1), now=lambda: self.at)
        places = (Place("atreides", "", 1, 10, ("Truthtrance/1",)), Place("emperor", "", 1, 10, ("Kulon/1",)))
        deck = ("Shield/1", "Hajr/1")
        options = (("B7", "off"), ("K8", "off"), ("B6", "20"))
        self.do(SetTable("x", places, "atreides", deck=deck, options=options)).do(GoTo("bidding"))
        self.do(DeclareHands()).do(DealRow())

    def do(self, command: Command) -> Play:
        outcome = self.sitting.act(command, getattr(command, "seat", PUBLIC))
        assert outcome.done, outcome.objections
        return self

    def no(self, command: Command, who: str = "") -> tuple[str, str]:
        rows = len(self.sitting.rows())
        outcome = self.sitting.act(command, who or getattr(command, "seat", PUBLIC))
        assert not outcome.done and len(self.sitting.rows()) == rows
        return outcome.objections[0].rule, outcome.objections[0].code


def test_3_01_22_the_clock_stands_until_the_answer_and_then_goes_on() -> None:
    play = Play()
    play.at = 5000
    play.do(PutQuestion("atreides", "emperor", WORDS))
    timer = play.sitting.timer()
    assert timer and timer.paused and timer.left(99_000) == 15_000
    play.at = 60_000
    assert play.sitting.tick() is None or play.sitting.timer()
    timer = play.do(AnswerQuestion("emperor", "no")).sitting.timer()
    assert timer and not timer.paused and timer.left(play.at) == 15_000


def test_3_01_22_nobody_bids_before_the_answer_and_only_the_one_asked_gives_it() -> None:
    play = Play().do(PutQuestion("atreides", "emperor", WORDS))
    assert play.no(Bid("atreides", 1))[0] == "1.00.05"
    assert play.no(GoTo("revival"))[0] == "1.00.05"
    assert play.no(AnswerQuestion("atreides", "yes"))[0] == "1.11.00"
    assert play.no(AnswerQuestion("emperor", "perhaps"))[1] == "BAD_INPUT"
    play.do(AnswerQuestion("emperor", "yes")).do(Bid("atreides", 1))


def test_3_01_22_question_and_answer_stand_in_the_history_and_the_card_is_discarded() -> None:
    play = Play().do(PutQuestion("atreides", "emperor", WORDS)).do(AnswerQuestion("emperor", "no"))
    public = play.sitting.screen(PUBLIC)
    lines = [line.text for one in public.log if (line := line_of(one.event))]
    assert public.discard[0] == "Truthtrance/1"
    assert any(WORDS in line for line in lines) and any("answers no" in line for line in lines)


def test_3_01_22_without_the_card_without_words_or_to_oneself_nothing_is_asked() -> None:
    play = Play()
    assert play.no(PutQuestion("emperor", "atreides", WORDS)) == ("3.01.22", "CARD_NOT_HELD")
    assert play.no(PutQuestion("atreides", "atreides", WORDS)) == ("3.01.22", "NOT_ELIGIBLE")
    assert play.no(PutQuestion("atreides", "emperor", "?")) == ("3.01.22", "BAD_INPUT")


def test_3_01_22_it_is_offered_to_its_holder_alone() -> None:
    sitting = Play().sitting
    offered = [[one.ask for one in secret_offers(sitting.screen(seat), seat)] for seat in ("atreides", "emperor")]
    assert "PutQuestion" in offered[0] and "PutQuestion" not in offered[1]


def test_3_01_22_a_question_that_is_taken_back_sets_the_clock_going() -> None:
    play = Play().do(PutQuestion("atreides", "emperor", WORDS))
    assert play.sitting.undo("host").done
    timer = play.sitting.timer()
    assert inquiry(play.sitting.screen(PUBLIC)) is None and timer and not timer.paused
