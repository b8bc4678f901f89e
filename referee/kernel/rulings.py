"""How rules override rules.

The general rules never name a faction or a card. They ask a Question; every rule in force may answer, the lowest
number first, and the highest number speaks last: variant 4 over card 3 over faction 2 over rule 1 (1.00.01 to
1.00.03). An answer carries ``because``, the rules that made it, the deciding one first, and ``stopped``, the rules
that would have spoken had Karama not silenced them. Where a plain answer asks other questions, the rules of factions,
cards and the table that made those answers stand behind its own.

A question carries its plain answer. ``@ruling`` answers it another way, ``fixed`` with the same value always,
``@adds`` adds to an answer that is a list, ``@after`` adds what else happens when an event comes true, ``option``
declares what a table may decide otherwise: last of all (``decides``) or in the place of a rule (``replaces``). A
silenced rule is an event on the table (``RuleSuspended``) until it is used up. Where one number speaks more than once
on the same thing, ``order`` says who goes first, never the import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from referee.kernel.events import Event, Public
from referee.kernel.frozen import Frozen
from referee.kernel.table import Table

T = TypeVar("T")
Q = TypeVar("Q", bound="Question[Any]")
F = TypeVar("F", bound=Event)
I = TypeVar("I")  # noqa: E741

GREAT_POWERS = (3, 1, 11, 5)


class Chance(Protocol):
    """The dice of the running table; rules hold none of their own."""

    def shuffled(self, cards: Sequence[I]) -> list[I]: ...


class Place(NamedTuple):
    """When a rule speaks: by its number (``instead`` of another, by that one's), then by ``order``, a place or a rule.

    Rules of one number and order must be told apart by the ``fields`` of the question that they answer.
    """

    number: tuple[int, ...]
    order: tuple[int, ...]
    fields: Mapping[str, object]
    instead: str = ""

    def clashes(self, other: Place) -> bool:
        """Say whether both may speak on one question, and nothing tells which goes first."""
        apart = any(other.fields.get(name, value) != value for name, value in self.fields.items())
        return self[:2] == other[:2] and not apart

    def means(self, question: Question[Any]) -> bool:
        """Say whether a question has the fields that it is about."""
        return all(getattr(question, name) == value for name, value in self.fields.items())


Said: TypeAlias = Mapping[str, T | Callable[[Any, Table, T], T | None]]
Page: TypeAlias = list[tuple[Place, str, Callable[..., Any]]]
Book: TypeAlias = dict[type, Page]
_answers: Book = {}
_effects: Book = {}
PLAIN = -1  # the order of a plain answer: before all others of its number


class Question(Frozen, Generic[T]):
    """Something the general rules ask before they act; every class below is a frozen dataclass.

    A question that has a plain answer carries it: ``rule`` is the number of the rule that gives it, and ``plain`` the
    answer itself, or ``None`` if that rule has nothing to say. Rules of higher numbers speak after it.
    """

    rule: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Enter the plain answer in the book of answers."""
        super().__init_subclass__(**kwargs)
        if cls.rule:
            _enter(_answers, cls, cls.rule, _plain_answer, PLAIN)

    def plain(self, table: Table) -> T | None:
        """Return the answer of the general rules."""
        raise NotImplementedError


class Answer(NamedTuple, Generic[T]):
    """What holds at this table, and the ids of the rules that made it so."""

    value: T
    because: tuple[str, ...]
    stopped: tuple[str, ...] = ()


def precedence(rule: str) -> tuple[int, ...]:
    """Return the rank of a rule id; the faction Karama powers 1.14 are plays of a card and rank with it."""
    parts = tuple(int(part) for part in rule.split("."))
    return GREAT_POWERS + parts if parts[:2] == (1, 14) else parts


def _plain_answer(question: Question[T], table: Table, so_far: T | None) -> T | None:
    return question.plain(table)


def ruling(
    kind: type[Question[T]], rule: str, order: int | str = 0, **fields: object
) -> Callable[[Callable[[Q, Table, T], T | None]], Any]:
    """Let a rule answer a kind of question, or those with these fields; ``None`` if it has nothing to say."""

    def register(answer: Callable[[Q, Table, T], T | None]) -> Callable[[Q, Table, T], T | None]:
        _enter(_answers, kind, rule, answer, order, fields)
        return answer

    return register


def fixed(kind: type[Question[T]], rule: str, answer: T, /, *, advanced: bool = False, **fields: object) -> None:
    """Let a rule give the same answer to every question with these fields; ``advanced``: in that game only."""

    def fixed_answer(question: Question[T], table: Table, so_far: T) -> T | None:
        return answer if not advanced or table.rules == "advanced" else None

    _enter(_answers, kind, rule, fixed_answer, 0, fields)


def adds(
    kind: type[Question[tuple[I, ...]]], rule: str, order: int | str = 0, *, first: bool = False, **fields: object
) -> Callable[[Callable[[Q, Table], Iterable[I]]], Any]:
    """Let a rule add items to a list, after those so far or ``first``; with ``fields``, only to questions of these."""

    def register(items: Callable[[Q, Table], Iterable[I]]) -> Callable[[Q, Table], Iterable[I]]:
        def answer(question: Q, table: Table, so_far: tuple[I, ...] | None) -> tuple[I, ...] | None:
            more, before = tuple(items(question, table)), so_far or ()
            return ((*more, *before) if first else (*before, *more)) if more else None

        answer.__name__ = items.__name__
        _enter(_answers, kind, rule, answer, order, fields)
        return items

    return register


def after(
    kind: type[F], rule: str, order: int | str = 0
) -> Callable[[Callable[[F, Table, Chance], Iterable[Event]]], Any]:
    """Let a rule add events when an event of this kind comes true."""

    def register(
        effect: Callable[[F, Table, Chance], Iterable[Event]],
    ) -> Callable[[F, Table, Chance], Iterable[Event]]:
        _enter(_effects, kind, rule, effect, order)
        return effect

    return register


def _enter(
    book: Book,
    kind: type,
    rule: str,
    speaker: Callable[..., Any],
    order: int | str = 0,
    fields: Mapping[str, object] = MappingProxyType({}),
    instead: str = "",
) -> None:
    if unknown := fields.keys() - {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}:
        raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}.")
    first = precedence(order) if isinstance(order, str) else (order,)
    place, speakers = Place(precedence(instead or rule), first, fields, instead), book.setdefault(kind, [])
    if any(rule == one and place.clashes(other) for other, one, _ in speakers):
        raise ValueError(f"Rule {rule} speaks on {kind.__name__} more than once: say by order= who goes first.")
    speakers.append((place, rule, speaker))
    speakers.sort(key=lambda entry: (*entry[0][:2], precedence(entry[1])))


