"""Every command that the helps, the pages and the README name, tried as a shell runs it, on a real game."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from threading import Lock
from typing import Final
from urllib.parse import urljoin
from urllib.request import urlopen

from tests.house.test_commands import PAGES as READ
from tests.house.test_readme import blocks
from tests.journals.kept import unpacked
from tests.kit import LOADED_SECONDS, ROOT, printed_link
from tests.tools.matrix.stranger import Stranger

GAME: Final = "evening_advanced"
PAGES: Final = ("/guide", "/limits", "/fair-play", "/convention", "/help", "/rules", "/J/")
SERVES: Final = {"", "serve", "demo", "club"}
PLACEHOLDERS: Final = {"import FILE": "import friday.jsonl", "FILE": "friday.referee"}
ONE_AT_A_TIME: Final = Lock()  # two of the examples name the same port
ANSWERS: Final = {"referee doctor --wifi": "Living room\nspice and water\n"}
# commands that may not end with 0, or must not: how they end, and why
ENDS: Final = {
    "referee doctor": ((0, 1), "says what it finds on this machine"),
    "referee import": ((2,), "asks for a file"),
    "referee play": ((2,), "asks for a file"),
    'referee verify my-game.jsonl --seal "3f9a 01c2"': ((1,), "no shuffle of this game has these digits"),
    "referee battle": ((4,), "nobody answers its questions here"),
}
NOT_TRIED: Final = {
    "serve --journal": "asks for the engine of a club: tests/club starts one",
    "nats://": "asks for the engine of a club: tests/club starts one",
    "| source": "is for the fish shell",
    "| Out-": "is for PowerShell",
    "referee club": "starts the engine of a club: tests/club does",
}


@dataclass(frozen=True)
class Outcome:
    """How a command went: ``wrong`` is empty where it did what it says, ``why`` says why it was not tried."""

    command: str
    named_in: str
    wrong: str = ""
    why: str = ""


def try_commands(machine: Stranger) -> list[Outcome]:
    """Prepare a game, then try every command that this program names; returns how each went."""
    _prepare(machine)
    helps = [_help(machine, "referee --help")]
    verbs = re.findall(r"^  ([a-z]+)  ", helps[0].partition("Commands:")[2], re.MULTILINE)
    helps += [_help(machine, f"referee {verb} --help") for verb in verbs]
    told = zip(["referee", *verbs], helps, strict=True)
    places = [
        *((page, Typed.of(html)) for page, html in served(machine)),
        *((page, [*inline((ROOT / page).read_text("utf-8"))]) for page in READ),
        *((f"{verb} --help", [*examples(said)]) for verb, said in told),
    ]
    found = {line: place for place, lines in places for line in lines}
    assert len(verbs) > 10 and {"/guide", "README.md"} <= {place for place, lines in places if lines}, found
    games, others = ([line for line in found if line.startswith("referee import") is first] for first in (True, False))
    with ThreadPoolExecutor(os.cpu_count()) as hands:  # the games first: others want one that is there
        return [
            *(_try(machine, line, found[line]) for line in games),
            *hands.map(lambda line: _try(machine, line, found[line]), others),
        ]


def _help(machine: Stranger, line: str) -> str:
    return run(machine, line).stdout


def examples(said: str) -> Iterator[str]:
    """Yield the commands below "Examples:" of a help; what is two spaces to the right of one explains it."""
    part = re.split(r"^ *Examples?:\n", said, flags=re.MULTILINE)[1:]
    for line in "".join(part).splitlines():
        if not line.startswith("  "):
            return
        yield re.split(r"\s{2,}", line.strip())[0]


def inline(text: str) -> Iterator[str]:
    """Yield the commands between backticks."""
    yield from (said for said in re.findall(r"`((?:\w+=\S+ )?referee [^`\n]+)`", text))


class Typed(HTMLParser):
    """What a page shows as something to type."""

    def __init__(self) -> None:
        super().__init__()
        self.depth, self.lines = 0, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"code", "pre"}:
            self.depth += 1
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in {"code", "pre"}

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.lines[-1] += data

    @classmethod
    def of(cls, html: str) -> list[str]:
        """Return the commands of the referee that a page names."""
        page = cls()
        page.feed(html)
        lines = (line.strip() for said in page.lines for line in said.splitlines())
        return [line for line in lines if re.match(r"(\w+=\S+ )?referee [a-z]", line)]


def served(machine: Stranger) -> Iterator[tuple[str, str]]:
    """Start the program, and yield its pages for everybody."""
    words = ["referee", "serve", "--no-browser", "--host", "127.0.0.1", "--port", "0"]
    with running(machine, " ".join(words)) as (_, link):
        for page in PAGES:
            with urlopen(urljoin(link, page), timeout=LOADED_SECONDS) as answer:
                yield page, answer.read().decode()


def _prepare(machine: Stranger) -> None:
    """Put the files that the examples name where they are looked for."""
    home = machine.home
    for folder in ("dune", "house"):
        (home / folder).mkdir()
    for name, text in zip(("two_left.py", "two_left.md"), blocks(), strict=True):
        (home / "house" / name).write_text(text, "utf-8")
    unpacked(GAME, home).rename(home / "friday.referee")
    shutil.copyfile(home / "friday.referee", home / "dune/friday.referee")
    run(machine, "referee export --whole friday.referee > friday.jsonl")
    run(machine, "referee export --as harkonnen friday.referee > my-game.jsonl")
    (home / "questions.jsonl").write_text('"may I bid what I do not have"\n')
    shutil.copyfile(ROOT / "tests/cases/battle.example.jsonl", home / "battles.jsonl")
    shutil.copyfile(ROOT / "tests/cases/bidding.example.jsonl", home / "evening.jsonl")


@contextmanager
def running(machine: Stranger, line: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a command that serves, and end it as Ctrl-C does; yields the process and the link that it printed."""
    with subprocess.Popen(
        ["bash", "-c", f"exec {line}"],
        cwd=machine.home, env=machine.environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        try:
            link, _ = printed_link(process)
            yield process, link.replace("localhost", "127.0.0.1")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=LOADED_SECONDS)
        finally:
            process.kill()


