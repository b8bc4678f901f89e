"""How long the turns to come will take, learned from this table's own phases, from earlier evenings before that.

Minutes. Before any evening a turn of six players is taken to last 35 minutes: the mean of the World Boardgaming
Championships over many years (boardgamers.org, yearbook 2023), where five play it in four fifths of that (yearbook
2017). Tonight's phases count against what was expected of them: first all together, for a table is quick or slow as a
whole, then each phase for itself. ``python -m tests.tools.evenings`` prints the error over whole evenings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from referee.common.turn import PHASES
from referee.kernel import Value
from referee.turn.pace import Span

USUAL = {  # minutes of six players
    "storm": 1.5,
    "spice_blow": 3.0,
    "choam_charity": 1.0,
    "bidding": 8.5,
    "revival": 1.5,
    "shipment": 9.5,
    "battle": 8.0,
    "spice_collection": 1.0,
    "mentat_pause": 1.0,
}
SHAPE = (1.35, 1.0, 1.0, 1.0)  # how long turn 1, 2 and 3, 4 and 5, and the later ones last, beside the rest
VARIES = {"bidding": 0.35, "shipment": 0.35, "battle": 0.65}  # standard deviation of one phase, as a share of its mean
VARIES_ELSE = 0.8
PACE_VARIES = 0.15  # of a table before anything is known of it
LEARNS_ALL = 40.0  # minutes of play that weigh as much as what was expected
LEARNS_PHASE = 10.0  # turns
LEARNS_EVENINGS = 6.0  # turns of earlier evenings
LONG, COUNTS = 2.0, 0.25  # beyond twice what was expected of a phase, a minute counts a quarter: drinks were fetched
FOUR_IN_FIVE = 1.28  # standard deviations to either side


class Usual(NamedTuple):
    """Minutes that each phase lasts, and how much longer or shorter some turns are than the rest."""

    minutes: tuple[tuple[str, float], ...]
    shape: tuple[float, ...]

    def of(self, phase: str, turn: int) -> float:
        return dict(self.minutes)[phase] * self.shape[_stretch(turn)]


class EveningPlayed(NamedTuple):
    """An earlier evening on this laptop."""

    players: int
    spans: tuple[Span, ...]


def _size(players: int) -> float:
    """Return how long a turn of so many players lasts, as a share of one of six."""
    return 0.15 + 0.85 * players / 6


def _minutes(spans: Iterable[Span]) -> dict[tuple[int, str], float]:
    found: dict[tuple[int, str], float] = {}
    for turn, phase, ms in spans:
        found[turn, phase] = found.get((turn, phase), 0.0) + ms / 60_000
    return found


def _stretch(turn: int) -> int:
    return min(turn // 2, len(SHAPE) - 1)


def usual(players: int, evenings: Iterable[EveningPlayed] = ()) -> Usual:
    """Return how long phases are expected to last before tonight's game has shown any."""
    size = _size(players)
    total = {phase: LEARNS_EVENINGS * minutes * size for phase, minutes in USUAL.items()}
    weight = dict.fromkeys(USUAL, LEARNS_EVENINGS)
    lasted, due = ([LEARNS_EVENINGS * share * sum(USUAL.values()) for share in shares] for shares in (SHAPE, [1.0] * 4))
    for evening in evenings:
        played = _minutes(evening.spans)
        for (turn, phase), minutes in played.items():
            total[phase] += minutes * size / _size(evening.players)
            weight[phase] += SHAPE[_stretch(turn)]
        turns: dict[int, float] = {}
        for (turn, _), minutes in played.items():
            turns[turn] = turns.get(turn, 0.0) + minutes
        mean = sum(turns.values()) / len(turns)
        for turn, minutes in turns.items():
            lasted[_stretch(turn)] += minutes
            due[_stretch(turn)] += mean
    shape = [spent / expected for spent, expected in zip(lasted, due, strict=True)]
    return Usual(tuple((phase, total[phase] / weight[phase]) for phase in USUAL), tuple(shape))


class Forecast(Value):
    """From the beginning of a phase: minutes of each phase to come, and how sure they are."""

    turn: int
    phase: str
    minutes: Mapping[str, float]
    shape: tuple[float, ...]
    varies: float  # standard deviation of the table's pace, as a share

    def to_the_end(self, last: int) -> tuple[float, float]:
        """Return the mean and the standard deviation of the minutes until turn ``last`` is over."""
        mean = alone = 0.0
        for turn in range(self.turn, last + 1):
            for phase in PHASES[PHASES.index(self.phase) if turn == self.turn else 0 :]:
                minutes = self.minutes[phase] * self.shape[_stretch(turn)]
                mean += minutes
                alone += (VARIES.get(phase, VARIES_ELSE) * minutes) ** 2
        return mean, sqrt(alone + (mean * self.varies) ** 2)

    def each(self) -> float:
        """Return the mean minutes of a whole turn."""
        return sum(self.minutes.values())

    def fits(self, minutes: float, most: int, sure: float = 0.0) -> int:
        """Return the last turn that ends within so many minutes, ``sure`` standard deviations longer than the mean."""
        last = self.turn
        while last < most:
            mean, deviation = self.to_the_end(last + 1)
            if mean + sure * deviation > minutes:
                break
            last += 1
        return last

    def keeps(self, last: int, minutes: float) -> float:
        """Return how many minutes this phase may last if turn ``last`` is to be over in so many."""
        mean, _ = self.to_the_end(last)
        return self.minutes[self.phase] * self.shape[_stretch(self.turn)] * minutes / mean


def forecast(before: Usual, spans: Iterable[Span], turn: int, phase: str) -> Forecast:
    """Return a forecast from what was usual before and the phases played tonight."""
    played = _minutes(spans)
    expected = {(turn, phase): before.of(phase, turn) for turn, phase in played}
    whole = sum(expected.values())
    rate = (LEARNS_ALL + sum(played.values())) / (LEARNS_ALL + whole)
    most = {one: LONG * spent * rate for one, spent in expected.items()}
    played = {one: min(spent, most[one]) + COUNTS * max(0.0, spent - most[one]) for one, spent in played.items()}
    rate = (LEARNS_ALL + sum(played.values())) / (LEARNS_ALL + whole)
    minutes = {}
    for one, usually in before.minutes:
        mean = usually * rate
        own = sum(spent for (_, named), spent in played.items() if named == one)
        due = sum(spent * rate for (_, named), spent in expected.items() if named == one)
        minutes[one] = mean * (LEARNS_PHASE * mean + own) / (LEARNS_PHASE * mean + due)
    return Forecast(turn, phase, minutes, before.shape, PACE_VARIES * sqrt(LEARNS_ALL / (LEARNS_ALL + whole)))
