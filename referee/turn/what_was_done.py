"""Answers on what has been done: by whom this turn, in the last battle, just now, and when a phase comes.

A verb is a row of ``DEEDS``: the kinds of events that it means. What is told are their own sentences, as this viewer
heard them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from referee.agreements.bribes import BribePaid
from referee.agreements.table_rulings import AnswerKept, TableDecided
from referee.board.forces_counted import ForcesToTanks
from referee.board.standing import positions_kept
from referee.board.storm import StormMoved, StormPlaced
from referee.common.factions import named
from referee.common.turn import PHASES, phase_said, this_turn, turn_before
from referee.holdings.hands import CardDiscarded
from referee.holdings.leaders import LeaderDied
from referee.holdings.ledger import SpiceMoved
from referee.holdings.purse import PricePaid, SpiceGiven
from referee.kernel import Event, Phrase, Table, say, together
from referee.offers.answers import Asked, Reply, answers, names
from referee.phases.battle.answers import my_battles, plans_in
from referee.phases.battle.events import BattleBegun, BattleEnded, ForcesLost, TraitorCalled, VictoryTaken
from referee.phases.battle.live_battle import OPEN, battle_now
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.charity import CharityClaimed
from referee.phases.collection.answers import how_much_is_collected
from referee.phases.mentat.victory import winner
from referee.phases.revival.leaders import LeaderRevived
from referee.phases.revival.limits_and_prices import ForcesRevived
from referee.phases.shipment.answers import may_land
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import ForceSentAlong, ForcesShipped
from referee.phases.shipment.where_answers import may_move_there
from referee.phases.spice_blow.blow import SpiceCardTurned, WormComesUp, WormDoesNothing, WormLaidAside
from referee.turn.missed import missed

PAYS = (PricePaid, SpiceMoved, SpiceGiven, BribePaid)
LOSES = (ForcesToTanks, ForcesLost, LeaderDied)
DEEDS: dict[str, tuple[tuple[type[Event], ...], tuple[str, ...]]] = {  # events, and the fields with who did it
    "ship": ((ForcesShipped, ForceSentAlong), ("seat",)),
    "move": ((ForcesMoved,), ("seat",)),
    "revive": ((ForcesRevived, LeaderRevived), ("seat",)),
    "buy": ((CardBought,), ("seat",)),
    "pay": (PAYS, ("payer", "buyer", "giver")),
    "collect": ((SpiceMoved,), ("payee",)),
    "claim": ((SpiceMoved, CharityClaimed), ("payee", "seat")),
    "lose": (LOSES, ("seat",)),
    "discard": ((CardDiscarded,), ("seat",)),
    "get": (PAYS, ("payee", "taker")),
    "call": ((TraitorCalled, VictoryTaken), ("seat",)),
    "fight": ((BattleBegun, BattleEnded), ("aggressor", "defender", "winner")),
    "do": ((ForcesShipped, ForceSentAlong, ForcesMoved, ForcesRevived, LeaderRevived, CardBought), ("seat",)),
}
WHERE = ("territory", "origin")
LISTED, WAITING, FIGHT = "4.97.26", "4.97.10", "1.07.06"
MOST, LATEST = 6, 3  # sentences
NEVER = "Not in this turn."


BEFORE = "last turn"
names("when", lambda: {f"{last} {turn}": BEFORE for last in ("last", "previous") for turn in ("turn", "round")})


def told(events: Iterable[Event], most: int = MOST) -> list[str]:
    """Return the sentences of the last of these events, each once: of what was said twice, the later."""
    latest: dict[str, None] = {}
    for event in reversed([*events]):
        if len(latest) == most:
            break
        if sentence := event.sentence(named):
            latest.setdefault(sentence)
    return [*latest][::-1]


def _answer(events: Sequence[Event], rule: str, when: str = "") -> Reply:
    if events:
        rules = (rule for event in events[-MOST:] for rule in event.rules()[:1])
        return Reply(together(["Yes.", *told(events)]), (*rules, rule))
    return Reply(together(["No.", "Not in the turn before." if when else NEVER]), (rule,))


def did(deed: str, whose: bool, asked: Asked, table: Table) -> Reply | None:
    """Return what one faction, or with ``whose`` any, did this turn; ``None`` on a table screen that names nobody."""
    seat = "" if whose and not asked.faction else asked.faction or asked.seat
    if not seat and not whose:
        return None
    own = _of_seat(asked, deed, seat, turn_before(table) if asked.when else this_turn(table))
    if own or not seat or asked.when:
        return _answer(own, LISTED, asked.when)
    before = _of_seat(asked, deed, seat, [heard.event for heard in table.log])
    latest = told(before, 1)
    last = say("The last time: {told}", told=latest[0]) if latest else ""
    return Reply(
        together(["No.", NEVER, last]), (*(event.rules()[0] for event in before[-1:] if event.rules()), LISTED)
    )


def _of_seat(asked: Asked, deed: str, seat: str, events: Iterable[Event]) -> list[Event]:
    """Return which of these events are this deed of a faction, or of any."""
    kinds, fields = DEEDS[deed]
    done = [event for event in events if isinstance(event, kinds)]
    own = [event for event in done if not seat or seat in {getattr(event, field, "") for field in fields}]
    if deed == "collect":
        own = [event for event in own if isinstance(event, SpiceMoved) and _gathered(event)]
    if deed == "claim":
        own = [event for event in own if not isinstance(event, SpiceMoved) or "charity" in str(event.reason)]
    if asked.place:
        own = [event for event in own if asked.place in {getattr(event, field, "") for field in ("goal", "territory")}]
    return own


for _deed in DEEDS:
    answers(partial(did, _deed, False), f"did_{_deed}")
for _deed in {*DEEDS} - {"do", "get"}:
    answers(partial(did, _deed, True), f"who_did_{_deed}")


@answers
def why_so_much(asked: Asked, table: Table) -> Reply | None:
    """Return what spice the asker got this turn and for what, of so much if any was; else what may be collected."""
    own = _of_seat(asked, "get", asked.seat, this_turn(table)) if asked.seat else []
    if own:
        right = [event for event in own if asked.number and getattr(event, "amount", 0) == asked.number]
        return Reply(together(told(right or own)), (LISTED, "1.11.01"))
    due = how_much_is_collected(asked, table)
    got = "You have collected nothing this turn." if table.phase in {"spice_collection", "mentat_pause"} else ""
    return Reply(together([got, due.words if due else ""]), ("1.08.01", "1.13.01")) if got and asked.seat else None


def _gathered(moved: SpiceMoved) -> bool:
    """Return True for spice from the board, and for the income of strongholds."""
    income = isinstance(moved.reason, Phrase) and "places" in moved.reason.values
    return moved.payer.startswith("on:") or income


@answers
def did_a_worm_come(asked: Asked, table: Table) -> Reply | None:
    return _answer(_worms(table), "1.02.05")


def _worms(table: Table) -> list[Event]:
    worms = (WormComesUp, WormDoesNothing, WormLaidAside)
    return [
        one for one in this_turn(table) if isinstance(one, worms) or (isinstance(one, SpiceCardTurned) and one.worm)
    ]


@answers
def whom_the_worm_ate(asked: Asked, table: Table) -> Reply | None:
    """Return whose forces a worm devoured this turn; where it ate nobody, what came."""
    lost = [one for one in this_turn(table) if isinstance(one, ForcesToTanks) and "1.02.05" in one.why]
    eaten = [one for one in lost if asked.faction in {"", one.seat}]
    if eaten:
        return _answer(eaten, "1.02.05")
    came = told(_worms(table))
    return Reply(together(["No." if positions_kept(table) or not came else "", *(came or [NEVER])]), ("1.02.05",))


@answers
def what_the_storm_did(asked: Asked, table: Table) -> Reply | None:
    """Return how far the storm moved this turn, and whose forces it killed."""
    heard = this_turn(table)
    moved = [at for at, event in enumerate(heard) if isinstance(event, (StormMoved, StormPlaced))]
    hit = _hit(heard)
    return _answer([*(heard[at] for at in moved), *hit], "1.01.02")


def _hit(heard: Iterable[Event], seat: str = "") -> list[ForcesToTanks]:
    """Return what the storm killed, of one faction or of all."""
    lost = (one for one in heard if isinstance(one, ForcesToTanks) and "1.01.03" in one.why)
    return [one for one in lost if seat in {"", one.seat}]


@answers
def whom_the_storm_hit(asked: Asked, table: Table) -> Reply | None:
    return _answer(_hit(this_turn(table), asked.faction), "1.01.03")


@answers
def did_the_storm_hit_me(asked: Asked, table: Table) -> Reply | None:
    return _answer(_hit(this_turn(table), asked.seat), "1.01.03") if asked.seat else None


@answers
def last_battle(asked: Asked, table: Table) -> Reply | None:
    """Return how the last battle went whose plans are open: both plans, losses and the end."""
    log = [heard.event for heard in table.log]
    live = battle_now(table)
    ends = [at for at, event in enumerate(log) if isinstance(event, BattleEnded)]
    ends += [len(log)] if live and live.step != OPEN else []
    fight = next(filter(None, (_fight(log[: end + 1], asked) for end in reversed(ends))), None)
    if fight is None:
        return Reply("No such battle has been fought to its end yet.", (FIGHT,))
    first, *rest = told(event for event in fight if isinstance(event, (BattleBegun, BattleEnded, *LOSES)))
    return Reply(together([first, *plans_in(fight), *rest]), (*fight[-1].rules()[:1], FIGHT))


@answers
def what_happened_there(asked: Asked, table: Table) -> Reply | None:
    """Return how the asker's last battle in a place went, or else what the asker lost there in another way."""
    if not asked.seat:
        return None
    lost = [one.event for one in table.log if isinstance(one.event, (ForcesToTanks, ForcesLost))]
    own = [one for one in lost if one.seat == asked.seat and asked.place in {getattr(one, of, "") for of in WHERE}]
    if own and isinstance(own[-1], ForcesToTanks):
        return Reply(together(told(own[-1:])), (*own[-1].rules()[:1], LISTED))
    return last_battle(replace(asked, faction=asked.seat), table) if own else None


