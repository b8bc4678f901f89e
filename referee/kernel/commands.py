"""Commands: what a person wants, in the imperative, with what may be objected and what it decides.

``objections`` judges a command on the asker's own table, so a refusal can only cite what that person already sees;
``decide`` turns it into events on the referee's table. A refusal is a value, never an exception: the rule, one plain
sentence, and a code for scripts.
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypedDict, Unpack

from referee.kernel.events import Event, Public, kinds_below, types_of
from referee.kernel.frozen import Frozen
from referee.kernel.phrases import title_of
from referee.kernel.table import Table
from referee.kernel.wording import Called, again, first, say

if TYPE_CHECKING:
    from referee.kernel.rulings import Chance

UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
Amount: TypeAlias = int | float
Who: TypeAlias = Literal["table", "seat", "both", "referee"]


class Objection(NamedTuple):
    """Why a command is refused: the rule, one sentence to the player, and the code that scripts use.

    A ``firm`` objection cannot be waived: the command would make no sense. ``behind`` are further rules it rests on.
    """

    rule: str
    sentence: str
    code: str = "NOT_NOW"
    firm: bool = False
    behind: tuple[str, ...] = ()


MOST_READ = 1_000_000_000  # the largest number that a form may hold
NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)")  # digits of any script, as a keyboard has them
YES, NO = ("1", "on", "true", "yes"), ("", "0", "off", "false", "no")


class BadCommand(ValueError):
    """The form of a command cannot be read; the message is a sentence to the player."""

    @property
    def sentence(self) -> str:
        """Return the message as it can be worded again; ``str`` would keep its English alone."""
        return self.args[0]  # type: ignore[no-any-return]


class BadField(BadCommand):
    """One field of it cannot be read; the sentence has a slot for what its form calls it."""

    def __init__(self, words: str, field: str) -> None:
        super().__init__(words)
        self.field = field

    def under(self, label: str) -> str:
        """Return the sentence with the label that the form gives the field."""
        return say(getattr(self.sentence, "pattern", ""), field=say("“{label}”", label=label))


def _the(field: str) -> str:
    return say("the {field}", field=field)


class CommandFlags(TypedDict, total=False):
    """What a command's class line says of it, as in ``class Bid(Command, by="both", timed=True)``."""

    by: Who
    led: bool
    script: tuple[str, ...]
    unlisted: tuple[str, ...]
    own_form: bool
    timed: bool
    waits: bool
    waits_for_powers: bool
    own_phone: bool
    in_order: bool
    grave: bool
    waivable: bool
    hushed: bool
    lays_down: bool
    shown_first: bool
    plays: tuple[str, ...]
    becomes: type[Event]
    gains: float
    abstract: bool


class Command(Frozen):
    """A command: a frozen dataclass, as is every class below it; flags stand in its class line, fields in its body.

    ``seat`` is the faction it is made for; ``by`` who may make it: "table", "seat", "both", or the program alone, as
    "referee". A seat may if nothing objects, ``open_to_seat`` holds and a button that can be tapped has its fields;
    ``script`` fields then keep their defaults, ``unlisted`` ones are bounded by its objections alone, as is one with
    an ``own_form`` on a page, beside the buttons.
    With ``led``, a seat may only in phases that the referee leads; by default that holds for commands that the table
    may make too.

    ``timed`` commands are refused after the deadline, those with ``waits_for_powers`` while a power is announced
    (3.00.05), and those with ``waits`` also until a halt is dealt with; one that ``lays_down`` Karama never waits.
    ``own_phone`` ones must be sent from the seat's own phone if it has one, ``in_order`` ones only on its turn there. A
    ``grave`` command spends a card, seals or reveals: its button is held for a second or confirmed on every screen.
    If the map refuses a ``waivable`` one, its seat may ask the table to allow it. A ``hushed`` one is confirmed on its
    phone in the same words whatever it says. With ``shown_first`` all of it is in the open, who sent it too: that phone
    is shown what came of it before the others. ``plays`` names the cards that it plays outside a plan; where there are
    several, its field ``card`` says which. One that ``becomes`` an event of its own fields, and nothing else, says so.
    ``gains`` is about how much spice more than a common command it brings its faction, for the referee that plays an
    empty seat (4.97.67).
    """

    earlier: ClassVar[tuple[str, ...]] = ()  # names in earlier versions, still read from journals and scripts
    by: ClassVar[Who] = "table"
    led: ClassVar[bool | None] = None
    script: ClassVar[tuple[str, ...]] = ()
    unlisted: ClassVar[tuple[str, ...]] = ()
    own_form: ClassVar[bool] = False
    timed: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    waits_for_powers: ClassVar[bool] = False
    own_phone: ClassVar[bool] = False
    in_order: ClassVar[bool] = False
    grave: ClassVar[bool] = False
    waivable: ClassVar[bool] = False
    hushed: ClassVar[bool] = False
    lays_down: ClassVar[bool] = False
    shown_first: ClassVar[bool] = False
    plays: ClassVar[tuple[str, ...]] = ()
    becomes: ClassVar[type[Event] | None] = None
    gains: ClassVar[float] = 0
    abstract: ClassVar[bool] = True  # said by a class that only has kinds below it

    if TYPE_CHECKING:

        def __init_subclass__(cls, **flags: Unpack[CommandFlags]) -> None: ...

    def objections(self, table: Table) -> Iterable[Objection]:
        """Yield every reason against it that this table's viewer can see."""
        return ()

    def open_to_seat(self, table: Table) -> bool:
        """Return whether the seat itself may send it now, judged by public knowledge only."""
        return True

    def outdated(self, table: Table, sight: str) -> Iterable[Objection]:
        """Yield why it no longer applies, given the ``sight`` that the sender's screen showed."""
        return ()

    def judged_by_referee(self, table: Table) -> bool:
        """Say whether it is judged on the referee's knowledge, and not on the asker's (1.11.00)."""
        return False

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Yield events; the table is the referee's, and each event is applied before the next is requested."""
        if self.becomes is None:
            raise NotImplementedError
        yield self.becomes(**{name: getattr(self, name) for name in types_of(self.becomes) if hasattr(self, name)})


