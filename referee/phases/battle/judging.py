"""Judging a battle (1.07.06): traitors, explosion, weapons, totals, losses, and pay.

``judge`` changes nothing; it reads options and the position, and asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace

from referee.board.forces import Group
from referee.holdings.leaders import key, keys
from referee.holdings.ledger import BANK
from referee.kernel.commands import Amount
from referee.kernel.phrases import Phrase
from referee.kernel.rulings import Answer, Question, ask, setting
from referee.kernel.table import Table
from referee.kernel.wording import number
from referee.phases.battle import verdict_wording as say
from referee.phases.battle.allowed_plans import (
    AllyPays,
    Beside,
    CompanionOf,
    MayGoWithout,
    SupportFromBank,
    support_of,
    support_shares,
)
from referee.phases.battle.cards_in_battle import (
    STAND_IN,
    Explodes,
    Fits,
    Idle,
    IsShield,
    MayKeep,
    Stops,
    Strike,
    Strikes,
    WeaponOf,
)
from referee.phases.battle.dial_and_losses import losses, worths
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, At, Battle, Side, VerdictLine, other
from referee.phases.battle.verdict import (
    EXPLOSION,
    TOTALS,
    TRAITOR,
    TRAITORS,
    Aftermath,
    Replaced,
    Share,
    SupportTo,
    Verdict,
    whereabouts,
)
from referee.phases.battle.who_may_call import TRAITORS_PAID, NoCall, attempt
from referee.rulebook.book import rulebook


class Strength(Question[int]):
    """How strong is the leader of this side in this battle?"""

    battle: Battle
    at: At
    rule = "1.07.06"

    def plain(self, table: Table) -> int:
        leader = self.battle.side(self.at).leader
        return leader.strength or 0 if leader else 0


class WinsTie(Question[At]):
    """Which side wins if both totals are the same?"""

    battle: Battle
    rule = "1.07.06.00"

    def plain(self, table: Table) -> At:
        return AGGRESSOR


class DefendsToo(Question[bool]):
    """Does this side's defense stop a strike there that it would not stop elsewhere?"""

    battle: Battle
    at: At
    weapon: str
    kind: str
    rule = "1.07.06.01"

    def plain(self, table: Table) -> bool:
        return False


def judge(table: Table, battle: Battle) -> Verdict:
    """Return the verdict on two legal plans."""
    tried = tuple(attempt(table, battle, call) for call in battle.calls.traitors)
    won = {one.result for one in tried if not isinstance(one.result, NoCall)}
    if len(won) == 2:
        verdict = _two_traitors(table, battle)
    elif won:
        verdict = _traitor(table, battle, won.pop())
    else:
        boom = ask(table, Explodes(battle))
        verdict = _explosion(table, battle, boom) if boom.value else _fought(table, battle)
    lines = (*_stopped(table, battle), *(VerdictLine(one.because[0], one.said, one.because) for one in tried))
    verdict = replace(verdict, tried=tried, lines=(*lines, *verdict.lines))
    verdict = ask(table, Replaced(battle, verdict)).value
    return ask(table, Aftermath(battle, verdict)).value


def _stopped(table: Table, battle: Battle) -> Iterator[VerdictLine]:
    silent = [(at, rule) for at in SIDES for answer in worths(table, battle, at) for rule in answer.stopped]
    for at, rule in dict.fromkeys(silent):
        words = say.STOPPED(faction=battle.side(at).faction, rule=rule)
        yield VerdictLine(rule, words, ("3.01.11.02" if rulebook()[rule].karama == "prevent" else "3.01.11.01",))
    for at in SIDES:
        faction = battle.side(at).faction
        for rule in ask(table, CompanionOf(faction)).stopped:
            yield VerdictLine(rule, say.STOPPED_COMPANION(faction=faction, rule=rule), ("3.01.11.02",))


# -- the four ways a battle ends ----------------------------------------------------------------------


def _two_traitors(table: Table, battle: Battle) -> Verdict:
    verdict = Verdict(None, TRAITORS).told(VerdictLine("1.07.06.06.02", say.TWO_TRAITORS()))
    for at in SIDES:
        verdict = _all_lost(verdict, battle, at, "1.07.06.06.02")
        verdict = _supported(table, battle, at, verdict)
    return _leaders_fall(table, battle, SIDES, verdict)


