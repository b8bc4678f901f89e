"""Answers: a page drawn whole, its main part for a live page that looks again, or a sentence.

A live update asks for part of a page that already exists whole. Drawing one block of the same template keeps a single
copy of the markup. Only that block runs: a macro it needs is imported inside the block, not at the top of the page.

A live page is a shell with regions in it: elements with an id of their own, which a template names by ``region``. What
is pushed to a page is those of its regions that changed, and the shell where that did.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import copy_context
from dataclasses import replace
from typing import Any

from flask import Response, make_response, redirect, request, url_for
from jinja2 import Environment, Template
from markupsafe import Markup, escape

from referee.common.factions import faction_name
from referee.kernel import say
from referee.web.app.context import (
    lasting,
    may_steer,
    program,
    seat_asking,
    seats_of_browser,
    sitting_asked,
    standing,
    steers_anything,
    table_asked,
)
from referee.web.app.event_lines import chip
from referee.web.app.languages import code_asked, environment
from referee.web.app.parts_of_pages import EDGE
from referee.web.http.bell import HEADERS, KEEP, Same, Stream
from referee.web.http.compression import stream_compressor
from referee.web.http.htmx import Htmx
from referee.web.http.spool import Spool
from referee.web.http.sse import Pieces
from referee.web.view_models.pages import Message
from referee.web.view_models.parts import Act, Frame, Link

PUSH = True  # False: a stream says only "look again", and every screen fetches its page
VERSION = ' id="now" '  # what says which version a page shows, which is the key of all its taps
NO_KEY = '<input type="hidden" name="key">'
BESIDE, BOX = "side-box", "box"  # the place on the table screen that shows a page beside the game, and what it shows
htmx = Htmx()


def draw(env: Environment, template: str, view: Any, block: str = "") -> Markup:
    """A view drawn whole, or one block of it, as safe markup; LookupError names the blocks there are."""
    return Markup("".join(pieces(env, template, view, block)))  # noqa: S704


def pieces(env: Environment, template: str | Template, view: Any, block: str = "") -> Pieces:
    """Return a view drawn, cut where its regions begin and end: every second piece is a region."""
    made = env.get_template(template)
    if not block:
        return made.render(page=view).split(EDGE)
    if block not in made.blocks:
        raise LookupError(f"{made.name} has no block {block!r}; it has: {', '.join(sorted(made.blocks))}")
    try:
        words = made.new_context({**env.globals, "page": view}, shared=True)
        return env.concat(made.blocks[block](words)).split(EDGE)
    except Exception:
        env.handle_exception()


def page(template: str, view: Any, status: int = 200, *, block: str = "main") -> Response:
    """Draw a page, or only this block of it where a live page asks for that.

    A browser that steers a table is dark on every page until somebody chooses, and so is a table screen that is only
    looked at; a phone with a seat follows its own setting on every page.

    What the table screen opens beside the game is a block of the same page, whose forms answer there.
    """
    if htmx and htmx.target == BESIDE and BOX in environment().get_template(template).blocks:
        view, block = replace(view, frame=replace(view.frame, beside=True)), BOX
    if htmx:
        drawn = str(draw(environment(), template, view, block))
        return make_response(drawn if VERSION in drawn else keyed(drawn, view.frame.key), status)
    dark = steers_anything() or (view.frame.wide and not seats_of_browser())
    if dark and not view.frame.theme:
        view = replace(view, frame=replace(view.frame, theme="dark"))
    return make_response(keyed(draw(environment(), template, view), view.frame.key), status)


def keyed(text: str, key: str) -> str:
    """Return a page whose forms carry its key; one that says its version needs none in its forms."""
    return str(text).replace(NO_KEY, say('{words} value="{key}">', words=NO_KEY[:-1], key=escape(key)))


def live(listen: Callable[..., Stream], template: str, look: Callable[[], Any], wanted: str) -> Response:
    """Open a page's stream; the page named in its address is drawn into it, for the viewer who asked."""
    if request.method == "HEAD":
        return Response(headers=HEADERS)
    env, asked = environment(), copy_context()
    made = env.get_template(template)

    def drawn() -> Pieces:
        return asked.run(lambda: pieces(env, made, look(), "main"))

    have = f'data-version="{escape(request.headers.get("Last-Event-ID", ""))}"'

    def shows(page: Pieces) -> bool:
        return any(have in region for region in page[1::2])

    pushes, compress = PUSH and wanted in request.args, stream_compressor()
    mark, turn = request.headers.get("X-Page", ""), sitting_asked().locked()
    own = {"draw": drawn, "shows": shows, "same": _drawn_of(template, wanted)} if pushes else {}
    stream = listen(mark=mark, turn=turn, compress=compress, **own)
    headers = {**HEADERS, "Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if compress else {})}
    if keep := request.environ.get(KEEP):
        keep(stream)
        return Response(iter(()), headers=headers)
    spool = Spool(stream)
    answer = Response(spool, headers=headers)
    answer.call_on_close(stream.close)
    return answer


def _drawn_of(template: str, wanted: str) -> Same:
    """Return what tells whether two open pages of one viewer are drawn alike; it is asked anew when keys change."""
    fixed = template, code_asked(), request.script_root, request.args.get(wanted, "")
    own, steerers, asked = program.keyring(table_asked()), program.credentials.steerers, copy_context()
    kept = dict[tuple[int, int], Hashable]()

    def who() -> Hashable:
        return *fixed, may_steer(), standing().seat is not None

    def same() -> Hashable:
        now = own.changes, steerers.changes
        if now not in kept:
            kept.clear()
            kept[now] = asked.run(who)
        return kept[now]

    return same


def after_tap(draw: Callable[[], Response], here: str, viewer: str = "") -> Response:
    """Answer a tap: nothing if the page's stream brought the news, else the page; a redirect without script.

    A tap that was refused behind a shield brought none, and what was entered must outlive it: that page is drawn.
    """
    if not htmx:
        return see_other(here)
    stream = _stream_of_page(viewer)
    refused = (table_asked(), viewer) in program.held_back
    return Response(status=204) if stream and stream.is_current() and not refused else draw()


def fetched(viewer: str) -> None:
    """Note that a live page was fetched, so that its stream no longer knows what it shows."""
    stream = _stream_of_page(viewer)
    if stream:
        stream.forget_page()


def _stream_of_page(viewer: str) -> Stream | None:
    """Return the stream of the page that asks, which names itself with each request."""
    return program.bell.page(table_asked(), viewer, request.headers.get("X-Page", ""))


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
    wrong: str = "",
) -> Response:
    """Answer with a sentence: a whole page, or a note on the page where it was tapped."""
    table = program.hall.is_open(table_asked())
    start = way_back() if table else to_start()
    book, post = url_for("rules.of_table") if table else url_for("rules.rules"), request.path if acts else ""
    frame = Frame("Referee", request.path, post, rules=book, links=small_print(), key=key)
    view = Message(frame, sentence, next_step, tuple(chip(rule) for rule in rules), start, acts, wrong)
    return page("message.html", view, status, block="notice")


# -- ways that many pages show ------------------------------------------------------------------------


@lasting
def to_table(label: str = "Back to the table") -> Link:
    return Link(label, url_for("table.board"))


def way_back() -> Link:
    """Return the way to one's seat for a browser that holds one and steers nothing, else to the table."""
    seat = "" if may_steer() else seat_asking()
    if not seat:
        return to_table()
    return Link(say("Back to your seat: {seat}", seat=faction_name(seat)), url_for("phone.phone"))


def to_start() -> Link:
    return Link("Start page", url_for("start.start"))


@lasting
def small_print() -> tuple[Link, ...]:
    """Return what stands at the foot of every page."""
    return (Link("Fair play", url_for("fair_play.fair_play")), Link("A phone can't connect", url_for("help.help_page")))
