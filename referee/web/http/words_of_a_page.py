"""Where the words of a page stand: in its text, and in attributes that are shown or read aloud.

A template is read piece by piece, so a ``PageReader`` remembers whether the last piece ended in text, in a tag or in an
attribute. What stands in an address, a name or a value of a field is never touched. A paragraph with tags inside its
line is one sentence for the translator, with those tags, without their attributes: ``Choose <b>Start</b>, then …``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

ATTRIBUTES = frozenset({"title", "alt", "aria-label", "placeholder", "data-hold", "data-title", "data-verb"}) | {
    "data-kinds",
    "data-elite",
    "data-words",
}
UNREAD = frozenset({"textarea", "kbd", "script", "style", "code"})  # what is typed, keys and code
TAG = re.compile(r"<!--.*?-->|<(/?)([\w-]*)", re.DOTALL)
INSIDE = re.compile(r"([\w:-]+)\s*=\s*([\"'])|>")
BARE = re.compile(r"\s*(data|aria)-[a-z-]+=\"")  # a macro that makes attributes begins inside a tag
INLINE = r"</?(?:a|b|code|em|i|kbd)\b[^<>]*>"
WHOLE = re.compile(rf"(<(p|li|td|summary|label)\b[^<>]*>)((?:[^<]|{INLINE})*)(</\2>)")
MARKED = re.compile(r"(</?)(\w+)[^<>]*>")
LETTERS = re.compile(r"[A-Za-z]{2}|\bI\b")
EDGES = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)


class PageReader:
    """Reads the text of a template between its tags, and has its words said in a language."""

    def __init__(self, said: Callable[[str], str]) -> None:
        self._said, self._attribute, self._quote = said, "", ""
        self._in_tag, self._tag = False, ""

    def shows_words(self) -> bool:
        """Return True if a value printed here is read by a person."""
        if self._quote:
            return self._attribute in ATTRIBUTES
        return not self._in_tag and self._tag not in UNREAD

    def begin(self) -> None:
        """Forget where the last piece ended: a macro begins."""
        self._quote, self._in_tag, self._tag = "", False, ""

    def read(self, text: str) -> str:
        """Return the next piece with its words translated."""
        made, at = list[str](), 0
        self._in_tag = self._in_tag or (not self._quote and BARE.match(text) is not None)
        while at < len(text):
            end = self._end(text, at)
            run = text[at:end]
            made.append(self._translated(run) if self.shows_words() and LETTERS.search(unescape(run)) else run)
            if not (self._quote or self._in_tag) and (whole := WHOLE.match(text, end)) and is_marked(whole[3]):
                made.append(f"{whole[1]}{self._marked(whole[3])}{whole[4]}")
                self._tag, at = "", whole.end()
                continue
            at = self._step(text, end, made)
        return "".join(made)

    def _end(self, text: str, at: int) -> int:
        if self._quote:
            found = text.find(self._quote, at)
        elif self._in_tag:
            inside = INSIDE.search(text, at)
            found = inside.start() if inside else -1
        else:
            found = text.find("<", at)
        return len(text) if found < 0 else found

    def _step(self, text: str, at: int, made: list[str]) -> int:
        """Go over what ended a run, if anything did; return where the next begins."""
        if at == len(text):
            return at
        if self._quote:
            self._quote, end = "", at + 1
        elif self._in_tag:
            found = INSIDE.match(text, at)
            assert found
            end = found.end()
            self._in_tag, self._attribute, self._quote = found[1] is not None, found[1] or "", found[2] or ""
        else:
            tag = TAG.match(text, at)
            assert tag
            end = tag.end()
            self._in_tag = tag[2] is not None
            self._tag = "" if tag[1] else tag[2] or self._tag
        made.append(text[at:end])
        return end

    def _translated(self, run: str) -> str:
        edges = EDGES.fullmatch(run)
        assert edges
        words = unescape(" ".join(edges[2].split()))
        said = self._said(words)
        return run if said == words else f"{edges[1]}{escape(said)}{edges[3]}"

    def _marked(self, run: str) -> str:
        """Return a paragraph translated as a whole; its tags keep their attributes, in their order by name."""
        words = unescape(MARKED.sub(r"\1\2>", " ".join(run.split())))
        said = self._said(words)
        if said == words:
            return run
        opened: dict[str, list[str]] = {}
        for one in MARKED.finditer(run):
            if one[1] == "<":
                opened.setdefault(one[2], []).append(one[0])
        return "".join(
            escape(one) if not MARKED.fullmatch(one) else one if one[1] == "/" else opened[one[1:-1]].pop(0)
            for one in re.split(f"({INLINE})", said)
        )


def is_marked(run: str) -> bool:
    """Return True for text with words beside those of its tags, so that it can only be translated as a whole."""
    beside = re.sub(r"<(\w+)\b[^<>]*>.*?</\1>", "", run, flags=re.DOTALL)
    return beside != run and LETTERS.search(unescape(beside)) is not None
