"""What no page offers, asked of two games that differ in what the asker may not know: both must answer alike.

A game is played at random; in its twin all is turned that a phone, or the table screen, may not know. Then that screen
sends commands of any kind with any words, for others too, and asks the table for what it is refused. As long as both
games told it the same it must get the same answer, byte for byte.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Command
from referee.phases.mentat.open_shields import opened
from referee.running.dice import Dice
from referee.web.fairness.prove import PLACE, Copy, copy_of, flipped
from referee.web.http.credentials import HOST
from tests.kit import SCREEN, Meddlers
from tests.promises.test_p01_non_interference import program
from tests.tools.attack.pair import difference
from tests.tools.attack.rows import Row, Scale
from tests.tools.attack.server import Answer, heard

SENT = 60  # to one pair of games at the most
OFTEN = 0.3  # so often is the table asked, or does it allow
HEADERS = {"Accept": "text/html", "Origin": f"http://{PLACE}", **SCREEN}


def forged_in_pairs(scale: Scale) -> Iterable[Row]:
    """Send every command there is from phones and the table screen to pairs of games that differ in secrets."""
    sent = seed = 0
    wrong = list[str]()
    while sent < scale.forged:
        for number, fault in enumerate(_games(seed := seed + 1), 1):
            sent += 1
            wrong += [f"--seed {seed} [{number}]: {fault}"] if fault else []
    words = f"{len(wrong)} answered in two ways, in {seed} games"
    yield Row("commands no page offers, in pairs of games", f"{sent:,}", words, not wrong, tuple(wrong))


def _games(seed: int) -> Iterator[str]:
    """Yield for each command sent to a pair what differed, mostly nothing."""
    dice = Random(seed)
    seats = dice.sample(sorted(FACTIONS), dice.randint(3, 7))
    players = Meddlers(seed, seats, dice.choice(["basic", "advanced", "advanced"]))
    players.play(turns=dice.randint(1, 3), presses=12)
    rows, at = players.sitting.rows(), players.sitting.now()
    for viewer in (dice.choice(seats), HOST):
        fold = PUBLIC if viewer == HOST else viewer
        other = flipped(rows, lambda to, fold=fold: fold not in to)  # type: ignore[misc]
        with copy_of(program, "t", rows, at) as one, copy_of(program, "t", other, at) as two:
            for copy in (one, two):  # chance is the same in both, and in the next run
                sitting: Any = copy.program.sitting(copy.table)
                sitting._dice = Dice(seed)
            for n in range(SENT):
                seat = dice.choice(seats) if viewer == HOST else viewer
                words = {"key": f"k{n}", **_form(players.any_command(seat))}
                words |= {"for": seat} if viewer == HOST and dice.random() < 0.5 else {}
                words |= {dice.choice(["waive", "ask"]): "1"} if dice.random() < OFTEN else {}
                (mine, told), (theirs, also) = (_sent(copy, viewer, fold, words) for copy in (one, two))
                if bool(told) != bool(also):
                    yield f"{viewer}: {words} was accepted in one game alone: {told or also}"
                elif told == also and mine != theirs:
                    yield f"{viewer} is sent two things: {words}: {difference(mine, theirs)}"
                yield ""
                if told != also or opened(one.program.sitting(one.table).screen(PUBLIC)):
                    break  # the rules have opened a secret
    players.sitting.journal.close()


def _form(command: Command) -> dict[str, str]:
    """Return the fields of a command as a form would send them."""
    said = {one.name: getattr(command, one.name) for one in dataclasses.fields(command)}
    plain = {name: value for name, value in said.items() if isinstance(value, (str, int, float))}
    words = {name: "1" if value is True else "" if value is False else str(value) for name, value in plain.items()}
    return {"act": type(command).__name__, **words}


def _sent(copy: Copy, viewer: str, fold: str, words: dict[str, str]) -> tuple[Answer, list[str]]:
    """Send a form; return the answer, and what this viewer heard of it."""
    sitting: Any = copy.program.sitting(copy.table)
    before = sitting.last()
    path = f"/t/{copy.table}/" if viewer == HOST else f"/t/{copy.table}/me"
    got = copy.browsers[viewer].post(path, data=words, base_url=f"http://{PLACE}", headers=HEADERS)
    told = heard([act for act in sitting.rows() if act.number > before], fold)
    return Answer(got.status_code, tuple(got.headers), got.data), told
