"""Print every string that a person can see, one a line with its place: ``python -m tests.words [part of a place]``."""

import sys

from tests.words.collect import collect

if __name__ == "__main__":
    for one in collect(sys.argv[1:]):
        print(f"{one.place}\t{one.kind}\t{one.words}")
