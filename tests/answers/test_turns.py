"""What the referee says of turns, hands and the price of shipping is what the game takes, holds and charges.

Random games as in ``test_true_answers``.
"""

from __future__ import annotations

import re

import pytest

from referee.common.factions import FACTIONS, named
from referee.offers.answers import reply
from referee.offers.what_now import stage_of
from referee.phases.bidding.auction import Pass
from tests.answers.test_true_answers import CODES, QUESTION, QUESTIONS, Askers, answered, unfound

ASKED = {
    "turn": ("is it {faction}'s turn", "ist {faction} dran", "c'est au tour de {faction}", "es el turno de {faction}"),
    "next": ("am i next", "bin ich als nächster dran", "je suis le suivant", "soy el siguiente"),
    "hands": (
        "how many cards does everyone have",
        "wie viele Karten hat jeder",
        "combien de cartes a chacun",
        "cuántas cartas tienen todos",
    ),
    "drop": (
        "what does shipping cost me",
        "was kostet mich das Verschiffen",
        "combien me coûte une expédition",
        "cuánto me cuesta enviar",
    ),
}


NEEDED = ("yes", "no", "next", "hands", "drop")


class Turns(Askers):
    """After each tap somebody asks whose turn it is, who holds how much and what a shipment costs."""

    questions = QUESTION | ASKED

    def ask(self, seat: str) -> None:
        self.turns(seat)
        self.random.choice((self.hands, self.drops))(seat)

    def turns(self, seat: str) -> None:
        """Whose turn it is in an auction may pass, and no other may; another may have to answer first."""
        stage = stage_of(self.public)
        if stage is None or stage.mode != "auction" or not stage.turn:
            return
        for other in sorted({*self.public.seats} - {seat}):
            words = self.said(seat, "turn", faction=FACTIONS[other].name)
            self.asked["yes" if words.startswith("Yes.") else "no"] += 1
            if words.startswith("Yes.") != self.accepted(Pass(other), other):
                self.note(seat, f"turn of {other}", words)
        words = self.said(seat, "next")
        self.asked["next"] += 1
        if words.startswith("Yes") != (self.accepted(Pass(seat), seat) or stage.nexts[:1] == (seat,)):
            self.note(seat, "next", words)

    def hands(self, seat: str) -> None:
        words = self.said(seat, "hands")
        for other in self.public.seats if words.startswith("Cards in hand") else ():
            name, held = "you" if other == seat else named(other), len(self.truth.seats[other].hand)
            self.asked["hands"] += 1
            if f"{name}: {held}" not in words:
                self.note(seat, f"hand of {other}", f"{words} ({held})")

    def drops(self, seat: str) -> None:
        """The price of one force, which is compared with what is charged."""
        found = re.search(r"(\d+) spice to a stronghold, (\d+) elsewhere", self.said(seat, "drop"))
        for n, place in zip(found.groups() if found else (), ("Arrakeen", "Polar Sink"), strict=False):
            answer = reply(self.sitting.screen(seat), f"what does it cost to ship 1 to {place}")
            self.asked["drop"] += 1
            if not answer or not answer.words.startswith(f"{n} spice"):
                self.note(seat, f"drop to {place}", f"{n} ({answer and answer.words})")


def test_what_is_said_of_turns_hands_and_shipping_is_what_the_game_takes_holds_and_charges() -> None:
    players = answered(QUESTIONS // 2, Turns, NEEDED)
    assert not players.wrong
    assert all(players.asked[kind] for kind in (*NEEDED, *CODES)), players.asked


LIES = {
    "is_it_mine": "Yes. Go on.",
    "am_i_next": "Yes. Next: you.",
    "who_holds_most_cards": "Cards in hand: you: 77.",
    "what_shipping_costs": "1 force: 77 spice to a stronghold, 78 elsewhere.",
}


def test_one_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfound(LIES, monkeypatch, Turns, NEEDED) == []
