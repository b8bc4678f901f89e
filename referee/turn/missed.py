"""What a player missed of the phases: turn, storm, cards sold, battles, losses, alliances, the end (4.97.63)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.agreements.alliances import AllianceBroken
from referee.board.forces import Group, in_words
from referee.board.forces_counted import ForcesToTanks
from referee.board.storm import StormMoved
from referee.common.factions import faction_name, named
from referee.common.turn import TurnBegan
from referee.holdings.leaders import LeaderDied
from referee.holdings.setup import Allied
from referee.kernel import Event, Table, adds, known, listed, say, say_many
from referee.offers.missed import Gist, Missed, heard_since
from referee.phases.battle.events import BattleBegun, BattleJudged, ForcesLost
from referee.phases.bidding.events import CardSold
from referee.phases.mentat.victory import GameWon

RULE = "4.97.63"
MINE, WON, PACT, FOUGHT, SOLD, BLOWN, MOVED = 9, 10, 7, 6, 5, 4, 2
Told = list[tuple[int, Event]]


@adds(Missed, rule=RULE)
def what_the_phases_brought(question: Missed, table: Table) -> Iterable[Gist]:
    told = heard_since(table, question.since)
    yield from _losses(told, question.seat)
    yield from _battles(table, told, question)
    yield from _sales(told, question.seat)
    yield from _last_of(told)
    for at, event in told:
        if isinstance(event, (Allied, AllianceBroken)):
            pair = event.pair if isinstance(event, Allied) else (event.seat,)
            yield Gist(event.sentence(named), MINE if question.seat in pair else PACT, at)
        elif isinstance(event, GameWon):
            yield Gist(event.sentence(named), WON, at)
        elif words := _shown_to_all(event):
            yield Gist(words, BLOWN, at)


def _shown_to_all(event: Event) -> str:
    """Return what the whole table looked up at, such as a discovery or a Nexus card."""
    title, meaning = event.moment(named)
    return say("{title} {meaning}", title=title, meaning=meaning) if title else ""


def _losses(told: Told, seat: str) -> Iterator[Gist]:
    lost: dict[str, tuple[Group, int]] = {}
    for at, event in told:
        if isinstance(event, (ForcesLost, ForcesToTanks)) and event.seat == seat:
            place = event.territory if isinstance(event, ForcesLost) else event.origin
            before = lost.get(place, (Group(0), at))[0]
            lost[place] = Group(before.normal + event.normal, before.special + event.special), at
        elif isinstance(event, LeaderDied) and event.seat == seat and known(event.leader):
            yield Gist(say("Your leader {leader} died.", leader=event.leader), MINE, at, seat)
    for place, (group, at) in lost.items():
        yield Gist(say("You lost {forces} in {place}.", forces=in_words(group, seat), place=place), MINE, at, seat)


def _battles(table: Table, told: Told, question: Missed) -> Iterator[Gist]:
    fight: BattleBegun | None = None
    for at, heard in enumerate(table.log):
        event = heard.event
        if isinstance(event, BattleBegun):
            fight = event
        elif isinstance(event, BattleJudged) and fight and at >= question.since:
            yield _battle(fight, str(event.verdict.get("winner", "")), question.seat, at)


def _battle(fight: BattleBegun, winner: str, seat: str, at: int) -> Gist:
    sides = (fight.aggressor, fight.defender)
    other = sides[1] if winner == sides[0] else sides[0]
    weight = MINE if seat in sides else FOUGHT
    if not winner:
        pair = listed([named(side) for side in sides])
        return Gist(say("Nobody won the battle of {pair} in {place}.", pair=pair, place=fight.territory), weight, at)
    if winner == seat:
        words = say("You won in {place} against {other}.", place=fight.territory, other=named(other))
    elif other == seat:
        words = say("You lost in {place} against {winner}.", place=fight.territory, winner=named(winner))
    else:
        of = {"winner": named(winner), "other": named(other)}
        words = say("{winner:The wins} in {place} against {other}.", place=fight.territory, **of)
    return Gist(words, weight, at, winner)


def _sales(told: Told, seat: str) -> Iterator[Gist]:
    sold: dict[str, int] = {}
    last = own = 0
    for at, event in told:
        if isinstance(event, CardSold):
            sold[event.seat], last = sold.get(event.seat, 0) + 1, at
            own = at if event.seat == seat else own
    if mine := sold.pop(seat, 0):
        yield Gist(say_many(mine, "You bought {n} card.", "You bought {n} cards."), MINE, own, seat)
    if sold:
        buyers = listed([say("{seat} {n}", seat=faction_name(one), n=n) for one, n in sold.items()], ",")
        yield Gist(say("Cards bought: {buyers}.", buyers=buyers), SOLD, last)


def _last_of(told: Told) -> Iterator[Gist]:
    """Yield the newest turn and the newest place of the storm."""
    turn = storm = None
    for at, event in told:
        if isinstance(event, TurnBegan):
            turn = Gist(say("Turn {turn} has begun.", turn=event.turn), MOVED, at)
        elif isinstance(event, StormMoved):
            storm = Gist(say("The storm is in sector {sector}.", sector=event.sector), MOVED, at)
    yield from (one for one in (turn, storm) if one is not None)
