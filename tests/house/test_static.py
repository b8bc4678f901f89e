"""Scripts and styles pass their linters."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from rcssmin import cssmin

from tests.kit import ROOT

STYLES = sorted((ROOT / "static").glob("*.css"))
TOOLS = Path(sys.executable).parent
SET_BY_PAGES = re.compile(r"--[\w-]+(?=\s*:)")


def run(name: str, *words: str) -> None:
    tool = next(iter(TOOLS.glob(f"{name}*")), None)
    if tool is None:
        pytest.skip(f"{name} is not installed: pip install -e '.[dev]'")
    done = subprocess.run([str(tool), *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_have_no_fault_that_a_linter_sees() -> None:
    run("oxlint", "--deny-warnings", "static")


def test_every_script_of_others_stands_with_its_edition() -> None:
    folder = ROOT / "static" / "vendor"
    lines = [line.split() for line in (folder / "VERSIONS.txt").read_text("utf-8").splitlines() if ".js" in line]
    told = {name: begins for name, *_, begins in lines}
    assert told == {file.name: sha256(file.read_bytes()).hexdigest()[:16] for file in folder.glob("*.js")}


def rules(nodes: list[Any]) -> Iterator[Any]:
    """Yield every rule with declarations, also within a layer or media query."""
    for node in nodes:
        assert node.type != "error", f"line {node.source_line}: {node.message}"
        if (
            node.type == "at-rule"
            and node.content is not None
            and node.lower_at_keyword in {"layer", "media", "supports", "container"}
        ):
            yield from rules(tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True))
        elif node.type == "qualified-rule":
            assert all(one.type != "error" for one in node.prelude), f"line {node.source_line}: unmatched bracket"
            yield node


def declarations(file: Path) -> Iterator[tuple[int, list[Any]]]:
    sheet = tinycss2.parse_stylesheet(file.read_text("utf-8"), skip_comments=True, skip_whitespace=True)
    for rule in rules(sheet):
        found = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        yield rule.source_line, found


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_styles_can_be_read_and_say_nothing_twice(file: Path) -> None:
    for line, found in declarations(file):
        said = []
        for one in found:
            assert one.type != "error", f"{file.name}, line {one.source_line}: {one.message}"
            if one.type == "declaration":
                assert (one.name, tinycss2.serialize(one.value)) not in said, f"{file.name}, line {line}: {one.name}"
                said.append((one.name, tinycss2.serialize(one.value)))


def selectors(text: str) -> list[str]:
    """Return every selector of a sheet, with normalized white space."""
    sheet = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    said = (tinycss2.serialize([one for one in rule.prelude if one.type != "comment"]) for rule in rules(sheet))
    return [re.sub(r"\s*([>+~,()])\s*", r"\1", " ".join(one.split())) for one in said]


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_packing_changes_no_selector(file: Path) -> None:
    text = file.read_text("utf-8")
    assert selectors(text) == selectors(cssmin(text)), "within a layer, ' :' loses its space: write ' *:'"


def test_every_property_of_our_own_that_is_used_is_set_somewhere() -> None:
    pages = [
        *STYLES,
        *(ROOT / "static").glob("*.js"),
        *(ROOT / "templates").glob("*.html"),
        *ROOT.glob("referee/**/*.py"),
    ]
    text = {file: file.read_text("utf-8") for file in pages}
    known = {name for said in text.values() for name in SET_BY_PAGES.findall(said)}
    known |= {name for said in text.values() for name in re.findall(r"[\"'](--[\w-]+)[\"']", said)}
    used = {name for file in STYLES for name in re.findall(r"var\(\s*(--[\w-]+)\s*\)", text[file])}
    assert not used - known
