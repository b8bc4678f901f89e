"""`referee battle`: who wins, who dies, who is paid, what is lost, with the rules.

With a file of cases every line is one battle and gets one line back. A line that cannot be read gets a sentence of
its own; the other lines are still answered, and the exit code says that one was bad. Without a file the battle is
asked for at the terminal.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import Any

from referee.contract.answers import answer_case, answer_file
from referee.contract.battle import answer_battle


def add_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "battle",
        help="settle a battle: who wins, who dies, who is paid",
        description="Settle a battle. Without --json it is asked for step by step.",
    )
    parser.add_argument("--json", metavar="FILE", help="settle a file of battles, one a line; - reads them")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Answer every line; 0 when all of them could be read, 1 when not, 2 where there is no such file."""
    if args.json is None:
        from referee.cli.battle_ask import converse

        return converse()
    return answer_file(args.json, answer_line, "Name a file of battles.")


def answer_line(line: bytes | str) -> dict[str, Any]:
    """Return the answer to one line, which never raises."""
    return answer_case(line, answer_battle, "The referee cannot settle this battle: {}. Look at its fields.")
