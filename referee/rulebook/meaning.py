"""What lines are about, as vectors: near one another where two lines mean alike and share no word.

`vectors.bin` holds a vector for each of 20,000 English words, the longer the rarer the word; VECTORS.md names the
source. The vector of a line is the sum of its words' vectors, brought to one length. A name of this game means nothing
in English: it gets a direction of its own, drawn from its letters. Everything is a whole number, so that every machine
writes the same index.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from math import isqrt
from operator import add, mul
from pathlib import Path

VECTORS = Path(__file__).parent / "vectors.bin"
SIZE, ONE, NAME = 64, 256, 128  # dimensions; the length of a line's vector, and of a name's
ALIKE = 3  # lines of a rule that are compared


def line_vector(words: Iterable[str], names: Iterable[str]) -> "array[int]":
    """The vector of a line, from its English words and its names of the game; zeros if none is known."""
    total = [0] * SIZE
    for vector in (*map(_word, words), *map(_name, names)):
        total = list(map(add, total, vector)) if vector else total
    length = isqrt(sum(map(mul, total, total))) or 1
    return array("b", (max(-127, min(127, ONE * part // length)) for part in total))


def nearest(asked: Sequence[int], lines: "array[int]") -> float:
    """How near a rule is, 1 at most: the mean of its three nearest lines."""
    near = sorted(sum(map(mul, asked, lines[at : at + SIZE])) for at in range(0, len(lines), SIZE))
    return float(sum(near[-ALIKE:]) / ALIKE / ONE**2)


@lru_cache(maxsize=4096)
def _word(word: str) -> Sequence[int]:
    places, vectors = _vectors()
    at = places.get(word)
    return () if at is None else vectors[at * SIZE : (at + 1) * SIZE].tolist()


@lru_cache(maxsize=1024)
def _name(name: str) -> Sequence[int]:
    drawn = int.from_bytes(sha256(name.encode()).digest(), "big")
    part = NAME // isqrt(SIZE)
    return [part if drawn >> bit & 1 else -part for bit in range(SIZE)]


@cache
def _vectors() -> tuple[dict[str, int], memoryview]:
    """Where each word stands, and all vectors; read when a line is first wanted."""
    words, _, vectors = VECTORS.read_bytes().partition(b"\n\n")
    return {word: at for at, word in enumerate(words.decode().split("\n"))}, memoryview(vectors).cast("b")
