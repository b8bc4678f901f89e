"""One command in, its objections or its events out.

A command is what a person wants, in the imperative. ``objections`` judges it on the asker's own table, so a refusal can
only cite what that person already sees; ``decide`` turns it into events on the referee's table. Events are heard one at
a time, and each may have consequences (``react``) before the next. A refusal is a value, never an exception: the rule,
one plain sentence, and a code for scripts. A table may waive an objection; the waiver is an event of its own.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeAlias

from referee.kernel.events import Event, Public, kinds_below
from referee.kernel.frozen import Frozen
from referee.kernel.rulings import Chance, Question, ask, react
from referee.kernel.table import Table
from referee.kernel.wording import Called

Amount: TypeAlias = int | float
MOST_EVENTS = 400


class Objection(NamedTuple):
    """Why a command is refused: the rule, one sentence to the player, and the code scripts use.

    A ``firm`` objection is not a ruling that a table could waive: there is nothing to act upon, or it makes no sense.
    ``behind`` are further rules without which it would not stand.
    """

    rule: str
    sentence: str
    code: str = "NOT_NOW"
    firm: bool = False
    behind: tuple[str, ...] = ()


class BadCommand(ValueError):
    """The words of a command cannot be read; the message is a sentence to the player."""


class Command(Frozen):
    """A command: a frozen dataclass, as is every class below it.

    ``seat`` is the faction it is made for; ``by`` says who may make it: the table, its seat, or both. A seat may when
    nothing objects and it is ``open_to_seat``; the fields of a ``script`` keep their defaults then. If ``led``, a seat
    may only in phases that the referee leads; unless a command says so, that is if the table may make it too.

    ``timed`` commands are late after zero; those that ``waits`` marks wait until an open window has closed; one with
    ``own_phone`` is made on the seat's own phone wherever there is one, one ``in_order`` there only on its turn.
    A ``grave`` one spends a card, seals or reveals: on every screen its button is held for a second or confirmed.
    """

    earlier: ClassVar[tuple[str, ...]] = ()  # its names in earlier editions, which journals and scripts still say
    by: ClassVar[str] = "table"
    led: ClassVar[bool | None] = None
    script: ClassVar[tuple[str, ...]] = ()
    timed: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    own_phone: ClassVar[bool] = False
    in_order: ClassVar[bool] = False
    grave: ClassVar[bool] = False

    def objections(self, table: Table) -> Iterable[Objection]:
        """Yield every reason against it that this table's viewer can see."""
        return ()

    def open_to_seat(self, table: Table) -> bool:
        """Say whether its own seat may make it now, by what everybody knows and where nothing objects."""
        return True

    def outdated(self, table: Table, sight: str) -> Iterable[Objection]:
        """Yield why it can no longer be meant, where the screen it was made on showed ``sight``, and not what is so."""
        return ()

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Yield what happens; the table is the referee's and hears each event before the next is asked for."""
        raise NotImplementedError


class Judge(Question[str]):
    """On whose knowledge is this kind of command judged: the ``asker``'s or the ``referee``'s?"""

    ask: Command
    rule = "1.11.00"

    def plain(self, table: Table) -> str:
        return "asker"


class ObjectionWaived(Event):
    """The table let something happen that a rule objects to."""

    rule: Public[str]
    words: Public[str]

    def rules(self) -> tuple[str, ...]:
        return ("4.97.03", self.rule)

    def sentence(self, name: Called) -> str:
        return f"Allowed anyway: {self.words.partition('. ')[0].rstrip('.')}."


def objections(command: Command, asker: Table, referee: Table) -> list[Objection]:
    """Return every objection to a command, judged on the right table."""
    if getattr(command, "seat", None) not in {None, *referee.seats}:
        return [Objection("0.07", "No player here has that name. Choose a seat at this table.", firm=True)]
    judge = asker if ask(referee, Judge(command)).value == "asker" else referee
    return list(command.objections(judge))


def carry_out(command: Command, referee: Table, chance: Chance, waived: Collection[Objection] = ()) -> list[Event]:
    """Let the referee's table hear all that follows from a command; return the events in order.

    Raises ``BadCommand`` if an objection is to be waived that cannot be.
    """
    for objection in waived:
        if objection.firm:
            raise BadCommand(objection.sentence)
    events: list[Event] = []
    for objection in waived:
        _hear(ObjectionWaived(objection.rule, objection.sentence), referee, chance, events)
    for event in command.decide(referee, chance):
        _hear(event, referee, chance, events)
    return events


def _hear(event: Event, referee: Table, chance: Chance, events: list[Event]) -> None:
    if len(events) > MOST_EVENTS:
        raise RuntimeError("That set off too many things at once. Undo it and tell us how it happened.")
    referee.hear(event)
    events.append(event)
    for consequence in react(referee, event, chance):
        _hear(consequence, referee, chance, events)


# -- reading a command from words ---------------------------------------------------------------------


@cache
def commands() -> Mapping[str, type[Command]]:
    return {kind.__name__: kind for kind in kinds_below(Command)}


@cache
def _earlier() -> Mapping[str, type[Command]]:
    return {name: kind for kind in commands().values() for name in kind.earlier}


def command_kind(name: str) -> type[Command] | None:
    """Return the command of this name, or the one that had it in an earlier edition."""
    return commands().get(name) or _earlier().get(name)


def command_named(name: str, **values: Any) -> Command:
    """Make a command of a room that the caller does not know, by its name and with values as they are."""
    kind: Callable[..., Command] | None = command_kind(name)
    if kind is None:
        raise LookupError(name)
    return kind(**values)


def read_command(name: str, words: Mapping[str, str]) -> Command:
    """Make a command from a form's words; raises ``BadCommand`` with a sentence for anything missing or unreadable."""
    kind = command_kind(name)
    if kind is None:
        raise BadCommand("This button is out of date. Look at the page again and tap once more.")
    hints = _hints(kind.__name__)
    values: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        if field.name in words:
            values[field.name] = _read(field.name, words[field.name], hints[field.name])
        elif field.default is dataclasses.MISSING:
            raise BadCommand(f"The {field.name} is missing. Fill it in.")
    return kind(**values)


@cache
def _hints(name: str) -> Mapping[str, Any]:
    return typing.get_type_hints(commands()[name])


def _read(name: str, word: str, hint: Any) -> Any:
    word = word.strip()
    if len(word) > 2000:
        raise BadCommand(f"The {name} is too long. Shorten it.")
    if hint not in (str, int, bool, Amount):
        raise BadCommand("This button is out of date. Look at the page again and tap once more.")
    if hint is bool:
        return word.lower() in {"1", "on", "true", "yes"}
    if hint is int or hint == Amount:
        return _number(name, word, whole=hint is int)
    return word


def _number(name: str, word: str, *, whole: bool) -> Amount:
    if not whole:
        word = word.replace(",", ".").replace("½", ".5")
    try:
        value = float(word) if len(word) <= 12 else float("nan")
    except ValueError:
        value = float("nan")
    if value != value or abs(value) > 1e9:
        raise BadCommand(f"Enter the {name} as a number.")
    if whole and value < 0:
        raise BadCommand(f"The {name} cannot be below 0. Enter 0 or more.")
    if value.is_integer():
        return int(value)
    if whole:
        raise BadCommand(f"Enter the {name} as a whole number.")
    return value
