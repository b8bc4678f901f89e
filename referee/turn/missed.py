"""What a player missed: a few lines about what happened since, worded for one seat as "you" (4.97.63).

They tell of turn, storm, cards sold, battles, losses, bribes, alliances, a last turn agreed on, and the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.agreements.alliances import AllianceBroken
from referee.agreements.bribes import BribePaid
from referee.board.forces import Group, in_words
from referee.board.forces_counted import ForcesToTanks
from referee.board.storm import StormMoved
from referee.common.factions import faction_name, named
from referee.common.turn import TurnBegan
from referee.holdings.leaders import LeaderDied
from referee.holdings.setup import Allied, OptionChanged
from referee.kernel import Event, State, Table, Value, known, listed, say, say_many, setting, together
from referee.phases.battle.events import BattleBegun, BattleJudged, ForcesLost
from referee.phases.bidding.events import CardSold
from referee.phases.mentat.victory import TURNS, GameEnded

MOST = 5  # lines
MINE, WON, PACT, FOUGHT, SOLD, BLOWN, MOVED = 9, 10, 7, 6, 5, 4, 2
Told = list[tuple[int, Event]]


class Gist(Value):
    """A line about what everybody heard: the heavier ones stay where there are too many, in the order of the log.

    ``at`` is the place in the log of what it tells last.
    """

    words: str
    weight: int
    at: int
    seat: str = ""


def missed(public: Table, seat: str, since: int) -> tuple[Gist, ...]:
    """Return at most five lines, the latest last; of two as heavy the later one stays."""
    chosen = sorted(_told(public, seat, since), key=lambda gist: (gist.weight, gist.at), reverse=True)[:MOST]
    return tuple(sorted(chosen, key=lambda gist: gist.at))


def _told(table: Table, seat: str, since: int) -> Iterator[Gist]:
    """Yield what everybody heard from a place in the public log on."""
    told = [(at, heard.event) for at, heard in enumerate(table.log[since:], start=since)]
    yield from _lost_and_fought(table, seat, since)
    yield from _sales(told, seat)
    yield from _last_of(told)
    for at, event in told:
        if isinstance(event, (Allied, AllianceBroken)):
            pair = event.pair if isinstance(event, Allied) else (event.seat,)
            yield Gist(event.sentence(named), MINE if seat in pair else PACT, at)
        elif isinstance(event, GameEnded):
            yield Gist(event.sentence(named), WON, at)
        elif isinstance(event, BribePaid) and event.taker == seat:
            words = say("{giver:The pays} you a bribe of {amount}.", giver=named(event.giver), amount=event.amount)
            yield Gist(words, MINE, at, event.giver)
        elif isinstance(event, OptionChanged) and event.key == TURNS.key and event.value == setting(table, TURNS):
            yield Gist(event.sentence(named), PACT, at)
        elif (words := _shown_to_all(event)) and not _is_told_above(event, seat):
            yield Gist(words, BLOWN, at)


def _is_told_above(event: Event, seat: str) -> bool:
    """Return True if what the whole table looked up at is told to this seat already: a sale, a battle, its own loss."""
    return isinstance(event, (CardSold, BattleJudged)) or (isinstance(event, ForcesToTanks) and event.seat == seat)


def _shown_to_all(event: Event) -> str:
    """Return what the whole table looked up at, such as a discovery or a Nexus card."""
    title, meaning = event.moment(named)
    return say("{title} {meaning}", title=title, meaning=meaning) if title else ""


class MissedBattle(State):
    """A battle, and once it is judged what its loser or winner who asks lost in it; ``at`` is the verdict's place."""

    begun: BattleBegun
    verdict: BattleJudged | None = None
    at: int = 0
    lost: Group = Group(0)


def _lost_and_fought(table: Table, seat: str, since: int) -> Iterator[Gist]:
    """Yield losses and battles; what was lost in a battle is told with it, so that nothing is told twice."""
    fight, fights = None, list[MissedBattle]()
    lost: dict[str, tuple[Group, int]] = {}
    for at, heard in enumerate(table.log):
        event, told = heard.event, at >= since
        if isinstance(event, BattleBegun):
            fight = MissedBattle(event)
        elif isinstance(event, BattleJudged) and fight:
            fight.verdict, fight.at = event, at
            fights += [fight] if told and fight not in fights else []  # a traitor has it judged once more
        elif isinstance(event, (ForcesLost, ForcesToTanks)) and event.seat == seat and told:
            place = event.territory if isinstance(event, ForcesLost) else event.origin
            group = Group(event.normal, event.special)
            if fight and fight in fights and _was_fought_by(fight, seat) and fight.begun.territory == place:
                fight.lost = fight.lost + group
            else:
                lost[place] = lost.get(place, (Group(0), at))[0] + group, at
        elif isinstance(event, LeaderDied) and event.seat == seat and known(event.leader) and told:
            yield Gist(say("Your leader {leader} died.", leader=event.leader), MINE, at, seat)
    for place, (group, at) in lost.items():
        yield Gist(say("You lost {forces} in {place}.", forces=in_words(group, seat), place=place), MINE, at, seat)
    yield from (_battle(one, seat) for one in fights)


def _was_fought_by(fight: MissedBattle, seat: str) -> bool:
    return seat in (fight.begun.aggressor, fight.begun.defender)


def _battle(fight: MissedBattle, seat: str) -> Gist:
    sides, place = (fight.begun.aggressor, fight.begun.defender), fight.begun.territory
    winner = str(fight.verdict.verdict.get("winner", "")) if fight.verdict else ""
    other = sides[1] if winner == sides[0] else sides[0]
    forces = in_words(fight.lost, seat) if fight.lost != Group(0) else ""
    of = {"winner": named(winner) if winner else "", "other": named(other), "place": place, "forces": forces}
    if not winner:
        words = say("Nobody won the battle of {pair} in {place}.", pair=listed([*map(named, sides)]), place=place)
        lost = say("You lost {forces}.", forces=forces) if forces else ""
        words = together([words, fight.verdict.moment(named)[0] if fight.verdict else "", lost])
    elif winner == seat and forces:
        words = say("You won in {place} against {other} and lost {forces}.", **of)
    elif winner == seat:
        words = say("You won in {place} against {other}.", **of)
    elif other == seat and forces:
        words = say("{winner:The wins} against you in {place}: you lost {forces}.", **of)
    elif other == seat:
        words = say("You lost in {place} against {winner}.", **of)
    else:
        words = say("{winner:The wins} in {place} against {other}.", **of)
    return Gist(words, MINE if seat in sides else FOUGHT, fight.at, winner)


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
