"""Who is there: everybody sees which phones are awake, the strip tells no more, and no step waits for a sleeper."""

from __future__ import annotations

import pytest

from referee.kernel import PUBLIC
from referee.phases.bidding.order_of_bidding import Bidding
from referee.web.join.health import pulses, state
from referee.web.view_models.parts import Pulse
from tests.kit import SCREEN, SIX, Evening

BASE = 1_000.0


def strip(evening: Evening, viewer: str = PUBLIC) -> str:
    """Return what the strip shows to a viewer."""
    return evening.who(viewer).get(f"/t/{evening.table}/health", SCREEN).text


@pytest.fixture
def clocked(evening: Evening) -> Evening:
    """The evening with a bell whose clock is set by hand; everybody was there a moment ago."""
    evening.now = BASE  # type: ignore[attr-defined]
    evening.desk.bell._clock = lambda: evening.now  # type: ignore[attr-defined]
    for seat in SIX:
        evening.desk.bell.touch(evening.table, seat)
    return evening


@pytest.mark.parametrize(
    ("silent", "word", "ago"),
    [
        (0, "awake", ""),
        (11.9, "awake", ""),
        (12, "asleep", "10 s"),
        (89, "asleep", "80 s"),
        (90, "gone", "90 s"),
        (119, "gone", "110 s"),
        (120, "gone", "2 min"),
        (4000, "gone", "66 min"),
        (None, "gone", ""),
    ],
)
def test_the_word_for_a_silent_phone(silent: float | None, word: str, ago: str) -> None:
    assert (state(silent)[0], state(silent)[2]) == (word, ago)


def shown(clocked: Evening) -> tuple[Pulse, ...]:
    with clocked.app.test_request_context(f"/t/{clocked.table}/health"):
        return pulses(clocked.public)


def test_everybody_sees_who_sleeps(clocked: Evening) -> None:
    clocked.now += 40  # type: ignore[attr-defined]
    clocked.desk.bell.touch(clocked.table, "fremen")
    assert {one.seat: one.word for one in shown(clocked)} == {
        seat: "awake" if seat == "fremen" else "asleep" for seat in SIX
    }
    pages = [strip(clocked, who) for who in (PUBLIC, "host", "atreides")]
    assert len(set(pages)) == 1 and pages[0].count("is-asleep") == 5 and "40 s" in pages[0]
    for path in ("", "seats", "health"):
        assert 'id="health"' in clocked.host.get(f"/t/{clocked.table}/{path}").text


def test_only_seats_with_a_phone_are_shown(clocked: Evening) -> None:
    clocked.host.post(f"/t/{clocked.table}/seats", {"act": "Revoke", "seat": "emperor"})
    assert [one.seat for one in shown(clocked)] == [seat for seat in SIX if seat != "emperor"]


def test_p5_nothing_a_seat_does_moves_the_strip(clocked: Evening) -> None:
    clocked.now += 200  # type: ignore[attr-defined]
    before, base = strip(clocked), f"/t/{clocked.table}/me"
    clocked.tap("fremen", "TellSpice", amount=4)
    clocked.tap("fremen", "GiveSpice", to="emperor", amount=1)
    for path in (base, f"{base}/secret", f"{base}?tab=more", f"{base}/log"):
        assert clocked.phones["fremen"].get(path).status_code == 200
    assert strip(clocked) == before and before.count("is-gone") == 6


def test_4_97_01_an_auction_of_sleeping_phones_waits_for_somebody_and_else_ends_by_the_clock(auction: Evening) -> None:
    waited = 0
    for _ in range(200):
        timer, bidding = auction.sitting.timer(), auction.public.get(Bidding)
        if bidding is None or bidding.step == "over":
            assert waited > 0, "nobody was there, and nothing waited for them"
            return
        if timer is not None and timer.reason == "nobody":
            waited += 1
            auction.must("host", "ResumeClock")
            continue
        assert timer is not None and not timer.paused, f"nothing ends the step {bidding.step}"
        step = auction.sitting.acts()[-1].number
        auction.wait(timer.left(auction.clock.at) + 1500)
        assert auction.sitting.acts()[-1].number > step, f"the clock ran out in {bidding.step} and nothing happened"
    raise AssertionError("the auction never ends")
