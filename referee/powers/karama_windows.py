"""A power is announced before it is used, and a window opens in which it may be stopped (4.90.03, option K8).

The command waits in an envelope until the window closes; then it is carried out as if nothing had been said. If one of
its powers was canceled, nothing happens and the faction may do the same again without it (3.00.04); a power that was
prevented beforehand is left out. The window is the same on every phone and lasts as long whatever anybody holds. The
card that stops a power may itself use a power: then a second window lies over the first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Final, TypeVar

from referee.board.forces import is_kept
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    FaceDown,
    Objection,
    Phrase,
    Public,
    Question,
    Sealed,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    again,
    answering,
    ask,
    command_named,
    decided,
    is_spoken_of,
    objections,
    phrase,
    ruling,
    say,
    sealed,
    together,
    worded,
)
from referee.offers.answers import HeldUp
from referee.offers.offer import Duty, Halts, halted
from referee.powers.powers import KARAMA_WINDOW, Power, Star, power_by_rule, stop_seconds
from referee.powers.who_answers import SeatReadyForPhase, may_stop, seconds_for
from referee.powers.windows import RUNS, Runs, SeatReady, Window, Windows, stoppable_now, window

PLAIN = (str, int, float, bool)
AFTER: Final = "after"


class Uses(Question[tuple[Power, ...]], rule="1.00.05", answer=()):
    """Which stoppable powers does this command use? Must be decided by public knowledge."""

    command: Command


def announced_with(power: Power, *kinds: type[Command], advanced: bool = False) -> None:
    """Announce a faction's power with each of its commands of these kinds."""

    @adds(Uses, rule=power.rule)
    def each_time(question: Uses, table: Table) -> Iterable[Power]:
        mine = isinstance(question.command, kinds) and getattr(question.command, "seat", "") == power.seat
        return (power,) if mine and (not advanced or table.rules == "advanced") else ()


def needs(table: Table, command: Command, rule: str) -> bool:
    """Return True if a command that may be made would be refused without this rule."""
    without = replace(table, suspended={**table.suspended, rule: 1}, memo=None, consulted=None)
    return any(command.objections(without))


class SaidOf(Question[Phrase | str], rule="1.00.05", answer=""):
    """What is revealed of this command when its power is announced? "" means no more than the power."""

    command: Command


IN = phrase("announced.in", "In {places!l}.")


class Against(Question[tuple[Objection, ...]], rule="1.00.05", answer=()):
    """Which public objections are there to this command besides its own?

    A rule says ``of`` which kind of command; without one nothing more is asked than whether one speaks of that.
    """

    of: type[Command]
    command: Command | None = None


def may_be_against(table: Table, kind: type[Command]) -> bool:
    """Return True if a rule at this table speaks of commands of this kind."""
    return is_spoken_of(table, Against(kind))


def against(table: Table, command: Command) -> tuple[Objection, ...]:
    """Return the public objections to a command besides its own."""
    kind = type(command)
    return ask(table, Against(kind, command)).value if may_be_against(table, kind) else ()


class Announcement(Window):
    """The window of an announced power: by whom, which powers, what was revealed, and the command."""

    seat: str = ""
    powers: tuple[Power, ...] = ()
    said: Phrase | str = ""
    command: str = ""
    words: dict[str, Any] | FaceDown = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)

    def own_of(self, seat: str) -> bool:
        """Return True if all of these powers are this seat's: who begins a battle may stop what the opponent brings."""
        return all(power.seat == seat for power in self.powers)


def announced(table: Table) -> Announcement | None:
    now = window(table)
    return now if isinstance(now, Announcement) else None


def waits_with_it(table: Table, duty: Duty) -> bool:
    """Return True if a power was announced, perhaps this very act, and what does the duty has to wait (4.90.03)."""
    return announced(table) is not None and all(act.waits or act.waits_for_powers for act in duty.by)


