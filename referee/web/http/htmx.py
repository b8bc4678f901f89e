"""What a request of htmx 4 says of itself, beside what flask-htmx knows: it was written for htmx 2."""

from __future__ import annotations

from flask import request
from flask_htmx import HTMX


class Htmx(HTMX):  # type: ignore[misc]
    """True while a request of htmx is answered. An element is named as ``div#id``, or ``div`` where it has no id."""

    @property
    def target(self) -> str:
        """Return the id of the element that the answer goes into, "" if it has none (``HX-Target``)."""
        return request.headers.get("HX-Target", "").partition("#")[2]

    @property
    def source(self) -> str:
        """Return the id of the element that asks, "" if it has none (``HX-Source``)."""
        return request.headers.get("HX-Source", "").partition("#")[2]

    @property
    def whole(self) -> bool:
        """Return True if the answer takes the place of the page (``HX-Request-Type``)."""
        return request.headers.get("HX-Request-Type") == "full"
