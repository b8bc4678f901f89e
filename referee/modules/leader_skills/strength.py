"""Skills that make a leader stronger, or the opponent weaker: what the verdict adds, and what the phone shows.

Most ask for a card of one kind in the plan, in the role in which it was played (4.03.08): 3 for the skilled leader, or
1 for another leader while leader and card lie in front of the shield. Never both. The Planetologist plays a special
card in place of a weapon, for 2 more, and it is discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.cards.first_box import TOOTH
from referee.kernel import BANK, Called, Objection, Table, adds, ask, count, phrase, ruling, say
from referee.modules.leader_skills import (
    ADEPT,
    ASSASSINS,
    BANKER,
    BUREAUCRAT,
    CARDS,
    MEDIC,
    MENTAT,
    PLANETOLOGIST,
    SWORDMASTER,
    WARMASTER,
)
from referee.modules.leader_skills.before_the_shield import EFFECTS, fights_as, open_card
from referee.modules.leader_skills.skill_with_leader import Skills, open_skill, skill_with, skills_of
from referee.modules.leader_skills.strongholds_counted import occupied
from referee.phases.battle.allowed_plans import Gain, Gains, MoreObjections, MostStake
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.cards_in_battle import STAND_IN, WEAPON, ActsAs, Fits, Idle, Stops, Strikes
from referee.phases.battle.judging import spent
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.two_sides import SIDES, At, Battle, VerdictLine, other
from referee.phases.battle.verdict import TRAITOR, Addition, Additions, Aftermath, CountsAsUsed, Share, Verdict

POISON, PROJECTILE = "poison", "projectile"
SKILLED, OTHERS, THINKS, MOST_SPICE = 3, 1, 2, 3
ROLE = "4.03.08"
ALONE = phrase("skills.alone", "{by}: {faction!n:'s} {leader} is stronger, +{adds}.")
BACKED = phrase("skills.backed", "{by}: {faction!n:adds} {adds} spice to {leader}, +{adds}.")


def _fewer(name: Called, by: str, faction: str, strongholds: int) -> str:
    return say(
        "{by}: {seat:The occupies} {places}, −{n}.",
        by=by,
        seat=name(faction),
        places=count(strongholds, "stronghold"),
        n=strongholds,
    )


FEWER = phrase("skills.fewer", _fewer)
PAYS = phrase("skills.pays", "{faction!n:The pays} {spice} spice to the bank for {leader}.")


def _kind(table: Table, card: str, chose: str = "") -> str:
    return ask(table, Strikes(card, chose)).value.kind if card else ""


def poison_weapon(table: Table, card: str) -> bool:
    kind = _kind(table, card)
    return POISON in kind or kind == TOOTH.kind


def projectile_weapon(table: Table, card: str) -> bool:
    return PROJECTILE in _kind(table, card)


def poison_defence(table: Table, card: str) -> bool:
    return bool(card) and ask(table, Stops("", POISON, card)).value


def projectile_defence(table: Table, card: str) -> bool:
    return bool(card) and ask(table, Stops("", PROJECTILE, card)).value


def worthless(table: Table, card: str) -> bool:
    return bool(card) and ask(table, Idle(card)).value


class Lends(NamedTuple):
    """The card that makes a leader stronger, in words, and as weapon and as defense."""

    what: str
    weapon: Callable[[Table, str], bool] | None
    defence: Callable[[Table, str], bool] | None


BY_CARD = {
    MEDIC: Lends("a poison defense", None, poison_defence),
    ASSASSINS: Lends("a poison weapon", poison_weapon, None),
    ADEPT: Lends("a projectile defense", None, projectile_defence),
    SWORDMASTER: Lends("a projectile weapon", projectile_weapon, None),
    WARMASTER: Lends("a worthless card", worthless, worthless),
}


def _lends(card: str) -> Callable[..., Iterable[Addition]]:
    made = BY_CARD[card]

    def additions(question: Additions, table: Table) -> Iterable[Addition]:
        battle, at = question.battle, question.at
        side = battle.side(at)
        if at not in question.leading or side.leader is None or not _has(table, battle, at, made):
            return
        own, lent = fights_as(table, battle, at) == card, open_card(table, side, card)
        if own or lent:
            more = SKILLED if own else OTHERS
            words = WITH_CARD(by=card, leader=side.leader.name, adds=more, faction=side.faction)
            yield Addition(more, words, (CARDS[card], EFFECTS, ROLE))

    return additions


def _has(table: Table, battle: Battle, at: At, made: Lends) -> bool:
    side = battle.side(at)
    weapon = ask(table, ActsAs(battle, at, WEAPON)).value
    armed = made.weapon is not None and made.weapon(table, weapon)
    return armed or (made.defence is not None and made.defence(table, side.defence or ""))


def _with_card(name: Called, by: str, faction: str, leader: str, adds: int) -> str:
    return say(
        "{by}: {seat:'s} {leader} has {what}, +{adds}.",
        by=by,
        seat=name(faction),
        leader=leader,
        what=BY_CARD[by].what,
        adds=adds,
    )


WITH_CARD = phrase("skills.with_card", _with_card)
for _card in BY_CARD:
    adds(Additions, rule=CARDS[_card])(_lends(_card))


@adds(Additions, rule=CARDS[MENTAT])
def a_mentat_fights(question: Additions, table: Table) -> Iterable[Addition]:
    side = question.battle.side(question.at)
    if question.at in question.leading and side.leader and fights_as(table, question.battle, question.at) == MENTAT:
        words = ALONE(by=MENTAT, leader=side.leader.name, adds=THINKS, faction=side.faction)
        yield Addition(THINKS, words, (CARDS[MENTAT], EFFECTS))


# -- spice for the leader -----------------------------------------------------------------------------


@ruling(MostStake, rule=CARDS[BANKER])
def spice_for_the_banker(question: MostStake, table: Table, so_far: int) -> int | None:
    lying = skill_with(table, question.leader)
    mine = lying is not None and lying.card == BANKER and lying.seat == question.seat
    return MOST_SPICE if mine else None


@adds(Additions, rule=CARDS[BANKER])
def backed_by_spice(question: Additions, table: Table) -> Iterable[Addition]:
    side = question.battle.side(question.at)
    backs = side.stake and fights_as(table, question.battle, question.at) == BANKER
    if backs and side.leader and question.at in question.leading:
        words = BACKED(by=BANKER, faction=side.faction, leader=side.leader.name, adds=side.stake)
        yield Addition(side.stake, words, (CARDS[BANKER], EFFECTS))


@ruling(Aftermath, rule=CARDS[BANKER])
def the_spice_is_paid(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    """Who wins by a traitor keeps it, as all that was dialed."""
    verdict = so_far
    for at in SIDES:
        side = question.battle.side(at)
        if not side.stake or side.leader is None or (so_far.how == TRAITOR and so_far.winner == at):
            continue
        words = PAYS(faction=side.faction, spice=side.stake, leader=side.leader.name)
        paid = (*verdict.support.get(side.faction, ()), Share(BANK, side.stake, (CARDS[BANKER],)))
        verdict = replace(verdict, support={**verdict.support, side.faction: paid})
        verdict = verdict.told(VerdictLine(CARDS[BANKER], words))
    return verdict if verdict is not so_far else None


# -- the opponent's strongholds -----------------------------------------------------------------------


@adds(Additions, rule=CARDS[BUREAUCRAT])
def a_bureaucrat_opposite(question: Additions, table: Table) -> Iterable[Addition]:
    foe, side = other(question.at), question.battle.side(question.at)
    if foe not in question.leading or fights_as(table, question.battle, foe) != BUREAUCRAT:
        return
    many = occupied(table, side.faction) or 0
    if many:
        yield Addition(
            -many, FEWER(by=BUREAUCRAT, faction=side.faction, strongholds=many), (CARDS[BUREAUCRAT], EFFECTS)
        )


# -- in the form of a plan ----------------------------------------------------------------------------


@adds(Gains, rule=EFFECTS)
def stronger_with(question: Gains, table: Table) -> Iterable[Gain]:
    live = battle_now(table)
    if live is None:
        return
    lying = open_skill(table, question.seat)
    mine = {skill.leader: skill.card for skill in skills_of(table, question.seat) if not skill.front}
    for name in free_leaders(table, live, question.seat):
        card = mine.get(name, "")
        if card == MENTAT:
            yield Gain(name, THINKS, say("{card} +{n}", card=MENTAT, n=THINKS))
        elif card in BY_CARD:
            yield from _gain(question, table, name, card, SKILLED)
        if lying and lying.card in BY_CARD and name != lying.leader:
            yield from _gain(question, table, name, lying.card, OTHERS)


def _gain(question: Gains, table: Table, name: str, card: str, more: int) -> Iterator[Gain]:
    made = BY_CARD[card]
    weapons = tuple(weapon for weapon in question.weapons if made.weapon and made.weapon(table, weapon))
    defences = tuple(defence for defence in question.defences if made.defence and made.defence(table, defence))
    if weapons or defences:
        yield Gain(name, more, say("{card} +{n}", card=card, n=more), weapons, defences)


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
