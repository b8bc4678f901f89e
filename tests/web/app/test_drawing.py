"""A fragment equals its part of the page, line breaks are for a template's reader, and a page has regions."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from referee.web.app.drawing import draw, keyed, pieces
from referee.web.app.parts_of_pages import Parts
from referee.web.http.templating import Lean
from referee.web.view_models.parts import Frame
from tests.kit import ROOT, SCREEN, Evening

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
PARTED = {
    "parts.html": '{% macro note(x) %}<p id="n">{{ x }} {{ page.frame.post }}</p>{% endmacro %}',
    "page.html": "{% block main %}{% set p = bound('parts.html', page) %}<div>"
    "{% for x in page.names %}{{ region(p.note, x) }}{% endfor %}</div>{% endblock %}",
}


@dataclass(frozen=True)
class Shown:
    """A page of a test."""

    frame: Frame
    names: tuple[str, ...]


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
        ("<p>\n  one\n  <b>two</b>\n  three\n  {{ 4 }}\n</p>", "<p>one <b>two</b> three 4</p>"),
        ("<b>a</b>\n<i>b</i>{{ 1 }}\n{{ 2 }}\n<i>c</i>\n{{ 3 }}", "<b>a</b><i>b</i>12<i>c</i>3"),
        ("one\n<p>two\n</p>\n{% if 1 %}\n  three\n{% endif %}\n", "one<p>two</p>three"),
        ("{% if 1 %}\n  a {{ 2 }}\n  b\n{% endif %}", "a 2 b"),
    ],
)
def test_line_breaks_are_for_the_reader_of_a_template(written: str, sent: str) -> None:
    assert Environment(extensions=[Lean]).from_string(written).render() == sent


def test_no_line_of_a_template_is_longer_than_a_person_can_read() -> None:
    files = sorted((ROOT / "templates").glob("*.html"))
    assert files and not [f.name for f in files for line in f.read_text("utf-8").splitlines() if len(line) > 240]


# -- regions ------------------------------------------------------------------------------------------


def test_a_page_is_cut_at_its_regions_and_drawn_without_a_trace_of_them() -> None:
    env = Environment(loader=DictLoader(PARTED), autoescape=True)
    Parts(env)
    view = Shown(Frame("t", "/here", "/post"), ("<!---->", "b"))
    cut = pieces(env, "page.html", view, "main")
    assert cut == ["<div>", '<p id="n">&lt;!----&gt; /post</p>', "", '<p id="n">b /post</p>', "</div>"]
    assert draw(env, "page.html", view, "main") == "".join(cut)


def test_a_part_of_a_page_knows_nothing_but_what_it_is_given() -> None:
    env = Environment(loader=DictLoader({**PARTED, "parts.html": "{% macro note(x) %}{{ page.names }}{% endmacro %}"}))
    Parts(env)
    with pytest.raises(RuntimeError, match="names is not among it"):
        draw(env, "page.html", Shown(Frame("t", "/here"), ("a",)), "main")


def test_the_same_part_in_another_place_is_drawn_for_that_place() -> None:
    env = Environment(loader=DictLoader(PARTED), autoescape=True)
    Parts(env)
    places = [draw(env, "page.html", Shown(Frame("t", "/here", post), ("a",)), "main") for post in ("/1", "/2", "/1")]
    assert places[0] == places[2] == '<div><p id="n">a /1</p></div>' != places[1]


def test_forms_of_a_page_without_script_carry_its_key() -> None:
    form = '<form><input type="hidden" name="key"></form>'
    assert keyed(f"{form}{form}", 'a"b').count('name="key" value="a&#34;b">') == 2


@pytest.mark.parametrize(("viewer", "path"), [("host", ""), ("public", ""), ("atreides", "me?tab=bid")])
def test_a_live_page_says_how_new_it_is_so_that_none_gives_way_to_an_older(
    auction: Evening, viewer: str, path: str
) -> None:
    seen = []
    for amount in (1, 2, 3):
        auction.bid(amount)
        shown = auction.who(viewer).get(f"/t/{auction.table}/{path}", SCREEN).text
        found = re.search(r'data-version="[^".]+\.(\d+)"', shown)
        seen.append(int(found[1]) if found else -1)
    assert -1 < seen[0] < seen[1] < seen[2]
