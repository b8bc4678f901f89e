"""How long each lesson takes: ``python -m tests.lessons`` prints moments, words, taps and minutes by faction.

The closing page, which tells all powers of the faction, is read like the moments.

Words are read at 200 a minute. A tap takes three seconds: one for each field of what is asked for, one to send it,
one behind the shield where it is asked there, one to answer the question, one to go on.
"""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache

from referee.common.factions import FACTIONS
from referee.lessons.at_the_table import Laid
from referee.lessons.lesson import Exercise, learners, lesson, powers_of
from referee.offers.offer import secret_offers

WORDS_A_MINUTE, SECONDS_A_TAP = 200, 3
AROUND = 2  # taps: answer its question, go on


def words_of(laid: Laid, moment: Exercise) -> int:
    """Return the words that are read: title, task, what came of it, why, question and answer. It is done by that."""
    came = laid.tapped(laid.tap)
    read = (moment.title, moment.task, *came.lines, moment.why, moment.question, moment.answer)
    return sum(map(counted, read))


def taps_of(laid: Laid, seat: str) -> int:
    """Return the taps of a moment that is laid and not done yet."""
    chosen = [one for one in fields(laid.tap) if one.name != "seat" and getattr(laid.tap, one.name) != one.default]
    hidden = not laid.tap.own_form and any(
        one.command is type(laid.tap) for one in secret_offers(laid.sitting.screen(seat), seat)
    )
    own = laid.tap.own_form and type(laid.tap).__name__ == "LockPlan"
    return AROUND + 1 + len(chosen) + (hidden or own)


def counted(words: str) -> int:
    return len(re.findall(r"[\w']+", words))


@cache
def words_and_taps(seat: str) -> tuple[int, int]:
    """Return what is read and what is tapped in the lesson of a faction, each moment laid once."""
    powers = powers_of(lesson(seat))
    asked = [one.told for power in powers for one in power.questions]
    words = sum(counted(said) for said in (*asked, *(said for one in powers for said in (one.title, *one.says))))
    taps = len(asked)
    for moment in lesson(seat).moments:
        laid = Laid(seat, moment)
        taps += taps_of(laid, seat)
        words += words_of(laid, moment)
    return words, taps


def minutes(seat: str) -> float:
    """Return how long the lesson of a faction takes."""
    words, taps = words_and_taps(seat)
    return words / WORDS_A_MINUTE + taps * SECONDS_A_TAP / 60


def main() -> None:
    print(f"{'faction':<16}{'moments':>8}{'own':>5}{'words':>7}{'taps':>6}{'minutes':>9}")
    for seat, faction in ((seat, FACTIONS[seat]) for seat in learners()):
        made = lesson(seat)
        words, taps = words_and_taps(seat)
        print(f"{faction.name:<16}{len(made.moments):>8}{made.own:>5}{words:>7}{taps:>6}{minutes(seat):>9.1f}")


if __name__ == "__main__":
    main()
