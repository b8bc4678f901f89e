"""Who may import whom and the outside world, and that importing changes nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import pytest

from tests.house.code import FILES, PACKAGES, imports, kind_of, nodes, of, room_of, uses
from tests.kit import ROOT

# what each package may import of the project; one room of factions or cards may import its own package only
ROOMS = (  # lower first
    *("rulebook", "kernel", "common", "offers", "holdings", "board", "powers"),
    *("phases", "agreements", "knowledge", "paper", "turn", "stand_in"),
)
BELOW = {*ROOMS}
ALLOWED: dict[str, set[str]] = {
    **{room: {*ROOMS[: place + 1]} for place, room in enumerate(ROOMS)},
    "rulebook": {"rulebook"},
    "cards": BELOW,
    "modules": {*BELOW, "cards"},
    "factions": {*BELOW, "modules"},
    "options": {*BELOW, "cards", "modules"},
    "languages": {*BELOW, "languages"},
    "running": {*BELOW, "running"},
    "contract": {*BELOW, "modules", "running", "contract"},
    "lessons": {*BELOW, "running", "contract", "lessons"},
    "web": {*BELOW, "languages", "modules", "options", "running", "contract", "lessons", "web"},
    "cli": {*BELOW, "languages", "running", "contract", "web", "cli"},
}
CHAIN = 20  # modules that stand one upon the other, at most
DOOR = "kernel/__init__"  # it has no word of its own, and is no step of a chain
ALL_CHAPTERS = "kernel/discover"  # the one module that imports every chapter, so that its rules are in force
ONLY = {
    "flask": {"web"},
    "flask_htmx": {"web"},
    "sqlite_utils": {"running/journal"},
    "nats": {"running/club/engine"},
    "time": {"running/now", "web/http/credentials", "web/http/seat_codes", "web/http/connections", "web/http/buffers"},
    "random": {"running/dice"},
    "secrets": {"web/http/door", "web/http/credentials", "web/http/seat_codes", "cli/club"},
}
IMPORT_ALL = """
import importlib, sys
before = [list(kept) for kept in (sys.path, sys.meta_path, sys.path_hooks)]
for module in sys.argv[1:]:
    importlib.import_module(module)
    if [list(kept) for kept in (sys.path, sys.meta_path, sys.path_hooks)] != before:
        sys.exit(module)
"""


def test_every_package_has_said_what_it_may_import() -> None:
    assert set(ALLOWED) == PACKAGES, "add what the new package may import to ALLOWED, or remove the one that is gone"


def test_who_may_import_whom() -> None:
    wrong = []
    for name in (name for name in of(*ALLOWED) if name != ALL_CHAPTERS):
        for module in imports(name):
            if module.startswith("referee.") and module != "referee.__version__":
                other = module.removeprefix("referee.").replace(".", "/")
                if kind_of(other) not in ALLOWED[kind_of(name)] and room_of(other) != room_of(name):
                    wrong.append(f"{name} imports {module}")
    assert not wrong, f"{wrong}: ask a Question, or move what both need to a package below them"


def folder_of(name: str) -> str:
    return name.rpartition("/")[0]


def test_no_folder_imports_itself_by_way_of_others() -> None:
    folders, edges = defaultdict[str, set[str]](set), defaultdict[tuple[str, str], set[str]](set)
    for name, other in [(file, other) for file in FILES for other in uses(file)]:
        here, there = folder_of(name), folder_of(other)
        if here and there and here != there:
            folders[here].add(there)
            edges[here, there].add(f"{name} imports {other}")
    try:
        TopologicalSorter(folders).prepare()
    except CycleError as error:
        circle = error.args[1]
        steps = [sorted(edges[one, two]) for two, one in pairwise(circle)]
        pytest.fail(f"{' <- '.join(circle)}: {steps}")


def test_no_long_chain_of_modules_stands_one_upon_the_other() -> None:
    chains: dict[str, list[str]] = {}
    for name in TopologicalSorter({name: uses(name) for name in FILES}).static_order():
        chains[name] = [name, *max((chains[other] for other in uses(name)), key=len, default=[])]
    longest = max(([name for name in chain if name != DOOR] for chain in chains.values()), key=len)
    assert len(longest) <= CHAIN, " > ".join(longest)


def test_rooms_take_what_the_kernel_offers_through_its_door() -> None:
    offered = dict(through(DOOR))
    wrong = [
        f"{file} imports {name} from {module}"
        for file in FILES
        if kind_of(file) != "kernel"
        for name, module in through(file)
        if offered.get(name) == module
    ]
    assert not wrong, f"{wrong}: import it from referee.kernel"


def through(file: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a file imports from modules of the kernel, with the module."""
    for node in nodes(file):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee.kernel."):
            yield from ((one.name, str(node.module)) for one in node.names)


def test_who_may_reach_out_of_the_house() -> None:
    wrong = []
    for name in FILES:
        for module in imports(name):
            rooms = ONLY.get(module.split(".")[0])
            if rooms is not None and name not in rooms and kind_of(name) not in rooms:
                wrong.append(f"{name} imports {module}, which only {rooms} may")
    assert not wrong, f"{wrong}: pass it in as an argument"


def test_importing_changes_nothing_of_the_interpreter() -> None:
    modules = [f"referee.{name}".replace("/", ".").removesuffix(".__init__") for name in FILES if name != "__main__"]
    ran = subprocess.run([sys.executable, "-c", IMPORT_ALL, *modules], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, f"importing this changes how Python finds modules; do it on demand: {ran.stderr}"


KNOWN = """
import importlib, sys
from referee.kernel import commands
from referee.kernel.events import kinds
before = {*kinds(), *commands()}
for module in sys.argv[1:]:
    importlib.import_module(module)
print(*({*kinds(), *commands.__wrapped__()} - before), len(before))
"""


def test_looking_up_one_event_or_command_makes_all_of_them_known() -> None:
    modules = [f"referee.{name}".replace("/", ".").removesuffix(".__init__") for name in FILES if name != "__main__"]
    ran = subprocess.run([sys.executable, "-c", KNOWN, *modules], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout.strip().isdecimal(), f"kernel/discover must import the module of {ran.stdout}{ran.stderr}"
    assert int(ran.stdout) > 400


def test_events_are_applied_by_a_table_alone() -> None:
    wrong = []
    for name in (name for name in FILES if name != "kernel/table"):
        called = [one.func for one in nodes(name) if isinstance(one, ast.Call)]
        applied = [ast.unparse(one) for one in called if isinstance(one, ast.Attribute) and one.attr == "apply"]
        wrong += [f"{name}: {said}" for said in applied if said not in {"super().apply", "VERSIONS.apply"}]  # of a file
    assert not wrong, f"{wrong}: let Table.hear apply it, or retold what was heard before"
