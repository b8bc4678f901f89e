r"""P9: the same tap twice is one act, a tap on what has changed is refused with what holds now, and nothing races.

Mutants (``python -m tests.promises.mutants 9`` tries them):
referee/running/sitting.py: `        self._keys.add((act.who, act.key))` -> ``
referee/running/sitting.py: `self._keys = {(row.who, row.key) for row in rows if row.key}`
    -> `self._keys = set[tuple[str, str]]()`
referee/phases/bidding/auction.py: `if bidding is not None and sight != price_shown(table):`
    -> `if bidding is None and sight != price_shown(table):`
referee/running/sitting.py: `self.now() > timer.due + BOUNDARY_MS` -> `self.now() > timer.due + 9 * BOUNDARY_MS`
referee/web/app/submit.py: `if _was_given_up():` -> `if not request.method:` (arrives_late)
"""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.phases.bidding.events import BidMade, Passed
from referee.web.app.submit import TOO_OLD, WAITED_FOR_MS
from referee.web.http.bell import BEAT_SECONDS
from tests.kit import ROOT, Evening, Play


def made(evening: Evening, kind: type) -> int:
    """Return how many events of a kind were ever written down."""
    return sum(isinstance(event, kind) for row in evening.sitting.rows() for event in row.events)


def together(evening: Evening, *taps: tuple[str, str, dict[str, Any]]) -> list[TestResponse]:
    """Send taps from as many threads at once."""
    start = Barrier(len(taps))

    def run(tap: tuple[str, str, dict[str, Any]]) -> TestResponse:
        start.wait()
        return evening.tap(tap[0], tap[1], **tap[2])

    with ThreadPoolExecutor(len(taps)) as pool:
        return list(pool.map(run, taps))


@pytest.mark.parametrize("hx", [True, False])
def test_p9_the_same_post_twice_is_one_bid(auction: Evening, hx: bool) -> None:
    seen = auction.sight()
    answers = [auction.tap("atreides", "Bid", key="one", hx=hx, amount=2, seen=seen) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200 if hx else 303] * 3
    assert made(auction, BidMade) == 1 and auction.bidding.turn == "bene_gesserit"


def test_p9_a_repeat_is_still_one_act_after_a_restart_and_a_while(auction: Evening) -> None:
    seen = auction.sight()
    auction.must("atreides", "Bid", key="one", amount=2, seen=seen)
    auction.passes(2)
    auction.restart()
    rows = auction.rows()
    assert auction.tap("atreides", "Bid", key="one", amount=2, seen=seen).status_code == 200
    assert auction.rows() == rows and made(auction, BidMade) == 1


def test_p9_a_repeat_of_what_was_taken_back_does_not_put_it_back(auction: Evening) -> None:
    seen = auction.sight()
    auction.must("atreides", "Bid", key="one", amount=2, seen=seen)
    auction.must("host", "Undo")
    rows = auction.rows()
    assert auction.tap("atreides", "Bid", key="one", amount=2, seen=seen).status_code == 200
    assert auction.rows() == rows and auction.bidding.high == 0
    auction.must("host", "ResumeClock")
    auction.must("atreides", "Bid", key="two", amount=2, seen=seen)
    assert auction.bidding.high == 2


def test_p9_the_same_form_of_an_undrawn_page_is_one_act(auction: Evening) -> None:
    page = f"/t/{auction.table}/me?tab=bid"
    form = auction.form("atreides", page, "Bid")
    first, again = (auction.tap("atreides", **form, hx=False) for _ in range(2))
    assert first.status_code == again.status_code == 303 and made(auction, BidMade) == 1
    other = {**form, "amount": "7"}
    assert auction.tap("atreides", **other).status_code == 409, "another wish with the same key is not the same tap"


def test_p9_a_key_belongs_to_the_seat_that_sent_it(auction: Evening) -> None:
    auction.must("atreides", "Bid", key="shared", amount=1, seen=auction.sight())
    auction.must("bene_gesserit", "Bid", key="shared", amount=2, seen=auction.sight())
    assert made(auction, BidMade) == 2


