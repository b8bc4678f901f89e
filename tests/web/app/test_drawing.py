"""A page may travel down the stream."""

from __future__ import annotations

from referee.web.live.bell import Bell, Stream


def stream(draw: object = None, **options: object) -> tuple[Bell, Stream]:
    bell = Bell(clock=lambda: 0.0, cap=5, beat=0.001)
    made = bell.listen("t1", "fremen", draw=draw, **options)  # type: ignore[arg-type]
    next(made)
    bell.ring("t1", ["fremen"])
    return bell, made


def test_news_bring_the_page_itself() -> None:
    _, made = stream(lambda: "<p>\n5</p>")
    assert next(made) == "event: show\nid: 1\ndata: <p>\ndata: 5</p>\n\n"


def test_a_line_break_in_a_name_breaks_no_event() -> None:
    _, made = stream(lambda: "<p>a\rdata: b\r\n\r\nc</p>")
    assert "\r" not in (event := next(made)) and event.count("\n\n") == 1


def test_a_page_that_cannot_be_drawn_is_fetched_instead() -> None:
    def fails() -> str:
        raise LookupError

    _, made = stream(fails)
    assert next(made) == "event: look\nid: 1\ndata: -\n\n"


def test_whoever_lost_the_seat_is_shown_nothing_more() -> None:
    bell, made = stream(lambda: "secret", key="phone")
    bell.dismiss("t1", "phone")
    assert list(made) == ["event: look\nid: 1\ndata: -\n\n"]


def test_what_changes_while_a_page_is_drawn_is_told_after_it() -> None:
    pages = ["first", "second"]

    def draws() -> str:
        bell.ring("t1", ["fremen"] if len(pages) == 2 else [])
        return pages.pop(0)

    bell, made = stream(draws)
    assert [next(made) for _ in range(2)] == [
        "event: show\nid: 1\ndata: first\n\n",
        "event: show\nid: 2\ndata: second\n\n",
    ]