def waits_for_its_window(table: Table, power: Power) -> bool:
    """Return True for a power that can be canceled only when used and is not announced now (3.01.11.01)."""
    open_now = window(table) is not None and power in stoppable_now(table)
    comes = table.phase == "bidding" or power.rule in answering(Uses) or is_seen(table, power)
    return power.star == AFTER and comes and not open_now and bool(stop_seconds(table))


def is_seen(table: Table, power: Power) -> bool:
    """Return True for a power of the board that the referee sees used there, and announces by itself."""
    return power.by_hand and (power.rule in BY_ITSELF or power.rule in answering(Uses)) and is_kept(table, power.seat)


BY_ITSELF: dict[str, Callable[[Table, Sequence[Event]], bool]] = {}  # with whether these events are its use


def uses(table: Table, command: Command) -> tuple[Power, ...]:
    """Return the powers that this command uses, except suspended ones."""
    return tuple(power for power in ask(table, Uses(command)).value if power.rule not in table.suspended)


def announced_first(command: Command, table: Table) -> Command:
    """Return the command, or the announcement that must come first (4.90.03)."""
    used = uses(table, command)
    simple = all(isinstance(value, PLAIN) for value in _words(command).values())
    if not used or not simple or not _open_for(table, used):
        return command
    return OpenWindow(getattr(command, "seat", ""), command)


def held_up(table: Table, command: Command) -> Iterator[Objection]:
    """Object to whatever must wait until the window has closed or a power is finished."""
    if (command.waits or command.waits_for_powers) and announced(table) is not None:
        sentence = "A power was announced, and others may stop it now. Wait a few seconds."
        yield Objection("4.90.03", sentence, "WINDOW_OPEN", firm=True, behind=("3.00.05",))
    yield from against(table, command)
    unfinished = halted(table)
    if command.waits and unfinished:
        yield Objection(unfinished.rule, unfinished.halts, firm=True)


@adds(HeldUp, rule="4.90.03")
def it_waits_too(question: HeldUp, table: Table) -> Iterable[Objection]:
    return held_up(table, question.command)


@ruling(Halts, rule="4.90.03")
def the_window_comes_first(question: Halts, table: Table, so_far: tuple[Duty, ...]) -> tuple[Duty, ...] | None:
    """What holds everything up was answered by the power that is announced, or comes after it."""
    return () if so_far and announced(table) is not None else None


def _words(command: Command) -> dict[str, Any]:
    """Return the command's fields that differ from their defaults."""
    made = ((one.name, getattr(command, one.name), one.default) for one in dataclasses.fields(command))
    return {name: value for name, value, usual in made if value != usual}


# -- events -------------------------------------------------------------------------------------------


class WindowOpened(SeatEvent, later=("retold",)):
    """A faction is about to use a power; the command is in an envelope."""

    powers: Public[tuple[str | tuple[str, str, str, Star, str], ...]]  # rules; old journals hold each power's fields
    said: Public[Phrase | str]
    seconds: Public[int]
    wish: Public[str]
    words: Sealed[dict[str, Any]]
    why: Public[tuple[str, ...]]
    retold: Public[dict[str, Any] | None] = None  # of a few old journals

    def _powers(self) -> tuple[Power, ...]:
        return tuple(power_by_rule(one, self.seat) if isinstance(one, str) else Power(*one) for one in self.powers)

    def _said(self) -> Phrase | str:
        return again(self.retold) if self.retold else self.said

    def apply(self, table: Table) -> None:
        made = Announcement("stop", self.seconds, [], self.seat, self._powers(), self._said(), self.wish, self.words)
        kept = table.state(Windows)
        table.put(replace(kept, over=[*kept.over, made]))

    def sentence(self, name: Called) -> str:
        powers = [power.line for power in self._powers()]
        return say("Announced: {powers}", powers=together([*powers, worded(self._said(), name)]))


class PowerStopped(SeatEvent):
    rule: Public[str]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The stops} “{rule!t}”."

    def apply(self, table: Table) -> None:
        """The suspension is ``RuleSuspended``; here an open window only records that it was used."""
        announcement = announced(table)
        if announcement is not None:
            announcement.stopped.append(self.rule)


