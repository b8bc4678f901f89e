"""The book is read before any rule is tried: a slip in a new room is named by that room's own test."""

import pytest

import referee.kernel.discover  # noqa: F401
from referee.kernel import rulings
from referee.rulebook.book import rulebook


@pytest.fixture(scope="session", autouse=True)
def book() -> None:
    """Fail where a rule text cannot be read, a number is taken, or the code speaks under one that has no text."""
    book, pages = rulebook(), (rulings._answers, rulings._effects)
    speaking = {(rule, say.__module__) for page in pages for entries in page.values() for _, rule, say in entries}
    untold = sorted((rule, room) for rule, room in speaking if rule not in book)
    assert not untold, f"rule {untold[0][0]} of {untold[0][1]} has no text: write it into the .md beside that code"
