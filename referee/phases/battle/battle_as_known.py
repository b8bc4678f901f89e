"""The battle as one position, from what one viewer knows.

What the viewer does not know is never refused: an unknown purse is unlimited, an unknown card may be any card, and a
traitor card shown at the table is believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product, starmap
from typing import NamedTuple

from referee.board.forces import Group
from referee.board.standing import hidden
from referee.holdings.leaders import dead_everywhere, home_of, key, keys, leaders_known, printed_strength
from referee.holdings.ledger import lying
from referee.holdings.purse import spice_of
from referee.kernel import PUBLIC, Objection, SeatQuestion, State, Table, ask, card_name, memoized
from referee.phases.battle.allowed_plans import CompanionOf, TakesCaptives, objections
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, Fits, Idle, NeitherOfBoth
from referee.phases.battle.dial_and_losses import Army, army
from referee.phases.battle.how_they_stand import there
from referee.phases.battle.live_battle import LiveBattle, Plan, battle_now, companion_of, declarations, fought_in
from referee.phases.battle.two_sides import AGGRESSOR, At, Battle, Bystander, Calls, Leader, Side, TraitorCall
from referee.phases.battle.who_may_call import Betrays, CalledAs, CallsFor, NoCall

ENDLESS = 999


class ToldWhole(State):
    """A battle of which a script says everything, the calls too, so that nothing of it has to be known."""

    battle: Battle


def free_leaders(table: Table, live: LiveBattle, seat: str) -> list[str]:
    gone = keys(dead_everywhere(table))
    pool = (name for name in leaders_known(table, seat).pool if key(name) not in gone)
    return [name for name in pool if fought_in(table, name) in {"", live.territory}]


class Pair(NamedTuple):
    """Weapon and defense of a plan by their names, "" for none."""

    weapon: str
    defence: str


def shown_parts(table: Table, seat: str) -> tuple[tuple[str, str], ...]:
    """Return which parts of its plan this seat has shown, as far as known here, the first one first."""
    declared, (_, part, by) = declarations(table), declarations(table).asked.get(seat, ("", "", ""))
    made = (declared.earlier.get(seat, ("", None, "")), (part, declared.answers.get(seat), by))
    return tuple((one, answer) for one, answer, rule in made if isinstance(answer, str) and rule not in table.suspended)


def as_shown(table: Table, value: str) -> str:
    """Return what is shown of this part of a plan: none for a card that is neither weapon nor defense."""
    return "" if value and ask(table, NeitherOfBoth(value)).value else value


def stand_ins(table: Table, seat: str) -> list[str]:
    """Return the cards of this seat that can lead its forces, as far as known here."""
    names = dict.fromkeys(card_name(card) for card in table.seats[seat].hand.faces())
    return [card for card in names if ask(table, Fits(card, STAND_IN)).value]


@memoized
def pairs(table: Table, seat: str) -> tuple[Pair, ...]:
    """Return which cards this seat can play together, none for a hand that is not known here.

    What was shown binds as far as the hand still allows.
    """
    live, hand = battle_now(table), table.seats[seat].hand
    held = Counter(card_name(card) for card in hand.faces())
    if live is None or seat not in live.seats or held.total() < len(hand):
        return ()
    led = free_leaders(table, live, seat) or stand_ins(table, seat)
    made = [one for one in starmap(Pair, product(("", *held) if led else ("",), repeat=2)) if _fit(table, one, held)]
    for part, answer in (one for one in shown_parts(table, seat) if one[0] in Pair._fields):
        made = [one for one in made if _shows(table, one, part, answer)] or made
    return tuple(made)


def _fit(table: Table, pair: Pair, held: Counter[str]) -> bool:
    """Return True if these two cards may stand beside each other."""
    weapon, defence = pair
    twice = weapon and weapon == defence and held[weapon] < 2 and not ask(table, Idle(weapon)).value
    slots = ((weapon, WEAPON, defence), (defence, DEFENCE, weapon))
    return not twice and all(ask(table, Fits(card, slot, other or None)).value for card, slot, other in slots if card)


def _shows(table: Table, pair: Pair, part: str, answer: str) -> bool:
    return key(as_shown(table, pair[Pair._fields.index(part)])) == key(answer)


def can_show(table: Table, made: tuple[Pair, ...], part: str, answer: str) -> bool:
    """Return True if one of these pairs has what is shown as that part, or none is known."""
    return not made or part not in Pair._fields or any(_shows(table, one, part, answer) for one in made)


class PairsLeft(SeatQuestion[tuple[Pair, ...]], rule="1.07.04.06"):
    """Which cards can this seat play together, orders obeyed? None for a hand that is not known here."""

    def plain(self, table: Table) -> tuple[Pair, ...]:
        return pairs(table, self.seat)


def hand_for(table: Table, seat: str, plan: Plan) -> tuple[str, ...]:
    """Return a hand by printed names; unknown cards are those the plan needs."""
    held = table.seats[seat].hand
    hand = [card_name(card) for card in held.faces()]
    unknown, left = len(held) - len(hand), list(hand)
    for card in (plan.weapon, plan.defence, plan.hero):
        if card and card in left:
            left.remove(card)
        elif card and unknown and card not in held.gone:
            unknown -= 1
            hand.append(card)
    return tuple(hand)


def plan_of(live: LiveBattle, seat: str) -> Plan:
    plan = live.plans.get(seat)
    return plan if isinstance(plan, Plan) else Plan(0)


def side_of(table: Table, live: LiveBattle, seat: str, plan: Plan) -> Side:
    book, purse, joins = leaders_known(table, seat), spice_of(table, seat), ask(table, CompanionOf(seat))
    own = [name for name in book.pool if home_of(name) in {"", seat}]
    strength = printed_strength(plan.leader) or None
    return Side(
        seat,
        live.forces[seat].plus(hidden(table, live.whose(seat), live.territory, live.sectors)),
        plan.dial,
        Leader(plan.leader, strength, home_of(plan.leader)) if plan.leader else None,
        plan.hero,
        weapon=plan.weapon or None,
        defence=plan.defence or None,
        unused=plan.unused,
        spice=ENDLESS if purse is None else purse,
        support=plan.support,
        stake=plan.stake,
        hand=hand_for(table, seat, plan),
        leaders=tuple(own),
        dead=dead_everywhere(table),
        elsewhere=tuple(name for name in book.pool if fought_in(table, name) not in {"", live.territory}),
        here=tuple(name for name in book.pool if fought_in(table, name) == live.territory),
        revived=tuple(name for name in book.pool if key(name) in keys(book.died)),
        captives=(*(name for name in book.pool if name not in own), *_at_its_word(table, seat, plan)),
        companion=plan.companion and not joins.stopped,
        companion_state=companion_of(table, seat) if joins.value.name else None,
        ally=table.ally(seat),
        ally_support={table.ally(seat) or "": plan.helped} if plan.helped else {},
        ally_lays_down=bool(plan.helped),
        troops=live.troops.get(seat, ""),
        beside=Bystander(live.beside[seat][0], Group(live.beside[seat][1])) if seat in live.beside else None,
    )


def _at_its_word(table: Table, seat: str, plan: Plan) -> tuple[str, ...]:
    """Return a captive on a typed wheel; on the public table nobody knows who was captured."""
    foreign = home_of(plan.leader) not in {"", seat}
    return (plan.leader,) if foreign and table.viewer == PUBLIC and ask(table, TakesCaptives(seat)).value else ()


def position(table: Table, live: LiveBattle, plans: Mapping[str, Plan] | None = None) -> Battle:
    """Return the battle as this viewer knows it, with its plans or with those given."""
    return _as_planned(table) if not plans and live is battle_now(table) else _position(table, live, plans)


@memoized
def _as_planned(table: Table) -> Battle:
    return _position(table, table.state(LiveBattle), None)


def _position(table: Table, live: LiveBattle, plans: Mapping[str, Plan] | None) -> Battle:
    if (told := table.get(ToldWhole)) is not None:
        return _as_it_stands(live, told.battle)
    made = {seat: (plans or {}).get(seat) or plan_of(live, seat) for seat in live.seats}
    one, two = (_called(live, side_of(table, live, seat, made[seat])) for seat in live.seats)
    calls = tuple(TraitorCall(seat, leader, seat) for seat, leader in live.calls.items())
    others = tuple(Bystander(seat, group) for seat, group in _around(table, live) if group.total)
    return Battle(
        live.territory,
        one,
        two,
        others,
        max(0, lying(table, live.territory)),
        Calls(calls, live.dancer, None, live.chosen_effect),
    )


def _as_it_stands(live: LiveBattle, told: Battle) -> Battle:
    """Return the battle of a script with what was called and changed at its table since."""
    known = {call.by for call in told.calls.traitors}
    called = tuple(TraitorCall(seat, leader, seat) for seat, leader in live.calls.items() if seat not in known)
    one, two = (_changed(side, plan_of(live, side.faction)) for side in (told.aggressor, told.defender))
    calls = replace(
        told.calls,
        traitors=(*told.calls.traitors, *called),
        face_dance=told.calls.face_dance or live.dancer,
        chosen_effect=live.chosen_effect or told.calls.chosen_effect,
    )
    return replace(told, aggressor=one, defender=two, calls=calls)


def _changed(side: Side, plan: Plan) -> Side:
    return replace(side, weapon=plan.weapon or None, defence=plan.defence or None, unused=plan.unused or side.unused)


def _around(table: Table, live: LiveBattle) -> Iterator[tuple[str, Group]]:
    """Yield what stands in the territory and does not fight, a side's own forces beyond the storm too."""
    fighting = {live.whose(seat): live.forces[seat] for seat in live.seats}
    fighting |= {seat: Group(many) for seat, many in live.beside.values()}
    for seat, sides in there(table, live.territory).items():
        if seat not in fighting or live.sectors:
            yield seat, sum(sides.values(), Group()).plus(fighting.get(seat, Group()), -1)


