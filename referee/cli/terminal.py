"""Output for people at a terminal: colors, a pager and progress. Files and pipes get plain text."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")
UNTAMED = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def tame(words: str) -> str:
    """Escape control and bidirectional characters as <U+XXXX>; phones may send any character."""
    return UNTAMED.sub(lambda match: f"<U+{ord(match[0]):04X}>", words)


def tame_json(line: str) -> str:
    """Escape the same characters in JSON."""
    return UNTAMED.sub(lambda match: f"\\u{ord(match[0]):04x}", line)


def person_reads() -> bool:
    return sys.stdout.isatty()


def paged(shown: RenderableType) -> None:
    """Print, with a pager at a terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        with console.capture() as plain:  # rich would exit on a closed pipe
            console.print(shown)
        print(plain.get(), end="")
        return
    os.environ.setdefault("LESS", "FRX")  # quit if one screen, keep colors
    with console.pager(styles=sys.platform != "win32"):
        console.print(shown)


def counted(items: Iterable[T], doing: str) -> Iterable[T]:
    """Pass items on with a progress bar on stderr, unless results are printed to the terminal."""
    if not sys.stderr.isatty() or person_reads():
        return items
    return working(items, doing)


def working(items: Iterable[T], doing: str) -> Iterable[T]:
    """Pass items on with a progress bar on stderr."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, f"{doing} …", console=Console(stderr=True), transient=True)
