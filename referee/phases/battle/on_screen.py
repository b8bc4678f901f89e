"""Offers of the battle with a place of their own on a screen, and what has changed it before its plans.

What has changed it is public, and each line names the rule that did it: the card, not the power that it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import Group, in_words
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PhaseBegan
from referee.common.what_is_physical import plans_are_on_phones
from referee.holdings.leaders import dead_everywhere, keys
from referee.kernel import Question, Table, adds, ask, kinds_below, listed, meant, memoized, say, small, together
from referee.offers.offer import Blank, Offer
from referee.offers.what_now import Says
from referee.phases.battle.allowed_plans import CompanionOf, MostStake, TakesCaptives
from referee.phases.battle.battle_as_known import callers, free_leaders, target_of
from referee.phases.battle.before_the_plans import ASKED, PlanChoice, PlanStep, StaySilent, steps
from referee.phases.battle.begin_battle import CancelBattle
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits
from referee.phases.battle.conclude import SettleBattle, left_open
from referee.phases.battle.how_they_stand import PEACE, WAYS, storm_over, there
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now, fighting
from referee.phases.battle.lock_plan import TypeWheel, read_too_early
from referee.phases.battle.reveal import MayStillSpeak, Reveal
from referee.phases.battle.who_fights_where import NoteForces, stands_as
from referee.powers.karama_windows import PowerStopped, held_up
from referee.powers.powers import power_by_rule

MOST_SIDE_BY_SIDE = 8  # leaders of a typed wheel; more stand in a list
CANCEL = Offer(CancelBattle, "Cancel this battle")


def skip(step: PlanStep) -> Offer:
    words = say("Skip {seat:'s} {power}", seat=named(step.say.seat), power=step.title)
    return Offer(StaySilent, words, fixed=(("for", step.say.seat), ("rule", step.say.rule)), icon="pass")


def answer_due(table: Table, seat: str) -> Offer | None:
    """Return the form in which this seat answers before it plans, ``None`` if it is not asked."""
    asked = (step for step in steps(table) if step.say.to == seat and step.state == ASKED)
    made = (kind.form(table, step) for step in asked for kind in kinds_below(PlanChoice) if kind.concerned(step))
    return next(filter(None, made), None)


def open_the_wheels(live: LiveBattle) -> tuple[Offer, ...]:
    """Return the reveal once both plans are locked; until then the waiting line says who is waited for."""
    return (Offer(Reveal, "Open the wheels", icon="check"),) if live.locked else ()


def calls_without_phone(table: Table, live: LiveBattle) -> tuple[Offer, ...]:
    """Return the traitor calls that the table may enter."""
    late = [seat for seat in callers(table, live) if seat not in phones_of(table) and seat not in live.calls]
    found = ((seat, target_of(table, live, seat)) for seat in late)
    return tuple(
        Offer(
            CallTraitor,
            say("{seat}: {leader} is my traitor", seat=faction_name(seat), leader=leader),
            fixed=(("for", seat),),
        )
        for seat, leader in found
        if leader
    )


def settle_it(table: Table) -> Offer:
    waits = [named(seat) for seat in table.seats if left_open(table, seat)]
    concludes = say("{seats:The may} still choose what to lose and keep", seats=listed(waits)) if waits else ""
    small, onward = ask(table, MayStillSpeak()).value or concludes, (("onward", "1"),)
    return Offer(SettleBattle, "Settle the battle", icon="check", fixed=onward, small=small)


# -- who stands where ---------------------------------------------------------------------------------


def _noted(seat: str, place: str, group: Group, way: str, label: str) -> Offer:
    numbers = (("normal", str(group.normal)), ("special", str(group.special)), ("way", way))
    return Offer(NoteForces, label, fixed=(("seat", seat), ("territory", place), *numbers))


def as_shipped(table: Table, seat: str, place: str, group: Group) -> Offer:
    way = stands_as(table, seat, place)
    of = {"forces": in_words(group, seat), "seat": named(seat), "place": place}
    words = say("Confirm {forces} of {seat} in {place}", **of)
    if way == PEACE:
        words = say("Confirm {forces} of {seat} in {place}, not fighting", **of)
    return _noted(seat, place, group, way, words)


def by_the_storm(table: Table, place: str, sure: set[str]) -> Iterator[Offer]:
    """Yield other ways to stand for factions whose sector is unknown (those in ``sure`` are known)."""
    for seat, sides in there(table, place).items():
        way, group = next(iter(sides.items()))
        for other in storm_over(table, place) if way != PEACE and seat not in sure else ():
            if other != way:
                of = {"seat": faction_name(seat), "place": place, "how": small(dict(WAYS)[other])}
                yield _noted(seat, place, group, other, say("{seat} in {place}: {how}", **of))


# -- a cardboard wheel --------------------------------------------------------------------------------


def type_wheel(table: Table, live: LiveBattle, seat: str) -> tuple[Offer, ...]:
    """Return the form for a cardboard wheel, empty if it cannot be typed in now."""
    own_phone = plans_are_on_phones(table) and seat in phones_of(table)
    if seat in live.plans or own_phone or read_too_early(table, live, seat):
        return ()
    cards = ask(table, BattleCards()).value
    taken = _captives(table, seat) if ask(table, TakesCaptives(seat)).value else []
    leads = [*free_leaders(table, live, seat), *taken, *(c for c in cards if ask(table, Fits(c, STAND_IN)).value)]
    support = Blank("support", "Spice for support", "number", 0, 40, "0")
    stakes = [
        Blank("stake", say("Spice for {name}", name=name), "number", 0, most, "0")
        for name, most in _stakes(table, seat, leads)
    ]
    beside = ask(table, CompanionOf(seat)).value.name
    slots = (("weapon", "Weapon", WEAPON), ("defence", "Defense", DEFENCE))
    blanks = (
        Blank("dial", "Wheel", value="0"),
        *((support,) if table.rules == "advanced" else ()),
        *stakes[:1],
        Blank("leader", "Leader", "radio" if len(leads) <= MOST_SIDE_BY_SIDE else "select", choices=_or_none(leads)),
        *(
            Blank(name, label, "select", choices=_or_none([c for c in cards if ask(table, Fits(c, slot)).value]))
            for name, label, slot in slots
        ),
        *((Blank("companion", beside, "checkbox"),) if beside else ()),
    )
    waits = together([objection.sentence for objection in held_up(table, TypeWheel(seat, 0))])
    return (Offer(TypeWheel, "Enter this wheel", small=waits, blanks=blanks, fixed=(("seat", seat),), lead=True),)


def _stakes(table: Table, seat: str, leads: list[str]) -> Iterator[tuple[str, int]]:
    for name in leads:
        if most := ask(table, MostStake(seat, name)).value:
            yield name, most


def _captives(table: Table, seat: str) -> list[str]:
    """Return all leaders of others that may be captives here, by public knowledge."""
    gone = keys(dead_everywhere(table))
    others = (
        name for one in table.seats if one != seat and one in FACTIONS for name in FACTIONS[one].discs(table.rules)
    )
    return [name for name in others if not keys([name]) & gone]


def _or_none(names: list[str]) -> tuple[tuple[str, str], ...]:
    unique = [name for n, name in enumerate(names) if not keys([name]) & keys(names[:n])]
    return (("", meant("None", "leader")), *((name, name) for name in unique))


# -- what has changed a battle before its plans --------------------------------------------------------


class ChangedBefore(Question[tuple[Says, ...]], rule="1.07.04", answer=()):
    """What has changed the battle that is fought now, so far as everybody may know?"""


@memoized
def changed_before(table: Table) -> tuple[Says, ...]:
    """Return what both should know as they make their plans; nothing once both are locked."""
    live = battle_now(table)
    return ask(table, ChangedBefore()).value if live and live.step == OPEN and not live.locked else ()


def stop_of(table: Table, rule: str) -> PowerStopped | None:
    """Return how this power was stopped last in this phase."""
    for heard in reversed(table.log):
        if isinstance(heard.event, PowerStopped) and heard.event.rule == rule:
            return heard.event
        if isinstance(heard.event, PhaseBegan):
            return None
    return None


@adds(ChangedBefore, rule="3.01.11.01")
def powers_are_stopped(question: ChangedBefore, table: Table) -> Iterable[Says]:
    """Of an order or question that was stopped, its own line says so."""
    live = battle_now(table)
    spoken = {step.say.rule for step in steps(table)} if live and table.suspended else set()
    for rule in (one for one in table.suspended if live and one not in spoken):
        stop, whose = stop_of(table, rule), power_by_rule(rule, "").seat
        if stop is not None and live and whose in fighting(table, live):
            yield Says(stop.sentence(named), stop.why[0], whose)
