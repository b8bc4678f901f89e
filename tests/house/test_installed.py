"""The referee as installed: the wheel, the .pyz and the one-file program, each away from the checkout.

Each serves its pages, answers a rules question, plays the README's house rule, ends at Ctrl-C, and stores its data in
the user's own folder. The wheel is tried in every check; the others take a minute to build and come with ``--full``.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import venv
from collections.abc import Callable, Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import Distribution, distribution, distributions, requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from referee import __version__
from tests.house.test_readme import blocks
from tests.kit import LOADED_SECONDS, ROOT

BIN = "Scripts" if os.name == "nt" else "bin"
TESTS_OF_THE_SDIST = ("tests/house/test_readme.py", "tests/house/test_folders.py", "tests/cli/test_cli.py")


def run(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(cwd)} if cwd else None
    command = [*map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment)


def tool(name: str) -> str:
    if find_spec(name) is None:
        pytest.skip(f"{name} is not installed: pip install -e '.[release]'")
    return name


def needed(lines: Iterable[str] | None, found: dict[str, Distribution] | None = None) -> dict[str, Distribution]:
    """Return all transitive requirements, as installed here."""
    found = {} if found is None else found
    for one in map(Requirement, lines or ()):
        if one.name not in found and (one.marker is None or one.marker.evaluate({"extra": ""})):
            found[one.name] = distribution(one.name)
            needed(found[one.name].requires, found)
    return found


def wheel(home: Path) -> list[str]:
    """Build the wheel and install it with its requirements only, copied from here."""
    here = ["--no-build-isolation"] if find_spec("hatchling") else []
    built = run(sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", *here, "-w", home, ROOT)
    if built.returncode:
        pytest.skip(f"the wheel cannot be built without a package index: {built.stderr.strip().splitlines()[-1]}")
    venv.create(home / "env")
    python, made = home / "env" / BIN / "python", next(home.glob("table_referee-*.whl"))
    pip = (sys.executable, "-m", "pip", "--python", python)
    done = run(*pip, "install", "-q", "--no-deps", "--no-index", "--no-compile", made)
    assert done.returncode == 0, done.stderr
    (site,) = (home / "env").rglob("site-packages")
    (own,) = distributions(name="table-referee", path=[str(site)])
    for one in needed(own.requires).values():
        if one.files is None:
            pytest.skip(
                f"{one.name} was installed without a list of its files, so it cannot be copied: pip install -U pip"
            )
        for file in one.files:
            if ".." not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), site / file)
    return [str(home / "env" / BIN / "referee")]


def pyz(home: Path) -> list[str]:
    tool("shiv")
    done = run(sys.executable, ROOT / ".github" / "pyz.py", home / "r.pyz")
    assert done.returncode == 0, done.stderr
    return [sys.executable, str(home / "r.pyz")]


def one_file(home: Path) -> list[str]:
    places = ("--distpath", str(home), "--workpath", str(home / "work"))
    words = (sys.executable, "-m", tool("PyInstaller"), "--log-level", "ERROR", *places)
    done = run(*words, ROOT / ".github" / "referee.spec")
    assert done.returncode == 0, done.stderr
    return [str(home / "referee")]


MADE = [wheel, pytest.param(pyz, marks=pytest.mark.long), pytest.param(one_file, marks=pytest.mark.long)]


@pytest.fixture(scope="module", params=MADE)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that starts it."""
    make: Callable[[Path], list[str]] = request.param
    return make(tmp_path_factory.mktemp("made"))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty home as working directory."""
    for name in ("PYTHONPATH", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long  # CI tries every command of the wheel beside the check
def test_it_serves_its_pages_and_ends_at_ctrl_c(program: list[str], own: Path) -> None:
    command = [*program, "serve", "--no-browser", "--host", "127.0.0.1", "--port", "0"]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert served.stdout is not None
    try:
        greeting = ""
        for line in served.stdout:
            greeting += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://localhost:(\d+)/", greeting)
        assert found and f"Games are kept in          {own}" in greeting, greeting
        pages = (("/", "Referee"), ("/J/", "Take a seat"), ("/rules/1.04.06.03", "Bid limit"))
        others = (("/rules?q=who+pays+the+emperor", "2.03.04"), ("/static/tokens.css", "--felt"))
        for path, mark in (*pages, *others, ("/rules/1.04.06.03?language=de", "Obergrenze beim Bieten")):
            with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}{path}", timeout=LOADED_SECONDS) as answer:
                said = answer.read().decode()
            assert mark in said and "/*" not in said, f"{path} lacks {mark} or was not minified"
    finally:
        served.send_signal(signal.SIGINT)
        served.communicate(timeout=LOADED_SECONDS)
    assert served.returncode == 0 and next(own.rglob("tables")).is_dir()
    built = [file for file in own.rglob("rules-*.sqlite") if file.parent.name != "rulebook"]
    assert len(built) == 1, "the index was not built once, where the user's caches are"


def test_it_answers_rules_questions_and_says_its_edition(program: list[str], own: Path) -> None:
    said = run(*program, "rules", "1.04.06.03")
    assert said.returncode == 0 and "1.04.06.03" in said.stdout, said.stderr
    assert run(*program, "--version").stdout == f"referee {__version__}\n"


@pytest.mark.long  # CI tries every command of the wheel beside the check
def test_it_passes_the_smoke_test_of_a_release(program: list[str], own: Path) -> None:
    packed = ["--packed"] if len(program) == 1 and Path(program[0]).parent.name != BIN else []
    done = run(sys.executable, ROOT / "tests" / "tools" / "smoke.py", *packed, *program)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_takes_the_house_rule_of_the_readme_from_a_folder(program: list[str], own: Path) -> None:
    (own / "house").mkdir()
    for name, text in zip(("two_left.py", "two_left.md"), blocks(), strict=True):
        (own / "house" / name).write_text(text, "utf-8")
    said = run(*program, "rules", "--rules", own / "house", "more time for the last two")
    assert "4.95.01" in said.stdout and not said.stderr, said.stderr


PURE = """
import sys
sys.modules.update(dict.fromkeys({names!r}))  # an import of one of these fails
from referee.cli import main
main(["rules", "--json", "-"])
"""


def compiled() -> list[str]:
    """Return every C extension among the program's requirements."""
    names = [re.split(r"[ >=<;]", line)[0] for line in requires("table-referee") or () if "extra ==" not in line]
    files = (file for name in names for file in distribution(name).files or ())
    ends = [(file, end) for file in files for end in EXTENSION_SUFFIXES if file.name.endswith(end)]
    return sorted({".".join((*file.parts[:-1], file.name.removesuffix(end))) for file, end in ends})


def test_any_other_python_gives_the_same_answers_with_nothing_compiled(own: Path) -> None:
    names = compiled()
    assert "rapidfuzz.fuzz_cpp" in names
    asked = "".join(f'"{words}"\n' for words in ("may i bid after i passed", "hark on an top card", "lasgun sheild"))
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    programs = [[sys.executable, "-c", PURE.format(names=said)] for said in ([], names)]
    answers = [
        subprocess.run(words, input=asked, capture_output=True, text=True, check=False, env=here) for words in programs
    ]
    assert answers[0].stdout == answers[1].stdout != "" and not answers[1].stderr, answers[1].stderr


@pytest.mark.long
def test_the_source_archive_passes_its_own_tests(tmp_path: Path) -> None:
    built = run(sys.executable, "-m", tool("hatchling"), "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS_OF_THE_SDIST)
    done = run(*words, cwd=unpacked)
    assert done.returncode == 0, done.stdout + done.stderr