class Speaker(NamedTuple):
    """A rule that may speak on a question, whether it is the plain answer, and what may be said in its place."""

    rule: str
    speak: Callable[..., Any]
    plain: bool
    instead: tuple[tuple[str, Callable[..., Any]], ...]


class Speakers(NamedTuple):
    """Who speaks on one kind of question: a page of the book, and what was read off it by the fields of a question."""

    page: Page
    length: int
    fields: tuple[str, ...]
    chosen: dict[tuple[object, ...], tuple[Speaker, ...]]


_chosen: dict[type, Speakers] = {}
MOST_CHOSEN = 5000


def choose_anew() -> None:
    """Forget who speaks on what: a speaker in the book was replaced by another."""
    _chosen.clear()


def _speakers(question: Question[Any]) -> tuple[Speaker, ...]:
    """Return, in order, the rules that may speak on a question."""
    kind = type(question)
    page, known = _answers.get(kind, []), _chosen.get(kind)
    if known is None or known.page is not page or known.length != len(page):
        fields = sorted({name for place, _, _ in page for name in place.fields})
        known = _chosen[kind] = Speakers(page, len(page), tuple(fields), {})
    values = tuple([getattr(question, name) for name in known.fields]) if known.fields else ()
    found = known.chosen.get(values)
    if found is None:
        found = tuple(_choose([entry for entry in page if entry[0].means(question)]))
        if len(known.chosen) < MOST_CHOSEN:
            known.chosen[values] = found
    return found


def _choose(page: Page) -> Iterator[Speaker]:
    for place, rule, speak in page:
        if not place.instead:
            instead = tuple((own, other) for there, own, other in page if there.instead == rule)
            yield Speaker(rule, speak, place.order == (PLAIN,), instead)


def ask(table: Table, question: Question[T]) -> Answer[T]:
    """Ask every rule in force; raises ``LookupError`` if no rule answers at all."""
    asked, key = table.asked, (type(question), question)
    try:
        found: Answer[T] | None = asked.get(key) if asked is not None else None
    except TypeError:  # a question about something that may change is asked every time
        asked = found = None
    if found is None:
        found = _answer(table, question)
        if asked is not None:
            asked[key] = found
    if table.joined is not None:
        table.joined.append(found)
    return found


def ordinary(table: Table, question: Question[T]) -> T:
    """Return what the general rules answer, or the table in their place; no faction and no card speaks."""
    return _answer(table, question, general=True).value


