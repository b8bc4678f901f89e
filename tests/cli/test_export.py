"""A game leaves and comes back: the whole of it plays on elsewhere, a view of it holds what that viewer heard."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cli import main
from referee.cli.exits import NO_FILE, NOTHING_TO_READ, WRONG
from referee.common.phones_at_seats import TakeSeat, phones_of
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC, REFEREE, card_name
from referee.knowledge.notes import KeepNote
from referee.phases.bidding.auction import BeginBidding, DeclareHands
from referee.running.acts import JournalAct
from referee.running.dice import Dice
from referee.running.journal import FileJournal, JournalError, read
from referee.running.sitting import Sitting
from referee.web.fairness.prove import Scratch
from tests.kit import tried

SEATS = ("atreides", "emperor", "harkonnen")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "evening.referee"
    sitting = Sitting(FileJournal(path), Dice(3))
    sitting.act(SetTable("Evening", tuple(SeatEntry(seat) for seat in SEATS), "emperor"), "host")
    sitting.act(BeginBidding(), "host", key="one")
    sitting.act(KeepNote("atreides", "watch the baron"), "atreides")
    sitting.act(DeclareHands(), "host")
    sitting.undo("host")
    sitting.journal.close()
    return path


def exported(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["export", *words]) == 0
    return capsys.readouterr().out


def test_a_whole_game_goes_on_elsewhere_with_undo_and_redo(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, before = exported(capsys, str(played), "--whole"), read(played)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["import", "-", "--db", str(tmp_path / "elsewhere")]) == 0
    (file,) = (tmp_path / "elsewhere").glob("*.referee")
    assert read(file)[: len(before)] == before
    sitting = Sitting(FileJournal(file), Dice(3))
    assert sitting.redo("host").done
    assert sitting.views.referee.seats["atreides"].notes == ["watch the baron"]
    sitting.journal.close()


def test_phones_do_not_come_along_to_another_laptop(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = FileJournal(played)
    Sitting(journal, Dice(3)).act(TakeSeat("atreides", "a phone"), "referee")
    journal.close()
    text = exported(capsys, str(played), "--whole")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["import", "-", "--db", str(tmp_path / "elsewhere")]) == 0
    (file,) = (tmp_path / "elsewhere").glob("*.referee")
    with closing(FileJournal(file)) as elsewhere:
        assert phones_of(Sitting(elsewhere, Dice(3)).screen(PUBLIC)) == {}


@pytest.mark.parametrize("seat", ["", *SEATS])
def test_a_view_holds_what_that_viewer_heard_and_no_gap(
    seat: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(capsys, str(played), *(["--as", seat] if seat else []))
    head, *acts = [json.loads(line) for line in text.splitlines()]
    sitting = Sitting(FileJournal(played), Dice(3))
    held = {one: {card_name(c) for c in own.hand.faces()} for one, own in sitting.views.referee.seats.items()}
    sitting.journal.close()
    assert head["viewer"] == (seat or "public")
    assert [act["act"] for act in acts] == list(range(1, len(acts) + 1))
    assert {one for one in SEATS if any(card in text for card in held[one] - held.get(seat, set()))} <= {seat}
    assert ("baron" in text) == (seat == "atreides")
    assert REFEREE not in text.replace("referee-view-1", "")


def wrong(lines: list[str], how: str) -> str:
    made = {
        "a line lost": lines[:-1],
        "two lines changed places": [*lines[:-2], lines[-1], lines[-2]],
        "a view": ['{"form": "referee-view-1"}', *lines[1:]],
        "a fact of another program": [*lines[:-1], lines[-1].replace('"fact":', '"fact": "Chess", "was":')],
        "a word for a number": [*lines[:1], *(line.replace('"turn": 1', '"turn": "one"') for line in lines[1:])],
        "no JSON": ["a game", *lines],
        "nothing": [],
        "a list": ["[]"],
    }
    return "\n".join(made[how])


@pytest.mark.parametrize(
    "how",
    [
        "a line lost",
        "two lines changed places",
        "a view",
        "a fact of another program",
        "no JSON",
        "nothing",
        "a list",
        "a word for a number",
    ],
)
def test_lines_that_are_no_whole_game_leave_nothing_behind(
    how: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = exported(capsys, str(played), "--whole").splitlines()
    if how == "a fact of another program":
        lines = lines[:2]
        lines[0] = lines[0].replace(json.loads(lines[0])["acts"].__str__(), "1")
    (tmp_path / "wrong.jsonl").write_text(wrong(lines, how))
    none = how in {"nothing", "no JSON", "a list"}
    code = main(["import", str(tmp_path / "wrong.jsonl"), "--db", str(tmp_path / "elsewhere")])
    assert code == (NOTHING_TO_READ if none else WRONG)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert not list((tmp_path / "elsewhere").glob("*")) if (tmp_path / "elsewhere").exists() else True


@settings(max_examples=tried(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda s: (
            st.lists(s)
            | st.dictionaries(
                st.sampled_from(
                    ["form", "acts", "number", "at", "facts", "fact", "table", "who", "key", "kind", "target"]
                ),
                s,
            )
        ),
    )
)
def test_any_line_gets_a_sentence(data: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = json.dumps({"form": "referee-whole-1", "table": "x", "acts": 1})
    (tmp_path / "junk.jsonl").write_text(f"{head}\n{json.dumps(data)}\n")
    assert main(["import", str(tmp_path / "junk.jsonl"), "--db", str(tmp_path / "junk")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(tmp_path / "nothing.jsonl")]) == NO_FILE
    assert "cannot be read" in capsys.readouterr().err


def test_a_journal_is_let_go_of_whatever_goes_wrong(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def kept(*words: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*words, **more))
        return opened[-1]

    monkeypatch.setattr("sqlite3.connect", kept)
    twice = JournalAct(1, 0, "host", "one")
    with pytest.raises(JournalError):
        Scratch("friday", [twice, twice], 0)
    journal = FileJournal(tmp_path / "sunday.referee")
    journal.begin(twice).result()
    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor.shutdown", lambda writer: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        journal.close()
    read(played)
    (tmp_path / "cut.referee").write_bytes(played.read_bytes()[:3000])
    with pytest.raises(JournalError):
        read(tmp_path / "cut.referee")
    assert len(opened) == 4
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("select 1")


SAME = re.compile(r"The same game was in \S+ already, and is alike up to action (\d+)")


def test_a_game_imported_again_is_called_the_same(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    lines, acts = exported(capsys, str(played), "--whole"), str(len(read(played)))
    (tmp_path / "game.jsonl").write_text(lines)
    for file, said in ((tmp_path / "game.jsonl", []), (played, [acts]), (tmp_path / "game.jsonl", [acts, acts])):
        assert main(["import", str(file), "--db", str(there)]) == 0
        assert SAME.findall(capsys.readouterr().out) == said


def test_two_exports_in_one_file_are_called_that(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = exported(capsys, str(played), "--whole")
    (tmp_path / "twice.jsonl").write_text(lines * 2)
    for verb in (["import", "--db", str(tmp_path / "there")], ["verify"]):
        assert main([*verb, str(tmp_path / "twice.jsonl")]) == NOTHING_TO_READ
        again = len(lines.splitlines()) + 1
        said = capsys.readouterr().err
        assert f"more than one export: another begins in line {again}." in said and said.count("\n") == 1
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize("verb", ["import", "verify", "log"])
def test_a_packed_file_is_called_that(
    verb: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "friday.zip"
    with ZipFile(packed, "w") as archive:
        archive.write(played, "friday.referee")
    assert main([verb, str(packed)]) != 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "packed" in said
