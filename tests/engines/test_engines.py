"""An evening in browsers that are not Chromium: a table screen and a phone in each.

Bids and a sale, undo, the shield, a phone put away, a program that falls silent and one that is killed; a battle plan
and its verdict; what is kept of an evening. ``python -m tests.tools.engines`` compares them with Chromium.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.engines.driven import ENGINES, NotHere
from tests.engines.evening import TABLES, Two, what_is_kept

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.parametrize("name", sorted(ENGINES))
@pytest.mark.parametrize("played", TABLES, ids=lambda played: played.__name__)
def test_an_evening_goes_as_in_every_browser(name: str, played: Callable[[Two], None], tmp_path: Path) -> None:
    with ExitStack() as stack:
        try:
            two = Two(name, tmp_path, stack, **TABLES[played])
        except NotHere as sentence:
            pytest.skip(str(sentence))
        played(two)


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_the_picture_and_the_file_of_an_evening_open(name: str, tmp_path: Path) -> None:
    try:
        _, complaints, picture = what_is_kept(name, tmp_path)
    except NotHere as sentence:
        pytest.skip(str(sentence))
    assert complaints == [] and picture.startswith(b"\x89PNG")
