"""Lessons as data: ``lesson.md`` beside a faction's rules, and the common moments beside this module.

A moment is a case as ``referee play --json`` reads it, with `expect`: what the answer then holds. The case stands in a
code fence below its heading; the paragraph before it says what to do, the one after it why. The last act by the learner
in the case is theirs to tap, or the one that `tap` counts, from 0 or from behind; what follows is done by the others. A
lesson names in `common` which common moments it takes, and in `numbers` what is its faction's own in them: `@left` of a
common case stands for the number called so. Each `more` is a question for its closing page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from referee.common.factions import FACTIONS
from referee.kernel import Value, say
from referee.rulebook.book import FOLDER, LESSON, RuleEntry, Ruling, rulebook, sentences_of

COMMON = Path(__file__).parent / LESSON
LINE = re.compile(r"^([a-z]+): (.+)$", re.MULTILINE)
FENCE = re.compile(r"```json\n(.*?)```", re.DOTALL)
AT = re.compile(r"@([a-z_]+)")
RULE = re.compile(r"\d+\.\d\d\.\d\d")
BY_KARAMA = re.compile(r"Can \w+ stop\b")
PROGRAM = re.compile(r"\b(referee|phone|screens?|buttons?)\b")


class BadLesson(ValueError):
    """A lesson that cannot be read or laid; its sentence names file and moment."""


class Exercise(Value):
    """One thing to do: its case, the words before and after it, the rule of the reason, and a question of the book."""

    id: str
    title: str
    task: str
    why: str
    rule: str
    asks: str  # the rule whose ruling answers
    question: str
    case: str

    @property
    def answer(self) -> str:
        """Return how the book answers the question, yes or no first; raises ``BadLesson`` if it does not."""
        answer = next((one.answer for one in rulebook()[self.asks].rulings if one.question == self.question), "")
        if not answer.startswith(("Yes", "No")):
            raise BadLesson(f"{self.id}: {self.asks} has no ruling, by yes or no, on {self.question!r}.")
        return answer

    @property
    def yes(self) -> bool:
        return self.answer.startswith("Yes")


class Lesson(Value):
    """What one faction learns: the moments in their order; how many at the end are its own powers.

    `more` are questions of the book that are asked on the closing page, each with its rule before it.
    """

    seat: str
    moments: tuple[Exercise, ...]
    own: int
    more: frozenset[str]

    @property
    def chapter(self) -> str:
        """Return the number of the faction's chapter in the book."""
        return self.moments[-1].rule[:4]


class PowerText(Value):
    """A power of a faction as the book tells it; what is said of the program is left out."""

    rule: str
    title: str
    says: tuple[str, ...]  # paragraphs
    star: bool = False
    advanced: bool = False
    questions: tuple[Ruling, ...] = ()


def powers_of(made: Lesson) -> tuple[PowerText, ...]:
    """Return a faction's leaders and all its powers in the order of the book, those of the advanced game last."""
    book, levels = rulebook(), f"{made.chapter}.00"  # "The basic game uses … to …. The advanced game adds … to …."
    _, _, *added = RULE.findall(book[levels].body)
    head = book[made.chapter]
    own = (one for one in book.values() if one.id.startswith(f"{made.chapter}.") and one.id != levels)
    powers = (_power(one, made, added[0] <= one.id[: len(levels)] <= max(added)) for one in own)
    great = (_power(book[one], made, True) for one in head.see if one.startswith("1.14."))
    leaders = PowerText(head.id, head.title, head.text[1:])
    return (leaders, *sorted((*powers, *great), key=lambda one: one.advanced))


def _power(entry: RuleEntry, made: Lesson, advanced: bool) -> PowerText:
    questions = tuple(one for one in entry.rulings if f"{entry.id} {one.question}" in made.more)
    return PowerText(entry.id, entry.title, _paragraphs(entry), _stopped(entry), advanced, questions)


def _stopped(entry: RuleEntry) -> bool:
    """Return True for a power that Karama can stop; two have no star (4.99.09), but a ruling says so."""
    rulings = (one for one in entry.rulings if BY_KARAMA.match(one.question))
    return bool(entry.star) or any(one.answer.startswith("Yes") for one in rulings)


def _paragraphs(entry: RuleEntry) -> tuple[str, ...]:
    """Return the paragraphs of a rule without those that tell how the program does it, and their lists."""
    said, told = list[str](), True
    for text in entry.text:
        told = told if text.startswith("- ") else not PROGRAM.search(sentences_of(text)[0])
        said += [text] if told else []
    return tuple(said)


