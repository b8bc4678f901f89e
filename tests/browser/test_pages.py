"""Every page in a real browser: nothing runs over the edge, nothing breaks the policy, nothing is out of reach.

The script that judges accessibility is axe-core (vendor/, with its licence). Contrast, names, roles and order are
judged in both themes, with the shield closed and open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.rulebook.book import rulebook
from tests.kit import PHONE_SIZE, PULLED_OUT, TABLE_SIZE, Program, Screens, lay_table, push
from tests.tools.looks.instruments import is_in, judged, of_this_checkout, sideways

pytestmark = [pytest.mark.browser, pytest.mark.long]
Begin = Callable[..., Screens]
OPTIONS = (("B6", "120"), ("B7", "60"), ("K8", "30"))
HANDS = {"atreides": ("Karama/1", "Weather Control/1", "Snooper/1"), "fremen": ("Shield/1",)}
ALLIES = (("atreides", "fremen"),)
SMALL, WIDE = {"width": 320, "height": 568}, {"width": 1920, "height": 1080}
HOST = (
    "/",
    "/new",
    "/help",
    "/fair-play",
    "/convention",
    "/rules",
    "/rules/tables",
    "/rules?q=who+pays",
    "/rules/1.04.06.03",
    "/rules/digest/1.04",
    "/league",
    "/J/",
)
TABLE: tuple[str, ...] = (
    "",
    "log",
    "why/6",
    "why/6/wrong",
    "options",
    "seats",
    "seats?seat=fremen",
    "rules",
    "rules/4.91.06",
    "rules?q=karama",
)
TABLE += ("after", "log?order=told", "whatif", "seen", "fair", "health")
TABLE += ("fair?seat=fremen",)
PHONE = (
    "?tab=bid",
    "?tab=book",
    "?tab=more",
    "/map",
    "/log",
    "/why/6",
    "/why/6/wrong",
    "/rules",
    "/rules/2.01.05",
    "/rules?q=hand+limit",
)


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    """A first card was sold and the second is talked about; Atreides and Fremen have phones."""
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces=HANDS, alliances=ALLIES, options=OPTIONS)
    return evening().begin(table, ("atreides", "fremen"))


def stages(night: Screens) -> Iterator[str]:
    """Play through the stages of a card, one after the other."""
    yield "lobby"
    for label, stage in (
        ("Begin bidding", "dealing"),
        ("Deal 6 cards", "deal"),
        ("Open now", "auction"),
        ("Pause", "paused"),
        ("Resume", "going on"),
    ):
        night.press(label)
        night.screen.wait_for_timeout(300)
        yield stage
    night.press("Bid")
    for _ in night.others_to_bid():
        push(night.screen.locator("#pad button:has-text('Pass')"))
    night.agree("Atreides buy for 1")
    yield "settle"


def every_page(night: Screens) -> Iterator[tuple[Any, str]]:
    """Return each address with the browser that may open it."""
    yield from ((night.screen, path) for path in HOST)
    yield from ((night.screen, f"/t/{night.table}/{path}") for path in TABLE)
    yield from ((night.phones["fremen"], f"/t/{night.table}/me{path}") for path in PHONE)
    yield from ((night.phones["fremen"], path) for path in (f"/t/{night.table}/", "/", "/fair-play", "/help", "/rules"))


def judge(page: Any, what: str, theme: str) -> list[str]:
    """Return what axe-core finds wrong on a page in this theme."""
    of_this_checkout(page.content())
    is_in(page, theme)
    return [f"{what}: {one}" for one in judged(page)]


def dress(night: Screens, theme: str) -> None:
    """Put every screen into one theme, as its button does."""
    for page in (night.screen, *night.phones.values()):
        page.evaluate("theme => { localStorage.setItem('theme', theme) }", theme)


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["320x568", "1920x1080"])
def test_no_page_runs_over_the_edge(night: Screens, size: dict[str, int]) -> None:
    wide = []
    for stage in stages(night):
        for name, page in {"table": night.screen, **night.phones}.items():
            page.set_viewport_size(size)
            wide += [f"{stage} on {name}: {one}" for one in sideways(page)]
            page.set_viewport_size(TABLE_SIZE if page is night.screen else PHONE_SIZE)
    for page, path in every_page(night):
        page.set_viewport_size(size)
        page.goto(night.program.origin + path)
        wide += [f"{path}: {one}" for one in sideways(page)]
    assert not wide, "\n".join(wide)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_stage_is_within_reach(night: Screens, theme: str) -> None:
    dress(night, theme)
    for page in (night.screen, *night.phones.values()):
        page.reload()
    wrong = []
    for stage in stages(night):
        wrong += judge(night.screen, f"table, {stage}", theme)
        wrong += judge(night.phones["fremen"], f"phone closed, {stage}", theme)
        with night.look("atreides") as phone:
            phone.wait_for_timeout(200)
            wrong += judge(phone, f"phone open, {stage}", theme)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_page_is_within_reach(night: Screens, theme: str) -> None:
    dress(night, theme)
    wrong = []
    for page, path in every_page(night):
        page.goto(night.program.origin + path)
        wrong += judge(page, path, theme)
    night.screen.goto(f"{night.program.origin}/t/{night.table}/options")
    night.screen.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")
    wrong += judge(night.screen, "options, all open", theme)
    for tab in ("bid", "book"):
        night.phones["atreides"].goto(f"{night.program.origin}/t/{night.table}/me?tab={tab}")
        with night.look("atreides") as phone:
            phone.wait_for_timeout(200)
            wrong += judge(phone, f"open, {tab}", theme)
    night.phones["atreides"].goto(f"{night.program.origin}/t/{night.table}/me?tab=bid")
    for inside in ("purse", "card", "leaders"):
        with night.prop("atreides") as phone:
            link = phone.locator(f"#secret a[href*='see={inside}']").first
            link.wait_for(state="attached")
            link.evaluate(PULLED_OUT)
            link.tap()
            phone.wait_for_selector("#secret :text('Back')")
            wrong += judge(phone, f"inside, {inside}", theme)
    assert not wrong, "\n".join(wrong)


def test_every_phase_and_every_faction_fits_one_sheet(chromium: Any, tmp_path: Path) -> None:
    heads = [id for id in rulebook() if id[0] in "12" and id.count(".") == 1]
    program = Program(tmp_path).start()
    page = chromium.new_page()
    sheets = {}
    for id in heads:
        page.goto(f"{program.origin}/rules/digest/{id}")
        sheets[id] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    page.close()
    program.stop()
    assert len(heads) > 20 and sheets == dict.fromkeys(heads, 1)


def test_a_rule_of_the_set_up_opens_beside_it_and_what_was_typed_stays(chromium: Any, tmp_path: Path) -> None:
    program = Program(tmp_path).start()
    page = chromium.new_page()
    page.goto(program.link)
    page.goto(f"{program.origin}/new")
    name = page.locator("#setup [name=player]").first
    name.fill("Anna")
    with page.context.expect_page() as opened:
        page.locator("#setup a.chip").first.evaluate("chip => chip.click()")  # it may stand in what is not opened yet
    assert "/rules/" in opened.value.url and name.input_value() == "Anna"
    page.context.close()
    program.stop()
