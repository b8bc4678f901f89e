"""Print every string that a person can see, one a line with its place: ``python -m tests.words [part of a place]``."""

import sys

from tests.words.collect import collect

if __name__ == "__main__":
    wanted = sys.argv[1:]
    for one in collect():
        if not wanted or any(part in one.place for part in wanted):
            print(f"{one.place}\t{one.kind}\t{one.words}")
