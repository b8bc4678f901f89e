"""Once a game, by Karama: the difference of both leaders' strengths is added to Ecaz's total (2.11.32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.factions.ecaz import ME
from referee.kernel import Called, Chance, Event, Objection, Public, State, Table, adds, phrase, ruling, say
from referee.offers.offer import Offer
from referee.phases.battle.battle_as_known import plan_of, position
from referee.phases.battle.live_battle import REVEALED, battle_now, live_of, running
from referee.phases.battle.reveal import MayStillSpeak, judged, one_more
from referee.phases.battle.two_sides import SIDES, Battle, Side
from referee.phases.battle.verdict import TOTALS, Addition, Additions
from referee.powers.great_powers import GreatPower
from referee.powers.powers import OnceUsed

GREAT = "2.11.32"


def _more(name: Called, faction: str, by: str, adds: int) -> str:
    of = {"by": by, "n": adds, "seat": name(faction)}
    return say("{by}: the difference of both leaders adds {n} for {seat}.", **of)


MORE = phrase("ecaz.difference", _more)


class DifferencePlayed(State):
    """In which battle of which turn Ecaz added it: territory and opponent."""

    turn: int
    territory: str
    foe: str


class DifferenceAdded(Event, because=(GREAT,)):
    territory: Public[str]
    foe: Public[str]
    says = "The difference of both leaders' strengths counts for Ecaz."

    def apply(self, table: Table) -> None:
        table.put(DifferencePlayed(table.turn, self.territory, self.foe))


def difference(battle: Battle) -> int:
    """Return the difference of both leaders' strengths, 0 if a side has no leader or one who follows the other."""
    strengths = [side.leader.strength for side in (battle.aggressor, battle.defender) if side.leader]
    known = [strength for strength in strengths if strength is not None]
    return max(known) - min(known) if len(known) == len(SIDES) else 0


class AddDifference(GreatPower, grave=True):
    """Lay down a Karama when the plans are open, in a battle without a weapon and a defense of Ecaz."""

    rule, who, phase = GREAT, ME, "battle"
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        live = battle_now(table)
        if live is not None and not any(cls(ME).against(table, now)) and (more := difference(position(table, live))):
            yield cls.way(say("Karama: add {n} to your total", n=more))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        yield from running(table, REVEALED)
        live = battle_now(table)
        plan = plan_of(live, ME) if live and ME in live.seats else None
        if plan is None:
            yield Objection(GREAT, "You do not fight in this battle. Keep the card.", firm=True)
        elif plan.weapon or plan.defence:
            yield Objection(GREAT, "Your plan has a weapon or a defense. Keep the card.", "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        live = live_of(table)
        yield DifferenceAdded(live.territory, live.against(ME))
        yield judged(table, live_of(table))


def _played(table: Table, battle: Battle, side: Side) -> bool:
    """Return True if it was played in the battle that goes on, or a script says so of one where it may be."""
    if battle.unlocked(ME):
        return table.rules == "advanced" and not (side.weapon or side.defence)
    live, played = battle_now(table), table.get(DifferencePlayed)
    if live is None or played is None:
        return False
    return (played.turn, played.territory) == (table.turn, live.territory) and played.foe in live.seats


@adds(Additions, rule=GREAT)
def what_it_adds(question: Additions, table: Table) -> Iterable[Addition]:
    battle, side = question.battle, question.battle.side(question.at)
    if side.faction != ME or not _played(table, battle, side):
        return
    if more := difference(battle):
        yield Addition(more, MORE(faction=ME, by="Karama", adds=more), (GREAT,), True)


@ruling(MayStillSpeak, rule=GREAT)
def they_may_add(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Whatever they hold, where they lost by numbers and the difference would count."""
    live = battle_now(table)
    able = table.rules == "advanced" and ME in table.seats and ME not in table.state(OnceUsed).seats
    if live is None or live.step != REVEALED or not able or ME not in live.seats or live.winner == ME:
        return None
    plan = plan_of(live, ME)
    counts = live.verdict.how == TOTALS and not (plan.weapon or plan.defence)
    words = "Ecaz may still add the difference of the leaders by Karama"
    return one_more(so_far, words) if counts and difference(position(table, live)) else None
