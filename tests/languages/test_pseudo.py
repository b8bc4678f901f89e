"""Everything on the pages of bidding came through the door: in a language of nobody, no English is left over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.board.territories import TERRITORIES
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import TakeSeat
from referee.kernel import PUBLIC, REFEREE, Command
from referee.offers.waiting import duties_of
from referee.running.outcome import Outcome
from referee.turn.first_turn import StartTurnOne
from referee.web.app.languages import KEPT, in_language
from referee.web.http.words_of_a_page import ATTRIBUTES, UNREAD
from referee.web.phase.strip import said_to
from referee.web.phone.shield_details import may_do
from referee.web.view_models.parts import Link
from tests.games.test_what_is_due import EVERY
from tests.kit import SIX, Evening, Players, all_routes, set_up
from tests.languages.pseudo import CLOSE, OPEN, Pseudo
from tests.tools.looks.evenings import Night
from tests.tools.looks.sweep import NO_PAGE

INSIDE = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
IN_A_LINE = {"a", "b", "code", "i", "tspan"}  # tags that a sentence has inside
OWN = r"Evening|P[1-9]|English|Deutsch|Français|Español|Feyd-Rautha"  # names that people and languages have
NAMED = {*TERRITORIES, *(f"{name} {n}" for one in FACTIONS.values() for name, n in one.leaders.items())}
NAMED |= {"Hunter-Seeker", "iPhone", "macOS", "lo", "Duke Vidal, revived by Ecaz"}
DRAWN = re.compile(r"<div hidden><svg.*?</svg></div>", re.DOTALL)  # the map in a saved evening, with the board's names
IN_ENGLISH = re.compile(r"/rules(/[\d.]+|/digest/.*|)$|/why/|/convention$|^/health$")
LATER = (  # of other phases, in the corner of a page: their turn comes
    "Map of Arrakis",
    "gone",
    "Béñé Géssérît ",  # a prediction, due before the storm
)


NOBODYS = Pseudo()  # its templates are compiled once


class Words(HTMLParser):
    """Finds what a person reads on a page, with a bracket of each sentence wherever its parts stand."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"input", "br", "meta", "link", "use", "path"}:
            self.tags.append(tag)
        if "svg" not in self.tags:  # the names of the map's places, whose turn comes
            self.attributes += [value for name, value in attrs if name in ATTRIBUTES and value]
        self.text += "" if tag in IN_A_LINE else "\n"

    def handle_endtag(self, tag: str) -> None:
        while self.tags and self.tags.pop() != tag:
            pass
        self.text += "" if tag in IN_A_LINE else "\n"

    def handle_data(self, data: str) -> None:
        if not {*UNREAD, "svg"} & {*self.tags}:
            self.text += data


def left_over(page: str) -> set[str]:
    """Return what stands outside the brackets."""
    words = Words()
    words.feed(page)
    found = set()
    for text in (*words.text.split("\n"), *words.attributes):
        rest = text
        while (inner := INSIDE.sub("", rest)) != rest:
            rest = inner
        rest = re.sub(rf"\b({OWN})\b", "", rest)
        if re.search(r"[A-Za-z]{2}", rest) and not text.startswith(LATER) and not text.endswith(LATER):
            found.add(text.strip())
    return found


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path).begin(set_up(spice=dict.fromkeys(SIX, 20)))
    one.app.extensions[KEPT]["de"] = in_language(one.app.jinja_env, NOBODYS)
    for browser in (one.host, one.onlooker, *one.phones.values()):
        browser.show("language", "de")
    yield one
    one.close()


def pages(evening: Evening) -> set[str]:
    table = f"/t/{evening.table}"
    found = set()
    for who, paths in (
        ("host", ("/", "/log", "/log?order=told")),
        ("public", ("/",)),
        (evening.bidding.turn or "emperor", ("/me?tab=bid", "/me?tab=more", "/me?tab=book", "/me/secret?tab=bid")),
        ("harkonnen", ("/me?tab=bid",)),
    ):
        for path in paths:
            answer = evening.who(who).get(table + path)
            assert answer.status_code == 200 and OPEN in answer.text
            found |= left_over(answer.text)
    return found


def test_no_english_is_left_on_the_pages_of_bidding(evening: Evening) -> None:
    found = set()
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
        found |= pages(evening)
    evening.must("host", "CloseWindow")
    found |= pages(evening)
    evening.bid(1)
    evening.bid(2)
    found |= pages(evening)
    evening.passes(5)
    found |= pages(evening)
    evening.must("host", "CloseWindow")
    found |= pages(evening)
    evening.passes(6)
    found |= pages(evening)
    assert not found


def test_no_english_is_left_on_phones_in_the_storm_in_charity_and_in_revival(evening: Evening) -> None:
    found = set()
    for phase in ("storm", "choam_charity", "revival"):
        evening.must("host", "GoTo", phase=phase, anyway="1")
        table = f"/t/{evening.table}"
        for who, path in (("emperor", "/me?tab=bid"), ("harkonnen", "/me?tab=bid")):
            answer = evening.who(who).get(table + path)
            assert answer.status_code == 200 and OPEN in answer.text
            found |= left_over(answer.text)
    assert not found


