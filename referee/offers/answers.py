"""Answers about this table: from a way of asking to one sentence, yes or no first, and its rules.

Rooms register answers beside the questions and commands that they ask::

    @answers
    def may_bid(asked: Asked, table: Table) -> Reply | None: ...

The ways of asking stand in the text of the rule that it is about: ``asked as may_bid: *MAY BID {number} | ...``.

An answer is judged on the asker's own table, as a refusal is, so it says what that viewer may know and no more. With
``None`` the rule book answers. Blanks are filled with a number, or with names that a room registers (``names``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, wraps
from typing import Protocol, TypeAlias

from referee.common.factions import FACTIONS, faction_name, named
from referee.kernel import PUBLIC, Command, Name, Objection, Question, Saying, Table, Value, ask, say, together
from referee.offers.waiting import whose_turn
from referee.offers.what_now import stage_of
from referee.rulebook.book import BadRuleText, RuleEntry, rulebook
from referee.rulebook.query_words import common, plain, stem
from referee.rulebook.search import index
from referee.rulebook.ways import Ways

SECOND = re.compile(  # where a second question begins that asks for more of the first
    r",? +(?:or +(?:what|not|no|is|are|am|do|does|did|was|have|has|can|must)|(?:and|n|&) +(?:who|how|where|what)s?)\b",
    re.IGNORECASE,
)
HOW_MUCH = re.compile(r"\bhow (?:much|many)\b", re.IGNORECASE)
ASKS_MORE = ("who", "what", "which", "how", "why", "when", "where")
YES_OR_NO = {"Yes.", "No."}
FACTION, WORLD, CARD = "{faction}", "{world}", "{card}"
OTHER_PHASE = "1.00.00"  # the rule of a refusal because another phase is played


class Asked(Value):
    """A question that was understood: who asks, or "" for the table screen, and what stands in its blanks.

    ``rest`` are the last words of a way that ends in a subject, ``origin`` is a second place, before the other,
    ``elite`` what a faction's special force is called, ``when`` the turn before if that is meant.
    """

    seat: str
    number: int = 0
    place: str = ""
    origin: str = ""
    faction: str = ""
    leader: str = ""
    card: str = ""
    world: str = ""
    elite: str = ""
    when: str = ""
    rest: str = ""

    def about(self, table: Table) -> str:
        """Return whom it is about: the faction named, the asker, or on the table screen whose turn it is."""
        stage = stage_of(table)
        return self.faction or self.seat or (stage.turn if stage else "") or whose_turn(table)

    def name(self, seat: str) -> Name:
        """Return how a sentence calls a faction: the asker is "you"."""
        return Name("you", many=True) if seat == self.seat else named(seat)


class Reply(Value):
    """One sentence or two, and the rules behind them, the deciding one first."""

    words: str
    because: tuple[str, ...]


Answering: TypeAlias = Callable[[Asked, Table], Reply | None]
AboutSeat: TypeAlias = Callable[[Asked, Table, str], Reply | None]
Known: TypeAlias = Callable[[], Mapping[str, str]]


class Register(Protocol):
    """Registers an answer by its own name or another, and returns it."""

    def __call__(self, answer: Answering, name: str = "") -> Answering: ...


class Answerer(Value):
    """An answer by its name, ways of asking for it, and the rule in whose text they stand.

    ``of`` is a faction that these ways name themselves, or WORLD if they name it by a world that is called alike;
    ``card`` a card.
    """

    name: str
    ways: tuple[str, ...]
    rule: str
    of: str = ""
    card: str = ""


ANSWERS: dict[str, Answering] = {}
_NAMES: dict[str, Known] = {}
_read: list[Ways[Answerer]] = []


def answers(answer: Answering, name: str = "") -> Answering:
    """Register an answer; a name that is taken raises ``ValueError``."""
    name = name or answer.__name__
    if name in ANSWERS:
        raise ValueError(f"{answer.__module__}: an answer is called {name} already.")
    ANSWERS[name] = answer
    return answer


def answers_if(played: Callable[[Table], object], otherwise: Reply) -> Register:
    """Return ``answers`` for what must be in play; a table where it is not replies ``otherwise``."""

    def register(answer: Answering, name: str = "") -> Answering:
        answers(lambda asked, table: answer(asked, table) if played(table) else otherwise, name or answer.__name__)
        return answer

    return register


def about_a_seat(answer: AboutSeat) -> Answering:
    """Let an answer be given whom it is about, as its last argument; where that is nobody, the book answers."""

    @wraps(answer)
    def of_that_seat(asked: Asked, table: Table) -> Reply | None:
        seat = asked.about(table)
        return answer(asked, table, seat) if seat else None

    return of_that_seat


def answerers() -> list[Answerer]:
    """Return the answers with their ways, as registered; ``BadRuleText`` names a line for which there is none."""
    written: dict[str, list[Answerer]] = {name: [] for name in ANSWERS}
    for entry in rulebook().values():
        check_answers(entry)
        for line in entry.at_table:
            written[line.answer].append(Answerer(line.answer, line.ways, entry.id))
    return [answerer for of_answer in written.values() for answerer in of_answer]


def check_answers(entry: RuleEntry) -> None:
    """Raise ``BadRuleText`` for ways of asking that name no registered answer."""
    for line in entry.at_table:
        if line.answer not in ANSWERS:
            raise BadRuleText(f"{line.where}: no answer of the table is called “{line.answer}”.")


def names(kind: str, known: Known) -> None:
    """Register what may stand in a kind of blank: names as people say them, and what each stands for."""
    _NAMES[kind] = known


def reply(table: Table, text: str) -> Reply | None:
    """Return this table's answer, as its viewer may know it; ``None`` if it is a question for the rule book.

    Understanding a question takes longer than answering it: who holds a table's lock calls ``understood`` before.
    """
    meant = understood(text)
    if meant is None:
        return None
    answerer, blanks = meant
    seat = "" if table.viewer == PUBLIC else table.viewer
    if not table.seats:
        return Reply("No game has begun at this table.", (answerer.rule,))
    asked = Asked(seat, **{**blanks, "number": int(blanks.get("number", "0")[:4])})  # type: ignore[arg-type]
    if asked.faction and asked.faction not in table.seats:
        return Reply(
            say("{faction}: nobody plays this faction tonight.", faction=faction_name(asked.faction)), (answerer.rule,)
        )
    answer = ANSWERS[answerer.name](asked, table)
    if answer is None:
        return None
    more = text.strip().lower().startswith(ASKS_MORE) or HOW_MUCH.search(text)
    words = _without_yes(answer.words) if more else answer.words
    return Reply(words, tuple(dict.fromkeys(answer.because)))


def _without_yes(words: str) -> str:
    """Return an answer without a leading yes or no, for a question that asks who, what, how or why."""
    parts = [*words.slots.values()] if isinstance(words, Saying) else []
    rest = together([part for part in parts[1:] if isinstance(part, str)]) if parts and parts[0] in YES_OR_NO else ""
    return rest or words


def understood(text: str) -> tuple[Answerer, dict[str, str]] | None:
    """Return who answers a question, and what stands in its blanks."""
    meant = _ways().read(text) or _ways().read(SECOND.split(text, maxsplit=1)[0])
    if meant and meant[0].card:
        return meant[0], {**meant[1], "card": meant[0].card}
    if meant is None or not meant[0].of:
        return meant
    answerer, blanks = meant
    seat = _by_name().get(blanks["world"].lower(), "") if answerer.of == WORLD else answerer.of
    rest = {kind: value for kind, value in blanks.items() if kind != "world"}
    return (answerer, {**rest, "faction": seat}) if seat else None


def _ways() -> Ways[Answerer]:
    if not _read:
        _read.append(Ways(_all_ways(), known_names(), _ordinary))
    return _read[0]


def known_names() -> dict[str, Mapping[str, str]]:
    """Return what may stand in each kind of blank: names as people say them, and what each stands for."""
    return {"faction": _factions(), **{kind: known() for kind, known in _NAMES.items()}}


def _all_ways() -> Iterator[tuple[str, Answerer]]:
    """Yield all ways, then those that name a faction which is read as a world (Ecaz) or as a word (CHOAM charity)."""
    ways = [(way, answerer) for answerer in answerers() for way in answerer.ways]
    yield from ways
    words = {word.lower() for way, _ in ways for word in re.findall(r"\w+", way)} - {"faction", "world", "card"}
    other = {WORLD: WORLD, **{name: seat for name, seat in _by_name().items() if name in words}}
    cards = {name: card for name, card in known_names().get("card", {}).items() if plain(name) in words}
    for way, answerer in ways:
        if CARD in way:
            yield from ((way.replace(CARD, plain(name)), replace(answerer, card=card)) for name, card in cards.items())
        if FACTION in way and WORLD not in way:
            yield from ((way.replace(FACTION, name), replace(answerer, of=seat)) for name, seat in other.items())


def _by_name() -> dict[str, str]:
    return {name.lower(): seat for name, seat in _factions().items()}


def _factions() -> dict[str, str]:
    """Return every name and nickname of a faction -> its id."""
    heads = {entry.room: entry for entry in rulebook().values() if entry.id.count(".") == 1}
    seats: dict[str, str] = {}
    for seat, faction in FACTIONS.items():
        head = heads.get(f"factions/{seat}")
        said = faction.said or faction.name
        seats |= dict.fromkeys((faction.name, said, said.removeprefix("the "), *(head.names if head else ())), seat)
    return seats


def _ordinary(word: str) -> bool:
    """Return True for an English word that the book has too, if it is no name, and for what means one of its own."""
    lexicon = index().lexicon
    known = lexicon.english(word) > 0 or word in lexicon.words.known
    return (known and stem(word) not in lexicon.proper) or (word in common() and word not in _parts_of_names())


@cache
def _parts_of_names() -> frozenset[str]:
    return frozenset(part for known in known_names().values() for name in known for part in plain(name).split())


class HeldUp(Question[tuple[Objection, ...]], rule="0.01", answer=()):
    """What must be over before this command can be sent from anywhere?"""

    command: Command


def may(command: Command, table: Table, yes: str, because: tuple[str, ...]) -> Reply:
    """Return whether a command would be carried out now: "Yes." with what holds, or "No." in the words of its refusal.

    Where only the phase is another, it is "Not now.", with what will hold then.
    """
    wrong = [*ask(table, HeldUp(command)).value, *command.objections(table)]
    if not wrong:
        return Reply(together(["Yes.", yes]), because)
    always = [objection for objection in wrong if objection.rule != OTHER_PHASE]
    if not always:
        return Reply(together(["Not now.", wrong[0].sentence, yes]), (*because, OTHER_PHASE))
    return Reply(
        together(["No.", *dict.fromkeys(objection.sentence for objection in always)]),
        (*(objection.rule for objection in always), *because),
    )
