"""Games until every command of the game was done: each game is chosen for some of those that none has done yet."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.accounts.beginnings import every_command, family
from tests.accounts.players import Table

BESIDES = 6  # so many commands of other families does a game try, too


@dataclass
class Played:
    """What came of one game; ``seed``, ``wanted`` and ``taps`` play it again."""

    seed: int
    wanted: tuple[str, ...]
    rows: int = 0
    acts: int = 0
    drawn: int = 0
    done: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)  # buttons with nothing to choose

    @property
    def again(self) -> str:
        return f"--seed {self.seed} --wanted {','.join(self.wanted) or 'none'}"


def play(seed: int, wanted: tuple[str, ...], taps: int) -> Played:
    """Play one game; a fault of the program or of these players ends it and is written down."""
    made = Played(seed, wanted)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        table = None
        try:
            table = Table(Path(folder), seed, wanted=wanted)
            made.rows = table.play(taps)
            table.screens.all()
            made.wrong = [*table.wrong, *table.screens.wrong]
        except Exception:  # a page or the books raised: the game is played again by its seed
            before, said = (table.wrong, table.said_last) if table else ([], "the beginning")
            made.wrong = [*before, f"after {said}: {traceback.format_exc()}"]
        if table is None:
            return made
        made.acts, made.drawn, made.refused = table.acts, table.screens.drawn, table.refused
        made.done.update({act: n for (act, done), n in table.tapped.items() if done})
        made.kinds = table.books.kinds
        table.close()
    return made


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
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def left(self) -> set[str]:
        return every_command() - {*self.done}

    def next(self) -> tuple[int, tuple[str, ...], int]:
        """Return what the next game is played by."""
        self.seed += 1
        return self.seed - 1, wanted(Random(self.seed), self.left), self.taps

    def note(self, game: Played) -> None:
        self.games += 1
        self.acts, self.rows, self.drawn = self.acts + game.acts, self.rows + game.rows, self.drawn + game.drawn
        self.done, self.kinds = self.done + game.done, self.kinds + game.kinds
        self.wrong += [game] if game.wrong else []
        self.refused = {**{act: f"{words} ({game.again})" for act, words in game.refused.items()}, **self.refused}

    def play(self) -> Iterator[Played]:
        """Play games without end, and yield each when it is over."""
        if self.workers == 1:
            while True:
                game = play(*self.next())
                self.note(game)
                yield game
        with ProcessPoolExecutor(self.workers) as pool:
            going: set[Future[Played]] = {pool.submit(play, *self.next()) for _ in range(self.workers)}
            while True:
                over, going = wait(going, return_when=FIRST_COMPLETED)
                for one in over:
                    self.note(one.result())
                    going.add(pool.submit(play, *self.next()))
                    yield one.result()
