"""Answers: a page drawn whole, its main part for a live page that looks again, or a sentence.

A live update asks for part of a page that already exists whole. Drawing one block of the same template keeps a single
copy of the markup. Only that block runs: a macro it needs is imported inside the block, not at the top of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flask import Response, copy_current_request_context, current_app, make_response, redirect, request, url_for
from flask_htmx import HTMX
from jinja2 import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from referee.web.app.context import program, table_asked
from referee.web.app.event_lines import chip
from referee.web.live.bell import HEADERS, Stream
from referee.web.view_models.pages import Message
from referee.web.view_models.parts import Act, Frame, Link

BREAK = re.compile(r"(?:^|(?<=>))\s*\n\s*|\s*\n\s*(?=<|$)")
PUSH = True  # False: a stream says only "look again", and every screen fetches its page
htmx = HTMX()


class LineBreaks(Extension):
    """A line break in a template, with the indents around it, is nothing beside a tag and one space between words.

    So templates are laid out for whoever reads them, and browsers get no white space but what is written on a line.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Take the layout out of the text between two tags of the template."""
        for token in stream:
            if token.type == "data":
                token = Token(token.lineno, "data", re.sub(r"\s*\n\s*", " ", BREAK.sub("", token.value)))
            yield token


def draw(env: Environment, template: str, view: Any, block: str = "") -> Markup:
    """A view drawn whole, or one block of it, as safe markup; LookupError names the blocks there are."""
    made = env.get_template(template)
    if not block:
        return Markup(made.render(page=view))  # noqa: S704
    if block not in made.blocks:
        raise LookupError(f"{template} has no block {block!r}; it has: {', '.join(sorted(made.blocks))}")
    try:
        return Markup(env.concat(made.blocks[block](made.new_context({"page": view}))))  # noqa: S704
    except Exception:
        env.handle_exception()


def page(template: str, view: Any, status: int = 200, *, block: str = "main") -> Response:
    """Draw a page, or only this block of it where a live page asks for that; the table's screen is dark by default."""
    if htmx:
        return make_response(part(template, view, block), status)
    if view.frame.wide and not view.frame.theme:
        view = replace(view, frame=replace(view.frame, theme="dark"))
    return make_response(str(draw(current_app.jinja_env, template, view)), status)


def part(template: str, view: Any, block: str = "main") -> str:
    return str(draw(current_app.jinja_env, template, view, block))


def live(stream: Callable[..., Stream], draw: Callable[[], str], wanted: str) -> Response:
    """Open a page's stream; the page that names itself in its address is drawn into the stream for whoever asked."""
    drawn = copy_current_request_context(draw) if PUSH and wanted in request.args else None
    return Response(stream(draw=drawn), headers=HEADERS)


def after_tap(draw: Callable[[], Response], here: str) -> Response:
    """Answer a tap: the page anew for a live page, a redirect for a page without script."""
    return draw() if htmx else see_other(here)


def see_other(place: str) -> Response:
    return redirect(place, 303)  # type: ignore[return-value]


def message(
    status: int,
    sentence: str,
    next_step: str = "",
    rules: tuple[str, ...] = (),
    *,
    acts: tuple[Act, ...] = (),
    key: str = "",
) -> Response:
    """Answer with a sentence: a whole page, or a note on the page where it was tapped."""
    table = program.hall.is_open(table_asked())
    start = to_table() if table else to_start()
    book, post = url_for("rules.of_table") if table else url_for("rules.rules"), request.path if acts else ""
    frame = Frame("Referee", request.path, post, rules=book, links=small_print(), key=key)
    view = Message(frame, sentence, next_step, tuple(chip(rule) for rule in rules), start, acts)
    block = "notice" if htmx else ""
    return make_response(str(draw(current_app.jinja_env, "message.html", view, block)), status)


# -- ways that many pages show ------------------------------------------------------------------------


def to_table(label: str = "Back to the table") -> Link:
    return Link(label, url_for("table.board"))


def to_start() -> Link:
    return Link("Start page", url_for("start.start"))


def small_print() -> tuple[Link, ...]:
    """Return what stands at the foot of every page."""
    return (Link("What is not promised", url_for("start.limits")), Link("No phone arrives", url_for("help.help_page")))
