"""`referee play --json FILE`: play bidding scripts and positions, one case per line; print the state after each step.

A line that cannot be read gets an error; the others are still answered, and the exit code is not 0. A refused step is
not an error: its state has the refusal, and the script continues.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from referee.cli.files import answer_file


@click.command(epilog="\b\nExample:\n  referee play --json evening.jsonl > states.jsonl")
@click.option(
    "--json", "file", metavar="FILE", required=True, help="The file of cases, one a line; - is standard input."
)
def command(file: str) -> int:
    """Play bidding scripts and positions: one JSON case a line in, one JSON line a case out, in the same order."""
    return answer_file(file, answer_line, "Name a file of cases.", _doubts)


def answer_line(line: bytes | str) -> dict[str, Any]:
    """Return the answer to one line, which may be the code of a reported case; never raises."""
    from referee.contract.lines import BadCase, answer_case, bad_input
    from referee.contract.reported import unpacked

    try:
        case = unpacked(line)
    except BadCase as error:
        return bad_input(None, str(error))
    return answer_case(case, _settle, "The referee cannot play this script: {}. Check its steps.")


def _settle(record: Any) -> dict[str, Any]:
    from referee.contract.bidding.states import answer_script
    from referee.contract.lines import BadCase
    from referee.contract.positions.script import answer_situation
    from referee.contract.replayed import answer_reported
    from referee.contract.schema.fits import against_form
    from referee.contract.values import a
    from referee.phases.bidding.order_of_bidding import NoBidding

    case = a(dict, record, "A case", "is an object in braces")
    try:
        if "heard" in case:
            answer = answer_reported(case)
        else:
            answer = answer_script(case) if "situation" not in case or "script" in case else answer_situation(case)
    except NoBidding:
        raise BadCase("A position has no cards for sale. Play bidding by a 'script' in place of 'situation'.") from None
    against_form("play", case)
    return answer


def _doubts(line: bytes) -> Iterable[str]:
    from referee.contract.schema.misspelt import misspelt

    return misspelt("play", line)
