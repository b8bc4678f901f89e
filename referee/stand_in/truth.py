"""What a stand-in answers to a question put with a card: the truth, or nothing (4.97.67).

It understands three things: whether it holds one card, whether one leader is its traitor, and how its spice compares
with a number. Whether it answers follows from the words and from public facts alone; else a person has to answer.
"""

from __future__ import annotations

import re

from referee.common.factions import FACTIONS
from referee.holdings.hands import DeckCards
from referee.holdings.purse import spice_of
from referee.holdings.traitors import Traitors
from referee.kernel import ask, card_name
from referee.powers.open_question import NO, YES, AnswerQuestion, Inquiry, inquiry
from referee.stand_in.sight import Sight

HOLDS = {"have", "hold", "holding", "got", "hast", "habt", "hältst", "tienes", "tenéis", "as", "avez"}
TRAITOR = {"traitor", "verräter", "traître", "traidor"}
UNSURE = {"not", "no", "never", "without", "or", "and", "if", "nicht", "kein", "keine", "keinen", "ohne", "oder", "und"}
UNSURE |= {"pas", "sans", "ou", "et", "sin", "o", "y", "will", "would", "did", "had", "ever", "other", "another"}
MORE = re.compile(r"\b(more than|at least|exactly|less than|fewer than) (\d{1,3}) spice\b")


def truth(sight: Sight) -> AnswerQuestion | None:
    """Return the answer to the question that is open for this seat, "None" if a person has to give it."""
    now = inquiry(sight.own)
    if now is None or now.of != sight.seat:
        return None
    answer = _answer(sight, now)
    return None if answer is None else AnswerQuestion(sight.seat, YES if answer else NO)


def _answer(sight: Sight, now: Inquiry) -> bool | None:
    text = now.words.casefold().replace("’", "'")
    words = {*re.findall(r"[\w']+", text)}
    if words & UNSURE or "n't" in text:
        return None
    if words & TRAITOR:
        return _traitor(sight, text)
    if compared := MORE.search(text):
        return _spice(sight, compared[1], int(compared[2])) if words & HOLDS else None
    return _card(sight, text) if words & HOLDS else None


def _card(sight: Sight, text: str) -> bool | None:
    named = _named(text, {card_name(card) for card in ask(sight.own, DeckCards()).value})
    hand = sight.own.seats[sight.seat].hand
    if len(named) != 1 or len(hand.faces()) != len(hand):
        return None
    return named[0] in {card_name(card) for card in hand.faces()}


def _traitor(sight: Sight, text: str) -> bool | None:
    leaders = {name for seat in sight.own.seats for name in FACTIONS[seat].discs(sight.own.rules)}
    named, kept = _named(text, leaders), sight.own.state(Traitors).kept
    return named[0] in kept[sight.seat] if len(named) == 1 and sight.seat in kept else None


def _spice(sight: Sight, than: str, number: int) -> bool | None:
    held = spice_of(sight.own, sight.seat)
    if held is None:
        return None
    return {"more": held > number, "at": held >= number, "exactly": held == number}.get(than.split()[0], held < number)


def _named(text: str, names: set[str]) -> list[str]:
    """Return which of these names stand in a text; a name within a longer one that stands there does not count."""
    found = [name for name in names if re.search(rf"\b{re.escape(name.casefold())}(?!\w)", text)]
    return [name for name in found if not any(name != other and name in other for other in found)]
