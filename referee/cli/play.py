"""`referee play --json FILE`: play bidding scripts, one case a line, and tell the state after every step.

A line that cannot be read gets a sentence of its own; the other lines are still answered, and the exit code says
that one was bad. A refused step is no bad line: its state carries the refusal, and the script goes on.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import Any

from referee.contract.answers import answer_case, answer_file
from referee.contract.bidding.cases import read_case
from referee.contract.bidding.script import Play
from referee.contract.bidding.states import Reporter
from referee.contract.positions.script import answer_situation
from referee.contract.values import BadCase


def add_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add `referee play` to the commands."""
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
    if not isinstance(record, dict):
        raise BadCase("A case is an object in braces.")
    if "situation" in record and "script" not in record:
        return answer_situation(record)
    return {"id": record.get("id"), "steps": _play(record)}


def _play(record: dict[str, Any]) -> list[dict[str, Any]]:
    case = read_case(record)
    play = Play(case)
    reporter = Reporter(play)
    states = []
    for place, step in enumerate(case.script):
        refused = play.take(step, case.script[place + 1 :])
        states.append(reporter.tell(refused, hidden=step.use == "overbid"))
    return states
