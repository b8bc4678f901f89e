"""Answers on leader skills: who has which, and whether the leader may go behind the shield now."""

from __future__ import annotations

from referee.common.boxes import in_play
from referee.kernel import Table, listed, say, together
from referee.modules.leader_skills import RULE, SKILLS, choosing, deck
from referee.modules.leader_skills.before_the_shield import RULE as PLACES
from referee.modules.leader_skills.before_the_shield import PlaceSkill
from referee.modules.leader_skills.skill_with_leader import skills_of
from referee.offers.answers import Asked, Reply, about_a_seat, answers_if, may

answers = answers_if(
    lambda table: in_play(table, SKILLS), Reply("This table plays without leader skill cards.", (RULE,))
)


def _told(asked: Asked, table: Table, seat: str) -> str:
    held = [
        say("{card} with {leader}, in front of the shield", card=skill.card, leader=skill.leader)
        if skill.front
        else say("{card} with {leader}, behind the shield", card=skill.card, leader=skill.leader)
        for skill in skills_of(table, seat)
    ]
    if seat in choosing(table):
        return say("{seat:The chooses} a leader skill now.", seat=asked.name(seat))
    if not held and seat in deck(table).chosen:
        return say("{seat:The has} chosen a leader skill that is not shown yet.", seat=asked.name(seat))
    if not held:
        return say("{seat:The has} no leader skill.", seat=asked.name(seat))
    return say("{seat:The has} {skills}.", seat=asked.name(seat), skills=listed(held))


@answers
def who_has_leader_skills(asked: Asked, table: Table) -> Reply | None:
    return Reply(together([_told(asked, table, seat) for seat in table.seats]) or "Nobody.", (RULE,))


@answers
@about_a_seat
def leader_skill_of(asked: Asked, table: Table, seat: str) -> Reply | None:
    return Reply(_told(asked, table, seat), (RULE,))


@answers
def may_skill_go_behind(asked: Asked, table: Table) -> Reply | None:
    words = "Then the card works only if this leader fights."
    return may(PlaceSkill(asked.seat), table, words, (PLACES,)) if asked.seat else None