@pytest.mark.parametrize(("act", "before"), [("Undo", 1), ("Redo", 0)])
def test_p9_undo_and_redo_twice_are_once(auction: Evening, act: str, before: int) -> None:
    auction.bid(1)
    auction.bid(2)
    auction.must("host", "Undo")
    assert auction.bidding.high == 1
    answers = [auction.tap("host", act, key="same") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert auction.bidding.high == (0 if act == "Undo" else 2)


@pytest.mark.parametrize("hx", [True, False])
@pytest.mark.parametrize("who", ["seat", "host"])
def test_p9_a_bid_on_a_price_not_seen_is_refused_with_the_price(auction: Evening, who: str, hx: bool) -> None:
    seen = auction.sight()
    auction.bid(3)
    auction.passes(5)
    auction.must("host", "CloseWindow")
    auction.must("bene_gesserit", "Bid", amount=4, seen=auction.sight())
    rows, turn = auction.rows(), auction.bidding.turn
    sender, fields = (turn, {}) if who == "seat" else ("host", {"for": turn})
    for act, amount in (("Bid", {"amount": 9}), ("Pass", {})):
        answer = auction.tap(sender, act, hx=hx, seen=seen, **amount, **fields)
        assert answer.status_code == 409 and "The bid to beat is now 4" in answer.text
    assert auction.rows() == rows
    assert auction.tap(sender, "Bid", seen=auction.sight(), amount=9, **fields).status_code == 200


def test_p9_a_bid_after_a_restarted_card_was_made_on_another_card(auction: Evening) -> None:
    seen = auction.sight()
    auction.must("host", "Bid", **{"for": "atreides"}, amount=90, seen=seen)
    auction.passes(5)
    auction.must("host", "CloseWindow")
    assert auction.bidding.barred == ["atreides"], "the winner could not pay; the card begins anew"
    assert auction.bidding.step == "talk", "after a beat"
    auction.must("host", "CloseWindow")
    answer = auction.tap(auction.bidding.turn, "Bid", amount=1, seen=seen)
    assert answer.status_code == 409 and "There is no bid now" in answer.text


def test_p9_what_arrives_after_zero_and_the_grace_is_too_late(auction: Evening) -> None:
    auction.clock.at += 10_500
    auction.must("atreides", "Bid", amount=1, seen=auction.sight())
    auction.clock.at += 10_501
    answer = auction.tap("bene_gesserit", "Bid", amount=2, seen=auction.sight())
    assert answer.status_code == 409 and "Time was up" in answer.text
    auction.wait(500)
    assert auction.bidding.passed == {"bene_gesserit": "time"}
    assert auction.tap("bene_gesserit", "Pass", seen=auction.sight()).status_code == 409


def test_p9_nobody_bids_while_the_clock_is_paused(auction: Evening) -> None:
    auction.must("host", "PauseClock")
    answer = auction.tap("atreides", "Bid", amount=1, seen=auction.sight())
    assert answer.status_code == 409 and "paused" in answer.text and made(auction, BidMade) == 0
    auction.must("host", "ResumeClock")
    assert auction.bid(1).status_code == 200


def test_p9_a_tap_that_was_refused_leaves_its_key_to_the_next(auction: Evening) -> None:
    auction.must("host", "PauseClock")
    seen = auction.sight()
    assert auction.tap("atreides", "Bid", key="one", amount=1, seen=seen).status_code == 409
    auction.must("host", "ResumeClock")
    assert auction.tap("atreides", "Bid", key="one", amount=1, seen=seen).status_code == 200
    assert made(auction, BidMade) == 1


def test_p9_of_two_bids_at_once_one_counts_and_the_other_sees_the_price(auction: Evening) -> None:
    for amount in (1, 2, 3):
        turn, seen, rows = auction.bidding.turn, auction.sight(), auction.rows()
        fields = {"amount": amount, "seen": seen}
        answers = together(
            auction, (turn, "Bid", {**fields, "key": f"a{amount}"}), ("host", "Bid", {**fields, "for": turn})
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert f"now {amount}" in next(answer.text for answer in answers if answer.status_code == 409)
        assert auction.rows() == rows + 1 and auction.bidding.high == amount


def test_p9_the_same_tap_from_eight_threads_is_one_act(auction: Evening) -> None:
    seen = auction.sight()
    answers = together(auction, *[("atreides", "Bid", {"amount": 1, "seen": seen, "key": "one"})] * 8)
    assert Counter(answer.status_code for answer in answers) == {200: 8} and made(auction, BidMade) == 1


def test_p9_everybody_taps_at_once_and_one_turn_passes(auction: Evening) -> None:
    seen = auction.sight()
    answers = together(auction, *[(seat, "Pass", {"seen": seen, "key": seat}) for seat in auction.phones])
    assert all(answer.status_code in {200, 409} for answer in answers)
    done = sum(answer.status_code == 200 for answer in answers)
    assert made(auction, Passed) == done >= 1
    auction.restart()
    assert made(auction, Passed) == done, "what was answered is what was written"


def test_p9_take_back_is_for_the_last_tap_of_this_seat(auction: Evening) -> None:
    auction.bid(1)
    form = auction.form("atreides", f"/t/{auction.table}/me", "TakeBack")
    auction.must("atreides", **form)
    assert auction.bidding.high == 0 and auction.bidding.turn == "atreides"
    auction.bid(1)
    auction.bid(2)
    answer = auction.tap("atreides", "TakeBack")
    assert answer.status_code == 409 and auction.bidding.high == 2, "somebody else has bid since"


def test_p9_take_back_is_for_a_slip_of_the_finger_not_for_second_thoughts(auction: Evening) -> None:
    auction.bid(1)
    auction.clock.at += 4001
    answer = auction.tap("atreides", "TakeBack")
    assert answer.status_code == 409 and "Ask the table" in answer.text and auction.bidding.high == 1
    auction.must("host", "Undo")
    assert auction.bidding.high == 0


def test_p9_a_tap_that_leaves_a_phone_nothing_more_to_do_can_be_taken_back(play: Play) -> None:
    evening = play("Karama/1", rules="basic")
    evening.must("host", "GoTo", phase="battle", anyway="1")
    for seat in ("fremen", "spacing_guild"):
        evening.must("host", "NoteForces", territory="Carthag", seat=seat, normal=3)
    evening.must("fremen", "FightNext", territory="Carthag", against="spacing_guild")
    page = evening.phones["fremen"].get(f"/t/{evening.table}/me").text
    assert page.count('name="act"') == 1 and 'value="TakeBack"' in page


@pytest.mark.parametrize("seconds", [0, 5, 7, 3600])
def test_p9_a_tap_that_arrives_late_is_refused_and_changes_nothing(auction: Evening, seconds: int) -> None:
    """A page says when it was tapped, by the program's own clock."""
    rows, made = auction.rows(), {"X-Made": str(auction.hall.wall() - seconds * 1000)}
    path = f"/t/{auction.table}/me"
    form = {"act": "Bid", "amount": "2", "seen": auction.sight(), "key": "one"}
    answer = auction.phones["atreides"].post(path, form, headers={**made, "HX-Request": "true"})
    late = seconds * 1000 > WAITED_FOR_MS
    assert (answer.status_code == 409 and TOO_OLD in answer.text) is late
    assert (auction.rows() == rows) is late


def test_p9_a_page_waits_longer_than_what_it_sent_may_take() -> None:
    """So what is given up is refused, not taken; and two beats that are missing are silence."""
    waits = int(re.findall(r'"defaultTimeout":(\d+)', (ROOT / "templates/base.html").read_text("utf-8"))[0])
    silent = int(re.findall(r"SILENT = (\d+)", (ROOT / "static/alive.js").read_text("utf-8"))[0])
    assert waits >= WAITED_FOR_MS + 1000 and 2000 * BEAT_SECONDS < silent < 5000
