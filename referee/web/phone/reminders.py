"""What a phone reminds its player of: what is still theirs before a phase ends, how their battle ended, and bribes."""

from __future__ import annotations

from dataclasses import replace

from referee.agreements.bribes import bribes_heard
from referee.common.factions import named
from referee.kernel import PUBLIC, Table, listed, memoized, say, together
from referee.phases.battle.live_battle import battle_before
from referee.running.sitting import Sitting
from referee.turn.before_we_go_on import is_reminded, still_mine
from referee.turn.who_is_done import DONE
from referee.web.app.event_lines import chip, short
from referee.web.phase.battle_headlines import in_short
from referee.web.phase.buttons import seat_offers
from referee.web.view_models.parts import Act, Line
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


@memoized
def how_it_ended(public: Table, seat: str) -> tuple[Line, ...]:
    """Return how the last battle of this seat ended, on its own phone: the next one takes it off the table screen."""
    live = battle_before(public, seat)
    return (replace(in_short(live), f=""),) if live else ()


@memoized
def bribed(public: Table, seat: str) -> tuple[Line, ...]:
    words = "{giver:The pays} you a bribe of *{amount}*. It goes behind your shield in the Mentat Pause."
    return tuple(
        Line(say(words, giver=named(one.giver), amount=one.amount), f=short(one.giver), chips=(chip("1.12.02"),))
        for one in bribes_heard(public, seat)
    )
