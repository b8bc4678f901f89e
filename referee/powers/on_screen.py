"""What may be said while a window is open, for the screens: that one is ready, and that the window closes."""

from __future__ import annotations

from referee.kernel import Table
from referee.offers.offer import Offer
from referee.powers.open_question import NO, YES, AnswerQuestion
from referee.powers.who_answers import ready_for_phase, ready_for_turn
from referee.powers.windows import CloseWindow, Ready, ReadyForPhase

NO_PAUSE, NO_KARAMA = "don't wait for me in this phase", "don't wait for me until the turn ends"
READY = Offer(Ready, "Ready", icon="check")
CLOSE = Offer(CloseWindow, "Nobody stops it")
ANSWERS = (
    Offer(AnswerQuestion, "Yes", fixed=(("answer", YES),), icon="check"),
    Offer(AnswerQuestion, "No", fixed=(("answer", NO),), icon="pass"),
)


def for_longer(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the answers for the whole phase and for the rest of the turn, or what takes back the one given."""
    if seat in ready_for_phase(table):
        label = "Ready for this turn" if seat in ready_for_turn(table) else "Ready for this phase"
        small, back = "tap to be asked again", (("on", ""),)
        return (Offer(ReadyForPhase, label, fixed=back, icon="check", small=small, on=True),)
    phase = Offer(ReadyForPhase, "Ready for this phase", fixed=(("on", "1"),), icon="check", small=NO_PAUSE)
    turn = Offer(
        ReadyForPhase, "Ready for this turn", fixed=(("on", "1"), ("turn", "1")), icon="check", small=NO_KARAMA
    )
    return (phase, turn)
