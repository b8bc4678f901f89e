"""Reinforcements and Harass and Withdraw: cards in the place of a weapon or a defense that are neither.

Reinforcements add 2 to the number dialed and cost 3 reserves. With Harass and Withdraw what was not dialed goes back to
the reserves, if the totals decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import ALL_FORCES, RESERVES, Group, forces_in, kept_at
from referee.board.forces_counted import ForcesToTanks
from referee.board.standing import hidden
from referee.cards.third_box import HARASS, REINFORCEMENTS, RULES
from referee.kernel import Chance, Event, Objection, Table, adds, after, fixed, phrase, ruling, say
from referee.phases.battle.allowed_plans import MoreObjections
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.cards_in_battle import DEFENCE, WEAPON, Fits, MayKeep, NeitherOfBoth
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import SIDES, Side, VerdictLine
from referee.phases.battle.verdict import Addition, Additions, Aftermath, Verdict, Withdraws

MORE, LOST = 2, 3
ADDS = phrase("third_box.adds", "{faction!n:The adds} {n} to the number dialed: Reinforcements.")
COSTS = phrase("third_box.costs", "{faction!n:The loses} {forces} reserves for the Reinforcements.")

for _card in (REINFORCEMENTS, HARASS):
    for _slot in (WEAPON, DEFENCE):
        fixed(Fits, RULES[_card], True, card=_card, slot=_slot)
    fixed(NeitherOfBoth, RULES[_card], True, card=_card)
    fixed(MayKeep, RULES[_card], False, card=_card)


def plays(side: Side, card: str) -> bool:
    return card in {side.weapon, side.defence}


# -- Reinforcements -----------------------------------------------------------------------------------


@adds(Additions, rule=RULES[REINFORCEMENTS])
def two_more(question: Additions, table: Table) -> Iterable[Addition]:
    side = question.battle.side(question.at)
    if plays(side, REINFORCEMENTS):
        yield Addition(MORE, ADDS(faction=side.faction, n=MORE), (RULES[REINFORCEMENTS],), apart=True)


@adds(MoreObjections, rule=RULES[REINFORCEMENTS])
def three_must_be_there(question: MoreObjections, table: Table) -> Iterator[Objection]:
    """Forces that a face-down token hides come out of the reserves too; who fights cannot be there uncounted."""
    side = question.battle.side(question.at)
    if not plays(side, REINFORCEMENTS):
        return
    reserves = forces_in(table, side.faction, RESERVES) or Group(ALL_FORCES).plus(side.forces, -1)
    left = reserves.total - hidden(table, side.faction, question.battle.territory).total
    if left < LOST:
        words = say(
            "{card} need {n} forces in your reserves, and you have {left}. Play another card.",
            card=REINFORCEMENTS,
            n=LOST,
            left=left,
        )
        yield Objection(RULES[REINFORCEMENTS], words, "TOO_FEW_RESERVES")


@ruling(Aftermath, rule=RULES[REINFORCEMENTS])
def it_is_said(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    sides = (side for side in map(question.battle.side, SIDES) if plays(side, REINFORCEMENTS))
    costs = ((side.faction, _cost(side, question.battle.territory, so_far)) for side in sides)
    lines = [VerdictLine(RULES[REINFORCEMENTS], COSTS(faction=seat, forces=lost)) for seat, lost in costs if lost]
    return so_far.told(*lines) if lines else None


def _cost(side: Side, territory: str, verdict: Verdict) -> int:
    """Return how many reserves a side loses; on its own world, of those who fought there."""
    if kept_at(side.faction, territory) == territory:
        return LOST
    lost = verdict.losses.get(side.faction, ())
    return min(LOST, side.forces.total - min((group.total for group in lost), default=0))


@after(BattleEnded, rule=RULES[REINFORCEMENTS])
def three_go_to_the_tanks(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    """Normal forces first; with uncounted reserves the players move them."""
    live = table.state(LiveBattle)
    for seat in live.seats:
        plan, there = plan_of(live, seat), forces_in(table, seat, RESERVES)
        if REINFORCEMENTS in {plan.weapon, plan.defence} and there is not None:
            normal = min(LOST, there.normal)
            lost = Group(normal, min(LOST - normal, there.special))
            if lost.total:
                yield ForcesToTanks(seat, lost.normal, lost.special, RESERVES, (RULES[REINFORCEMENTS],))


# -- Harass and Withdraw ------------------------------------------------------------------------------


@adds(MoreObjections, rule=RULES[HARASS])
def not_at_home(question: MoreObjections, table: Table) -> Iterator[Objection]:
    side, place = question.battle.side(question.at), question.battle.territory
    if plays(side, HARASS) and kept_at(side.faction, place) != place:
        words = say(
            "{card} sends forces home, and {place} is your own homeworld. Play another card.",
            card=HARASS,
            place=place,
        )
        yield Objection(RULES[HARASS], words, "NOT_ELIGIBLE")


@ruling(Withdraws, rule=RULES[HARASS])
def what_was_not_dialed(question: Withdraws, table: Table, so_far: bool) -> bool | None:
    return True if plays(question.battle.side(question.at), HARASS) else None
