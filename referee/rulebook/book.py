"""The rule book as data: every numbered rule of the game, in plain sentences.

The text is in the `.md` beside each module, so that a chapter and its code are read side by side: a `## <id> <title>`
heading for each rule, a few `key: value` lines under it, then paragraphs; lines that begin with `>` are
examples, rulings and notes. This module only parses that; it knows no rule, faction or card.

Ids are stable: screens link them, verdicts cite them, tests are named by them. So an unknown id is an error, never an
empty page, and two rules with one id raise when the book is loaded.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, repeat
from pathlib import Path
from typing import Literal, NamedTuple, get_args

Star = Literal["", "before", "after", "both"]
Karama = Literal["cancel", "prevent"]
FOLDER, LESSON = Path(__file__).parent.parent, "lesson.md"  # no rule text, nor is README
MARKS, LABELS = ("code", "table", "social", "heading"), ("example", "ruling")
ASKED, FIRST = "asked as", (1, 1)
KEYS = ("marks", "star", "overrides", "overridden by", "see", "option", ASKED, "names", "because", "of")

_HEADING = re.compile(r"^##\s+(\d+(?:\.\d+)*)\s+(\S.*?)\s*$")
_HEADER = re.compile(r"^([a-z][a-z ]*?)( [1-9]\d?(?:-[1-9]\d?)?)?\s*:\s*(.*?)\s*$")
_AT_TABLE = re.compile(rf"^{ASKED} ([a-z][^:|]*?)\s*:\s*(.*?)\s*$")
_BAR = re.compile(r"\|(?![^\[]*\])")  # between two phrases; in brackets it stands between what may be left out
_STARS: dict[str, Star] = {star: star for star in get_args(Star)}
_KARAMA: dict[Star, Karama] = {"after": "cancel", "before": "prevent", "both": "prevent"}


class UnknownRule(KeyError):
    """There is no rule with this id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"There is no rule {id} in this book. Look for it by a word instead.")

    def __str__(self) -> str:
        return str(self.args[0])


class BadRuleText(ValueError):
    """A rule text cannot be parsed."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that people ask, and its answer: yes or no first, the rules it follows from last.

    `ways` are other ways of asking it, written before the question: `> Ruling: first bid | who opens? Atreides.`
    """

    question: str
    answer: str
    ways: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        return f"{self.question} {self.answer}"


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """What answers: one sentence of a rule, a few together, or a ruling; and the ways of asking for it."""

    told: str
    ways: tuple[str, ...] = ()
    ruled: bool = False


