"""How rules override rules.

The general rules never name a faction or a card. They ask a Question; every rule in force may answer, the lowest
number first, so the highest decides: variant 4 over card 3 over faction 2 over rule 1 (1.00.01 to 1.00.03). An answer
carries ``because``, the rules that made it, the deciding one first, and ``stopped``, the rules that Karama silenced.
Where a plain answer asks other questions, the rules of factions, cards and the table behind those join ``because``.

``@ruling`` answers a question another way, ``fixed`` with a constant, ``@adds`` extends an answer that is a list,
``@after`` adds consequences to an event and to all kinds of it, ``option`` declares a table option: its answer comes
last (``decides``) or in the place of a rule (``replaces``). A silenced rule is an event (``RuleSuspended``). Where one
number answers the same question more than once, ``order`` decides, never the order of imports.
"""

from __future__ import annotations

import re
import sys
from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar, Unpack

from referee.kernel.events import Event
from referee.kernel.frozen import Frozen
from referee.kernel.memo import NOTHING, Piece, Pieces, Reads, from_public, keep, piece_from_public
from referee.kernel.speakers import (
    NOWHERE,
    PLAIN,
    Added,
    Place,
    Registry,
    clear_cache,
    in_order,
    precedence,
    reactions,
    rooms_of,
    rules_of,
    speakers,
    without_say,
)
from referee.kernel.suspended import SuspensionSpent
from referee.kernel.table import Table

T = TypeVar("T")
Q = TypeVar("Q", bound="Question[Any]")
F = TypeVar("F", bound=Event)
I = TypeVar("I")  # noqa: E741


class Chance(Protocol):
    """The running table's dice; rules have no randomness of their own."""

    def shuffled(self, cards: Sequence[I]) -> list[I]: ...


Says: TypeAlias = Callable[[Q, Table, T], T | None]
Effect: TypeAlias = Callable[[F, Table, Chance], Iterable[Event]]
ByChoice: TypeAlias = Mapping[str, T | Callable[[Any, Table, T], T | None]]
_answers: Registry = {}
_effects: Registry = {}


class QuestionFlags(TypedDict, total=False):
    rule: str
    of_players: bool
    answer: object


class Question(Frozen, Generic[T]):
    """Something the general rules ask before they act; every class below is a frozen dataclass.

    A question with a plain answer carries it: ``rule`` is the id of the rule that gives it, ``answer`` what it always
    is, else ``plain`` what it is at this table, or ``None`` if that rule does not answer here. Rules of higher numbers
    come after it.
    """

    rule: ClassVar[str] = ""
    answer: ClassVar[Any] = None
    of_players: ClassVar[bool] = False  # a list of what players may or must do: who does not play adds nothing

    def __init_subclass__(cls, **flags: Unpack[QuestionFlags]) -> None:
        """Register the plain answer."""
        super().__init_subclass__(**flags)
        if cls.rule:
            _register(_answers, cls, cls.rule, _plain_answer, PLAIN)

    def plain(self, table: Table) -> T | None:
        answer: T | None = self.answer
        return answer


class SeatQuestion(Question[T]):
    """A question about one seat, its first field; a ruling with ``seat=`` answers for that one alone."""

    seat: str


class Answer(NamedTuple, Generic[T]):
    """The value that holds at this table, and the ids of the rules that made it so."""

    value: T
    because: tuple[str, ...]
    stopped: tuple[str, ...] = ()


def _plain_answer(question: Question[T], table: Table, so_far: T | None) -> T | None:
    return question.plain(table)


def ruling(kind: type[Question[T]], rule: str, order: int | str = 0, **fields: object) -> Callable[[Says[Q, T]], Any]:
    """Register an answer to a kind of question, or to those with these fields; ``None`` means no answer."""

    def register(answer: Says[Q, T]) -> Says[Q, T]:
        _register(_answers, kind, rule, answer, order, fields, room=answer.__module__)
        return answer

    return register


def fixed(kind: type[Question[T]], rule: str, answer: T, /, *, advanced: bool = False, **fields: object) -> None:
    """Register a constant answer; with ``advanced``, in the advanced game only."""

    def fixed_answer(question: Question[T], table: Table, so_far: T) -> T | None:
        return answer if not advanced or table.rules == "advanced" else None

    _register(_answers, kind, rule, fixed_answer, 0, fields, room=sys._getframe(1).f_globals["__name__"])


def adds(
    kind: type[Question[tuple[I, ...]]], rule: str, order: int | str = 0, *, first: bool = False, **fields: object
) -> Callable[[Callable[[Q, Table], Iterable[I]]], Any]:
    """Register items to append to an answer that is a list, or to prepend if ``first``."""

    def register(items: Callable[[Q, Table], Iterable[I]]) -> Callable[[Q, Table], Iterable[I]]:
        _register(_answers, kind, rule, Added(items, first), order, fields, room=items.__module__)
        return items

    return register


