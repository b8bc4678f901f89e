"""Print how much each language has, and what is outside the door: ``python -m tests.languages [--write] [room]``.

``--write`` pins how many sentences of each room are outside.
"""

import sys
from collections import Counter

import referee.kernel.discover  # noqa: F401
from referee.languages.catalogue import files, read
from tests.kit import ROOT
from tests.languages.collect import collected, folder

HEAD = '"""How many sentences of each room are glued from parts, outside the door: a number may only fall."""'

if __name__ == "__main__":
    wanted, outside = collected()
    room = next((one for one in sys.argv[1:] if not one.startswith("-")), "")
    keys = {(one.context, one.words) for one in wanted if one.place.startswith(room)}
    for code in files():
        print(f"{code}: {len(keys & read(code).said.keys())} of {len(keys)} sentences")
    counted = sorted(Counter(folder(one.place) for one in outside if one.place.startswith(room)).items())
    print(f"outside the door: {sum(number for _, number in counted)} sentences")
    if room:
        print(*(f"{one.place}\t{one.words}" for one in outside if one.place.startswith(room)), sep="\n")
    elif "--write" in sys.argv:
        lines = "".join(f'    "{place}": {number},\n' for place, number in counted)
        (ROOT / "tests/languages/pinned.py").write_text(f"{HEAD}\n\nOUTSIDE = {{\n{lines}}}\n", "utf-8")
    else:
        print(*(f"{number:5} in {place}" for place, number in counted), sep="\n")