def _traitor(table: Table, battle: Battle, at: At) -> Verdict:
    loser = other(at)
    side, opponent = battle.side(at), battle.against(at)
    traitor = opponent.leader.name if opponent.leader else ""
    verdict = Verdict(at, TRAITOR).told(VerdictLine("1.07.06.06.00", say.TRAITOR(faction=side.faction)))
    verdict = replace(verdict, losses={side.faction: (Group(),)})
    verdict = _all_lost(verdict, battle, loser, "1.07.06.06.01")
    verdict = _supported(table, battle, loser, verdict)
    shares = support_shares(table, battle, at)
    if shares:
        behind = ask(table, AllyPays(side.ally or "")).because[:1] if shares.keys() - {side.faction, BANK} else ()
        verdict = verdict.told(VerdictLine("1.13.05", say.KEEPS_SUPPORT(faction=side.faction), behind))
    unpaid = setting(table, TRAITORS_PAID) == "unpaid"
    strength = ask(table, Strength(battle, loser)).value
    if strength:
        paid = say.IS_PAID(faction=side.faction, spice=strength, leader=traitor)
        words = say.NOBODY_IS_PAID(leader=traitor) if unpaid else paid
        verdict = verdict.told(VerdictLine(TRAITORS_PAID.rule if unpaid else "1.07.06.06.00", words))
        verdict = verdict.paid(side.faction, 0 if unpaid else strength)
    if side.cards:
        words = say.MAY_KEEP(faction=side.faction, cards=side.cards)
        verdict = replace(verdict, kept={side.faction: side.cards}).told(VerdictLine("1.07.06.06.00", words))
    verdict = _leaders_fall(table, battle, (loser,), verdict)
    return whereabouts(table, battle, at, False, verdict)


def _explosion(table: Table, battle: Battle, boom: Answer[tuple[str, ...]]) -> Verdict:
    rule = boom.because[0]
    words = say.EXPLOSION(cards=boom.value, territory=battle.territory)
    shields = (ask(table, IsShield(card)) for card in boom.value)
    behind = tuple(shield.because[0] for shield in shields if shield.value)
    verdict = Verdict(None, EXPLOSION).told(VerdictLine(rule, words, behind))
    for at in SIDES:
        verdict = _all_lost(verdict, battle, at, rule)
        verdict = _supported(table, battle, at, verdict)
    lost = dict(verdict.losses)
    for bystander in battle.others:
        before = lost.get(bystander.faction, (Group(),))[0]
        lost[bystander.faction] = (before.plus(bystander.forces),)
        words = say.BYSTANDER_LOSES(faction=bystander.faction, forces=astuple(bystander.forces))
        verdict = verdict.told(VerdictLine(rule, words))
    if battle.spice:
        verdict = verdict.told(VerdictLine(rule, say.SPICE_BLOWN_UP(spice=battle.spice, territory=battle.territory)))
    verdict = replace(verdict, losses=lost, blown_up=battle.spice)
    return _leaders_fall(table, battle, SIDES, verdict)


def _fought(table: Table, battle: Battle) -> Verdict:
    blows = {at: _blow(table, battle, at) for at in SIDES}
    dead = tuple(at for at in SIDES if blows[at].killed)
    counts = all(strike.living_count for strike in _strikes(table, battle))
    sums = {at: _total(table, battle, at, at not in dead and counts) for at in SIDES}
    totals = sums[AGGRESSOR], sums[DEFENDER]
    burned = next((rule for strike, rule in _struck(table, battle) if strike.undialed), "")
    if burned:
        totals = _undialed(table, battle, AGGRESSOR), _undialed(table, battle, DEFENDER)
    tie = ask(table, WinsTie(battle))
    winner: At = tie.value if totals[0] == totals[1] else AGGRESSOR if totals[0] > totals[1] else DEFENDER
    verdict = Verdict(winner, TOTALS, totals).told(*(line for at in SIDES for line in blows[at].lines))
    for at in SIDES:
        verdict = verdict.told(*_counted(table, battle, at, at not in dead and counts))
        words = _sum(battle.side(at), sums[at], at in dead)
        verdict = verdict.told(VerdictLine("1.07.06", words, tuple(_behind_a_sum(table, battle, at))))
    if burned:
        one, two = battle.aggressor.faction, battle.defender.faction
        verdict = verdict.told(VerdictLine(burned, say.UNDIALED(one=one, n=totals[0], two=two, m=totals[1])))
    rule, wins = (tie.because[0], say.WINS_THE_TIE) if totals[0] == totals[1] else ("1.07.06", say.WINS)
    wins = say.WINS_ALL_TIES if rule not in {WinsTie.rule, "1.07.06"} else wins
    verdict = verdict.told(VerdictLine(rule, wins(faction=battle.side(winner).faction)))
    return _settled(table, battle, verdict, winner, dead)


