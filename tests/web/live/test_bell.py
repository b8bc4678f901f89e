"""P1, P5: the bell tells a viewer to look again, and tells nobody anything else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.web.app.guard import Refusal
from referee.web.live.bell import SHARE, Bell, Health, Stream

HELLO = "retry: 1000\nevent: beat\ndata: -\n\n"
BEAT = "event: beat\ndata: -\n\n"


def look(number: int) -> str:
    return f"event: look\nid: {number}\ndata: -\n\n"


def bell(cap: int = 50, beat: float = 0.001, start: int = 0) -> Bell:
    now = iter(range(10**9))
    return Bell(clock=lambda: float(next(now)), cap=cap, beat=beat, start=start)


def opened(it: Bell, viewer: str = "fremen", table: str = "t1", key: str = "", seen: int | None = None) -> Stream:
    stream = it.listen(table, viewer, key=key, seen=seen)
    assert next(stream) == HELLO
    return stream


def rest(stream: Stream) -> list[str]:
    """Everything still to come of a stream that has been ended."""
    return list(stream)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def test_a_stream_begins_with_a_beat_and_how_soon_to_return() -> None:
    assert next(bell().listen("t1", "fremen")) == HELLO


def test_a_silent_stream_beats() -> None:
    stream = opened(bell())
    assert [next(stream) for _ in range(3)] == [BEAT] * 3


def test_a_ring_is_heard_as_a_numbered_look() -> None:
    it = bell()
    stream = opened(it)
    it.ring("t1", ["fremen"])
    assert next(stream) == look(1) and next(stream) == BEAT
    it.ring("t1", ["fremen"])
    assert next(stream) == look(2)


def test_a_ring_wakes_a_waiting_stream(threads: ThreadPoolExecutor) -> None:
    it = bell(beat=100)
    stream = opened(it)
    waiting: Future[str] = threads.submit(next, stream)
    it.ring("t1", ["fremen"])
    assert waiting.result(50) == look(1)


def test_nobody_else_hears_it_here_or_at_another_table() -> None:
    it = bell()
    others = [opened(it, "public"), opened(it, "emperor"), opened(it, "fremen", "t2")]
    it.ring("t1", ["fremen"])
    assert [next(s) for s in others] == [BEAT] * 3
    assert [it.seen("t1", "public"), it.seen("t1", "emperor"), it.seen("t2", "fremen")] == [0, 0, 0]


def test_every_page_of_a_viewer_hears_it_once_even_if_named_twice() -> None:
    it = bell()
    pages = [opened(it), opened(it)]
    it.ring("t1", ["fremen", "emperor", "fremen"])
    assert [next(p) for p in pages] == [look(1)] * 2 and it.seen("t1", "emperor") == 1


@given(st.lists(st.sampled_from(["fremen", "emperor", "public"]), max_size=30))
def test_what_others_hear_changes_no_byte_of_my_stream(rings: list[str]) -> None:
    def heard(acts: list[str]) -> list[str]:
        it = bell()
        mine = opened(it, "public")
        chunks = []
        for viewer in acts:
            it.ring("t1", [viewer])
            if viewer == "public":
                chunks.append(next(mine))
        it.close_all()
        return [*chunks, *rest(mine)]

    assert heard(rings) == heard([viewer for viewer in rings if viewer == "public"])


def test_a_slow_reader_owes_one_look_however_often_it_rang() -> None:
    it = bell()
    stream = opened(it)
    for _ in range(10_000):
        it.ring("t1", ["fremen"])
    assert next(stream) == look(10_000) and next(stream) == BEAT


def test_a_page_drawn_before_the_last_ring_looks_again_at_once() -> None:
    it = bell()
    drawn = it.seen("t1", "fremen")
    it.ring("t1", ["fremen"])
    assert next(opened(it, seen=drawn)) == look(1)
    assert next(opened(it, seen=it.seen("t1", "fremen"))) == BEAT
    assert next(opened(it)) == BEAT, "a page that does not say what it saw looks by itself"


def test_a_page_from_before_a_restart_looks_again() -> None:
    before, after = bell(start=1000), bell(start=2000)
    before.ring("t1", ["fremen"])
    assert next(opened(after, seen=before.seen("t1", "fremen"))) == look(2000)


def test_streams_above_the_cap_are_asked_to_return_later_until_one_leaves() -> None:
    it = bell(cap=3)
    streams = [opened(it, viewer) for viewer in ("fremen", "emperor", "public")]
    with pytest.raises(Refusal) as refused:
        it.listen("t1", "fremen")
    assert refused.value.status == 503 and int(refused.value.headers["Retry-After"]) > 0
    assert "screens" in refused.value.sentence and it.streams() == 3
    streams[1].close()
    assert next(it.listen("t1", "emperor")) == HELLO


def test_a_stream_that_was_never_read_gives_its_place_back_too() -> None:
    it = bell(cap=1)
    it.listen("t1", "fremen").close()
    assert it.streams() == 0


def test_closing_twice_frees_one_place() -> None:
    it = bell()
    first, second = opened(it), opened(it)
    first.close()
    first.close()
    assert it.streams() == 1 and next(second) == BEAT


def test_one_browser_keeps_its_newest_streams_and_loses_the_oldest() -> None:
    it = bell(cap=SHARE)
    mine = [opened(it, key="phone") for _ in range(SHARE + 2)]
    assert it.streams() == SHARE and [rest(s) for s in mine[:2]] == [[], []]
    assert all(next(s) == BEAT for s in mine[2:])


def test_a_full_house_is_not_emptied_by_a_newcomer() -> None:
    it = bell(cap=2)
    streams = [opened(it, key="one"), opened(it, key="two")]
    with pytest.raises(Refusal):
        it.listen("t1", "fremen", key="three")
    assert [next(s) for s in streams] == [BEAT, BEAT]


def test_a_browser_that_lost_its_seat_looks_once_more_and_hears_nothing_further() -> None:
    it = bell()
    old, new, elsewhere = opened(it, key="old"), opened(it, key="new"), opened(it, table="t2", key="old")
    it.dismiss("t1", "old")
    it.ring("t1", ["fremen"])
    assert rest(old) == [look(1)] and next(new) == look(1) and next(elsewhere) == BEAT


def test_dismissal_wakes_a_waiting_stream(threads: ThreadPoolExecutor) -> None:
    it = bell(beat=100)
    stream = opened(it, key="old")
    waiting = threads.submit(list, stream)
    it.dismiss("t1", "old")
    assert waiting.result(50) == [look(0)] and it.streams() == 0


def test_stopping_ends_every_stream_and_opens_no_more(threads: ThreadPoolExecutor) -> None:
    it = bell(beat=100)
    waiting = [threads.submit(list, opened(it, viewer)) for viewer in ("fremen", "emperor", "public")]
    unread = it.listen("t1", "fremen")
    it.close_all()
    assert [w.result(50) for w in waiting] == [[], [], []] and rest(unread) == [] and it.streams() == 0
    with pytest.raises(Refusal):
        it.listen("t1", "fremen")


def test_the_health_of_a_seat_is_its_open_pages_and_the_last_contact() -> None:
    it = bell()
    first, second = opened(it), opened(it)
    assert it.health("t1") == {"fremen": Health(2, 1.0)} and it.health("t2") == {}
    next(second)
    first.close()
    second.close()
    assert it.health("t1") == {"fremen": Health(0, 3.0)}
    it.touch("t1", "emperor")
    assert it.health("t1")["emperor"] == Health(0, 4.0)


def test_p5_news_for_a_seat_does_not_date_its_last_contact() -> None:
    now = [0.0]
    it = Bell(clock=lambda: now[0], cap=9, beat=5)
    told, untold = opened(it, "fremen"), opened(it, "emperor")
    for second in (2.0, 4.0):
        now[0] = second
        it.ring("t1", ["fremen"])
        next(told)
        assert it.silence("t1") == {"fremen": second, "emperor": second}
    now[0] = 5.0
    assert next(told) == next(untold) == BEAT, "a beat is due when it was due, whatever came between"
    assert it.silence("t1") == {"fremen": 0.0, "emperor": 0.0}


def test_many_rings_and_comings_and_goings_at_once_lose_nothing(threads: ThreadPoolExecutor) -> None:
    it = bell(cap=1000, beat=0.0005)

    def comes_and_goes(number: int) -> None:
        for _ in range(100):
            stream = it.listen("t1", "fremen", key=f"phone {number % 3}")
            next(stream)
            it.ring("t1", ["fremen"])
            list(zip(range(2), stream, strict=False))
            stream.close()

    list(threads.map(comes_and_goes, range(8)))
    assert it.streams() == 0 and it.seen("t1", "fremen") == 800