class HeaderLine(NamedTuple):
    """A `key: value` line under a heading, what an `asked as` names (sentences or an answer), and where it stands."""

    key: str
    span: tuple[int, int]
    value: str
    where: str
    answer: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        return _phrases(self.value)


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One numbered rule: what happens, what overrides it, and how people ask about it.

    All `names` are synonyms of the first of them. `because` words what the rule did in a case: the first line whose
    blanks the case can fill. A translation says `of` which English text it is one. Each way of `asked_as` is answered
    by the sentences `spans` (first and last, from 1), by the first one where it has none: `asked as 2-3: who opens`.
    Those `at_table` are no matter of the book: an answer of the table as it stands is registered for them.
    """

    id: str
    title: str
    text: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    marks: tuple[str, ...] = ("table",)
    star: Star = ""
    overrides: tuple[str, ...] = ()
    overridden_by: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    option: str = ""
    asked_as: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    at_table: tuple[HeaderLine, ...] = ()
    names: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    room: str = ""
    of: str = ""
    where: str = field(default="", compare=False)  # the file and line of its heading

    @property
    def karama(self) -> Karama | None:
        """What Karama can do to this power: cancel it when used, prevent it beforehand, or nothing."""
        return _KARAMA.get(self.star)

    @property
    def opens(self) -> bool:
        """True for the introduction of a part of the book, as 1.04.00 introduces 1.04."""
        return self.id.endswith(".00") and "heading" in self.marks

    @property
    def options(self) -> tuple[str, ...]:
        """The table options that change this rule, or that it defines."""
        return tuple(re.findall(r"\w+", self.option))

    @property
    def asked(self) -> tuple[str, ...]:
        """The questions that have a ruling here, in every way of asking."""
        return tuple(asked for ruling in self.rulings for asked in (ruling.question, *ruling.ways))

    @property
    def ruled(self) -> tuple[str, ...]:
        return tuple(ruling.answer for ruling in self.rulings)

    @property
    def sentences(self) -> list[str]:
        return [sentence for text in self.text for sentence in sentences_of(text)]

    def led(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Each way of asking, with the sentences that answer it."""
        return zip(self.asked_as, chain(self.spans, repeat(FIRST)), strict=False)

    def told(self, span: tuple[int, int]) -> str:
        """The sentences from the first to the last of a span."""
        return " ".join(self.sentences[span[0] - 1 : span[1]])

    def answered(self) -> list[tuple[int, int]]:
        """The spans of sentences that are an answer: those that are asked for, and each other sentence."""
        spans = {span for _, span in self.led()}
        asked = {place for first, last in spans for place in range(first, last + 1)}
        return sorted(spans | {(place, place) for place in range(1, len(self.sentences) + 1) if place not in asked})

    @property
    def answers(self) -> tuple[RuleAnswer, ...]:
        """Everything that this rule answers, in its order: its sentences, then its rulings."""
        ways: dict[tuple[int, int], tuple[str, ...]] = dict.fromkeys(self.answered(), ())
        for way, span in self.led():
            ways[span] = (*ways[span], way)
        sentences = self.sentences
        return (
            *(RuleAnswer(" ".join(sentences[first - 1 : last]), asked) for (first, last), asked in ways.items()),
            *(RuleAnswer(ruling.told, (ruling.question, *ruling.ways), ruled=True) for ruling in self.rulings),
        )

    @property
    def body(self) -> str:
        """The whole rule as one text."""
        return "\n\n".join(self.text)


def sentences_of(text: str) -> list[str]:
    return re.split(r"(?<=[.;?!])(?<!\bDr\.)(?<!\bRep\.) +|\n(?:- )?", text.removeprefix("- "))


def number(id: str) -> tuple[int, ...]:
    """Sort key of a rule id: 1.04.06.02 comes before 1.04.10."""
    return tuple(int(part) for part in id.split("."))


def next_free(id: str, taken: Iterable[str]) -> str:
    """Return the number after the last that is taken beside this one: 4.91.18 where 4.91.17 is the last of 4.91."""
    above, _, last = id.rpartition(".")
    beside = [other.rpartition(".")[2] for other in taken if other.rpartition(".")[0] == above]
    following = str(max(map(int, beside), default=0) + 1).zfill(len(last))
    return f"{above}.{following}" if above else following


