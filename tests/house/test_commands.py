"""Every command that a page of the repository names works as it stands, or it is said why it was not run."""

from __future__ import annotations

import gzip
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT

PAGES = ("README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", "referee/README.md")
BEGINS = re.compile(r"(?:[A-Z_]+=\S* )*(?:referee(?: |$)|python3? |py |git |cd |\.venv\W)")
NOT_RUN = {  # what a command begins with: why it is not run here
    "git clone": "needs the network",
    "cd ": "goes where git has put it",
    "py -m venv": "Windows",
    ".venv\\": "Windows",
    "python3 -m venv": "installs everything; CI runs it",
    ".venv/bin/referee": "serves; tests/house/test_installed.py",
    ".venv/bin/ruff format": "would change files; CI asks whether it has to",
    "python tests/check.py": "is what runs this",
    "python -m tests.": "takes minutes; its module is looked for",
    "python -m pytest": "takes minutes; its tests are looked for",
    "referee demo": "serves; tests/web/start/test_demo.py",
    "referee serve": "serves; tests/house/test_installed.py",
    "referee --rules": "serves; tests/house/test_installed.py",
    "referee battle": "asks at the terminal; tests/cli/test_battle_ask.py",
    "referee play": "reads a file; tests/contract",
    "referee doctor": "ends by what it finds; tests/web/join/test_doctor.py",
}


def named() -> set[str]:
    """Return every command in a block of a shell or between backticks, as it is typed in a clone."""
    found = set()
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        for block in re.findall(r"^```(?:sh|powershell)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            found |= {re.sub(r"\s+#.*", "", line) for line in block.splitlines()}
        found |= {words for words in re.findall(r"`([^`\n]+)`", text) if BEGINS.match(words)}
    return {words.replace(".venv/bin/python ", "python ") for words in found}


def reason(words: str) -> str:
    bare = re.sub(r"^([A-Z_]+=\S* )+", "", words)
    why = (why for begins, why in NOT_RUN.items() if bare.startswith(begins))
    return "serves; tests/house/test_installed.py" if bare == "referee" else next(why, "")


COMMANDS = sorted(named())
TRIED = [words for words in COMMANDS if not reason(words)]


def test_each_reason_is_still_needed_and_names_what_there_is() -> None:
    bare = [re.sub(r"^([A-Z_]+=\S* )+", "", words) for words in COMMANDS]
    assert not [begins for begins in NOT_RUN if not any(words.startswith(begins) for words in bare)]
    places = [place for why in NOT_RUN.values() for place in re.findall(r"tests/[\w/.]+", why)]
    assert not [place for place in places if not (ROOT / place).exists()]
    assert len(TRIED) >= 9, TRIED


@pytest.mark.parametrize("words", [words for words in COMMANDS if "python -m tests." in words])
def test_the_module_that_a_command_starts_knows_its_words(words: str) -> None:
    _, _, module, *more = shlex.split(words)
    path = ROOT / module.replace(".", "/")
    source = (path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
    assert 'if __name__ == "__main__"' in source
    assert all(word in source for word in more if not word.isdecimal())


@pytest.mark.parametrize("words", [words for words in COMMANDS if "python -m pytest" in words])
def test_the_tests_that_a_command_starts_are_there_and_heed_its_variable(words: str) -> None:
    variables, _, rest = words.rpartition("python -m pytest ")
    assert all((ROOT / place).exists() for place in shlex.split(rest) if place.startswith("tests/"))
    asked = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert all(f'"{name}"' in asked for name in re.findall(r"[A-Z_]+(?==)", variables))


@pytest.mark.parametrize("words", [words for words in COMMANDS if " -k " in words and "pytest" in words])
def test_the_tests_that_a_command_chooses_are_there(words: str) -> None:
    _, _, rest = words.rpartition("python -m ")
    said = subprocess.run(
        [sys.executable, "-m", *shlex.split(rest), "--collect-only", "-q"], cwd=ROOT, capture_output=True, text=True
    )
    assert said.returncode == 0 and "::" in said.stdout, said.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user who played once."""
    home = tmp_path_factory.mktemp("home")
    tables = home / "data" / "referee" / "tables"
    tables.mkdir(parents=True)
    packed = (ROOT / "tests" / "journals" / "evening_advanced.referee.gz").read_bytes()
    (tables / "friday.referee").write_bytes(gzip.decompress(packed))
    return home


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    places = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "cache")}
    command = [sys.executable, "-m", "referee", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **places}
    return subprocess.run(
        command, cwd=home, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", TRIED)
def test_a_command_does_its_work(words: str, home: Path) -> None:
    _, *rest = shlex.split(words)
    file = home / "data" / "referee" / "tables" / "friday.referee"
    if "import" in rest:
        file = home / "friday.jsonl"
        file.write_text(run(home, "export", "--whole").stdout, "utf-8")
    done = run(home, *(str(file) if word == "FILE" else word for word in rest))
    assert done.returncode == 0 and done.stdout and not done.stderr.startswith("Traceback"), done.stdout + done.stderr
