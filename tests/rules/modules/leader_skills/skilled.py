"""A table that plays with leader skill cards: who has which is entered, as from printed cards."""

from __future__ import annotations

from typing import Any

from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.dealing import EnterSkill
from referee.modules.leader_skills.mentats_question import NameWeapon, asker
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.verdict import Verdict
from tests.kit import Room

HANDS = {
    "atreides": ("Gom Jabbar/1", "Snooper/1", "Crysknife/1", "Shield/2", "Baliset/1"),
    "harkonnen": ("Chaumurky/1", "Shield/1", "Cheap Hero/1"),
    "fremen": ("Karama/1",),
}


class Skilled(Room):
    def __init__(self, *skills: tuple[str, str, str], **more: Any) -> None:
        """Lay these down: faction, card and leader."""
        super().__init__(**{"hands": HANDS, "M3": "on", **more})
        for seat, card, leader in skills:
            self.do(EnterSkill(seat, card, leader), who="public")

    def verdict(self, one: LockPlan, two: LockPlan, *behind: str) -> Verdict:
        """Fight in Arrakeen, with the skilled leaders of these taken behind the shield."""
        self.begin()
        if seat := asker(self.public):
            self.do(NameWeapon(seat))
        for seat in behind:
            self.do(PlaceSkill(seat))
        self.do(one, two)
        self.answers()
        return self.live.verdict

    def total(self, one: LockPlan, two: LockPlan, *behind: str) -> float:
        """Return the first side's total, Atreides' or Harkonnen's, by the seat of the first plan."""
        self.verdict(one, two, *behind)
        return self.live.totals[one.seat]
