"""What a person sees in the terminal: colors, pages, and how far a long piece of work has come.

Into a file or another program goes the plain answer and nothing else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")


def person_reads() -> bool:
    """Say whether the answer goes to a terminal."""
    return sys.stdout.isatty()


def paged(shown: RenderableType) -> None:
    """Print it, page by page where a person reads and it is long."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.print(shown)
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
