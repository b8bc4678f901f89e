"""What may be said while a window is open, for the screens: that one is ready, and that the window closes."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel import Table, adds, say
from referee.offers.offer import BehindShield, Kept, Offer
from referee.powers.open_question import NO, YES, AnswerQuestion
from referee.powers.powers import counting
from referee.powers.who_answers import ready_for_game, ready_for_phase, ready_for_turn
from referee.powers.windows import CloseWindow, Ready, ReadyForPhase

NO_PAUSE, NO_KARAMA = "skips pauses, not my turns", "skips pauses until the turn ends"
NEVER, AGAIN = "don't wait for me in any turn", "tap to be asked again"
READY = Offer(Ready, "Ready", icon="check")
CLOSE = Offer(CloseWindow, "Nobody stops it")
ANSWERS = (
    Offer(AnswerQuestion, "Yes", fixed=(("answer", YES),), icon="check"),
    Offer(AnswerQuestion, "No", fixed=(("answer", NO),), icon="pass"),
)


def for_longer(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the answers for the whole phase and for the rest of the turn, or what takes back the one given.

    Who is ready for the turn may be it for the whole game.
    """
    if seat in ready_for_phase(table):
        in_turn, in_game = seat in ready_for_turn(table), seat in ready_for_game(table)
        label = "You are ready for this turn" if in_turn else "You are ready for this phase"
        label = "You are ready for the whole game" if in_game else label
        back = Offer(ReadyForPhase, label, fixed=(("on", ""),), icon="check", small=AGAIN, on=True)
        longer = Offer(ReadyForPhase, "Ready for the whole game", fixed=(("on", "1"), ("game", "1")), small=NEVER)
        return (back, longer) if in_turn and not in_game else (back,)
    phase = Offer(ReadyForPhase, "Ready for this phase", fixed=(("on", "1"),), small=NO_PAUSE)
    turn = Offer(ReadyForPhase, "Ready for this turn", fixed=(("on", "1"), ("turn", "1")), small=NO_KARAMA)
    return (phase, turn)


@adds(BehindShield, rule="4.90.03")
def but_holds_one(question: BehindShield, table: Table) -> Iterable[Kept]:
    """Remind who is ready for the whole game that a card in the hand would stop something."""
    seat = question.seat
    cards = counting(table, seat) if seat in ready_for_game(table) else ()
    if cards:
        words = say("You are ready for the whole game: no pause waits for your {card}.", card=cards[0])
        yield Kept("Ready for the whole game", (words,), "4.90.03", now=True)
