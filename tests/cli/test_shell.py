"""Verbs that read a game, each as a process of its own: on a fresh game and on those of earlier editions."""

from __future__ import annotations

import gzip
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.exits import NO_FILE, NOTHING_FOUND, NOTHING_TO_READ, WRONG
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import REFEREE
from referee.running.acts import fold_acts, standing
from referee.running.dice import Dice
from referee.running.journal import FileJournal, read
from referee.running.sitting import Sitting
from tests.cli.test_verify_old import MINTED, NO_SUM
from tests.journals.kept import KEPT, unpacked
from tests.kit import ROOT, shell

GAMES = sorted({path.name.removesuffix(".referee.gz") for path in KEPT.glob("*.referee.gz")} - {*NO_SUM, MINTED})
EVERY_DAY = {"evening_advanced", "window_Ship"}
SEATS = ("atreides", "emperor", "fremen")


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A game that has just begun."""
    path = tmp_path / "friday.referee"
    sitting = Sitting(FileJournal(path), Dice(3))
    sitting.act(SetTable("Friday", tuple(map(SeatEntry, SEATS)), "emperor"), "host")
    sitting.journal.close()
    return path


@pytest.mark.parametrize(
    "name", [name if name in EVERY_DAY else pytest.param(name, marks=pytest.mark.long) for name in GAMES]
)
def test_a_kept_game_is_verified(name: str, tmp_path: Path) -> None:
    ran = shell("verify", unpacked(name, tmp_path))
    assert (ran.returncode, ran.stderr) == (0, "") or "nothing to check" in ran.stderr, ran.stderr
    assert ran.returncode in {0, NOTHING_FOUND}
    notes = all(line.startswith("note ") for line in ran.stdout.splitlines())  # what the table had allowed
    assert ran.stdout.endswith("cards were checked.\n") or notes, ran.stdout


def test_a_fresh_game_is_verified(fresh: Path) -> None:
    assert "Everything matches" in shell("verify", fresh).stdout


@pytest.mark.parametrize("seat", ["fremen", "Spacing Guild"])
def test_a_faction_that_plays_has_its_own_export_and_log(
    seat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = unpacked("evening_advanced", tmp_path)
    head, *acts = map(json.loads, shell("export", "--as", seat, game).stdout.splitlines())
    assert head["viewer"] == seat.lower().replace(" ", "_") and len(acts) > 100
    told = []
    for words in (["log", "--as", seat], ["log"]):
        assert main([*words, str(game)]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] != told[1]


@pytest.mark.parametrize("verb", ["log", "export"])
@pytest.mark.parametrize("seat", ["harkonnen", "sardaukar"])
def test_a_faction_that_does_not_play_is_refused_and_told_who_plays(
    verb: str, seat: str, fresh: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "--as", seat, str(fresh)]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.endswith(f"{seat} does not play in this game. Choose one of: atreides, emperor, fremen.\n")


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
    "zipped": (b"PK\x03\x04" + bytes(99), NOTHING_TO_READ, "unzip"),
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


def test_a_game_that_another_program_saved_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saved := tmp_path / "game.json").write_text('{"Version": 178, "_events": []}')
    for verb in ("import", "verify"):
        assert main([verb, str(saved)]) == NOTHING_TO_READ
        assert "was saved by another program. The referee reads only its own games" in capsys.readouterr().err


def test_a_table_is_imported_as_a_copy_and_an_export_is_no_table(fresh: Path, tmp_path: Path) -> None:
    (lines := tmp_path / "friday.jsonl").write_text(shell("export", "--whole", fresh).stdout, "utf-16")
    before = fresh.read_bytes()
    ran = shell("import", fresh, "--db", tmp_path / "copies")
    (copy,) = (tmp_path / "copies").glob("*.referee")
    assert ran.returncode == 0 and str(copy) in ran.stdout and "as they were written" in ran.stdout
    assert read(copy)[: len(read(fresh))] == read(fresh) and fresh.read_bytes() == before
    ran = shell("log", lines)
    assert ran.returncode == NOTHING_TO_READ and "referee import" in ran.stderr
    assert shell("verify", lines).returncode == 0
    assert shell("import", lines, "--db", tmp_path / "elsewhere").returncode == 0, "as PowerShell writes a file"


def test_a_bad_line_of_an_export_is_named(fresh: Path) -> None:
    head, *acts = shell("export", "--whole", fresh).stdout.splitlines()
    ran = shell("import", "-", into="\n".join([head, "", *acts[:-1], "{"]).encode())
    assert ran.returncode == WRONG and f"Line {len(acts) + 2} " in ran.stderr


def test_a_rule_number_that_does_not_exist_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    for number, near in (("9.99", "4.99 "), ("1.04.06.77", "1.04.06.04 "), ("0.99", "0.16 ")):
        assert main(["rules", number]) == NOTHING_FOUND
        said = capsys.readouterr().err
        assert said.startswith(f"There is no rule {number}. The nearest are ") and near in said
    assert main(["rules", "06.03"]) == 0, "the end of a number is enough"


def test_a_ruling_that_answers_stands_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "may", "i", "bid", "with", "a", "full", "hand", "and", "then", "discard"]) == 0
    said = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert said.count("May I bid with a full hand and discard a card afterwards?") == 1


def test_bad_lines_are_numbered_as_they_stand_in_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    for verb in ("battle", "play", "rules"):
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            lines.write_text('{"id": "x"}\n\n{"id": 7,\n', encoding)
            assert main([verb, "--json", str(lines)]) == WRONG
            said = capsys.readouterr()
            answers = [json.loads(line) for line in said.out.splitlines()]
            assert [(one["id"], one["line"], one["error"]["code"]) for one in answers] == [
                ("x", 1, "BAD_INPUT"),
                (7, 3, "BAD_INPUT"),
            ]
            assert answers[1]["error"]["why"].startswith("This line is not JSON: expecting ")
            assert said.err.endswith("cannot be read: 1, 3.\n")


@pytest.mark.parametrize(
    "words", ["battle", "battle --json -", "play --json -", "rules --json -", "import -", "doctor --wifi"]
)
def test_nothing_to_read_is_a_sentence_and_a_code(words: str) -> None:
    ran = shell(*words.split())
    assert ran.returncode == NOTHING_TO_READ and ran.stderr.strip().endswith(".")


FOR_NOBODY = """
import pwd, sys
def unknown(uid):
    raise KeyError(uid)
