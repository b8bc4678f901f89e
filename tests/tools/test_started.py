"""Every module under ``tests/`` with a command line is started as a program of its own, with its shortest words.

Such modules are looked for, so that none is forgotten. What a program prints or leaves behind shows that it had an
effect. The fast check leaves out those that play or measure for longer; a package that is missing here is printed.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit import ROOT


@dataclass(frozen=True)
class Start:
    """The shortest words of a program, what it prints then, and how it may end.

    ``before`` lays what the words need into a folder, which is ``{folder}`` in them; ``after`` names a file that must
    be in it at the end, and words of it.
    """

    words: str
    prints: str
    long: bool = False
    browser: bool = False
    codes: tuple[int, ...] = (0,)
    before: Callable[[Path], None] = lambda folder: None
    after: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Elsewhere:
    """The file that starts the program in every check, and how it names it."""

    place: str
    named: str


def a_saved_game(folder: Path) -> None:
    bid = {"$type": "Bid", "Initiator": 2, "Amount": 3, "Passed": False}
    start = {"$type": "EstablishPlayers", "Initiator": 0, "ApplicableRules": [10]}
    (folder / "saved.json").write_text(json.dumps({"Version": 170, "_events": [start, bid]}), "utf-8")


def a_refusal(folder: Path) -> None:
    source = 'from referee.kernel import Objection\n\nA = Objection(f"{1 + 1} forces are too many here.", "1.06.03")\n'
    (folder / "room.py").write_text(source, "utf-8")


def what_browsers_know(folder: Path) -> None:
    young, old = ({"__compat": {"support": {"chrome": {"version_added": version}}}} for version in ("200", "1"))
    css = {"properties": {"brand-new": young, "color": old}, "types": {}, "selectors": {}}
    css["at-rules"] = {"media": old}
    data = {"__meta": {"version": "1"}, "css": css, "api": {}, "javascript": {"builtins": {}}}
    (folder / "data.json").write_text(json.dumps(data), "utf-8")


STARTS: dict[str, Start | Elsewhere] = {
    "check": Elsewhere(".ci/run", "tests/check.py"),
    "benchmarks": Start("rules", r"yardstick again", long=True),
    "digital_games": Start("{folder}/saved.json", r"Turn 1 .*3", before=a_saved_game),
    "floor": Start(
        "{folder}/data.json {folder}/newer.json", r"", before=what_browsers_know, after=("newer.json", "brand-new")
    ),
    "house": Start("--free 4", r"^4\.\d\d"),
    "house.face_down": Elsewhere("tests/check.py", "tests.house.face_down"),
    "journals.test_old_journals": Start("halfway_bid", r"halfway_bid: as kept"),
    "languages": Start("referee/cards/hajr", r"outside the door: \d+"),
    "languages.played": Start("de", r"", long=True),
    "lessons": Start("", r"Harkonnen +\d+ +\d+ +\d+ +\d+ +\d"),
    "languages.through_the_door": Start("{folder}/room.py", r"", before=a_refusal, after=("room.py", "say(")),
    "promises.mortal": Elsewhere("tests/promises/test_p08_nothing_acknowledged_is_lost.py", "tests.promises.mortal"),
    "promises.mutants": Start("P14 --first", r"^killed +p14 .*\nAll were killed\.", long=True),
    "promises.who_may": Start("", r"^Bid +"),
    "rulebook.through_the_button": Start("", r"\d+ played, ", long=True),
    "rules.entries": Start("", r"^\d+ cells: \d+ play a rule"),
    "tools.accounts": Start("--scene Bribe --seconds 60", r"game 1: \d+ acts", long=True),
    "tools.attack": Start("printed_link", r"All held"),
    "tools.chairs": Start("1 3", r"^1 games, 0 wrong"),
    "tools.engines": Start("", r"^chromium +\d+ moments, picture off by 0\.0", long=True, browser=True),
    "tools.evenings": Start("1 2", r"(?m)^1  +1 +\d"),
    "tools.looks.evenings": Start("{folder} 4", r"", long=True, browser=True, after=("due.txt", ".png: ")),
    "tools.looks.film": Start("{folder}", r"auction\.png: \d+ KB", long=True, browser=True),
    "tools.looks.played": Start("{folder} six 1", r"Nothing wrong", long=True, browser=True),
    "tools.looks.render": Start("help", r"^$", browser=True),
    "tools.looks.sweep": Start("help", r"pages unlike each other\n(.*\n)*Nothing wrong", long=True, browser=True),
    "tools.looks.ten": Start(
        "{folder}", r"^20 pictures each of now", long=True, browser=True, after=("ten.html", "01-table")
    ),
    "tools.matrix": Elsewhere(".ci/run", "tests.tools.matrix"),
    "tools.power": Start("40", r"^40 states of \d+ steps, \d+ acts: 0 wrong", long=True),
    "tools.reached": Start("HEAD", r"^tests/games/test_chronicles\.py$"),
    "tools.release": Start(
        f"{{folder}} --only wheel --python {sys.version_info[0]}.{sys.version_info[1]}",
        r"SHA256SUMS, RELEASE.md are in .* Nothing was published",
        long=True,
        after=("RELEASE.md", "| `table_referee-"),
    ),
    "tools.search": Start("--set known", r"rules, index opened in", long=True),
    "tools.search.at_table": Start("{folder}", r"^== mentat_pause", long=True),
    "tools.search.english": Start("", r"Needs pyspellchecker", codes=(2,)),
    "tools.search.languages": Start("", r"^de +\d+ +\d+", long=True),
    "tools.search.vectors": Start("", r"Needs numpy and torch", codes=(2,)),
    "tools.search.weights": Start("", r"Needs numpy and torch", codes=(2,)),
    "tools.smoke": Elsewhere("tests/house/test_installed.py", "smoke.py"),
    "tools.soak": Start("--minutes 1", r"The program complained of nothing", long=True, codes=(0, 1)),
    "tools.taps": Elsewhere("tests/tools/test_taps.py", "tests.tools.taps"),
    "tools.taps.waiting": Start("", r"^ +0\.0 s a card where all are ready"),
    "words": Start("cards/hajr", r"^referee/cards/hajr\.md:\d+\trule\t"),
}


def has_a_command_line(path: Path) -> bool:
    source = path.read_text("utf-8")
    body = ast.parse(source).body if "__main__" in source else ()
    return any(isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'" for node in body)


def programs() -> set[str]:
    files = [path for path in (ROOT / "tests").rglob("*.py") if has_a_command_line(path)]
    return {
        ".".join(path.relative_to(ROOT / "tests").with_suffix("").parts).removesuffix(".__main__") for path in files
    }


def test_none_is_forgotten_and_none_is_gone() -> None:
    assert programs() == {*STARTS}


@pytest.mark.parametrize("name", [name for name, start in STARTS.items() if isinstance(start, Elsewhere)])
def test_what_is_started_elsewhere_is_named_there(name: str) -> None:
    start = STARTS[name]
    assert isinstance(start, Elsewhere) and start.named in (ROOT / start.place).read_text("utf-8")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] if start.long else [])
        for name, start in STARTS.items()
        if isinstance(start, Start)
    ],
)
def test_a_program_has_its_effect(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    start = STARTS[name]
    assert isinstance(start, Start)
    if start.browser:
        request.getfixturevalue("chromium")
    start.before(tmp_path)
    words = start.words.format(folder=tmp_path).split()
    ran = subprocess.run(
        [sys.executable, "-m", f"tests.{name}", *words], cwd=ROOT, capture_output=True, text=True, timeout=850
    )
    said = ran.stdout + (ran.stderr if start.codes == (2,) else "")
    assert ran.returncode in start.codes, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert re.search(start.prints, said, re.MULTILINE), said[-2000:]
    file, held = start.after
    assert not file or held in (tmp_path / file).read_text("utf-8")
