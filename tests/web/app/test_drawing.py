"""A fragment equals its part of the page, line breaks in a template are for its reader, and news bring the page."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from referee.web.app.drawing import LineBreaks, draw
from referee.web.live.bell import Bell, Stream
from tests.kit import ROOT

ENV = Environment(
    loader=DictLoader(
        {
            "base.html": "<html>{% block main %}{% endblock %}</html>",
            "page.html": '{% extends "base.html" %}{% block main %}<ol>{% block seats scoped %}'
            "{% for s in page.seats %}<li>{{ s }}{{ mark }}</li>{% endfor %}{% endblock %}</ol>{% endblock %}",
            "fault.html": "{% block a %}{{ page.missing }}{% endblock %}",
        }
    ),
    autoescape=True,
    undefined=StrictUndefined,
)
ENV.globals["mark"] = "*"


def test_a_fragment_is_what_the_whole_page_holds_there() -> None:
    view = {"seats": ["Fremen", "<Guild>"]}
    part = draw(ENV, "page.html", view, "seats")
    assert part == "<li>Fremen*</li><li>&lt;Guild&gt;*</li>" and isinstance(part, Markup)
    assert part in draw(ENV, "page.html", view)
    assert draw(ENV, "page.html", view, "main") == f"<ol>{part}</ol>"


def test_an_unknown_block_is_named_with_those_that_exist() -> None:
    with pytest.raises(LookupError, match="no block 'seat'; it has: main, seats"):
        draw(ENV, "page.html", {}, "seat")


def test_a_fault_in_a_block_is_not_swallowed() -> None:
    with pytest.raises(UndefinedError, match="missing"):
        draw(ENV, "fault.html", {}, "a")


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<ol>\n  {% for n in [1, 2] %}\n    <li>{{ n }}</li>\n  {% endfor %}\n</ol>", "<ol><li>1</li><li>2</li></ol>"),
        ("<p>\n  Two words on\n  two lines.\n</p>", "<p>Two words on two lines.</p>"),
        ('<a class="b"\n  href="c">d</a> <b>e</b>{{ " " }}\n<i>f</i>', '<a class="b" href="c">d</a> <b>e</b> <i>f</i>'),
        ("{% if 1 %}\n  a {{ 2 }}\n  b\n{% endif %}", "a 2b"),
    ],
)
def test_line_breaks_are_for_the_reader_of_a_template(written: str, sent: str) -> None:
    assert Environment(extensions=[LineBreaks]).from_string(written).render() == sent


def test_no_line_of_a_template_is_longer_than_a_person_can_read() -> None:
    files = sorted((ROOT / "templates").glob("*.html"))
    assert files and not [f.name for f in files for line in f.read_text("utf-8").splitlines() if len(line) > 240]


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
