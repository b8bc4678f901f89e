"""P1, P5: the bell brings a viewer its news, and tells nobody anything else."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.web.http.bell import SHARE, Bell, Draw, Stream
from referee.web.http.guard import Refusal
from referee.web.http.spool import Spool

BEAT = "event: beat\ndata: 0\n\n"


class Ear:
    """A page that takes what it is sent, unless it is busy with the last or gone."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.full = self.gone = self.closed = False

    def put(self, words: bytes) -> None:
        self.flush()
        self.heard.append(words.decode())

    def flush(self) -> None:
        if self.gone:
            raise BrokenPipeError

    def close(self) -> None:
        self.closed = True

    def since(self) -> list[str]:
        """Return what was heard since last asked."""
        heard, self.heard = self.heard, []
        return heard


def look(number: int) -> str:
    return f"event: look\nid: {number}\ndata: -\n\n"


def bell(cap: int = 50, start: int = 0) -> Bell:
    """Return a bell that beats when it is told to."""
    return Bell(clock=lambda: 0.0, cap=cap, beat=0, start=start, pulse=0)


def opened(
    it: Bell, viewer: str = "fremen", table: str = "t1", key: str = "", mark: str = "", draw: Draw | None = None
) -> tuple[Stream, Ear]:
    stream, ear = it.listen(table, viewer, key=key, mark=mark, draw=draw), Ear()
    stream.begin(ear)
    assert ear.heard[0] == BEAT
    if draw is None:
        assert ear.since() == [BEAT]
    return stream, ear


def test_a_silent_stream_beats() -> None:
    it = bell()
    _, ear = opened(it)
    for _ in range(3):
        it.pulse()
    assert ear.since() == [BEAT] * 3


def test_a_ring_is_heard_at_once_as_a_numbered_look() -> None:
    it = bell()
    _, ear = opened(it)
    it.ring("t1", ["fremen"])
    assert ear.since() == [look(1)]
    it.ring("t1", ["fremen"])
    assert ear.since() == [look(2)]


def test_nobody_else_hears_it_here_or_at_another_table() -> None:
    it = bell()
    others = [opened(it, "public")[1], opened(it, "emperor")[1], opened(it, "fremen", "t2")[1]]
    it.ring("t1", ["fremen"])
    assert [ear.since() for ear in others] == [[]] * 3
    assert [it.seen("t1", "public"), it.seen("t1", "emperor"), it.seen("t2", "fremen")] == [0, 0, 0]


def test_every_page_of_a_viewer_hears_it_once_even_if_named_twice() -> None:
    it = bell()
    pages = [opened(it)[1], opened(it)[1]]
    it.ring("t1", ["fremen", "emperor", "fremen"])
    assert [page.since() for page in pages] == [[look(1)]] * 2 and it.seen("t1", "emperor") == 1


@given(st.lists(st.sampled_from(["fremen", "emperor", "public"]), max_size=30))
def test_what_others_hear_changes_no_byte_of_my_stream(rings: list[str]) -> None:
    def heard(acts: list[str]) -> list[str]:
        it = bell()
        _, mine = opened(it, "public", draw=lambda: ["<p>", f"<b id='a'>{it.seen('t1', 'public')}</b>", "</p>"])
        for viewer in acts:
            it.ring("t1", [viewer])
        return mine.since()

    assert heard(rings) == heard([viewer for viewer in rings if viewer == "public"])


# -- what news bring ----------------------------------------------------------------------------------


def drawn(*pieces: str) -> tuple[list[str], Draw]:
    """Return a drawing that a test may change, and the way to draw it."""
    page = list(pieces)
    return page, lambda: list(page)


def test_a_page_is_brought_whole_at_first_and_then_what_changed_of_it() -> None:
    it = bell()
    page, draw = drawn("<main>", '<b id="a">1</b>', "", '<i id="c">x</i>', "</main>")
    _, ear = opened(it, draw=draw)
    assert ear.since()[1:] == ['id: 0\ndata: <main><b id="a">1</b><i id="c">x</i></main>\n\n']
    page[1] = '<b id="a">2</b>'
    it.ring("t1", ["fremen"])
    assert ear.since() == ['id: 1\ndata: <hx-partial id="a"><b id="a">2</b></hx-partial>\n\n']
    it.ring("t1", ["fremen"])
    assert ear.since() == [], "nothing changed"


