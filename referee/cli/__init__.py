"""The command line: ``referee`` serves, and its other verbs work in a terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword

VERBS = ("serve", "demo", "doctor", "play", "battle", "rules", "log", "export", "import", "sheets", "verify")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb; without one, serve. Returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(
        prog="referee",
        description="An unofficial referee for people who play Dune around a real table.",
        epilog="Without a verb the referee starts: the table screen opens in the browser, phones scan a code.",
    )
    verbs = parser.add_subparsers(dest="verb", metavar="verb")
    rooms = {verb: import_module(f"referee.cli.{verb}{'_' * iskeyword(verb)}") for verb in VERBS}
    for room in rooms.values():
        room.add_parser(verbs)
    if not words or (words[0].startswith("-") and words[0] not in {"-h", "--help"}):
        words.insert(0, "serve")
    args = parser.parse_args(words)
    try:
        return int(rooms[args.verb].run(args))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
