"""The scenes that the README shows, from the full game of ``tests/games``: pages as they were sent, no browser needed.

``depends_on`` tells what a picture shows: the words of its page, and a digest of the styles and icons that apply to
them. Both stand beside the pictures, so that a test can tell when the pictures are older than the screens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import tinycss2

from referee.holdings.setup import SeatEntry, SetTable
from referee.turn.on_the_map import SetDown
from tests.games.test_chronicles import DEALT, HANDS, HERE, SIX
from tests.games.test_on_the_map import SPREAD, on_the_map
from tests.kit import ROOT, SCREEN, Evening, Thirds
from tests.tools.looks.sweep import Kept

NAME: Final = re.compile(r"[.#][a-zA-Z][\w-]*")  # of a class or of one part, in a selector
ASIDE: Final = re.compile(r":not\([^)]*\)|\[[^]]*]")  # in a selector, and names nothing that has to be on the page
SYMBOL: Final = re.compile(r'<symbol id="(?P<id>[\w-]+)".*?</symbol>', re.DOTALL)
OPTIONS: Final = (("B6", "20"), ("B7", "off"), ("K8", "off"), ("P4", "drawn"), ("P6", "kept"))
TABLE: Final = "table"
# the step of the game that brings a scene; the scene, and whose screen it is
WANTED: Final = {
    "* Harkonnen: Bid, amount 4": (("auction", TABLE), ("bid", "atreides")),
    "* Emperor: Ship, normal 3, special 2, goal Arrakeen": (("map", TABLE),),
    "* Bene Gesserit: SpeakVoice, order leave, what poison weapon": (("plan", "harkonnen"),),
    "* Bene Gesserit: AnswerTraitor, answer no": (("battle", TABLE),),
}


def scenes() -> list[Kept]:
    """Play the game as far as the last scene."""
    with TemporaryDirectory() as folder:
        evening = six_players(Path(folder))
        found = [_kept(evening, *scene) for line in _played(evening) for scene in WANTED.get(line, ())]
        evening.close()
    return found


def six_players(folder: Path) -> Evening:
    """Set the table of the full game, with the map and a clock for bids, and seat every phone."""
    evening = Evening(folder, dice=Thirds())
    evening.steer()
    evening.table, sitting = evening.hall.create("Friday")
    places = tuple(SeatEntry(seat, player, len(HANDS[seat]), -1, HANDS[seat]) for seat, player in SIX.items())
    assert sitting.act(SetTable("Friday", places, "atreides", "advanced", options=OPTIONS, deck=DEALT), "host").done
    for seat in SIX:
        evening.seat(seat)
    return evening


def _played(evening: Evening) -> Iterator[str]:
    """Yield each step of the game once it was taken, until there is nothing more to picture."""
    left = set(WANTED)
    for line in (HERE / "a_full_game.txt").read_text("utf-8").splitlines():
        if not line.startswith("* "):
            continue
        on_the_map(evening.sitting, line)
        for seat, many, place in SPREAD if line == "* table: KeepCount" else ():
            assert evening.sitting.act(SetDown(seat, many, place), seat).done
        yield line
        left.discard(line)
        if not left:
            return


def _kept(evening: Evening, name: str, who: str) -> Kept:
    """Return the screen of the table or of a phone; behind its shield, a phone has its secret."""
    path, browser = f"/t/{evening.table}/", evening.host
    if who == TABLE:
        return Kept(name, path, TABLE, browser.get(path).text)
    path, browser = f"{path}me", evening.phones[who]
    html = browser.get(path).text
    (secret,) = re.findall(r'id="secret" hidden hx-get="([^"]+)"', html)
    return Kept(name, path, "phone", html, browser.get(secret.replace("&amp;", "&"), SCREEN).text)


# -- what a picture depends on ------------------------------------------------------------------------


def static(name: str) -> str:
    return (ROOT / ("templates" if name == "glyphs.svg" else "static") / name).read_text("utf-8")


@dataclass
class Page(HTMLParser):
    """What is on a page: its words, the names by which styles know its parts, its icons and its style sheets."""

    words: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    icons: set[str] = field(default_factory=set)
    sheets: list[str] = field(default_factory=list)
    _silent: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self._silent = tag if tag in {"script", "style", "title"} else ""
        self.names |= {f".{name}" for name in said.get("class", "").split()} | {f"#{said.get('id')}"}
        file = said.get("href", "").rpartition("/")[2]
        if file.startswith("#i-"):
            self.icons.add(file[1:])
        elif file.endswith(".css"):
            self.sheets.append(file)

    def handle_endtag(self, tag: str) -> None:
        self._silent = ""

    def handle_data(self, data: str) -> None:
        self.words += [" ".join(data.split())] if data.strip() and not self._silent else []


def depends_on(scenes: Iterable[Kept], read: Callable[[str], str] = static) -> dict[str, Any]:
    """Return the words of these screens and a digest of the styles and icons that apply to them."""
    page = Page()
    for kept in scenes:
        page.feed(kept.html + kept.secret)
    rules = [rule for name in dict.fromkeys(page.sheets) for rule in _rules(_parsed(read(name)), page.names)]
    icons = [found[0] for found in SYMBOL.finditer(read("glyphs.svg")) if found["id"] in page.icons]
    return {"words": page.words, "styles": sha256("\n".join([*rules, *icons]).encode()).hexdigest()}


def _parsed(sheet: str) -> list[Any]:
    return list(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True))


def _rules(nodes: Iterable[Any], names: set[str]) -> Iterator[str]:
    """Yield the style rules whose selectors ask for nothing that is not among these names."""
    for node in nodes:
        if node.type == "at-rule" and node.content is not None:
            inner = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            head = f"@{node.at_keyword}{tinycss2.serialize(node.prelude)}"
            yield from (head + rule for rule in _rules(inner, names))
        elif node.type == "qualified-rule":
            selectors = ASIDE.sub("", tinycss2.serialize(node.prelude)).split(",")
            if any(names.issuperset(NAME.findall(selector)) for selector in selectors):
                yield node.serialize()