def after(kind: type[F], rule: str, order: int | str = 0) -> Callable[[Effect[F]], Any]:
    """Register further events for when an event of this kind occurs."""

    def register(effect: Effect[F]) -> Effect[F]:
        _register(_effects, kind, rule, effect, order, room=effect.__module__)
        return effect

    return register


def _register(
    registry: Registry,
    kind: type,
    rule: str,
    speaker: Callable[..., Any],
    order: int | str = 0,
    fields: Mapping[str, object] = MappingProxyType({}),
    instead: str = "",
    room: str = "",
) -> None:
    if unknown := fields.keys() - {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}:
        raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}.")
    first = precedence(order) if isinstance(order, str) else (order,)
    rooms, adds = rooms_of(room) if room else NOWHERE, isinstance(speaker, Added)
    place = Place(precedence(instead or rule), first, fields, instead, rooms, adds)
    entries = registry.setdefault(kind, [])
    if any(rule == taken and place.clashes(other) for other, taken, _ in entries):
        raise ValueError(f"Rule {rule} speaks on {kind.__name__} more than once: say by order= who goes first.")
    base = next((base_rule for there, base_rule, _ in entries if there.order == (PLAIN,)), None)
    if base is not None and place[:2] < (precedence(base), (PLAIN,)):
        raise ValueError(
            f"Rule {rule} speaks on {kind.__name__} before its plain answer, {base}, which would overwrite it. "
            f"Give it a number after {base}, or the question the number of a lower rule."
        )
    insort(entries, (place, rule, speaker), key=in_order)
    clear_cache()


def ask(table: Table, question: Question[T]) -> Answer[T]:
    """Ask every rule in force, memoized while the answer holds; raises ``LookupError`` if no rule answers."""
    memo, kept, was = table.memo, None, None
    key = (type(question), *question.__dict__.values())  # its fields, hashed and compared without a call
    try:  # as `memoized` does: this runs hundreds of times a tap
        if memo is not None:
            kept = was = memo[key]
            reads = kept.reads
            for part in reads:
                if part.version != reads[part]:
                    kept = None
                    break
            else:
                known = table.reads
                known |= reads
    except KeyError:
        pass
    except TypeError:  # a field cannot be hashed: nothing is kept of it
        memo = None
    if memo is None:
        answer: Answer[T] = _answer(table, question)
    else:
        theirs = None
        if kept is None and (beside := table.beside) is not None and (theirs := (beside.memo or {}).get(key)):
            kept = from_public(table, key, theirs, was)
        if kept is None:
            pieces = was.pieces if was is not None and was.pieces is not None else {}
            make = partial(_answer, table, question, pieces=pieces, theirs=theirs and theirs.pieces)
            kept = keep(table, key, make, (), pieces)
        answer = kept.value
    if table.consulted is not None:
        table.consulted.append(answer)
    return answer


def ordinary(table: Table, question: Question[T]) -> T:
    """Return what the general rules and table options in their place answer, without factions and cards."""
    return _answer(table, question, general=True).value


def _answer(
    table: Table,
    question: Question[T],
    *,
    general: bool = False,
    pieces: Pieces | None = None,
    theirs: Pieces | None = None,
) -> Answer[T]:
    """Ask every rule in force; of ``pieces``, and of the public table's (``theirs``), what holds is added again."""
    so_far: Any = None
    because: list[str] = []
    stopped: list[str] = []
    behind: list[Answer[Any]] = []
    outer, table.consulted = table.consulted, None
    try:
        for rule, speak, plain, instead, adds in speakers(
            _answers.get(type(question), []), question, without_say(table)
        ):
            if general and _overrules(rule):
                break
            if plain:
                table.consulted = behind
                value = question.plain(table)
            elif not adds or pieces is None:
                value = speak(question, table, so_far)
            else:
                piece = pieces[speak] if speak in pieces else None  # noqa: SIM401  (a call less)
                if piece is not None:
                    reads = piece[1]
                    for part in reads:
                        if part.version != reads[part]:
                            piece = None
                            break
                    else:
                        known = table.reads
                        known |= reads
                if piece is None:
                    piece = pieces[speak] = _piece(table, question, speak, theirs)
                value = speak.joined(piece[0], so_far) if piece[0] else None
            if value is None:
                continue
            if rule in table.suspended:
                stopped.append(rule)
                continue
            spoke = rule
            for own, other in instead:
                if (otherwise := other(question, table, so_far)) is not None:
                    value, spoke = otherwise, own
            so_far = value
            if plain and behind and spoke == rule:
                because[:0] = dict.fromkeys([rule for answer in behind for rule in answer.because if _overrules(rule)])
            because.insert(0, spoke)
    finally:
        table.consulted = outer
    if not because:
        raise LookupError(f"No rule answers {question!r}.")
    return Answer(so_far, tuple(because), tuple(stopped))


