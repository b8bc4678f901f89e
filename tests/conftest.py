"""What all tests share: the long ones wait to be asked for, and property tests may try the same on every run.

``REFEREE_BROWSER=core``, which the fast check sets, leaves out what is marked long, and says so.

Property tests try something new on every run, which is how they find what nobody thought of. ``REFEREE_SAME=1`` makes
them try the same on every run of the same tests, so that a clean check that was green stays green.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from referee.kernel import PUBLIC
from referee.running.acts import JournalAct
from referee.running.journal import FileJournal
from referee.running.sitting import Sitting
from tests import shares
from tests.kit import NoBrowser
from tests.kit import running_chromium as started

settings.register_profile("unhurried", deadline=None)  # a slow machine is no fault of the code
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same" if os.environ.get("REFEREE_SAME") else "unhurried")


gc.disable()  # while tests are collected: nearly all that is made then stays
begin = FileJournal.__init__


def closed_when_dropped(self: FileJournal, path: Path) -> None:
    """Open a journal whose file is closed with it: most tests drop one, and Python 3.13 fails a later test for that."""
    begin(self, path)
    weakref.finalize(self, self._db.conn.close)


FileJournal.__init__ = closed_when_dropped  # type: ignore[method-assign]


# -- what screens are asked -------------------------------------------------------------------------

EVERY_TIME = ("tests/promises/test_p19", "tests/promises/test_p20", "tests/benchmarks/")  # these ask after each act
FILE = [""]
SHOWN = set[tuple[str, ...]]()  # acts by the kinds of their events, of the file that is tested now
must_be_shown = Sitting._must_be_shown


def shown_once(self: Sitting, act: JournalAct, told: Set[str]) -> None:
    """Ask once a file what screens show after each kind of act: it is half of an act's time.

    P19 and P20 ask after each act, and with ``--full`` everybody does.
    """
    kinds = (act.kind, self.views.tables[PUBLIC].phase, *(type(event).__name__ for event in act.events))
    if act.kind == "back" or kinds not in SHOWN or FILE[0].startswith(EVERY_TIME):
        must_be_shown(self, act, told)
        SHOWN.add(kinds)


if os.environ.get("REFEREE_SHOWN_ONCE"):
    Sitting._must_be_shown = shown_once  # type: ignore[method-assign]


OPEN = ExitStack()  # the browser of this process, while test after test asks for one
FOUND: list[Any] = []
IN_USE: list[bool] = []


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser of this machine, with no page of another file; where none starts, tests are skipped and say why."""
    if not (FOUND and FOUND[0].is_connected()):  # one that crashed takes no other file with it
        closed()
        try:
            FOUND.append(OPEN.enter_context(started()))
        except NoBrowser as none:
            pytest.skip(str(none))
    browser = FOUND[0]
    IN_USE.append(True)
    yield browser
    IN_USE.clear()
    for context in browser.contexts if browser.is_connected() else ():
        context.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close the browser before a file that asks for none: its driver keeps an event loop that others can't have."""
    if not IN_USE and "chromium" not in getattr(item, "fixturenames", ()):
        closed()


def pytest_sessionfinish(session: pytest.Session) -> None:
    closed()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput.update(spent=dict(SPENT), waiting=sorted(WAITING))


def closed() -> None:
    FOUND.clear()
    OPEN.close()


