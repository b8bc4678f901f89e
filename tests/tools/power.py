"""What a power cut may leave of a table's files: ``python -m tests.tools.power [states] [seed]``.

A whole evening that was kept is written anew, act by act, and its files are copied before and after each step that
writes: an act, the note that a table is open, a checkpoint, the end. Between two copies a cut is drawn as SQLite's
documents describe it (sqlite.org/atomiccommit.html, sqlite.org/psow.html): of what was not synced each sector of 512
bytes is old, new or empty, a file has its old or its new length, and what was truncated or removed may be back. What a
step syncs before it writes the next file is there: the ``-wal`` before an act is acknowledged and before ``-last`` is
written, the table's own file before the ``-wal`` is emptied. ``-shm`` is never made.

A disk that honours syncs must leave a table that opens at the last acknowledged act, or one act later. A disk that lies
may leave each file of another moment: then a table opens at an act that was acknowledged, no earlier than its own files
say, or a sentence says how many are missing. Printed is how many states were tried, and each that did neither.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from referee.running.acts import JournalAct
from referee.running.journal import FileJournal, JournalError, read
from referee.running.last_act import ENDINGS, beside
from tests.journals.kept import unpacked

SECTOR: Final = 512  # bytes: what a disk writes whole
EVENING: Final = "evening_advanced"
CHECKPOINT_EACH: Final = 12  # acts: a phase of an evening
STATES: Final = 2000

Files = dict[str, bytes | None]  # by ending


class Step(NamedTuple):
    """The files before and after a step, what kind it is, and how many acts were acknowledged before and after."""

    kind: str  # act | note | checkpoint | end
    before: Files
    after: Files
    least: int
    most: int


class Recorded(FileJournal):
    """A journal whose files are copied before and after each step."""

    def __init__(self, path: Path) -> None:
        self.steps: list[Step] = []
        self.acts = 0
        super().__init__(path)
        self.last = files_of(path)

    def step(self, kind: str, *, more: int = 0) -> None:
        now = files_of(self.path)
        if now != self.last:
            self.steps.append(Step(kind, self.last, now, self.acts, self.acts + more))
        self.last, self.acts = now, self.acts + more

    def append(self, act: JournalAct, change: object = None) -> None:
        super().append(act)
        self.step("act", more=1)

    def _note(self, value: str) -> None:
        self.step("opened")
        super()._note(value)
        self.step("note")

    def _checkpoint(self) -> None:
        super()._checkpoint()
        self.step("checkpoint")

    def close(self) -> None:
        super().close()
        self.step("end")


def files_of(path: Path) -> Files:
    places = {ending: beside(path, ending) for ending in ENDINGS}
    return {ending: place.read_bytes() if place.exists() else None for ending, place in places.items()}


def record(folder: Path, acts: int = sys.maxsize) -> list[Step]:
    """Write a kept evening, or its first acts, into a new file, and return its steps."""
    journal = Recorded(folder / "evening.referee")
    for number, act in enumerate(read(unpacked(EVENING, folder))[:acts], 1):
        journal.append(act)
        if number % CHECKPOINT_EACH == 0:
            journal._checkpoint()
    journal.close()
    return journal.steps


def torn(before: bytes | None, after: bytes | None, chance: Random) -> bytes | None:
    """Return a file of which some sectors are old, some new, and some that were not there are empty."""
    if before is None and after is None:
        return None
    old, new = before or b"", after or b""
    short, long = sorted((len(old), len(new)))
    length = chance.choice((short, long, chance.randint(short, long)))
    made = bytearray()
    for at in range(0, length, SECTOR):
        sectors = [part for part in (old[at : at + SECTOR], new[at : at + SECTOR]) if part]
        sector = chance.choice([*sectors, bytes(SECTOR)] if at >= len(old) else sectors)
        made += sector.ljust(SECTOR, b"\0")
    return bytes(made[:length])


def cut(step: Step, chance: Random) -> Files:
    """Return files as a power cut during this step may leave them on a disk that honours syncs."""
    before, after, files = step.before, step.after, dict(step.before)
    if step.kind in {"act", "note"}:  # first the -wal is synced, then -last is written
        synced = chance.random() < 0.3
        files["-wal"] = after["-wal"] if synced else torn(before["-wal"], after["-wal"], chance)
        if synced:
            files["-last"] = chance.choice((before["-last"], after["-last"]))
    elif step.kind == "opened":
        files["-last"] = after["-last"]
    else:  # first the table's own file is synced, then the -wal is emptied, then -last is removed
        synced = chance.random() < 0.5
        files[""] = after[""] if synced else torn(before[""], after[""], chance)
        if synced:
            files["-wal"] = chance.choice((before["-wal"], after["-wal"], b""))
            files["-last"] = chance.choice((before["-last"], after["-last"]))
    return files


def lied(steps: list[Step], chance: Random) -> tuple[Files, int]:
    """Return files of which each is of another moment, as a disk that lies may leave them, and the acts at the last."""
    moments = sorted(chance.sample(range(len(steps)), 2))
    first, last = steps[moments[0]], steps[moments[1]]
    return {ending: chance.choice((first.after, last.after))[ending] for ending in ENDINGS}, last.most


def opened(folder: Path, files: Files) -> int | str:
    """Return how many acts a table of these files opens with, or the sentence that it does not open with."""
    path = folder / "cut.referee"
    for ending, content in files.items():
        place = beside(path, ending)
        place.unlink(missing_ok=True)
        if content is not None:
            place.write_bytes(content)
    try:
        journal = FileJournal(path)
    except JournalError as error:
        return str(error)
    try:
        return len(journal.rows())
    except JournalError as error:
        return str(error)
    finally:
        journal.close()


def wrong(folder: Path, steps: list[Step], states: int, seed: int) -> Iterator[str]:
    """Yield a sentence for each state that loses acts in silence, or that a disk which honours syncs must not leave."""
    chance = Random(seed)
    for number in range(states):
        step = chance.choice(steps)
        if number % 2:
            found = opened(folder, cut(step, chance))
            if not isinstance(found, int) or not step.least <= found <= step.most:
                yield f"State {number}, {step.kind} after act {step.least}: {found}"
        else:
            files, most = lied(steps, chance)
            found = opened(folder, files)
            said = int((files["-last"] or b"0").split()[0])
            if isinstance(found, int) and not said <= found <= most:
                yield f"State {number}, files of different moments, {said} acts noted: {found} in silence"


def main(states: int, seed: int) -> int:
    """Try states and print what came of them; return how many were wrong."""
    with TemporaryDirectory() as folder:
        steps = record(Path(folder))
        found = list(wrong(Path(folder), steps, states, seed))
    print("\n".join(found) or "None lost an act in silence, and none that honours syncs was refused.")
    print(f"{states} states of {len(steps)} steps, {steps[-1].most} acts: {len(found)} wrong")
    return len(found)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    sys.exit(min(1, main(*(*given, *(STATES, 1)[len(given) :]))))
