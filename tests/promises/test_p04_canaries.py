"""P4: a marker in every secret turns up in nobody else's bytes, in no log line, no output, no file name, no error."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from evening import SIX, Evening
from tables import Play
from visitor import SCREEN

from referee.cards.deck import CLASSIC
from referee.cli import main
from referee.facts import PUBLIC, Event, Sealed, Whisper, to_json
from referee.hall import ENDING
from referee.phases.hands import CardDiscarded

MARK = re.compile(r"zq\d+zq")
PURSES = {"fremen": 277, "spacing_guild": 281}  # they buy nothing, so these numbers stay
VIEWERS = (PUBLIC, "host", *SIX)


@pytest.fixture(autouse=True)
def marked_cards() -> Iterator[None]:
    """Give every card but Karama a marker in its name."""
    marked = {f"{name} zq{n}zq" if name != "Karama" else name: card for n, (name, card) in enumerate(CLASSIC.items())}
    with patch.dict(CLASSIC, marked, clear=True):
        yield


@pytest.fixture
def evening(play: Play) -> Evening:
    return play("Karama/1", purses={**dict.fromkeys(SIX, 250), **PURSES})


def markers(fact: Event | Any) -> set[str]:
    """Return the markers in what a fact says, envelopes included."""
    said = to_json(fact) if isinstance(fact, Event) else fact
    return set(MARK.findall(json.dumps(said, default=str)))


def allowed(evening: Evening) -> dict[str, set[str]]:
    """Return what each viewer may know, read off the addresses on envelopes and whispers."""
    found: dict[str, set[str]] = {viewer: set() for viewer in VIEWERS}
    for fact in (fact for row in evening.sitting.rows() for fact in row.facts):
        if isinstance(fact, CardDiscarded):
            for known in found.values():
                known |= markers(fact)
        for viewer in fact.to if isinstance(fact, Whisper) else ():
            found[viewer] |= markers(fact)
        for sealed in (value for value in vars(fact).values() if isinstance(value, Sealed)):
            for viewer in sealed.to:
                found[viewer] |= markers({"value": sealed.value})
    return found


def sweep(evening: Evening, *, all_pages: bool = False) -> dict[str, set[str]]:
    """Look for markers and purses in whatever anybody can open; return what each viewer was shown."""
    may, shown = allowed(evening), {viewer: set[str]() for viewer in VIEWERS}
    for viewer in VIEWERS:
        for path in evening.pages(viewer):
            if all_pages or ("/rules" not in path and "/why/" not in path):
                answer = evening.who(viewer).get(path, None if all_pages else SCREEN)
                sent = f"{answer.text} {answer.headers}"
                shown[viewer] |= set(MARK.findall(sent))
                for seat, spice in PURSES.items():
                    assert viewer == seat or not re.search(rf"\b{spice}\b", sent), (viewer, path)
        assert shown[viewer] <= may[viewer], viewer
    return shown


def secrets(evening: Evening) -> None:
    """Do everything that can be done in secret; some of it is refused in secret."""
    evening.must("atreides", "KeepNote", text="zq901zq")
    evening.must("emperor", "Back", to="fremen", amount=3)
    for seat in SIX:
        evening.tap(seat, "KeepNote", text="zq902zq")
        evening.tap(seat, "Back", to="emperor", amount=299)
        evening.tap(seat, "Bid", amount=950, seen=evening.sitting.sight())
        evening.tap(seat, "PlayCard", card="zq903zq")
    evening.must("atreides", "PayByKarama", on=1)


def phase(evening: Evening) -> None:
    """Play a phase: every buyer but the two who keep their purse, a price by Karama, an undo, a restart, the buy-in."""
    evening.open_card()
    secrets(evening)
    evening.bid(20)
    evening.passes(5)
    sweep(evening)
    for buyer in ("bene_gesserit", "emperor", "harkonnen"):
        _close_windows(evening)
        while evening.bidding.turn != buyer:
            evening.passes()
        evening.bid(3)
        evening.passes(5)
        sweep(evening)
    evening.must("host", "Undo")
    evening.must("host", "Redo")
    evening.restart()
    sweep(evening)
    _close_windows(evening)
    evening.must("host", "ResumeClock")
    evening.passes(len(SIX))
    assert evening.bidding.step == "over"


def _close_windows(evening: Evening) -> None:
    while evening.bidding.step in {"talk", "settle"}:
        evening.must("host", "CloseWindow")


def test_p4_no_secret_reaches_anybody_else_in_a_whole_phase(
    evening: Evening, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    phase(evening)
    shown = sweep(evening, all_pages=True)
    assert all(shown[seat] for seat in ("atreides", "bene_gesserit", "harkonnen")), "the markers do turn up at home"
    assert "zq901zq" in shown["atreides"] and len(shown["atreides"]) > 6
    out = capfd.readouterr()
    assert not MARK.search(caplog.text + out.out + out.err)
    assert not any(MARK.search(str(file)) for file in evening.folder.rglob("*"))


def test_p4_the_history_in_the_terminal_knows_what_its_viewer_knows(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.open_card()
    secrets(evening)
    may, file = allowed(evening), evening.folder / f"{evening.table}{ENDING}"
    evening.close()
    for viewer in (PUBLIC, *SIX):
        assert main(["log", str(file), *(() if viewer == PUBLIC else ("--as", viewer))]) == 0
        assert set(MARK.findall(capsys.readouterr().out)) <= may[viewer], viewer


def test_p4_what_goes_wrong_inside_is_not_told_in_its_own_words(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*words: object, **options: object) -> None:
        raise RuntimeError("zq904zq")

    monkeypatch.setattr(evening.sitting, "act", fail)
    answer = evening.tap("atreides", "KeepNote", text="zq905zq", key="zq906zq")
    monkeypatch.setattr(evening.sitting, "screen", fail)
    pages = [evening.who(viewer).get(f"/t/{evening.table}/log") for viewer in VIEWERS]
    assert answer.status_code == 500 and "Something went wrong" in answer.text
    assert not MARK.search(answer.text + "".join(page.text for page in pages) + caplog.text)


def test_p4_the_stream_says_look_and_nothing_else(evening: Evening) -> None:
    evening.open_card()
    answer = evening.phones["atreides"].get(f"/t/{evening.table}/me/stream", buffered=False)
    chunks = iter(answer.response)
    heard = [next(chunks)]
    for act in (lambda: evening.must("atreides", "KeepNote", text="zq907zq"), lambda: evening.bid(2)):
        act()
        heard.append(next(chunks))
    answer.close()
    assert re.fullmatch(rb"(retry: 1000\n)?(event: (look|beat)\n(id: \d+\n)?data: -\n\n)+", b"".join(heard))
