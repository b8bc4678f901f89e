"""What all tests share: the long ones wait to be asked for, and property tests may try the same on every run.

``REFEREE_BROWSER=core``, which the fast check sets, leaves out what is marked long, and says so.

Property tests try something new on every run, which is how they find what nobody thought of. ``REFEREE_SAME=1`` makes
them try the same on every run of the same tests, so that a clean check that was green stays green.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("unhurried", deadline=None)  # a slow machine is no fault of the code
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same" if os.environ.get("REFEREE_SAME") else "unhurried")

LONG = pytest.mark.skip(reason="takes long: python tests/check.py --full")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out the long ones where only the core is wanted."""
    core = os.environ.get("REFEREE_BROWSER") == "core"
    for item in items:
        if core and item.get_closest_marker("long"):
            item.add_marker(LONG)
