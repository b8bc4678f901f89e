"""The command line: the log tells each viewer only what it may know, and every failure is a sentence."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.serve import open_program
from referee.common.setup import Place, SetTable
from referee.kernel.events import REFEREE
from referee.kernel.table import card_name
from referee.phases.knowledge.notes import KeepNote
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from referee.web.app.server import DEFAULT_PORT

SEATS = ("atreides", "emperor", "harkonnen")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "evening.referee"
    sitting = Sitting(Journal(path), Dice(3))
    sitting.act(SetTable("Evening", tuple(Place(seat) for seat in SEATS), "emperor"), "host")
    sitting.act(KeepNote("atreides", "watch the baron"), "atreides")
    sitting.journal.close()
    return path


def hands(path: Path) -> dict[str, set[str]]:
    sitting = Sitting(Journal(path), Dice(3))
    held = {seat: {card_name(c) for c in own.hand.faces()} for seat, own in sitting.views.referee.seats.items()}
    sitting.journal.close()
    return held


def test_the_public_log_names_no_card_and_no_note(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(played)]) == 0
    said = capsys.readouterr().out
    assert "The table is set for 3" in said
    assert not any(card in said for cards in hands(played).values() for card in cards)
    assert "baron" not in said


def test_a_seat_reads_its_own_hand_and_no_other(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(played), "--as", "Emperor"]) == 0
    said, held = capsys.readouterr().out, hands(played)
    assert all(card in said for card in held["emperor"])
    assert not any(card in said for card in held["atreides"] | held["harkonnen"] - held["emperor"])


def test_reveal_tells_all(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(played), "--reveal"]) == 0
    said = capsys.readouterr().out
    assert all(card in said for cards in hands(played).values() for card in cards)
    assert REFEREE not in said


@pytest.mark.parametrize("words", [["log", "nowhere.referee"], ["log", "{played}", "--as", "sardaukar"]])
def test_a_mistake_gets_one_sentence(words: list[str], played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word.format(played=played) for word in words]) == 1
    error = capsys.readouterr().err.strip()
    assert error.endswith(".")
    assert "Traceback" not in error


def test_a_table_in_use_is_refused_with_a_sentence(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(played)
    assert main(["log", str(played)]) == 1
    assert "open in another referee" in capsys.readouterr().err
    assert main(["serve", "--no-browser", "--port", "0", "--db", str(played)]) == 1
    assert "open in another referee" in capsys.readouterr().err
    journal.close()


def test_port_zero_takes_any_free_port(tmp_path: Path) -> None:
    servers = []
    for name in ("one", "two"):
        words = argparse.Namespace(port=0, db=tmp_path / name, host="127.0.0.1", address=None, screens=4)
        hall, _, server, _ = open_program(words, words.db)
        servers.append(server)
        assert server.port not in range(DEFAULT_PORT, DEFAULT_PORT + 20) and not hall.tables()
    assert servers[0].port != servers[1].port
    for server in servers:
        server.stop()
