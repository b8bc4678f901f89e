"""What pages are measured with; each instrument shows on the very page that it has an effect, or refuses to judge.

What is planted to be found (an image without words, a strip that is too wide, something that moves) is taken away
again before the page itself is judged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import referee
from referee.web.factory import shelf
from referee.web.http.compression import version_of
from tests.kit import ROOT

MEASURE = Path(__file__).with_name("instruments.js").read_text("utf-8")
AXE = (ROOT / "tests" / "browser" / "vendor" / "axe.min.js").read_text("utf-8")
AXE_VERSION, LEAST_RULES = AXE.partition("axe v")[2].partition("\n")[0], 80
KNOWN = {"image-alt", "color-contrast"}  # what is wrong with the page that is planted for axe
NORMAL, DOUBLE = 16, 32  # the size of letters that a browser is set to, in px
TEMPLATES, VERSION = shelf("templates"), version_of(ROOT / "static")
STATIC = re.compile(r"/static/v-(\w+)/")


class Blind(AssertionError):
    """An instrument that has no effect on this page: what it says of the page means nothing."""


def sees(effect: object, sentence: str) -> None:
    if not effect:
        raise Blind(sentence)


def asked(page: Any, what: str) -> Any:
    page.evaluate(MEASURE)
    return page.evaluate(f"measure.{what}()")


@dataclass(frozen=True)
class Screen:
    """How pages are shown: sizes in px of the window and of the letters, the theme, and less motion."""

    width: int
    height: int
    letters: int = NORMAL
    theme: str = "dark"
    forced: bool = False  # the system draws in its own few colors, as in Windows' high contrast

    def open(self, browser: Any) -> Any:
        """Open a page on a device of its own."""
        size = {"width": self.width, "height": self.height}
        colors = "active" if self.forced else "none"
        context = browser.new_context(
            viewport=size, color_scheme=self.theme, reduced_motion="reduce", forced_colors=colors
        )
        page = context.new_page()
        set_letters(page, self.letters)
        return page

    def prove(self, page: Any) -> None:
        """See that the page is shown so."""
        shown = asked(page, "shown")
        sees(shown["size"] == [self.width, self.height], f"The window is {shown['size']} px, not as asked: {self}")
        sees(shown["letters"] == self.letters, f"Letters are {shown['letters']} px, not as asked: {self}")
        follows = shown["fixed"] or shown["root"] >= self.letters  # a table screen goes by its width as well
        sees(follows, f"The page has letters of {shown['root']} px whatever is set: {self}")
        if not self.forced:
            is_in(page, self.theme)
        sees(shown["calm"], "The browser does not ask for less motion")
        sees(shown["forced"] == self.forced, f"Forced colors are {shown['forced']}, not as asked: {self}")


def set_letters(page: Any, size: int) -> None:
    """Set the size of letters as a person does in the settings; the headless shell reads no settings from a file."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def is_in(page: Any, theme: str) -> None:
    """See that a page is drawn in a theme: what it tells the browser, and its ground."""
    shown = asked(page, "theme")
    sees(shown == [theme, theme], f"The theme of {page.url} is {shown}, not {theme}")


def of_this_checkout(html: str, code: Path = Path(referee.__file__), templates: Path = TEMPLATES) -> None:
    """See that a page comes from the code, the templates and the static files that stand here."""
    sees(code.parent == ROOT / "referee", f"The program under test is {code}. Run: pip install -e .")
    sees(templates == ROOT / "templates", f"The templates under test are those of {templates}")
    found = {*STATIC.findall(html)}
    sees(found == {VERSION}, f"The static files under test are of {found or 'no version'}, not {VERSION}")


def judged(page: Any) -> list[str]:
    """Return what axe-core finds wrong with a page."""
    page.evaluate(AXE)
    told = asked(page, "judged")
    sees(told["version"] == AXE_VERSION, f"Axe is {told['version']}, not {AXE_VERSION}")
    sees({*told["known"]} >= KNOWN, f"Of what was planted axe found {told['known']}")
    sees(told["rules"] >= LEAST_RULES and told["tried"], f"Axe tried {told['tried']} of {told['rules']} rules")
    return [f"{one['id']} {[place(node) for node in one['nodes'][:3]]}" for one in told["violations"]]


def place(node: dict[str, Any]) -> tuple[Any, str]:
    """Return where on a page axe found something, and what would mend it."""
    return node["target"], node["failureSummary"][:160]


def sideways(page: Any) -> list[str]:
    """Return by how much a page is too wide."""
    over = asked(page, "sideways")
    sees(over["planted"] > max(0, over["found"]), "A strip that is too wide makes no page wider")
    return [f"{over['found']} px too wide"] if over["found"] > 0 else []


def alike(page: Any) -> list[str]:
    """Return what stands chosen, pressed or on turn on a page and looks like its neighbor that does not."""
    found: list[str] = asked(page, "alike")
    sees("planted" in found, "Of two that differ by nothing nothing is seen")
    sees("edged" not in found, "What differs by its border counts as alike")
    return [f"looks like its neighbor: {one}" for one in found if one != "planted"]


def moving(page: Any) -> list[str]:
    """Return what moves on a page although the browser asks for less motion."""
    found: list[str] = asked(page, "moving")
    sees("planted" in found, "Of what moves nothing is seen")
    return [f"moves: {one}" for one in found if one != "planted"]


def joined(page: Any) -> list[str]:
    """Return where a word stands on a page right beside another, without a space or a line between them."""
    found: list[str] = asked(page, "joined")
    sees("two|words" in found, "Of two words that are joined nothing is seen")
    return [f"joined: {one}" for one in found if one != "two|words"]


def by_keyboard(page: Any) -> list[str]:
    """Return what Tab never comes to, what holds it, and where the focus is not seen or lies under something else."""
    controls = asked(page, "tabs")
    for _ in range(2 * controls + 20):
        page.keyboard.press("Tab")
        if not page.evaluate("measure.tabbed()"):
            break
    found: dict[str, list[str]] = page.evaluate("measure.untabbed()")
    sees("unreached" in found["unreached"], "Of what Tab never comes to nothing is seen")
    sees("ringless" in found["ringless"], "Of a focus that is not shown nothing is seen")
    sees("trap" in found["stuck"], "Of what holds the focus nothing is seen")
    sees("under" in found["covered"], "Of what lies over the focus nothing is seen")
    planted = {"unreached", "ringless", "trap", "under"}
    return [f"{how} by Tab: {one}" for how, ones in found.items() for one in ones if one not in planted]
