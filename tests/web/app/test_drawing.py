"""A page is drawn once for the same values, carries its own key, and may travel down the stream."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from jinja2 import DictLoader, Environment

from referee.web.app.blocks import draw, install
from referee.web.live.bell import Bell, Stream
from referee.web.view_models.parts import Frame

TEMPLATES = {
    "bare.html": "{% import 'parts.html' as p %}{{ p.seat('Fremen', 9) }}",
    "parts.html": "{% macro seat(name, n) %}<b>{{ name }} {{ n }} {{ form_key }} {{ count() }}</b>{% endmacro %}",
    "page.html": '{% block main %}{% import "parts.html" as p %}{{ kept(p.seat, page.name, page.n) }}{% endblock %}',
}


@dataclass(frozen=True)
class View:
    """The least that a page is."""

    frame: Frame
    steers: bool = False
    name: str = ""
    n: int = 0


@pytest.fixture
def env() -> Environment:
    made = Environment(loader=DictLoader(TEMPLATES), autoescape=True)
    drawn = iter(range(1000))
    made.globals.update(count=lambda: next(drawn))
    install(made)
    return made


def drawn(env: Environment, view: View, name: str, n: int) -> str:
    return str(draw(env, "page.html", replace(view, name=name, n=n), "main"))


def test_the_same_values_are_drawn_once_and_others_anew(env: Environment) -> None:
    view = View(Frame("Drawn once", "/", key="k"))
    first = drawn(env, view, "<Fremen>", 1)
    assert first == "<b>&lt;Fremen&gt; 1 k 0</b>"
    assert drawn(env, view, "<Fremen>", 1) == first
    assert drawn(env, view, "<Fremen>", 2) != first
    assert drawn(env, view, "Guild", 1) != first


def test_what_one_viewer_may_do_is_never_drawn_for_another(env: Environment) -> None:
    own = View(Frame("Drawn for two", "/", post="/t/a/", key="k"), steers=True)
    others = [replace(own, steers=False), replace(own, frame=replace(own.frame, post="/t/b/"))]
    pages = [drawn(env, view, "Fremen", 3) for view in (own, *others)]
    assert len(set(pages)) == 3


def test_macros_imported_once_draw_the_page_of_the_moment(env: Environment) -> None:
    one, other = View(Frame("One", "/", key="first")), View(Frame("Other", "/", key="second"))
    assert [str(draw(env, "bare.html", view)).split()[2] for view in (one, other)] == ["first", "second"]


def test_a_drawn_page_gets_its_own_key(env: Environment) -> None:
    pages = [drawn(env, View(Frame("Keyed", "/", key=key)), "Fremen", 4) for key in ('a"b', "other")]
    assert pages == ["<b>Fremen 4 a&#34;b 0</b>", "<b>Fremen 4 other 0</b>"]


# -- down the stream ----------------------------------------------------------------------------------


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
