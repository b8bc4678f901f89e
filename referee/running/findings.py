"""What may be found in a row of a journal: a verdict, and a sentence with its rule."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

COUNTED, SHUFFLED, WAIVED, WRITTEN, SHOWN = "4.97.22", "4.97.60", "4.97.03", "4.97.25", "4.97.28"


class RowVerdict(Enum):
    """What is found, in the words that are printed."""

    NOTE = "note"  # the table allowed it, and all adds up
    ALLOWED = "ALLOWED"  # by the table, and it does not add up
    SET_BACK = "SET BACK"  # a clock
    WRONG = "WRONG"
    OUT_OF_ORDER = "OUT OF ORDER"
    CANNOT_BE_SHOWN = "CANNOT BE SHOWN"
    UNREADABLE = "UNREADABLE"
    NEWER = "NEWER"  # than this program


class RowFinding(NamedTuple):
    """What is found in an action: a sentence, and the rule it rests on."""

    act: int
    verdict: RowVerdict
    words: str
    rule: str = COUNTED

    @property
    def is_fault(self) -> bool:
        return self.verdict not in {RowVerdict.NOTE, RowVerdict.ALLOWED, RowVerdict.SET_BACK}
