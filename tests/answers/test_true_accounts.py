"""What the referee says was done, is near, is in reach or comes next is what the game itself holds.

Random games as in ``test_true_answers``; each answer is compared with the log, the ledger, or what is accepted.
"""

from __future__ import annotations

import re

import pytest

from referee.board.storm import Storm
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES, TurnBegan
from referee.kernel import PUBLIC, ask
from referee.offers.waiting import on_turn
from referee.phases.mentat.victory import Winners, winner
from referee.phases.revival.limits_and_prices import ForcesRevived
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import ForceSentAlong, ForcesShipped
from tests.answers.test_true_answers import CODES, QUESTION, QUESTIONS, Askers, answered, unfound

DONE = {
    "shipped": (
        (ForcesShipped, ForceSentAlong),
        ("did i ship", "habe ich schon verschifft", "j'ai déjà expédié", "ya he enviado"),
    ),
    "moved": ((ForcesMoved,), ("did i move yet", "bin ich schon gezogen", "j'ai déjà bougé", "ya me he movido")),
    "came back": (
        (ForcesRevived,),
        ("have i revived", "habe ich schon wiederbelebt", "j'ai déjà ressuscité", "ya he revivido"),
    ),
}
ASKED = {
    "reach": (
        "who can reach {place}",
        "wer kann {place} erreichen",
        "qui peut atteindre {place}",
        "quién puede llegar a {place}",
    ),
    "storm": ("where is the storm rn", "wo ist der Sturm grade", "où est la tempête", "dónde está la tormenta"),
    "deck": (
        "how many cards are left in the deck",
        "wie viele Karten sind noch im Stapel",
        "combien de cartes reste-t-il dans la pioche",
        "cuántas cartas quedan en el mazo",
    ),
    "near": (
        "could anyone win",
        "kann jemand gewinnen",
        "est-ce que quelqu'un peut gagner",
        "puede ganar alguien",
    ),
    "when": (
        "when can i revive",
        "wann kann ich wiederbeleben",
        "quand est-ce que je peux ressusciter",
        "cuándo puedo revivir",
    ),
}


class Tellers(Askers):
    """After each tap somebody asks what was done, and what comes."""

    questions = QUESTION | ASKED | {verb: words for verb, (_, words) in DONE.items()}

    def ask(self, seat: str) -> None:
        self.random.choice((self.deeds, self.reached, self.counted_up, self.to_come))(seat)

    def deeds(self, seat: str) -> None:
        """What a seat has done since the turn began, as the judge's own log has it."""
        log = [heard.event for heard in self.truth.log]
        begun = max((at for at, event in enumerate(log) if isinstance(event, TurnBegan)), default=-1)
        for verb, (kinds, _) in DONE.items():
            done = any(isinstance(event, kinds) and getattr(event, "seat", "") == seat for event in log[begun + 1 :])
            words = self.said(seat, verb)
            self.asked["yes" if done else "no"] += 1
            if not words.startswith("Yes." if done else "No."):
                self.note(seat, verb, words)

    def reached(self, _: str) -> None:
        """Who may move to a place now is named."""
        for seat in on_turn(self.public) if self.public.phase == "shipment" else ():
            place = self.place()
            if not any(self.accepted(step, seat) for step in self.steps(seat, place)):
                continue
            words = self.said(PUBLIC, "reach", place=place)
            self.asked["reach"] += 1
            if FACTIONS[seat].said not in words and FACTIONS[seat].name not in words:
                self.note(seat, f"reach {place}", words)

    def counted_up(self, seat: str) -> None:
        self.count(seat, "deck", len(self.truth.deck))
        sector = self.truth.state(Storm).sector
        found = re.search(r"sector (\d+)", self.said(seat, "storm"))
        if bool(sector) != bool(found) or (found and int(found[1]) != sector):
            self.note(seat, "storm", f"{found and found[0]} ({sector})")

    def to_come(self, seat: str) -> None:
        table = self.truth
        if winner(table) or table.phase not in PHASES:
            return
        self.asked["near"] += 1
        words = self.said(seat, "near")
        if words.startswith("Yes.") != bool(ask(table, Winners()).value):
            self.note(seat, "near", words)
        words = self.said(seat, "when")
        if words.startswith("Now") != (table.phase == "revival"):
            self.note(seat, "when", words)


def test_what_was_done_is_in_the_log_and_what_is_near_is_what_the_game_would_say() -> None:
    players = answered(QUESTIONS, Tellers)
    assert not players.wrong
    assert all(players.asked[kind] for kind in ("yes", "no", "number", "near", *CODES)), players.asked


LIES = {
    "did_ship": "Yes. Somebody ships.",
    "cards_in_the_deck": "99 cards.",
    "who_is_about_to_win": "Yes. Somebody.",
    "when_revival": "Now, whatever this is.",
    "where_the_storm_is": "The storm is in sector 99.",
}


def test_an_account_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfound(LIES, monkeypatch, Tellers) == []
