"""What travels down a stream is the page itself as its viewer may see it, and nothing once the seat is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Play
from evening import SCREEN, Evening


def opened(evening: Evening, viewer: str, path: str) -> Iterator[str]:
    """Open a stream as a viewer's browser does, past its greeting."""
    answer = evening.who(viewer).get(f"/t/{evening.table}/{path}", buffered=False)
    assert answer.status_code == 200
    events = iter(answer.response)
    assert "retry" in text(next(events))
    return (text(event) for event in events)


def text(event: Any) -> str:
    return event.decode() if isinstance(event, bytes) else str(event)


def page_in(event: str) -> str:
    """Return the page that an event brings."""
    kind, _, rest = event.partition("\n")
    assert kind == "event: show"
    return "\n".join(line.removeprefix("data: ") for line in rest.strip("\n").split("\n")[1:])


@pytest.mark.parametrize(
    ("viewer", "page", "stream"),
    [
        ("host", "", "stream?board"),
        ("public", "", "stream?board"),
        ("fremen", "me?tab=bid", "me/stream?tab=bid"),
        ("atreides", "me?tab=home", "me/stream?tab=home"),
    ],
)
def test_a_bid_brings_the_page_as_a_fetch_would(play: Play, viewer: str, page: str, stream: str) -> None:
    evening = play("Kulon")
    evening.open_card()
    events = opened(evening, viewer, stream)
    evening.bid(3)
    shown = page_in(next(events))
    assert shown == evening.who(viewer).get(f"/t/{evening.table}/{page}", SCREEN).text
    assert "Kulon" not in shown


def test_other_pages_are_only_told_to_look(play: Play) -> None:
    evening = play()
    evening.open_card()
    events = opened(evening, "host", "stream")
    evening.bid(3)
    assert next(events).startswith("event: look")


def test_a_phone_that_lost_its_seat_is_sent_no_page(play: Play) -> None:
    evening = play()
    evening.open_card()
    events = opened(evening, "fremen", "me/stream?tab=bid")
    evening.host.post(f"/t/{evening.table}/seats", {"act": "Revoke", "seat": "fremen", "key": "1"})
    assert [event.partition("\n")[0] for event in events] == ["event: look"]


def test_a_screen_that_may_steer_no_longer_is_shown_the_onlookers_board(play: Play) -> None:
    evening = play()
    evening.open_card()
    events = opened(evening, "host", "stream?board")
    evening.desk._steerers.revoke("host")
    evening.desk.keyring(evening.table).revoke("host")
    evening.bid(3)
    assert 'name="act"' not in page_in(next(events))
