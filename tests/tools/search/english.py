"""Make `referee/rulebook/english.txt.gz` again; `referee/rulebook/ENGLISH.md` says how and from what."""

from __future__ import annotations

import gzip
import sys

try:
    from spellchecker import SpellChecker
except ImportError:
    print("Needs pyspellchecker; referee/rulebook/ENGLISH.md says which.", file=sys.stderr)
    sys.exit(2)

from referee.rulebook.index_file import ENGLISH
from referee.rulebook.lexicon import ORDINARY


def main() -> None:
    counted = SpellChecker(language="en").word_frequency.dictionary
    lines = (f"{word} {often}\n" for word, often in sorted(counted.items()) if often >= ORDINARY)
    ENGLISH.write_bytes(gzip.compress("".join(lines).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
