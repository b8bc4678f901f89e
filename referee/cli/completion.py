"""``referee completion``: a script that lets a shell complete verbs and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog='\b\nExamples:\n  eval "$(referee completion bash)"     in ~/.bashrc\n  referee completion fish | source'
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the lines that let your shell complete verbs, options and factions."""
    completion = get_completion_class(shell)
    if completion is not None:
        click.echo(completion(ctx.find_root().command, {}, "referee", "_REFEREE_COMPLETE").source())
