"""Faults planted into the program: before the attack is believed it must find each of them.

``planted`` lays one into this process, and into the programs that the attack starts while it lies there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

from referee.kernel import Command, Sealed, Table
from referee.kernel.carry_out import carry_out
from referee.knowledge.notes import NoteKept
from referee.running import journal, sitting
from referee.running.journal import FileJournal
from referee.running.looking import Looking
from referee.running.outcome import UNFIT
from referee.running.sitting import Sitting
from referee.web.app import context
from referee.web.phone import missed

SEATING: Final = {"TakeSeat", "TakeControls", "GiveControls"}
HELD_S: Final = 0.5
_lying = [""]


def _minted(command: Command, referee: Table, *args: Any) -> Any:
    referee.discard.append("Shield/1")
    return carry_out(command, referee, *args)


def _stalled(table: Sitting, command: Command, *args: Any) -> Any:
    return [] if type(command).__name__ in SEATING else [UNFIT]


def _held(table: Looking, viewer: str) -> Table:
    with table._lock:
        time.sleep(HELD_S)
        return table.views.tables[viewer]


def _lost(append: Callable[..., None]) -> Callable[..., None]:
    def some(self: FileJournal, act: Any, change: Any = None) -> None:
        if not any(isinstance(event, NoteKept) for event in act.events):
            append(self, act, change)

    return some


def _raised(*args: Any, **more: Any) -> Any:
    raise LookupError("planted")


PLANTS: Final[Mapping[str, tuple[tuple[Any, str, Any], ...]]] = {
    "a leak": ((Sealed, "opened_by", lambda self, viewer: self.value),),
    "a minted card": ((sitting, "carry_out", _minted), (sitting, "breaks", lambda *args: ())),
    "a stalled game": ((Sitting, "_all_against", _stalled),),
    "a silent flip": ((journal, "first_broken", lambda rows: None), (journal, "what_is_missing", lambda *args: "")),
    "a stolen control": ((context, "may_steer", lambda: True),),
    "a lock held": ((Looking, "screen", _held),),
    "a raised page": ((missed, "page", _raised),),
    "a lost act": ((FileJournal, "append", _lost(FileJournal.append)),),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Lay a fault, or nothing for ""."""
    before = _lying[0]
    with ExitStack() as kept:
        for place, attribute, fault in PLANTS[name] if name else ():
            kept.enter_context(patch.object(place, attribute, fault))
        _lying[0] = name or before
        try:
            yield
        finally:
            _lying[0] = before


def started(module: str) -> tuple[str, ...]:
    """Return the command that starts a module as a program, with the fault that lies here now."""
    if not _lying[0]:
        return (sys.executable, "-m", module)
    words = "import runpy, sys; from tests.tools.attack.plants import planted; sys.argv[:1] = [sys.argv.pop(1)]\n"
    return (
        sys.executable,
        "-c",
        f"{words}with planted({_lying[0]!r}): runpy.run_module({module!r}, run_name='__main__')",
        module,
    )
