"""Pairs of games that differ in one secret, in lockstep of two servers, by the players of ``tests.tools.accounts``.

Every other game begins one act before a command that no pair has done yet, the others on a table with a kind of secret
that lay in no pair, as it lies before a command or after it. The secret is one that lies there already, of a
kind that was seldom tried; else what a player says in an envelope next, or something that a player does in secret in
one of the games alone. In the end some pages of every viewer are drawn in both, those that were drawn least. The second
accountant audits the first game. ``python -m tests.tools.attack lockstep --seconds 3600`` goes on until every command
was done, or so long.
"""

from __future__ import annotations

import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import median
from tempfile import mkdtemp
from time import monotonic
from typing import Any
from urllib.parse import quote_plus

from referee.kernel import PUBLIC, REFEREE, Event, Whisper, kinds_below, read_command
from referee.kernel.carry_out import carry_out
from referee.kernel.events import types_of
from referee.powers.karama_windows import announced_first
from referee.running.acts import JournalAct, fold_acts
from tests.kit import ROOT, Evening, Loaded
from tests.tools.accounts.beginnings import Beginning, every_command
from tests.tools.accounts.players import Table
from tests.tools.accounts.scenes import Scene, scenes, with_a_scene
from tests.tools.attack.faults import each_once
from tests.tools.attack.pair import Counts, Pair, is_secret
from tests.tools.attack.rows import Row, Scale
from tests.tools.attack.server import TONGUES, Other, read_languages

SECRETLY = 0.35  # so often is something done in secret in one game alone before a tap, until a secret differs
ASKED = 0.4  # so often is a question asked after a tap
TAPS, FEW = 12, 4  # of a game that begins before a command, and of one that begins after it
TOLD = 10  # pairs
PAGES = 2  # of each viewer at the end of a pair
TABLES = 3  # so many are laid for one command
UNLIKELY = 5.0  # standard deviations of a rank test
SLOWER = 0.02  # of a page's time


@cache
def questions(tongue: str) -> tuple[str, ...]:
    """Return what people ask in this language about a table."""
    name = "live" if tongue == "en" else tongue
    lines = (ROOT / "tests/tools/search" / f"{name}.tsv").read_text("utf-8").splitlines()
    return tuple(line.split("\t")[-1] for line in lines[1:])


@cache
def sealed_kinds() -> frozenset[str]:
    """Return every kind of event that can hold something back."""
    return frozenset(
        one.__name__
        for one in kinds_below(Event)
        if issubclass(one, Whisper) or any("Sealed" in str(hint) for hint in types_of(one).values())
    )


class InLockstep(Table):
    """Random players whose every request goes to two servers."""

    evening: Pair

    def __init__(self, *args: Any, lead: Callable[[Pair], Pair], **more: Any) -> None:
        self.leads, self.asked = lead, 0
        super().__init__(*args, **more)

    def served(self, folder: Path, begun: Beginning) -> Evening:
        return self.leads(Pair(folder, dice=begun.dice))

    def send(self, who: str, form: Any, words: dict[str, str]) -> bool:
        self.evening.pressed = form
        return super().send(who, form, words)

    def somebody(self) -> None:
        pair = self.evening
        if pair.ripe and self.dice.random() < SECRETLY:
            pair.secretly([*self.screens.pressable()])
        super().somebody()
        if self.dice.random() < ASKED:
            self.question()
        self.until = 0 if pair.over else self.until

    def seldom_drawn(self, whole: bool) -> None:
        """Draw every page of every viewer, or some of each that were drawn least in all pairs."""
        if whole:
            self.screens.all()
            return
        drawn = self.evening.counts.pages
        for viewer in self.screens.viewers:
            rest = sorted(self.screens.rest(viewer), key=lambda path: drawn[f"{viewer} /{path}"])
            for path in rest[:PAGES] if monotonic() < self.until else ():  # a proof alone takes seconds
                self.screens.draw(viewer, path)

    def question(self) -> None:
        viewers = self.screens.viewers
        viewer = self.dice.choice(viewers)
        tongue = TONGUES[viewers.index(viewer) % len(TONGUES)]
        words = quote_plus(self.dice.choice(questions(tongue)))
        page = "rules" if viewer not in self.evening.phones else "me/rules"
        self.evening.who(viewer).get(f"/t/{self.evening.table}/{page}?q={words}")
        self.asked += 1


