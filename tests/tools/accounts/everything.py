"""Games until every command of the game was done: each game is chosen for some of those that none has done yet."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.tools.accounts.beginnings import every_command, family
from tests.tools.accounts.players import Table
from tests.tools.accounts.scenes import Scene, scenes, with_a_scene

BESIDES = 6  # so many commands of other families does a game try, too
TABLES = 8  # so many are laid for one command until it is done
AFTER_IT = 25  # taps after a command for which the table was laid


@dataclass(frozen=True)
class Chosen:
    """What a game is played by: its seed, the wanted commands, how many taps; ``scene`` if a table is laid for one."""

    seed: int
    wanted: tuple[str, ...]
    taps: int
    scene: bool = False
    until: float = inf
    sparing: bool = False  # few pages are drawn

    @property
    def again(self) -> str:
        if self.scene:
            return f"--seed {self.seed} --scene {self.wanted[0]}"
        sparing = " --sparing" if self.sparing else ""
        return f"--seed {self.seed} --wanted {','.join(self.wanted) or 'none'}{sparing}"


@dataclass
class Played:
    """What came of one game."""

    chosen: Chosen
    why_not: str = ""  # the wanted command was not done on a table laid for it
    rows: int = 0
    acts: int = 0
    drawn: int = 0
    done: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def take(self, table: Table) -> None:
        """Add what was done on a table, and close it."""
        self.rows += table.books.last
        self.acts, self.drawn = self.acts + table.acts, self.drawn + table.screens.drawn
        self.done.update({act: n for (act, done), n in table.tapped.items() if done})
        self.kinds = self.kinds + table.books.kinds
        table.close()


def play(chosen: Chosen) -> Played:
    """Play one game, or for a scene one on each table until it is done; a fault ends it and is written down."""
    made = Played(chosen, why_not="no scene" if chosen.scene else "")
    try:
        for scene in _tables(chosen):
            with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                _play(made, Path(folder), scene)
            if made.wrong or not made.why_not:
                break
    except Exception:  # the cases cannot be read, or a table cannot be laid
        made.wrong.append(f"while a table was laid: {traceback.format_exc()}")
    return made


def _tables(chosen: Chosen) -> Iterator[Scene | None]:
    if not chosen.scene:
        yield None
        return
    yield from islice(scenes(Random(chosen.seed), chosen.wanted[0]), TABLES)


def _play(made: Played, folder: Path, scene: Scene | None) -> None:
    table, chosen = None, made.chosen
    try:
        how: dict[str, Any] = {"until": chosen.until, "sparing": chosen.sparing}
        table = Table(folder, chosen.seed, wanted=chosen.wanted, scene=scene, **how)
        missed = table.open_scene()
        table.play(0 if scene and missed else AFTER_IT if scene else chosen.taps)
        made.why_not = missed if scene else ""
        if not chosen.sparing:
            table.screens.all()
        made.wrong = [*table.wrong, *table.screens.wrong]
    except Exception:  # a page or the books raised: the game is played again by its seed
        before, said = (table.wrong, table.said_last) if table else ([], "the beginning")
        made.wrong = [*before, f"after {said}: {traceback.format_exc()}"]
    if table:
        made.take(table)


def wanted(dice: Random, left: Collection[str]) -> tuple[str, ...]:
    """Return what a game shall try of what is left: one command with those that stand beside it, and some others."""
    if not left:
        return ()
    one = dice.choice(sorted(left))
    near = {act for act in left if family(act) == family(one)}
    return tuple(sorted(near | {*dice.sample(sorted(left), min(BESIDES, len(left)))}))


@dataclass
class Run:
    """All games of a run, one after another or side by side."""

    seed: int
    taps: int = 300
    workers: int = 1
    games: int = 0
    acts: int = 0
    rows: int = 0
    drawn: int = 0
    done: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[Played] = field(default_factory=list)
    why_not: dict[str, str] = field(default_factory=dict)  # what was not done on a table laid for it
    swept: set[str] = field(default_factory=set)
    sweeping: bool = True
    until: float = inf
    sparing: bool = False  # once every command was tried on a table laid for it

    @property
    def left(self) -> set[str]:
        return every_command() - {*self.done}

    def next(self) -> Chosen:
        """Return what the next game is played by: one command on a table laid for it, while there are such."""
        self.seed += 1
        fresh = sorted(self.left & with_a_scene() - self.swept) if self.sweeping else []
        if fresh:
            self.swept.add(fresh[0])
            return Chosen(self.seed - 1, (fresh[0],), self.taps, scene=True, until=self.until)
        focus = wanted(Random(self.seed), self.left)
        return Chosen(self.seed - 1, focus, self.taps, until=self.until, sparing=self.sparing)

    def note(self, game: Played) -> None:
        self.games += 1
        self.acts, self.rows, self.drawn = self.acts + game.acts, self.rows + game.rows, self.drawn + game.drawn
        self.done, self.kinds = self.done + game.done, self.kinds + game.kinds
        self.wrong += [game] if game.wrong else []
        if game.why_not:
            self.why_not[game.chosen.wanted[0]] = game.why_not

    def play(self) -> Iterator[Played]:
        """Play games without end, and yield each when it is over."""
        if self.workers == 1:
            while True:
                game = play(self.next())
                self.note(game)
                yield game
        with ProcessPoolExecutor(self.workers) as pool:
            going: set[Future[Played]] = {pool.submit(play, self.next()) for _ in range(self.workers)}
            while True:
                over, going = wait(going, return_when=FIRST_COMPLETED)
                for one in over:
                    self.note(one.result())
                    going.add(pool.submit(play, self.next()))
                    yield one.result()