pwd.getpwuid = unknown
from referee.cli import main
sys.exit(main())
"""
PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


@pytest.mark.long
@pytest.mark.parametrize("words", ["log", "export", "verify"])
def test_a_terminal_of_few_letters_is_told_in_those(words: str, tmp_path: Path) -> None:
    assert shell(words, unpacked("evening_advanced", tmp_path), env=PLAIN).returncode == 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="every user has a folder there")
def test_a_user_without_a_home_folder_names_the_place(fresh: Path) -> None:
    nobody = [sys.executable, "-c", FOR_NOBODY]
    for words, code in ((["log", str(fresh)], 0), (["rules", "lasgun"], 0), (["log"], NO_FILE), (["serve"], NO_FILE)):
        ran = subprocess.run([*nobody, *words], capture_output=True, text=True, cwd=ROOT, env={})
        assert ran.returncode == code, ran.stderr
        assert "Traceback" not in ran.stderr and ("no home folder" in ran.stderr) == bool(code)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed otherwise there")
def test_a_reader_that_has_enough_ends_a_verb_in_silence(fresh: Path) -> None:
    for words in (["rules"], ["log", "--reveal", fresh], ["export", "--whole", fresh], ["schema", "play"]):
        with subprocess.Popen(
            [sys.executable, "-m", "referee", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout and process.stderr
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed otherwise there")
def test_streams_that_are_closed_are_no_mistake(fresh: Path) -> None:
    for words, code in ((["rules", "lasgun"], 0), (["log", fresh], 0), (["verify", fresh], 0), (["battle"], 4)):
        begun = [sys.executable, "-m", "referee", *words]
        ran = subprocess.run(
            ["sh", "-c", 'exec "$@" <&- >&-', "sh", *map(str, begun)], cwd=ROOT, stderr=subprocess.PIPE
        )
        assert ran.returncode == code and b"mistake" not in ran.stderr, ran.stderr


def test_what_no_verb_has_foreseen_is_a_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*words: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("referee.contract.schema.schema_of", fail)
    assert main(["schema", "play"]) == WRONG
    said = capsys.readouterr().err
    assert "ZeroDivisionError in test_shell.py" in said and "issues" in said and "Traceback" not in said
    with pytest.raises(ZeroDivisionError):
        main(["-vv", "schema", "play"])
