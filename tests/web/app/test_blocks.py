"""A fragment equals its part of the page."""

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from referee.web.app.drawing import draw

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
