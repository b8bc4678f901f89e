"""What may be said while a window is open, for the screens: that one is ready, and that the window closes."""

from __future__ import annotations

from referee.kernel.table import Table
from referee.powers.open_question import NO, YES, AnswerQuestion
from referee.powers.who_answers import ready_for_phase
from referee.powers.windows import CloseWindow, Ready, ReadyForPhase
from referee.screens.offers import Offer

READY = Offer(Ready, "Ready", icon="check")
CLOSE = Offer(CloseWindow, "Nobody stops it")
ANSWERS = (
    Offer(AnswerQuestion, "Yes", fixed=(("answer", YES),), icon="check"),
    Offer(AnswerQuestion, "No", fixed=(("answer", NO),), icon="pass"),
)


def for_the_phase(table: Table, seat: str) -> Offer:
    """Return the answer for the whole phase, or what takes it back."""
    if seat in ready_for_phase(table):
        small, back = "tap to be asked again", (("on", ""),)
        return Offer(ReadyForPhase, "Ready for this phase", fixed=back, icon="check", small=small, on=True)
    small = "no pause once everyone is ready"
    return Offer(ReadyForPhase, "Ready for this phase", fixed=(("on", "1"),), icon="check", small=small)