def lesson_file(seat: str) -> Path:
    return FOLDER / "factions" / seat / LESSON


@cache
def lesson(seat: str) -> Lesson:
    """Return the lesson of a faction; raises ``BadLesson``, or ``KeyError`` for a faction that has none."""
    if seat not in FACTIONS or not lesson_file(seat).is_file():
        raise KeyError(seat)
    head, parts = _cut(lesson_file(seat))
    plain, common = _cut(COMMON)
    stands = {**_people(seat, dict(LINE.findall(plain))["opponents"].split()), **_numbers(plain), **_numbers(head)}
    rule = stands.get("silent")
    silent = {"act": "command", "command": "StaySilent", "by": stands["me"], "rule": rule}
    stands["silence"] = f"{json.dumps(silent)}," if rule else ""  # of a faction that may speak before the plans
    where = f"{seat}/{LESSON}"
    stock = {one.id: one for one in (_moment(part, stands, LESSON) for part in common)}
    wanted = dict(LINE.findall(head)).get("common", "").split()
    if unknown := [name for name in wanted if name not in stock]:
        raise BadLesson(f"{where}: there is no common moment {unknown[0]!r}.")
    own = tuple(_moment(part, stands, where) for part in parts)
    more = frozenset(asked for name, asked in LINE.findall(head) if name == "more")
    return Lesson(seat, (*(stock[name] for name in wanted), *own), len(own), more)


def learners() -> tuple[str, ...]:
    """Return the factions that have a lesson."""
    return tuple(seat for seat in FACTIONS if lesson_file(seat).is_file())


def case_of(moment: Exercise) -> dict[str, Any]:
    """Return the case of a moment; a hand that it does not tell is empty. Raises ``BadLesson`` where it is no JSON."""
    try:
        made: dict[str, Any] = json.loads(moment.case)
    except ValueError as error:
        raise BadLesson(f"{moment.id}: {error}") from None
    if place := made.get("situation"):
        made["situation"] = {**place, "hand": {**{player: [] for player in place["players"]}, **place.get("hand", {})}}
    return {"rules": "basic", **made}


def words_of_lessons() -> Iterator[tuple[Path, str]]:
    """Yield what a translator has to say: the title, task and reason of each moment, with their file."""
    for file in (COMMON, *map(lesson_file, learners())):
        for part in _cut(file)[1]:
            one = _moment(part, dict.fromkeys(("leader", "foe_leader"), ""), file.name)
            yield from ((file, words) for words in (one.title, getattr(one.task, "pattern", one.task), one.why))


# -- reading ------------------------------------------------------------------------------------------


def _cut(file: Path) -> tuple[str, list[str]]:
    """Return what stands before the first moment of a file, and the moments."""
    head, *parts = file.read_text("utf-8").split("\n## ")
    return head, parts


def _numbers(head: str) -> dict[str, str]:
    return dict(pair.split(" ") for pair in dict(LINE.findall(head)).get("numbers", "").split(", ") if pair)


def _people(seat: str, opponents: Sequence[str]) -> dict[str, str]:
    """Return who sits in the common moments: the learner, two others, and the strongest leader of each."""
    foe, third = [one for one in opponents if one != seat][:2]
    made = {"me": FACTIONS[seat].name, "foe": FACTIONS[foe].name, "third": FACTIONS[third].name}
    for name, one in (("leader", seat), ("foe_leader", foe)):
        made[name] = min(FACTIONS[one].discs("basic").items(), key=lambda disc: (-disc[1], disc[0]))[0]
    return made


def _moment(part: str, stands: Mapping[str, str], where: str) -> Exercise:
    title, _, body = part.partition("\n")
    fence = FENCE.search(body)
    if fence is None:
        raise BadLesson(f"{where}, {title}: a moment needs its case in a fence of json.")
    before, why = body[: fence.start()], " ".join(body[fence.end() :].split())
    said, task = dict(LINE.findall(before)), " ".join(LINE.sub("", before).split())
    asks, _, question = said.get("asks", "").partition(" ")
    needed = {"rule": said.get("rule"), "asks": question, "task": task, "why": why}
    if missing := [name for name, value in needed.items() if not value]:
        raise BadLesson(f"{where}, {title}: {missing[0]!r} is missing.")
    name = said.get("name") or re.sub(r"\W+", "-", title.casefold()).strip("-")
    case = AT.sub(lambda one: stands.get(one[1], one[0]), fence[1])
    return Exercise(name, title, say(task, **stands), why, said["rule"], asks, question, case)
