"""Judging a battle (1.07.06): traitors, explosion, weapons, totals, losses, and pay.

``judge`` changes nothing; it reads options and the position, and asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, replace

from referee.board.forces import Group
from referee.kernel import BANK, Answer, Phrase, Question, Table, Value, ask, setting
from referee.phases.battle import verdict_wording as say
from referee.phases.battle.allowed_plans import (
    AllyPays,
    CompanionOf,
    SupportFromBank,
    support_of,
    support_shares,
)
from referee.phases.battle.cards_in_battle import (
    DEFENCE,
    WEAPON,
    ActsAs,
    Explodes,
    IsShield,
    MayKeep,
    Stops,
    Strike,
    Strikes,
)
from referee.phases.battle.dial_and_losses import losses, worths
from referee.phases.battle.total import Strength, behind_a_sum, counted, sum_in_words, sum_of
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, At, Battle, VerdictLine, other
from referee.phases.battle.verdict import (
    EXPLOSION,
    TOTALS,
    TRAITOR,
    TRAITORS,
    Aftermath,
    Replaced,
    Share,
    Spares,
    SupportTo,
    Verdict,
    Withdraws,
    saved,
    whereabouts,
)
from referee.phases.battle.who_may_call import TRAITORS_PAID, NoCall, attempt, can_turn
from referee.rulebook.book import rulebook


class WinsTie(Question[At], rule="1.07.06.00", answer=AGGRESSOR):
    """Which side wins if both totals are the same?

    Only a stronghold card says otherwise.
    """

    battle: Battle


class DefendsToo(Question[bool], rule="1.07.06.01", answer=False):
    """Does this side's defense stop a strike there that it would not stop elsewhere?

    Only a stronghold card has it do so.
    """

    battle: Battle
    at: At
    weapon: str
    kind: str


class BlastLosses(Question[int], rule="1.07.06.01"):
    """How many forces does this side lose in an explosion? All of them, or fewer.

    Natives of a homeworld only; losses and their choice belong to the verdict.
    """

    battle: Battle
    at: At

    def plain(self, table: Table) -> int:
        return self.battle.side(self.at).forces.total


def judge(table: Table, battle: Battle) -> Verdict:
    """Return the verdict on two legal plans."""
    tried = tuple(attempt(table, battle, call) for call in dict.fromkeys(battle.calls.traitors))
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
    traitor = can_turn(table, opponent)
    verdict = Verdict(at, TRAITOR).told(VerdictLine("1.07.06.06.00", say.TRAITOR(faction=side.faction)))
    verdict = replace(verdict, losses={side.whose: (Group(),)})
    verdict = _all_lost(verdict, battle, loser, "1.07.06.06.01")
    verdict = _supported(table, battle, loser, verdict)
    for payer in (one for one in support_shares(table, battle, at) if one != BANK):
        behind = ask(table, AllyPays(payer)).because[:1] if payer != side.faction else ()
        verdict = verdict.told(VerdictLine("1.13.05", say.KEEPS_SUPPORT(faction=payer), behind))
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
        few = ask(table, BlastLosses(battle, at))
        whole = few.value >= battle.side(at).forces.total
        verdict = _all_lost(verdict, battle, at, rule) if whole else _some_lost(verdict, battle, at, few)
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
    leading = frozenset(at for at in SIDES if at not in dead and counts)
    sums = {at: sum_of(table, battle, at, leading) for at in SIDES}
    totals = sums[AGGRESSOR].total(battle.aggressor.dial), sums[DEFENDER].total(battle.defender.dial)
    burned = next((rule for strike, rule in _struck(table, battle) if strike.undialed), "")
    if burned:
        totals = _undialed(table, battle, AGGRESSOR), _undialed(table, battle, DEFENDER)
    tie = ask(table, WinsTie(battle))
    winner: At = tie.value if totals[0] == totals[1] else AGGRESSOR if totals[0] > totals[1] else DEFENDER
    verdict = Verdict(winner, TOTALS, totals).told(*(line for at in SIDES for line in blows[at].lines))
    for at in SIDES:
        verdict = verdict.told(*counted(table, battle, at, leading))
        words = sum_in_words(battle.side(at), sums[at], at in dead)
        verdict = verdict.told(VerdictLine("1.07.06", words, tuple(behind_a_sum(table, battle, at))))
    if burned:
        one, two = battle.aggressor.faction, battle.defender.faction
        verdict = verdict.told(VerdictLine(burned, say.UNDIALED(one=one, n=totals[0], two=two, m=totals[1])))
    rule, wins = (tie.because[0], say.WINS_THE_TIE) if totals[0] == totals[1] else ("1.07.06", say.WINS)
    words = wins(faction=battle.side(winner).faction)
    if rule not in {WinsTie.rule, "1.07.06"}:
        words = say.WINS_THE_TIE_BY(rule=rule, faction=battle.side(winner).faction)
    verdict = verdict.told(VerdictLine(rule, words))
    return _settled(table, battle, verdict, winner, dead)


def _settled(table: Table, battle: Battle, verdict: Verdict, winner: At, dead: tuple[At, ...]) -> Verdict:
    """The winner loses what was dialed, the loser all; then spice and leaders move."""
    side = battle.side(winner)
    because, open_to = losses(table, battle, winner, support_of(table, battle, winner))
    words = say.LOSES(faction=side.whose, forces=tuple(map(astuple, open_to)), dial=side.dial)
    rule = because[0] if because else "1.07.04.01" if len(open_to) > 1 else "1.07.06.05"
    behind = (*because[1:], "1.07.06.05")
    verdict = replace(verdict, losses={side.whose: open_to}).told(VerdictLine(rule, words, behind))
    spares = ask(table, Spares(battle, winner, winner not in dead))
    stay, home = (max((saved(spares.value, group)[n].total for group in open_to), default=0) for n in (0, 1))
    if stay or home:
        words = say.SAVES(faction=side.whose, stay=stay, home=home)
        told = VerdictLine(spares.because[0], words, spares.because[1:])
        verdict = replace(verdict, spared={side.whose: spares.value._replace(because=spares.because)}).told(told)
    verdict = _all_lost(verdict, battle, other(winner), "1.07.06.04")
    for at in SIDES:
        verdict = _withdrawn(table, battle, at, at == winner, verdict)
    verdict = _winners_cards(table, battle, winner, verdict)
    for at in SIDES:
        verdict = _supported(table, battle, at, verdict)
    verdict = _paid(table, battle, winner, verdict, dead)
    verdict = _leaders_fall(table, battle, dead, verdict)
    for at in SIDES:
        verdict = verdict if at in dead else whereabouts(table, battle, at, False, verdict)
    return verdict


# -- weapons ------------------------------------------------------------------------------------------


class LeaderFate(Value):
    """Whether a side's leader (or stand-in) is killed, and why."""

    killed: bool
    lines: tuple[VerdictLine, ...] = ()


