"""The README keeps its word: its house rule works, its commands exist, its files stand where it says."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from click import Context

from referee.cli import VERBS, cli
from referee.rulebook.book import rulebook
from tests.kit import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MARK = "<!-- worked example: tests/house/test_readme.py runs it -->"

TRY_IT = """
import sys
from pathlib import Path
from referee.running.house_rules import read_folder
read_folder(Path(sys.argv[1]))
from referee.kernel.events import REFEREE
from referee.phases.bidding.auction import BeginBidding, DealRow, DeclareHands
from referee.phases.bidding.bid_time import BidSeconds
from referee.common.setup import ChangeOption, Place, SetTable
from referee.kernel.commands import carry_out
from referee.rulebook.book import rulebook
from referee.rulebook.search import search
from referee.kernel.rulings import ask
from referee.running.sitting import Dice
from referee.kernel.table import Table

def seconds(*seats):
    table, dice = Table(REFEREE), Dice(1)
    for wish in (SetTable("x", tuple(Place(seat) for seat in seats), seats[0], options=(("B7", "off"),)),
                 BeginBidding(), DeclareHands(), DealRow()):
        carry_out(wish, table, dice)
    return ask(table, BidSeconds())

two, three = seconds("emperor", "fremen"), seconds("emperor", "fremen", "harkonnen")
print(two.value, three.value, two.because[0], rulebook()["4.95.01"].title)
print(search("more time for the last two")[0].entry.id)
"""


def blocks() -> list[str]:
    """Return the code blocks marked as worked examples."""
    return [re.sub(r"^\w*\n", "", part.split("```")[1]) for part in README.split(MARK)[1:]]


def test_the_house_rule_of_the_readme_works(tmp_path: Path) -> None:
    code, text = blocks()
    (tmp_path / "two_left.py").write_text(code, encoding="utf-8")
    (tmp_path / "two_left.md").write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", TRY_IT, str(tmp_path)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.stdout.split("\n")[:2] == ["18 10 4.95.01 Time to think", "4.95.01"], said.stderr


def test_the_readme_starts_from_a_clone_on_every_system() -> None:
    starts = [line for line in README.splitlines() if "pip install" in line and "-m venv" in line]
    assert len(starts) == 3
    assert all("pip install -e ." in line or "pip install -q -e '.[dev]'" in line for line in starts)


def test_the_names_that_the_readme_types_are_the_package_s() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "table-referee" and f"pipx run {project['name']}" in README
    assert set(project["scripts"]) == {"referee", "table-referee"}
    home = project["urls"]["Homepage"]
    assert all(place.startswith(home) for place in re.findall(r"https://github.com/[^)\s]+", README))
    assert all(place.startswith(home) for place in project["urls"].values())


def test_the_variables_and_verbs_of_the_readme_exist() -> None:
    options = {str(one.envvar) for verb in VERBS for one in cli.get_command(Context(cli), verb).params}  # type: ignore[union-attr]
    assert set(re.findall(r"REFEREE_[A-Z_]+", README)) <= options
    verbs = set(re.findall(r"^\| `referee` `(\w+)`|^\| `referee (\w+)", README, re.MULTILINE))
    assert len(verbs) > 5 and {word for found in verbs for word in found if word} <= set(VERBS)


def test_ci_calls_the_test_command_of_the_readme() -> None:
    command = next(line for line in README.splitlines() if line.endswith("tests/check.py"))
    assert command in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_every_file_the_readme_names_exists() -> None:
    named = set(re.findall(r"`([\w./]+/[\w./]*)`", README)) | set(re.findall(r"\]\((static/[\w./]+)\)", README))
    assert not [name for name in named if "two_left" not in name and not any(_places(name))]


def _places(name: str) -> list[bool]:
    return [(ROOT / name).exists(), (ROOT / "referee" / name).exists()]


def test_the_figures_of_the_readme_are_those_that_were_measured() -> None:
    measured = (ROOT / "referee/README.md").read_text("utf-8")
    taps = {row[0]: sum(map(int, row[2:])) for row in _rows(measured, "table", "phones")}
    tap, memory = (row[1] for row in _rows(measured, "one table of 7 screens", "memory with one table"))
    assert f"| {round(float(tap.split()[0]))} ms (median) |" in README
    assert f"| {memory.split()[0]} MB |" in README and f"| {len(rulebook())} |" in README
    assert f"| {taps['table']} on the table screen, {taps['phones']} on six phones |" in README


def _rows(page: str, *begins: str) -> list[list[str]]:
    """Return the cells of the table rows that begin so."""
    return [
        re.split(r" *\| *", line)[1:-1]
        for line in page.splitlines()
        if line.startswith(tuple(f"| {b}" for b in begins))
    ]


def test_the_top_level_has_one_page() -> None:
    assert [path.name for path in ROOT.glob("*.md")] == ["README.md"]


def test_every_verb_the_readme_names_explains_itself() -> None:
    for verb in ("serve", "log", "rules", "play"):
        said = subprocess.run(
            [sys.executable, "-m", "referee", verb, "--help"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert said.returncode == 0, said.stderr
        assert "Usage: referee" in said.stdout