class AnnouncementOver(SeatEvent, because=("4.90.03",), shows="wish"):
    """The window closed: the command goes ahead, or these powers of it were stopped."""

    stopped: Public[tuple[str, ...]]
    fuller = "{stopped!?}The power is stopped. You may act again without it."

    def rules(self) -> tuple[str, ...]:
        return ("3.00.04", *self.stopped, "4.90.03") if self.stopped else ("4.90.03",)

    def apply(self, table: Table) -> None:
        """Close it; in a window below, everybody is asked again."""
        kept = table.state(Windows)
        for beneath in kept.over[-2:-1]:
            beneath.ready = []
        table.put(replace(kept, over=kept.over[:-1]))


class NothingCameOfIt(SeatEvent, because=("1.00.05",), shows="purse"):
    """The announced command was no longer possible when the window closed."""

    says = "{seat!n:The} cannot do what was announced. Nothing happens."


# -- closing -------------------------------------------------------------------------------------


class OpenWindow(SeatCommand):
    """Announce a power; the command waits for the window."""

    command: Command

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield window_over(table, self.seat, uses(table, self.command), self.command)


def window_over(table: Table, seat: str, powers: tuple[Power, ...], command: Command | None = None) -> WindowOpened:
    """Return the opening of a window over these powers and over a command that waits for it."""
    by = decided(table, KARAMA_WINDOW, "4.90.03").because
    said = ask(table, SaidOf(command)).value if command is not None else ""
    rules = tuple(power.rule for power in powers)
    why = tuple(dict.fromkeys((*rules, *by)))
    name, words = (type(command).__name__, _words(command)) if command is not None else ("", {})
    return WindowOpened(seat, rules, said, _open_for(table, powers), name, sealed(words, seat), why)


def announced_as_used(table: Table, power: Power) -> Iterator[Event]:
    """Yield the window of a power that works by itself; its room takes back what it did if it is stopped in it."""
    if power.rule not in table.suspended and _open_for(table, (power,)):
        yield window_over(table, power.seat, (power,))


def _open_for(table: Table, powers: tuple[Power, ...]) -> int:
    seconds = stop_seconds(table)
    return seconds_for(table, seconds, may_stop(table, seconds, powers)) if seconds else 0


def close_announcement(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield what follows when the window closes: the command, or nothing if a power was stopped."""
    announcement = announced(table)
    if announcement is None or isinstance(announcement.words, FaceDown):
        return
    stopped = [power for power in announcement.powers if power.rule in announcement.stopped]
    yield AnnouncementOver(announcement.seat, tuple(power.rule for power in stopped))
    if not announcement.command or any(power.star == AFTER for power in stopped):
        return
    command = command_named(announcement.command, **announcement.words)
    if objections(command, table, table):
        yield NothingCameOfIt(announcement.seat)
        return
    yield from command.decide(table, chance)


def _at_stake(table: Table) -> tuple[Power, ...]:
    said = announced(table)
    return tuple(power for power in said.powers if power.rule not in said.stopped) if said else ()


def _asked(table: Table) -> list[str]:
    announcement = announced(table)
    return may_stop(table, announcement.seconds if announcement else 0, _at_stake(table))


RUNS["stop"] = Runs(close_announcement, _asked, _at_stake)


# -- undo -----------------------------------------------------------------------------------------


T = TypeVar("T")


def of_one_power(newest: Iterable[Event], before: Iterable[tuple[Iterable[Event], T]]) -> tuple[T, ...]:
    """Return which act announced the power that the newest let pass, of those ``before`` it, newest first; () if none.

    Between the two may only be answers: undo takes all of it back and does not open the window anew (4.97.02).
    """
    if not any(isinstance(event, AnnouncementOver) and not event.stopped for event in newest):
        return ()
    for events, act in before:
        if any(isinstance(event, WindowOpened) and event.wish for event in events):
            return (act,)
        if not all(isinstance(event, SeatReady | SeatReadyForPhase) for event in events):
            break
    return ()
