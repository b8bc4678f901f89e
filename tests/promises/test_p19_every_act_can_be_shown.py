r"""P19: no act is written that a screen cannot show, and a file opens at its last act that can be shown (4.97.28).

Random games of all boxes, with every viewer's pages drawn after each act: ``REFEREE_SHOWN`` sets how many acts, some
hundreds by default. Where it is few, they are drawn after every third act; what can be shown is asked after each.

Mutants (``python -m tests.promises.mutants 19`` tries them):
referee/running/sitting.py: `            raise Unshowable(fault)` -> `            pass` (screen)
referee/running/sitting.py: `            self._refold(clock)\n            self._draw(set()`
    -> `            self._draw(set()` (screen)
referee/running/showable.py: `        secret_offers(table, table.viewer)\n` -> `` (screen)
referee/running/showable.py: `    due(table)\n` -> `` (phone)
referee/running/sitting.py: `if not self._propose(command):` -> `if self._propose(command) is None:` (clock)
referee/running/sitting.py: `        self.withheld = found` -> `        pass` (file)
referee/running/showable.py: `good, bad, wrong = (half` -> `good, bad, wrong = (good` (cut)
referee/running/hall.py: `except Exception as error:  # a fault` -> `except ValueError as error:  # a fault` (clocks)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock, patch

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.kernel import FACE_DOWN, PUBLIC, Command, Question, Table
from referee.offers.offer import BehindShield, Duties, Halts, Offers, SecretOffers
from referee.offers.what_now import WhatNow
from referee.phases.bidding.order_of_bidding import Bidding
from referee.running.hall import Hall
from referee.running.outcome import UNSHOWN, Outcome
from referee.running.showable import cut
from referee.running.sitting import Sitting
from tests.kit import SIX, Evening, Rooms, all_known
from tests.web.all_screens import AllScreens

ACTS = int(os.environ.get("REFEREE_SHOWN", "400"))
DRAWN = 1 if ACTS > 100 else 3  # after each so many acts
ASKED = (Offers, SecretOffers, Duties, Halts, BehindShield, WhatNow)


class Shown(Rooms):
    """A game of random boxes whose screens are all looked at after each act."""

    def __init__(self, seed: int, folder: Path) -> None:
        dice = Random(f"shown {seed}")
        chosen = tuple((one.key, one.value) for one in MODULES.values() if dice.random() < 0.7)
        self.screens: AllScreens | None = None
        super().__init__(seed, dice.sample(sorted(FACTIONS), dice.randint(3, 7)), "advanced", chosen)
        self.screens = AllScreens(self.sitting, folder)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        assert UNSHOWN not in outcome.objections, command
        if outcome.events and self.screens and self.sitting.last() % DRAWN == 0:
            assert self.screens.wrong() == [], (command, who)
        return outcome


def test_p19_every_screen_is_drawn_after_each_act_of_a_random_game() -> None:
    done = seed = 0
    while done < ACTS:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            players = Shown(seed, Path(folder))
            players.play(1, 8)
            done, seed = done + players.sitting.last(), seed + 1
            players.sitting.journal.close()


# -- an act that a screen cannot show -----------------------------------------------------------------


def sold(table: Table) -> bool:
    """Return True once the card of the auction is sold."""
    bidding = table.get(Bidding)
    return bidding is not None and bidding.step == "settle"


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Question[Any]]], None]:
    """Have the plain answer to a question raise once a card is sold, as a rule with a fault would."""

    def make(kind: type[Question[Any]]) -> None:
        plain = kind.plain

        def answer(self: Question[Any], table: Table) -> Any:
            return bool(FACE_DOWN) if sold(table) else plain(self, table)

        monkeypatch.setattr(kind, "plain", answer)

    return make


Faulty = Callable[[type[Question[Any]]], None]


@pytest.mark.parametrize("kind", ASKED)
def test_p19_what_a_screen_cannot_show_is_refused_and_nothing_has_changed(
    auction: Evening, faulty: Faulty, kind: type[Question[Any]], caplog: pytest.LogCaptureFixture
) -> None:
    faulty(kind)
    auction.restart()
    auction.must("host", "ResumeClock")
    auction.bid(2)
    auction.passes(4)
    before, rows = all_known(auction), auction.rows()
    answer = auction.tap(auction.bidding.turn, "Pass", seen=auction.sight())
    assert answer.status_code == 409 and "cannot show" in answer.text and f"in {kind.__name__}" in caplog.text
    assert auction.rows() == rows and all_known(auction) == before


def test_p19_what_a_phone_alone_cannot_show_is_refused_too(auction: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Duties.plain

    def answer(self: Duties, table: Table) -> Any:
        return bool(FACE_DOWN) if sold(table) and table.viewer == "fremen" else plain(self, table)

    monkeypatch.setattr(Duties, "plain", answer)
    auction.bid(2)
    auction.passes(4)
    rows = auction.rows()
    assert auction.tap(auction.bidding.turn, "Pass", seen=auction.sight()).status_code == 409
    assert auction.rows() == rows


def test_p19_redo_brings_back_nothing_that_a_screen_cannot_show(auction: Evening, faulty: Faulty) -> None:
    auction.bid(2)
    auction.passes(5)
    auction.must("host", "Undo")
    faulty(SecretOffers)
    auction.restart()
    rows = auction.rows()
    assert auction.tap("host", "Redo").status_code == 409 and auction.rows() == rows and not sold(auction.public)


def test_p19_an_undo_asks_phones_again_only_of_what_was_written_before_the_file_was_opened(auction: Evening) -> None:
    def asked_by_undo() -> set[str]:
        asked = list[set[str]]()

        def note(table_of: object, viewers: Iterable[str], events: object = ()) -> None:
            if events == ():
                asked.append({*viewers})

        with patch("referee.running.sitting.first_fault", note):
            auction.must("host", "Undo")
        return asked[-1]  # a file that is opened is asked about as a whole before

    auction.bid(2)
    auction.bid(3)
    assert asked_by_undo() == {PUBLIC}
    auction.restart()
    assert asked_by_undo() == {PUBLIC, *auction.phones}


def test_p19_a_clock_is_refused_once_and_asks_again_after_the_next_act(auction: Evening, faulty: Faulty) -> None:
    auction.bid(2)
    auction.passes(4)
    faulty(Duties)
    auction.restart()
    auction.must("host", "ResumeClock")
    rows, sitting = auction.rows(), auction.sitting
    with patch.object(sitting, "_propose", wraps=sitting._propose) as asked:
        for _ in range(3):
            auction.wait(60_000)
        assert asked.call_count == 1 and auction.rows() == rows
        auction.must("host", "Warn", seat="fremen")
        auction.wait(60_000)
        assert asked.call_count == 2


def test_p19_a_fault_at_one_table_stops_the_clocks_of_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(tmp_path)
    one, two = Mock(spec=Sitting, **{"tick.side_effect": TypeError("secret")}), Mock(spec=Sitting)
    two.tick.return_value, two.screen.return_value = None, Table()
    hall._open.update(one=one, two=two)
    hall._tick(False)
    hall._tick(False)
    assert two.tick.call_count == 2 and caplog.text.count("A clock stands still") == 1 and "secret" not in caplog.text


# -- a file whose last acts cannot be shown -----------------------------------------------------------


def test_p19_a_file_opens_at_its_last_act_that_can_be_shown_and_says_so(auction: Evening) -> None:
    auction.bid(2)
    auction.passes(5)
    auction.must("host", "Warn", seat="fremen")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BehindShield, "plain", lambda self, table: (bool(FACE_DOWN),) if sold(table) else ())
        auction.restart()
        assert not sold(auction.public) and len(auction.bidding.passed) == 4
        for page in (f"/t/{auction.table}/", "/"):
            assert "cannot show the last actions" in auction.host.get(page).text
    auction.must("host", "Redo")
    assert "cannot show the last actions" not in auction.host.get("/").text
    assert sold(auction.public) and auction.public.seats["fremen"].warnings == 1


def test_p19_a_cut_is_where_the_first_act_that_cannot_be_shown_stands(auction: Evening, faulty: Faulty) -> None:
    auction.bid(2)
    auction.passes(5)
    first = auction.rows()
    for seat in SIX * 3:
        auction.must("host", "Warn", seat=seat)
    assert cut(auction.sitting.acts()) is None
    faulty(Offers)
    found = cut(auction.sitting.acts())
    assert found is not None and (found.first, found.fault.question) == (first, "Offers")
