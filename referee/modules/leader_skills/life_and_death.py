"""What becomes of a card when its leader dies, is captured, comes home, or is revived."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.leaders import LeaderDied, LeaderTaken, LeaderWentHome, home_of
from referee.kernel import FACE_DOWN, REFEREE, Chance, Event, Table, after, as_seen_by, known, option, sealed, setting
from referee.modules.leader_skills import (
    SkillLost,
    SkillPlaced,
    SkillsDealt,
    deck,
    may_have_skill,
    plays_with_them,
    shuffled,
)
from referee.modules.leader_skills.dealing import readers
from referee.modules.leader_skills.skill_with_leader import Skill, Skills, skill_with
from referee.phases.revival.leaders import LeaderRevived

DEATH, REVIVAL, CAPTURE = "4.03.05", "4.03.06", "4.03.07"
WHILE_CAPTURED = option(
    "E32",
    "4.96.32",
    "A new skill while the skilled leader is captured",
    ("no", "No new skill", "The card still counts as the faction's while its leader is a captive."),
    ("yes", "Draw a new one", "A faction whose skilled leader is a captive draws when it revives a leader."),
)


def _card_of(event: LeaderDied | LeaderTaken, table: Table) -> Skill | None:
    """Return the card of a leader whom not everybody may know; asked on the referee's table."""
    leader = getattr(as_seen_by(event, REFEREE), "leader", FACE_DOWN)
    return skill_with(table, leader) if known(leader) else None


@after(LeaderDied, rule=DEATH)
def the_card_goes_back(event: LeaderDied, table: Table, chance: Chance) -> Iterable[Event]:
    lying = _card_of(event, table)
    if lying:
        yield SkillLost(lying.leader, lying.card)
        yield from shuffled(table, chance)


@after(LeaderTaken, rule=CAPTURE)
def the_card_goes_along(event: LeaderTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """Everybody sees the card leave the shield, so everybody knows who was captured."""
    lying = _card_of(event, table)
    if lying:
        yield SkillPlaced(event.seat, lying.leader, event.seat == home_of(lying.leader), (CAPTURE,))


@after(LeaderWentHome, rule=CAPTURE)
def the_card_comes_home(event: LeaderWentHome, table: Table, chance: Chance) -> Iterable[Event]:
    lying = skill_with(table, event.leader)
    if lying and lying.seat != event.seat:
        yield SkillPlaced(event.seat, lying.leader, event.seat == home_of(lying.leader), (CAPTURE,))


@after(LeaderRevived, rule=REVIVAL)
def a_new_card(event: LeaderRevived, table: Table, chance: Chance) -> Iterable[Event]:
    skills = deck(table)
    if not plays_with_them(table) or not skills.begun or not bare(table, event.seat):
        return
    if event.seat in skills.dealt or not may_have_skill(table, event.seat, event.leader):
        return
    drawn = tuple(skills.pile.faces()[:2])
    if drawn:
        yield SkillsDealt(event.seat, len(drawn), sealed(drawn, *readers(table, event.seat)), event.leader)


def bare(table: Table, seat: str) -> bool:
    """Return True if a faction has no card, or only with a captive of others where that counts as none."""
    own = [skill for skill in table.state(Skills).of.values() if home_of(skill.leader) == seat]
    away = all(one.seat != seat for one in own)
    return not own or (away and setting(table, WHILE_CAPTURED) == "yes")