class SeatCommand(Command, abstract=True):
    """A command for one seat, its first field."""

    seat: str


class ObjectionWaived(Event, later=("words", "said")):
    """The table allowed what a rule objects to. Old journals hold what the refusal said."""

    rule: Public[str]
    words: Public[str] = ""
    said: Public[dict[str, Any] | None] = None

    def rules(self) -> tuple[str, ...]:
        return ("4.97.03", self.rule)

    def sentence(self, name: Called) -> str:
        if self.words:
            return say("Allowed anyway: {words}.", words=first(again(self.said) if self.said else self.words))
        return say("Allowed anyway, against “{rule}”.", rule=title_of(self.rule))


def objections(command: Command, asker: Table, referee: Table) -> list[Objection]:
    if getattr(command, "seat", None) not in {None, *referee.seats}:
        return [Objection("0.07", "No player here has that name. Choose a seat at this table.", firm=True)]
    objections = list(command.objections(referee if command.judged_by_referee(referee) else asker))
    return objections or list(_below_zero(command))


def _below_zero(command: Command) -> Iterable[Objection]:
    """Object to an amount below 0, which no form has, unless it is the field's default."""
    for field in dataclasses.fields(command):
        value = getattr(command, field.name)
        if isinstance(value, (int, float)) and value < 0 and value != field.default:
            words = say("Enter 0 or more for {field}: it cannot be below 0.", field=_the(field.name))
            yield Objection("0.07", words, "BAD_INPUT", firm=True)


# -- parsing ---------------------------------------------------------------------


@cache
def commands() -> Mapping[str, type[Command]]:
    return {kind.__name__: kind for kind in kinds_below(Command)}


@cache
def _earlier() -> Mapping[str, type[Command]]:
    return {name: kind for kind in commands().values() for name in kind.earlier}


def command_kind(name: str) -> type[Command] | None:
    """Return the command class of this name, current or from an earlier version."""
    return commands().get(name) or _earlier().get(name)


def commands_that_play(card: str) -> list[type[Command]]:
    """Return the commands that play a card of this name outside a plan, none if it only goes into plans."""
    return [kind for kind in commands().values() if card in kind.plays]


def command_named(name: str, **values: Any) -> Command:
    """Make a command by name from values as they are; raises ``LookupError`` for an unknown name."""
    kind: Callable[..., Command] | None = command_kind(name)
    if kind is None:
        raise LookupError(name)
    return kind(**values)


def read_command(name: str, words: Mapping[str, str]) -> Command:
    """Parse a command from form fields; raises ``BadCommand`` for anything missing or unreadable."""
    kind = command_kind(name)
    if kind is None:
        raise BadCommand("This button is out of date. Look at the page again and tap once more.")
    values: dict[str, Any] = {}
    for field, hint, needed in _fields_of(kind.__name__):
        if field in words:
            values[field] = _read(field, words[field], hint)
        elif needed:
            raise BadField(say("Choose or fill in {field} first.", field=_the(field)), field)
    return kind(**values)


@cache
def _fields_of(name: str) -> tuple[tuple[str, Any, bool], ...]:
    """Return the fields of a command: name, type, and whether it must be said."""
    kind = commands()[name]
    hints, made = typing.get_type_hints(kind), dataclasses.fields(kind)
    return tuple((one.name, hints[one.name], one.default is dataclasses.MISSING) for one in made)


def _read(name: str, word: str, hint: Any) -> Any:
    if len(word) > 2000:
        raise BadField(say("Shorten {field}: it is too long.", field=_the(name)), name)
    if hint not in (str, int, bool, Amount):
        raise BadCommand("This button is out of date. Look at the page again and tap once more.")
    if hint is int or hint == Amount:
        return _number(name, word, whole=hint is int)
    word = word.strip() if hint is bool or name == "seat" else typed(word)
    if hint is bool and word.lower() not in {*YES, *NO}:
        raise BadField(say("Choose or fill in {field} first.", field=_the(name)), name)
    return word.lower() in YES if hint is bool else word


def typed(words: str) -> str:
    """Return what somebody typed without what nobody sees and what turns the words around it."""
    return UNSEEN.sub("", words).strip()


def _number(name: str, word: str, *, whole: bool) -> Amount:
    """Read digits as a keyboard writes them, with spaces around: no exponent, no separator, no 0 below 0."""
    word = word.strip()
    if not whole:
        word = word.replace(",", ".").replace("½", ".5")
    plain = NUMBER.fullmatch(word) if len(word) <= 12 else None
    value = float(word) if plain else 0.0
    if not plain or abs(value) > MOST_READ or (word.startswith("-") and not value):
        raise BadField(say("Enter {field} as a number.", field=_the(name)), name)
    if whole and value < 0:
        raise BadField(say("Enter 0 or more for {field}: it cannot be below 0.", field=_the(name)), name)
    if value.is_integer():
        return int(value)
    if whole:
        raise BadField(say("Enter {field} as a whole number.", field=_the(name)), name)
    return value
