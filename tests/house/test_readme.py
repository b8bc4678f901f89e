"""The README is true: its house rule works, its commands exist, its files are where it says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from click import Context

from referee.cli import VERBS, cli, main
from referee.web.http.floor import FLOOR
from referee.web.rules.rules import DO_NOT_KNOW, NOT_SURE, ONE_OF
from tests.kit import ROOT, Evening

README = (ROOT / "README.md").read_text(encoding="utf-8")
MARK = "<!-- worked example: tests/house/test_readme.py runs it -->"

TRY_IT = """
import sys
from pathlib import Path
from referee.running.house_rules import read_folder
read_folder(Path(sys.argv[1]))
from referee.kernel import REFEREE
from referee.phases.bidding.auction import BeginBidding, DealRow, DeclareHands
from referee.phases.bidding.bid_time import BidSeconds
from referee.holdings.setup import ChangeOption, SeatEntry, SetTable
from referee.kernel.carry_out import carry_out
from referee.rulebook.book import rulebook
from referee.rulebook.search import search
from referee.kernel import ask
from referee.running.sitting import Dice
from referee.kernel import Table

def seconds(*seats):
    table, dice = Table(REFEREE), Dice(1)
    for wish in (SetTable("x", tuple(SeatEntry(seat) for seat in seats), seats[0], options=(("B7", "off"),)),
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


def fenced(language: str) -> list[list[str]]:
    """Return the lines of each block in this language."""
    return [found.splitlines() for found in re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)]


def test_the_first_lines_clone_install_and_start_on_every_system() -> None:
    (unix, *_), (windows,) = fenced("sh"), fenced("powershell")
    assert unix[:2] == windows[:2] == [f"git clone {project()['urls']['Homepage']}", "cd referee"]
    assert [one.replace("py ", "python3 ").replace("Scripts\\", "bin/").replace("\\", "/") for one in windows[2:]] == (
        unix[2].split(" && ")
    )
    assert not [line for line in windows if "&&" in line or "||" in line], "PowerShell 5.1 takes neither"


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_the_names_that_the_readme_types_are_the_package_s() -> None:
    assert project()["name"] == "table-referee" and set(project()["scripts"]) == {"referee", "table-referee"}
    home = project()["urls"]["Homepage"]
    assert all(place.startswith(home) for place in re.findall(r"https://github.com/[^)\s]+", README))
    assert all(place.startswith(home) for place in project()["urls"].values())


def test_the_variables_of_the_readme_exist() -> None:
    options = {str(one.envvar) for verb in VERBS for one in cli.get_command(Context(cli), verb).params}  # type: ignore[union-attr]
    assert set(re.findall(r"REFEREE_[A-Z_]+", README)) <= options


def test_ci_calls_the_test_command_of_the_readme() -> None:
    command = next(line for line in README.splitlines() if line.endswith("tests/check.py"))
    assert command in (ROOT / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"])
def test_every_file_that_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    named = [name for name in re.findall(r"`([\w./]+/[\w./]*)`", text) if not name.startswith(("/", ".venv"))]
    assert not [path for path in linked if not (ROOT / page).parent.joinpath(path).exists()]
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_address_that_a_page_names_is_a_page(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        for path in set(re.findall(r"`(/[a-z-]+)`", README + (ROOT / ".github/SECURITY.md").read_text("utf-8"))):
            assert evening.onlooker.get(path).status_code == 200, path
    finally:
        evening.close()


def test_links_and_pictures_hold_on_the_package_index() -> None:
    page = runpy.run_path(str(ROOT / ".github" / "readme.py"))["on_the_index"](README, "9.9")
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 4 and all((ROOT / picture).is_file() for picture in pictures)
    assert all(f"](https://raw.githubusercontent.com/table-referee/referee/v9.9/{one})" in page for one in pictures)
    assert "](https://github.com/table-referee/referee/blob/v9.9/referee/README.md)" in page
    assert not re.findall(r"\]\((?!https://)", page)


def test_the_browsers_of_the_readme_are_those_that_the_pages_are_made_for() -> None:
    named = re.findall(r"^\| .* \| (\w+) (\d+), from \d+ \|$", README, re.MULTILINE)
    assert dict(named) == {name.title(): str(version) for name, version in FLOOR._asdict().items()}


def test_the_example_question_is_answered_alike_in_a_terminal_and_on_a_phone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (words,) = re.findall(r"^\| `referee rules ([^`]+)` \|", README, re.MULTILINE)
    assert main(["rules", *words.split()]) == 0
    said = capsys.readouterr().out
    (rule, *_) = re.findall(r"\d\.\d\d(?:\.\d\d)+", said)
    evening = Evening(tmp_path)
    try:
        shown = evening.onlooker.get(f"/rules?q={quote_plus(words)}").text
    finally:
        evening.close()
    assert rule in shown and not [doubt for doubt in (NOT_SURE, ONE_OF, DO_NOT_KNOW) if doubt in said + shown]


def test_the_figures_of_the_readme_are_those_that_were_measured() -> None:
    measured = (ROOT / "referee/MEASURED.md").read_text("utf-8")
    taps = {row[0]: sum(map(int, row[2:])) for row in _rows(measured, "table", "phones")}
    tap, memory = (row[1] for row in _rows(measured, "one table of 7 screens", "memory with one table"))
    assert f"| {round(float(tap.split()[0]))} ms (median) |" in README
    assert f"| {memory.split()[0]} MB |" in README
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
