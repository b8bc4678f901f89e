"""Train `referee/rulebook/vectors.bin`; `referee/rulebook/VECTORS.md` says how and from what.

Each word begins with its vector in the source, turned into fewer dimensions. Then words are moved so that each way of
asking lies near the other lines of its answer, and far from those of all others; a moved word costs a little. Words of
English that no line has follow the turn alone.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

try:
    import numpy as np
    import torch
    from torch.nn.functional import embedding_bag, log_softmax, normalize
except ImportError:
    print("Needs numpy and torch; referee/rulebook/VECTORS.md says which.", file=sys.stderr)
    sys.exit(2)

from referee.rulebook.book import Rulebook, RuleEntry, rulebook, sentences_of
from referee.rulebook.index_file import _english
from referee.rulebook.lexicon import CORPUS, RARE_ENGLISH, Lexicon, learn
from referee.rulebook.meaning import NAMED, SIZE, VECTORS, packed
from referee.rulebook.query_words import matter, plain
from tests.tools.search.__main__ import FILES, questions, right

COMMONEST = 20_000
WRITTEN = 100  # dimensions of the source
USUAL = 1e-3  # the share of a text from which a word counts half
UNKNOWN = 0.7  # length of a name before training
STEPS, BATCH, PACE, FORGOTTEN, SHARP, PRICE = 60, 3000, 5e-3, 0.4, 20.0, 1e-3
APART, OF = 26, 256  # the share of questions that are kept apart
TAUGHT, TOLD = Path(__file__).parent / "taught.tsv", Path(__file__).parent / "told.tsv"
LINE = re.compile(rb'"([a-z0-9]+)":\[([-+0-9.,e]+)\]')


class Lines(NamedTuple):
    """Lines as indices of words, and where each begins."""

    words: Any
    begins: Any


class Lessons(NamedTuple):
    """All that is trained on: lines of answers, and questions with the answers that are right for each.

    `answer` is that of each line, `asks` are the lines that ask, `rules` is the rule of each answer; `right` holds for
    each question which answers are.
    """

    lines: Lines
    answer: Any
    asks: Any
    rules: Any
    asked: Lines
    right: Any
    words: list[str]


class Taught(NamedTuple):
    """A question, and the rules that answer it, each with the numbers of those answers, from 0."""

    text: str
    answers: dict[str, frozenset[int]]


def apart(text: str) -> bool:
    """Whether a question is kept apart, to judge by what was not trained on."""
    return sha256(text.encode()).digest()[0] % OF < APART


def without_some(book: Rulebook) -> Rulebook:
    """The book without the ways of asking that are kept apart."""

    def left(entry: RuleEntry) -> RuleEntry:
        asked = [(way, span) for way, span in entry.led() if not apart(way)]
        rulings = [replace(one, ways=tuple(way for way in one.ways if not apart(way))) for one in entry.rulings]
        ways, spans = tuple(way for way, _ in asked), tuple(span for _, span in asked)
        return replace(entry, asked_as=ways, spans=spans, rulings=tuple(rulings))

    return Rulebook([left(entry) for entry in book.values()])


def taught(book: Rulebook, file: Path = TAUGHT) -> list[Taught]:
    """Questions with what answers each, as `1.03.01:2-3` or `1.03.01:R1`."""
    known = {f"{entry.id}:{where}": (entry.id, at) for entry in book.values() for where, at in where_of(entry).items()}

    def read(line: str) -> Taught:
        answers, text = line.split("\t")
        told = [known[one] for one in answers.split() if one in known]
        return Taught(text, {id: frozenset(at for other, at in told if other == id) for id, _ in told})

    return [one for one in map(read, file.read_text("utf-8").splitlines()[1:]) if one.answers]


def where_of(entry: RuleEntry) -> dict[str, int]:
    """Where the answers of a rule stand -> their numbers."""
    spans = entry.answered()
    names = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    names += [f"R{place}" for place in range(1, len(entry.rulings) + 1)]
    return {name: at for at, name in enumerate(names)}


def trained(source: Path, book: Rulebook, asked: list[Taught]) -> tuple[list[str], Any]:
    """The words of the file and their vectors, as whole numbers, from the lines of a book and from questions."""
    torch.manual_seed(0)
    often = dict(_english())
    lexicon = learn([*book.values()], lambda word: often.get(word, 0))
    common = sorted(often, key=lambda word: -often[word])
    lessons = _lessons(book, lexicon, asked)
    words = lessons.words
    found = dict(_read(source.read_bytes(), {*words, *common}))
    units = {word: np.array(one) / np.linalg.norm(one) for word, one in found.items()}
    mean = np.mean([*units.values()], axis=0)
    vectors = {word: torch.tensor(one - mean, dtype=torch.float32) for word, one in units.items()}
    known = [word for word in common if word in found][:COMMONEST]
    _, _, directions = torch.linalg.svd(torch.stack([vectors[word] for word in known]), full_matrices=False)
    first = torch.stack([vectors.get(word, _drawn(word)) for word in words])
    heft = torch.tensor([UNKNOWN if word.startswith(NAMED) else _heft(often, word) for word in words])
    turn = directions[:SIZE].T.clone().requires_grad_()
    moved, louder = torch.zeros(len(words), SIZE, requires_grad=True), torch.zeros(len(words), requires_grad=True)
    steps = torch.optim.Adam([{"params": [turn], "lr": PACE / 3}, {"params": [moved, louder], "lr": PACE}])
    for _ in range(STEPS):
        table = (first @ turn + moved) * (heft * louder.exp())[:, None]
        price = PRICE * (100 * (moved**2).sum(1).mean() + 10 * (louder**2).mean())
        steps.zero_grad()
        (_loss(table, lessons) + price).backward()
        steps.step()
    with torch.no_grad():
        own = (first @ turn + moved) * (heft * louder.exp())[:, None]
        others = [word for word in known if word not in set(words)]
        rest = torch.stack([vectors[word] * _heft(often, word) for word in others]) @ turn
        kept = [at for at, word in enumerate(words) if word.startswith(NAMED) or word in vectors]
        whole = torch.cat([own[kept], rest]).numpy()
    scale = 127 / np.quantile(np.abs(whole), 0.9999)
    named = [*(words[at] for at in kept), *others]
    order = sorted(range(len(named)), key=named.__getitem__)
    return [named[at] for at in order], np.clip(np.round(scale * whole[order]), -127, 127).astype(np.int8)


def _loss(table: Any, told: Lessons) -> Any:
    """How far questions, with some words forgotten, are from the centre of their answer's other lines."""
    whole = _bag(table, told.lines)
    centres = torch.zeros(len(told.rules), SIZE).index_add(0, told.answer, whole)
    every = normalize(centres, dim=1, eps=1e-6).T
    some = told.asks[torch.randperm(len(told.asks))[:BATCH]]
    heard, own = _bag(table, told.lines, FORGOTTEN)[some], told.answer[some]
    others = normalize(centres[own] - whole[some], dim=1, eps=1e-6)
    likely = log_softmax(SHARP * (heard @ every).scatter(1, own[:, None], (heard * others).sum(1)[:, None]), dim=1)
    lost = likely.gather(1, own[:, None]).mean() + _together(likely, told.rules[None, :] == told.rules[own][:, None])
    few = torch.randperm(len(told.right))[:BATCH]
    likely = log_softmax(SHARP * _bag(table, told.asked, FORGOTTEN)[few] @ every, dim=1)
    right = told.right[few]
    rules = (right.float() @ _one_hot(told.rules)).bool()[:, told.rules]
    return -(lost + _together(likely, right) + _together(likely, rules))


