"""How well the end of an evening is forecast: ``python -m tests.tools.evenings [evenings [turns [seed]]]`` measures it.

Whole games are played by random players, whose every act comes after a gap as people make it: players of their own
speed, table talk at each phase, a Nexus that is argued about, battles, a slow first turn, tired or hurried last ones,
fetched drinks, and an evening's mood. A turn of six lasts about 35 minutes, as in the World Boardgaming Championships
(boardgamers.org, yearbook 2023). None of that has the form of the forecast. Each evening is left out in its turn: what
was usual before comes from others; with a second number, all end after so many turns, with a third, the first evening
is that of this seed: the forecast was tuned on some of the first forty. Printed are errors of the
forecast end of the last turn that was played, by how many turns had been played, how often the end lay within four
fifths, and how often the last turn that fits was right.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import exp
from random import Random
from statistics import median

from referee.common.turn import COACH_LINES, PHASES
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, Command, setting
from referee.phases.battle.events import BattleJudged
from referee.phases.mentat.victory import CheckVictory
from referee.running.outcome import Outcome
from referee.turn.next_phase import GoTo
from referee.turn.on_time.earlier import spans_of
from referee.turn.on_time.forecast import FOUR_IN_FIVE, EveningPlayed, forecast, usual
from tests.kit import SIX, Players

TALK = {"spice_blow": 40, "bidding": 150, "revival": 30, "shipment": 240, "battle": 60}  # seconds, for all together
THINKS = {"bidding": 6, "shipment": 35, "battle": 30, "revival": 10}  # seconds before an act, of a player
SHARE = {"bidding": 4, "shipment": 2, "battle": 2, "revival": 1}  # acts of each that random players leave out
LEARNED = 8  # evenings
LONGEST, LONG = 8, 5  # turns of the longest evening, and of one that is long enough to be forecast after its fourth
AIMS = (20.0, 0.8)  # minutes, and how often the error after turn 3 is below them


class Table(Players):
    """Random players at a table where time passes as among people."""

    def __init__(self, seed: int) -> None:
        self.mood = Random(seed)
        self.at, self.turns = 1_700_000_000_000, 6 + seed % 3
        self.seats = list(SIX)[: self.mood.choice((4, 5, 6, 6))]
        self.speed = {seat: exp(self.mood.gauss(0, 0.35)) for seat in self.seats}
        self.pace = exp(self.mood.gauss(-0.2, 0.2))
        super().__init__(seed, self.seats, "advanced")
        self.sitting.now = lambda: self.at

    def audit(self) -> None:
        """Count nothing: other tests do."""

    def wait(self, seconds: float) -> None:
        self.at += round(1000 * seconds * self.pace * exp(self.mood.gauss(-0.2, 0.6)))

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Send a command after a gap; nobody checks for victory, so that each evening lasts its turns."""
        if isinstance(command, CheckVictory):
            return Outcome(False)
        if hasattr(self, "speed"):
            self.wait(THINKS.get(self.public.phase, 4) * self.speed.get(who, 0.5))
        outcome = super().try_it(command, who)
        if isinstance(command, GoTo) and outcome.done:
            self.talk(command.phase)
        if any(isinstance(event, BattleJudged) for event in outcome.events):
            self.wait(120)
        return outcome

    def talk(self, phase: str) -> None:
        """Let the table do in a phase what random players leave out, each thing a public act of its own."""
        slow = 1.3 if self.public.turn == 1 else 0.9 if self.public.turn > 5 else 1.0
        spent = [TALK.get(phase, 25) * slow / 3] * 3
        spent += [THINKS.get(phase, 4) * slow * self.speed[seat] for seat in self.seats] * SHARE.get(phase, 1)
        spent += [100] * 3 * (phase == "spice_blow" and self.mood.random() < 0.3)
        spent += [self.mood.randrange(180, 840) / self.pace] * (self.mood.random() < 0.03)
        for seconds in spent:
            self.wait(seconds)
            hints = "off" if setting(self.public, COACH_LINES) == "on" else "on"
            self.sitting.act(ChangeOption(COACH_LINES.key, hints), PUBLIC)

    def evening(self, most: int) -> EveningPlayed:
        """Play the turns that were agreed, at most so many, and on to the next storm, which ends the last pause."""
        self.play(min(self.turns, most), 4)
        self.enter(PHASES[0])
        return EveningPlayed(len(self.seats), spans_of(self.public.log))


def played(seed: int, most: int) -> EveningPlayed:
    """Return the first evening from a seed on that was long enough to be forecast."""
    for further in range(100):
        evening = Table(1000 * seed + further).evening(most)
        if max((span.turn for span in evening.spans if span.phase == PHASES[-1]), default=0) >= min(most, LONG):
            return evening
    raise AssertionError("no long evening")


@dataclass(frozen=True)
class Miss:
    """The error of one forecast in minutes, whether the end lay within four fifths, and which turn was said to fit."""

    minutes: float
    within: bool
    turns: int


def miss(evening: EveningPlayed, others: list[EveningPlayed], after: int) -> Miss:
    """Return how far the forecast at the end of a turn was from how it went."""
    last = max(span.turn for span in evening.spans if span.phase == PHASES[-1])
    before = [span for span in evening.spans if span.turn <= after]
    rest = sum(span.ms for span in evening.spans if after < span.turn <= last) / 60_000
    seen = forecast(usual(evening.players, others[:LEARNED]), before, after + 1, PHASES[0])
    mean, deviation = seen.to_the_end(last)
    return Miss(mean - rest, abs(mean - rest) <= FOUR_IN_FIVE * deviation, seen.fits(rest + 10, 20) - last)


def measured(evenings: list[EveningPlayed], after: int, *, learned: bool = True) -> list[Miss]:
    found = []
    for n, evening in enumerate(evenings):
        others = evenings[n + 1 :] + evenings[:n] if learned else []
        if max(span.turn for span in evening.spans if span.phase == PHASES[-1]) > after:
            found.append(miss(evening, others, after))
    return found


def main(words: list[str]) -> int:
    many, most, first, *_ = *map(int, words), *(40, LONGEST, 0)[len(words) :]
    evenings = [played(seed, most) for seed in range(first, first + many)]
    hours = [sum(span.ms for span in one.spans) / 3_600_000 for one in evenings]
    turns = [len({span.turn for span in one.spans}) for one in evenings]
    each = 60 * sum(hours) / sum(turns)
    print(f"{len(evenings)} evenings of {min(hours):.1f} to {max(hours):.1f} hours, {each:.0f} min a turn")
    print("after turn   evenings  median error  below 20 min  within 4 of 5  turn right  one off")
    aim = 0.0
    for after, learned in ((0, False), (0, True), (1, True), (2, True), (3, True), (3, False), (4, True)):
        if not (found := measured(evenings, after, learned=learned)):
            continue
        errors = [abs(one.minutes) for one in found]
        below = sum(error < AIMS[0] for error in errors) / len(found)
        aim = below if (after, learned) == (3, True) else aim
        within = sum(one.within for one in found) / len(found)
        right, off = (sum(abs(one.turns) <= n for one in found) / len(found) for n in (0, 1))
        name = f"{after}{'' if learned else ', no evening before'}"
        print(
            f"{name:22} {len(found):3} {median(errors):9.1f} min {below:11.0%} {within:13.0%} {right:11.0%} {off:9.0%}"
        )
    return 0 if aim >= AIMS[1] or len(evenings) < 10 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