@answers
def may_attack(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker fights in a place, or before that phase may go there, by a move or a shipment."""
    if table.phase == "battle":
        return my_battles(asked, table)
    own = replace(asked, faction="")
    ways = [way for answer in (may_move_there, may_land) if asked.seat and (way := answer(own, table))]
    return min(ways, key=lambda way: not way.words.startswith("Yes."), default=None)


def _fight(log: list[Event], asked: Asked) -> list[Event]:
    """Return what was heard of the battle that ends this log, nothing if it was of others or elsewhere."""
    begun = next((at for at, event in reversed([*enumerate(log)]) if isinstance(event, BattleBegun)), len(log))
    about = {getattr(event, of) for event in log[begun : begun + 1] for of in ("aggressor", "defender", "territory")}
    return log[begun:] if {asked.faction, asked.place} <= {"", *about} else []


@answers
def what_just_happened(asked: Asked, table: Table) -> Reply | None:
    latest = told((heard.event for heard in table.log), LATEST)
    return Reply(together(latest), (LISTED,)) if latest else None


@answers
def what_happened_this_turn(asked: Asked, table: Table) -> Reply | None:
    """Return the few lines that a player reads who was away since the turn began."""
    since = len(table.log) - len(this_turn(table))
    lines = missed(table, asked.seat, since)
    return Reply(together([line.words for line in lines]), ("4.97.63",)) if lines else what_just_happened(asked, table)


@answers
def last_ruling(asked: Asked, table: Table) -> Reply | None:
    made = [heard.event for heard in table.log if isinstance(heard.event, (TableDecided, AnswerKept))]
    if not made:
        return Reply("This table has made no ruling of its own yet.", ("4.97.03",))
    return Reply(made[-1].sentence(named), (made[-1].rule, "4.97.03"))


@answers
def what_comes_next(asked: Asked, table: Table) -> Reply | None:
    """Return the phase after this one."""
    if table.phase not in PHASES or winner(table):
        return None
    after = PHASES[PHASES.index(table.phase) + 1 :]
    words = say("After {phase} comes {n}.", phase=phase_said(table.phase), n=phase_said(after[0])) if after else ""
    return Reply(words or "After this phase a new turn begins.", ("1",))


def when_it_is(phase: str, asked: Asked, table: Table) -> Reply | None:
    """Return when a phase is played: now, later in this turn, or in the next."""
    if table.phase not in PHASES or winner(table):
        return None
    here, there = PHASES.index(table.phase), PHASES.index(phase)
    slots = {"phase": phase_said(phase), "now": phase_said(table.phase)}
    if here == there and phase == "battle" and asked.seat:
        return my_battles(asked, table)
    if here == there:
        return Reply(say("Now: this is the {phase} phase.", **slots), ("1.00.00",))
    if here < there:
        return Reply(say("In the {phase} phase, later in this turn. Now it is {now}.", **slots), ("1.00.00",))
    return Reply(say("In the {phase} phase of the next turn. Now it is {now}.", **slots), ("1.00.00",))


for _phase in PHASES:
    answers(partial(when_it_is, _phase), f"when_{_phase}")
