"""No instrument judges a page on which it has no effect: each is broken here, and has to refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit import ROOT, Evening
from tests.tools.looks import instruments
from tests.tools.looks.instruments import DOUBLE, Blind, Screen, joined, judged, moving, of_this_checkout, sideways
from tests.tools.looks.sweep import Kept, Viewer

SMALL = Screen(320, 568)
NO_RULES = "{testEngine: {version: '%s'}, passes: [], incomplete: [], inapplicable: [], violations: [%s]}"
FOUND = ", ".join(f"{{id: '{one}'}}" for one in sorted(instruments.KNOWN))
BROKEN: dict[str, tuple[Callable[[Any], Any], str]] = {
    "the page hides what is too wide": (
        sideways,
        "document.documentElement.style.overflow = document.body.style.overflow = 'clip'",
    ),
    "nothing is seen to move": (moving, "getComputedStyle = () => ({ animationName: 'none' })"),
    "no letter has a place": (joined, "Range.prototype.getBoundingClientRect = () => new DOMRect()"),
    "the window has another size": (SMALL.prove, "innerWidth = 980"),
    "the ground is of the other theme": (SMALL.prove, "document.documentElement.style.setProperty('--page', '#fff')"),
    "the browser draws the other theme": (SMALL.prove, "document.documentElement.style.colorScheme = 'light'"),
    "letters stay small": (Screen(320, 568, DOUBLE).prove, ""),
    "the page has a size of its own": (SMALL.prove, "document.documentElement.style.fontSize = '12px'"),
    "motion is not reduced": (SMALL.prove, "matchMedia = () => ({ matches: false })"),
}
BROKEN_AXE = {
    "finds nothing": "axe.run = async () => (%s)" % (NO_RULES % (instruments.AXE_VERSION, "")),
    "tries no rule": "axe.run = async () => (%s)" % (NO_RULES % (instruments.AXE_VERSION, FOUND)),
    "is of another version": "axe.run = async () => (%s)" % (NO_RULES % ("4.0.0", FOUND)),
    "knows one rule": "axe.configure({ disableOtherRules: true, rules: [{ id: 'image-alt', enabled: true }] })",
}


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    evening = Evening(tmp_path_factory.mktemp("guide"))
    kept = Kept("guide", "/guide", "phone", evening.onlooker.get("/guide").text)
    evening.close()
    return kept


@pytest.fixture
def page(chromium: Any, guide: Kept) -> Iterator[Any]:
    """The guide on a small phone, where nothing is wrong."""
    with Viewer(chromium, SMALL) as viewer:
        for _ in viewer.show(guide):
            yield viewer.page


def test_on_a_whole_page_every_instrument_has_its_effect_and_leaves_no_trace(page: Any) -> None:
    before = page.content()
    assert not [*judged(page), *sideways(page), *moving(page), *joined(page)]
    assert page.content() == before


@pytest.mark.parametrize("what", BROKEN)
def test_an_instrument_without_effect_refuses_to_judge(page: Any, what: str) -> None:
    instrument, fault = BROKEN[what]
    page.evaluate(fault)
    with pytest.raises(Blind):
        instrument(page)


@pytest.mark.parametrize("what", BROKEN_AXE)
def test_axe_that_does_not_do_its_work_refuses_to_judge(page: Any, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instruments, "AXE", f"{instruments.AXE};{BROKEN_AXE[what]}")
    with pytest.raises(Blind):
        judged(page)


def test_letters_twice_as_large_are_that_on_the_page(chromium: Any, guide: Kept) -> None:
    with Viewer(chromium, Screen(320, 568, DOUBLE)) as viewer:
        for _ in viewer.show(guide):
            assert viewer.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            assert not viewer.page.evaluate("matchMedia('(min-width: 11em)').matches"), "320 px are ten letters wide"


@pytest.mark.parametrize("html", ["", "/static/v-0123456789/tokens.css"])
def test_a_page_with_other_styles_is_not_judged(guide: Kept, html: str) -> None:
    of_this_checkout(guide.html)
    with pytest.raises(Blind):
        of_this_checkout(html)


def test_a_page_of_an_installed_program_is_not_judged(guide: Kept) -> None:
    elsewhere = Path("/usr/lib/python3/site-packages/referee/__init__.py")
    with pytest.raises(Blind, match="pip install -e"):
        of_this_checkout(guide.html, elsewhere)
    with pytest.raises(Blind, match="templates"):
        of_this_checkout(guide.html, templates=ROOT / "referee" / "templates")