def _one_hot(rules: Any) -> Any:
    return torch.nn.functional.one_hot(rules).float()


def _together(likely: Any, right: Any) -> Any:
    return torch.logsumexp(likely.masked_fill(~right, -1e9), dim=1).mean()


def _bag(table: Any, lines: Lines, forgotten: float = 0.0) -> Any:
    kept = (torch.rand(len(lines.words)) >= forgotten).float()
    total = embedding_bag(lines.words, table, lines.begins, mode="sum", per_sample_weights=kept)
    return normalize(total, dim=1, eps=1e-6)


def _lessons(book: Rulebook, lexicon: Lexicon, asked: list[Taught]) -> Lessons:
    words = dict[str, int]()

    def read(lines: list[list[tuple[str, str]]]) -> Lines:
        found = [
            [NAMED + form if form in lexicon.proper else word for form, word in dict(one).items()] for one in lines
        ]
        begins = [0, *accumulate(map(len, found))][:-1]
        return Lines(
            torch.tensor([words.setdefault(word, len(words)) for line in found for word in line]), torch.tensor(begins)
        )

    told, answer, asks, rules, first = list[str](), list[int](), list[int](), list[int](), dict[str, int]()
    for at, entry in enumerate(book.values()):
        first[entry.id] = len(rules)
        for place, one in enumerate(entry.answers):
            questions = (*one.ways, *(() if place else (entry.title, *entry.names[:1])))
            lines = [*questions, *sentences_of(one.told)[one.ruled :]]
            asks += range(len(told), len(told) + len(questions))
            told += lines
            answer += [len(rules)] * len(lines)
            rules.append(at)
    right = torch.zeros(len(asked), len(rules), dtype=torch.bool)
    for row, question in enumerate(asked):
        for id, answers in question.answers.items():
            right[row, [first[id] + at for at in answers]] = True
    heard = [[(word.stem, word.said) for word in lexicon.read(matter(plain(one.text)))] for one in asked]
    return Lessons(
        read([lexicon.spelled(line) for line in told]),
        torch.tensor(answer),
        torch.tensor(asks),
        torch.tensor(rules),
        read(heard),
        right,
        [*words],
    )


