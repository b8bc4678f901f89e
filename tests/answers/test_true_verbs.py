"""What the referee says of bribes, plans, tokens and storms is what the game takes, or has in its log.

Random games as in ``test_true_answers``.
"""

from __future__ import annotations

import re

import pytest

from referee.agreements.bribes import Bribe
from referee.board.forces_counted import ForcesToTanks
from referee.board.storm import Storm, coming, onward
from referee.board.territories import TERRITORIES, sand
from referee.common.factions import FACTIONS, named
from referee.factions.richese import ME as RICHESE
from referee.factions.richese.no_field import TOKENS, LayField
from referee.offers.answers import reply
from referee.phases.battle.live_battle import OPEN, battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, RevealStormCard, bounds
from referee.turn.on_the_map import PutRight
from tests.answers.test_true_answers import CODES, QUESTION, QUESTIONS, Askers, answered, unfound

ASKED = {
    "bribe": (
        "can i bribe {faction}",
        "kann ich {faction} bestechen",
        "je peux soudoyer {faction}",
        "puedo sobornar a {faction}",
    ),
    "plans": ("are both plans in", "sind beide Pläne fertig", "les deux plans sont prêts", "están listos ambos planes"),
    "leader": (
        "do i have to play a leader",
        "muss ich einen Anführer nehmen",
        "est-ce que je dois jouer un chef",
        "debo usar un líder",
    ),
    "far": (
        "how far does the storm move",
        "wie weit zieht der Sturm",
        "jusqu'où va la tempête",
        "hasta dónde va la tormenta",
    ),
    "hits": (
        "will the storm hit my guys in {place}",
        "trifft der Sturm Truppen in {place}",
        "la tempête touche mes troupes à {place}",
        "la tormenta mata tropas en {place}",
    ),
}


class Verbs(Askers):
    """After each tap somebody asks what may be paid, made, met or bid."""

    questions = QUESTION | ASKED

    def ask(self, seat: str) -> None:
        self.random.choice((self.bribes, self.storms, self.fields, self.plans))(seat)

    def enter(self, phase: str) -> None:
        """Have the storm move over somebody, which random players hardly ever do."""
        super().enter(phase)
        eye = self.truth.state(Storm).sector
        if phase == "storm" and eye:
            way = [onward(eye, steps) for steps in (1, 2)]
            cells = [(name, one) for name in sand(self.public) for one in TERRITORIES[name].sectors if one in way]
            place, sector = self.random.choice(cells)
            self.try_it(PutRight(self.random.choice([*self.public.seats]), place, 2, sector=sector))
            for command in (RevealStormCard(), AnnounceStorm(bounds(self.public)[1]), MoveStorm()):
                self.try_it(command)

    def bribes(self, seat: str) -> None:
        other = self.random.choice([*self.public.seats])
        if other != seat:
            self.compare(seat, "bribe", Bribe(seat, other, 1), faction=FACTIONS[other].name)

    def fields(self, _: str) -> None:
        """Asked in English alone: no other language has a way of its own for it."""
        if RICHESE in self.public.seats:
            place = self.place()
            answer = reply(self.sitting.screen(RICHESE), f"can i ship a no-field to {place}")
            words = answer.words if answer else ""
            self.asked["field"] += 1
            taken = any(self.accepted(LayField(RICHESE, token, place), RICHESE) for token in TOKENS)
            if words.startswith("Yes.") != taken:
                self.note(RICHESE, f"field {place}", words)

    def plans(self, seat: str) -> None:
        live = battle_now(self.truth)
        if live is None or live.step != OPEN:
            return
        left = [named(one) for one in live.seats if one not in live.plans and one != seat]
        words = self.said(seat, "plans")
        self.asked["plans"] += 1
        if any(str(one) not in words.partition("Not yet:")[2] for one in left):
            self.note(seat, "plans", words)
        for own in live.seats:
            needed = self.said(own, "leader")
            bare = {one.code for one in LockPlan(own, 0).objections(self.sitting.screen(own))}
            if needed.startswith("Yes.") if not bare else needed.startswith("No.") and "LEADER_REQUIRED" in bare:
                self.note(own, "leader", needed)
            self.asked["leader"] += needed.startswith("Yes.")

    def storms(self, seat: str) -> None:
        far = coming(self.truth)
        found = re.search(r"move (\d+)", self.said(seat, "far"))
        self.asked["far"] += far is not None
        if (far is not None) != bool(found) or (found and int(found[1]) != far):
            self.note(seat, "far", f"{found and found[0]} ({far})")
        lost = [heard.event for heard in self.truth.log if isinstance(heard.event, ForcesToTanks)]
        for event in [event for event in lost if "1.01.03" in event.why][-1:]:
            words = self.said(seat, "hits", place=event.origin)
            self.asked["hits"] += 1
            if "kills no forces" in words:
                self.note(seat, f"hits {event.origin}", words)


def test_what_is_said_of_a_verb_is_what_the_game_takes_or_has_done() -> None:
    players = answered(QUESTIONS // 2, Verbs)
    assert not players.wrong
    assert all(players.asked[kind] for kind in ("yes", "no", "plans", "hits", *CODES)), players.asked


LIES = {
    "may_bribe": "Yes. Bribe them.",
    "who_has_locked": "Not yet: nobody.",
    "must_have_a_leader": "No. Leave it.",
    "how_far_the_storm_goes": "It will move 77 sectors.",
    "is_it_safe": "The storm kills no forces there.",
}


def test_a_verb_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfound(LIES, monkeypatch, Verbs) == []
