"""The command line: ``referee`` serves, and its other verbs work in a terminal.

A verb is one module, imported when it is asked for. What every verb says and returns where something is wrong stands in
``exits``.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from errno import ENOMEM
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import click

from referee import __version__
from referee.cli.exits import CODES, INTERRUPTED, NO_FILE, NO_MEMORY, NOTHING_TO_READ, WRONG, Stop

VERBS: Final = {
    "serve": "Start the referee; this is what happens without a command.",
    "club": "Start the engine through which several programs share tables.",
    "demo": "Watch a table that plays by itself.",
    "doctor": "Find out why a phone can't connect.",
    "rules": "Look up a rule by number or by a question.",
    "battle": "Settle a battle: who wins, who dies, who is paid.",
    "log": "Print what happened at a table.",
    "export": "Print a game as JSON lines.",
    "import": "Open an exported game.",
    "sheets": "Print the game, to continue with pencil and paper.",
    "verify": "Check the shuffles of a game.",
    "play": "Play bidding scripts and positions from JSON lines.",
    "schema": "Print the JSON Schema of what battle, play or rules reads.",
    "completion": "Print the line that completes words in your shell.",
}
OWN_FLAGS: Final = {"-v", "-vv", "--verbose", "-h", "--help", "--version"}
HELP: Final = """An unofficial referee for people who play Dune around a real table.

Without a command the referee starts: the table screen opens in the browser, and phones scan a code."""
EXAMPLES: Final = """\b
Examples:
  referee                              start; Ctrl-C stops it and keeps every game
  referee demo                         watch a table that plays by itself
  referee rules lasgun shield          ask the rules
  referee serve --port 9000 --db ~/dune
  referee verify ~/dune/friday.referee
"""
REPORT: Final = "Run it again with referee -vv and report all it says: https://github.com/table-referee/referee/issues"
LAST_WORDS: Final = f"{NO_MEMORY}\n".encode()
_reserve = bytearray(1 << 20)  # given up when memory runs out, to have enough left for the error message


class Verbs(click.Group):
    """The verbs, each imported when it is asked for; without one, ``serve``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        found: click.Command = import_module(f"referee.cli.{name}{'_' * iskeyword(name)}").command
        return found

    def parse_args(self, ctx: click.Context, words: list[str]) -> list[str]:
        """Put ``serve`` where no verb stands; a word that a shell has to complete is none yet."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, words)
        own = next((place for place, word in enumerate(words) if word not in OWN_FLAGS), len(words))
        if not {"-h", "--help", "--version"} & {*words[:own]} and (own == len(words) or words[own].startswith("-")):
            words = [*words[:own], "serve", *words[own:]]
        return super().parse_args(ctx, words)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in CODES.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
            return code
        except BrokenPipeError:  # the reader of the pipe has closed it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


@click.group(cls=Verbs, help=HELP, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s", help="Print the version.")
@click.option("-v", "--verbose", count=True, help="Print more details; -vv prints the most.")
def cli(verbose: int) -> None:
    level = {0: logging.WARNING, 1: logging.INFO}.get(verbose, logging.DEBUG)
    logging.basicConfig(level=level, format="%(message)s")
    logging.getLogger("referee").setLevel(level)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb; without one, serve. Returns the exit code."""
    _prepare_streams()
    try:
        return int(cli.main(None if argv is None else list(argv), prog_name="referee", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.code if isinstance(error, Stop) else error.exit_code
    except click.Abort as error:
        return _stopped(error)
    except Exception as error:
        return _failed(error)


def _prepare_streams() -> None:
    """Put something in the place of streams that are closed, and let a terminal of few letters show all the others."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _stopped(error: click.Abort) -> int:
    """Return the code of a verb that was stopped by a person, or by the end of its input."""
    if not isinstance(error.__cause__ or error.__context__, EOFError):
        return INTERRUPTED
    click.echo("\nThere is no more input, so nothing was done.", err=True)
    return NOTHING_TO_READ


def _failed(error: Exception) -> int:
    """Say in a sentence what no verb has foreseen; -vv shows the whole of it."""
    if _lacks_memory(error):
        _reserve.clear()
        os.write(2, LAST_WORDS)
        return WRONG
    if logging.getLogger("referee").isEnabledFor(logging.DEBUG):
        raise error
    if isinstance(error, OSError) and error.strerror:
        click.echo(f"{error.filename or 'The system says'}: {error.strerror}.", err=True)
        return NO_FILE
    last = extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
    click.echo(f"{where}: {error}\nThis is a mistake in the referee. {REPORT}", err=True)
    return WRONG


def _lacks_memory(error: Exception) -> bool:
    """Say whether this is one of the many faces of too little memory; Python may lose the error itself on its way."""
    if isinstance(error, MemoryError | SystemError) or getattr(error, "errno", 0) == ENOMEM:
        return True
    return any(words in str(error) for words in ("start new thread", "Cannot allocate memory", "failed to map segment"))
