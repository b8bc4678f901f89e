"""``python -m tests.house`` counts code lines: no blanks, comments, docstrings, imports."""

from pathlib import Path

import pytest

from tests.house import code
from tests.house.__main__ import POWERS, inside
from tests.house.code import code_lines

MODULE = '''"""What stands here."""

from collections.abc import (
    Iterable,
)

WORDS = (
    "four",
    "lines",
)


def first(of: Iterable[str]) -> str:
    """Return the first.

    There is one.
    """
    # in their order
    return next(iter(of)) + """two
lines"""
'''


def test_code_lines_leave_out_blanks_comments_docstrings_and_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "made_up.py"
    path.write_text(MODULE)
    monkeypatch.setitem(code.FILES, "made_up", path)
    assert code_lines("made_up") == {7, 8, 9, 10, 13, 19, 20}
    assert code_lines("made_up", long_literals=False) == {13, 19, 20}


def test_each_power_whose_price_is_followed_has_its_rooms() -> None:
    assert all(inside(room) for rooms in POWERS.values() for room in rooms)
