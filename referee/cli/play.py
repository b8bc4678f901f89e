"""`referee play --json FILE`: play bidding scripts, one case a line, and tell the state after every step.

A line that cannot be read gets a sentence of its own; the other lines are still answered, and the exit code says
that one was bad. A refused step is no bad line: its state carries the refusal, and the script goes on.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import Any

from referee.contract.answers import answer_case, answer_file
from referee.contract.bidding.states import answer_script
from referee.contract.positions.script import answer_situation
from referee.contract.values import a


def add_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play scripts of a bidding phase and tell what stands after every step",
        description="Play bidding scripts: one JSON case a line in, one JSON line a case out, in the same order.",
    )
    parser.add_argument("--json", metavar="FILE", required=True, help="the file of cases, one a line; - reads them")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Answer every line; 0 when all of them could be read, 1 when not, 2 where there is no such file."""
    return answer_file(args.json, answer_line, "Give the name of a file of cases.")


def answer_line(line: bytes | str) -> dict[str, Any]:
    """Return the answer to one line, which never raises."""
    return answer_case(line, _settle, "The referee cannot play this script: {}. Look at its steps.")


def _settle(record: Any) -> dict[str, Any]:
    case = a(dict, record, "A case", "is an object in braces")
    return answer_situation(case) if "situation" in case and "script" not in case else answer_script(case)
