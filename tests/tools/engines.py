"""An evening in three engines, compared: ``python -m tests.tools.engines [FOLDER] [NAME ...]``.

Chromium, Firefox and WebKitGTK, as far as they are here, each play on a table screen and on a phone: the start page,
bids, a shield, undo, a program that is killed and comes back, a sale, a phone put away, a plan, a reveal, a verdict.
Then each opens the league, a rematch and the page after a game, makes the picture of the evening, and replays the
file that is kept of it from the disk, as wide as a table screen and as a phone. Printed is what an engine shows
otherwise than Chromium, or complains of; with a FOLDER the pictures of the evening are kept there, for eyes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path

from tests.engines.driven import ALL, NotHere
from tests.engines.evening import TABLES, Two, what_is_kept

ALIKE = 12.0  # mean difference of two pictures, of 255: letters are drawn a little otherwise
EXPECTED = ("Failed to load resource", "net::ERR", "htmx:sse", "htmx:error", "NetworkError", "Load failed", "aborted")
Told = dict[str, str]


def played(name: str) -> tuple[Told, list[str], bytes]:
    """Play and open all of it in one engine; raises ``NotHere``."""
    told, complaints = Told(), list[str]()
    for play, table in TABLES.items():
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            two = Two(name, Path(folder), stack, **table)
            play(two)
            told |= {f"{play.__name__}: {what}": words for what, words in two.told.items()}
            heard = [*two.screen.complaints(), *two.phone.complaints()]
            complaints += [one for one in heard if not any(words in one for words in EXPECTED)]
    with tempfile.TemporaryDirectory() as folder:
        kept, heard, picture = what_is_kept(name, Path(folder))
    return told | kept, complaints + heard, picture


def unlike(told: Told, usual: Told) -> Iterator[str]:
    """Yield each moment that is told otherwise than in the first engine, with what differs.

    What a cut-off screen says changes every few seconds.
    """
    for what in [one for one in dict.fromkeys((*usual, *told)) if "lost-" not in one]:
        here, there = told.get(what, ""), usual.get(what, "")
        if here != there:
            parts = SequenceMatcher(None, there, here, autojunk=False).get_opcodes()
            words = [f"{there[a:b]!r} -> {here[c:d]!r}" for kind, a, b, c, d in parts if kind != "equal"]
            yield f"{what}: {'; '.join(words[:4])}"


def difference(picture: bytes, usual: bytes) -> float:
    """Return the mean difference of two pictures, of 255; 255 where their size differs."""
    from PIL import Image, ImageChops, ImageStat

    one, other = (Image.open(BytesIO(each)).convert("L") for each in (picture, usual))
    return 255.0 if one.size != other.size else float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def main(words: list[str]) -> int:
    folder = Path(words[0]) if words else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    first: tuple[Told, bytes] | None = None
    wrong = 0
    for name in words[1:] or ALL:
        try:
            told, complaints, picture = played(name)
        except NotHere as sentence:
            print(f"{name:9} left out: {sentence}")
            continue
        if folder:
            (folder / f"evening-{name}.png").write_bytes(picture)
        first = first or (told, picture)
        faults = [*unlike(told, first[0]), *(f"complained: {one}" for one in complaints)]
        off = difference(picture, first[1])
        faults += [f"the picture of the evening differs by {off:.1f} of 255"] if off > ALIKE else []
        print(f"{name:9} {len(told)} moments, picture off by {off:.1f} of 255, {len(faults)} wrong", flush=True)
        print(*(f"  {one}" for one in faults), sep="\n", end="\n" * bool(faults))
        wrong += len(faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