@dataclass
class Lockstep:
    """A run of pairs and what it has covered."""

    seed: int = 1
    plant: str = ""
    whole: bool = False  # every page of every viewer is drawn at the end of each pair
    tongues: bool = True
    seats: tuple[str, ...] = ()  # who plays, in games without a scene
    only: tuple[str, ...] = ()  # play these alone
    counts: Counts = field(default_factory=Counts)
    pairs: int = 0
    rows: int = 0
    acts: int = 0
    asked: int = 0
    done: Counter[str] = field(default_factory=Counter)
    secrets: Counter[str] = field(default_factory=Counter)  # by kind of event
    stayed: Counter[str] = field(default_factory=Counter)
    opened: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    swept: set[str] = field(default_factory=set)
    tables: Iterator[Scene] | None = None  # with a kind of secret that lay in no pair

    @property
    def left(self) -> set[str]:
        return every_command() - {*self.done}

    def play(self, seconds: float, pairs: float = inf, other: Other | None = None) -> Iterator[None]:
        """Play pair after pair until all commands were done, so many seconds are over, or so many were played."""
        own, other = other is None, other or Other()
        try:
            if self.tongues:
                other.send("read")
                read_languages()
                other.receive()
            until = monotonic() + seconds
            while self.pairs < pairs and monotonic() < until and self.left:
                self._pair(other, Random(self.seed), until)
                self.seed += 1
                yield
        finally:
            if own:
                other.close()

    def _with_new_secrets(self, dice: Random) -> Iterator[Scene]:
        """Yield tables with a kind of secret that lay in no pair, the same one again as long as it has another."""
        for act in sorted(with_a_scene(), key=lambda one: dice.random()):
            for found in islice(scenes(dice, act, cases=False), TABLES):
                for laid in (found, *after(found)):
                    kinds, before = secrets_of(laid), frozenset[str]()
                    while (new := kinds - {*self.secrets}) and new != before:
                        before = new
                        yield laid

    def _scene(self, dice: Random) -> Scene | None:
        """Return a table for a secret or a command that was in no pair, ``None`` where no more are laid."""
        if not self.only and self.pairs % 2 == 0:
            self.tables = self.tables or self._with_new_secrets(Random(self.seed))
            if found := next(self.tables, None):
                return found
        for act in self.only or sorted(sorted(self.left - self.swept), key=lambda one: dice.random()):
            self.swept.add(act)
            if laid := [*islice(scenes(dice, act, cases=False), TABLES)]:
                return dice.choice(laid)
        return None

    def _pair(self, other: Other, dice: Random, until: float) -> None:
        folder, table, scene = Path(mkdtemp(prefix="first--")), None, None if self.seats else self._scene(dice)
        pair: Pair | None = None
        found = list[str]()

        def lead(made: Pair) -> Pair:
            nonlocal pair
            pair = made.lead(other, Random(self.seed), self.counts, self.secrets, self.plant)
            return pair

        try:
            act = scene.act if scene else ""
            wanted = (act,) if act else tuple(sorted(self.left))[:9]
            table = InLockstep(folder, self.seed, self.seats, wanted=wanted, scene=scene, until=until, lead=lead)
            if act and not table.evening.over:
                table.open_scene()
            table.play((TAPS if act else FEW) if scene or self.seats else 4 * TAPS)
            if not table.evening.wrong:
                table.seldom_drawn(self.whole)
            found += [*table.evening.wrong, *table.wrong, *table.screens.wrong]
            self._note(table, table.evening)
        except Exception:
            found += [*(pair.wrong if pair else []), traceback.format_exc()]
        finally:
            said = table.said_last.replace("]", ")") if table else "the beginning"
            differ = sorted(pair.kinds) if pair else []
            begun = f" for {scene.act or 'a secret'}" if scene else ""
            again = f"--seed {self.seed} [a game{begun}, after {said}; {', '.join(differ) or 'nothing'} differed]"
            self.wrong += [f"{again}: {words}" for words in found]
            self.pairs += 1
            if table:
                table.close()
            elif pair:
                pair.close()
            shutil.rmtree(folder, ignore_errors=True)

    def _note(self, table: InLockstep, pair: Pair) -> None:
        self.rows, self.acts, self.asked = (
            self.rows + table.books.last,
            self.acts + table.acts,
            self.asked + table.asked,
        )
        self.done.update({act: n for (act, done), n in table.tapped.items() if done})
        self.secrets.update(pair.kinds)
        (self.opened if pair.over else self.stayed).update(pair.kinds)


