"""Print how much each language has, and what is outside the door: ``python -m tests.languages [--write] [room]``.

``--write`` pins how many sentences of each room are outside, and how many each language leaves in English, and notes
``of`` which English text a rule text is a translation where that is missing: take the line out when you have translated
a text again. It refuses to make a pin
worse, unless ``--because "a reason"`` names why; the reason stands in the file until the next one that is better.

``--draw 600 --seed 1`` prints so many sentences of each language at random instead, for a reader to mark (``draw``).
"""

import json
import sys
from collections import Counter

import referee.kernel.discover  # noqa: F401
from referee.languages.catalogue import files
from referee.rulebook.book import rulebook
from tests.kit import ROOT
from tests.languages import pinned, texts
from tests.languages.collect import collected, folder, in_english, worse
from tests.languages.draw import draw

HEAD = '''"""What may only become better: sentences glued from parts in each room, and those left in English.

Written by ``python -m tests.languages --write``; ``WORSE`` says why one of these was made worse last.
"""'''


def main(words: list[str]) -> int:
    if "--draw" in words:
        return draw(words)
    because = words[words.index("--because") + 1] if "--because" in words[:-1] else ""
    for code in files():
        if "--write" in words:
            texts.note_what_is_new(code)
        for rule in texts.stale(code):
            print(f"{code} {rule}: the English text is another now; translate it again")
    room = next((one for one in words if not one.startswith("-") and one != because), "")
    wanted, outside = collected(room)
    keys = {(one.context, one.words) for one in wanted if one.place.startswith(room)}
    english = in_english(keys)
    counted = dict(sorted(Counter(folder(one.place) for one in outside if one.place.startswith(room)).items()))
    print(
        f"{len(keys)} sentences, {len(rulebook())} rules; in English:",
        *(f"{code}: {many}" for code, many in english.items()),
        sep="\n",
    )
    print(f"outside the door: {sum(counted.values())} sentences")
    if room:
        print(*(f"{one.place}\t{one.words}" for one in outside if one.place.startswith(room)), sep="\n")
    elif "--write" in words:
        found = [*worse(counted, pinned.OUTSIDE), *worse(english, pinned.IN_ENGLISH)]
        if found and not because:
            print("not written; give a reason with --because:", *found, sep="\n")
            return 1
        rooms = "".join(f'    "{place}": {number},\n' for place, number in counted.items())
        each = "".join(f'    "{code}": {number},\n' for code, number in english.items())
        reason = json.dumps(because if found else pinned.WORSE, ensure_ascii=False)
        told = f"OUTSIDE = {{\n{rooms}}}\nIN_ENGLISH = {{\n{each}}}\nWORSE = {reason}\n"
        (ROOT / "tests/languages/pinned.py").write_text(f"{HEAD}\n\n{told}", "utf-8")
    else:
        print(*(f"{number:5} in {place}" for place, number in counted.items()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
