"""Duke Vidal for a battle: Moritani take him before the battles, from any player who has him.

Where all forces are counted the referee knows whether they will fight in two strongholds, and everybody waits for their
answer; else they say so themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.standing import known_whole
from referee.board.territories import is_stronghold
from referee.common.factions import named
from referee.common.turn import TurnBegan, happened, in_phase, in_this_phase, remember
from referee.factions.moritani import ME, VIDAL, rivals
from referee.holdings.shared_discs import DiscSetAside, may_take, taken, who_has
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Chance, adds, after
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.offers.offer import Duty, Halts, Offer, Offers
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.how_they_stand import there
from referee.phases.battle.who_fights_where import open_battles
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

RULE, FEWEST = "2.12.13", 2
POWER = starred(Power(RULE, ME, "DUKE_VIDAL", "after", say("Moritani take {leader}.", leader=VIDAL)), "battle")


class VidalLeft(Event, because=(RULE,)):
    """Moritani do not take him in this turn."""

    seat: Public[str]
    says = "{seat!n:The leaves} Duke Vidal where he is."

    def apply(self, table: Table) -> None:
        remember(table, self)


def fights_for_him(table: Table) -> int:
    """Return in how many strongholds without a rival Moritani will fight."""
    battles = (one.territory for one in open_battles(table) if ME in {one.aggressor, one.defender})
    places = {place for place in battles if is_stronghold(place)}
    return sum(not any(seat in there(table, place) for seat in rivals(table)) for place in places)


def _sure(table: Table) -> bool:
    return all(known_whole(table, seat) for seat in table.seats)


def _open(table: Table) -> bool:
    """Return True before the first battle of the turn, while he can be taken and nothing is answered yet."""
    early = table.phase == "battle" and not any(isinstance(event, BattleBegun) for event in in_this_phase(table))
    answered = happened(table, VidalLeft) or RULE in table.suspended
    return early and ME in table.seats and not answered and may_take(table, ME, VIDAL)


def _asked(table: Table) -> bool:
    """Return False where the map shows that they fight in fewer than two strongholds."""
    return _open(table) and not (_sure(table) and fights_for_him(table) < FEWEST)


class TakeVidal(Command, by="both", waits_for_powers=True):
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "battle")
        if self.seat != ME or not _open(table):
            words = say(
                "{leader} can be taken by Moritani only, right before the first battle, if he is alive.", leader=VIDAL
            )
            yield Objection(RULE, words, firm=True)
        elif _sure(table) and fights_for_him(table) < FEWEST:
            words = say(
                "You fight in fewer than {fewest} strongholds, so {leader} does not come.", fewest=FEWEST, leader=VIDAL
            )
            yield Objection(RULE, words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from taken(table, ME, VIDAL, RULE)


class LeaveVidal(Command, by="both"):
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or not _asked(table):
            yield Objection(RULE, say("Nobody asks you about {leader} now.", leader=VIDAL), firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield VidalLeft(ME)


announced_with(POWER, TakeVidal)


@adds(Halts, rule=RULE)
def take_him_or_not(question: Halts, table: Table) -> Iterable[Duty]:
    if _open(table) and _sure(table) and fights_for_him(table) >= FEWEST:
        does = say("says whether to take {leader}", leader=VIDAL)
        you = say("take {leader} for one battle, or leave him", leader=VIDAL)
        halts = say("First {seat:says} whether to take {leader}.", seat=named(ME), leader=VIDAL)
        yield Duty(ME, does, RULE, (TakeVidal, LeaveVidal), you=you, halts=halts)


@adds(Offers, rule=RULE, phase="battle", seat=ME)
def offer_him(question: Offers, table: Table) -> Iterable[Offer]:
    if not _asked(table):
        return ()
    holder = who_has(table, VIDAL)
    words = say("Take {leader}", leader=VIDAL)
    if holder:
        words = say("Take {leader} from {seat}", leader=VIDAL, seat=named(holder))
    small = "" if _sure(table) else say("If you fight in {fewest} strongholds", fewest=FEWEST)
    take = Offer(TakeVidal, words, RULE, at_once=_sure(table), small=small)
    leave = Offer(LeaveVidal, say("Leave {leader}", leader=VIDAL), RULE, at_once=True)
    return (take, leave) if _sure(table) else (take,)


@after(TurnBegan, rule=RULE)
def unused(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    if who_has(table, VIDAL) == ME:
        yield DiscSetAside(VIDAL, (RULE,))
