"""Opening both wheels and judging, in one act, so that one undo takes all of it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from referee.common.factions import faction_name, named
from referee.holdings.leaders import keys
from referee.holdings.traitors import Traitors
from referee.kernel import Chance, Command, Event, Objection, Question, Table, listed, say, together
from referee.phases.battle.battle_as_known import callers, plan_of, position, target_of, turns_without_a_card
from referee.phases.battle.events import BattleJudged, CallerReplied, PlansRevealed, TraitorAnswered, TraitorCalled
from referee.phases.battle.judging import judge
from referee.phases.battle.live_battle import OPEN, YES, LiveBattle, battle_now, live_of, running, traitor_answers
from referee.phases.battle.verdict_in_journal import written


class MayStillSpeak(Question[str], rule="1.07.06", answer=""):
    """Who may still act before the verdict is applied, in words? "" for nobody.

    Such a battle is not settled with the last choice of its sides; the button that settles it says why. What somebody
    holds in secret makes no difference.
    """


def one_more(so_far: str, words: str) -> str:
    """Return who may still act, with one more."""
    return together((so_far, words), ". ")


def may_play_nexus(so_far: str, seats: Sequence[str]) -> str:
    """Return who may still act, with those who hold a Nexus card, whichever it is."""
    words = say("{seats:The may} still play a Nexus card", seats=listed([named(seat) for seat in seats]))
    return one_more(so_far, words)


def answered(table: Table, live: LiveBattle, seat: str, answer: str) -> Iterator[Event]:
    """Yield an answer in secret, and that one more has come, if it is the first of somebody who may call."""
    if seat not in traitor_answers(table) and seat in callers(table, live):
        yield CallerReplied()
    yield TraitorAnswered(frozenset({seat}), seat, answer)


def all_answered(table: Table, live: LiveBattle) -> bool:
    """Return True if all callers have answered, with ``wait`` too; typed wheels ask nobody.

    A player who waits may still call later. Wheels that stayed shut would tell that somebody waits.
    """
    return live.locked and (bool(live.typed) or all(map(traitor_answers(table).get, callers(table, live))))


def reveal(table: Table, live: LiveBattle) -> Iterator[Event]:
    """Open both wheels, enter the calls of those who said yes and hold the card or need none, and judge."""
    yield PlansRevealed(*(asdict(plan_of(live, seat)) for seat in live.seats))
    for seat in callers(table, live):
        leader = target_of(table, live, seat)
        held = keys(table.state(Traitors).kept.get(seat, ()))
        if not leader or traitor_answers(table).get(seat) != YES:
            continue
        if keys([leader]) <= held or turns_without_a_card(table, live, seat):
            yield TraitorCalled(seat, leader)
    yield judged(table, live)


def judged(table: Table, live: LiveBattle) -> BattleJudged:
    return BattleJudged(written(judge(table, position(table, live)), live.seats))


class Reveal(Command, by="table", waits=True, grave=True):
    """Open the wheels now; who has not answered may still call a traitor afterwards."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        missing = [faction_name(seat) for seat in live.seats if seat not in live.plans] if live else []
        if missing:
            words = "There is no plan yet from {seats}. Lock it on the phone, or enter the wheel."
            words = say(words, seats=listed(missing))
            yield Objection("1.07.05", words, "PLAN_MISSING", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from reveal(table, live_of(table))
