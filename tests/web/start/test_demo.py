"""The demonstration: scripted players send what people send, a person may take a seat over, and nothing is real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.board.forces_counted import yet_to_place
from referee.cli import main
from referee.common.phones_at_seats import TakeSeat, phones_of
from referee.kernel import PUBLIC
from referee.running.dice import Dice
from referee.running.hall import Hall
from referee.web.app.context import program_of
from referee.web.demo.demo import SEED, Demo, install
from referee.web.demo.players import SCRIPTED
from referee.web.factory import create_app
from tests.kit import Browser, Evening


class Enough(Exception):
    """The play has been watched long enough."""


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Demo, Browser]]:
    """A demonstration that nobody plays yet, and the browser that has its controls."""
    hall = Hall(tmp_path, dice=Dice(SEED), now=lambda: 1_700_000_000_000)
    app = create_app(hall, host="127.0.0.1", address="192.168.1.5")
    demo = install(app)
    browser = Browser().visit(app)
    assert browser.post(f"/host/{program_of(app).credentials.links.make(demo.table)}").status_code == 303
    yield demo, browser
    hall.close()


def watch(demo: Demo, seconds: float) -> list[str]:
    """Let the players play so many seconds, without waiting; return the kinds of events that happened."""
    left = [seconds]

    def rest(wanted: float) -> None:
        left[0] -= wanted
        if left[0] < 0:
            raise Enough

    demo.players.rest = rest
    with pytest.raises(Enough):
        demo.players.play()
    return [type(event).__name__ for act in demo.sitting.rows() for event in act.events]


def test_two_minutes_show_a_whole_turn_with_an_auction_an_undo_and_a_battle(stage: tuple[Demo, Browser]) -> None:
    demo, _ = stage
    happened = watch(demo, 160)
    wanted = {"BidMade", "Passed", "CardSold", "PricePaid", "ForcesShipped", "PlanLocked", "SpiceCardTurned"}
    wanted |= {"PredictionSealed", "TraitorsKept", "StormMoved", "TraitorCalled", "BattleEnded"}
    assert wanted <= set(happened), wanted - set(happened)
    assert [row.kind for row in demo.sitting.rows()].count("back") == 1
    assert demo.sitting.screen(PUBLIC).turn == 2
    assert not yet_to_place(demo.sitting.screen(PUBLIC))


def test_a_scripted_player_acts_as_its_own_seat_and_a_person_acts_alone(stage: tuple[Demo, Browser]) -> None:
    demo, _ = stage
    *others, person = demo.sitting.screen(PUBLIC).seats
    demo.sitting.act(TakeSeat(person, "iPhone", True), "referee")
    watch(demo, 60)
    acted = {row.who for row in demo.sitting.rows()}
    assert acted >= set(others) and person not in acted


def test_a_shoulder_is_looked_over_without_taking_the_seat_and_a_tap_takes_it(stage: tuple[Demo, Browser]) -> None:
    demo, browser = stage
    seat = list(demo.sitting.screen(PUBLIC).seats)[3]
    base, rows = f"/t/{demo.table}", len(demo.sitting.rows())
    assert browser.post(f"{base}/demo/look/{seat}").location == f"{base}/me"
    assert f'hx-get="{base}/me/secret' in browser.get(f"{base}/me").text
    assert len(demo.sitting.rows()) == rows and demo.scripted(seat)
    browser.post(f"{base}/demo/play/{seat}")
    assert not demo.scripted(seat) and "Let the script play" in browser.get(f"{base}/me").text
    browser.post(f"{base}/demo/play/{seat}")
    assert demo.scripted(seat) and phones_of(demo.sitting.screen(PUBLIC))[seat] == SCRIPTED


def test_every_page_says_demo_and_only_the_controls_change_its_speed(stage: tuple[Demo, Browser]) -> None:
    demo, browser = stage
    base = f"/t/{demo.table}"
    for path in (f"{base}/", f"{base}/log", "/rules", "/fair-play", "/nothing"):
        assert "<b>DEMO</b>" in browser.get(path).text, path
    assert browser.post(f"{base}/demo/speed", {"speed": "4"}).status_code == 303 and demo.speed == 4
    for path in ("speed", "look/atreides", "play/atreides"):
        assert Browser().visit(browser.client.application).post(f"{base}/demo/{path}").status_code == 403
    for path, form in (("speed", {"speed": "9"}), ("look/nobody", {}), ("play/nobody", {})):
        assert browser.post(f"{base}/demo/{path}", form).status_code in {400, 404}


def test_an_ordinary_program_has_nothing_of_it(evening: Evening) -> None:
    assert "DEMO" not in evening.host.get(f"/t/{evening.table}/").text
    assert evening.host.post(f"/t/{evening.table}/demo/speed", {"speed": "4"}).status_code == 404


def test_the_verb_says_that_it_is_a_demonstration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--help"]) == 0
    assert "scripted players" in capsys.readouterr().out
