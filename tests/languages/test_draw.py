"""What is drawn for a reader to mark: sentences of screens and of rule texts, the same ones for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee.kernel.discover  # noqa: F401
from referee.languages.catalogue import files, read
from referee.rulebook.translated import texts
from tests.languages.__main__ import main
from tests.languages.draw import drawn, sentences


@pytest.mark.parametrize("code", files())
def test_every_sentence_may_be_drawn(code: str) -> None:
    screens = {one.english for one in sentences(code) if one.place.startswith(f"{code}.po")}
    rules = {one.place for one in sentences(code)} & {*texts(code).rules}
    assert {words for _, words in read(code).said} <= {words.partition(" | ")[0] for words in screens} | screens
    assert rules == {*texts(code).rules}
    assert len(sentences(code)) > len(screens) + 2 * len(rules)
    assert all(one.english and one.said for one in sentences(code))


def test_a_seed_draws_the_same_and_another_seed_others() -> None:
    first, again, other = drawn("de", 50, 1), drawn("de", 50, 1), drawn("de", 50, 2)
    assert first == again and len({*first}) == 50 and first != other
    assert {one.place.startswith("de.po") for one in first} == {True, False}
    assert (*drawn("de", 10**6, 1),) == sentences("de")


def test_a_file_for_each_language_has_english_beside(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert main(["--draw", "3", "--seed", "7", "--into", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {f"sample-{code}.txt" for code in files()}
    for code in files():
        sheet = (folder / f"sample-{code}.txt").read_text("utf-8")
        for number, one in enumerate(drawn(code, 3, 7), 1):
            assert f"{number} [{one.place}]\n  en: {one.english}\n  {code}: {one.said}\n" in sheet


@pytest.mark.parametrize("words", [["--draw"], ["--draw", "many"], ["--draw", "3", "--sed", "1"]])
def test_what_cannot_be_read_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2 and capsys.readouterr().out.startswith("Usage: ")
