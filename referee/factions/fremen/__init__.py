"""Fremen: free reserves, three free revivals, and full strength in battle without spice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.how_many import Starred, where_they_count
from referee.board.standing import LooksAtTokens, standing_in
from referee.board.territories import strongholds
from referee.board.ways import within
from referee.common.factions import Faction, faction, named
from referee.kernel import (
    Chance,
    Event,
    Noun,
    SuspensionSpent,
    Table,
    adds,
    after,
    ask,
    fixed,
    listed,
    ruling,
    say,
    together,
)
from referee.modules.tech_tokens.names import PRODUCTION, FirstToken
from referee.offers.what_now import Says
from referee.phases.battle.begin_battle import fought_by
from referee.phases.battle.dial_and_losses import ForceWorth, Worth, twice
from referee.phases.mentat.victory import (
    HowItWasWon,
    Side,
    SpecialVictory,
    Spoils,
    TakesTheRest,
    WinnersAtTheEnd,
    side_of,
    winner,
)
from referee.phases.revival.forces import GrantRevival
from referee.phases.revival.limits_and_prices import (
    FreeOnSheet,
    FreeRevival,
    Help,
    RevivalHelp,
    StarredLimit,
    revivals,
)
from referee.phases.shipment.marching import ForcesMoved, MoveForces
from referee.phases.shipment.prices_and_permissions import DOWN, SENT, MayShip, MoveRange
from referee.phases.shipment.where_to import LandingRange
from referee.powers.karama_windows import Uses, announced_with, needs
from referee.powers.powers import Power, starred
from referee.turn.on_time.last_turn import LastTurnChanges

ME = "fremen"
LEADERS = {"Stilgar": 7, "Chani": 6, "Otheym": 5, "Shadout Mapes": 3, "Jamis": 2}
FREE = 3
ELITE = ("Fedaykin", "Fedaykin")
faction(
    Faction(
        ME,
        "Fremen",
        "fre",
        spice=3,
        cards=1,
        rules=("2.04.01", "2.04.02"),
        leaders=LEADERS,
        elite=ELITE,
        spoken={"de": Noun("Fremen", "mp"), "fr": Noun("Fremen", "mp"), "es": Noun("Fremen", "mp")},
    )
)
PLACES = ("Sietch Tabr", "False Wall South", "False Wall West")
fixed(StartForces, "2.04.02", Start(Group(7, 3), PLACES, spread=True), seat=ME)  # or as the table corrects it
fixed(FreeOnSheet, "2.04.04", FREE, seat=ME)
fixed(FirstToken, "4.08.01", PRODUCTION, seat=ME)
fixed(StarredLimit, "2.04.20", 1, seat=ME, advanced=True)
fixed(MayShip, "2.04.03", False, seat=ME, kind=DOWN)
fixed(LooksAtTokens, "4.07.03", True, seat=ME, kind="hiereg")


@ruling(Starred, rule="2.04.02", seat=ME)
def three_fedaykin(question: Starred, table: Table, so_far: int) -> int:
    return where_they_count(question, table, 3)


GRANT = Power("2.04.11", ME, "ALLY_FREE_REVIVAL", "after", "Fremen grant three free revivals.")
FAR = Power("2.04.06", ME, "TWO_TERRITORIES", "after", "Fremen move two territories.", True)
FEDAYKIN = Power("2.04.18", ME, "FEDAYKIN", "before", "Fedaykin count for two.")
HARDENED = Power("2.04.21", ME, "BATTLE_HARDENED", "before", "Fremen fight at full strength without spice.")
starred(GRANT, "revival", ledger=True, ally=True)
starred(FAR, "shipment")
starred(FEDAYKIN, "battle", advanced=True)
starred(HARDENED, "battle", advanced=True)
announced_with(GRANT, GrantRevival)


# -- revival ------------------------------------------------------------------------------------------


@ruling(RevivalHelp, rule="2.04.11", helper=ME)
def for_the_ally(question: RevivalHelp, table: Table, so_far: Help) -> Help:
    return replace(so_far, grants=table.ally(ME) == question.seat)


@ruling(FreeRevival, rule="2.04.11")
def three_for_the_ally(question: FreeRevival, table: Table, so_far: int) -> int | None:
    granted = question.seat in revivals(table).granted and table.ally(ME) == question.seat
    return max(FREE, so_far) if granted else None


# -- shipment and movement ----------------------------------------------------------------------------


@ruling(MayShip, rule="2.04.05")
def they_walk(question: MayShip, table: Table, so_far: bool) -> bool | None:
    return question.seat == ME if question.kind == SENT else None


@ruling(LandingRange, rule="2.04.05")
def near_the_great_flat(question: LandingRange, table: Table, so_far: frozenset[str]) -> frozenset[str] | None:
    return within("The Great Flat", 2) if (question.seat, question.kind) == (ME, SENT) else None


@ruling(MoveRange, rule="2.04.06")
def two_on_foot(question: MoveRange, table: Table, so_far: int) -> int | None:
    return max(2, so_far) if question.seat == ME else None


@adds(Uses, rule="2.04.06")
def a_second_territory_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    march = question.command
    far = isinstance(march, MoveForces) and march.seat == ME and needs(table, march, "2.04.06")
    return (FAR,) if far else ()


@after(ForcesMoved, rule="3.01.11.01", order="2.04.06")
def one_march_is_stopped(event: ForcesMoved, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat == ME and "2.04.06" in table.suspended:
        yield SuspensionSpent("2.04.06")


# -- battle -------------------------------------------------------------------------------------------


def _mine(question: ForceWorth, table: Table) -> bool:
    return question.battle.side(question.at).whose == ME and table.rules == "advanced"


@ruling(ForceWorth, rule="2.04.18")
def fedaykin_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    return twice(so_far) if _mine(question, table) and question.starred else None


@ruling(ForceWorth, rule="2.04.21")
def battle_hardened(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    return Worth(so_far.full, so_far.full, False) if _mine(question, table) else None


@adds(Uses, rule="2.04.18")
def fedaykin_stand_there(question: Uses, table: Table) -> Iterable[Power]:
    mine = fought_by(table, question.command).get(ME)
    stand = mine is not None and mine.special and table.rules == "advanced"
    return (FEDAYKIN,) if stand else ()


@adds(Uses, rule="2.04.21")
def any_of_them_stand_there(question: Uses, table: Table) -> Iterable[Power]:
    stand = ME in fought_by(table, question.command) and table.rules == "advanced"
    return (HARDENED,) if stand else ()


# -- their victory when the last turn ends without a winner --------------------------------------------

fixed(SpecialVictory, "2.04.09", True, seat=ME)


SIETCHES, SMUGGLERS = ("Sietch Tabr", "Habbanya Sietch"), "Tuek's Sietch"
for sietch in SIETCHES:
    fixed(Spoils, "2.04.09.01", True, of=ME, place=sietch)


@ruling(SpecialVictory, rule="2.04.09.01", seat=ME)
def the_sietches_are_free(question: SpecialVictory, table: Table, so_far: bool) -> bool | None:
    return so_far and not _spoiled(table, SIETCHES)


@ruling(SpecialVictory, rule="2.04.09.02", seat=ME)
def no_enemy_among_the_smugglers(question: SpecialVictory, table: Table, so_far: bool) -> bool | None:
    return so_far and not _spoiled(table, strongholds(table))


def _spoiled(table: Table, places: Iterable[str]) -> bool:
    others = ((seat, place) for place in places for seat in standing_in(table, place) if seat != ME)
    return any(ask(table, Spoils(seat, ME, place)).value for seat, place in others)


def _conditions(table: Table) -> Iterator[Says]:
    yield Says(say("Nobody but Fremen stands in {places}.", places=listed(SIETCHES)), "2.04.09.01")
    foes = [named(seat) for seat in table.seats if ask(table, Spoils(seat, ME, SMUGGLERS)).value]
    if foes:
        words = say("{place} holds no forces of {seats}.", place=SMUGGLERS, seats=listed(foes, "or"))
        yield Says(words, "2.04.09.02")


@adds(HowItWasWon, rule="2.04.09.00")
def the_two_conditions(question: HowItWasWon, table: Table) -> Iterable[Says]:
    won = winner(table)
    if won and "2.04.09.00" in won.why:
        yield from _conditions(table)
    elif won and won.why[0] == "1.09.05" and ME in won.seats:
        words = "Nobody has won by the end of the last turn, and the Guild does not play: {seat:wins}."
        yield Says(say(words, seat=named(ME)), "1.09.05")


@adds(LastTurnChanges, rule="2.04.09")
def they_may_win_at_the_end(question: LastTurnChanges, table: Table) -> Iterable[Says]:
    if ME not in table.seats:
        return
    if not any(ask(table, TakesTheRest(seat)).value for seat in table.seats):
        words = "{seat:The wins} in any case if nobody has won by then, as nobody plays the Guild."
        yield Says(say(words, seat=named(ME)), "1.09.05", ME)
        return
    both = together([one.words for one in _conditions(table)])
    words = "{seat:The wins} if nobody has won by then and this is so: {both}"
    yield Says(say(words, seat=named(ME), both=both), "2.04.09", ME)


@ruling(WinnersAtTheEnd, rule="1.09.05")
def the_desert_in_the_end(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return side_of(table, ME) if ME in table.seats else None


@ruling(WinnersAtTheEnd, rule="2.04.09.00")
def their_own_victory(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return (ME,) if ME in table.seats and ask(table, SpecialVictory(ME)).value else None


@ruling(WinnersAtTheEnd, rule="2.04.12")
def their_ally_wins_with_them(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return side_of(table, ME) if so_far == (ME,) and table.ally(ME) else None
