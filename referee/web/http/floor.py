"""The oldest browsers that the pages are made for: phones of 2021.

``tests/floor`` reads every style and script against what they know. A page says it itself where a browser is older
(``templates/base.html``): all of them know ``aspect-ratio``, which came to Safari 15, Chrome 88 and Firefox 89.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Floor(NamedTuple):
    """The lowest version of each browser, on phones and laptops alike."""

    safari: int
    chrome: int
    firefox: int


FLOOR: Final = Floor(safari=15, chrome=90, firefox=91)
