"""A program that dies in the middle of an act, over and over; P8 runs it in a process of its own.

Every round a child process opens the table and taps as fast as it can. It reports which taps were answered with 200 and
is killed without warning; then the file is read: what was answered must be there, and the log must fold.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from referee.kernel import PUBLIC
from referee.knowledge.notes import KeepNote
from referee.running.hall import ENDING
from referee.running.journal import FileJournal
from referee.running.sitting import Sitting
from tests.kit import SIX, Evening, Stacked, deck, in_order, set_up

Lives: TypeAlias = Callable[[Evening, int, int], None]


def begin(folder: Path) -> Evening:
    """Set up a table with the first card up, and close it."""
    evening = Evening(folder, dice=Stacked(3, deck("Karama/1")))
    evening.begin(set_up(spice=dict.fromkeys(SIX, 300), B6="off"))
    evening.open_card()
    evening.close()
    return evening


def tap(evening: Evening, n: int, key: str) -> bool:
    """Tap something, secret or public; return True if it was answered with 200."""
    turn = evening.bidding.turn
    sent: list[tuple[str, str, dict[str, Any]]] = [
        ("atreides", "KeepNote", {"text": "n" * (n * 37 % 400 + 1)}),
        ("host", "Warn", {"seat": "emperor"}),
        (turn or "host", "Bid" if turn else "CloseWindow", {"amount": evening.bidding.high + 1}),
        ("host", "Undo", {}),
        ("fremen", "Bribe", {"to": "emperor", "amount": 1}),
    ]
    who, act, fields = sent[n % len(sent)]
    return evening.tap(who, act, key=key, **fields).status_code == 200


def live(evening: Evening, round_: int, say: int) -> None:
    """Open the table and tap for ever, reporting what was answered."""
    evening._open()
    for n in count():
        before, key = evening.rows(), f"round {round_} tap {n}"
        if tap(evening, n, key) and evening.rows() > before:
            os.write(say, f"{key}\n".encode())


def draw(evening: Evening, round_: int, say: int) -> None:
    """Open the table and act for ever while rendering, reporting what was done."""
    sitting = Sitting(FileJournal(evening.folder / f"{evening.table}{ENDING}"))
    sitting.meanwhile = lambda told: burn(200)
    for n in count():
        key = f"round {round_} tap {n}"
        note = KeepNote("atreides", "n" * (n * 37 % 400 + 1))
        if sitting.act(note, "atreides", f"{key}.").done:
            os.write(say, f"{key}\n".encode())


def burn(turns: int) -> None:
    for _ in range(turns):
        pass


def answered(evening: Evening, round_: int, dice: Random, lives: Lives) -> list[str]:
    """Run a child process until it has answered a few taps; kill it and return which."""
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        lives(evening, round_, say)
    os.close(say)
    heard, wanted = b"", dice.randrange(1, 12)
    while heard.count(b"\n") < wanted and (more := os.read(hear, 4096)):
        heard += more
    burn(dice.randrange(2000))  # not always at the same point of the next act
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(hear, 4096):
        heard += more
    os.close(hear)
    return heard.decode().splitlines()


def check(path: Path, said: list[str]) -> Iterator[str]:
    """Yield what is wrong with the file."""
    journal = FileJournal(path)
    rows = journal.rows()
    keys = {row.key.rpartition(".")[0] for row in rows}
    yield from (f"{key} was answered and is lost" for key in said if key not in keys)
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        yield "the rows have gaps"
    if list(Sitting(journal).screen(PUBLIC).seats) != list(SIX):
        yield "the log does not fold"
    journal.close()


def kill(folder: Path, rounds: int, lives: Lives = live) -> dict[str, object]:
    """Kill the program so many times; return how much was answered and what went wrong."""
    evening, said, wrong, dice = begin(folder), 0, [], Random(rounds)
    for round_ in range(rounds):
        heard = answered(evening, round_, dice, lives)
        said += len(heard)
        wrong += list(check(folder / f"{evening.table}{ENDING}", heard))
    return {"rounds": rounds, "answered": said, "wrong": wrong}


def everything(evening: Evening) -> str:
    """Return all that anybody knows."""
    views = evening.sitting.views
    return in_order((views.referee, sorted(views.tables.items())))


def fill(folder: Path, room: int) -> dict[str, object]:
    """Play until the disk is full, or a file would exceed ``room`` bytes; then make room and continue."""
    evening = begin(folder)
    evening._open()
    if room:
        size = max(file.stat().st_size for file in folder.iterdir())
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, resource.RLIM_INFINITY))
    for n in count():
        rows, known = evening.rows(), everything(evening)
        answer = evening.tap("atreides", "KeepNote", text="n" * 400, key=f"k{n}")
        if answer.status_code != 200:
            break
    kept = evening.rows() == rows and everything(evening) == known and len(evening.sitting.acts()) == rows
    page = evening.phones["atreides"].get(f"/t/{evening.table}/me").status_code
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    (folder / "ballast").unlink(missing_ok=True)
    again = evening.tap("atreides", "KeepNote", text="n" * 400, key=f"k{n}").status_code
    evening.close()
    wrong = list(check(folder / f"{evening.table}{ENDING}", [f"k{i}" for i in range(n + 1)]))
    said = {"status": answer.status_code, "sentence": "disk is full" in answer.text, "kept": kept}
    return {"taps": n, **said, "page": page, "again": again, "wrong": wrong}


if __name__ == "__main__":
    what: dict[str, Callable[[Path, int], dict[str, object]]]
    what = {"kill": kill, "draw": partial(kill, lives=draw), "fill": fill}
    print(json.dumps(what[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))))
