"""Every way of asking as a question, with its blanks filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from referee.offers.answers import answerers
from referee.rulebook.ways import has_meanings, in_order

BLANKS = ("number", "place", "faction", "leader", "rest", "world", "origin", "card", "elite", "when")
FILLED = dict(
    zip(
        BLANKS,
        ("4", "Arrakeen", "harkonnen", "Stilgar", "karama", "Kaitain", "Carthag", "Lasgun", "Sardaukar", "last turn"),
        strict=True,
    )
)
OTHERS = (
    (
        "1",
        "Sietch Tabr",
        "atreides",
        "Feyd-Rautha",
        "prescience",
        "Giedi Prime",
        "Arrakeen",
        "Hajr",
        "Cyborgs",
        "last round",
    ),
    (
        "40",
        "Polar Sink",
        "bene gesserit",
        "Lady Jessica",
        "traitors",
        "Caladan",
        "Tuek's Sietch",
        "Karama",
        "Fedaykin",
        "previous turn",
    ),
)


def sample(way: str, filled: Mapping[str, str] = FILLED) -> str:
    """Return a question of this way: all that may be left out is there, the first of its alternatives."""
    said = re.sub(r"\[([^\]|]*)(\|[^\]]*)?\]", r"\1", in_order(way) if has_meanings(way) else way)
    said = re.sub(r"\{(\w+)\}", lambda found: filled[found[1]], said)
    return " ".join(word.split("/")[0] for word in said.split())


def samples() -> Iterator[tuple[str, str]]:
    """Yield each question with the name of the answer."""
    for one in answerers():
        for way in one.ways:
            yield sample(way), one.name


def every_question() -> list[str]:
    """Return each way of asking with several things in its blanks."""
    filled = (FILLED, *(dict(zip(BLANKS, other, strict=True)) for other in OTHERS))
    return [*dict.fromkeys(sample(way, made) for one in answerers() for way in one.ways for made in filled)]
