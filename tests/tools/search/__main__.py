"""Measure the rules search by where the questions come from: `python -m tests.tools.search`.

- `public.tsv`: questions of strangers, shortened to one sentence. `faq` stands in published answers to questions and
  lists of clarifications, `forum` was typed into issue trackers, blogs and comments, `recalled` is what such lists
  ask in the words of somebody who had read them.
- `dictated.tsv`: names as a machine wrote them down. `captions` are mishearings that stand in automatic captions of
  videos about the game, `made` are others of the kind.
- `table.tsv`: what people ask at a table, written down before any of it was asked. `first` plays for the first time,
  `lawyer` argues, `dictated` speaks to a phone, `german` mixes in German, `two` types two words, `program` asks about
  the program itself; `found` is shortened from issue trackers and lists of clarifications, `none` is off the book.
- `strangers.tsv`: questions of strangers again, each reworded as one sentence, collected before the answers about the
  table. `reddit` are two threads of a board about the game, `tracker` the issues of a program for it, `report` accounts
  of evenings, tournament rules and summaries of factions, `apps` what people ask in issue trackers of other programs
  for tables: how to take back a move, come back, watch.
- `asked.tsv`: questions of strangers in their own words, shortened to one sentence, with the address of each. `tracker`
  are the issues of a program for this game, `reddit` threads of its board, `notes` a programmer's list of what is
  missing, `meetup` and `report` accounts and aids of groups; `apps` stands in trackers of other programs for tables;
  `none` no rule answers. `4.04*` are all rules below that number.
- `posted.tsv`: a further 166 of strangers, collected and labelled before the code that they judge, in their words or
  shortened to one sentence. `tracker` is the program for this game again, `apps` are trackers of other programs,
  `reddit` threads, `list` published clarifications, `report` reviews, aids and accounts; `none` no rule answers.
- `rules_asked.tsv`: a further 120 of strangers, about the rules alone, collected and labelled before anybody saw how
  they are answered. `bot` is what those who run games by messages with a program had to settle, `program` the same of
  another, each change put as the question that it answers, in their words; `list` are published clarifications.
- `outside.tsv`: a further 117 of strangers, collected and labelled from the rule texts alone before any was asked.
  `faq` stands in the rule book of another program's makers, `notes` are what makers of four others wrote down as open,
  `bot` what one that is run by messages had to settle, `tracker` issues and history of the program for this game,
  `list` a published clarification, `apps` issue trackers of other programs for tables; `none` no rule answers.
- `heard.tsv`: a further 194, collected and labelled while the answers of rules were sorted to sentences, by somebody
  who saw neither; `answer` says in a few words what a full answer says. About half are put as questions from what was
  written down otherwise: `bot` and `tracker` are histories and issues of programs for this game, `report` accounts and
  aids, `faq` a published list, `apps` issue trackers of other programs for tables; `none` no rule answers.
- `gathered.tsv`: a further 265 of strangers, collected and labelled before the code that they judge by two who saw
  neither the lookup nor how rules are asked for; `answer` says in a few words what a full answer says. `report`,
  `list`, `faq` and `forum` are accounts, tournament rules, help pages and threads, `notes`, `tracker` and `bot` are
  comments, tests, issues and histories of programs for this game, `apps` help pages, threads and issues of other
  programs for tables; `none` no rule answers.
- `midnight.tsv`: 130 written down from memory of the game, before any rule text was opened, as eight people would type
  them at a table; the source says who. Labelled afterwards from the rule texts.
- `live.tsv`: what people ask in the middle of a turn, by what it is about, at the table of `in_the_middle`.
- `none.tsv`: what no rule answers. `other` is about other games and everyday life, and should be told apart from this
  game altogether; `imperium` is another game in the same world and `lore` the novels and films, and should find
  nothing sure.
- `known.tsv`: questions written for this project. All of them were looked at while the texts and the search were made.
- `told.tsv`: which answers of a rule answer each question that may be looked at, read by four who saw no lookup.
- `taught.tsv`: written to train the word vectors (`vectors.py`): 10,800 each for one answer, 3,000 as players
  would ask, with all answers that are right; nothing is measured by them.

Every question but the known ones falls by its hash into one of two halves. The half `tuning` was looked at, its misses
too (`--misses`); of the half `unseen` only totals were read, at the end, and of `table` its answers after the last
change. A half that is read often is no longer unseen, so its figures are printed only for `--unseen "why"`, and each
time is written into `readings.tsv`. The texts have rulings on what the lists of `faq` and `recalled` ask, in both
halves, as they should; so only `forum`, `dictated` and `table` are quite unseen. `first` and `three` are the shares
with a right rule first and among three, `sure` is the share answered without "Not sure". `--set` reads one set alone.
`--times` prints the processor time of a question and nothing else.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import NamedTuple

from referee.board.forces_counted import KeepCount
from referee.kernel import Table
from referee.offers.answers import reply
from referee.phases.bidding.auction import DealRow
from referee.rulebook.book import rulebook
from referee.rulebook.search import Found, ask, index
from tests.kit import LiveTable

SEED = "arrakis 2026"
FILES = (
    "public",
    "dictated",
    "table",
    "strangers",
    "asked",
    "posted",
    "rules_asked",
    "outside",
    "heard",
    "gathered",
    "midnight",
    "none",
    "known",
)
WITH_ANSWER = ("heard", "gathered", "midnight")  # sets that say in a last column what a full answer says
TIMED = 200
READINGS = Path(__file__).parent / "readings.tsv"


class Question(NamedTuple):
    """One question, where it comes from, and the rules that answer it: none if no rule does."""

    file: str
    source: str
    ids: frozenset[str]
    text: str

    @property
    def half(self) -> str:
        """Which half it falls into: `tuning` may be looked at, `unseen` not."""
        if self.file == "known":
            return "looked at"
        return "tuning" if sha256(f"{SEED}:{self.text}".encode()).digest()[0] % 2 else "unseen"


@cache
def questions(file: str) -> list[Question]:
    lines = (Path(__file__).parent / f"{file}.tsv").read_text("utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    asked = -2 if file in WITH_ANSWER else -1
    return [
        Question(file, row[0], frozenset(row[1].split(",")) - {"-"} if len(row) > 2 else frozenset(), row[asked])
        for row in rows
    ]


@cache
def answered(text: str) -> Found:
    return ask(text)


def found_at(question: Question, depth: int) -> bool:
    """Whether one of the right rules is among the first answers; for one without answer, that nothing is sure."""
    found = answered(question.text)
    if not question.ids:
        return not found.sure
    return any(right(question, hit.entry.id) for hit in found.hits[:depth])


def right(question: Question, id: str) -> bool:
    """Whether a rule answers; what the referee does in one case of 4.97.02 has a number of its own below it."""
    below = any(id.startswith(whole[:-1]) for whole in question.ids if whole.endswith("*"))
    return below or id in question.ids or (id.startswith("4.97") and id.rpartition(".")[0] in question.ids)


def sure_but_another(asked: Iterable[Question]) -> float:
    """The share of sure answers whose first rule is another."""
    sure = [question for question in asked if answered(question.text).sure]
    return sum(not found_at(question, 1) for question in sure) / (len(sure) or 1)


def told_off(asked: Iterable[Question]) -> int:
    """How many get no rule at all."""
    return sum(not answered(question.text).hits for question in asked)


def share(asked: Iterable[Question], depth: int) -> float:
    """The share of questions answered within the first so many answers."""
    right = [found_at(question, depth) for question in asked]
    return sum(right) / len(right) if right else 0.0


def main(arguments: list[str]) -> None:
    if "--times" in arguments:
        _times([question for file in FILES[:-1] for question in questions(file) if question.half == "tuning"])
        return
    begun = perf_counter()
    index()
    print(f"{len(rulebook())} rules, index opened in {perf_counter() - begun:.2f} s")
    halves: tuple[str, ...] = ("tuning", "looked at")
    files = _chosen(arguments)
    if "--unseen" in arguments:
        halves = ("unseen",)
        print(f"the unseen halves are read, reading {_noted(arguments, files)}")
    asked = [question for file in files for question in questions(file) if question.half in halves]
    groups: dict[tuple[str, str, str], list[Question]] = defaultdict(list)
    for question in asked:
        groups[question.half, question.file, question.source].append(question)
        groups[question.half, question.file, "all"].append(question)
        groups[question.half, "~", "all with a rule" if question.ids else "all without"].append(question)
    for half in halves:
        print(f"\n{half:30}     first three  sure, but another; told off")
        for (_, file, source), group in sorted(row for row in groups.items() if row[0][0] == half):
            print(_row(f"{file} {source}", group))
    if files == FILES:
        _live(halves)
    _times(asked)
    if "--misses" in arguments:
        _misses([question for question in asked if question.half == "tuning"])


def _chosen(arguments: list[str]) -> tuple[str, ...]:
    """Return the set that is asked for, else all."""
    if "--set" not in arguments:
        return FILES
    name = " ".join(arguments[arguments.index("--set") + 1 :][:1])
    if name not in FILES:
        sys.exit(f"choose a set: --set {' or '.join(FILES)}")
    return (name,)


def _noted(arguments: list[str], files: Iterable[str]) -> int:
    """Write down why the unseen halves are read; return how often they have been with this."""
    why = " ".join(arguments[arguments.index("--unseen") + 1 :][:1])
    if not why or why.startswith("-"):
        sys.exit('say why the unseen halves are read: --unseen "..."')
    with READINGS.open("a", encoding="utf-8") as kept:
        kept.write(f"{','.join(file for file in files if file != 'known')}\t{' '.join(why.split())}\n")
    return len(READINGS.read_text("utf-8").splitlines()) - 1


def _row(name: str, asked: list[Question]) -> str:
    answerable = [question for question in asked if question.ids]
    sure = sum(answered(question.text).sure for question in asked) / len(asked)
    if not answerable:
        kept = sum(answered(question.text).about_dune for question in asked) / len(asked)
        return f"{name:24} {len(asked):4}  none sure {1 - sure:.2f}, told from this game {1 - kept:.2f}"
    shares = f"{share(answerable, 1):7.2f} {share(answerable, 3):5.2f} {sure:5.2f} {sure_but_another(answerable):12.2f}"
    return f"{name:24} {len(asked):4} {shares} {told_off(answerable):9}"


def in_the_middle() -> Iterator[Table]:
    """Yield tables in an auction, a shipment and a revival, as one of the players knows them."""
    for phase in ("bidding", "shipment", "revival"):
        table = LiveTable(B7="off", turn=2, allies="fremen emperor").do(KeepCount(), phase)
        yield (table.do(DealRow()) if phase == "bidding" else table).screen("fremen")


def _live(halves: Iterable[str]) -> None:
    """Print how often the table itself answers, and whether one of the right rules is the first it names."""
    tables = list(in_the_middle())
    print("\nin the middle of a turn: answered by the table, by the right rule, by it or a rule beside it")
    for half in halves:
        asked = [question for question in questions("live") if question.half == half]
        said = [(one, told) for one in asked for table in tables if (told := reply(table, one.text))]
        if asked:
            first = sum(right(one, told.because[0]) for one, told in said)
            near = sum(any(right(one, id) for id in told.because) for one, told in said)
            many = len(asked) * len(tables)
            print(f"{half:24} {len(asked):4} {len(said) / many:7.2f} {first / many:5.2f} {near / many:5.2f}")


def _times(asked: list[Question]) -> None:
    """Print the processor time of two hundred questions of strangers, with a yardstick before and after."""
    ask("a first question opens the index")
    timed = [partial(ask, question.text) for question in asked[:: max(1, len(asked) // TIMED)][:TIMED]]
    before, times, after = _milliseconds(_yardstick), list(map(_milliseconds, timed)), _milliseconds(_yardstick)
    slow = sorted(times)[int(len(times) * 0.99)]
    print(f"\na question takes {median(times):.2f} ms of processor time, the slowest hundredth {slow:.2f} ms")
    print(f"the sum of 200,000 numbers took {before:.2f} ms before and {after:.2f} ms after")


def _milliseconds(run: Callable[[], object]) -> float:
    begun = thread_time()
    run()
    return 1000 * (thread_time() - begun)


def _yardstick() -> int:
    return sum(range(200_000))


def _misses(asked: list[Question]) -> None:
    for question in asked:
        found = answered(question.text)
        if found_at(question, 1) and (found.sure or not question.ids):
            continue
        far = "near" if found_at(question, 3) else "FAR "
        print(f"{'    ' if found_at(question, 1) else far} {'' if found.sure else '(not sure) '}{question.text}")
        got = ", ".join(f"{hit.entry.id} {hit.score:.2f}" for hit in found.hits)
        print(f"       wants {' '.join(sorted(question.ids)) or 'nothing'}; got {got}")


if __name__ == "__main__":
    main(sys.argv[1:])