def _called(live: LiveBattle, side: Side) -> Side:
    """Return a side with the traitor cards shown."""
    shown = (live.calls[side.faction],) if side.faction in live.calls else ()
    lent = {side.ally: (live.calls[side.ally],)} if side.ally in live.calls and side.ally else {}
    return replace(side, traitors=shown, ally_traitors=lent)


# -- what follows from it -----------------------------------------------------------------------------


def against_plan(table: Table, live: LiveBattle, seat: str, plan: Plan) -> list[Objection]:
    return objections(table, position(table, live, {seat: plan}), live.at(seat))


def army_of(table: Table, live: LiveBattle, seat: str, support: int) -> Army:
    """Return a seat's forces with this much support."""
    return army(table, position(table, live), live.at(seat), support)


def callers(table: Table, live: LiveBattle) -> dict[str, At]:
    """Return who may call a traitor, and for which side; both are public."""
    return _callers_now(table) if live is battle_now(table) else _callers(table, live)


@memoized
def _callers_now(table: Table) -> dict[str, At]:
    return _callers(table, table.state(LiveBattle))


def _callers(table: Table, live: LiveBattle) -> dict[str, At]:
    battle = position(table, live)
    answers = {seat: ask(table, CallsFor(battle, TraitorCall(seat, "", seat))).value for seat in table.seats}
    return {seat: at for seat, at in answers.items() if not isinstance(at, NoCall)}


def target_of(table: Table, live: LiveBattle, caller: str) -> str:
    """Return what a caller would need the traitor card of, "" for none."""
    at = callers(table, live).get(caller)
    plan = plan_of(live, live.defender if at == AGGRESSOR else live.aggressor)
    return (plan.leader or (ask(table, CalledAs(plan.hero)).value if plan.hero else "")) if at else ""


def turns_without_a_card(table: Table, live: LiveBattle, caller: str) -> bool:
    """Return True if the leader played against a caller turns traitor before any traitor card is shown."""
    at, leader = callers(table, live).get(caller), target_of(table, live, caller)
    call = TraitorCall(caller, leader, caller)
    return at is not None and bool(leader) and ask(table, Betrays(position(table, live), at, call)).value


def as_hero(table: Table, name: str) -> bool:
    return bool(name) and ask(table, Fits(name, STAND_IN)).value