def _answer(table: Table, question: Question[T], *, general: bool = False) -> Answer[T]:
    so_far: Any = None
    because: list[str] = []
    stopped: list[str] = []
    behind: list[Answer[Any]] = []
    outer, table.joined = table.joined, None
    try:
        for rule, speak, plain, instead in _speakers(question):
            if general and _overrules(rule):
                break
            if plain:
                table.joined = behind
            said = speak(question, table, so_far)
            if said is None:
                continue
            if rule in table.suspended:
                stopped.append(rule)
                continue
            spoke = rule
            for own, other in instead:
                if (otherwise := other(question, table, so_far)) is not None:
                    said, spoke = otherwise, own
            so_far = said
            if plain and behind and spoke == rule:
                because[:0] = dict.fromkeys([rule for one in behind for rule in one.because if _overrules(rule)])
            because.insert(0, spoke)
    finally:
        table.joined = outer
    if not because:
        raise LookupError(f"No rule answers {question!r}.")
    return Answer(so_far, tuple(because), tuple(stopped))


@cache
def _overrules(rule: str) -> bool:
    """Say whether it is a rule of a faction, a card or the table, and no general one."""
    return precedence(rule) >= (2,)


def react(table: Table, event: Event, chance: Chance) -> Iterator[Event]:
    """Yield what else happens because this event came true; a stopped rule only uses up its stop."""
    for _, rule, effect in _effects.get(type(event), ()):
        if rule not in table.suspended:
            yield from effect(event, table, chance)
        elif any(True for _ in effect(event, table, chance)):
            yield SuspensionSpent(rule)


def cited_rules() -> set[str]:
    """Return every rule id that some ruling or effect carries."""
    return {rule for book in (_answers, _effects) for entries in book.values() for _, rule, _ in entries}


def answering(kind: type[Question[Any]]) -> frozenset[str]:
    """Return the ids of the rules that may answer this kind of question."""
    return frozenset(rule for _, rule, _ in _answers.get(kind, ()))


# -- rules that are stopped for a while ----------------------------------------------------------------


class RuleSuspended(Event):
    """A rule is stopped: for one ``use``, for the ``phase`` or for the ``turn`` (3.01.11.01, option K1)."""

    rule: Public[str]
    scope: Public[str]
    why: Public[tuple[str, ...]] = ()

    def apply(self, table: Table) -> None:
        table.suspended[self.rule] = {"use": 1, "phase": 2, "turn": 3}[self.scope]


class SuspensionSpent(Event):
    """The stopped rule would have answered now; if one use was stopped, it answers again from here on."""

    rule: Public[str]

    def apply(self, table: Table) -> None:
        if table.suspended.get(self.rule) == 1:
            del table.suspended[self.rule]


# -- what a table may decide --------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """One way to play it: the value kept in the log, a label and one plain line."""

    value: str
    label: str
    line: str


@dataclass(frozen=True)
class Option:
    """A contested rule as a table option: key as B1, the id of its entry, its choices, the default first."""

    key: str
    rule: str
    title: str
    choices: tuple[Choice, ...]
    seconds: tuple[int, int] | None = None

    @property
    def default(self) -> str:
        """Return the value that holds unless the table decides otherwise."""
        return self.choices[0].value

    def decides(self, kind: type[Question[T]], answers: Said[T]) -> None:
        """Let the table's choice answer a question: a value or a ruling for each choice, nothing for one not named."""
        self.replaces("", kind, answers)

    def replaces(self, rule: str, kind: type[Question[T]], answers: Said[T]) -> None:
        """Let the table's choice answer in the place of a rule, where that speaks; higher numbers speak after it."""

        def answer(question: Question[T], table: Table, so_far: T) -> T | None:
            said = answers.get(setting(table, self))
            return said(question, table, so_far) if callable(said) else said

        _enter(_answers, kind, self.rule, answer, instead=rule)

    def allows(self, value: str) -> bool:
        """Say whether the value is one of the choices, or a number of seconds in range."""
        if any(choice.value == value for choice in self.choices):
            return True
        low, high = self.seconds or (1, 0)
        return value.isdecimal() and low <= int(value) <= high

    def label(self, value: str) -> str:
        named = next((choice.label for choice in self.choices if choice.value == value), None)
        return named or f"{value} s"


OPTIONS: dict[str, Option] = {}


def option(
    key: str, rule: str, title: str, *choices: tuple[str, str, str], seconds: tuple[int, int] | None = None
) -> Option:
    """Declare a table option; the first choice is the default."""
    made = Option(key, rule, title, tuple(Choice(*choice) for choice in choices), seconds)
    OPTIONS[key] = made
    return made


def setting(table: Table, chosen: Option) -> str:
    """Return what the table has decided, or the default."""
    return table.options.get(chosen.key) or chosen.default
