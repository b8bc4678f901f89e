"""Harkonnen after a won battle: a leader of the loser is drawn at random, and killed for two spice, kept, or let go.

The draw and its outcome are public; Harkonnen and the loser know which leader it is. A Karama at that moment saves the
leader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import in_phase
from referee.factions.harkonnen import ME
from referee.factions.harkonnen.captives import DRAWN, OPEN, REWARD, CaptiveDecided, CaptiveDrawn, drawable, prize
from referee.holdings.leaders import (
    LeaderBook,
    LeaderDied,
    LeaderTaken,
    LeaderWentHome,
    among,
    dead_everywhere,
    home_of,
    key,
    keys,
    last_had,
    noted,
    serves_others,
)
from referee.holdings.ledger import pay
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    RuleSuspended,
    SeatCommand,
    SuspensionSpent,
    Table,
    adds,
    after,
    ask,
    fixed,
    known,
    phrase,
    say,
    sealed,
)
from referee.offers.choices import Choice
from referee.offers.offer import BehindShield, Blank, Duty, Kept, Offer, SecretOffers
from referee.phases.battle.allowed_plans import TakesCaptives
from referee.phases.battle.conclude import BattleConcluded, Conclude, MoreToConclude, Part
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import REVEALED, FactionChoice, LiveBattle, last_battle
from referee.phases.battle.spice_for_forces import fought_by_hand
from referee.phases.revival.leaders import LeaderRevived
from referee.powers.karama_windows import Against, AnnouncementOver, announced, announced_first, announced_with
from referee.powers.powers import Power, starred

KILLED = phrase("spice.captive_killed", "Captured leader killed")
RULE = "2.05.10"
DRAW, KILL, KEEP, FREE, STOPPED, PASSED = "draw", "kill", "keep", "free", "stopped", "passed"
LABELS = ((KILL, "Kill the captive for 2 spice"), (KEEP, "Keep the captive"), (FREE, "Let the captive go"))
RULES = {KILL: "2.05.10.01", KEEP: "2.05.10.02", FREE: "2.05.10.00"}
ONCE = "You can capture a leader only after a battle you won, once."
CAPTURED = Power(RULE, ME, "CAPTURED_LEADERS", "after", "Harkonnen capture a leader.")
starred(CAPTURED, "battle", advanced=True, ledger=True)
fixed(TakesCaptives, RULE, True, seat=ME, advanced=True)


# -- drawing and deciding -----------------------------------------------------------------------------


class CaptiveChoice(Choice[LiveBattle], abstract=True):
    """A leader is drawn after a won battle, then decided about: no button names whom they drew, who is secret."""

    rule, who, phase, holds = "2.05.10.00", ME, "battle", True

    @classmethod
    def waiting(cls, table: Table) -> LiveBattle | None:
        return prize(table, ME)

    @classmethod
    def passed(cls, table: Table, now: LiveBattle) -> tuple[Event, ...]:
        return (CaptiveDecided(ME, PASSED, (cls.rule,), "" if now.prize == OPEN else now.against(ME)),)

    def against(self, table: Table, now: LiveBattle) -> Iterable[Objection]:
        return on_own_phone(table, self.seat, "4.97.07")


class DrawCaptive(CaptiveChoice, by="both", waits=True, own_phone=True):
    """What *Conclude* announces."""

    does, nothing = "decides whether to capture a leader", ONCE

    @classmethod
    def concerned(cls, now: LiveBattle) -> bool:
        return now.prize == OPEN

    @classmethod
    def due(cls, table: Table, now: LiveBattle, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        return super().due(table, now, (Conclude,))

    def open_to_seat(self, table: Table) -> bool:
        return False

    def outcome(self, table: Table, now: LiveBattle, chance: Chance) -> Iterator[Event]:
        if names := chance.shuffled(drawable(table, now)):
            loser = now.against(ME)
            yield from noted(table, ME, loser)
            yield CaptiveDrawn(ME, loser, sealed(names[0], ME, loser))
        else:
            yield CaptiveDecided(ME, STOPPED, (self.rule,))


announced_with(CAPTURED, DrawCaptive)


class DecideCaptive(CaptiveChoice, by="both", waits=True, own_phone=True):
    nothing = "You have captured no leader to decide about."
    does = "decides what happens to the captured leader"
    choice: str

    @classmethod
    def phrases(cls, table: Table, now: LiveBattle) -> tuple[str, str]:
        return cls.does if now.prize == DRAWN else "", ""

    @classmethod
    def ways(cls, table: Table, now: LiveBattle) -> Iterator[Offer]:
        for choice, label in LABELS if now.prize == DRAWN else ():
            yield cls.way(label, why=RULES[choice], choice=choice)

    def means(self, now: LiveBattle) -> bool:
        return now.prize == DRAWN or self.choice == FREE

    def against(self, table: Table, now: LiveBattle) -> Iterator[Objection]:
        if self.choice not in RULES:
            yield Objection(self.rule, "Kill the captive, keep them, or let them go.", "BAD_INPUT", firm=True)
        yield from super().against(table, now)

    def outcome(self, table: Table, now: LiveBattle, chance: Chance) -> Iterator[Event]:
        leader, loser = str(now.drawn), now.against(ME)
        yield CaptiveDecided(ME, self.choice, (RULES[self.choice],))
        if self.choice == KILL:
            owner = home_of(leader) or loser
            yield LeaderDied(owner, sealed(leader, ME, owner, loser), False, ("2.05.10.01", "2.05.12"))
            yield from pay(BANK, ME, REWARD, KILLED(), ("2.05.10.01", "2.05.10"))
        elif self.choice == KEEP:
            yield LeaderTaken(ME, loser, sealed(leader, ME, loser))


# -- in the one form that a battle leaves -------------------------------------------------------------


def _may_say(table: Table) -> bool:
    """Return True if Harkonnen may announce a capture now: once with the verdict, or when it is applied."""
    live, won = last_battle(table), prize(table, ME)
    if live is not None and live.step == REVEALED:
        said = live.choices.get(ME, FactionChoice()).capture
        return live.verdict.capture is not None and live.winner == ME and not said
    return won is not None and won.prize == OPEN


@adds(MoreToConclude, rule="2.05.10.00")
def a_leader_of_the_loser(question: MoreToConclude, table: Table) -> Iterable[Part]:
    choices = ((DRAW, "Capture a leader"), (FREE, "Capture nobody"))
    part = Part(ME, "capture or not", (Blank("capture", "Loser's leaders", "select", choices=choices),))
    return (part,) if _may_say(table) else ()


@adds(Against, rule="2.05.10.00", of=Conclude)
def no_capture_now(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if not isinstance(command, Conclude) or not command.capture:
        return
    if command.seat != ME or command.capture not in {DRAW, FREE} or not _may_say(table):
        yield Objection("2.05.10.00", ONCE, firm=True)


def _as_meant(table: Table, chance: Chance) -> Iterable[Event]:
    """Carry out what was announced, once the battle is settled."""
    live = prize(table, ME)
    said = live.choices.get(ME, FactionChoice()).capture if live and live.prize == OPEN else ""
    if said == DRAW:
        yield from announced_first(DrawCaptive(ME), table).decide(table, chance)
    elif said == FREE:
        yield CaptiveDecided(ME, FREE, (RULES[FREE],))


@after(BattleConcluded, rule="2.05.10.00")
def captured_now(event: BattleConcluded, table: Table, chance: Chance) -> Iterable[Event]:
    return _as_meant(table, chance) if event.seat == ME else ()


@adds(BehindShield, rule="2.05.10.00")
def the_captive(question: BehindShield, table: Table) -> Iterable[Kept]:
    live = prize(table, question.seat)
    drawn = live.drawn if live and live.prize == DRAWN else ""
    return (Kept("Drawn", (drawn,), "2.05.10.00", now=True),) if isinstance(drawn, str) and drawn else ()


# -- Karama saves the leader --------------------------------------------------------------------------


@after(BattleEnded, rule="2.05.10.00")
def stopped_beforehand(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    if prize(table, ME) and RULE in table.suspended:
        yield CaptiveDecided(ME, STOPPED, ("3.01.11.01", RULE))
        yield SuspensionSpent(RULE)
    else:
        yield from _as_meant(table, chance)


@after(RuleSuspended, rule="2.05.10.00")
def stopped_now(event: RuleSuspended, table: Table, chance: Chance) -> Iterable[Event]:
    if event.rule == RULE and prize(table, ME):
        yield CaptiveDecided(ME, STOPPED, ("3.01.11.01", RULE))
        if announced(table) is None:
            yield SuspensionSpent(RULE)


@after(AnnouncementOver, rule="2.05.10.00")
def stopped_once(event: AnnouncementOver, table: Table, chance: Chance) -> Iterable[Event]:
    if RULE in event.stopped:
        yield SuspensionSpent(RULE)


# -- prison break -------------------------------------------------------------------------------------


@after(LeaderTaken, rule="2.05.11")
def nobody_left_to_guard_the_new_one(event: LeaderTaken, table: Table, chance: Chance) -> Iterable[Event]:
    return _prison_break(table)


@after(LeaderDied, rule="2.05.11")
def nobody_left_to_guard_them(event: LeaderDied, table: Table, chance: Chance) -> Iterable[Event]:
    return _prison_break(table)


def _prison_break(table: Table) -> Iterator[Event]:
    own = table.state(LeaderBook).of.get(ME)
    if own is None or table.rules != "advanced":
        return
    if not keys(FACTIONS[ME].leaders) <= keys((*own.face_up, *own.face_down)):
        return
    for leader in [name for name in own.pool if home_of(name) not in {"", ME}]:
        yield LeaderWentHome(leader, last_had(table, leader), ("2.05.11",))


# -- after a battle fought without the referee --------------------------------------------------------


def first_faction(table: Table, leader: str) -> str:
    """Return the faction on a leader's disc: as printed, else as noted at this table, else ""."""
    printed = next((seat for seat, one in FACTIONS.items() if among(leader, one.leaders)), "")
    book = table.state(LeaderBook)
    return printed or next((seat for seat, own in book.of.items() if seat != ME and among(leader, own.pool)), "")


