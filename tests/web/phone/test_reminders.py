"""Before we go on: a phone says what is still its player's before a phase ends, if they want to hear it."""

from __future__ import annotations

from html import unescape

import pytest

from referee.board.forces_counted import KeepCount
from referee.kernel import PUBLIC
from referee.turn.before_we_go_on import ChooseReminders, RemindersChosen, is_reminded
from tests.kit import SIX, Evening, LiveTable

SAYS = "Still yours before this phase ends"


def phone(evening: Evening, seat: str) -> str:
    return unescape(evening.phones[seat].get(f"/t/{evening.table}/me").text)


@pytest.fixture
def shipping(evening: Evening) -> Evening:
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    return evening


def on_turn(evening: Evening) -> str:
    return next(seat for seat in SIX if 'value="SayDone"' in phone(evening, seat))


def test_4_97_64_nobody_is_reminded_until_they_choose_it(shipping: Evening) -> None:
    assert not [seat for seat in SIX if SAYS in phone(shipping, seat)]


def test_4_97_64_done_asks_first_and_names_what_it_closes(shipping: Evening) -> None:
    seat = on_turn(shipping)
    before = phone(shipping, seat)
    shipping.must(seat, "ChooseReminders", on="1")
    said = phone(shipping, seat)
    assert SAYS in said and "Ship from reserves" in said.split(SAYS)[1][:80] and SAYS not in before
    assert 'id="ask-SayDone-' in said and 'id="ask-SayDone-' not in before
    shipping.must(seat, "ChooseReminders", on="0")
    assert SAYS not in phone(shipping, seat)


def test_4_97_64_no_other_screen_changes_or_is_rung(shipping: Evening) -> None:
    seat = on_turn(shipping)
    others = [one for one in (PUBLIC, *SIX) if one != seat]

    def shown() -> dict[str, list[bytes]]:
        return {one: [shipping.bytes_of(one, page)[2] for page in shipping.pages(one)] for one in others[:3]}

    before, version = shown(), {one: shipping.sitting.version(one) for one in others}
    shipping.must(seat, "ChooseReminders", on="1")
    assert shown() == before and {one: shipping.sitting.version(one) for one in others} == version


def test_4_97_64_what_only_the_player_knows_is_not_said_on_the_open_phone() -> None:
    hands = {"fremen": ("Karama/1",), "atreides": ("Karama/2",)}
    table = LiveTable(turn=2, B7="off", hands=hands).do(KeepCount(), "spice_blow")
    table.do(ChooseReminders("fremen", True), who="fremen")
    known = [viewer for viewer in (PUBLIC, *SIX) if is_reminded(table.screen(viewer), "fremen")]
    assert known == ["fremen"]
    assert not [heard for heard in table.screen(PUBLIC).log if isinstance(heard.event, RemindersChosen)]
    assert table.refused(ChooseReminders("fremen", True), "fremen") == ("4.97.64", "NOT_NOW")
