"""One door to the test kit: tests take its names from ``tests.kit``, and what they do not name is not loaded."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.kit import HOMES, ROOT

KIT = ROOT / "tests/kit"
OWN = {"HOMES", "ROOT", "SIX", "in_order"}  # names of the door itself
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py") if KIT not in path.parents)
LOADED = "import sys, tests.kit; tests.kit.LiveTable; print(*{name.partition('.')[0] for name in sys.modules})"
HEAVY = {"playwright", "hypothesis", "flask", "cheroot", "jinja2", "werkzeug"}


def taken(path: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of all that a file takes from the kit."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("tests.kit."):
            yield from ((str(node.module), alias.name) for alias in node.names)


def test_tests_take_the_kit_through_its_door() -> None:
    through = [(path.relative_to(ROOT).as_posix(), *names) for path in TESTS for names in taken(path)]
    wrong = [f"{file} imports {name} from {module}" for file, module, name in through if module != "tests.kit"]
    assert not wrong, f"{wrong}: name it in tests/kit/__init__.py, and import it from tests.kit"
    assert {name for *_, name in through} - OWN == HOMES.keys(), "the door has what a test takes, and nothing else"


def test_each_name_of_the_door_is_there_and_is_no_module() -> None:
    missing = [name for name, home in HOMES.items() if not hasattr(import_module(home), name)]
    assert not missing
    hidden = [name for name in HOMES if (KIT / f"{name}.py").exists()]
    assert not hidden, "once it is loaded, a module hides what is called like it"


def test_who_wants_a_table_loads_no_browser_and_no_server() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "referee" in ran.stdout.split() and not HEAVY & {*ran.stdout.split()}
