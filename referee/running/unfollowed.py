"""What is said of a file that cannot be followed to its last action, on pages too."""

from __future__ import annotations

from referee.kernel import say
from referee.running.findings import RowFinding, RowVerdict

NEWER = (
    "Action {n} of {file} holds something that this version of the referee does not know. Update the referee, or play "
    "it with the same house rules."
)
NO_GAME = "{file} does not hold a complete game. Start a new table."
UNFOLLOWED = (
    "{file} cannot be followed from action {n} on. To play on from action {before} in a new table, type on the laptop: "
    "referee import {file}"
)


def unfollowed(finding: RowFinding, file: str) -> str:
    """Return a sentence about the action from which on a file cannot be followed, and how to keep what is before it."""
    if finding.verdict is RowVerdict.NEWER:
        return say(NEWER, n=finding.act, file=file)
    if finding.act == 1:
        return say(NO_GAME, file=file)
    return say(UNFOLLOWED, n=finding.act, before=finding.act - 1, file=file)
