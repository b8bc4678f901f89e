"""Which tests a change can reach: ``python -m tests.tools.reached [REVISION]`` prints their files, one a line.

The change is what differs from the revision or is not committed; without a word, from ``main``. A test is reached that
imports what changed, or a module of the program that does, or is named after its room; a template, a style or a text
belongs to the modules that name it or stand beside it. ``tests/kit`` imports half of the program and is not looked
through, unless it changed. Rooms are put in force by ``discover`` without an import, so whole games are played after
every change (``ALWAYS``). It is less than all that a change can turn red: CI runs all tests, and so does
``tests/check.py`` without ``--changed``.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.kit import HOMES, ROOT

ALWAYS = ("tests/games/test_chronicles.py", "tests/house/test_folders.py", "tests/house/test_imports.py")
EVERYTHING = ("pyproject.toml", "tests/conftest.py", "tests/check.py", "tests/tools/reached.py")
PYTHON = ("referee", "tests")
KIT = "tests/kit/__init__.py"
NAMED = re.compile(r"""["'/]([\w.-]+\.(?:html|css|js|svg|toml|tsv|jsonl|txt|json|gz|po|bin))\b""")
ROOMS = {  # tests of what no module imports
    r"referee/.*\.md$|referee/rulebook/": ("tests/rulebook/", "tests/answers/", "tests/languages/test_rule_texts.py"),
    r".*\.po$|referee/languages/": ("tests/languages/",),
    r"(static|templates)/": ("tests/browser/", "tests/web/app/", "tests/house/test_static.py"),
    r"(.*/)?README\.md$|\.github/|referee/MEASURED.md$": ("tests/house/",),
    r"tests/cases/": ("tests/cases/", "tests/contract/"),
    r"tests/journals/": ("tests/journals/",),
}


def modules() -> dict[str, str]:
    """Return the file of each module of the project, by its name."""
    files = [path for top in PYTHON for path in sorted((ROOT / top).rglob("*.py"))]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): _file(path) for path in files
    }


def _file(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(source: str) -> Iterator[str]:
    """Yield the names of modules that a source may import, and of the packages around them."""
    for node in ast.walk(ast.parse(source)):
        names: Iterable[str] = ()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(_imported(node.module, alias.name) for alias in node.names)]
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:many]) for many in range(1, len(parts) + 1))


def _imported(module: str, name: str) -> str:
    """Return what is imported by a name; the door of the kit stands for the module that has it."""
    return HOMES.get(name, module) if module == "tests.kit" else f"{module}.{name}"


def users() -> dict[str, set[str]]:
    """Return for each file those that use it: import it, or name it."""
    known, used = modules(), defaultdict[str, set[str]](set)
    texts = [path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".svg"}]
    shown = [*texts, *(path for path in (ROOT / "static").rglob("*") if path.suffix in {".css", ".js"})]
    data = [
        *shown,
        *(path for top in PYTHON for path in (ROOT / top).rglob("*.*") if path.suffix not in {".py", ".pyc"}),
    ]
    places = defaultdict[str, set[str]](set)
    for path in data:
        places[path.name].add(_file(path))
    for file in known.values():
        source = (ROOT / file).read_text("utf-8")
        if file == KIT:  # it names every module of the kit and loads none
            continue
        for name in imports(source):
            if name in known:
                used[known[name]].add(file)
        for name in NAMED.findall(source):
            for place in places[name]:
                used[place].add(file)
    for path in shown:
        for name in NAMED.findall(path.read_text("utf-8")):
            for place in places[name]:
                used[place].add(_file(path))
    return used


def changed(revision: str = "") -> list[str]:
    """Return the files that differ from the revision, or are not committed."""
    since = revision or ("HEAD" if _git("branch", "--show-current") == ["main"] else "main")
    base = since if since == "HEAD" else (_git("merge-base", since, "HEAD") or ["HEAD"])[0]
    return sorted({*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def reached(files: Iterable[str], used: dict[str, set[str]]) -> list[str]:
    """Return the files of tests that a change of these files can reach."""
    tests = sorted(_file(path) for path in (ROOT / "tests").rglob("test_*.py"))
    begun = {*files}
    if begun & {*EVERYTHING}:
        return tests
    met = begun | {file for text in begun if text.endswith(".md") for file in _beside(text)}
    for file in [*met]:  # a template is in another, a module names it
        if not file.endswith(".py"):
            met |= _all_users(file, used)
    met |= {user for file in met if file.startswith("referee/") for user in used[file] if user.startswith("referee/")}
    met |= {test for file in met for test in used[file] if file.startswith("referee/") and "/test_" in test}
    left = [file for file in met if file.startswith("tests/")]
    while left:
        for user in used[left.pop()] - met:
            met.add(user)
            left.append(user)
    rooms = [*ALWAYS]
    rooms += [
        place for kind, places in ROOMS.items() if any(re.match(kind, file) for file in begun) for place in places
    ]
    names = {
        name for file in begun if file.startswith("referee/") for name in (Path(file).stem, Path(file).parent.name)
    }
    named = (test for test in tests if names & {*Path(test).parent.parts, Path(test).stem.removeprefix("test_")})
    return sorted({*(test for test in tests if test in met or test.startswith(tuple(rooms))), *named})


def _all_users(file: str, used: dict[str, set[str]]) -> set[str]:
    """Return what names this file, and what names that in turn, up to the modules."""
    users = used[file]
    return users.union(*(_all_users(user, used) for user in users if not user.endswith(".py")))


def _beside(text: str) -> list[str]:
    """Return the modules that a rule text stands beside, which carry it out."""
    path = ROOT / text
    return [
        _file(one)
        for one in (path.with_name(path.name.partition(".")[0] + ".py"), path.with_name("__init__.py"))
        if one.is_file()
    ]


if __name__ == "__main__":
    print(*reached(changed(*sys.argv[1:2]), users()), sep="\n")
