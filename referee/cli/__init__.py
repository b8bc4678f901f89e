"""The command line: ``referee`` serves; its other verbs work in a terminal.

A verb is one module, imported on demand. Exit codes and error messages that verbs share are in ``exits``.
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
_reserve = bytearray(1 << 20)  # released when memory runs out, to print the error message


class Verbs(click.Group):
    """The verbs, each imported on demand; ``serve`` is the default."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command: click.Command = import_module(f"referee.cli.{name}{'_' * iskeyword(name)}").command
        return command

    def resolve_command(
        self, ctx: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if words[0] not in VERBS and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = "".join(get_close_matches(words[0], VERBS, 1))
            advice = f" Did you mean {near}?" if near else ""
            if Path(words[0]).exists():
                advice = f" To open that game, type: referee serve --db {words[0]}"
            raise click.UsageError(f"There is no command {words[0]!r}.{advice}", ctx)
        return super().resolve_command(ctx, words)

    def parse_args(self, ctx: click.Context, words: list[str]) -> list[str]:
        """Insert ``serve`` if no verb is given, except while a shell completes words."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, words)
        own = next((place for place, word in enumerate(words) if word not in OWN_FLAGS), len(words))
        if not {"-h", "--help", "--version"} & {*words[:own]} and (own == len(words) or words[own].startswith("-")):
            words = [*words[:own], "serve", *words[own:]]
        return super().parse_args(ctx, words)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing them."""
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
        except BrokenPipeError:  # the reader closed the pipe
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
    """Run a verb; returns the exit code."""
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
    """Replace closed streams, and characters that the terminal's encoding lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _stopped(error: click.Abort) -> int:
    """Return the exit code of a verb that was interrupted or ran out of input."""
    if not isinstance(error.__cause__ or error.__context__, EOFError):
        return INTERRUPTED
    click.echo("\nThere is no more input, so nothing was done.", err=True)
    return NOTHING_TO_READ


def _failed(error: Exception) -> int:
    """Report an unexpected error in one sentence; with -vv raise it."""
    if _lacks_memory(error):
        _reserve.clear()
        os.write(2, LAST_WORDS)
        return WRONG
    if logging.getLogger("referee").isEnabledFor(logging.DEBUG):
        raise error
    if isinstance(error, OSError) and error.strerror:
        click.echo(f"{error.filename or 'The system says'}: {error.strerror}.", err=True)
        return NO_FILE
    from referee.rulebook.book import BadRuleText

    if isinstance(error, BadRuleText):
        click.echo(f"{error} Correct it and start again.", err=True)
        return WRONG
    last = extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
    click.echo(f"{where}: {error}\nThis is a mistake in the referee. {REPORT}", err=True)
    return WRONG


def _lacks_memory(error: Exception) -> bool:
    """Return True for an error caused by too little memory; Python may lose the original on its way."""
    if isinstance(error, MemoryError | SystemError) or getattr(error, "errno", 0) == ENOMEM:
        return True
    return any(words in str(error) for words in ("start new thread", "Cannot allocate memory", "failed to map segment"))
