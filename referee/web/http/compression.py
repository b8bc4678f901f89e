"""Compression and caching.

All static files have one version in their URL, a hash of their content; browsers cache them for good, and never cache
pages. Scripts and styles are served without comments and indentation; in a wheel they are minified. Styles have no
cascade layers there (``layers``). A page's event
stream is one gzip stream, flushed after each update; most of an update was in the stream before, so a phone's update
takes about a hundred bytes.

A compressed length depends on content, but reveals nothing: a page holds only what its viewer may know, goes to that
viewer alone, no other player can inject text, and the same bytes compress the same. An eavesdropper who counts bytes is
beyond what is promised.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, send_from_directory

from referee.web.http.guard import viewer
from referee.web.http.layers import flatten

MIN_BYTES: Final = 400
COMPRESSED_TYPES: Final = frozenset(
    {"text/html", "text/css", "text/javascript", "text/plain", "application/json", "image/svg+xml"}
)
OURS: Final = re.compile(r"[\w-]+\.(css|js)")
ABOVE: Final = re.compile(rb"^[ \t]*/\*.*?\*/", re.MULTILINE | re.DOTALL)
BESIDE: Final = re.compile(
    rb" +// .*$", re.MULTILINE
)  # a style has no such comments, nor an address with spaces before it
EDGES: Final = re.compile(rb"^[ \t]+|[ \t]+$", re.MULTILINE)
STREAM: Final = (4, zlib.DEFLATED, 16 + 14, 6)  # gzip in 98 KB per page; a higher level takes twice as long


def install(app: Flask) -> None:
    """Serve static files under their version, and compress responses; templates find the URL in ``static``."""
    folder = Path(str(app.static_folder))
    current = version_of(folder)
    app.jinja_env.globals["static"] = f"/static/v-{current}"

    @app.get("/static/v-<version>/<path:filename>")
    @viewer("anyone")
    def shelf(version: str, filename: str) -> Response:
        answer = send_from_directory(folder, filename)
        if answer.status_code == 200 and OURS.fullmatch(filename):
            answer.direct_passthrough = False
            answer.set_data((lean_style if filename.endswith(".css") else lean)(answer.get_data()))
        answer.cache_control.immutable = version == current
        return answer

    app.after_request(compress)


@lru_cache(maxsize=64)
def lean(text: bytes) -> bytes:
    """Return a script or style without comments and indentation; each line keeps its number."""
    text = ABOVE.sub(lambda comment: b"\n" * comment[0].count(b"\n"), text)
    return EDGES.sub(b"", BESIDE.sub(b"", text))


@lru_cache(maxsize=16)
def lean_style(text: bytes) -> bytes:
    """Return a style without layers, comments and indentation; each line keeps its number."""
    return lean(flatten(text.decode()).encode())


def version_of(folder: Path) -> str:
    """Return a hash of all files in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = (part for path in files for part in (path.relative_to(folder).as_posix().encode(), path.read_bytes()))
    return sha256(b"\0".join(parts)).hexdigest()[:10]


def compress(response: Response) -> Response:
    """Compress a response if the browser accepts gzip and its length may be told."""
    if response.status_code == 204 or response.mimetype not in COMPRESSED_TYPES or response.cache_control.no_transform:
        return response
    if response.is_streamed and not response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.status_code in {206, 304}:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= MIN_BYTES:
        response.set_data(_compress_static(body) if request.endpoint == "shelf" else gzip.compress(body, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag:
            response.set_etag(tag, weak=True)
    return response


def stream_compressor() -> Callable[[bytes], bytes] | None:
    """Return a compressor for the event stream of this request; ``None`` if the browser declines."""
    if not request.accept_encodings["gzip"] or "plain" in request.args:
        return None
    stream = zlib.compressobj(*STREAM)
    return lambda words: stream.compress(words) + stream.flush(zlib.Z_SYNC_FLUSH)


@lru_cache(maxsize=64)
def _compress_static(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