def _piece(table: Table, question: Question[Any], adder: Added, theirs: Pieces | None) -> Piece:
    """Return what a rule adds: as the public table has it if that holds here too, else made now."""
    if theirs is not None and adder in theirs and (same := piece_from_public(table, theirs[adder])):
        return same
    reads: Reads = {}
    outer, table.reads = table.reads, reads
    try:
        more = tuple(adder.items(question, table))
        return (more, reads) if more or reads else NOTHING
    finally:
        table.reads = outer
        outer |= reads


@cache
def _overrules(rule: str) -> bool:
    """Return True for the rule of a faction, a card or the table."""
    return precedence(rule) >= (2,)


def react(table: Table, event: Event, chance: Chance) -> Iterator[Event]:
    """Yield the consequences of an event and of all that it is a kind of; a suspended rule uses up its suspension."""
    for rule, effect in reactions(_effects, type(event), without_say(table).on_anything):
        if rule not in table.suspended:
            yield from effect(event, table, chance)
        elif any(True for _ in effect(event, table, chance)):
            yield SuspensionSpent(rule)


def is_spoken_of(table: Table, question: Question[Any]) -> bool:
    """Return True if a rule besides the plain one may answer this question at this table."""
    return len(speakers(_answers.get(type(question), []), question, without_say(table))) > bool(question.rule)


def answering(kind: type[Question[Any]]) -> frozenset[str]:
    """Return the ids of the rules that may answer this kind of question."""
    return rules_of(_answers.get(kind, []), kind)


# -- table options ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """One way to play it: the value stored in the log, a label and one plain line."""

    value: str
    label: str
    line: str


@dataclass(frozen=True)
class Option:
    """A contested rule as a table option: key such as B1, rule id, choices with the default first.

    ``seconds`` is the range of an option that also takes a number; ``clock`` also takes a time of day, "23:00".
    """

    key: str
    rule: str
    title: str
    choices: tuple[Setting, ...]
    seconds: tuple[int, int] | None = None
    clock: bool = False
    logged: str = ""  # what the log says of a ``{value}`` besides the default, where that is no title and label

    @property
    def default(self) -> str:
        return self.choices[0].value

    def decides(self, kind: type[Question[T]], answers: ByChoice[T]) -> None:
        """Answer a question last of all: a value or a ruling per choice; no answer for choices left out."""
        self.replaces("", kind, answers)

    def replaces(self, rule: str, kind: type[Question[T]], answers: ByChoice[T]) -> None:
        """Answer in the place of a rule, where that rule answers; higher numbers come after it."""

        def answer(question: Question[T], table: Table, so_far: T) -> T | None:
            value = answers.get(setting(table, self))
            return value(question, table, so_far) if callable(value) else value

        _register(_answers, kind, self.rule, answer, instead=rule)

    def allows(self, value: str) -> bool:
        """Return True for one of the choices, a number of seconds in range, or a time of day."""
        low, high = self.seconds or (1, 0)
        timed = (self.clock and TIME_OF_DAY.fullmatch(value)) or (value.isdecimal() and low <= int(value) <= high)
        return bool(timed) or any(choice.value == value for choice in self.choices)

    def label(self, value: str) -> str:
        return {one.value: one.label for one in self.choices}.get(value, value if self.clock else f"{value} s")


OPTIONS: dict[str, Option] = {}
TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


def option(
    key: str,
    rule: str,
    title: str,
    *choices: tuple[str, str, str],
    seconds: tuple[int, int] | None = None,
    clock: bool = False,
    logged: str = "",
) -> Option:
    """Declare a table option; the first choice is the default. A key that is taken raises ``ValueError``."""
    if key in OPTIONS:
        raise ValueError(f"{key} is the key of “{OPTIONS[key].title}” already. Give “{title}” a free one.")
    new = OPTIONS[key] = Option(key, rule, title, tuple(Setting(*choice) for choice in choices), seconds, clock, logged)
    return new


def setting(table: Table, chosen: Option) -> str:
    return table.options.get(chosen.key) or chosen.default


def decided(table: Table, chosen: Option, *rules: str) -> Answer[str]:
    """Return what the table has decided, and why: by these rules, and by the option's unless it is the default."""
    value = setting(table, chosen)
    return Answer(value, rules if value == chosen.default else (chosen.rule, *rules))