@pytest.mark.parametrize(("place", "now"), [(0, '<main class="b">'), (1, ""), (2, "<hr>")])
def test_when_anything_but_a_region_changes_all_is_brought_but_the_regions_that_stay(place: int, now: str) -> None:
    it = bell()
    page, draw = drawn("<main>", '<b id="a">1</b>', "", '<i id="c">x</i>', "</main>")
    _, ear = opened(it, draw=draw)
    ear.since()
    page[place] = now
    it.ring("t1", ["fremen"])
    page[1], page[3] = page[1] and '<hx-partial id="a"></hx-partial>', '<hx-partial id="c"></hx-partial>'
    assert ear.since() == [f"id: 1\ndata: {''.join(page)}\n\n"]


def test_a_page_that_was_fetched_meanwhile_is_brought_whole() -> None:
    it = bell()
    page, draw = drawn("<main>", '<b id="a">1</b>', "</main>")
    stream, ear = opened(it, mark="m1", draw=draw)
    ear.since()
    assert it.page("t1", "fremen", "m1") is stream
    stream.forget_page()
    page[1] = '<b id="a">2</b>'
    it.ring("t1", ["fremen"])
    assert ear.since() == ['id: 1\ndata: <main><b id="a">2</b></main>\n\n']


def test_a_page_is_found_by_its_own_mark_alone() -> None:
    it = bell()
    opened(it, mark="m1")
    asked = [("t1", "fremen", ""), ("t1", "fremen", "m2"), ("t1", "emperor", "m1"), ("t2", "fremen", "m1")]
    assert [it.page(*words) for words in asked] == [None] * 4


def test_it_is_known_whether_a_page_was_brought_the_news() -> None:
    it = bell()
    stream, ear = opened(it, draw=lambda: ["<p>"])
    assert stream.is_current()
    ear.full = True
    it.ring("t1", ["fremen"])
    assert not stream.is_current()
    ear.full = False
    it.pulse()
    assert stream.is_current()


def test_a_line_break_in_a_name_breaks_no_event() -> None:
    _, ear = opened(bell(), draw=lambda: ["<p>a\rdata: b\r\n\r\nc</p>"])
    news = ear.since()[1]
    assert "\r" not in news and news.count("\n\n") == 1 and news.endswith("c</p>\n\n")


def test_a_page_that_cannot_be_drawn_is_fetched_instead() -> None:
    def fails() -> list[str]:
        raise LookupError

    it = bell()
    _, ear = opened(it, draw=fails)
    it.ring("t1", ["fremen"])
    assert ear.since()[1:] == [look(0), look(1)]


# -- slow readers -------------------------------------------------------------------------------------


def test_a_slow_reader_owes_one_look_however_often_it_rang() -> None:
    it = bell()
    _, ear = opened(it)
    ear.full = True
    for _ in range(10_000):
        it.ring("t1", ["fremen"])
    it.pulse()
    assert ear.since() == [], "not even a beat"
    ear.full = False
    it.pulse()
    assert ear.since() == [look(10_000), BEAT]


def test_a_beat_does_not_overtake_news_that_is_prepared() -> None:
    it = bell()
    stream, ear = opened(it)
    it.ring("t1", ["guild"])
    stream.prepare()
    it.pulse()
    stream.send()
    assert "".join(ear.since()) == look(0) + BEAT


def listed(it: Bell, viewers: Sequence[str]) -> list[str]:
    """Open a page for each of these; return where is noted what becomes of them."""
    order = list[str]()
    for viewer in viewers:

        def drawn(viewer: str = viewer) -> list[str]:
            order.append(f"drawn for {viewer}")
            return [f"{viewer} {len(order)}"]

        stream, ear = it.listen("t1", viewer, draw=drawn), Ear()
        ear.put = lambda words, viewer=viewer: order.append(f"sent to {viewer}")  # type: ignore[method-assign,misc]
        stream.begin(ear)
    order.clear()
    return order


def test_news_is_prepared_for_every_page_of_a_viewer_before_any_is_sent() -> None:
    it = bell()
    order = listed(it, ("fremen", "fremen"))
    it.ring("t1", ["fremen"])
    assert order == ["drawn for fremen"] * 2 + ["sent to fremen"] * 2


