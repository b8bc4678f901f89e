"""Occupy: Ecaz and their ally stand together, and against others one of the two fights for both.

When a battle of the pair is chosen, Ecaz say who fights. The ally's forces are dialed in any case, and half of Ecaz's
are added. If Karama stops that, the one who fights has its own forces alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.board.forces import Group
from referee.board.standing import OneSide
from referee.board.storm import sectors_on
from referee.board.worlds import WORLDS, is_low
from referee.common.factions import named
from referee.common.turn import PhaseBegan, in_phase
from referee.factions.ecaz import ME, WORLD
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Phrase,
    Public,
    SeatEvent,
    SuspensionSpent,
    Table,
    after,
    ask,
    option,
    phrase,
    ruling,
    say,
    setting,
)
from referee.offers.choices import Choice
from referee.offers.offer import Offer
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.how_they_stand import Way, there
from referee.phases.battle.who_fights_where import BattleOrder, BeforeBattle
from referee.powers.karama_windows import SaidOf, announced_with
from referee.powers.powers import Power, starred

TOGETHER, BATTLE, CONTROL = "2.11.21", "2.11.22", "2.11.24"
FIGHTS = phrase("announced.fighter", "{fighter!n:The fights} in {territory}.")
OCCUPY = starred(Power(BATTLE, ME, "OCCUPY", "before", "Ecaz and their ally fight together."), "battle")
WHO_ATTACKS = option(
    "E2",
    "4.96.02",
    "Who is the aggressor where Ecaz and an ally fight",
    ("fighter", "By the seat of who fights", "The one of both fighters who comes first in storm order."),
    ("chooser", "Who chose the battle", "The side that chose the battle is the aggressor."),
)


@ruling(OneSide, rule=TOGETHER)
def ecaz_and_their_ally(question: OneSide, table: Table, so_far: str) -> str | None:
    pair = {question.one, question.other}
    return ME if ME in pair and table.ally(ME) in pair else None


# -- who fights ---------------------------------------------------------------------------------------


class FighterDue(Event, because=(BATTLE,), stays=True):
    """A battle that was chosen waits for Ecaz to say who fights."""

    territory: Public[str]
    aggressor: Public[str]
    defender: Public[str]
    way: Public[Way]
    says = "The battle in {territory} is next. {ecaz!n:The says} who fights."


def awaited(table: Table) -> FighterDue | None:
    """Return the battle that waits for who fights it, as long as both stand there: an alliance may end meanwhile."""
    now = table.get(FighterDue)
    return now if now is not None and _pair_there(table, now.territory, now.way) else None


class FighterNamed(SeatEvent, because=(BATTLE,), drops=FighterDue):
    says = "{seat!n:The fights} for both."


class FighterForgotten(Event, because=(BATTLE,), drops=FighterDue): ...


@after(PhaseBegan, rule=BATTLE)
def no_battle_waits(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    if table.get(FighterDue) is not None:
        yield FighterForgotten()


def _pair_there(table: Table, territory: str, way: Way) -> tuple[str, ...]:
    """Return Ecaz and their ally if fighters of both stand there on this side of the storm."""
    ally, sides = table.ally(ME) if ME in table.seats else None, there(table, territory)
    both = (ME, ally) if ally else ()
    if territory in WORLDS:
        return ()
    return both if both and all(sides.get(seat, {}).get(way, Group()).total for seat in both) else ()


@ruling(BeforeBattle, rule=BATTLE)
def ecaz_say_who_fights(question: BeforeBattle, table: Table, so_far: tuple[Event, ...]) -> tuple[Event, ...] | None:
    battle = question.battle
    pair = _pair_there(table, battle.territory, battle.way)
    fights = {battle.aggressor, battle.defender} & set(pair)
    return (FighterDue(battle.territory, battle.aggressor, battle.defender, battle.way),) if fights else None


class Fighter(NamedTuple):
    """Who says which of Ecaz and their ally fights a battle: Ecaz, or their opponent while their homeworld is low."""

    seat: str
    battle: FighterDue


class ChooseFighter(Choice[Fighter], by="both", waits_for_powers=True):
    """Say which of Ecaz and their ally fights a battle of both."""

    rule, does, stoppable = BATTLE, "says who fights", False
    halts = "{seat:The says} who fights in {territory}: {ecaz} or {ally}."
    nothing = "No battle waits for you to say who fights."
    fighter: str

    @classmethod
    def waiting(cls, table: Table) -> Fighter | None:
        now = awaited(table)
        return Fighter(_foe(now, table) if is_low(table, WORLD) else ME, now) if now else None

    @classmethod
    def phrases(cls, table: Table, now: Fighter) -> tuple[str, str]:
        them = "say who fights in {territory}: {ecaz} or {ally}"
        return cls.does, "say who fights in {territory}: you or {ally}" if now.seat == ME else them

    @classmethod
    def words(cls, table: Table, now: Fighter) -> dict[str, object]:
        return {"territory": now.battle.territory, "ecaz": named(ME), "ally": named(table.ally(ME) or "")}

    @classmethod
    def ways(cls, table: Table, now: Fighter) -> Iterator[Offer]:
        small = "Leader, cards and spice of this faction; the ally's forces are dialed"
        for seat in _pair_there(table, now.battle.territory, now.battle.way):
            label = say("{seat:The fights} in {territory}", seat=named(seat), territory=now.battle.territory)
            yield cls.way(label, small=small, fighter=seat)

    def _stopped(self, table: Table) -> bool:
        return BATTLE in table.suspended

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from in_phase(table, "battle")
        yield from super().not_asked(table)

    def against(self, table: Table, now: Fighter) -> Iterator[Objection]:
        if self.fighter not in _pair_there(table, now.battle.territory, now.battle.way):
            yield Objection(BATTLE, "You or your ally fight. Choose one of the two.", "NOT_ELIGIBLE", firm=True)

    def armies(self, table: Table) -> dict[str, Group]:
        """Return whose forces would fight."""
        now = awaited(table)
        if now is None or self.fighter not in table.seats:
            return {}
        foe = _foe(now, table)
        sides = there(table, now.territory)
        whose = self.fighter if self._stopped(table) else table.ally(ME) or ""
        return {seat: sides[seat][now.way] for seat in (whose, foe) if now.way in sides.get(seat, {})}

    def battlefield(self, table: Table) -> str:
        """Return where they would fight."""
        now = awaited(table)
        return now.territory if now else ""

    def outcome(self, table: Table, now: Fighter, chance: Chance) -> Iterator[Event]:
        due, ally = now.battle, table.ally(ME) or ""
        stopped, foe, sides = self._stopped(table), _foe(due, table), there(table, due.territory)
        whose = self.fighter if stopped else ally
        forces = {self.fighter: sides[whose][due.way], foe: sides[foe][due.way]}
        seats = _in_order(table, due, self.fighter, foe)
        one, two = ((forces[seat].normal, forces[seat].special) for seat in seats)
        parted = any(len(sides[seat]) > 1 for seat in (ME, ally, foe))
        sectors = sectors_on(table, due.territory, due.way) if parted and due.way != "peace" else ()
        own = () if stopped else tuple(ally if seat == self.fighter else foe for seat in seats)
        added = sides[ME][due.way].total
        beside = () if stopped else tuple((ME, added) if seat == self.fighter else ("", 0) for seat in seats)
        yield FighterNamed(self.fighter)
        yield BattleBegun(due.territory, *seats, one, two, sectors, own, beside)
        if stopped:
            yield SuspensionSpent(BATTLE)


announced_with(OCCUPY, ChooseFighter)


@ruling(SaidOf, rule=BATTLE)
def who_it_is(question: SaidOf, table: Table, so_far: Phrase | str) -> Phrase | None:
    command, now = question.command, awaited(table)
    if not isinstance(command, ChooseFighter) or now is None:
        return None
    return FIGHTS(fighter=command.fighter, territory=now.territory)


def _foe(now: FighterDue, table: Table) -> str:
    return now.defender if now.aggressor in {ME, table.ally(ME)} else now.aggressor


def _in_order(table: Table, now: FighterDue, fighter: str, foe: str) -> tuple[str, str]:
    """Return aggressor and defender (option E2)."""
    if setting(table, WHO_ATTACKS) == "chooser":
        return (foe, fighter) if now.aggressor == foe else (fighter, foe)
    order = ask(table, BattleOrder()).value
    return (fighter, foe) if order.index(fighter) < order.index(foe) else (foe, fighter)
