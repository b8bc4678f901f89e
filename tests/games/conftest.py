"""Whole games borrow the browsers of the browser tests."""

from browser.conftest import chromium, evening  # noqa: F401