def test_a_viewer_s_page_is_sent_before_the_next_one_s_is_drawn_in_the_order_in_which_they_are_told() -> None:
    it, told = bell(), ["guild", "public", "emperor", "fremen"]
    order = listed(it, sorted(told))
    it.draw("t1", (viewer for viewer in told[:2]))
    assert order == ["drawn for guild", "drawn for public"], "while the act is written nothing is sent"
    it.ring("t1", told)
    assert order[2:4] == ["sent to guild", "sent to public"]
    assert order[4:] == [f"{done} {viewer}" for viewer in told[2:] for done in ("drawn for", "sent to")]


def test_pages_drawn_of_the_same_are_drawn_once_and_each_is_sent_what_it_does_not_show() -> None:
    it, drawn, ears, times = bell(), list[str](), list[Ear](), count()
    for kind in ("de", "en", "en", "de", "en"):

        def draw(kind: str = kind) -> list[str]:
            drawn.append(kind)
            return [f"<p>{kind}</p>", f'<i id="a">{next(times)}</i>', "</p>"]

        stream = it.listen("t1", "public", draw=draw, same=lambda kind=kind: kind)  # type: ignore[misc]
        ears.append(Ear())
        stream.begin(ears[-1])
    for _ in range(3):
        drawn.clear()
        it.draw("t1", ["public"])
        it.ring("t1", ["public"])
        assert drawn == ["de", "en"]
    first, *others = ([heard for heard in ear.since() if "hx-partial" in heard] for ear in ears)
    assert (
        others == [others[0], others[0], first, others[0]] and len(first) == len(others[0]) == 3 and first != others[0]
    )


def test_what_rings_before_a_page_begins_to_read_is_owed() -> None:
    it = bell()
    stream, ear = it.listen("t1", "fremen"), Ear()
    it.ring("t1", ["fremen"])
    stream.begin(ear)
    assert ear.since() == [BEAT, look(1)]


def test_a_page_that_is_gone_gives_its_place_back_at_the_next_word() -> None:
    it = bell(cap=1)
    _, ear = opened(it)
    ear.gone = True
    it.ring("t1", ["fremen"])
    assert it.streams() == 0 and ear.closed and opened(it)


def test_a_line_that_somebody_iterates_over_brings_what_it_owes_as_it_is_read() -> None:
    it = bell()
    spool = Spool(it.listen("t1", "fremen"))
    it.ring("t1", ["fremen"])
    it.ring("t1", ["fremen"])
    assert [next(spool).decode() for _ in range(2)] == [BEAT, look(2)]
    threading.Timer(0.05, it.ring, ("t1", ["fremen"])).start()
    assert next(spool).decode() == look(3)
    it.close_all()
    assert list(spool) == []


# -- how many -----------------------------------------------------------------------------------------


def test_a_seat_takes_the_place_of_the_oldest_guest_and_never_of_another_seat() -> None:
    it = bell(cap=3)
    seat = it.listen("t1", "emperor", key="seat 1", held=True)
    guests = [it.listen("t1", "public", key=f"guest {n}") for n in range(2)]
    with pytest.raises(Refusal):
        it.listen("t1", "public", key="guest 3")
    later = [it.listen("t1", "fremen", key=f"seat {n}", held=True) for n in (2, 3)]
    assert it.streams() == 3 and not {*guests} & {*it._streams} and {seat, *later} == {*it._streams}
    with pytest.raises(Refusal):
        it.listen("t1", "fremen", key="seat 4", held=True)


def test_streams_above_the_cap_are_asked_to_return_later_until_one_leaves() -> None:
    it = bell(cap=3)
    streams = [opened(it, viewer)[0] for viewer in ("fremen", "emperor", "public")]
    with pytest.raises(Refusal) as refused:
        it.listen("t1", "fremen")
    assert refused.value.status == 503 and int(refused.value.headers["Retry-After"]) > 0
    assert "screens" in refused.value.sentence and it.streams() == 3
    streams[1].close()
    assert opened(it, "emperor")


def test_a_stream_that_was_never_read_gives_its_place_back_too() -> None:
    it = bell(cap=1)
    it.listen("t1", "fremen").close()
    assert it.streams() == 0


def test_a_stream_that_was_closed_before_it_began_lets_its_page_go() -> None:
    stream, ear = bell().listen("t1", "fremen"), Ear()
    stream.close()
    stream.begin(ear)
    assert ear.closed and not ear.heard


