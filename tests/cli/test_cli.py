"""The command line: the log tells each viewer only what it may know, and every failure is a sentence."""

from __future__ import annotations

import re
import sys
import threading
from io import StringIO
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from referee import __version__
from referee.cli import VERBS, cli, main
from referee.cli.exits import CODES, NO_FILE, NOTHING_FOUND, NOTHING_TO_READ, WRONG
from referee.cli.serve import greet, open_door
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import REFEREE, card_name
from referee.knowledge.notes import KeepNote
from referee.running.dice import Dice
from referee.running.journal import FileJournal
from referee.running.sitting import Sitting
from referee.web.http.port import DEFAULT_PORT

SEATS = ("atreides", "emperor", "harkonnen")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "evening.referee"
    sitting = Sitting(FileJournal(path), Dice(3))
    sitting.act(SetTable("Evening", tuple(SeatEntry(seat) for seat in SEATS), "emperor"), "host")
    sitting.act(KeepNote("atreides", "watch the baron"), "atreides")
    sitting.journal.close()
    return path


def hands(path: Path) -> dict[str, set[str]]:
    sitting = Sitting(FileJournal(path), Dice(3))
    held = {seat: {card_name(c) for c in own.hand.faces()} for seat, own in sitting.views.referee.seats.items()}
    sitting.journal.close()
    return held


def test_the_public_log_names_no_card_and_no_note(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(played)]) == 0
    said = capsys.readouterr().out
    assert "3 factions play" in said
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


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("log nowhere.referee", NO_FILE),
        ("verify nowhere.referee", NO_FILE),
        ("import nowhere.jsonl", NO_FILE),
        ("rules --json nowhere.jsonl", NO_FILE),
        ("battle --json {empty}", NOTHING_TO_READ),
        ("import {empty}", NOTHING_TO_READ),
        ("verify {empty}", NOTHING_TO_READ),
        ("rules zzzzzz", NOTHING_FOUND),
        ("log --as sardaukar {played}", 2),
        ("log --as emperor --reveal {played}", 2),
        ("rules --phase breakfast shield", 2),
        ("serve --port seven", 2),
        ("serve --screens 0", 2),
        ("breakfast", 2),
        ("serve --no-browser --port 0 --db {played}/below", WRONG),
    ],
)
def test_a_mistake_gets_a_sentence_and_an_exit_code_of_its_own(
    words: str, code: int, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").write_text("\n")
    assert main(words.format(played=played, empty=tmp_path / "empty").split()) == code
    error = capsys.readouterr().err.strip()
    assert error.endswith(".")
    assert "Traceback" not in error


@pytest.mark.parametrize("verb", ["log", "export", "verify"])
def test_a_table_in_use_is_read_as_if_it_were_not(verb: str, played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = main([verb, str(played)]), capsys.readouterr()
    journal = FileJournal(played)
    assert (main([verb, str(played)]), capsys.readouterr()) == (code, said) and code in {0, NOTHING_FOUND}
    journal.close()


def test_the_sheets_of_a_table_in_use_are_printed(played: Path, tmp_path: Path) -> None:
    journal = FileJournal(played)
    assert main(["sheets", str(played), "--out", str(tmp_path / "seats.html")]) == 0
    journal.close()


def test_a_table_in_use_is_not_served_twice(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = FileJournal(played)
    assert main(["serve", "--no-browser", "--port", "0", "--db", str(played)]) == WRONG
    assert "open in another referee" in capsys.readouterr().err
    journal.close()


def test_a_file_that_is_no_table_is_refused_before_a_browser_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (notes := tmp_path / "notes.md").write_text("# Dune")
    assert main(["serve", "--no-browser", "--port", "0", "--db", str(notes)]) == WRONG
    said = capsys.readouterr()
    assert said.err == f"{notes} is no table's file. Choose another place with --db.\n" and not said.out


def test_an_unknown_verb_is_answered_with_the_nearest_and_a_file_with_how_to_open_it(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for word, advice in (("rule", "Did you mean rules?"), (str(played), f"referee serve --db {played}")):
        assert main([word]) == 2
        assert advice in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["log", "export", "verify"])
def test_the_last_game_is_that_of_the_folder_that_is_named_or_set(
    verb: str, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([verb, str(played)])
    said = capsys.readouterr()
    assert main([verb, str(played.parent)]) == code and capsys.readouterr() == said
    (empty := tmp_path / "empty").mkdir()
    for place, ends in ((played, code), (played.parent, code), (empty, NOTHING_FOUND)):
        monkeypatch.setenv("REFEREE_DB", str(place))
        assert main([verb]) == ends
    assert f"no table yet in {empty}" in capsys.readouterr().err


def test_port_zero_takes_any_free_port(tmp_path: Path) -> None:
    here = "127.0.0.1", 0, None
    with open_door(tmp_path, *here) as one, open_door(tmp_path, *here) as other:
        assert one.port != other.port
        assert not {one.port, other.port} & {*range(DEFAULT_PORT, DEFAULT_PORT + 20)}


def test_help_lists_every_verb_with_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(re.search(rf"^  {verb} ", said, re.MULTILINE) for verb in VERBS)
    assert "Examples:" in said and all(re.search(rf"^  {code} ", said, re.MULTILINE) for code in CODES)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself_with_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"Examples?:\n  .*referee( {verb}|\n)", said), said


def test_the_edition_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"referee {__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_verbs(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "_REFEREE_COMPLETE" in capsys.readouterr().out


@pytest.mark.parametrize(("begun", "ends"), [("ver", {"verify"}), ("log --as ha", {"harkonnen"})])
def test_what_is_completed(begun: str, ends: set[str]) -> None:
    *before, last = begun.split()
    found = ShellComplete(cli, {}, "referee", "_REFEREE_COMPLETE").get_completions(before, last)
    assert {one.value for one in found} == ends


def test_options_are_taken_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = tmp_path / "file"
    lost.write_text("")
    monkeypatch.setenv("REFEREE_DB", str(lost / "below"))
    assert main([]) == WRONG
    assert f"{lost / 'below'} cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["-v", "rules", "1.04.02"], ["-vv", "rules", "1.04.02"], ["--verbose", "rules", "1.04.02"]]
)
def test_more_may_be_said(words: list[str]) -> None:
    assert main(words) == 0


class Typed(StringIO):
    """What is entered in a terminal."""

    def isatty(self) -> bool:
        return True


def test_enter_prints_a_new_link_so_that_lost_controls_ask_for_no_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("\n"))
    with open_door(tmp_path, "127.0.0.1", 0, None) as door:
        greet(door, door.links, tmp_path, quiet=True)
        for thread in threading.enumerate():
            if thread.name == "links":
                thread.join()
        said = capsys.readouterr().out
        first, second = re.findall(r"http://localhost:\d+/host/([\w-]+)", said)
        assert "Enter prints a new link" in said
        assert door.links.spend(first) is None and door.links.spend(second) == "hall"
