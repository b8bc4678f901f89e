"""What a command is worth to a seat: by its kind, for kinds that stand below factions and modules.

A faction's room says of its own commands what they bring (``OfferGains``); what nobody speaks of is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from referee.agreements.alliances import LeaveAlliance, OfferAlliance
from referee.agreements.bribes import Bribe, LayBribe, TakeBribes
from referee.agreements.talks import LeaveToTalk
from referee.board.forces import TANKS, Group, forces_in
from referee.board.territories import is_stronghold
from referee.holdings.leaders import home_of, printed_strength
from referee.holdings.printed_cards import TellCard, UntellCard
from referee.holdings.purse import GiveSpice, TellSpice
from referee.holdings.traitors import KeepTraitor, Traitors
from referee.kernel import Command, ask
from referee.offers.gains import FightsThere, OfferGains
from referee.paper.recall import TellCaptive, TellTraitors
from referee.paper.sheets import TakeSheet
from referee.phases.battle.battle_as_known import callers
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.call_traitor import AnswerTraitor, CallTraitor
from referee.phases.battle.conclude import Conclude
from referee.phases.battle.live_battle import NO, YES, battle_now
from referee.phases.battle.lock_plan import ReopenPlan
from referee.phases.battle.spice_for_forces import LendSupport, PayForForces
from referee.phases.bidding.asked_support import AnswerSupport, AskSupport
from referee.phases.bidding.bid_limit import Back
from referee.phases.bidding.sealed_bids import SealBid
from referee.phases.charity import ClaimCharity
from referee.phases.collection.collection import Collect, TakeIncome
from referee.phases.revival.forces import GrantRevival, ReviveForAnother, ReviveForces, free_left
from referee.phases.revival.leaders import ReviveLeader, leader_price
from referee.phases.revival.limits_and_prices import ForcePrice
from referee.phases.shipment.ally_pays import OfferShare
from referee.powers.open_question import AnswerQuestion
from referee.stand_in.bids import most_to_pay
from referee.stand_in.ground import Ground, gained
from referee.stand_in.sight import Sight
from referee.turn.absence import MarkBack
from referee.turn.on_the_map import SetDown

MODEST = 0.5  # how often what may be left alone is done
LEFT_ALONE = -1.0
NEVER: frozenset[type[Command]] = frozenset(
    {
        *(LeaveAlliance, OfferAlliance, Bribe, LayBribe, GiveSpice, AskSupport, Back, OfferShare, LendSupport),
        *(PayForForces, ReviveForAnother, GrantRevival, TellCard, UntellCard, TellSpice, TellTraitors, TellCaptive),
        *(TakeSheet, ReopenPlan, MarkBack, LeaveToTalk, AnswerQuestion),
    }
)
REVIVING_KEEPS = 3  # spice that is not spent in the tanks


def value(sight: Sight, command: Command) -> float:
    """Return what a command brings, in spice; commands of one form differ at least by chance."""
    kind = VALUES.get(type(command)) or _by_fields(type(command))
    plain = kind(sight, command) if kind else sight.chance(command) + _told(sight, command)
    return plain + float(ask(sight.own, OfferGains(sight.seat, command)).value)


def _told(sight: Sight, command: Command) -> float:
    """Return what the forces bring of which a room says that they fight more or no longer after this command."""
    place, more = ask(sight.own, FightsThere(sight.seat, command)).value
    return gained(sight, place, Group(more)) if place else 0


def wants(sight: Sight, kind: type[Command]) -> bool:
    """Say whether a seat does in this phase what nobody waits for, where no value speaks of it."""
    return kind not in NEVER and sight.chance("wants", kind.__name__) < MODEST


def is_valued(kind: type[Command]) -> bool:
    return kind in VALUES or _by_fields(kind) is not None


def _by_fields(kind: type[Command]) -> Callable[[Sight, Any], float] | None:
    """Return how commands are valued that bring forces to a place or back from the tanks, by what they say of them."""
    fields = kind.__dataclass_fields__.keys()
    if {"normal", "goal"} <= fields:
        return _entering
    return _returning if {"normal", "special"} <= fields and "place" not in fields and "origin" not in fields else None


def enters(kind: type[Command]) -> bool:
    """Return True for a command of any room that brings forces to a place."""
    return _by_fields(kind) is _entering


def _entering(sight: Sight, command: Any, ground: Ground | None = None) -> float:
    """Return what forces gain where they go, less what they leave; of a token that hides forces its number counts."""
    hides = getattr(command, "token", 0)
    many = int(hides) if isinstance(hides, int) or str(hides).isdecimal() else 0
    group = Group(max(command.normal, many), getattr(command, "special", 0))
    ground = ground or Ground(sight)
    came = gained(sight, command.goal, group, ground=ground)
    return came + gained(sight, getattr(command, "origin", ""), group, -1, ground=ground)


def entering(sight: Sight, command: Command, ground: Ground) -> float:
    """Return what a command brings that ``enters`` a place."""
    return _entering(sight, command, ground) + float(ask(sight.own, OfferGains(sight.seat, command)).value)


def _returning(sight: Sight, command: Any) -> float:
    leader = printed_strength(getattr(command, "leader", "")) or 0
    return 1.2 * int(command.normal) + 1.8 * int(command.special) + 0.6 * leader - 0.5


def _traitor(sight: Sight, command: KeepTraitor) -> float:
    own = home_of(command.leader) in {sight.seat, ""}
    return 0 if own else 1 + (printed_strength(command.leader) or 0)


def _leader(sight: Sight, command: ReviveLeader) -> float:
    strength = printed_strength(command.leader) or 0
    price = leader_price(sight.own, sight.seat, command.leader, strength)
    return 1.5 + 0.6 * strength - 0.4 * price if sight.spice - price >= REVIVING_KEEPS - 1 else LEFT_ALONE


def _forces(sight: Sight, command: ReviveForces) -> float:
    free, _ = free_left(sight.own, sight.seat)
    group = Group(command.normal, command.special)
    dead = forces_in(sight.own, sight.seat, TANKS) or Group()
    more = max(0, group.total - free)
    special = min(group.special, more)
    price = ask(sight.own, ForcePrice(sight.seat, more - special, special)).value if more else 0
    if price > max(0, sight.spice - REVIVING_KEEPS):
        return LEFT_ALONE
    return 1.2 * group.normal + 1.8 * group.special - 0.45 * price if dead.total else LEFT_ALONE


def _set_down(sight: Sight, command: SetDown) -> float:
    gain = gained(sight, command.goal, Group(command.normal, command.special))
    return gain + (1 if is_stronghold(command.goal) else 0) + sight.chance(command)


def _sealed(sight: Sight, command: SealBid) -> float:
    return 10 - abs(float(command.amount) - most_to_pay(sight))


def _conclude(sight: Sight, command: Conclude) -> float:
    """Keep the cards; of the losses the form's own come first."""
    return 1 - len(command.cards) - (0.1 if not command.capture else 0) + 0.01 * sight.chance(command)


def _answer(sight: Sight, command: AnswerTraitor) -> float:
    """Say yes if this seat may call and has kept a traitor: the card shows itself only if it is the one."""
    live, kept = battle_now(sight.own), sight.own.state(Traitors).kept.get(sight.seat, ())
    calls = live is not None and sight.seat in callers(sight.own, live) and bool(kept)
    return 1.0 if command.answer == (YES if calls else NO) else 0.0


def always(worth: float) -> Callable[[Sight, Any], float]:
    """Return a value that does not depend on the fields, but for chance."""
    return lambda sight, command: worth + 0.5 * sight.chance(command)


VALUES: Mapping[type[Command], Callable[[Sight, Any], float]] = MappingProxyType(
    {
        KeepTraitor: _traitor,
        ReviveLeader: _leader,
        ReviveForces: _forces,
        SetDown: _set_down,
        SealBid: _sealed,
        Conclude: _conclude,
        AnswerTraitor: _answer,
        AnswerSupport: lambda sight, command: 0 if command.yes else 1,
        ClaimCharity: always(5),
        CallTraitor: always(9),
        Collect: always(5),
        TakeIncome: always(5),
        TakeBribes: always(5),
        Announce: always(1),
    }
)
