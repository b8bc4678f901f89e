"""How long each lesson takes: ``python -m tests.lessons`` prints moments, words, taps and minutes by faction.

Words are read at 200 a minute. A tap takes three seconds: one to open a moment, one for each field of what is
asked for, one to send it, one behind the shield where it is asked there, one to answer the question, one to go on.
"""

from __future__ import annotations

import re
from dataclasses import fields

from referee.common.factions import FACTIONS
from referee.lessons.at_the_table import Laid
from referee.lessons.lesson import Exercise, lesson
from referee.offers.offer import secret_offers

WORDS_A_MINUTE, SECONDS_A_TAP = 200, 3
AROUND = 3  # taps: open the moment, answer its question, go on


def words_of(seat: str, moment: Exercise) -> int:
    """Return the words that are read: title, task, what came of it, why, question and answer."""
    laid = Laid(seat, moment)
    came = laid.tapped(laid.tap)
    read = (moment.title, moment.task, *came.lines, moment.why, moment.question, moment.answer)
    return sum(len(re.findall(r"[\w']+", text)) for text in read)


def taps_of(seat: str, moment: Exercise) -> int:
    laid = Laid(seat, moment)
    chosen = [one for one in fields(laid.tap) if one.name != "seat" and getattr(laid.tap, one.name) != one.default]
    hidden = not laid.tap.own_form and any(
        one.command is type(laid.tap) for one in secret_offers(laid.sitting.screen(seat), seat)
    )
    own = laid.tap.own_form and type(laid.tap).__name__ == "LockPlan"
    return AROUND + 1 + len(chosen) + (hidden or own)


def minutes(seat: str) -> float:
    """Return how long the lesson of a faction takes."""
    made = lesson(seat).moments
    words, taps = sum(words_of(seat, one) for one in made), sum(taps_of(seat, one) for one in made)
    return words / WORDS_A_MINUTE + taps * SECONDS_A_TAP / 60


def main() -> None:
    print(f"{'faction':<16}{'moments':>8}{'own':>5}{'words':>7}{'taps':>6}{'minutes':>9}")
    for seat, faction in FACTIONS.items():
        made = lesson(seat)
        words, taps = (sum(of(seat, one) for one in made.moments) for of in (words_of, taps_of))
        print(f"{faction.name:<16}{len(made.moments):>8}{made.own:>5}{words:>7}{taps:>6}{minutes(seat):>9.1f}")


if __name__ == "__main__":
    main()
