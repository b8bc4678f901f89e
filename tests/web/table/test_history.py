"""The log page: by turn and phase, opened when asked for, of one size however long the game is."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from referee.common.turn import PHASES, PhaseBegan, TurnBegan, phase_said
from referee.kernel.table import retold
from referee.phases.battle.events import BattleBegun, BattleJudged
from referee.web.after.story import Chapter, chapters, moments
from referee.web.app.event_lines import line_at
from referee.web.table.history import SHOWN
from tests.benchmarks.growth import GROWN, lay
from tests.journals.kept import unpacked
from tests.kit import Browser, Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Return a whole game played before."""
    folder = tmp_path / "tables"
    folder.mkdir()
    unpacked("evening_advanced", folder)
    one = Evening(folder)
    one.steer()
    one.table = "evening_advanced"
    return one


def shown(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="fact-(\d+)"', page)]


def folded(page: str) -> list[str]:
    return [unescape(address) for address in re.findall(r'class="fold" href="([^"]+)"', page)]


def look(browser: Browser, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, answer.text
    return answer.text


def everything(browser: Browser, address: str) -> set[int]:
    """Return the numbers of all lines that links lead to."""
    seen, todo, found = set[str](), [address], set[int]()
    while todo:
        if (here := todo.pop()) not in seen:
            seen.add(here)
            page = look(browser, here)
            assert 0 < len(shown(page)) <= SHOWN
            found.update(shown(page))
            older = re.findall(r'href="([^"]*[?&;]line=\d+)"', page)
            todo += [*folded(page), *map(unescape, older)]
    return found


def test_the_newest_lines_are_open_and_links_lead_to_all_others_without_a_script(evening: Evening) -> None:
    log = evening.public.log
    lines = {number for number in range(1, len(log) + 1) if line_at(evening.public, number) is not None}
    first = shown(look(evening.onlooker, f"/t/{evening.table}/log"))
    assert max(first) == max(lines) and first == sorted(first, reverse=True)
    assert everything(evening.onlooker, f"/t/{evening.table}/log") == lines


def test_what_the_address_names_is_open_and_the_rest_is_folded(evening: Evening) -> None:
    one = next(chapter for chapter in chapters(evening.public.log) if chapter.phase == "battle")
    page = look(evening.onlooker, f"/t/{evening.table}/log?part={one.heard[0][0]}")
    numbers = [number for number, _ in one.heard]
    assert set(shown(page)) <= set(numbers[-SHOWN:]) and shown(page)
    assert f"Turn {one.turn}, battle</h2>" in page


@pytest.mark.parametrize("address", ["part=0", "part=999999", "part=x", "part=-1", "part=2&line=7&row=999", "line=9"])
def test_an_address_that_names_nothing_shows_the_newest_lines(evening: Evening, address: str) -> None:
    page = look(evening.onlooker, f"/t/{evening.table}/log")
    assert shown(look(evening.onlooker, f"/t/{evening.table}/log?{address}")) == shown(page)


def test_the_page_is_as_large_after_thousands_of_acts_as_after_five_hundred(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    names = [lay(folder, events) for events in (1_000, GROWN)]
    evening = Evening(folder)
    few, many = (len(look(evening.steer(), f"/t/{name}/log").encode()) for name in names)
    assert many < 1.1 * few < 60_000


def test_an_opened_row_is_undone_to_by_the_table_alone(evening: Evening) -> None:
    page = look(evening.host, f"/t/{evening.table}/log")
    rows = [unescape(one) for one in re.findall(r'href="([^"]*row=\d+[^"]*)"', page)]
    assert rows and "row=" not in look(evening.onlooker, f"/t/{evening.table}/log")
    row = rows[1].partition("#")[0]
    number = re.search(r"row=(\d+)", row)
    opened = look(evening.host, row)
    assert number and re.findall(r'name="to" value="(\d+)"', opened) == [number[1]]
    assert 'name="to"' not in look(evening.onlooker, row)
    before = len(evening.public.log)
    answer = evening.host.post(row, {"act": "Undo", "to": number[1], "key": "k"})
    left = evening.public.log
    assert answer.status_code == 303 and int(number[1]) - 1 < before
    assert len(left) >= int(number[1]) - 1 and all(one.event.lasting for one in left[int(number[1]) - 1 :])


def test_chapters_are_told_as_tables_are_folded(evening: Evening) -> None:
    told: list[Chapter] = [*chapters(evening.public.log)]
    assert [number for one in told for number, _ in one.heard] == [*range(1, len(evening.public.log) + 1)]
    assert told[-1].turn == evening.public.turn and told[-1].phase == phase_said(evening.public.phase)
    stood, begun = list[tuple[int, str]](), False
    for table, event in retold(heard.event for heard in evening.public.log):
        if isinstance(event, (TurnBegan, PhaseBegan)):
            begun = isinstance(event, TurnBegan) and table.phase != "lobby"  # it belongs to the phase that follows
        stood.append((table.turn, phase_said(PHASES[0] if begun else table.phase)))
    assert [(one.turn, one.phase) for one in told for _ in one.heard] == stood


def test_a_battle_that_was_judged_again_stands_once_among_the_key_moments_as_it_ended(evening: Evening) -> None:
    log = [*evening.public.log]
    at = next(n for n, heard in enumerate(log) if isinstance(heard.event, BattleJudged))
    once, twice = moments(log), moments([*log[: at + 1], *log[at:]])
    assert [one.battle for one in twice] == [one.battle for one in once]
    assert sum(bool(one.battle) for one in once) == sum(isinstance(heard.event, BattleBegun) for heard in log)


def test_a_faction_s_lines_are_all_that_name_it_and_a_fold_says_what_came_of_it(evening: Evening) -> None:
    public, base = evening.public, f"/t/{evening.table}/log"
    lines = {number for number in range(1, len(public.log) + 1) if line_at(public, number) is not None}
    for seat in list(public.seats)[:2]:
        mine = everything(evening.onlooker, f"{base}?of={seat}")
        named = {n for n in lines if getattr(public.log[n - 1].event, "seat", "") == seat}
        assert named <= mine < lines and len(mine) > 5
        assert re.search(rf'href="{base}\?of={seat}" aria-current="page"', look(evening.onlooker, f"{base}?of={seat}"))
    assert everything(evening.onlooker, f"{base}?of=nobody") == lines
    folds = " ".join(re.findall(r'class="fold".*?</a>', look(evening.onlooker, base), re.S))
    sold = sum(type(heard.event).__name__ == "CardBought" for heard in public.log)
    assert sum(map(int, re.findall(r"(\d+) cards? sold for \d+", folds))) == sold > 0
