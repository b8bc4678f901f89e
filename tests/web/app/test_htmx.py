"""What a request of htmx 4 says of itself, and what its answer is keyed by."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.web.http.htmx import Htmx
from tests.kit import SCREEN, Evening

app, htmx = Flask(__name__), Htmx()
OWN_KEY = re.compile(r'name="key" value="([^"]+)"')


def test_elements_are_named_by_their_ids() -> None:
    said = {"HX-Request": "true", "HX-Source": "i", "HX-Target": "div#side-box", "HX-Request-Type": "full"}
    with app.test_request_context("/", headers=said):
        assert htmx and (htmx.source, htmx.target, htmx.whole) == ("", "side-box", True)


def test_a_browser_without_htmx_names_none() -> None:
    with app.test_request_context("/"):
        assert not htmx and (htmx.source, htmx.target, htmx.whole) == ("", "", False)


@pytest.mark.parametrize(("path", "keyed"), [("", False), ("more", True), ("options", True)])
def test_a_page_that_says_its_version_is_fetched_without_keys_and_any_other_brings_them(
    auction: Evening, path: str, keyed: bool
) -> None:
    words = auction.host.get(f"/t/{auction.table}/{path}", SCREEN).text
    assert 'name="key"' in words and bool(OWN_KEY.search(words)) is keyed
