"""A second faction answers every question that only one answers today, and all sentences stay whole.

Questions with a number, a yes or no, or a word that may be missing are answered by a made-up power. Cases that ask them
are answered again and pages rendered again: no line may lack a name or a word.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

import referee.web.factory  # noqa: F401
from referee.common.turn import PHASES
from referee.kernel import BANK, Answer, Question, Table, rulings
from referee.kernel.speakers import Place
from referee.running.sitting import Sitting
from referee.turn.next_phase import GoTo
from tests.contract.all_cases import all_answered, answer_of
from tests.kit import Evening, set_up

RULE = "2.88.01"
SECOND = Place((2, 88, 1), (0,), {})
TIMES = int(os.environ.get("REFEREE_SECOND", "6"))  # of all cases or pages that ask a question
HOLE = re.compile(
    r"  |^ | $|\b(None|True|False)\b|\(\s*\)|(^| )[,.;:!?]( |$)|[{}]|\+-|“”|(^| )['’]s\b"
    r"|[Cc]annot (settle|play) this|<class|\bobject at\b"
)
Scene = Callable[[], list[str]]
Scenes = defaultdict[type, list[tuple[Scene, set[str]]]]


def sentences(said: Any) -> Iterator[str]:
    """Yield every sentence in an answer."""
    if isinstance(said, dict):
        for key, value in said.items():
            if isinstance(value, str) and key in {"sentence", "why", "waits_for"}:
                yield value
            yield from sentences(value)
    elif isinstance(said, list):
        for one in said:
            yield from sentences(one)


def lines(page: str) -> list[str]:
    """Return the text of a page, each block in one piece."""
    shown = re.sub(r"(?s)<(script|style|svg|head|select|datalist)\b.*?</\1>|<!--.*?-->", "\n", page)
    inline = re.sub(r"</?(?:b|i|em|strong|span|a|small|abbr|mark)\b[^>]*>", "", shown)
    texts = re.sub(r"<[^>]*>", "\0", inline).split("\0")
    return [" ".join(text.split()) for text in texts if text.strip()]


def pages(evening: Evening) -> Iterator[Scene]:
    """Yield functions that render a page, and return its sentences."""
    for phase in PHASES:
        table = evening.set_table(set_up(("emperor", "ixian", "atreides"), allies=(("emperor", "ixian"),)))
        for seat in ("emperor", "ixian"):
            evening.seat(seat, evening.phones.get(seat))
        evening.sitting.act(GoTo(phase), "public")
        for viewer, path in (
            ("host", ""),
            ("emperor", "me"),
            ("emperor", "me/secret?tab=home"),
            ("ixian", "me/secret?tab=home"),
        ):
            yield partial(drawn, evening, viewer, f"/t/{table}/{path}", evening.sitting)


def answered(answer: Callable[[str], Any], line: str) -> list[str]:
    return list(sentences(answer(line)))


def drawn(evening: Evening, viewer: str, path: str, sitting: Sitting) -> list[str]:
    for table in sitting.views.tables.values():
        table.memo = {}
    answer = evening.who(viewer).get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return lines(answer.text)


def otherwise(question: Question[Any], table: Table, so_far: Any) -> Any:
    """Answer differently from the rulings before."""
    if isinstance(so_far, bool):
        return not so_far
    if isinstance(so_far, int):
        return so_far + 1
    if isinstance(so_far, str) and so_far in {"", BANK, *table.seats}:
        return list(table.seats)[-1] if so_far else "Something"
    return None


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenes]:
    """The scenes that ask each question, with their defects without a second faction."""
    evening = Evening(tmp_path_factory.mktemp("hall"))
    evening.steer()
    found, now, plain = Scenes(list), set[type](), rulings._answer
    for case in all_answered().cases:
        before = defects(sentences(case.answer))
        for kind in case.kinds:
            found[kind].append((partial(answered, answer_of(case.file), case.line), before))

    def note(table: Table, question: Question[Any], **how: Any) -> Answer[Any]:
        now.add(type(question))
        return plain(table, question, **how)

    with patch.object(rulings, "_answer", note):
        for scene in pages(evening):
            now.clear()
            before = holes(scene)
            for kind in now:
                found[kind].append((scene, before))
    yield found
    evening.close()


def holes(scene: Scene) -> set[str]:
    return defects(scene())


def defects(texts: Iterable[str]) -> set[str]:
    return {text for text in texts if HOLE.search(text)}


def kinds() -> list[type[Question[Any]]]:
    """Return the questions of the program; tests make some of their own."""
    own = (kind for kind in rulings._answers if kind.__module__.startswith("referee."))
    return sorted(own, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_all_that_is_said_is_whole_where_a_second_faction_answers(kind: type[Question[Any]], asking: Scenes) -> None:
    page = [*rulings._answers[kind], (SECOND, RULE, otherwise)]
    every = asking[kind]
    with patch.dict(rulings._answers, {kind: sorted(page, key=lambda one: one[0][:2])}):
        some = every[:: max(1, len(every) // TIMES)][:TIMES]
        found = {hole for scene, before in some for hole in holes(scene) - before}
    assert not found