def _try(machine: Stranger, line: str, named_in: str) -> Outcome:
    for words, why in NOT_TRIED.items():
        if words in line and "--files" not in line:
            return Outcome(line, named_in, why=f"{words} {why}")
    return Outcome(line, named_in, wrong=wrong_with(machine, line))


def wrong_with(machine: Stranger, line: str) -> str:
    """Type a command, as it is named or with a file in the place of FILE; returns what was wrong, "" if nothing."""
    typed = next((line.replace(*both) for both in PLACEHOLDERS.items() if both[0] in line), line)
    called = re.fullmatch(r"(?:\w+=\S+ )?referee(?: ([a-z]+).*| --(?!help|version).*)?", typed)
    ends_at_once = "--files" in typed or typed.endswith("--help")
    serves = called and not ends_at_once and (called[1] or "") in SERVES
    return (_served if serves else _ended)(machine, typed)


def _served(machine: Stranger, line: str) -> str:
    """Return what was wrong with a command that serves until Ctrl-C."""
    try:
        with ONE_AT_A_TIME, running(machine, re.sub(r"^(\w+=\S+) ", r"env \1 ", line)) as (process, link):
            urlopen(urljoin(link, "/J/"), timeout=LOADED_SECONDS).close()  # raises unless it answers with a page
    except (AssertionError, OSError, subprocess.SubprocessError) as error:
        return str(error)
    return "" if process.returncode == 0 else f"it ended with {process.returncode} after Ctrl-C"


def _ended(machine: Stranger, line: str) -> str:
    """Return what was wrong with a command that ends by itself: a traceback, no word, another exit code."""
    expected, _ = ENDS.get(line, ((0,), ""))
    done = run(machine, line)
    said = done.stdout + done.stderr
    if "Traceback" in said:
        return said[-2000:]
    if done.returncode not in expected:
        return f"it ended with {done.returncode}: {said.strip()[-300:]}"
    if not said and ">" not in line and not line.startswith("eval"):
        return "it said nothing"
    return f"it complained: {done.stderr.strip()[-300:]}" if done.stderr and not done.returncode else ""


def run(machine: Stranger, line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line], input=ANSWERS.get(line, ""), timeout=LOADED_SECONDS,
        cwd=machine.home, env=machine.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
