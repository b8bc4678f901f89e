"""Random games with Ecaz: ambassadors are placed and used, the pair fights, and nothing appears or vanishes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee.agreements.alliances import JoinForces
from referee.board.entries import reaction_now
from referee.factions.ecaz import ME
from referee.factions.ecaz.placing import PlaceAmbassador, free_strongholds
from referee.factions.ecaz.tokens import DOES, ambassadors
from referee.holdings.setup import ChangeOption
from referee.phases.shipment.shipping import Ship
from tests.promises.test_p12_conservation import OnTheMap

OTHERS = ("emperor", "fremen", "richese", "bene_gesserit", "tleilaxu", "atreides", "harkonnen", "choam", "ixian")


class WithEcaz(OnTheMap):
    def enter(self, phase: str) -> None:
        """Make an alliance, place tokens, and have others land where they lie."""
        super().enter(phase)
        ally = self.public.ally(ME)
        if phase == "spice_blow" and not ally:
            self.try_it(JoinForces(ME, self.random.choice([seat for seat in self.public.seats if seat != ME])))
        for _ in range(3 if phase == "revival" else 0):
            held, free = ambassadors(self.truth).supply.faces(), free_strongholds(self.public)
            if held and free:
                self.try_it(PlaceAmbassador(ME, self.random.choice(held), self.random.choice(free)), ME)

    def travel(self, seat: str) -> None:
        """Ship to a stronghold with a token, or to where the ally stands."""
        for place in [*ambassadors(self.public).placed, "Carthag"]:
            self.try_it(Ship(seat, 1, place), seat)
            for _ in range(40):
                if reaction_now(self.public) is None:
                    break
                self.something()
        super().travel(seat)

    def audit(self) -> None:
        """Assert that each token is in one place."""
        super().audit()
        made = ambassadors(self.truth)
        found = Counter([*made.supply.faces(), *made.placed.values(), *made.aside, *made.gone])
        assert set(found) <= set(DOES) and all(many == 1 for many in found.values()), found


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.long)])
def test_2_11_random_games_with_ecaz_keep_every_token_force_card_and_spice(seed: int) -> None:
    dice = random.Random(seed)
    players = WithEcaz(seed, [ME, *dice.sample(OTHERS, 4)], ("basic", "advanced")[seed % 2])
    players.must(ChangeOption("R-spice_blow", "hand"))
    players.play(turns=4, presses=8)
    done = Counter(type(event).__name__ for act in players.sitting.acts() for event in act.events)
    assert done["AmbassadorPlaced"] and done["AmbassadorUsed"] + done["AmbassadorKept"], done
    players.sitting.journal.close()
