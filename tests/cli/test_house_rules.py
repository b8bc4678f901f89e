"""House rules from a group's own folder: in force like any other, and a slip in one costs that one alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT

OPTION = """
from referee.kernel import option, ruling
from referee.holdings.hands import HandLimit

BIG = option("H1", "4.95.20", "Big hands", ("off", "Four", "As printed."), ("on", "Nine", "For long games."))
BIG.decides(HandLimit, {"on": 9})
"""
FILES = {
    "good.py": OPTION,
    "good.md": "## 4.95.20 Big hands\nmarks: code\n\nHands of nine.\n",
    "only_text.md": "## 4.95.21 Who brings snacks\nmarks: social\n\nThe loser of the last game.\n",
    "misspelt.py": "x = 1\ndef rule(:\n",
    "misspelt.md": "## 4.95.22 Misspelt\n\nText.\n",
    "unknown.py": OPTION.replace("4.95.20", "4.95.23").replace("H1", "H2") + "\n\nBIGGER\n",
    "unknown.md": "## 4.95.23 Unknown\n\nText.\n",
    "alone.py": OPTION.replace("H1", "H3"),
    "foreign.py": "",
    "foreign.md": "## 1.04.02 Ours\n\nText.\n",
    "twice.md": "## 4.95.20 Twice\n\nText.\n",
    "untold.py": OPTION.replace("4.95.20", "4.95.30").replace("H1", "H4"),
    "untold.md": "## 4.95.24 Another\n\nText.\n",
    "mute.md": "## 4.95.26 Mute\nasked as how_big: how big is my hand\n\nText.\n",
    "badly.md": "## Badly\n\nText.\n",
    "long.md": f"## 4.95.27 Long\n\n{'Snacks are shared. ' * 4000}\n",
    "late.py": """
from referee.kernel import after, ruling
from referee.phases.bidding.bid_time import BidSeconds
from referee.holdings.setup import TableSet

@ruling(BidSeconds, rule="4.95.25")
def wrong(question, table, so_far):
    return 1 / 0

@after(TableSet, rule="4.95.25")
def wrong_too(event, table, chance):
    yield from table.nobody
""",
    "late.md": "## 4.95.25 Late\n\nText.\n",
}
TRY_IT = """
import json, sys
from pathlib import Path
from referee.running.house_rules import read_folder
found = read_folder(Path(sys.argv[1]))
from referee.holdings.setup import SeatEntry, SetTable, TableSet
from referee.kernel.carry_out import carry_out
from referee.kernel import REFEREE
from referee.kernel import OPTIONS, ask
from referee.kernel import Table
from referee.phases.bidding.bid_time import BidSeconds
from referee.holdings.hands import HandLimit
from referee.running.sitting import Dice
from referee.rulebook.book import rulebook
from referee.rulebook.search import search

def table(**options):
    made = Table(REFEREE)
    places = tuple(map(SeatEntry, ("emperor", "fremen")))
    carry_out(SetTable("x", places, "emperor", options=tuple(options.items())), made, Dice(1))
    return made

print(json.dumps({
    "in force": sorted(text.id for rule in found for text in rule.texts),
    "hands": [ask(table(H1=value), HandLimit("fremen")).value for value in ("off", "on")],
    "seconds": ask(table(), BidSeconds()).value,
    "options": sorted(set(OPTIONS) & {"H1", "H2", "H3", "H4"}),
    "titles": [rulebook()[id].title for id in ("4.95.20", "4.95.21")],
    "asked": search("big hands")[0].entry.id,
    "troubles": {rule.name: rule.troubles for rule in found if rule.troubles},
}))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What comes of a folder with two good rules and many bad ones."""
    folder = tmp_path_factory.mktemp("rules")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    command = [sys.executable, "-c", TRY_IT, str(folder)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, object] = json.loads(ran.stdout)
    return found


def test_good_rules_are_in_force_and_in_the_book(said: dict[str, object]) -> None:
    assert said["hands"] == [4, 9] and said["options"] == ["H1"]
    assert said["titles"] == ["Big hands", "Who brings snacks"] and said["asked"] == "4.95.20"


def test_a_rule_that_goes_wrong_while_it_speaks_has_nothing_to_say(said: dict[str, object]) -> None:
    assert said["seconds"] == 10


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("misspelt", "misspelt.py, line 2: SyntaxError"),
        ("unknown", "unknown.py, line 9: NameError, name 'BIGGER' is not defined"),
        ("alone", "alone.md is missing"),
        ("foreign", "foreign.md has rule 1.04.02. Number house rules from 4.95.01"),
        ("twice", "twice.md has rule 4.95.20, which is already in another file"),
        ("untold", "Rule 4.95.30 has no text beside it"),
        ("mute", "options/mute.md, line 2: no answer of the table is called “how_big”"),
        ("badly", "badly.md, line 1: a heading needs a rule number"),
        ("long", "long.md is longer than 64 KB. Shorten it"),
        ("late", "late.py, line 8: ZeroDivisionError, division by zero"),
        ("late", "late.py, line 12: AttributeError"),
    ],
)
def test_what_is_wrong_is_a_sentence_with_file_and_line(said: dict[str, object], name: str, says: str) -> None:
    sentences = said["troubles"][name]  # type: ignore[index]
    assert any(f"House rule {name} is not used. " in sentence and says in sentence for sentence in sentences), sentences


def test_a_rule_left_out_leaves_nothing_behind(said: dict[str, object]) -> None:
    assert said["in force"] == ["4.95.20", "4.95.21", "4.95.25"]


def referee(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rules_lookup_reads_the_folder(tmp_path: Path) -> None:
    for name in ("good.py", "good.md"):
        (tmp_path / name).write_text(FILES[name], "utf-8")
    assert "Hands of nine." in referee("rules", "--rules", str(tmp_path), "4.95.20").stdout
    lost = referee("rules", "--rules", str(tmp_path / "nothing"), "4.95.20")
    assert lost.returncode == 5 and "There is no folder" in lost.stderr