def _heft(often: dict[str, int], word: str) -> float:
    """Common words are short, so that a line's vector is a plain sum."""
    return USUAL / (USUAL + often.get(word, RARE_ENGLISH) / CORPUS)


def _drawn(word: str) -> Any:
    """The first vector of a word that the source lacks: nothing, or for a name a direction of its own."""
    if not word.startswith(NAMED):
        return torch.zeros(WRITTEN)
    seed = int.from_bytes(sha256(word.encode()).digest()[:4], "big")
    return normalize(torch.randn(WRITTEN, generator=torch.Generator().manual_seed(seed)), dim=0) * UNKNOWN


def _read(source: bytes, wanted: Iterable[str]) -> Iterator[tuple[str, list[float]]]:
    """Yield words with their vectors; the source has two numbers more in each line."""
    for line in LINE.finditer(source):
        if (word := line[1].decode()) in wanted:
            yield word, json.loads(b"[" + line[2] + b"]")[:WRITTEN]


def write(words: list[str], vectors: Any, file: Path) -> None:
    file.write_bytes("\n".join(words).encode() + b"\n\n" + b"".join(map(packed, vectors.tolist())))


def looked_at(book: Rulebook) -> list[Taught]:
    """Questions of the sets that may be looked at, with the rules that answer each; of those that `told.tsv` does not
    tell, all answers of a rule."""
    told = {one.text: one.answers for one in taught(book, TOLD)}
    asked = [one for file in FILES for one in questions(file) if one.half != "unseen" and one.ids]
    every = {id: frozenset(range(len(entry.answers))) for id, entry in book.items()}
    found = list[Taught]()
    for one in asked:
        rules = {id: answers for id, answers in every.items() if right(one, id)}
        exact = told.get(one.text)
        found.append(Taught(one.text, rules if exact is None else dict.fromkeys(rules, frozenset()) | exact))
    return found


def main(source: str) -> None:
    book = rulebook()
    words, vectors = trained(Path(source), book, [*taught(book), *looked_at(book)])
    write(words, vectors, VECTORS)
    print(f"{len(words)} words, {VECTORS.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
