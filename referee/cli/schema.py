"""`referee schema`: JSON Schema of the lines that another verb reads."""

from __future__ import annotations

import json

import click

VERBS = ("battle", "play", "rules")
EXAMPLES = "\b\nExamples:\n  referee schema play > play.schema.json\n  referee schema battle"


@click.command(epilog=EXAMPLES)
@click.argument("verb", type=click.Choice(VERBS))
def command(verb: str) -> None:
    """Print the JSON Schema (draft 2020-12) of one line of the file that battle, play or rules reads with --json."""
    from referee.contract.schema import schema_of

    click.echo(json.dumps(schema_of(verb), indent=2))
