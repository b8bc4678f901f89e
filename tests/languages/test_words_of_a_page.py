"""Which words of a template are translated, and which values are: never an address, a name or what is typed."""

from __future__ import annotations

from jinja2 import DictLoader, Environment

from referee.web.http.templating import Lean
from referee.web.http.words_of_a_page import PageReader


def drawn(source: str, **values: object) -> str:
    env = Environment(loader=DictLoader({"page": source}), autoescape=True)
    env.said = str.upper  # type: ignore[attr-defined]
    env.add_extension(Lean)
    env.globals["said"] = lambda words: words.upper() if type(words) is str else words
    return env.get_template("page").render(values)


def test_text_and_spoken_attributes_are_translated_and_nothing_else() -> None:
    page = '<a href="words" title="a title" class=\'b c\'>some words</a> <!-- a note --> <input name="me" value="mine">'
    assert PageReader(str.upper).read(page) == page.replace("a title", "A TITLE").replace("some words", "SOME WORDS")


def test_a_page_is_read_in_pieces() -> None:
    spot = PageReader(str.upper)
    assert spot.read('<a title="to ') == '<a title="TO ' and spot.shows_words()
    assert spot.read(' now" href="') == ' NOW" href="' and not spot.shows_words()
    assert spot.read('">go') == '">GO' and spot.shows_words()
    assert spot.read("</a><textarea>") == "</a><textarea>" and not spot.shows_words()
    assert spot.read("typed</textarea>") == "typed</textarea>" and spot.shows_words()


def test_a_paragraph_with_tags_is_one_sentence_and_keeps_their_attributes() -> None:
    page = (
        '<p class="a">See <b class="x">one</b>, <a href="/b">two</a> &amp;\n <code>three</code>.</p><p><b>Four</b></p>'
    )
    said = {"See <b>one</b>, <a>two</a> & <code>three</code>.": "<a>Zwei</a>, <b>eins</b> & <code>three</code>: <dort>"}
    made = '<p class="a"><a href="/b">Zwei</a>, <b class="x">eins</b> &amp; <code>three</code>: &lt;dort&gt;</p>'
    assert PageReader(lambda words: said.get(words, words)).read(page) == f"{made}<p><b>Four</b></p>"
    assert PageReader(lambda words: words).read(page) == page


def test_values_are_translated_where_they_are_read() -> None:
    source = '<p title="{{ a }}" id="{{ a }}">{{ a }} {{ typed(a) }}</p><kbd>{{ a }}</kbd>'
    assert drawn(source, a="hi") == '<p title="HI" id="hi">HI hi</p><kbd>hi</kbd>'


def test_what_a_language_says_is_escaped() -> None:
    assert (
        PageReader(lambda words: f"<{words}> & co").read("<b>&ensp;one two</b>")
        == "<b>&lt;\u2002one two&gt; &amp; co</b>"
    )
    assert drawn("{{ a }}", a="<b>") == "&lt;B&gt;"