def test_refusals_and_the_page_of_a_code_leave_none_either(evening: Evening) -> None:
    evening.open_card()
    turn = evening.bidding.turn
    other = next(seat for seat in SIX if seat != turn)
    refused = [
        evening.tap(other, "Bid", amount=3, seen=evening.sight()),
        evening.tap(turn, "Bid", amount="1.5", seen=evening.sight()),
        evening.tap(turn, "Bid", amount=3, seen="old"),
        evening.host.get("/J/"),
        evening.host.post("/J/", {"code": "WRONG1"}),
    ]
    assert [left_over(answer.text) for answer in refused] == [set()] * 5


def test_no_english_is_left_on_any_page_that_there_is(evening: Evening) -> None:
    """Rule texts, which are in English alone, and the page of commands for a club are left out."""
    phone, found, pages = evening.phones["emperor"], {}, 0
    for method, path, kind in all_routes(evening):
        if method != "GET" or NO_PAGE.search(path) or IN_ENGLISH.search(path):
            continue
        answer = (phone if kind == "seat" else evening.host).get(path)
        if answer.status_code == 200:
            pages += 1
            found[path] = {one for one in left_over(DRAWN.sub("", answer.text)) if one not in NAMED}
    assert pages > 25
    assert not {path: left for path, left in found.items() if left}


def test_no_english_is_left_closer_behind_the_shield(evening: Evening) -> None:
    evening.open_card()
    looks = (f"/t/{evening.table}/me/secret?tab=bid&see={see}" for see in ("leaders", "known", "may", "purse", "sheet"))
    found = {path: left_over(evening.phones["emperor"].get(path).text) for path in looks}
    assert not {path: left for path, left in found.items() if left}


def test_english_outside_the_brackets_is_found() -> None:
    assert left_over(f"<p>{OPEN}in{CLOSE} out</p><b title='in a title'>{OPEN}a <i>b</i> c{CLOSE}</b>") == {
        f"{OPEN}in{CLOSE} out",
        "in a title",
    }


class Read(Players):
    """A game in which every phone reads in the language of nobody what is due, what it may do, and each refusal."""

    def __init__(self, *about: Any) -> None:
        self.nobody, self.found, self.looks, self.acts = NOBODYS, dict[str, str](), 0, 0
        super().__init__(*about)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        for one in outcome.objections:
            self.read(type(command).__name__, one.sentence)
        return outcome

    def audit(self) -> None:
        self.acts += 1
        if not self.public.seats or self.acts % EVERY:
            return
        for seat in self.public.seats:
            own = self.sitting.screen(seat)
            if duties_of(own, seat):
                self.looks += 1
                may = may_do(own, seat, Link("Back", ""))
                for line in (*may.lines, *(line for section in may.sections for line in section.lines)):
                    self.read("may do", line.text)
                said = said_to(self.public, own, seat, None)
                self.read("headline", said.say, said.then)

    def read(self, where: str, *said: str) -> None:
        for words in said:
            rest = self.nobody.said(words)
            while (inner := INSIDE.sub("", rest)) != rest:
                rest = inner
            if re.search(r"[A-Za-z]{2}", rest) and words not in NAMED:
                self.found[str(words)] = where


@pytest.mark.parametrize("seed", [4, 5])
def test_no_english_is_left_in_what_is_due_and_in_refusals_of_a_random_game(seed: int) -> None:
    seats = sorted(FACTIONS)
    modules = tuple((key, "on") for key in MODULES)
    game = Read(seed, [*seats[seed:], *seats[:seed]], "advanced", (("P6", "kept"), *modules))
    for seat in game.public.seats:
        assert game.sitting.act(TakeSeat(seat, "phone"), REFEREE).done
    game.must(StartTurnOne(first=next(iter(game.public.seats)), anyway=True))
    game.play(turns=1, presses=12)
    assert game.looks > 20 and not game.found


WALKED = 90  # steps of a game that is played by what is due
BOXES = [key for key in MODULES if key.startswith("M")]


@pytest.mark.parametrize("seed", [3, pytest.param(5, marks=pytest.mark.long), pytest.param(8, marks=pytest.mark.long)])
def test_no_english_is_left_on_any_page_while_something_is_due(tmp_path: Path, seed: int) -> None:
    """Each kind of duty of a game with every box, the first time it is due: phone, shield and table."""
    drawn, found, seen = Random(seed), dict[str, str](), set[Any]()
    seats = tuple(drawn.sample(sorted(FACTIONS), 9))
    evening = Evening(tmp_path).begin({**set_up(seats, K8="8"), **dict.fromkeys(BOXES, "on")}, seats)
    evening.app.extensions[KEPT]["de"] = in_language(evening.app.jinja_env, NOBODYS)
    for browser in (evening.host, *evening.phones.values()):
        browser.show("language", "de")
    night, table = Night(evening, drawn), f"/t/{evening.table}"
    for _ in range(WALKED):
        for seat, phone in evening.phones.items():
            for duty in duties_of(evening.sitting.screen(seat), seat):
                if (duty.by, duty.shielded) in seen:
                    continue
                seen.add((duty.by, duty.shielded))
                for browser, path in ((phone, "/me?tab=bid"), (phone, "/me/secret?tab=bid"), (evening.host, "/")):
                    left = left_over(DRAWN.sub("", browser.get(table + path).text))
                    found |= {words: path for words in left if words not in NAMED}
        night.on()
        evening.wait(200)
    evening.close()
    assert len(seen) > 8 and not found