def test_closing_twice_frees_one_place() -> None:
    it = bell()
    (first, _), (_, second) = opened(it), opened(it)
    first.close()
    first.close()
    it.pulse()
    assert it.streams() == 1 and second.since() == [BEAT]


def test_one_browser_keeps_its_newest_streams_and_loses_the_oldest() -> None:
    it = bell(cap=SHARE)
    mine = [opened(it, key="phone")[1] for _ in range(SHARE + 2)]
    assert it.streams() == SHARE and [ear.closed for ear in mine] == [True] * 2 + [False] * SHARE


def test_a_full_house_is_not_emptied_by_a_newcomer() -> None:
    it = bell(cap=2)
    ears = [opened(it, key=key)[1] for key in ("one", "two")]
    with pytest.raises(Refusal):
        it.listen("t1", "fremen", key="three")
    it.pulse()
    assert [ear.since() for ear in ears] == [[BEAT]] * 2


def test_a_browser_that_lost_its_seat_looks_once_more_and_hears_nothing_further() -> None:
    it = bell()
    (_, old), (_, new), (_, elsewhere) = opened(it, key="old"), opened(it, key="new"), opened(it, table="t2", key="old")
    it.dismiss("t1", "old")
    it.ring("t1", ["fremen"])
    assert old.since() == [look(0)] and old.closed and new.since() == [look(1)] and elsewhere.since() == []


def test_stopping_ends_every_stream_and_opens_no_more() -> None:
    it = bell()
    ears = [opened(it, viewer)[1] for viewer in ("fremen", "emperor", "public")]
    it.listen("t1", "fremen")
    it.close_all()
    assert all(ear.closed for ear in ears) and it.streams() == 0
    with pytest.raises(Refusal):
        it.listen("t1", "fremen")


# -- who is there -------------------------------------------------------------------------------------


def test_a_seat_is_silent_from_its_last_contact_on_however_many_pages_it_has() -> None:
    now = [1.0]
    it = Bell(clock=lambda: now[0], cap=9, beat=1, pulse=0)
    (first, _), (second, _) = opened(it), opened(it)
    assert it.silence("t1") == {"fremen": 0.0} and it.silence("t2") == {} and it.streams() == 2
    now[0] = 3.0
    it.pulse()
    first.close()
    second.close()
    assert it.silence("t1") == {"fremen": 0.0} and it.streams() == 0
    now[0] = 4.0
    it.touch("t1", "emperor")
    assert it.silence("t1") == {"fremen": 1.0, "emperor": 0.0}


def test_p5_news_for_a_seat_does_not_date_its_last_contact() -> None:
    now = [0.0]
    it = Bell(clock=lambda: now[0], cap=9, beat=5, pulse=0)
    (_, told), (_, untold) = opened(it, "fremen"), opened(it, "emperor")
    for second in (2.0, 4.0):
        now[0] = second
        it.ring("t1", ["fremen"])
        it.pulse()
        assert it.silence("t1") == {"fremen": second, "emperor": second}
    told.since()
    now[0] = 5.0
    it.pulse()
    assert told.since() == untold.since() == [BEAT], "a beat is due when it was due, whatever came between"
    assert it.silence("t1") == {"fremen": 0.0, "emperor": 0.0}


def test_a_phone_that_takes_no_beat_is_silent() -> None:
    now = [0.0]
    it = Bell(clock=lambda: now[0], cap=9, beat=5, pulse=0)
    _, ear = opened(it)
    ear.full, now[0] = True, 60.0
    it.pulse()
    assert it.silence("t1") == {"fremen": 60.0}


def test_many_rings_and_comings_and_goings_at_once_lose_nothing() -> None:
    it = Bell(clock=lambda: 0.0, cap=1000, beat=0, pulse=0.0005)

    def comes_and_goes(number: int) -> None:
        for _ in range(100):
            stream, ear = it.listen("t1", "fremen", key=f"phone {number % 3}"), Ear()
            stream.begin(ear)  # beats and the others' rings may come at once
            it.ring("t1", ["fremen"])
            assert ear.closed or any("look" in words for words in ear.heard)
            stream.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(comes_and_goes, range(8)))
    assert it.streams() == 0 and it.seen("t1", "fremen") == 800
