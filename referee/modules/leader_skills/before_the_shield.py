"""In front of the shield or behind it: who cannot be in the plan, and which of a card's two effects holds.

In front, leader and card work for the other leaders, and everybody sees that this leader does not fight. Behind, they
work only if this leader fights. After the battle survivors come back to the front.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.holdings.leaders import among
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, adds, after, ruling, say
from referee.modules.leader_skills import CARDS, SkillPlaced
from referee.modules.leader_skills.skill_with_leader import Skill, Skills, open_skill, skill_with, skills_of
from referee.offers.offer import TABLE, BehindShield, Kept, Offer, Offers
from referee.phases.battle.allowed_plans import MoreObjections
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.before_the_plans import Forbidden
from referee.phases.battle.events import BattleCancelled, BattleEnded
from referee.phases.battle.live_battle import OPEN, battle_now, running
from referee.phases.battle.two_sides import At, Battle, Side

RULE, EFFECTS = "4.03.03", "4.03.04"


def own_skill(table: Table, seat: str) -> Skill | None:
    """Return the card with one of a faction's own leaders."""
    return next((skill for skill in skills_of(table, seat) if skill.own), None)


def open_card(table: Table, side: Side, card: str) -> bool:
    """Return True if this card lies in front of a side's shield, so that its first effect works."""
    lying = open_skill(table, side.faction)
    return lying is not None and lying.card == card


def fights_as(table: Table, battle: Battle, at: At) -> str:
    """Return the card that lies with the leader in a plan, "" for none."""
    leader = battle.side(at).leader
    lying = skill_with(table, leader.name) if leader else None
    return lying.card if lying and lying.seat == battle.side(at).faction and not lying.front else ""


# -- the act ------------------------------------------------------------------------------------------


class PlaceSkill(SeatCommand, by="both", waits=True):
    """Take the skilled leader and the card behind the shield, or put them back in front."""

    front: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live, lying = battle_now(table), own_skill(table, self.seat)
        if live is None or self.seat not in live.seats:
            yield Objection(RULE, "Only the two players in a battle move their skill cards.", firm=True)
        elif lying is None:
            yield Objection(RULE, say("{seat:The has} no leader with a skill.", seat=named(self.seat)), firm=True)
        elif lying.front == self.front:
            words = (
                say("{leader} lies in front of the shield already.", leader=lying.leader)
                if self.front
                else say("{leader} lies behind the shield already.", leader=lying.leader)
            )
            yield Objection(RULE, words, firm=True)
        elif self.seat in live.plans:
            yield Objection(RULE, "Your plan is locked. Reopen it first.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lying = own_skill(table, self.seat)
        if lying:
            yield SkillPlaced(self.seat, lying.leader, self.front, (RULE,))


@adds(Offers, rule=RULE, phase="battle")
def behind_or_in_front(question: Offers, table: Table) -> Iterable[Offer]:
    live, lying = battle_now(table), own_skill(table, question.seat) if question.seat != TABLE else None
    if live is None or lying is None or any(PlaceSkill(question.seat, not lying.front).objections(table)):
        return
    if not among(lying.leader, free_leaders(table, live, question.seat)):
        return
    label = (
        say("Put {leader} back in front", leader=lying.leader)
        if not lying.front
        else say("Take {leader} behind the shield", leader=lying.leader)
    )
    fixed = (("front", "" if lying.front else "1"),)
    small = say("{card}: in front, {leader} is not in your plan.", card=lying.card, leader=lying.leader)
    yield Offer(PlaceSkill, label, RULE, fixed=fixed, small=small, part="before the plans")


def _in_front(table: Table, seat: str, leader: str) -> bool:
    lying = skill_with(table, leader)
    return lying is not None and lying.front and lying.seat == seat


@adds(MoreObjections, rule=RULE)
def nobody_fights_in_front(question: MoreObjections, table: Table) -> Iterable[Objection]:
    side = question.battle.side(question.at)
    if side.leader and _in_front(table, side.faction, side.leader.name):
        words = say(
            "{leader} lies in front of the shield. Take leader and card behind it first.", leader=side.leader.name
        )
        yield Objection(RULE, words, "LEADER_UNAVAILABLE")


@ruling(Forbidden, rule=RULE, part="leader")
def grayed_in_front(question: Forbidden, table: Table, so_far: str) -> str | None:
    return "in front of your shield" if not so_far and _in_front(table, question.seat, question.value) else None


# -- after the battle ---------------------------------------------------------------------------------


@after(BattleEnded, rule=RULE)
def back_in_front(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    return _survivors(table)


@after(BattleCancelled, rule=RULE)
def canceled_too(event: BattleCancelled, table: Table, chance: Chance) -> Iterable[Event]:
    return _survivors(table)


def _survivors(table: Table) -> Iterable[Event]:
    for skill in list(table.state(Skills).of.values()):
        if skill.own and not skill.front:
            yield SkillPlaced(skill.seat, skill.leader, True, (RULE,))


# -- on screen ----------------------------------------------------------------------------------------


def in_words(one: Skill) -> str:
    of = {"leader": one.leader, "card": one.card}
    if one.front:
        return say("{leader}, {card}", **of)
    return say("{leader}, {card} (behind the shield)", **of) if one.own else say("{leader}, {card} (captive)", **of)


@adds(BehindShield, rule=RULE)
def your_own(question: BehindShield, table: Table) -> Iterable[Kept]:
    for skill in skills_of(table, question.seat):
        words = (in_words(skill),)
        yield Kept(
            skill.card, words, CARDS[skill.card], now=table.phase == "battle", kind="skills", things=(skill.card,)
        )
