"""What a stand-in does next: a pure function of what its seat may know (4.97.67).

First what the table waits for, by what each answer is worth; then, once a phase, what its seat may do besides. It never
allies, bribes or asks, and stops a power with Karama seldom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import TypeAlias

from referee.kernel import Command, say
from referee.offers.offer import Duty, Offer, halted
from referee.offers.waiting import duties_of
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.bidding.auction import Bid, Pass
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.mentat.victory import winner
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Send, Ship
from referee.powers.open_question import AnswerQuestion
from referee.powers.windows import Ready
from referee.stand_in.battles import part_asked, plan
from referee.stand_in.bids import bid
from referee.stand_in.forms import filled_in, is_legal, offered, stops
from referee.stand_in.ground import Ground
from referee.stand_in.moves import marches, shipments
from referee.stand_in.sight import NextAct, Sight
from referee.stand_in.truth import truth
from referee.stand_in.values import NEVER, entering, enters, is_valued, value, wants
from referee.turn.who_is_done import SayDone

STOPS = 0.06  # how often a card is spent on a power that it could stop
MOST_REFUSED = 2  # after so many refusals in a phase it sends a command no more
MOST_JUDGED, FEW = 60, 20  # of what is asked, and of what may be done besides
MERE_CHANCE = 1.0  # worth up to which nobody has spoken for a command: left to chance
WORTH_A_STEP = 0.8  # spice that a shipment or a move must bring
MOVES = (Ship, Send, MoveForces)
APART = (*MOVES, SayDone, LockPlan, Bid, Pass, Ready)  # weighed by themselves
Look: TypeAlias = Callable[[], list[Offer]]
MAY = "It may, and thinks it helps."
SHOWN_APART = {"correction", "how to play"}


def next_act(sight: Sight) -> NextAct | None:
    """Return what this seat sends now and why, ``None`` to wait."""
    if winner(sight.public):
        return None
    look = cache(partial(offered, sight))  # once a decision, and only where its forms are needed
    due = duties_of(sight.own, sight.seat)
    for duty in due:
        if (act := _of_duty(sight, duty, look)) is not None:
            return act
    wanted = {kind for duty in due for kind in duty.by}
    return None if halted(sight.public) else _besides(sight, look, wanted)


def _of_duty(sight: Sight, duty: Duty, look: Look) -> NextAct | None:
    """Return the best of what answers a duty; what comes besides is done before the seat says it is done."""
    if Bid in duty.by:
        made, passes = bid(sight), Pass(sight.seat)
        bids = _first(sight, (made,), _why_bid(made.amount)) if isinstance(made, Bid) else None
        return bids or _first(sight, (passes,), _why_pass(sight))
    if AnswerQuestion in duty.by:
        answer = truth(sight)
        return _first(sight, (answer,), "It answers with the truth.") if answer else None
    if LockPlan in duty.by:
        if besides := _besides(sight, look, {LockPlan}):
            return besides
        chosen = plan(sight)
        return NextAct(chosen, "It plans to win with what that takes.") if chosen else None
    if Ready in duty.by:
        first = _stop(sight) or _besides(sight, look, {*duty.by})
        return first or _first(sight, (Ready(sight.seat),), "It stops nothing now.")
    found = [one for one in look() if one.command in duty.by and one.command not in APART]
    open_to_all = any(one.words == duty.words for one in duties_of(sight.public, sight.seat))
    part = part_asked(sight)
    shown = [replace(one, blanks=(), fixed=(("answer", part),)) for one in found] if part is not None else []
    best = _best(sight, shown, None) or _best(sight, found, 0.0 if duty.free or SayDone in duty.by else None)
    if best is not None:
        return NextAct(best, say("It was asked: {do}. This seems best to it.", do=duty.words) if open_to_all else MAY)
    if any(kind in duty.by for kind in MOVES):
        if first := _besides(sight, look, {*duty.by, *filter(enters, (one.command for one in look()))}, MERE_CHANCE):
            return first
        if move := _move(sight, look()):
            return NextAct(move, "It goes where it gains most for its spice.")
    if SayDone not in duty.by and not any(kind in duty.by for kind in MOVES):
        return None
    besides = _besides(sight, look, {*duty.by})
    return besides or _first(sight, (SayDone(sight.seat),), "It has nothing more to do.")


def _why_bid(amount: float) -> str:
    return say("This card is worth {n} spice to it.", n=int(amount))


def _why_pass(sight: Sight) -> str:
    """Return why it lets a card go; its own limit, and what it knows of the card, are not told."""
    bidding = sight.public.get(Bidding)
    high = bidding.high if bidding else 0
    return say("{n} spice is more than this card is worth to it.", n=high + 1)


def _first(sight: Sight, commands: Iterable[Command], why: str) -> NextAct | None:
    return next((NextAct(one, why) for one in commands if _may(sight, one)), None)


def _may(sight: Sight, command: Command) -> bool:
    return sight.refused.get(command, 0) < MOST_REFUSED and is_legal(sight, command)


def _best(sight: Sight, made: Iterable[Offer], least: float | None, most: int = MOST_JUDGED) -> Command | None:
    """Return the command of these forms that is worth most, and more than the ``least``; so many are judged at most."""
    commands = dict.fromkeys(command for offer in made for command in filled_in(sight, offer))
    weighed = sorted(((value(sight, one), n, one) for n, one in enumerate(commands)), key=lambda it: (-it[0], it[1]))
    likely = [command for worth, _, command in weighed if least is None or worth > least]
    return next((one for one in likely[:most] if _may(sight, one)), None)


def _besides(sight: Sight, look: Look, wanted: Set[type[Command]], least: float = 0.0) -> NextAct | None:
    """Return what may be done besides what is ``wanted``, each kind once a phase, if its worth or chance says so.

    What a room speaks well of is no matter of chance. With ``least`` only what is worth more than that is done.
    """
    left_out = {*NEVER, *APART, *wanted, *map(type, sight.sent)}
    for offer in look():
        kind = offer.command
        if kind in left_out or offer.part in SHOWN_APART or offer.on is not None:
            continue
        enough = least if is_valued(kind) or wants(sight, kind) else MERE_CHANCE
        best = _best(sight, (offer,), enough, most=FEW)
        if best is not None:
            return NextAct(best, MAY)
    return None


def _stop(sight: Sight) -> NextAct | None:
    for offer in stops(sight):
        for command in filled_in(sight, offer):
            if sight.chance("stop", command) < STOPS and _may(sight, command):
                return NextAct(command, "It would rather not have that happen.")
    return None


def _move(sight: Sight, made: list[Offer]) -> Command | None:
    """Return the shipment or move that brings most, ``None`` if none is worth its spice."""
    found = sorted(_steps(sight, made), key=lambda one: -one[0])
    worthy = [command for gain, command in found if gain > WORTH_A_STEP]
    return next((one for one in worthy[:FEW] if _may(sight, one)), None)


def _steps(sight: Sight, made: list[Offer]) -> Iterator[tuple[float, Command]]:
    """Yield shipments, and moves where no shipment is worth it: who has moved ships no more."""
    ground = Ground(sight)
    ships = [*shipments(sight, made, ground), *_in_own_ways(sight, made, ground)]
    yield from ships
    if any(one.command is MoveForces for one in made) and not any(gain > WORTH_A_STEP for gain, _ in ships):
        yield from marches(sight, ground)


def _in_own_ways(sight: Sight, made: Iterable[Offer], ground: Ground) -> Iterator[tuple[float, Command]]:
    """Yield what else brings forces to a place: a way of the seat's own faction, or of a card."""
    for offer in made:
        if enters(offer.command) and offer.command not in {*NEVER, *APART, *map(type, sight.sent)}:
            commands = islice(filled_in(sight, offer), MOST_JUDGED)
            yield from ((entering(sight, one, ground), one) for one in commands)
