"""`referee battle`: who wins, who dies, who is paid, what is lost, with the rules.

With a file of cases each line is one battle and gets one line back. A line that cannot be read gets an error; the
others are still answered, and the exit code is not 0. Without a file the battle is asked for at the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from referee.cli.files import answer_file

EXAMPLES = "\b\nExamples:\n  referee battle\n  referee battle --json battles.jsonl > verdicts.jsonl"


@click.command(epilog=EXAMPLES)
@click.option(
    "--json", "file", metavar="FILE", help="Settle a file of battles, one JSON case a line; - is standard input."
)
def command(file: str | None) -> int:
    """Settle a battle. Without --json you are asked step by step."""
    if file is not None:
        return answer_file(file, answer_line, "Name a file of battles.", _doubts)
    from referee.cli.battle_ask import converse

    return converse()


def answer_line(line: bytes | str) -> dict[str, Any]:
    """Return the answer to one line; never raises."""
    from referee.contract.lines import answer_case

    return answer_case(line, _settle, "The referee cannot settle this battle: {}. Check its fields.")


def _settle(record: Any) -> dict[str, Any]:
    from referee.contract.battle import answer_battle
    from referee.contract.schema.fits import against_form

    answer = answer_battle(record)
    against_form("battle", record)
    return answer


def _doubts(line: bytes) -> Iterable[str]:
    from referee.contract.schema.misspelt import misspelt

    return misspelt("battle", line)
