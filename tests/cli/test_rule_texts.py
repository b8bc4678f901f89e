"""A typo in a rule text of the program is a sentence with file and line, in verbs and on pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

import referee.rulebook.book as book
import referee.web.phone.phone  # noqa: F401  # it reads the book when it is loaded
from referee.cli import main
from tests.kit import ROOT, Evening

TYPO = "## 4.97.12 Clocks\nmarks: cod\n\nA bell at zero.\n"
SAYS = "options/clocks.md, line 2: marks are code, table, social or heading, not “cod”."


@pytest.fixture(autouse=True)
def typo() -> Iterator[None]:
    with patch.object(book, "load", lambda *_: book.read_room(TYPO, "options/clocks")):
        book.rulebook.cache_clear()
        yield
    book.rulebook.cache_clear()


@pytest.mark.parametrize(
    "words", [["rules", "4.97.12"], ["battle", "--json", "battle.jsonl"], ["play", "--json", "bidding.jsonl"]]
)
def test_a_verb_says_what_is_wrong_and_where(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    cases = ROOT / "tests/cases"
    assert main([str(cases / word) if word.endswith(".jsonl") else word for word in words]) == 1
    assert capsys.readouterr().err == f"{SAYS} Correct it and start again.\n"


def test_a_page_says_it_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        page = evening.who("host").get("/rules/4.97.12")
        assert page.status_code == 500 and SAYS in page.text
    finally:
        evening.close()
