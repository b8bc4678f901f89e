"""The benchmark runs; none of its figures is asserted."""

from __future__ import annotations

import asyncio

import pytest

from tests.benchmarks.browsers import Shown
from tests.benchmarks.contest import contest, report
from tests.benchmarks.contestants import Referee
from tests.benchmarks.evening import AIMS, SECRET, Ours, play
from tests.benchmarks.evening import report as report_evening
from tests.benchmarks.pages import OF_SEVEN, Got
from tests.benchmarks.pages import report as report_pages
from tests.benchmarks.paste import CALLS, EVENING, of_calls, of_evening, table
from tests.benchmarks.script import script
from tests.benchmarks.wire import Screen
from tests.kit import ROOT, NoBrowser, running_chromium


async def _screens(taps: int) -> list[Screen]:
    program = Referee(screens=24, keeps=True)
    await program.start()
    await program.sit(1)
    await program.play(script(rounds=1)[:taps], 0.01)
    (table,) = program.tables
    await program.stop()
    return table.screens


def test_every_tap_is_told_to_all_seven_screens_and_the_open_shield_looks_again() -> None:
    screens = asyncio.run(_screens(12))
    assert len(screens) == 7 and all(screen.told >= 12 for screen in screens)
    assert [screen.peeked > 0 for screen in screens] == [False, True, *[False] * 5]


@pytest.mark.long
def test_a_report_begins_with_ratios() -> None:
    one, two = Referee(screens=24), Referee(screens=24)
    two.name = "the same again"
    played = asyncio.run(contest([one, two], tables=1, rounds=2, taps=4, pause=0.01))
    assert all(len(each.rounds) == 2 for each in played.values())
    assert "to the same again" in report("Two", played, {})[1]


def test_pages_too_begin_with_ratios() -> None:
    half, whole = (Got([[Shown(*[ms] * 7)] * 2] * 3, idle=ms) for ms in (10.0, 20.0))
    first, second, *_ = report_pages("Pages", {"referee": half, "other": whole}, OF_SEVEN)
    assert (
        first.startswith("Pages: ratios") and second.startswith("  to other") and "DOM p50 0.50 (0.50-0.50)" in second
    )


def test_what_is_printed_is_the_table_that_measured_has() -> None:
    measured = (ROOT / "referee/MEASURED.md").read_text("utf-8")
    assert table(CALLS, ())[0] in measured and table(EVENING, ())[0] in measured
    calls = of_calls({"bid": 9_000, "shipment": 20_000}, {"shipment": 50_000}, {"bid": 10_000})
    assert calls[2:] == ["| bid | 9,000 |  |  | 10,000 |", "| shipment | 20,000 | 50,000 | 2.5 |  |"]


def test_the_steps_to_phases_are_one_row_from_the_least_to_the_most() -> None:
    aims = {"bid": 1.5, "step to storm": 2.5, "step to battle": 2.5, SECRET: 1.2}
    ratios = {("bid", "shown"): 1.84, ("step to storm", "shown"): 3.0, ("step to battle", "shown"): 2.0}

    def ratio(phone: bool, kind: str, figure: str) -> float | None:
        return ratios.get((kind, figure)) if phone else None

    rows = of_evening([*aims], aims, ratio)[2:]
    assert rows == [
        "| bid | 1.8 | - | - / - / - | 1.5 |",
        f"| {SECRET} | - | - | - / - / - | 1.2 |",
        "| steps to the phases, least to most | 2.0 to 3.0 | - | - / - / - | 2.5 |",
    ]


@pytest.fixture
def a_browser_starts() -> None:
    """Skip the test on a machine where none starts, and say why; the benchmark starts its own."""
    try:
        with running_chromium():
            pass
    except NoBrowser as none:
        pytest.skip(str(none))


@pytest.mark.browser
@pytest.mark.usefixtures("a_browser_starts")
@pytest.mark.parametrize(
    ("phone", "kinds"),
    [
        (True, ("bid", "reveal", SECRET, "step to shipment")),
        pytest.param(True, tuple(AIMS), marks=pytest.mark.long),
        pytest.param(False, tuple(kind for kind in AIMS if kind != SECRET), marks=pytest.mark.long),
    ],
)
def test_every_kind_of_tap_is_shown_on_a_phone_and_on_the_table_s_screen(phone: bool, kinds: tuple[str, ...]) -> None:
    program = Ours()
    got = asyncio.run(play([program], kinds, phone=phone, taps=1))
    assert [*got[program.name].taps] == [*kinds]
    assert all(one.until > 0 and one.page > 0 for taps in got[program.name].taps.values() for one in taps)
    assert len(report_evening("A phone", got)) == len(kinds) + 3
