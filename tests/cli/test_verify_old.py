"""``referee verify`` and ``import`` on games that older versions wrote: what was allowed, and what does not add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.exits import ALLOWED, WRONG
from tests.journals.kept import unpacked
from tests.journals.test_old_journals import FILES

MINTED = "minted_card"
NO_SUM = {"game_09", "game_20", "game_31", "waived_forces", "window_Delay", "window_PlaceInflation"}
NO_SUM |= {"window_StopInPhase", "window_StopPower", "window_TurnWorm"}  # the table had allowed what was not there
NO_SUM |= {"game_10"}  # the table entered a bid that its bidder could not pay
BLAME = ("changed the file", "damaged")


@pytest.mark.parametrize("name", FILES)
def test_an_old_game_is_told_as_it_is(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["verify", str(unpacked(name, tmp_path))])
    said = capsys.readouterr().out.splitlines()
    words = {line.partition(" ")[0] for line in said}
    assert ("WRONG" in words, "ALLOWED" in words) == (name == MINTED, name in NO_SUM), said
    assert code == WRONG if name == MINTED else code == ALLOWED if name in NO_SUM else code in {0, 3}
    assert not any(blame in line for line in said for blame in BLAME)


def test_forces_that_the_table_had_allowed_are_told_with_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(unpacked("waived_forces", tmp_path))]) == ALLOWED
    said = capsys.readouterr().out.splitlines()
    words = "Harkonnen have 10 forces in reserves. Ship that many or fewer."
    assert said[0] == "ALLOWED  act 10: Harkonnen have 5 forces more than exist. The table allowed it."
    assert said[1] == f"note     act 10: The table allowed this against a rule: {words}"


@pytest.mark.parametrize("name", ["waived_forces", MINTED])
def test_an_import_of_an_old_game_takes_what_the_table_allowed_and_blames_nobody(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--whole", str(unpacked(name, tmp_path))]) == 0
    (tmp_path / "old.jsonl").write_text(capsys.readouterr().out, "utf-8")
    taken = main(["import", str(tmp_path / "old.jsonl"), "--db", str(tmp_path / "there")]) == 0
    said = capsys.readouterr()
    assert taken == (name != MINTED) == bool(list((tmp_path / "there").glob("*")))
    assert "ALLOWED  action 10" in said.out if taken else "undo that action and export it again" in said.err
    assert not any(blame in said.out + said.err for blame in BLAME)
