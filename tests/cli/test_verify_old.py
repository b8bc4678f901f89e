"""``referee verify`` and ``import`` on games that older versions wrote: what was allowed, and what does not add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli import main
from tests.journals.kept import unpacked
from tests.journals.test_old_journals import FILES

ALLOWED = "The file says that the table allowed this; older versions did not count it first."
EITHER = "Somebody changed the file, or an older version of the referee made a mistake there."
MINTED = "minted_card"
NO_SUM = {"game_09", "game_20", "game_31", "waived_forces", "window_Delay", "window_PlaceInflation"}
NO_SUM |= {"window_StopInPhase", "window_StopPower", "window_TurnWorm"}  # the table had allowed what was not there


@pytest.mark.parametrize("name", FILES)
def test_an_old_game_is_told_as_it_is(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["verify", str(unpacked(name, tmp_path))])
    said = capsys.readouterr().out.splitlines()
    wrong = [line for line in said if line.startswith("WRONG")]
    assert code in ({1} if name in {*NO_SUM, MINTED} else {0, 3}) and bool(wrong) == (code == 1), said
    assert all(line.endswith(EITHER if name == MINTED else ALLOWED) for line in wrong), wrong
    allowed = {line.split()[2] for line in said if line.startswith("note")}
    assert name == MINTED or {line.split()[2] for line in wrong} <= allowed, "what was allowed is told beside it"
    assert code != 1 or said[-1] == "Something does not match."


def test_forces_that_the_table_had_allowed_are_told_with_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = unpacked("waived_forces", tmp_path)
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    words = "Harkonnen have 10 forces in reserves. Ship that many or fewer."
    assert said[0] == f"note   act 10: the table allowed this against a rule: {words}"
    assert said[1] == f"WRONG  act 10: Harkonnen have 5 forces more than exist. {ALLOWED}"


@pytest.mark.parametrize(("name", "blame"), [("waived_forces", ALLOWED), (MINTED, EITHER)])
def test_an_import_of_an_old_game_blames_nobody_falsely(
    name: str, blame: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--whole", str(unpacked(name, tmp_path))]) == 0
    (tmp_path / "old.jsonl").write_text(capsys.readouterr().out, "utf-8")
    assert main(["import", str(tmp_path / "old.jsonl"), "--db", str(tmp_path / "there")]) == 1
    said = capsys.readouterr().err
    assert blame in said and "undo that action and export it again" in said
    assert not list((tmp_path / "there").glob("*"))
    assert main(["verify", str(tmp_path / "old.jsonl")]) == 1 and blame in capsys.readouterr().out
