"""French spaces: translators write plain ones before ``? ! ; :`` and inside ``« »``, readers get those of the printer.

Such a space is no-break, so that no mark begins a line, and a narrow one before ``? ! ;``.
"""

from __future__ import annotations

import re
from functools import cache

WIDE, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
_WIDE, _NARROW = re.compile(r" (?=[:»])|(?<=«) "), re.compile(r" (?=[?!;])")
_MISSING = re.compile(r"(?<=[^\s:])(?=[:;?!](?:\s|$))|(?<=«)(?=\S)|(?<=\S)(?=»)")


def typeset(code: str, words: str) -> str:
    """Return words of a language with the spaces of its printers."""
    return _NARROW.sub(NARROW, _WIDE.sub(WIDE, words)) if code == "fr" else words


@cache
def spaced(code: str, pattern: str) -> str:
    """Return a pattern of signs and slots alone, "{a}: {b}", as a language writes it."""
    return typeset(code, _MISSING.sub(" ", pattern)) if code == "fr" else pattern
