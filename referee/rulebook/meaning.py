"""What lines are about, as vectors: near one another where two lines mean alike and share no word.

`vectors.bin` holds a vector for each of 20,000 English words and for the names of this game, the longer the more a word
says; VECTORS.md names the source and how they were trained. The vector of a line is the sum of its words' vectors,
brought to one length, and that of an answer the centre of its lines. A name that the file lacks, as one of a house
rule, gets a direction of its own, drawn from its letters. Everything is a whole number, so that every machine writes
the same index.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from math import isqrt
from operator import mul
from pathlib import Path

VECTORS = Path(__file__).parent / "vectors.bin"
SIZE, ONE, NAME = 96, 256, 96  # dimensions; the length of a line's vector, and of a drawn name's
MOST = 127  # of a number of a byte
NAMED = "="  # before a name of the game in the file


def line_vector(words: Iterable[str], names: Iterable[str]) -> "array[int]":
    """The vector of a line, from its English words and its names of the game; zeros if none is known."""
    return centre([*map(_word, words), *map(_name, names)])


def centre(vectors: Iterable[Sequence[int]]) -> "array[int]":
    """The sum of vectors, brought to one length."""
    total = list(map(sum, zip(*filter(None, vectors), strict=True))) or [0] * SIZE
    length = isqrt(sum(map(mul, total, total))) or 1
    parts = [ONE * part // length for part in total]
    if max(parts) > MOST or min(parts) < -MOST:
        parts = [max(-MOST, min(MOST, part)) for part in parts]
    return array("b", parts)


def nearness(asked: Sequence[int], answers: "array[int]") -> list[float]:
    """How near a question is to each answer of a rule, 1 at most."""
    near = (sum(map(mul, asked, answers[at : at + SIZE])) for at in range(0, len(answers), SIZE))
    return [product / ONE**2 for product in near]


@lru_cache(maxsize=4096)
def _word(word: str) -> Sequence[int]:
    places, vectors = _vectors()
    at = places.get(word)
    return () if at is None else vectors[at * SIZE : (at + 1) * SIZE].tolist()


@lru_cache(maxsize=1024)
def _name(name: str) -> Sequence[int]:
    if known := _word(NAMED + name):
        return known
    drawn = int.from_bytes(sha256(name.encode()).digest(), "big")
    part = NAME // isqrt(SIZE)
    return [part if drawn >> bit & 1 else -part for bit in range(SIZE)]


@cache
def _vectors() -> tuple[dict[str, int], memoryview]:
    """Where each word stands, and all vectors; read when a line is first wanted."""
    words, _, vectors = VECTORS.read_bytes().partition(b"\n\n")
    return {word: at for at, word in enumerate(words.decode().split("\n"))}, memoryview(vectors).cast("b")