def _settled(table: Table, battle: Battle, verdict: Verdict, winner: At, dead: tuple[At, ...]) -> Verdict:
    """The winner loses what was dialed, the loser all; then spice and leaders move."""
    side = battle.side(winner)
    because, open_to = losses(table, battle, winner, support_of(table, battle, winner))
    words = say.LOSES(faction=side.faction, forces=tuple(map(astuple, open_to)), dial=side.dial)
    rule = because[0] if because else "1.07.04.01" if len(open_to) > 1 else "1.07.06.05"
    behind = (*because[1:], "1.07.06.05")
    verdict = replace(verdict, losses={side.faction: open_to}).told(VerdictLine(rule, words, behind))
    verdict = _all_lost(verdict, battle, other(winner), "1.07.06.04")
    verdict = _winners_cards(table, battle, winner, verdict)
    for at in SIDES:
        verdict = _supported(table, battle, at, verdict)
    verdict = _paid(table, battle, winner, verdict, dead)
    verdict = _leaders_fall(table, battle, dead, verdict)
    for at in SIDES:
        verdict = verdict if at in dead else whereabouts(table, battle, at, False, verdict)
    return verdict


# -- weapons ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LeaderFate:
    """Whether a side's leader (or stand-in) is killed, and why."""

    killed: bool
    lines: tuple[VerdictLine, ...] = ()


def _undialed(table: Table, battle: Battle, at: At) -> int:
    """Return the most forces a side may have kept out of its dial."""
    _, dialed = losses(table, battle, at, support_of(table, battle, at))
    return battle.side(at).forces.total - min((group.total for group in dialed), default=0)


def _struck(table: Table, battle: Battle) -> list[tuple[Strike, str]]:
    """Return the effect of both weapons, with their rules."""
    weapons = (ask(table, WeaponOf(battle, at)).value for at in SIDES)
    answers = [ask(table, Strikes(card, battle.calls.chosen_effect)) for card in weapons if card]
    return [(answer.value, answer.because[0]) for answer in answers]


def _strikes(table: Table, battle: Battle) -> list[Strike]:
    return [strike for strike, _ in _struck(table, battle)]


def _blow(table: Table, battle: Battle, at: At) -> LeaderFate:
    side, killed, lines = battle.side(at), False, []
    name = side.leader.name if side.leader else side.hero
    for user, own in ((other(at), False), (at, True)):
        acts = ask(table, WeaponOf(battle, user))
        card = acts.value
        if not card or not name:
            continue
        struck = ask(table, Strikes(card, battle.calls.chosen_effect))
        if not struck.value.kind or (own and not struck.value.both):
            continue
        saved = ask(table, Stops(card, struck.value.kind, side.defence)) if side.defence else None
        if saved and not saved.value:
            there = ask(table, DefendsToo(battle, at, card, struck.value.kind))
            saved = there if there.value else saved
        if saved and saved.value:
            behind = (*saved.because[1:], *struck.because)
            words = say.SAVED(defence=side.defence, leader=name, weapon=card)
            lines.append(VerdictLine(saved.because[0], words, behind))
        else:
            killed = True
            behind = (*struck.because[1:], *acts.because[:-1], *(saved.because if saved else ()))
            lines.append(VerdictLine(struck.because[0], say.KILLED(weapon=card, leader=name), behind))
    return LeaderFate(killed, tuple(lines))


def _total(table: Table, battle: Battle, at: At, counts: bool) -> Amount:
    led = battle.side(at).leader or battle.side(at).hero
    more = ask(table, Strength(battle, at)).value + _beside(table, battle, at).bonus if led and counts else 0
    return number(battle.side(at).dial + more)


def _beside(table: Table, battle: Battle, at: At) -> Beside:
    side = battle.side(at)
    return ask(table, CompanionOf(side.faction)).value if side.companion else Beside()


def _counted(table: Table, battle: Battle, at: At, leads: bool) -> Iterator[VerdictLine]:
    """Yield lines for forces not worth 1, and for who joins a living leader."""
    side = battle.side(at)
    kinds = zip((False, True), worths(table, battle, at), astuple(side.forces), strict=True)
    for starred, answer, there in kinds:
        worth = answer.value
        if side.dial and there and len(answer.because) > 1:
            unfed = worth.half if worth.fed else None
            words = say.FORCES_COUNT(faction=side.faction, starred=starred, full=worth.full, unfed=unfed)
            chapter = answer.because[0].split(".")[:2]
            rule = next(one for one in reversed(answer.because) if one.split(".")[:2] == chapter)
            yield VerdictLine(rule, words, answer.because)
    beside = _beside(table, battle, at)
    if beside.bonus and leads:
        words = say.COMPANION(companion=beside.name, faction=side.faction, bonus=beside.bonus)
        yield VerdictLine(ask(table, CompanionOf(side.faction)).because[0], words)


