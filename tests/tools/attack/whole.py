"""A whole game with every kind of secret: traitors, a prediction, prescience, battle plans, answers, hands, spice.

Set-up and one battle are scripted, so that each secret does occur; the rest is random. ``moments`` returns the game
when it had the most secrets, and at its end; ``first_turn`` one in its first turn, waiting for a dial.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from referee.board.forces import somewhere
from referee.board.forces_counted import yet_to_place
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.factions.atreides.part_of_a_plan import AnswerPrescience, AskPrescience
from referee.factions.bene_gesserit.prediction import Predict
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors
from referee.kernel import Sealed, Whisper, known
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.storm.dials import DialStorm, dialers
from referee.running.acts import JournalAct
from referee.turn.first_turn import StartTurnOne
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import SetDown
from tests.kit import Players, Rooms

SIX = ["atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen"]
TWO = ("atreides", "harkonnen")
PLACES = {"fremen": "Sietch Tabr", "bene_gesserit": "Polar Sink"}
SECRET = {"TraitorsDealt", "TraitorsKept", "PredictionMade", "PrescienceAnswered", "PlanLocked", "TraitorAnswered"}
SECRET |= {"HandHeld", "SpiceHeld", "CardBought", "CardPeeked", "OrderSealed"}


@dataclass
class Moment:
    """All rows of a journal up to a moment, and its time (ms)."""

    rows: list[JournalAct]
    at: int


def moments(seed: int, turns: int = 2) -> list[Moment]:
    """Play a whole game and return two moments of it."""
    players = Players(seed, SIX, "advanced")
    found = [*_set_up(players), *_fight(players)]
    if battle_now(players.public):
        players.must(CancelBattle())
    players.play(turns=turns, presses=16)
    found.append(_now(players))
    players.sitting.journal.close()
    assert {type(event).__name__ for act in found[-1].rows for event in act.events} >= SECRET
    return found


def first_turn(seed: int) -> Moment:
    """Play the first turn until all its secrets are sealed: traitors, prediction, and one dial of two."""
    players = Players(seed, SIX, "advanced")
    players.must(StartTurnOne(first="atreides"))
    _answer_at_set_up(players)
    for seat in yet_to_place(players.public):
        players.must(SetDown(seat, goal=PLACES[seat], **vars(somewhere(players.public, seat))), seat)
    first, _ = dialers(players.public)
    players.must(DialStorm(first, 7), first)
    found = _now(players)
    players.sitting.journal.close()
    assert {"StormDialed", "TraitorsKept", "PredictionMade"} <= {
        type(event).__name__ for act in found.rows for event in act.events
    }
    return found


def in_the_boxes(seed: int) -> list[Moment]:
    """Play a game of random modules with Ecaz, Moritani and three others; return it half-way and at its end."""
    dice = Random(f"rooms {seed}")
    chosen = [(one.key, one.value) for one in MODULES.values() if dice.random() < 0.8]
    chosen += [("E4", "secret")] if dice.random() < 0.7 else []
    others = [seat for seat in FACTIONS if seat not in {"ecaz", "moritani"}]
    players = Rooms(seed, ["ecaz", "moritani", *dice.sample(others, 3)], "advanced", tuple(chosen))
    players.play(2, 10)
    whole = _now(players)
    players.sitting.journal.close()
    return [Moment(whole.rows[: len(whole.rows) // 2], whole.at), whole]


def _now(players: Players) -> Moment:
    return Moment(players.sitting.rows(), players.sitting.now())


def _set_up(players: Players) -> list[Moment]:
    players.must(DealTraitors())
    _answer_at_set_up(players)
    players.must(GoTo("bidding"))
    players.bid()
    return []


def _answer_at_set_up(players: Players) -> None:
    for seat, dealt in players.truth.state(Traitors).dealt.items():
        if seat not in players.truth.state(Traitors).kept:
            players.must(KeepTraitor(seat, dealt[0]), seat)
    players.must(Predict("bene_gesserit", "fremen", 4), "bene_gesserit")


def _fight(players: Players) -> list[Moment]:
    """Play a battle until just before the reveal: everything is locked and one side has answered."""
    players.must(GoTo("battle"))
    players.must(BeginBattle("Arrakeen", *TWO, one_normal=5, two_normal=5))
    players.must(Announce("atreides", "2.01.08"), "atreides")
    players.must(AskPrescience("atreides", "leader"), "atreides")
    names = {seat: list(FACTIONS[seat].leaders)[1] for seat in TWO}
    players.must(AnswerPrescience("harkonnen", names["harkonnen"]), "harkonnen")
    for seat in TWO:
        players.must(LockPlan(seat, 1, names[seat]), seat)
    players.must(AnswerTraitor("emperor", "wait"), "emperor")
    return [_now(players)]


def addressed(rows: list[JournalAct]) -> list[str]:
    """Return the seats to whom an envelope or a whisper is addressed."""
    events = [event for act in rows for event in act.events]
    to = [value.to for event in events for value in vars(event).values() if isinstance(value, Sealed)]
    return sorted(frozenset().union(*to, *(one.to for one in events if isinstance(one, Whisper))) & {*FACTIONS})


def kinds_sealed(rows: list[JournalAct]) -> set[str]:
    """Return the kinds of event that have something in an envelope."""
    events = [event for act in rows for event in act.events]
    return {
        type(one).__name__
        for one in events
        for value in vars(one).values()
        if isinstance(value, Sealed) and known(value.value)
    }


def secrets_in(rows: list[JournalAct]) -> list[Any]:
    """Return every value in an envelope or a whisper."""
    events = [event for act in rows for event in act.events]
    lying = [value.value for event in events for value in vars(event).values() if isinstance(value, Sealed)]
    return [value for value in lying if known(value)] + [event for event in events if isinstance(event, Whisper)]