class Rulebook(Mapping[str, RuleEntry]):
    """All rules by id, in the order of the book."""

    def __init__(self, entries: Iterable[RuleEntry]) -> None:
        self._entries: dict[str, RuleEntry] = {}
        entries = sorted(entries, key=lambda entry: number(entry.id))
        for entry in entries:
            if twin := self._entries.get(entry.id):
                free = next_free(entry.id, {other.id for other in entries})
                raise BadRuleText(f"{entry.where}: rule {entry.id} stands in {twin.where} already. {free} is free.")
            self._entries[entry.id] = entry

    def __getitem__(self, id: str) -> RuleEntry:
        try:
            return self._entries[id]
        except KeyError:
            raise UnknownRule(id) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id: object) -> bool:
        return id in self._entries

    def parent(self, id: str) -> RuleEntry | None:
        """The nearest rule above this one."""
        parts = id.split(".")
        above = (".".join(parts[:depth]) for depth in range(len(parts) - 1, 0, -1))
        return next((self._entries[up] for up in above if up in self._entries), None)

    def children(self, id: str) -> list[RuleEntry]:
        """The rules directly below this one, in order."""
        above = self[id]
        return [entry for entry in self._entries.values() if self.parent(entry.id) is above]

    def neighbours(self, id: str) -> list[RuleEntry]:
        """Related rules: those it refers to, then the ones before and after it."""
        near = dict.fromkeys(self[id].see)
        if up := self.parent(id):
            family = [entry.id for entry in self.children(up.id)]
            place = family.index(id)
            near.update(dict.fromkeys([*family[max(0, place - 1) : place], *family[place + 1 : place + 2], up.id]))
        shown = dict.fromkeys(self.shown(other).id for other in near if other in self._entries)
        return [self._entries[other] for other in shown if other != id]

    def shown(self, id: str) -> RuleEntry:
        """The entry as people read it: an introduction is part of the entry above it."""
        entry, above = self[id], self.parent(id)
        if entry.opens and above:
            return self.shown(above.id)
        opening = self._entries.get(f"{id}.00")
        if opening is None or not opening.opens:
            return entry
        text, rulings = (*entry.text, *opening.text), (*entry.rulings, *opening.rulings)
        return replace(entry, text=text, rulings=rulings, notes=(*entry.notes, *opening.notes))


_added: list[RuleEntry] = []


def add_texts(entries: Iterable[RuleEntry]) -> None:
    """Add the house rules of a group."""
    _added.extend(entries)
    rulebook.cache_clear()


@cache
def rulebook() -> Rulebook:
    """The book of this program, loaded once."""
    return load(FOLDER, _added)


def load(folder: Path, added: Iterable[RuleEntry] = ()) -> Rulebook:
    """Load every rule text below a folder; ``BadRuleText`` names the line that cannot be parsed."""
    return Rulebook(_both_sides([*entries_in(folder, ""), *added]))


def entries_in(folder: Path, code: str, spaced: Callable[[str], str] = str) -> Iterator[RuleEntry]:
    """Yield the rules of all files in English, "", or of those in another language, as `storm.de.md`.

    ``spaced`` returns a file's text with the spaces of that language.
    """
    for file in sorted(folder.rglob(f"*.{code}.md" if code else "*.md")):
        if file.stem.isupper() or file.stem.count(".") != bool(code) or (file.name, folder) == (LESSON, FOLDER):
            continue
        room = _room(file.with_suffix("") if code else file, folder)
        yield from read_room(spaced(file.read_text("utf-8")), room, file.relative_to(folder).as_posix())


def _both_sides(entries: list[RuleEntry]) -> Iterator[RuleEntry]:
    """Yield the rules with ``overridden_by`` completed from the ``overrides`` of other rules."""
    pairs = [(beaten, entry.id) for entry in entries for beaten in entry.overrides]
    for entry in entries:
        above = dict.fromkeys((*entry.overridden_by, *(id for beaten, id in pairs if beaten == entry.id)))
        yield replace(entry, overridden_by=tuple(above)) if len(above) > len(entry.overridden_by) else entry


def _room(file: Path, folder: Path) -> str:
    place = file.relative_to(folder).with_suffix("")
    whole_package = len(place.parts) > 2 and place.name == place.parent.name
    return (place.parent if whole_package else place).as_posix()


def read_room(text: str, room: str, file: str = "") -> list[RuleEntry]:
    """Parse one file of rule text; ``BadRuleText`` names the file, else that of the room, and the line."""
    chunks: list[tuple[int, list[str]]] = []
    for place, line in enumerate(text.splitlines(), start=1):
        if line.startswith("## "):
            chunks.append((place, [line]))
        elif chunks:
            chunks[-1][1].append(line)
    return [_entry(lines, file or f"{room}.md", place, room) for place, lines in chunks]


