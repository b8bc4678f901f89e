"""The words in which people ask about the table as it stands, in four languages.

A line of ``table_words.txt`` is a meaning, then its words in English, German, French and Spanish, without accents. In
brackets stands what may be said beside it: `how` with `much`. ``LIGHT`` words may stand in any question, one of
``BESIDE`` where no way has all. A word may have several meanings; a question with a word that is in no line is not
about the table: the book answers it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

LIGHT, BESIDE = "LIGHT", "BESIDE"
_CODES = ("en", "de", "fr", "es")
_TABLE = Path(__file__).with_name("table_words.txt")


@cache
def meanings(code: str) -> dict[str, str]:
    """Return the words of a language by what they mean."""
    lines = _TABLE.read_text("utf-8").strip().replace("\n  ", " ").splitlines()
    cells = ([cell.strip() for cell in line.split("|")] for line in lines)
    return {name: words[_CODES.index(code)] for name, *words in cells}
