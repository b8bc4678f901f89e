"""Who may send which command, as a table: ``python -m tests.promises.who_may`` prints it, ``--write`` pins it.

A seat may send a command if nothing objects and the command is open to its seat; one that restricts this further is
open "when it says so". Seats may not use the fields of a script.
"""

from __future__ import annotations

import sys
from pathlib import Path

import referee.running.sitting  # noqa: F401  (all commands, those of the clock too)
from referee.kernel import Command, commands
from referee.offers.offer import is_led

PINNED = Path(__file__).with_name("who_may.txt")


def seat_may(kind: type[Command]) -> str:
    if kind.by not in {"seat", "both"}:
        return "never"
    own = "when it says so" if kind.open_to_seat is not Command.open_to_seat else "yes"
    return " ".join((own, *(("led",) if is_led(kind) else ()), *(f"not {word}" for word in kind.script)))


def table_may(kind: type[Command]) -> str:
    return "yes" if kind.by in {"table", "both"} else "no"


def told() -> str:
    """Return a line per command: its name, whether the table screen may send it, and when its seat may."""
    ours = [one for one in commands().items() if one[1].__module__.startswith("referee.")]
    made = sorted(ours, key=lambda one: (seat_may(one[1]), one[0]))
    lines = [f"{name:18} {table_may(kind):6} {seat_may(kind)}" for name, kind in made]
    return "\n".join([f"{'command':18} {'table':6} seat", *lines]) + "\n"


if __name__ == "__main__":
    print(told(), end="")
    if "--write" in sys.argv:
        PINNED.write_text(told(), "utf-8")