def _entry(lines: list[str], file: str, place: int, room: str) -> RuleEntry:
    where, heading = f"{file}, line {place}", _HEADING.match(lines[0])
    if not heading:
        raise BadRuleText(f"{where}: a heading needs a rule number and a title.")
    header = [*_header(lines[1:], file, place + 1)]
    text, quoted = _paragraphs(lines[1 + len(header) :])
    values = {key: " | ".join(line.value for line in header if line.key == key) for key in KEYS}
    asked = {way: line.span for line in header if line.key == ASKED and not line.answer for way in line.ways}
    entry = RuleEntry(
        heading[1],
        heading[2],
        text,
        tuple(quote for label, quote in quoted if label == "example"),
        tuple(quote for label, quote in quoted if not label),
        tuple(_ruling(quote, where) for label, quote in quoted if label == "ruling"),
        marks=_ids(values["marks"]) or ("table",),
        star=_STARS[values["star"]],
        overrides=_ids(values["overrides"]),
        overridden_by=_ids(values["overridden by"]),
        see=_ids(values["see"]),
        option=values["option"],
        asked_as=tuple(asked),
        spans=tuple(asked.values()),
        at_table=tuple(line for line in header if line.answer),
        names=_phrases(values["names"]),
        because=_phrases(values["because"]),
        room=room,
        of=values["of"],
        where=where,
    )
    there = max(1, len(entry.sentences))
    beyond = next((line for line in header if line.span[1] > there), None)
    if beyond and not entry.of:  # a translation counts the English ones
        raise BadRuleText(f"{beyond.where}: “asked as {beyond.span[1]}”, but the last sentence is {there}.")
    return entry


def _header(lines: list[str], file: str, first: int) -> Iterator[HeaderLine]:
    """Yield the `key: value` lines under a heading; those of one key are read as one."""
    before: set[str] = set()
    for place, line in enumerate(lines, start=first):
        where = f"{file}, line {place}"
        if at_table := _AT_TABLE.match(line):
            yield HeaderLine(ASKED, FIRST, at_table[2], where, at_table[1])
            continue
        if not (match := _HEADER.match(line)):
            return
        key, span, value = match[1], match[2] or "", match[3]
        if key not in KEYS or (span and key != ASKED):
            raise BadRuleText(f"{where}: nothing is called “{key}{span}” in a rule text. There are {', '.join(KEYS)}.")
        if key == "marks" and (not (marks := set(_ids(value))) or marks - set(MARKS)):
            raise BadRuleText(f"{where}: marks are code, table, social or heading, not “{value}”.")
        if key == "star" and (value not in _STARS or key in before):
            raise BadRuleText(f"{where}: a star stands before, after or both, not “{value}”.")
        before.add(key)
        of, _, to = span.strip().partition("-")
        yield HeaderLine(key, (int(of or 1), int(to or of or 1)), value, where)


def _ids(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"[\w.]+", value)))


def _phrases(value: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in _BAR.split(value) if phrase.strip())


def _paragraphs(lines: list[str]) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    """Split a rule's body into text and labelled quotes: examples, rulings and notes."""
    text: list[str] = []
    quoted: list[tuple[str, str]] = []
    for block in re.split(r"\n\s*\n", "\n".join(lines)):
        quotes = block.lstrip().startswith(">")
        words = re.sub(r"(?m)^\s*>\s?", "", block) if quotes else block
        words = re.sub(r"\s*\n(?!\s*- )\s*", " ", words.strip())  # list items stay lines
        label, _, rest = words.partition(": ")
        if quotes and words:
            quoted.append((label.lower(), rest) if label.lower() in LABELS else ("", words))
        elif words:
            text.append(words)
    return tuple(text), quoted


def _ruling(quote: str, where: str) -> Ruling:
    question, mark, answer = quote.partition("? ")
    if not mark or not answer:
        raise BadRuleText(f"{where}: a ruling is a question and its answer: “May I bid? No.”")
    *ways, question = (way.strip(" ") for way in question.split(" | "))
    return Ruling(f"{question}?", answer, tuple(ways))