def _behind_a_sum(table: Table, battle: Battle, at: At) -> Iterator[str]:
    """Yield rules on leaders, unsupported forces and idle cards."""
    side = battle.side(at)
    if side.leader:
        yield from ask(table, Strength(battle, at)).because
        yield from ("1.07.04.03",) if key(side.leader.name) in keys(side.here) else ()
    else:
        nobody = (*ask(table, MayGoWithout(side.faction)).because, "1.07.04.05")
        yield from ask(table, Fits(side.hero, STAND_IN)).because[:1] if side.hero else nobody
    yield from ("1.13.04.02",) if side.dial % 1 else ()
    idle = (ask(table, Idle(card)) for card in side.cards)
    yield from (answer.because[0] for answer in idle if answer.value)


def _sum(side: Side, total: Amount, dead: bool) -> Phrase:
    more, led = total - side.dial, side.leader.name if side.leader else side.hero
    if more:
        return say.SUM(faction=side.faction, dial=side.dial, more=more, leader=led, total=total)
    if led:
        return (say.SUM_DEAD if dead else say.SUM_NOTHING)(faction=side.faction, dial=side.dial, leader=led)
    return say.SUM_WITHOUT(faction=side.faction, dial=side.dial)


# -- what is lost, paid and kept ----------------------------------------------------------------------


def _all_lost(verdict: Verdict, battle: Battle, at: At, rule: str) -> Verdict:
    side = battle.side(at)
    cards = {side.faction: side.cards} if side.cards else {}
    forces = astuple(side.forces)
    words = say.LOSES_ALL(faction=side.faction, forces=forces, territory=battle.territory, cards=side.cards)
    return replace(
        verdict, losses={**verdict.losses, side.faction: (side.forces,)}, discarded={**verdict.discarded, **cards}
    ).told(VerdictLine(rule, words))


def _winners_cards(table: Table, battle: Battle, at: At, verdict: Verdict) -> Verdict:
    side = battle.side(at)
    answers = {card: ask(table, MayKeep(card)) for card in side.cards}
    keeps = tuple(card for card, answer in answers.items() if answer.value)
    gone = tuple(card for card, answer in answers.items() if not answer.value)
    for card in gone:
        verdict = verdict.told(VerdictLine(answers[card].because[0], say.DISCARDS(faction=side.faction, card=card)))
    if keeps:
        verdict = verdict.told(VerdictLine("1.07.06.05", say.MAY_KEEP(faction=side.faction, cards=keeps)))
    discarded = {**verdict.discarded, **({side.faction: gone} if gone else {})}
    return replace(verdict, discarded=discarded, kept={side.faction: keeps} if keeps else {})


def _supported(table: Table, battle: Battle, at: At, verdict: Verdict) -> Verdict:
    side = battle.side(at).faction
    for payer, amount in support_shares(table, battle, at).items():
        faction = side if payer == BANK else payer
        rule = "1.13.04.04" if payer == side else ask(table, AllyPays(payer)).because[0]
        line = VerdictLine(rule, say.PAYS_SUPPORT(faction=payer, spice=amount), ("1.13.04",))
        if payer == BANK:
            rule = ask(table, SupportFromBank(battle, at)).because[0]
            line = VerdictLine(rule, say.BANK_SUPPORTS(faction=faction, spice=amount), ("1.13.04",))
        verdict = verdict.told(line)
        to = ask(table, SupportTo(faction, amount, verdict.how))
        why = tuple(dict.fromkeys(("1.13.04.04", *to.because)))
        shares = tuple(Share(place, share, why) for place, share in to.value)
        for share in shares:
            if share.to != BANK and share.amount:
                words = say.SHARES_SUPPORT(faction=share.to, spice=share.amount)
                verdict = verdict.told(VerdictLine(to.because[0], words, to.because[1:]))
        before = verdict.support.get(payer, ())
        moved = tuple(share for share in shares if payer != BANK or share.to != BANK)
        verdict = replace(verdict, support={**verdict.support, payer: (*before, *moved)} if moved else verdict.support)
    return verdict


def _paid(table: Table, battle: Battle, won: At, verdict: Verdict, dead: tuple[At, ...]) -> Verdict:
    winner = battle.side(won).faction
    unpaid = any(not strike.pays for strike in _strikes(table, battle))
    for at in dead:
        leader, strength = battle.side(at).leader, ask(table, Strength(battle, at)).value
        if leader and strength and not unpaid:
            words = say.IS_PAID(faction=winner, spice=strength, leader=leader.name)
            verdict = verdict.paid(winner, strength).told(VerdictLine("1.07.06.02", words))
    return verdict


def _leaders_fall(table: Table, battle: Battle, sides: tuple[At, ...], verdict: Verdict) -> Verdict:
    for at in sides:
        if leader := battle.side(at).leader:
            verdict = replace(verdict, killed=(*verdict.killed, leader.name))
            verdict = whereabouts(table, battle, at, True, verdict)
    return verdict
