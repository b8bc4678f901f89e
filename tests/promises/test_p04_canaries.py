r"""P4: a marker in every secret turns up in nobody else's bytes, in no log line, no output, no file name, no error.

Mutants (``python -m tests.promises.mutants 4`` tries them):
referee/kernel/events.py: `return self.value if viewer == REFEREE or viewer in self.to else FACE_DOWN`
    -> `return self.value` (terminal)
referee/web/http/guard.py: `log.error("%s in %s. %s", type(error).__name__, request.endpoint, whereabouts(error))`
    -> `log.error("%s", error)` (inside)
referee/common/sealed_shuffles.py: `    salt: Sealed[str]` -> `    salt: Public[str]` (whole_phase)
referee/web/table/reported.py: `told = self.sitting.screen(viewer)` -> `told = self.sitting.views.referee` (whole_phase)
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from referee.cards.deck import CLASSIC
from referee.cli import main
from referee.common.sealed_shuffles import OrderSealed
from referee.kernel import PUBLIC, Event, Sealed, Table, Whisper, ask, card_name
from referee.kernel.events import public_fields, to_json
from referee.kernel.rulings import _answers
from referee.kernel.speakers import Place
from referee.phases.battle.cards_in_battle import Fits, Idle, IsShield, Stops, Strikes
from referee.running.hall import ENDING
from tests.kit import SCREEN, SIX, Evening, Play, of_files

MARK = re.compile(r"zq\d+zq")
IN_BATTLE = (Fits, Idle, Strikes, Stops, IsShield)
PURSES = {"fremen": 277, "spacing_guild": 281}  # they buy nothing, so these numbers stay
PLACES = re.compile(r'="[\d., ]+"|\b(?:d|points|transform)="[^"]*"')  # on a plot, on the map
DRAWN = (".svg", "/evening.html")
VIEWERS = (PUBLIC, "host", *SIX)
LAST = Place((9,), (0,), {})


@pytest.fixture(autouse=True)
def marked_cards() -> Iterator[None]:
    """Give every card but Karama a marker in its name."""
    marked = {f"{name} zq{n}zq" if name != "Karama" else name: card for n, (name, card) in enumerate(CLASSIC.items())}
    plain = {kind: [*known, (LAST, "3.01.00", _as_unmarked)] for kind, known in _answers.items() if kind in IN_BATTLE}
    with patch.dict(CLASSIC, marked, clear=True), patch.dict(_answers, plain):
        yield


def _as_unmarked(question: Any, table: Table, so_far: Any) -> Any:
    """A marked card works in battle like the unmarked one."""
    name = MARK.sub("", question.card).strip()
    return None if name == question.card else ask(table, replace(question, card=name)).value


@pytest.fixture
def evening(play: Play) -> Evening:
    return play("Karama/1", purses={**dict.fromkeys(SIX, 250), **PURSES})


def markers(event: Event | Any) -> set[str]:
    """Return the markers in what an event says, envelopes included."""
    said = to_json(event) if isinstance(event, Event) else event
    return set(MARK.findall(json.dumps(said, default=str)))


def allowed(evening: Evening) -> dict[str, set[str]]:
    """Return what each viewer may know, read off the addresses on envelopes and whispers."""
    found: dict[str, set[str]] = {viewer: set() for viewer in VIEWERS}
    for event in (event for row in evening.sitting.rows() for event in row.events):
        if not isinstance(event, Whisper):
            open_to_all = markers({name: getattr(event, name) for name in public_fields(type(event))})
            for known in found.values():
                known |= open_to_all
        for viewer in event.to if isinstance(event, Whisper) else ():
            found[viewer] |= markers(event)
        for sealed in (value for value in vars(event).values() if isinstance(value, Sealed)):
            for viewer in sealed.to:
                found[viewer] |= markers({"value": sealed.value})
    return found


def sweep(evening: Evening, *, all_pages: bool = False) -> dict[str, set[str]]:
    """Look for markers and purses in whatever anybody can open; return what each viewer was shown."""
    may, shown, sealed = allowed(evening), {viewer: set[str]() for viewer in VIEWERS}, salts(evening)
    for viewer in VIEWERS:
        # the calculator lists the cards a deck is made of, which everybody knows, and here their names are the markers
        for path in (path for path in evening.pages(viewer) if "whatif" not in path):
            if all_pages or ("/rules" not in path and "/why/" not in path):
                answer = evening.sweep(viewer, path, None if all_pages else SCREEN)
                sent = f"{answer.text} {answer.headers}"
                assert not any(salt in sent for salt in sealed), (viewer, path)
                shown[viewer] |= set(MARK.findall(sent))
                sent = PLACES.sub("", sent) if path.endswith(DRAWN) else sent
                for seat, spice in PURSES.items():
                    assert viewer == seat or not re.search(rf"\b{spice}\b", sent), (viewer, path)
        assert shown[viewer] <= may[viewer], viewer
    return shown


def salts(evening: Evening) -> list[str]:
    """Return the salts of the sealed orders."""
    events = (event for row in evening.sitting.rows() for event in row.events)
    return [vars(event)["salt"].value for event in events if isinstance(event, OrderSealed)]


def secrets(evening: Evening) -> None:
    """Do everything that can be done in secret; some of it is refused in secret."""
    evening.must("atreides", "KeepNote", text="zq901zq")
    evening.must("emperor", "Back", to="fremen", amount=3)
    for seat in SIX:
        evening.tap(seat, "KeepNote", text="zq902zq")
        evening.tap(seat, "Back", to="emperor", amount=299)
        evening.tap(seat, "Bid", amount=950, seen=evening.sight())
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


def fight(evening: Evening) -> None:
    """Fight a battle in which whatever can be said in secret is said, with marked cards in both plans."""
    evening.must("host", "GoTo", phase="battle", anyway="1")
    two = {"one": "atreides", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Arrakeen", **two)
    evening.must("atreides", "Announce", rule="2.01.08")
    evening.must("host", "CloseWindow")
    evening.must("atreides", "AskPrescience", part="weapon")
    cards = {seat: weapon_of(evening, seat) for seat in ("atreides", "harkonnen")}
    assert MARK.search(cards["harkonnen"]), "there is something to betray"
    evening.must("harkonnen", "AnswerPrescience", answer=cards["harkonnen"])
    sweep(evening)
    for seat, leader in (("atreides", "Duncan Idaho"), ("harkonnen", "Umman Kudu")):
        evening.must(seat, "LockPlan", dial=1, leader=leader, weapon=cards[seat])
        sweep(evening)
    evening.must("emperor", "AnswerTraitor", answer="wait")
    sweep(evening)
    evening.must("host", "Reveal")
    sweep(evening)


def weapon_of(evening: Evening, seat: str) -> str:
    """Return the name of a weapon in a hand, "" if it holds none."""
    hand = evening.sitting.views.referee.seats[seat].hand.faces()
    return next((card_name(card) for card in hand if "weapon" in CLASSIC.get(card_name(card), ("",))[0]), "")


def _close_windows(evening: Evening) -> None:
    while evening.bidding.step in {"talk", "settle"}:
        evening.must("host", "CloseWindow")


def test_p4_no_secret_reaches_anybody_else_in_a_whole_phase(
    evening: Evening, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    evening.must("host", "DealTraitors")
    evening.must("bene_gesserit", "Predict", of="emperor", turn=7)
    phase(evening)
    fight(evening)
    shown = sweep(evening, all_pages=True)
    assert all(shown[seat] for seat in ("atreides", "bene_gesserit", "harkonnen")), "the markers do turn up at home"
    assert "zq901zq" in shown["atreides"] and len(shown["atreides"]) > 6
    out = capfd.readouterr()
    assert not MARK.search(caplog.text + out.out + out.err)
    assert not any(MARK.search(str(file)) for file in evening.folder.rglob("*"))


@of_files
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
    assert main(["verify", str(file)]) == 0
    assert not MARK.search(capsys.readouterr().out), "a closed seal stays closed"


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
    chunks: Iterator[bytes] = iter(answer.iter_encoded())
    heard = [next(chunks)]
    for act in (lambda: evening.must("atreides", "KeepNote", text="zq907zq"), lambda: evening.bid(2)):
        act()
        heard.append(next(chunks))
    answer.close()
    assert re.fullmatch(rb"(event: beat\ndata: \d{13}\n\n|event: look\n(id: \d+\n)?data: -\n\n)+", b"".join(heard))
