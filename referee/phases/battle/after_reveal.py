"""What players and the table may command once the wheels are open: call a traitor, choose losses and cards, settle.

The two plans are public by now, so is the verdict. A traitor card that the referee does not know is shown at the table
and taken at its holder's word.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.forces import Group
from referee.common.hands import CardDiscarded, NothingToShow, called, shown_card
from referee.common.leaders import key, keys
from referee.common.seating import on_own_phone
from referee.common.traitors import traitors_of
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance
from referee.kernel.table import Table
from referee.phases.battle.outcome import LossesChosen, TraitorCalled
from referee.phases.battle.position import callers, target_of
from referee.phases.battle.settling import judged, settle
from referee.phases.battle.state import OVER, REVEALED, LiveBattle, battle_now, live_of, running


def _may_have_turned(table: Table, seat: str, leader: str) -> bool:
    held = traitors_of(table).kept.get(seat)
    return held is None or key(leader) in keys(held)


class CallTraitor(Command):
    """Show a traitor card after the wheels are open."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Whoever may call in this battle, a leader who was played, and a card that matches."""
        yield from running(table, REVEALED)
        live = battle_now(table)
        if live is None or live.step != REVEALED:
            return
        leader = target_of(table, live, self.seat)
        yield from on_own_phone(table, self.seat, "4.97.07")
        if self.seat in live.calls or self.seat not in callers(table, live):
            words = "Only a player in the battle calls a traitor there, and once. Watch the verdict."
            yield Objection("1.07.06.06", words, "NOT_IN_BATTLE", firm=True)
        elif not leader:
            yield Objection("1.07.06.06", "No leader was played against this side, so nobody can turn.", firm=True)
        elif not _may_have_turned(table, self.seat, leader):
            yield Objection("1.07.06.06", f"{leader} is not among your traitors.", "NO_MATCH", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Judge anew with the call."""
        live = live_of(table)
        leader = target_of(table, live, self.seat)
        if not _may_have_turned(table, self.seat, leader):
            yield NothingToShow(self.seat)
            return
        yield TraitorCalled(self.seat, leader)
        yield judged(table, live)


class ChooseLosses(Command):
    """Choose which forces the winner gives up, where several mixes meet the number."""

    seat: str
    split: str

    def _group(self) -> Group | None:
        one, _, two = self.split.partition("+")
        return Group(int(one), int(two)) if one.isdecimal() and two.isdecimal() and len(self.split) < 8 else None

    def objections(self, table: Table) -> Iterable[Objection]:
        """One of the mixes that are open."""
        yield from running(table, REVEALED)
        live, group = battle_now(table), self._group()
        open_to = live.verdict.losses.get(self.seat, ()) if live and live.step == REVEALED else ()
        if group not in open_to:
            yield Objection("1.07.06.05", "That mix does not meet the number. Choose one of those shown.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Note it."""
        group = self._group() or Group()
        yield LossesChosen(self.seat, group.normal, group.special)


class KeepOrDiscard(Command):
    """Discard a card that the winner played and might keep; whoever says nothing keeps it."""

    by = "seat"
    seat: str
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """A card of the winner's plan, still in the hand, after the reveal."""
        live = table.get(LiveBattle)
        shown = live is not None and live.step in {REVEALED, OVER} and table.phase == "battle"
        kept = live.verdict.kept.get(self.seat, ()) if live and shown else ()
        if self.card not in kept or not shown_card(table, self.seat, called(self.card), self.card):
            yield Objection("1.07.06.05", "That card is not yours to keep or discard now.", "CARD_NOT_HELD", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay it on the pile."""
        card = shown_card(table, self.seat, called(self.card), self.card)
        yield CardDiscarded(self.seat, card or self.card, ("1.07.06.05",))


class SettleBattle(Command):
    """Accept the verdict and carry it out."""

    by = "table"

    def objections(self, table: Table) -> Iterable[Objection]:
        """After the reveal."""
        yield from running(table, REVEALED)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Forces, cards, leaders, spice."""
        yield from settle(table, live_of(table))