def _undialed(table: Table, battle: Battle, at: At) -> int:
    """Return the most forces a side may have kept out of its dial."""
    _, dialed = losses(table, battle, at, support_of(table, battle, at))
    return battle.side(at).forces.total - min((group.total for group in dialed), default=0)


def _struck(table: Table, battle: Battle) -> list[tuple[Strike, str]]:
    """Return the effect of both weapons, with their rules."""
    weapons = (ask(table, ActsAs(battle, at, WEAPON)).value for at in SIDES)
    answers = [ask(table, Strikes(card, battle.calls.chosen_effect)) for card in weapons if card]
    return [(answer.value, answer.because[0]) for answer in answers]


def _strikes(table: Table, battle: Battle) -> list[Strike]:
    return [strike for strike, _ in _struck(table, battle)]


def _blow(table: Table, battle: Battle, at: At) -> LeaderFate:
    side, killed, lines = battle.side(at), False, dict[tuple[str, Phrase], tuple[str, ...]]()
    name = side.leader.name if side.leader else side.hero
    for user, own in ((other(at), False), (at, True)):
        acts = ask(table, ActsAs(battle, user, WEAPON))
        card = acts.value
        if not card or not name:
            continue
        struck = ask(table, Strikes(card, battle.calls.chosen_effect))
        if not struck.value.kind or (own and not struck.value.both):
            continue
        shield = ask(table, ActsAs(battle, at, DEFENCE))
        saved, by = ask(table, Stops(card, struck.value.kind, shield.value)) if shield.value else None, ""
        if saved and not saved.value:
            there = ask(table, DefendsToo(battle, at, card, struck.value.kind))
            saved, by = (there, there.because[0]) if there.value else (saved, "")
        if saved and saved.value:
            behind = (*saved.because[1:], *shield.because[:-1], *struck.because)
            words = say.SAVED(defence=shield.value, leader=name, weapon=card)
            words = say.SAVED_BY(rule=by, **words.values) if by else words
            line = saved.because[0], words
        else:
            killed = True
            behind = (*struck.because[1:], *acts.because[:-1], *(saved.because if saved else ()))
            line = struck.because[0], say.KILLED(weapon=card, leader=name)
        lines[line] = (*lines.get(line, ()), *behind)
    return LeaderFate(killed, tuple(VerdictLine(*line, behind) for line, behind in lines.items()))


