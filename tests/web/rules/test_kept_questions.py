"""4.97.65: a table's questions are kept only if its people choose so, and without anybody's name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli import main
from tests.kit import Evening

FILE = "questions.jsonl"


def ask(evening: Evening) -> None:
    """A phone asks, and opens an answer; the table screen asks, and a guest without a table."""
    phone, me = evening.phones["fremen"], f"/t/{evening.table}/me/rules"
    phone.get(f"{me}?q=lasgun shield")
    phone.get(f"{me}/1.07.04", {"Referer": f"http://localhost{me}?q=lasgun+shield"})
    phone.get(f"{me}/1.07.05", {"Referer": f"http://localhost/t/{evening.table}/me"})
    evening.host.get(f"/t/{evening.table}/rules?q=how many cards may i hold")
    evening.onlooker.get("/rules?q=who bids first")


def test_4_97_65_nothing_is_kept_unless_the_table_chooses_so(evening: Evening) -> None:
    ask(evening)
    assert not (evening.folder / FILE).exists()
    evening.must("host", "ChangeOption", option="L2", value="keep")
    evening.must("host", "ChangeOption", option="L2", value="forget")
    ask(evening)
    assert not (evening.folder / FILE).exists()


def test_4_97_65_words_and_answers_are_kept_and_printed_and_nobody_is_named(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.must("host", "ChangeOption", option="L2", value="keep")
    ask(evening)
    lines = [json.loads(line) for line in (evening.folder / FILE).read_text("utf-8").splitlines()]
    asked = [line["q"] for line in lines]
    assert asked == ["lasgun shield", "lasgun shield", "how many cards may i hold"], "no guest's, who has no table"
    assert lines[1] == {"q": "lasgun shield", "opened": "1.07.04"} and lines[0]["answers"] and lines[2]["answers"]
    assert {key for line in lines for key in line} == {"q", "language", "answers", "sure", "opened"}
    assert (evening.folder / FILE).stat().st_mode & 0o077 == 0
    capsys.readouterr()
    assert main(["rules", "--kept", "--db", str(evening.folder)]) == 0
    said = capsys.readouterr()
    assert "-> opened 1.07.04: lasgun shield" in said.out and "delete" in said.err
    assert "fremen" not in said.out.lower()


def test_4_97_65_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--kept", "--db", str(tmp_path)]) == 0
    assert "under Options" in capsys.readouterr().out
    (tmp_path / FILE).write_text('{"q": "who", "opened": "1.04"}\n[1]\n{"q": "cut o', "utf-8")
    capsys.readouterr()
    assert main(["rules", "--kept", "--db", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "-> opened 1.04: who\n"
