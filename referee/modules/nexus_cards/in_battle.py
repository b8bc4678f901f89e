"""Uses of Nexus cards in a battle: before the plans are locked, and once they are open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import ClassVar

from referee.common.factions import named
from referee.kernel import Objection, Table, adds, kinds_below, precedence, ruling
from referee.modules.nexus_cards.holding import (
    USE,
    USES,
    NexusHeld,
    NexusPlayed,
    NexusUse,
    NexusUses,
    holders,
    might_use,
)
from referee.offers.what_now import Says
from referee.phases.battle.live_battle import OPEN, REVEALED, LiveBattle, battle_key, battle_now, running
from referee.phases.battle.on_screen import ChangedBefore
from referee.phases.battle.reveal import MayStillSpeak, may_play_nexus


class BeforeThePlans(NexusUse, abstract=True, at_once=True):
    """A use in one's own battle before one's own plan is locked, or before the opponent's if it is ``of_foe``."""

    of_foe: ClassVar[bool] = False

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        yield from running(table, OPEN)
        if (live := battle_now(table)) is None:
            return
        if self.seat not in live.seats:
            yield Objection(self.rule, NO_FIGHT, "NOT_IN_BATTLE", firm=True)
        elif self.of_foe and live.against(self.seat) in live.plans:
            yield Objection(self.rule, "Your opponent has locked a plan. Keep the card.", firm=True)
        elif self.seat in live.plans and not self.of_foe:
            yield Objection(self.rule, "Play this card before your plan. Reopen your plan first.", firm=True)
        else:
            yield from self.against_battle(table, live)

    def against_battle(self, table: Table, live: LiveBattle) -> Iterable[Objection]:
        return ()

    def aimed(self, table: Table) -> str:
        live = battle_now(table)
        return battle_key(live) if live else ""


NO_FIGHT = "You do not fight in this battle. Keep the card."


@adds(ChangedBefore, rule=USES)
def cards_were_played(question: ChangedBefore, table: Table) -> Iterator[Says]:
    """A card that stops a power is named where the power is."""
    live, kept = battle_now(table), table.get(NexusUses)
    for seat, use, aim in kept.made if live and kept and kept.turn == table.turn else ():
        if live and aim == battle_key(live):
            yield Says(NexusPlayed(seat, USE[use][0], use, aim).moment(named)[1], use, seat)


class OnceOpen(NexusUse, abstract=True, at_once=True):
    """A use that may change the verdict: the battle is not settled before who might have the card has had the time.

    ``none`` refuses it where there is nothing to change.
    """

    none: ClassVar[str] = ""
    ends_a_call: ClassVar[bool] = False  # what was called when the plans were opened

    @classmethod
    def possible(cls, table: Table, live: LiveBattle, seat: str) -> bool:
        """Return True if this seat could use it in a battle that is open, whichever card it holds."""
        raise NotImplementedError

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        yield from running(table, REVEALED)
        live = battle_now(table)
        if live is not None and not self.possible(table, live, self.seat):
            yield Objection(self.rule, self.none, firm=True)


def in_a_battle(use: str) -> tuple[type[BeforeThePlans | OnceOpen], ...]:
    """Return the commands of this use in a battle, by its rule."""
    before, after = kinds_below(BeforeThePlans), kinds_below(OnceOpen)
    return (*(kind for kind in before if kind.rule == use), *(kind for kind in after if kind.rule == use))


@cache
def _once_open() -> tuple[type[OnceOpen], ...]:
    return tuple(sorted(kinds_below(OnceOpen), key=lambda kind: precedence(kind.rule)))


@ruling(MayStillSpeak, rule=USES)
def some_card_may_be_played(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Whichever cards they hold."""
    live, words = battle_now(table), so_far
    for kind in _once_open() if holders(table) and live and live.step == REVEALED else ():
        may = (seat for seat in table.seats if might_use(table, seat, kind.rule))
        if able := [seat for seat in may if live and kind.possible(table, live, seat)]:
            words = may_play_nexus(words, able)
    return words if words is not so_far else None
