"""4.03: random games with skill cards are audited: cards, spice, forces and leaders add up, and so do the skills."""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.common.factions import FACTIONS
from referee.modules.leader_skills import CARDS, choosing, deck
from referee.modules.leader_skills.dealing import DealSkills, KeepSkill, leaders_for
from referee.modules.leader_skills.mentats_question import NameWeapon, asker, weapons
from referee.modules.leader_skills.skill_with_leader import Skills
from referee.offers.offer import halted
from tests.kit import Fighters

GAMES = int(os.environ.get("REFEREE_GAMES", "6"))


class SkilledFighters(Fighters):
    """Random players who have skills from the start."""

    def begin(self) -> None:
        self.must(DealSkills())
        for seat in list(choosing(self.truth)):
            cards = deck(self.truth).dealt[seat]
            self.must(
                KeepSkill(seat, str(self.random.choice(cards)), self.random.choice(leaders_for(self.truth, seat)))
            )

    def speak(self) -> None:
        """Ask what a Mentat asks first, and show the card."""
        if seat := asker(self.public):
            self.must(NameWeapon(seat, self.random.choice(["", *weapons(self.public)])))
        while halted(self.public):
            self.something()
        super().speak()

    def audit(self) -> None:
        super().audit()
        made = deck(self.truth)
        if made.begun:
            lying = [one.card for one in self.truth.state(Skills).of.values()]
            dealt = [card for cards in made.dealt.values() for card in cards]
            assert sorted(map(str, (*made.pile, *lying, *dealt))) == sorted(CARDS)


@pytest.mark.parametrize("seed", range(GAMES))
def test_4_03_random_games_with_skill_cards_add_up(seed: int) -> None:
    seats = Random(seed).sample(list(FACTIONS), 6)
    game = SkilledFighters(seed, seats, "advanced", (("M3", "on"), ("P7", "with")))
    game.begin()
    game.play(3, 25)
    assert deck(game.truth).begun
