"""Which of the dear tests run in a check: one share of four, which the state of the code itself chooses.

A few dozen files take most of a check: browsers, started programs, whole games. Of each of them a quarter of the tests
runs in one check. The share follows from what the files say, so a state of the code has always the same one, here and
elsewhere; each change draws anew, so a dear test is asked in one landing of four, by chance and not in turn: one in
eighteen is not asked in ten. With ``--weigh`` and ``--full``, and where tests are named, none waits.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from zlib import crc32

SHARES = 4
DEAR = Path(__file__).with_name("dear.json")  # processor seconds by file: python tests/check.py --weigh
WORTH_A_SHARE = 0.003  # of a whole run
ALWAYS = ("tests/contract/test_cases.py",)  # other people's cases
PLACES = ("referee", "templates", "static", "tests")


def share_of(root: Path) -> int:
    """Return the share of this state of the code, 0 to 3."""
    found = sha256()
    for place in PLACES:
        for file in sorted((root / place).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(f"{file.relative_to(root).as_posix()}\n".encode() + file.read_bytes())
    return int.from_bytes(found.digest()[:4]) % SHARES


def dear() -> frozenset[str]:
    return frozenset(json.loads(DEAR.read_text()))


def waiting(names: Iterable[str], share: int, dear: frozenset[str]) -> set[str]:
    """Return the tests that wait for another state; a file's are dealt out one by one, to each share as many."""
    met, found = Counter[str](), set[str]()
    for name in names:
        file = name.partition("::")[0]
        if file in dear:
            if (met[file] + crc32(file.encode())) % SHARES != share:
                found.add(name)
            met[file] += 1
    return found


def weigh(spent: Mapping[str, float]) -> None:
    """Write down which files are dear, from what each file has cost in a run in which none waited."""
    least = WORTH_A_SHARE * sum(spent.values())
    kept = {name: round(spent[name]) for name in sorted(spent) if "/" in name and spent[name] > least}
    DEAR.write_text(json.dumps({name: kept[name] for name in kept if name not in ALWAYS}, indent=1) + "\n")
