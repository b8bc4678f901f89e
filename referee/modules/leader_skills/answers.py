"""Answers on leader skills: who has which, and whether the leader may go behind the shield now."""

from __future__ import annotations

from referee.common.boxes import in_play
from referee.kernel import Table, listed, say, together
from referee.modules.leader_skills import RULE, SKILLS
from referee.modules.leader_skills.before_the_shield import RULE as PLACES
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.skill_with_leader import skills_of
from referee.offers.answers import Asked, Reply, answers_if, may

answers = answers_if(
    lambda table: in_play(table, SKILLS), Reply("This table plays without leader skill cards.", (RULE,))
)


def _told(asked: Asked, table: Table, seat: str) -> str:
    held = [
        say("{card} with {leader}, in front of the shield", card=one.card, leader=one.leader)
        if one.front
        else say("{card} with {leader}, behind the shield", card=one.card, leader=one.leader)
        for one in skills_of(table, seat)
    ]
    if not held:
        return say("{seat:The has} no leader skill.", seat=asked.name(seat))
    return say("{seat:The has} {skills}.", seat=asked.name(seat), skills=listed(held))


@answers("who has/have/owns/holds which/what/the/all [leader] skill/skills", "who has/have [leader] skills", rule=RULE)
def who_has_them(asked: Asked, table: Table) -> Reply | None:
    told = [_told(asked, table, seat) for seat in table.seats if skills_of(table, seat)]
    return Reply(together(told) or "Nobody.", (RULE,))


@answers(
    "which/what [leader] skill/skills do/does i/we/{faction} have/has/own",
    "which/what is my [leader] skill",
    rule=RULE,
)
def which_one_has(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    if not seat:
        return None
    return Reply(_told(asked, table, seat), (RULE,))


@answers(
    "may i/we take/put/move/place my [skilled] leader/skill [card] behind/back [my/the] [shield]",
    "may i/we use/play my skilled leader [in] [this|the] [battle]",
    rule=PLACES,
)
def may_it_go_behind(asked: Asked, table: Table) -> Reply | None:
    words = "Then the card works only if this leader fights."
    return may(PlaceSkill(asked.seat), table, words, (PLACES,)) if asked.seat else None
