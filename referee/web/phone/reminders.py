"""What a phone says, to a player who wants it, before a phase ends: what is still theirs, and that Done closes it."""

from __future__ import annotations

from dataclasses import replace

from referee.kernel import PUBLIC, listed, say, together
from referee.running.sitting import Sitting
from referee.turn.before_we_go_on import is_reminded, still_mine
from referee.turn.who_is_done import DONE
from referee.web.phase.buttons import seat_offers
from referee.web.view_models.parts import Act
from referee.web.view_models.turn_card import TurnCard


def still_yours(sitting: Sitting, seat: str) -> str:
    """Return what this player may still take or do in the phase, as everybody may know it; "" if they don't ask."""
    if not is_reminded(sitting.screen(seat), seat):
        return ""
    public = sitting.screen(PUBLIC)
    left = still_mine(seat_offers(public, seat))
    return say("Still yours before this phase ends: *{left}*.", left=listed(left, ",")) if left else ""


def done_asks(card: TurnCard | None, acts: tuple[Act, ...], mine: str) -> tuple[TurnCard | None, tuple[Act, ...]]:
    """Have Done ask first, where it closes what is still this player's."""

    def asking(act: Act) -> Act:
        return replace(act, asks=together([act.asks, mine])) if act.act == DONE.name else act

    return replace(card, done=asking(card.done)) if card else None, tuple(map(asking, acts))
