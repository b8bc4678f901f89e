"""Checks on every request and response.

In: Host must be an IP address, localhost, this machine's name or a configured one, against DNS rebinding; requests that
change something must have this origin; bodies are small; a view without a kind of viewer is not served. Out: responses
forbid foreign code, framing and caching, and every error is one sentence and what to do next, as a page, JSON or plain
text. The log gets kind and place of an error, never a message, path, form or cookie: any may hold a secret of the game.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, Literal, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue
from markupsafe import escape
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from referee.kernel.whereabouts import whereabouts

Viewer = Literal["public", "seat", "host", "anyone"]
View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
Render = Callable[[int, str, str], str]
Admit = Callable[[Viewer], ResponseReturnValue | None]

LIMIT_BYTES: Final = 64 * 1024
DRAIN_BYTES: Final = 1024 * 1024
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
STATIC: Final = frozenset({"static", "shelf"})
POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # custom properties such as --left
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SENTENCES: Final[dict[int, tuple[str, str]]] = {
    400: ("This request could not be understood.", "Go back one page and try again."),
    401: ("This page belongs to a seat, and this device has none.", "Ask the table for a code and scan it."),
    403: ("This device may not do that.", "Open the table's address again and try from there."),
    404: ("There is nothing at this address.", "Go to the start page and choose your table there."),
    405: ("This page cannot do that.", "Go back and use the buttons on the page."),
    408: ("Your message did not arrive completely.", "Check the Wi-Fi and send it again."),
    409: ("The game has moved on since you loaded this page.", "Look at the page again, then decide."),
    411: ("The referee cannot read this message.", "Send it from the table's own pages."),
    413: ("That text is too long.", "Shorten it to a few lines and send it again."),
    415: ("The referee cannot read that kind of message.", "Send it from the table's own pages."),
    421: ("This address does not belong to this table.", "Type the address printed on the table screen."),
    429: ("Too many tries in too short a time.", "Wait half a minute, then try again."),
    500: ("Something went wrong; your game is safe.", "Try again. If it repeats, undo the last step."),
    503: ("The referee is busy.", "Wait a few seconds, then try again."),
    507: ("The file of this table cannot be used.", "Other tables are on the start page."),
}
PROXY: Final = "Start the referee with --proxy and the address of that proxy, or open its own address."
log = logging.getLogger("referee.web")


class Refusal(Exception):
    """A request refused with a sentence and a next step; raise it anywhere below a view."""

    def __init__(
        self, status: int, sentence: str = "", next_step: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        known = SENTENCES.get(status, SENTENCES[400 if status < 500 else 500])
        self.status, self.headers = status, dict(headers or {})
        self.sentence, self.next_step = sentence or known[0], next_step or known[1]
        super().__init__(self.sentence)


def viewer(kind: Viewer) -> Callable[[View], View]:
    """Mark a view function with the kind of viewer it serves (P3)."""

    def mark(view: View) -> View:
        view.__dict__["viewer"] = kind
        return view

    return mark


def unmarked(app: Flask) -> list[str]:
    """Return the routes whose view names no kind of viewer; empty in a finished program."""
    return sorted(rule.rule for rule in app.url_map.iter_rules() if _kind(app, rule.endpoint) is None)


def _kind(app: Flask, endpoint: str) -> Viewer | None:
    return getattr(app.view_functions.get(endpoint), "viewer", None)


def install(
    app: Flask,
    *,
    allowed_hosts: Collection[str] = (),
    proxies: Collection[str] = (),
    render_message: Render | None = None,
    admit: Admit | None = None,
    spoken: Mapping[type[Exception], int] | None = None,
) -> None:
    """Guard an app: `render_message(status, sentence, next_step)` renders errors, `admit(kind)` may refuse.

    `spoken` maps exceptions whose message is a sentence for people to their status.
    """
    app.config["MAX_CONTENT_LENGTH"] = LIMIT_BYTES
    if "static" in app.view_functions:
        app.view_functions["static"].__dict__["viewer"] = "anyone"
    app.before_request(partial(check_sender, frozenset(proxies)))
    app.before_request(partial(check_host, frozenset(h.lower() for h in allowed_hosts)))
    app.before_request(check_body)
    app.before_request(check_origin)
    app.before_request(partial(_check_viewer, app, admit))
    app.after_request(_add_headers)
    app.register_error_handler(Exception, partial(_error_response, render_message or _plain_page, spoken or {}))


def check_sender(proxies: Collection[str]) -> None:
    """Take the client's address from a trusted proxy; refuse the header from anybody else."""
    said = request.environ.get("HTTP_X_FORWARDED_FOR")
    if said is None:
        return
    hops = [hop.strip() for hop in said.split(",")]
    if request.remote_addr not in proxies:
        raise Refusal(400, "This came through a proxy that the referee does not know.", PROXY)
    sender = next((hop for hop in reversed(hops) if hop not in proxies), hops[0])
    if not _is_address(sender):
        raise Refusal(400)
    request.remote_addr = sender