def secrets_of(scene: Scene) -> frozenset[str]:
    """Return the kinds of event that hide something on a table."""
    return frozenset(type(event).__name__ for act in scene.acts for event in act if is_secret(event))


def after(scene: Scene) -> Iterator[Scene]:
    """Yield a table as it lies once its command was given, if more is hidden then."""
    with suppress(Exception):
        table = fold_acts([JournalAct(n, 0, PUBLIC, "", act) for n, act in enumerate(scene.acts, 1)], REFEREE)
        command = announced_first(read_command(scene.act, {**scene.said}), table)
        acts = (*scene.acts, tuple(carry_out(command, table, Loaded(1, ()), ())))
        made = replace(scene, acts=acts, act="", said={})
        if secrets_of(made) - secrets_of(scene):
            yield made


def rank_test(first: list[float], second: list[float]) -> float:
    """Return by how many standard deviations the ranks of two samples differ (Mann and Whitney)."""
    n, m = len(first), len(second)
    if not n or not m:
        return 0.0
    ranked = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    ranks = sum(place for place, (_, of) in enumerate(ranked, 1) if of == 1)
    return float((ranks - m * (n + m + 1) / 2) / sqrt(n * m * (n + m + 1) / 12))


def rows(run: Lockstep) -> Iterator[Row]:
    """Yield what a run of pairs has found."""
    counts, wrong = run.counts, run.wrong
    kinds = {one.removesuffix(" alone") for one in run.secrets}
    places = each_once(wrong)
    done = len(every_command()) - len(run.left)
    said = f"{len(wrong)} faults in {len(places)} places, {run.secrets.total()} secrets of {len(kinds)} kinds, {done}"
    yield Row(
        "pairs in lockstep of two servers",
        f"{run.pairs:,}",
        f"{said} of {len(every_command())} commands",
        not wrong,
        tuple(places),
    )
    hidden = f"{len({*run.stayed})} stayed hidden, {len({*run.opened})} came into the open, of {len(sealed_kinds())}"
    yield Row("kinds of event that differed in an envelope", f"{len(kinds)}", hidden, bool(kinds))
    said = f"{counts.news:,} messages, {counts.octets / 1e6:.0f} MB, {run.asked} questions, {len(counts.pages)} pages"
    yield Row("answers compared with their twin", f"{counts.requests:,}", said, counts.requests > 0)
    z, gap = rank_test(counts.alike, counts.other), _shift(counts.alike, counts.other)
    held = abs(z) < UNLIKELY or abs(gap) < SLOWER
    words = f"ranks differ by {abs(z):.1f} standard deviations, the middle by {gap:.1%}"
    yield Row("time of answers while a secret differs", f"{len(counts.other):,}", words, held)


def _shift(first: list[float], second: list[float]) -> float:
    return 2 * (median(second) - median(first)) if first and second else 0.0


def lockstep(scale: Scale) -> Iterable[Row]:
    """Play pairs of games that differ in one secret; compare all that is sent."""
    run, told = Lockstep(scale.seed), 0
    for _ in run.play(scale.lockstep):
        for fault in (places := each_once(run.wrong))[told:]:
            print(f"FOUND {fault}", file=sys.stderr, flush=True)
        told = len(places)
        if run.pairs % TOLD == 0:
            print(f"{run.pairs} pairs, {run.secrets.total()} secrets, {len(run.left)} commands left", file=sys.stderr)
    yield from rows(run)