# -- what is lost, paid and kept ----------------------------------------------------------------------


def _all_lost(verdict: Verdict, battle: Battle, at: At, rule: str) -> Verdict:
    side = battle.side(at)
    cards = {side.faction: side.cards} if side.cards else {}
    forces, own = astuple(side.forces), side.whose == side.faction
    shown = side.cards if own else ()
    words = say.LOSES_ALL(faction=side.whose, forces=forces, territory=battle.territory, cards=shown)
    verdict = replace(
        verdict, losses={**verdict.losses, side.whose: (side.forces,)}, discarded={**verdict.discarded, **cards}
    ).told(VerdictLine(rule, words))
    gone = VerdictLine(rule, say.DISCARDS_ALL(faction=side.faction, cards=side.cards))
    return verdict if own or not cards else verdict.told(gone)


def _some_lost(verdict: Verdict, battle: Battle, at: At, few: Answer[int]) -> Verdict:
    """Return the verdict with this many forces of a side lost, of either kind, and all its cards."""
    side, many = battle.side(at), few.value
    most = range(min(many, side.forces.special) + 1)
    mixes = tuple(Group(many - special, special) for special in most if many - special <= side.forces.normal)
    words = say.LOSES(faction=side.whose, forces=tuple(map(astuple, mixes)), dial=0)
    verdict = replace(verdict, losses={**verdict.losses, side.whose: mixes})
    verdict = verdict.told(VerdictLine(few.because[0], words, few.because[1:]))
    if not side.cards:
        return verdict
    discards = VerdictLine(few.because[0], say.DISCARDS_ALL(faction=side.faction, cards=side.cards))
    return replace(verdict, discarded={**verdict.discarded, side.faction: side.cards}).told(discards)


def _withdrawn(table: Table, battle: Battle, at: At, won: bool, verdict: Verdict) -> Verdict:
    """Return the verdict with what was not dialed saved, where a side withdraws; a loser then loses its dial alone."""
    gone, side = ask(table, Withdraws(battle, at)), battle.side(at)
    if not gone.value or side.whose != side.faction:
        return verdict
    _, open_to = losses(table, battle, at, support_of(table, battle, at))
    lost = verdict.losses if won else {**verdict.losses, side.faction: open_to}
    words = say.WITHDRAWS(faction=side.faction, forces=tuple(map(astuple, open_to)), cards=() if won else side.cards)
    went = replace(verdict, losses=lost, withdraw=(*verdict.withdraw, side.faction))
    return losing(went, side.faction, VerdictLine(gone.because[0], words))


def losing(verdict: Verdict, faction: str, *told: VerdictLine) -> Verdict:
    """Return the verdict with these lines in the place of those on what a faction loses."""
    left = (one for one in verdict.lines if one.faction != faction or one.kind not in {say.LOSES, say.LOSES_ALL})
    return replace(verdict, lines=(*left, *told))


def _may_keep(line: VerdictLine, faction: str) -> bool:
    return (line.kind, line.faction) == (say.MAY_KEEP, faction)


def spent(verdict: Verdict, faction: str, card: str) -> Verdict:
    """Return the verdict in which a card that the winner could keep is discarded, and none of its lines says else."""
    kept = {seat: tuple(one for one in cards if seat != faction or one != card) for seat, cards in verdict.kept.items()}
    gone = {**verdict.discarded, faction: tuple(dict.fromkeys((*verdict.discarded.get(faction, ()), card)))}
    may = say.MAY_KEEP(faction=faction, cards=kept.get(faction, ()))
    told = (line._replace(said=may) if _may_keep(line, faction) else line for line in verdict.lines)
    lines = tuple(line for line in told if kept.get(faction) or not _may_keep(line, faction))
    return replace(verdict, lines=lines, kept={seat: cards for seat, cards in kept.items() if cards}, discarded=gone)


def _winners_cards(table: Table, battle: Battle, at: At, verdict: Verdict) -> Verdict:
    side = battle.side(at)
    answers = {card: ask(table, MayKeep(card)) for card in side.cards}
    keeps = tuple(card for card, answer in answers.items() if answer.value or card == side.unused)
    gone = tuple(card for card in answers if card not in keeps)
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
            line = VerdictLine(rule, say.BANK_SUPPORTS_BY(rule=rule, faction=faction, spice=amount), ("1.13.04",))
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
