"""Templates run as plain functions, and what is sent is what Jinja by itself would send."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from referee.web.app.drawing import draw
from referee.web.app.parts_of_pages import Parts
from referee.web.http.templating import Lean
from tests.kit import ROOT
from tests.tools.looks.examples import pages

PARTS = (
    "{% macro inner(x, y='-') %}<i>{{ x }}{{ y }}</i>{% endmacro %}"
    "{% macro around() %}<p>{{ caller() }}</p>{% endmacro %}"
)


def environment(generator: type[CodeGenerator] | None = None, folder: Path = ROOT / "templates") -> Environment:
    made = Environment(loader=FileSystemLoader(folder), autoescape=True, extensions=[Lean])
    made.globals.update(static="/static", url_for=lambda place, **words: f"/{place}/{words}")
    made.code_generator_class = generator or made.code_generator_class
    Parts(made)
    return made


def test_every_example_is_what_jinja_draws() -> None:
    plain, own = environment(CodeGenerator), environment()
    for name, (template, view) in pages().items():
        assert draw(own, template, view) == draw(plain, template, view), name


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("{{ x }}", "a &lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;"),
        ("{{ x|string ~ 1 }}", "a &lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;1"),
        ("{{ '<' ~ 1 ~ gone }}{{ '<' ~ safe ~ 2 }}", "&lt;1&lt;<b>2"),
        ("{{ safe }}{{ 4 // 2 }}{{ none }}{{ gone }}", "<b>2None"),
        ("{{ p.inner(x[0]) }}{{ p.inner('<', safe) }}", "<i>a-</i><i>&lt;<b></i>"),
        (
            "{% call p.around() %}{{ p.inner('&') }}{% endcall %}",
            "<p><i>&amp;-</i></p>",
        ),
        ("{% set t %}<u>{{ x[2] }}</u>{% endset %}{{ t }}", "<u>&lt;</u>"),
    ],
)
def test_what_people_write_is_escaped_once_and_markup_never(written: str, sent: str) -> None:
    page = "{% import 'parts' as p %}" + written
    env = Environment(loader=DictLoader({"parts": PARTS, "page": page}), autoescape=True, extensions=[Lean])
    words = {"x": "a <b> & \"c\" 'd'", "safe": Markup("<b>")}
    assert env.get_template("page").render(words) == sent


@pytest.mark.parametrize("written", ["{{ x.gone }}", "{{ (x or none).gone }}", "{% if x.gone %}{% endif %}"])
def test_an_attribute_that_is_not_there_is_no_blank(written: str) -> None:
    with pytest.raises(AttributeError, match="gone"):
        Environment(extensions=[Lean]).from_string(written).render(x="")


def test_without_escaping_nothing_is_escaped() -> None:
    written = "{% macro a(x) %}{{ x }}{% endmacro %}{{ a('<') }}{{ '>' ~ x }}"
    assert Environment(extensions=[Lean]).from_string(written).render(x="&") == "<>&"
