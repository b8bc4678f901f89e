"""Harkonnen after a battle won: one leader of the loser is drawn by chance, and killed for two spice, kept, or let go.

That a leader is drawn, and what becomes of it, everybody sees; which one it is, Harkonnen and the loser know. A Karama
at that moment saves the leader.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.karama_windows import AnnouncementOver, announced
from referee.common.leaders import LeaderDied, home_of
from referee.common.ledger import BANK, pay
from referee.common.offers import BehindShield, Kept, Offer, Offers
from referee.common.seating import on_own_phone
from referee.common.status import LeftOver, Says, Undone, WhatNow
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance, RuleSuspended, SuspensionSpent, adds, after, fixed
from referee.kernel.table import Table
from referee.phases.battle.captives import (
    DRAWN,
    OPEN,
    CaptiveDecided,
    CaptiveDrawn,
    LeaderTaken,
    drawable,
    noted,
    prize,
)
from referee.phases.battle.outcome import BattleEnded
from referee.phases.battle.plan import TakesCaptives

ME = "harkonnen"
CAPTURE, REWARD = "2.05.10", 2
KILL, KEEP, FREE, STOPPED = "kill", "keep", "free", "stopped"
LABELS = ((KILL, "Kill the captive for 2 spice"), (KEEP, "Keep the captive"), (FREE, "Let the captive go"))
RULES = {KILL: "2.05.10.01", KEEP: "2.05.10.02", FREE: "2.05.10.00"}


fixed(TakesCaptives, "2.05.10", True, seat=ME, advanced=True)


class DrawCaptive(Command):
    """Draw one of the loser's leaders."""

    waits = own_phone = True
    captures = True
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Once, after a battle won."""
        live = prize(table, self.seat)
        if live is None or live.prize != OPEN:
            words = "No leader can be drawn now: it takes a battle won and settled, and happens once."
            yield Objection("2.05.10.00", words, "NOT_NOW", firm=True)
        yield from on_own_phone(table, self.seat, "4.97.07")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Chance says which; where none is left nobody is taken."""
        live = prize(table, self.seat)
        names = chance.shuffled(drawable(table, live)) if live else []
        if live and names:
            loser = live.against(self.seat)
            yield from noted(table, self.seat, loser)
            yield CaptiveDrawn(self.seat, loser, sealed(names[0], self.seat, loser))
        else:
            yield CaptiveDecided(self.seat, STOPPED, ("2.05.10.00",))


class DecideCaptive(Command):
    """Kill the captive, keep it, or let it go; or draw nobody at all."""

    waits = own_phone = True
    seat: str
    choice: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """When a leader is drawn; not to draw is possible before."""
        live = prize(table, self.seat)
        if live is None or (live.prize != DRAWN and self.choice != FREE):
            yield Objection("2.05.10.00", "No leader has been drawn, so nothing can be decided.", "NOT_NOW", firm=True)
        elif self.choice not in RULES:
            yield Objection("2.05.10.00", "Kill the captive, keep it, or let it go.", "BAD_INPUT", firm=True)
        yield from on_own_phone(table, self.seat, "4.97.07")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Two spice whatever the strength, or a leader more for one battle."""
        live = prize(table, self.seat)
        if live is None:
            return
        leader, loser = str(live.drawn), live.against(self.seat)
        yield CaptiveDecided(self.seat, self.choice, (RULES[self.choice],))
        if self.choice == KILL:
            owner = home_of(leader) or loser
            yield LeaderDied(owner, sealed(leader, self.seat, owner, loser), False, ("2.05.10.01", "2.05.12"))
            yield from pay(BANK, self.seat, REWARD, "Captured leader killed", ("2.05.10.01", "2.05.10"))
        elif self.choice == KEEP:
            yield LeaderTaken(self.seat, loser, sealed(leader, self.seat, loser))


# -- Karama -------------------------------------------------------------------------------------------


@adds(Offers, rule="2.05.10.00")
def a_leader_of_the_loser(question: Offers, table: Table) -> Iterable[Offer]:
    """Draw, then decide; no button names the leader."""
    live = prize(table, question.seat) if question.seat == ME else None
    if live is None:
        return ()
    if live.prize == OPEN:
        draw = Offer("DrawCaptive", "Draw a leader of the loser", "2.05.10.00")
        return (draw, Offer("DecideCaptive", "Draw nobody", "2.05.10.00", fixed=(("choice", FREE),)))
    return (Offer("DecideCaptive", label, RULES[choice], fixed=(("choice", choice),)) for choice, label in LABELS)


@adds(WhatNow, rule="2.05.10.00", first=True)
def the_table_waits(question: WhatNow, table: Table) -> Iterable[Says]:
    """After a battle they won, before the next one."""
    if (live := prize(table, ME)) is None:
        return ()
    words = "draw one of the loser's leaders" if live.prize == OPEN else "decide about the leader who was drawn"
    return (Says(f"Harkonnen may {words}.", "2.05.10.00"),)


@adds(LeftOver, rule="2.05.10.00")
def nobody_drawn_yet(question: LeftOver, table: Table) -> Iterable[Undone]:
    """Another phase would take the captive away."""
    return (Undone("Harkonnen have not decided about a captive.", "2.05.10.00"),) if prize(table, ME) else ()


@adds(BehindShield, rule="2.05.10.00")
def the_captive(question: BehindShield, table: Table) -> Iterable[Kept]:
    """Harkonnen see whom they have drawn."""
    live = prize(table, question.seat)
    drawn = live.drawn if live and live.prize == DRAWN else ""
    return (Kept("Drawn", (drawn,), "2.05.10.00", now=True),) if isinstance(drawn, str) and drawn else ()


@after(BattleEnded, rule="2.05.10.00")
def stopped_beforehand(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    """A Karama that lies there already saves the leader."""
    if prize(table, ME) and CAPTURE in table.suspended:
        yield CaptiveDecided(ME, STOPPED, ("3.01.11.01", CAPTURE))
        yield SuspensionSpent(CAPTURE)


@after(RuleSuspended, rule="2.05.10.00")
def stopped_now(event: RuleSuspended, table: Table, chance: Chance) -> Iterable[Event]:
    """So does one that is played when the leader is drawn."""
    if event.rule == CAPTURE and prize(table, ME):
        yield CaptiveDecided(ME, STOPPED, ("3.01.11.01", CAPTURE))
        if announced(table) is None:
            yield SuspensionSpent(CAPTURE)


@after(AnnouncementOver, rule="2.05.10.00")
def stopped_once(event: AnnouncementOver, table: Table, chance: Chance) -> Iterable[Event]:
    """That was this one capture."""
    if CAPTURE in event.stopped:
        yield SuspensionSpent(CAPTURE)
