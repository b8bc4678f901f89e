"""Verbs that read a game, each as a process of its own: on a fresh game and on those of earlier editions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from referee.cli.exits import NOTHING_FOUND
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