def check_host(allowed: Collection[str]) -> None:
    """Accept only IP addresses, localhost and configured names."""
    name = host_name(request.environ.get("HTTP_HOST", ""))
    if name is None:
        raise Refusal(400)
    if name != "localhost" and name not in allowed and not _is_address(name):
        raise Refusal(421)


def host_name(host: str) -> str | None:
    """Return the name in a Host header without its port, ``None`` if the header is malformed."""
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?", host)
    return found[1].strip("[]").lower() if found else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_body() -> None:
    """Refuse a large body before reading it into memory."""
    if request.environ.get("HTTP_TRANSFER_ENCODING"):
        raise Refusal(411)
    length = request.content_length or 0
    if length > LIMIT_BYTES:
        request.environ["wsgi.input"].read(min(length, DRAIN_BYTES))  # else the client never reads the response
        raise Refusal(413)


def check_origin() -> None:
    """Refuse a request that changes something unless it comes from a page of this origin."""
    if request.method in SAFE:
        return
    source = _place(request.headers.get("Origin") or request.headers.get("Referer") or "")
    if source is None or source != _place(f"{source[0]}://{request.environ.get('HTTP_HOST', '')}"):
        raise Refusal(403)


def _place(url: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of a URL, ``None`` for anything else."""
    try:
        parts = urlsplit(url)
        usual = {"http": 80, "https": 443}[parts.scheme]
        return parts.scheme, parts.hostname or "", parts.port or usual
    except (KeyError, ValueError):
        return None


def _check_viewer(app: Flask, admit: Admit | None) -> ResponseReturnValue | None:
    if request.endpoint is None:
        return None
    kind = _kind(app, request.endpoint)
    if kind is None:
        log.error("The view %s does not name its kind of viewer.", request.endpoint)
        raise Refusal(500)
    return admit(kind) if admit else None


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)  # a drawing has a stricter policy of its own
    if request.endpoint not in STATIC or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    elif "v" in request.args or response.cache_control.immutable:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response.headers["Cache-Control"] = "no-cache"
    return response


def _error_response(render: Render, spoken: Mapping[type[Exception], int], error: Exception) -> ResponseReturnValue:
    if isinstance(error, HTTPException) and (error.response or (error.code or 500) < 400):
        return error
    status = next((status for kind, status in spoken.items() if isinstance(error, kind)), None)
    refusal = Refusal(status, _said(error)) if status else _as_refusal(error)
    response = _answer(render, refusal)
    response.status_code = refusal.status
    response.headers.update(refusal.headers)
    return response


def _said(error: Exception) -> str:
    """Return an exception's sentence as it can be worded again; ``str`` would keep its English alone."""
    return error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else str(error)


def _as_refusal(error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if isinstance(error, MethodNotAllowed):
        return Refusal(405, headers={"Allow": ", ".join(sorted(error.valid_methods or ()))})
    if isinstance(error, HTTPException):
        return Refusal(error.code or 500)
    log.error("%s in %s. %s", type(error).__name__, request.endpoint, whereabouts(error))
    return Refusal(500)


def _answer(render: Render, refusal: Refusal) -> Response:
    kinds = ["text/html", "application/json", "text/plain"]
    kind = request.accept_mimetypes.best_match(kinds, default="text/plain")
    if kind == "application/json":
        return jsonify(status=refusal.status, sentence=refusal.sentence, next=refusal.next_step)
    if kind == "text/html":
        try:
            return Response(render(refusal.status, refusal.sentence, refusal.next_step), mimetype="text/html")
        except Exception as error:
            log.error("%s while drawing a message. %s", type(error).__name__, whereabouts(error))
    return Response(f"{refusal.sentence} {refusal.next_step}\n", mimetype="text/plain")


def _plain_page(status: int, sentence: str, next_step: str) -> str:
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(sentence)}</title></head>'
    text = f'<h1>{escape(sentence)}</h1><p>{escape(next_step)} <a href="/">Start page</a></p>'
    return f"{head}<body>{text}</body></html>"