def _died(table: Table, leader: str) -> bool:
    """Return True if this leader died and did not return, if the table does not track leaders."""
    told = (heard.event for heard in reversed(table.log) if isinstance(heard.event, (LeaderDied, LeaderRevived)))
    last = next((event for event in told if known(event.leader) and key(str(event.leader)) == key(leader)), None)
    return isinstance(last, LeaderDied)


class KillCaptive(SeatCommand, by="seat"):
    leader: str

    def open_to_seat(self, table: Table) -> bool:
        return fought_by_hand(table) and self.leader in _of_others(table)

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "battle")
        may = ask(table, TakesCaptives(self.seat))
        if not may.value:
            yield Objection(may.because[0], "Only Harkonnen take captives.", "NOT_ELIGIBLE")
        elif first_faction(table, self.leader) in {"", self.seat} or not serves_others(self.leader):
            yield Objection(
                "2.05.10.00", say("{leader} is not your captive.", leader=self.leader), "NOT_ELIGIBLE", firm=True
            )
        elif among(self.leader, dead_everywhere(table)) or _died(table, self.leader):
            yield Objection(
                "2.05.10.00", say("{leader} is already in the Tleilaxu Tanks.", leader=self.leader), "NOT_ELIGIBLE"
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        why, owner = ask(table, TakesCaptives(self.seat)).because, first_faction(table, self.leader)
        leader = sealed(self.leader, self.seat, owner)
        yield LeaderDied(owner, leader, False, ("2.05.10.01", "2.05.12"))
        yield from pay(BANK, self.seat, REWARD, KILLED(), ("2.05.10.01", *why))


def _of_others(table: Table) -> tuple[str, ...]:
    others = (leader for seat in table.seats if seat != ME for leader in FACTIONS[seat].discs(table.rules))
    return tuple(filter(serves_others, others))


@adds(SecretOffers, rule="2.05.10.01")
def kill_the_prisoner(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """After a battle fought without the referee."""
    if fought_by_hand(table) and ask(table, TakesCaptives(question.seat)).value:
        dead = keys(dead_everywhere(table))
        alive = tuple((one, one) for one in _of_others(table) if key(one) not in dead)
        leader = Blank("leader", "Prisoner", "select", choices=alive)
        yield Offer(KillCaptive, "Kill the captive", "2.05.10.01", (leader,))
