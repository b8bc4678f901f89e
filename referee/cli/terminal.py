"""What a person sees in the terminal: colors, pages, and how far a long piece of work has come.

Into a file or another program goes the plain answer and nothing else.
"""

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
    """Show by its number whatever could steer a terminal or turn a line around; phones may send any letter."""
    return UNTAMED.sub(lambda found: f"<U+{ord(found[0]):04X}>", words)


def tame_json(line: str) -> str:
    """Write such letters in a line of JSON as JSON writes them in plain letters."""
    return UNTAMED.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def person_reads() -> bool:
    """Say whether the answer goes to a terminal."""
    return sys.stdout.isatty()


def paged(shown: RenderableType) -> None:
    """Print it, page by page if a person reads and it is long."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        with console.capture() as plain:  # the console itself would end the program when a pipe is closed
            console.print(shown)
        print(plain.get(), end="")
        return
    os.environ.setdefault("LESS", "FRX")  # leave at once when all fits on the screen, keep the colors
    with console.pager(styles=sys.platform != "win32"):
        console.print(shown)


def counted(items: Iterable[T], doing: str) -> Iterable[T]:
    """Pass the items on, and show a waiting person how many have passed; results must not go to that terminal."""
    if not sys.stderr.isatty() or person_reads():
        return items
    return working(items, doing)


def working(items: Iterable[T], doing: str) -> Iterable[T]:
    """Pass the items on, and show a waiting person how many of them are done."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, f"{doing} …", console=Console(stderr=True), transient=True)
