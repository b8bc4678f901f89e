"""Every command for programmers in the repository's pages exists; tests/tools/matrix tries the referee's own."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from tests.kit import ROOT

PAGES = (
    *("README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"),
    *("referee/README.md", "referee/MEASURED.md", "referee/contract/SCRIPTS.md"),
)
BEGINS = re.compile(r"(?:[A-Z_]+=\S* )*(?:python3? |\.venv/bin/python )")


def named() -> set[str]:
    """Return every command in a code block or between backticks, as typed in a clone."""
    found = set()
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        for block in re.findall(r"^```(?:sh|powershell)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            found |= {re.sub(r"\s+#.*", "", line) for line in block.splitlines()}
        found |= {words for words in re.findall(r"`([^`\n]+)`", text) if BEGINS.match(words)}
    return {words.replace(".venv/bin/python ", "python ") for words in found}


COMMANDS = sorted(named())


def test_commands_are_found() -> None:
    assert len(COMMANDS) > 20 and "python tests/check.py" in COMMANDS


@pytest.mark.parametrize("words", [words for words in COMMANDS if "python -m tests." in words])
def test_the_module_that_a_command_starts_knows_its_words(words: str) -> None:
    _, _, module, *more = shlex.split(words)
    path = ROOT / module.replace(".", "/")
    source = (path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
    assert 'if __name__ == "__main__"' in source
    assert all(part in source for word in more if not word.isdecimal() for part in word.split(","))


@pytest.mark.parametrize("words", [words for words in COMMANDS if "python -m pytest" in words])
def test_the_tests_that_a_command_starts_are_there_and_heed_its_variable(words: str) -> None:
    variables, _, rest = words.rpartition("python -m pytest ")
    assert all((ROOT / place).exists() for place in shlex.split(rest) if place.startswith("tests/"))
    asked = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert all(f'"{name}"' in asked for name in re.findall(r"[A-Z_]+(?==)", variables))


def test_the_tests_that_a_command_chooses_are_there() -> None:
    chosen = [
        re.findall(r"pytest (\S+) -k (\w+)$", words) for words in COMMANDS if " -k " in words and "pytest" in words
    ]
    assert chosen and all(chosen), "each names one place and one word"
    places = sorted({place for ((place, _),) in chosen})
    said = subprocess.run(
        [sys.executable, "-m", "pytest", *places, "--collect-only", "-q"], cwd=ROOT, capture_output=True, text=True
    )
    tests = said.stdout.splitlines()
    for ((place, word),) in chosen:
        assert any(one.startswith(place) and word in one.partition("::")[2] for one in tests), (
            place,
            word,
            said.stdout,
        )
