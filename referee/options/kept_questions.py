"""Option L2: the questions of this table are kept on its laptop, for those who make the search better."""

from __future__ import annotations

from typing import Final

from referee.kernel import Table, option, setting

KEPT_QUESTIONS: Final = option(
    "L2",
    "4.97.65",
    "Questions asked of the rules",
    ("forget", "Forgotten", "What is asked is answered and kept nowhere."),
    ("keep", "Kept on this laptop", "Words and answers, without who asked, for you to read and send on."),
)


def are_kept(table: Table) -> bool:
    return setting(table, KEPT_QUESTIONS) == "keep"
