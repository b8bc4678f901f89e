"""What is due and passed over, in random games of all boxes: the act that took it away says what holds now."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from referee.agreements.alliances import EndNexus
from referee.board.forces import is_kept
from referee.board.standing import holdings
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS, named
from referee.common.turn import by_hand
from referee.kernel import PUBLIC, Command, ask
from referee.offers.offer import Duty, HeadCount, halted
from referee.offers.waiting import due
from referee.offers.what_now import LeftOver, left_over, passed_over
from referee.running.outcome import Outcome
from referee.turn.next_phase import GoTo, onward
from tests.kit import Rooms, seeds

GAMES, SEATS = 4, 7


class PassedOver(Rooms):
    """A game that remembers what vanished without a word."""

    found = 0
    mute: list[tuple[str, str]]
    light: set[tuple[str, str]]

    def due(self) -> Iterator[tuple[str, str, tuple[type[Command], ...]]]:
        """Yield what everybody sees is lost, held up or waited for: whose, by which rule, and what does it."""
        if by_hand(self.public):
            return
        for one in due(self.public):
            if isinstance(one, HeadCount) and one.undone and one.done < one.of:
                yield "", one.rule, ()
            elif isinstance(one, Duty) and not one.secret and (one.holds or one.loses or one.halts or one.passed):
                yield one.seat, one.rule, one.by
        for left in ask(self.public, LeftOver()).value:
            if left.holds_up or left.loses or left.waits:
                yield "", left.rule, ()

    def lost_by_a_tap(self) -> Iterator[tuple[str, str]]:
        """Yield what the plain button to the next phase would pass over, though somebody is waited for or loses it."""
        offer = onward(self.public)
        tracked = any(is_kept(self.public, seat) for seat in self.public.seats)  # else the table tells what it likes
        known = self.public.phase != "mentat_pause" or holdings(self.public).held
        if offer.command is not GoTo or offer.sure or not (tracked and known):
            return
        waited_for = {one.rule for one in left_over(self.public) if one.waits}
        waited_for |= {one.rule for one in due(self.public) if isinstance(one, Duty) and not (one.free or one.secret)}
        for event in passed_over(self.public, dict(offer.fixed)["phase"]):
            if waited_for.intersection(event.rules()):
                yield self.public.phase, event.sentence(named)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        self.light.update(self.lost_by_a_tap())
        before, heard = [*self.due()], len(self.public.log)
        outcome = super().try_it(command, who)
        told = {rule for one in self.public.log[heard:] if one.event.sentence(named) for rule in one.event.rules()}
        left = {(seat, rule) for seat, rule, _ in self.due()}
        went_on = outcome.done and not halted(self.public)  # during a halt the rest waits and is not passed over
        for seat, rule, by in before if went_on else ():
            if (seat, rule) not in left and not isinstance(command, by):
                self.found += 1
                heard_of = rule in told if isinstance(command, (GoTo, EndNexus)) else told
                self.mute += [] if heard_of else [(rule, type(command).__name__)]
        return outcome


@pytest.mark.parametrize("seed", seeds(range(GAMES), daily=2))
def test_4_97_03_whatever_is_passed_over_leaves_a_line_with_its_rule(seed: int) -> None:
    dice = random.Random(f"passed {seed}")
    chosen = tuple((one.key, one.value) for one in MODULES.values() if dice.random() < 0.6)
    seats = dice.sample(sorted(FACTIONS), SEATS)
    PassedOver.mute, PassedOver.light = [], set()
    game = PassedOver(seed, seats, "advanced" if seed % 4 else "basic", chosen)
    game.play(2, 8)
    assert game.found and not game.mute and not game.light
