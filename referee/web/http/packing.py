"""Fewer bytes over the Wi-Fi: what can be packed is packed, and what never changes is fetched once.

All static files carry one version in their address, made from what is in them. A browser keeps them for good and asks
again only after an update; pages themselves are never kept. A wheel holds scripts and styles without comments and
spaces; a clone serves them as they are written. A live page's stream is packed as one text, each piece of news pressed
out to its last byte so that none waits in a buffer: most of it stood there before, so a phone's news takes about a
hundred bytes.

How small a page packs depends on what stands in it, and so its length does. That tells nobody anything new: a page
holds what its own viewer may know and nothing else, it is sent to that viewer alone, no other player can put words into
it, and the same bytes always pack to the same bytes. Somebody who counts bytes in the air is beyond what is promised.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, send_from_directory

from referee.web.http.guard import viewer

LEAST_BYTES: Final = 400
PACKED: Final = frozenset(
    {"text/html", "text/css", "text/javascript", "text/plain", "application/json", "image/svg+xml"}
)
STREAM: Final = (4, zlib.DEFLATED, 16 + 14, 6)  # gzip in 98 KB of memory a page; pressed harder it takes twice as long


def install(app: Flask) -> None:
    """Serve static files under their version, and pack what goes out; templates find the address in ``static``."""
    folder = Path(str(app.static_folder))
    current = version_of(folder)
    app.jinja_env.globals["static"] = f"/static/v-{current}"

    @app.get("/static/v-<version>/<path:filename>")
    @viewer("anyone")
    def shelf(version: str, filename: str) -> Response:
        answer = send_from_directory(folder, filename)
        answer.cache_control.immutable = version == current
        return answer

    app.after_request(pack)


def version_of(folder: Path) -> str:
    """Return the version of all files in a folder: another one as soon as any of them differs."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = (part for path in files for part in (path.relative_to(folder).as_posix().encode(), path.read_bytes()))
    return sha256(b"\0".join(parts)).hexdigest()[:10]


def pack(response: Response) -> Response:
    """Pack an answer if the browser can unpack it."""
    if response.status_code == 204 or response.mimetype not in PACKED:
        return response
    if response.is_streamed and not response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.status_code in {206, 304}:
        return response
    still = response.direct_passthrough
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= LEAST_BYTES:
        response.set_data(_once(body) if still else gzip.compress(body, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag:
            response.set_etag(tag, weak=True)
    return response


def pack_news() -> Callable[[bytes], bytes] | None:
    """Return what packs the news of the page that asks, piece by piece; ``None`` if it cannot unpack or says so."""
    if not request.accept_encodings["gzip"] or "plain" in request.args:
        return None
    pressed = zlib.compressobj(*STREAM)
    return lambda words: pressed.compress(words) + pressed.flush(zlib.Z_SYNC_FLUSH)


@lru_cache(maxsize=64)
def _once(body: bytes) -> bytes:
    """Pack a file as small as it gets, once."""
    return gzip.compress(body, 9, mtime=0)
