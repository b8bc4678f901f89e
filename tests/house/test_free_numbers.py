"""``python -m tests.house --free`` names numbers that nothing has, and every part of the book."""

from referee.rulebook.book import rulebook
from tests.house.__main__ import free


def test_what_is_called_free_is_free_and_every_part_is_named() -> None:
    book = rulebook()
    said = [line for chapter in "01234" for line in free(chapter)]
    named = {line.partition(" ")[0] for line in said}
    assert not named & {*book}
    assert {number.rpartition(".")[0] for number in named} >= {id for id in book if id.count(".") == 1}
    assert "4.11 to 4.89 for a part of its own" in said and "4.95.01 House rules" in said
