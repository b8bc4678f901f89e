"""Random games full of terror tokens: audited after every act, and nobody learns a token before it is revealed."""

from __future__ import annotations

import os
import random
from collections import Counter

from referee.factions.moritani import ME
from referee.factions.moritani.terror import (
    PlaceTerror,
    TerrorPlaced,
    TerrorRevealed,
    may_be_in_supply,
    open_places,
    terror,
)
from referee.kernel import PUBLIC, known
from referee.offers.offer import halted, offers, secret_offers
from referee.phases.shipment.shipping import Send, Ship
from tests.promises.test_p12_conservation import OnTheMap

GAMES = int(os.environ.get("REFEREE_GAMES", "12"))
OTHERS = ("emperor", "fremen", "bene_gesserit", "harkonnen", "richese", "tleilaxu", "choam", "atreides")


class Terrified(OnTheMap):
    """Players who ship into strongholds, where Moritani place tokens whenever they may."""

    def enter(self, phase: str) -> None:
        super().enter(phase)
        if phase == "mentat_pause" and (kinds := may_be_in_supply(self.truth)) and (free := open_places(self.truth)):
            self.try_it(PlaceTerror(ME, self.random.choice(free), self.random.choice(kinds)), ME)
            self.close()

    def travel(self, seat: str) -> None:
        for place in ("Arrakeen", "Carthag", "Sietch Tabr", "Tuek's Sietch", "Habbanya Sietch"):
            if self.try_it(self.random.choice((Ship, Send))(seat, self.random.randint(1, 3), place), seat).done:
                self.close()
            for _ in range(500):
                if not halted(self.public):
                    break
                self.answer()
                self.something()
                self.decide()
            assert not halted(self.public), "nobody can answer"

    def decide(self) -> None:
        """Press a button of what everybody waits for."""
        if (due := halted(self.public)) is not None:
            shown = (*offers(self.public, due.seat), *secret_offers(self.sitting.screen(due.seat), due.seat))
            if by := [one for one in shown if one.command in due.by]:
                self.press(self.random.choice(by), due.seat)

    def audit(self) -> None:
        """Assert that a token is face down for everybody but Moritani."""
        super().audit()
        for viewer in (PUBLIC, *self.public.seats):
            if viewer != ME and self.random.random() < 0.1:
                table = self.sitting.screen(viewer)
                assert not any(known(one) for tokens in terror(table).at.values() for one in tokens)


def test_2_12_05_games_full_of_terror_lose_nothing_and_come_to_an_end() -> None:
    found = Counter[str]()
    for seed in range(4 * GAMES):  # no more than are needed to meet enough
        if found["TerrorPlaced"] > 2 * GAMES and found["TerrorRevealed"] >= GAMES / 2:
            break
        dice = random.Random(seed)
        seats = [ME, *dice.sample(OTHERS, 3)]
        dice.shuffle(seats)
        game = Terrified(seed, seats, dice.choice(["basic", "advanced"]))
        game.play(turns=8, presses=6)
        for heard in game.truth.log:
            found[type(heard.event).__name__] += isinstance(heard.event, (TerrorPlaced, TerrorRevealed))
        game.sitting.journal.close()
    assert found["TerrorPlaced"] > 2 * GAMES and found["TerrorRevealed"] >= GAMES / 2, found