WAITING = set[str]()
LONG = pytest.mark.skip(reason="takes long: python tests/check.py --full")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what asks for a browser; leave out the long ones where only the core is wanted, and what waits its turn."""
    if "REFEREE_SHARE" in os.environ and config.args == config.getini("testpaths"):
        share = shares.share_of(config.rootpath)
        WAITING.update(shares.waiting((item.nodeid for item in items), share, shares.dear()))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in WAITING])
        items[:] = [item for item in items if item.nodeid not in WAITING]
    core = os.environ.get("REFEREE_BROWSER") == "core"
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if core and item.get_closest_marker("long"):
            item.add_marker(LONG)


# -- what tests cost ----------------------------------------------------------------------------------

TOGETHER = {  # they share what is dear to make, so they keep to one worker
    "tests/contract/test_cases.py": "all cases",
    "tests/house/test_options.py": "all cases",
    "tests/house/test_second_faction.py": "all cases",  # one pass over them (tests/contract/all_cases)
    **dict.fromkeys(
        (
            *(f"tests/house/test_{name}.py" for name in ("imports", "names", "offers", "rules_named", "who_pays")),
            *(f"tests/languages/test_{name}.py" for name in ("catalogues", "kinds", "longer_words", "pseudo")),
        ),
        "the source",  # the tree of each file (tests/house/code), and its sentences (tests/languages/collect)
    ),
}
SPENT = defaultdict[str, float](float)  # processor seconds of each file, those of programs that it started among them


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep a file to one worker, and so files that share what is dear to make."""
    if config.getvalue("dist") != "loadfile":
        return None
    scheduler = LoadFileScheduling(config, log)
    file_of = scheduler._split_scope
    scheduler._split_scope = lambda nodeid: TOGETHER.get(file_of(nodeid), file_of(nodeid))
    return scheduler


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Have each worker of a whole run begin with a share of the files of its own, in a process that then ends.

    What pytest makes of a file's asserts is kept beside it, so that each file is read anew once and not by each worker.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or worker["workerid"] == "gw0" or session.config.args != session.config.getini("testpaths"):
        return  # the first one begins with its share anyway
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    number, of = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    share = [file for file in files[len(files) * number // of : len(files) * (number + 1) // of] if not kept(file)]
    if len(share) > FEW:
        words = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider", *map(str, share)]
        subprocess.run(words, capture_output=True, check=False)  # what is wrong there is said when it is collected


FEW = 20  # so many are read sooner than a process is started


def kept(file: Path) -> bool:
    """Return True if what pytest made of a file is kept, and newer."""
    changed = file.stat().st_mtime
    return any(one.stat().st_mtime >= changed for one in file.parent.glob(f"__pycache__/{file.stem}.*-pytest-*.pyc"))


def processor_seconds() -> float:
    """Return what this process and those that it has started and waited for have spent."""
    return sum(os.times()[:4])


def pytest_collection_finish() -> None:
    """Let the collector pass over program and tests, which live as long as the process does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()
    SPENT["collecting"] += processor_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    before, file = processor_seconds(), item.nodeid.partition("::")[0]
    if file != FILE[0]:
        FILE[0] = file
        SHOWN.clear()
    try:
        return (yield)
    finally:
        SPENT[file] += processor_seconds() - before


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up what a worker's files have cost."""
    told = getattr(node, "workeroutput", {})
    WAITING.update(told.get("waiting", ()))
    for name, seconds in told.get("spent", {}).items():
        SPENT[name] += seconds


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the dearest files, so that none grows unseen, and those that cost more of the whole than the last time."""
    if len(SPENT) < 21:
        return
    terminalreporter.section("processor seconds, the dearest files first")
    for name, seconds in sorted(SPENT.items(), key=lambda one: -one[1])[:DEAREST]:
        terminalreporter.write_line(f"{seconds:6.1f}  {name}")
    if WAITING:
        terminalreporter.write_line(f"{len(WAITING)} dear tests wait for another state of the code, or for --full")
    config = terminalreporter.config
    if config.args == config.getini("testpaths") and (cache := getattr(config, "cache", None)):
        in_turn = shares.dear() if "REFEREE_SHARE" in os.environ else ()  # they cost something else each time
        now = {name: round(seconds, 1) for name, seconds in SPENT.items() if name not in in_turn}
        for line in grown(cache.get(KEPT, {}), now):
            terminalreporter.write_line(line)
        cache.set(KEPT, now)
        if os.environ.get("REFEREE_WEIGH"):
            shares.weigh(SPENT)


DEAREST, KEPT = 12, "referee/processor_seconds"  # of every file in the last whole run here: .pytest_cache/v
MORE, WORTH_A_LINE_S = 1.5, 5.0


def grown(then: Mapping[str, float], now: Mapping[str, float]) -> list[str]:
    """Say which files cost more of the whole than then, the dearest first, on however busy a machine."""
    pace = sum(now.values()) / (sum(then.values()) or 1)
    due = {name: then[name] * pace for name in now if name in then}
    found = sorted((-now[name], name) for name in due if now[name] > max(WORTH_A_LINE_S, MORE * due[name]))
    return [f"{-seconds:6.1f}  {name} became dearer: {due[name]:.1f} by the last whole run" for seconds, name in found]
