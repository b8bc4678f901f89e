"""What lines are about, as vectors: near one another where two lines mean alike and share no word.

`vectors.bin` holds a vector for each of 20,000 English words and for the names of this game, the longer the more a word
says, packed into 49 bytes; VECTORS.md names the source and how they were trained. The vector of a line is the sum of
its words' vectors, brought to one length, and that of an answer the centre of its lines. A name that the file lacks, as
one of a house rule, gets a direction of its own, drawn from its letters. Everything is a whole number, so that every
machine writes the same index.
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
STEPS, MIDDLE = 16, 8  # of a packed number, and which of them is 0
SCALES = range(1, 4 * MOST // (MIDDLE - 1) + 2)  # in quarters
PACKED = 1 + SIZE // 2  # bytes of a packed vector
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
    return () if at is None else unpacked(vectors[at * PACKED : (at + 1) * PACKED])


def packed(vector: Sequence[int]) -> bytes:
    """Return a vector in few bytes: the scale that fits it best, then two of its numbers in each, one of each half."""

    def steps(scale: int) -> list[int]:
        return [max(1 - MIDDLE, min(MIDDLE - 1, round(4 * number / scale))) for number in vector]

    def error(scale: int) -> int:
        return sum((number - (scale * step + 2 >> 2)) ** 2 for number, step in zip(vector, steps(scale), strict=True))

    best = min(SCALES, key=error)
    numbers = [MIDDLE + step for step in steps(best)]
    pairs = zip(numbers[: SIZE // 2], numbers[SIZE // 2 :], strict=True)
    return bytes([best, *(STEPS * high + low for high, low in pairs)])


def unpacked(vector: bytes) -> list[int]:
    high, low = _numbers(vector[0])
    return array("b", vector[1:].translate(high) + vector[1:].translate(low)).tolist()


@cache
def _numbers(scale: int) -> tuple[bytes, bytes]:
    """Return what each packed byte stands for at this scale, in the first and in the second half of a vector."""
    numbers = [max(-MOST, min(MOST, scale * (step - MIDDLE) + 2 >> 2)) & 255 for step in range(STEPS)]
    return bytes(numbers[byte // STEPS] for byte in range(256)), bytes(numbers[byte % STEPS] for byte in range(256))


@lru_cache(maxsize=1024)
def _name(name: str) -> Sequence[int]:
    if known := _word(NAMED + name):
        return known
    drawn = int.from_bytes(sha256(name.encode()).digest(), "big")
    part = NAME // isqrt(SIZE)
    return [part if drawn >> bit & 1 else -part for bit in range(SIZE)]


@cache
def _vectors() -> tuple[dict[str, int], bytes]:
    """Where each word stands, and all vectors; read when a line is first wanted."""
    words, _, vectors = VECTORS.read_bytes().partition(b"\n\n")
    return {word: at for at, word in enumerate(words.decode().split("\n"))}, vectors
