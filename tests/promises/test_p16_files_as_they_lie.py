r"""P16: the files of a table that is open, was killed or is closed: what is missing, flipped or cut off is named.

Mutants (``python -m tests.promises.mutants 16`` tries them):
referee/running/last_act.py: `if head is not None and head.number > here:` -> `if False:` (lost)
referee/running/last_act.py: `    if (note == OPEN or (was_open and not here)) and second is None:`
    -> `    if False:` (lost)
referee/running/last_act.py: `chains[head.number] != head.chain` -> `False` (another_game)
referee/running/last_act.py: `        if len(line) != len(LINE.format(0, "")):` -> `        if False:` (second_place)
referee/running/journal.py: `            self._second.write(Head(act.number, chain))` -> `            pass` (lost)
referee/running/journal.py: `                read(path)  # of a copy` -> `                pass  # of a copy` (lost)
referee/running/journal.py: `            self._writer.submit(self._checkpoint)` -> `            pass` (phase)
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.cli import main
from referee.knowledge.notes import KeepNote
from referee.running.journal import FileJournal, JournalError, read
from referee.running.last_act import ENDINGS
from referee.turn.absence import Warn
from referee.turn.clock import PauseClock
from tests.kit import LiveTable, flips, losses

FLIPS = int(os.environ.get("REFEREE_FLIPS", "40"))


def as_it_lies(path: Path, to: str, *without: str) -> Path:
    """Copy the files of a table that is open, as a backup or a power cut would leave them."""
    (path.parent / to).mkdir()
    for ending in {*ENDINGS} - {*without}:
        shutil.copyfile(f"{path}{ending}", path.parent / to / f"{path.name}{ending}")
    return path.parent / to / path.name


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "live.referee"


@pytest.fixture
def live(place: Path) -> Iterator[LiveTable]:
    table = LiveTable("atreides", "emperor", file=place, count=1, deck=None)
    for n in range(30):
        table.do(KeepNote("atreides", f"note {n}")) if n < 10 else table.do(Warn("emperor"))
    yield table
    table.journal.close()


def test_p16_no_act_of_an_open_table_is_lost_silently(live: LiveTable, place: Path) -> None:
    whole = as_it_lies(place, "whole")
    assert read(whole) == live.rows() and not flips(whole, FLIPS, Random(1)) and not losses(whole, FLIPS, Random(2))
    for without, words in (("-wal", "actions are missing"), ("-last", "may be missing")):
        left = as_it_lies(place, without, without)
        before = {one.name: one.read_bytes() for one in left.parent.iterdir()}
        for opened in (read, FileJournal):
            with pytest.raises(JournalError, match=words) as refused:
                opened(left)
        assert "live.referee-wal, live.referee-last" in str(refused.value)
        assert before == {one.name: one.read_bytes() for one in left.parent.iterdir()}, "and it stays as it is"
    gone = as_it_lies(place, "both", "-wal", "-last")
    with pytest.raises(JournalError, match="may be missing"):
        FileJournal(gone).rows()


def test_p16_a_second_place_that_is_cut_off_is_taken_for_none(live: LiveTable, place: Path) -> None:
    line = Path(f"{place}-last").read_bytes()
    for size in range(len(line)):
        left = as_it_lies(place, f"{size}", "-wal")
        Path(f"{left}-last").write_bytes(line[:size])
        with pytest.raises(JournalError, match="missing"):
            read(left)


def test_p16_what_is_left_of_a_damaged_table_is_played_on_from_a_new_one(
    live: LiveTable, place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live.do(PauseClock("table")) if live.timer() else live.do("bidding")
    live.journal.close()
    with sqlite3.connect(place) as raw:
        raw.execute("update acts set facts = replace(facts, 'note 7', 'note 8') where facts like '%note 7%'")
    raw.close()
    with pytest.raises(JournalError, match="referee import live"):
        read(place)
    assert main(["import", str(place), "--db", str(tmp_path / "new")]) == 0
    assert "8 actions of live.referee" in capsys.readouterr().out
    made = read(next((tmp_path / "new").glob("*.referee")))
    assert [row.number for row in made][:8] == list(range(1, 9))


def test_p16_files_of_another_game_are_not_taken_for_this_one(live: LiveTable, place: Path) -> None:
    mixed = as_it_lies(place, "mixed")
    second = Path(f"{mixed}-last")
    second.write_text(second.read_text().replace(second.read_text()[20], "x"))
    with pytest.raises(JournalError, match="not of the same game"):
        read(mixed)


def test_p16_a_table_that_is_closed_is_one_file(live: LiveTable, place: Path) -> None:
    rows = live.rows()
    live.journal.close()
    assert [one.name for one in place.parent.iterdir()] == [place.name] and read(place) == rows
    assert not flips(place, FLIPS, Random(4)) and not losses(place, FLIPS, Random(5))


def test_p16_a_phase_and_a_pause_bring_everything_into_the_file(live: LiveTable, place: Path) -> None:
    written = Path(f"{place}-wal")
    assert written.stat().st_size > 0
    live.do("bidding")
    deadline = time.monotonic() + 60
    while written.stat().st_size and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not written.stat().st_size
