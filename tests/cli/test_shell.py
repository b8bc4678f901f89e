"""Verbs that read a game, each as a process of its own: on a fresh game and on those of earlier editions."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.exits import NO_FILE, NOTHING_FOUND, NOTHING_TO_READ, WRONG
from referee.common.setup import Place, SetTable
from referee.kernel.events import REFEREE
from referee.running.journal import FileJournal, read, standing
from referee.running.sitting import Dice, Sitting
from referee.running.viewers import fold_acts
from tests.kit.shell import shell

JOURNALS = Path(__file__).parent.parent / "journals"
GAMES = sorted(path.name.removesuffix(".referee.gz") for path in JOURNALS.glob("*.referee.gz"))
EVERY_DAY = {"evening_advanced", "game_02", "window_Ship"}
SEATS = ("atreides", "emperor", "fremen")


def unpacked(name: str, folder: Path) -> Path:
    path = folder / f"{name}.referee"
    path.write_bytes(gzip.decompress((JOURNALS / f"{name}.referee.gz").read_bytes()))
    return path


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A game that has just begun."""
    path = tmp_path / "friday.referee"
    sitting = Sitting(FileJournal(path), Dice(3))
    sitting.act(SetTable("Friday", tuple(map(Place, SEATS)), "emperor"), "host")
    sitting.journal.close()
    return path


@pytest.mark.parametrize(
    "name", [name if name in EVERY_DAY else pytest.param(name, marks=pytest.mark.long) for name in GAMES]
)
def test_a_kept_game_is_verified(name: str, tmp_path: Path) -> None:
    ran = shell("verify", unpacked(name, tmp_path))
    assert (ran.returncode, ran.stderr) == (0, "") or "nothing to check" in ran.stderr, ran.stderr
    assert ran.returncode in {0, NOTHING_FOUND}
    assert ran.stdout.endswith("cards were checked.\n") or not ran.stdout


def test_a_fresh_game_is_verified(fresh: Path) -> None:
    assert "Everything matches" in shell("verify", fresh).stdout


@pytest.mark.parametrize("seat", ["fremen", "Spacing Guild"])
def test_a_faction_that_plays_has_its_own_export_and_log(seat: str, tmp_path: Path) -> None:
    game = unpacked("evening_advanced", tmp_path)
    head, *acts = map(json.loads, shell("export", "--as", seat, game).stdout.splitlines())
    assert head["viewer"] == seat.lower().replace(" ", "_") and len(acts) > 100
    assert shell("log", "--as", seat, game).stdout != shell("log", game).stdout


@pytest.mark.parametrize("verb", ["log", "export"])
@pytest.mark.parametrize("seat", ["harkonnen", "sardaukar"])
def test_a_faction_that_does_not_play_is_refused_and_told_who_plays(verb: str, seat: str, fresh: Path) -> None:
    ran = shell(verb, "--as", seat, fresh)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.endswith(f"{seat} does not play in this game. Choose one of: atreides, emperor, fremen.\n")


def test_a_whole_game_is_exported_opened_again_and_printed(fresh: Path, tmp_path: Path) -> None:
    whole, elsewhere = shell("export", "--whole", fresh).stdout, tmp_path / "elsewhere"
    assert shell("import", "-", "--db", elsewhere, into=whole.encode()).returncode == 0
    (game,) = elsewhere.glob("*.referee")
    assert tuple(fold_acts(standing(read(game))[0], REFEREE).seats) == SEATS
    assert shell("sheets", game, "--out", tmp_path / "friday.html").returncode == 0
    assert "Bene Gesserit" not in (page := (tmp_path / "friday.html").read_text("utf-8")) and "Fremen" in page


def test_what_only_reads_a_game_leaves_the_file_alone(fresh: Path, tmp_path: Path) -> None:
    fresh.chmod(0o444)
    before = fresh.read_bytes(), fresh.stat().st_mtime_ns, fresh.stat().st_mode
    for verb in ("log", "export", "verify"):
        assert shell(verb, fresh).returncode == 0
    assert (fresh.read_bytes(), fresh.stat().st_mtime_ns, fresh.stat().st_mode) == before
    assert list(tmp_path.iterdir()) == [fresh]


FILES = {
    "missing": (None, NO_FILE, "No such file"),
    "empty": (b"", NOTHING_TO_READ, "nothing to read"),
    "blank": (b" \n\n", NOTHING_TO_READ, "nothing to read"),
    "binary": (bytes(range(256)) * 9, NOTHING_TO_READ, "a table's file"),
    "packed": (gzip.compress(b"{}"), NOTHING_TO_READ, "gunzip"),
    "cut off": (None, WRONG, "damaged"),
    "newer": (None, WRONG, "newer edition"),
    "of another program": (None, WRONG, "not a file of this program"),
}


def mistaken(how: str, fresh: Path) -> Path:
    """Return a file that is no game, or not one that this edition can read; its path has a space and an umlaut."""
    fresh.parent.joinpath("für uns").mkdir()
    path, held = fresh.parent / "für uns" / "spät.referee", FILES[how][0]
    if held is not None:
        path.write_bytes(held)
    elif how != "missing":
        path.write_bytes(fresh.read_bytes()[: 5000 if how == "cut off" else None])
    if how in {"newer", "of another program"}:
        with closing(sqlite3.connect(path)) as file:
            file.execute("pragma user_version = 99" if how == "newer" else "pragma application_id = 7")
    return path


@pytest.mark.parametrize("verb", ["log", "export", "sheets", "verify"])
@pytest.mark.parametrize("how", FILES)
def test_a_file_that_is_no_game_is_refused_in_one_sentence(
    how: str, verb: str, fresh: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, code, words = FILES[how]
    path = mistaken(how, fresh)
    before = path.read_bytes() if path.exists() else None
    assert main([verb, str(path)]) == code
    said = capsys.readouterr()
    assert words in said.err and said.err.count("\n") == 1 and "--db" not in said.err and not said.out
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_table_is_not_imported_and_an_export_is_no_table(fresh: Path, tmp_path: Path) -> None:
    (lines := tmp_path / "friday.jsonl").write_text(shell("export", "--whole", fresh).stdout, "utf-16")
    ran = shell("import", fresh)
    assert ran.returncode == NOTHING_TO_READ and "referee serve --db" in ran.stderr
    ran = shell("log", lines)
    assert ran.returncode == NOTHING_TO_READ and "referee import" in ran.stderr
    assert shell("verify", lines).returncode == 0
    assert shell("import", lines, "--db", tmp_path / "elsewhere").returncode == 0, "as PowerShell writes a file"


def test_a_bad_line_of_an_export_is_named(fresh: Path) -> None:
    head, *acts = shell("export", "--whole", fresh).stdout.splitlines()
    ran = shell("import", "-", into="\n".join([head, "", *acts[:-1], "{"]).encode())
    assert ran.returncode == WRONG and f"Line {len(acts) + 2} " in ran.stderr
