"""Practice in a browser is tried on a program of its own, as other pages are."""

from __future__ import annotations

from tests.browser.conftest import program, tables  # noqa: F401
