"""Tables as the tests of the rules lay them: just before a command that a test must see done."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

from referee.kernel import Command, commands
from referee.running.outcome import Outcome
from tests.kit import ROOT, LiveTable
from tests.tools.accounts.by_hand import Acts, listening

Found = tuple[Acts, Command]
Place = tuple[Path, str]  # a file, and the name of a test in it
CALL = re.compile(r"\b([A-Z]\w+)\(")
SETS = 12  # of one test's parameters, so many are tried


class Reached(Exception):
    """A test has come to the command that was looked for."""


@cache
def in_tests() -> dict[str, list[Place]]:
    """Return the tests in which each command is written, those that say it themselves before those of its module."""
    own: dict[str, list[Place]] = defaultdict(list)
    near: dict[str, list[Place]] = defaultdict(list)
    for file in sorted((ROOT / "tests" / "rules").rglob("test_*.py")):
        text = file.read_text("utf-8")
        said, lines = {*CALL.findall(text)} & {*commands()}, text.splitlines()
        for one in ast.parse(text).body:
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test"):
                itself = {*CALL.findall("\n".join(lines[one.lineno - 1 : one.end_lineno]))}
                for act in said:
                    (own if act in itself else near)[act].append((file, one.name))
    return {act: own[act] + near[act] for act in {*own, *near}}


def before(act: str) -> Iterator[Found]:
    """Yield the acts of tables on which a test gives this command next."""
    for file, name in in_tests().get(act, []):
        module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        test = getattr(module, name)
        for given in islice(_given(module, test), SETS):
            if found := _run(test, given, act):
                yield found
                break


def _run(test: Callable[..., object], given: dict[str, Any], act: str) -> Found | None:
    """Run a test up to this command."""
    found = list[Found]()
    gives = LiveTable.act

    def watched(table: LiveTable, command: Command, *args: Any, **more: Any) -> Outcome:
        wanted = type(command).__name__ == act
        acts = heard(table) if wanted else ()
        outcome = gives(table, command, *args, **more)
        if wanted and outcome.done:
            found.append((acts, command))
            raise Reached
        return outcome

    with listening() as heard, patch.object(LiveTable, "act", watched), suppress(Exception):
        test(**given)
    return found[0] if found else None


def _given(module: object, test: Callable[..., object]) -> Iterator[dict[str, Any]]:
    """Yield the parameters of a test, its fixtures among them if its module has them."""
    sets = [dict[str, Any]()]
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            sets = [{**one, **more} for one in sets for more in _marked(*mark.args[:2])]
    for one in sets:
        missing = [name for name in inspect.signature(test).parameters if name not in one]
        with suppress(AttributeError, TypeError):
            yield {**one, **{name: getattr(module, name)._get_wrapped_function()() for name in missing}}


def _marked(names: Any, values: Any) -> Iterator[dict[str, Any]]:
    said = names.replace(" ", "").split(",") if isinstance(names, str) else [*names]
    for value in values:
        one = getattr(value, "values", value)
        one = one if not isinstance(names, str) or len(said) > 1 or hasattr(value, "marks") else (one,)
        yield dict(zip(said, one, strict=False))
