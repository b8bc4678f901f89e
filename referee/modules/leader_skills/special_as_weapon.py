"""The Planetologist in battle: a special card in place of a weapon, for 2 more, and it is discarded."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel import Objection, Table, adds, ask, phrase, ruling, say
from referee.modules.leader_skills import CARDS, PLANETOLOGIST
from referee.modules.leader_skills.before_the_shield import EFFECTS, fights_as
from referee.modules.leader_skills.skill_with_leader import Skills, skills_of
from referee.modules.leader_skills.strength import POISON, PROJECTILE
from referee.phases.battle.allowed_plans import Gain, Gains, MoreObjections
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.cards_in_battle import STAND_IN, WEAPON, Fits, Idle, Stops, Strikes
from referee.phases.battle.judging import spent
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.two_sides import SIDES, At, Battle, VerdictLine
from referee.phases.battle.verdict import Addition, Additions, Aftermath, CountsAsUsed, Verdict

RULE, MORE = CARDS[PLANETOLOGIST], 2
BY_SPECIAL = phrase("skills.by_special", "{by}: {faction!n:'s} {leader} has {card}, +{adds}.")
SPENT = phrase("skills.spent", "{by}: {faction!n:discards} {card}.")


def is_special(table: Table, card: str) -> bool:
    """Return True for a card that is no weapon, no defense, not worthless and leads nobody."""
    if not card or ask(table, Idle(card)).value or ask(table, Strikes(card)).value.kind:
        return False
    stops = any(ask(table, Stops("", kind, card)).value for kind in (POISON, PROJECTILE))
    return not stops and not ask(table, Fits(card, STAND_IN)).value


def _one_fights(table: Table) -> bool:
    """Return True if a Planetologist may be in a plan: the card lies behind a shield of this battle."""
    live = battle_now(table)
    behind = (skill for skill in table.state(Skills).of.values() if skill.card == PLANETOLOGIST and not skill.front)
    return any(live is None or one.seat in live.seats for one in behind)


@ruling(Fits, rule=RULE, slot=WEAPON)
def in_place_of_a_weapon(question: Fits, table: Table, so_far: bool) -> bool | None:
    return True if not so_far and _one_fights(table) and is_special(table, question.card) else None


def special_of(table: Table, battle: Battle, at: At) -> str:
    """Return the special card in a side's weapon slot, "" for none."""
    card = battle.side(at).weapon or ""
    return card if card and _one_fights(table) and is_special(table, card) and _no_weapon(table, card) else ""


def _no_weapon(table: Table, card: str) -> bool:
    return ask(table, Fits(card, WEAPON)).because[:1] == (RULE,)


@adds(MoreObjections, rule=RULE)
def only_with_the_planetologist(question: MoreObjections, table: Table) -> Iterable[Objection]:
    card = special_of(table, question.battle, question.at)
    if card and fights_as(table, question.battle, question.at) != PLANETOLOGIST:
        yield Objection(
            RULE, say("{card} is no weapon. Only a Planetologist plays it as one.", card=card), "CARD_WRONG_SLOT"
        )


@adds(Additions, rule=RULE)
def stronger_by_a_special_card(question: Additions, table: Table) -> Iterable[Addition]:
    battle, at = question.battle, question.at
    side, card = battle.side(at), special_of(table, battle, at)
    if card and side.leader and at in question.leading and fights_as(table, battle, at) == PLANETOLOGIST:
        said = BY_SPECIAL(by=PLANETOLOGIST, faction=side.faction, leader=side.leader.name, card=card, adds=MORE)
        yield Addition(MORE, said, (RULE, EFFECTS))


@ruling(Aftermath, rule=RULE)
def it_is_discarded(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    verdict = so_far
    for at in SIDES:
        faction, card = question.battle.side(at).faction, special_of(table, question.battle, at)
        used = ask(table, CountsAsUsed(at, verdict.winner, verdict.how)).value
        if not used or not card or card not in verdict.kept.get(faction, ()):
            continue
        verdict = spent(verdict, faction, card)
        verdict = verdict.told(VerdictLine(RULE, SPENT(by=PLANETOLOGIST, faction=faction, card=card)))
    return verdict if verdict is not so_far else None


@adds(Gains, rule=RULE)
def shown_in_the_form(question: Gains, table: Table) -> Iterable[Gain]:
    live, cards = battle_now(table), tuple(weapon for weapon in question.weapons if is_special(table, weapon))
    behind = {one.leader for one in skills_of(table, question.seat) if one.card == PLANETOLOGIST and not one.front}
    for name in free_leaders(table, live, question.seat) if live and cards else ():
        if name in behind:
            yield Gain(name, MORE, say("{card} +{n}", card=PLANETOLOGIST, n=MORE), cards)
