"""Truthtrance: a yes-or-no question to one player, in public and at any time; the game waits for the answer."""

from __future__ import annotations

from collections.abc import Iterable

from referee.holdings.hands import PlayedCard, called, held_card, may_hold, played_as, shown_card, spent
from referee.kernel import Chance, Event, Objection, Table, adds, say
from referee.offers.offer import Blank, Offer, SecretOffers, others_of
from referee.powers.open_question import LONGEST, SHORTEST, QuestionPut, inquiry

TRUTHTRANCE = "Truthtrance"
WHY = ("3.01.22",)


class PutQuestion(PlayedCard, waits_for_powers=True, plays=(TRUTHTRANCE,)):
    of: str
    words: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if not may_hold(table, self.seat, played_as(table, self.seat, TRUTHTRANCE)):
            yield Objection("3.01.22", say("You have no {card}.", card=TRUTHTRANCE), "CARD_NOT_HELD")
        if self.of not in table.seats or self.of == self.seat:
            yield Objection("3.01.22", "Ask another faction at this table. Choose one.", "NOT_ELIGIBLE", firm=True)
        if not SHORTEST <= len(self.words.strip()) <= LONGEST:
            sentence = say(
                "Write your question in {least} to {most} characters, so that everybody can read it.",
                least=SHORTEST,
                most=LONGEST,
            )
            yield Objection("3.01.22", sentence, "BAD_INPUT", firm=True)
        if inquiry(table) is not None:
            yield Objection("3.01.22", "A question is open already. Wait for its answer.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        real = held_card(table, self.seat, called(TRUTHTRANCE))
        card = real or shown_card(table, self.seat, played_as(table, self.seat, TRUTHTRANCE), TRUTHTRANCE)
        if (yield from spent(self.seat, card, WHY)):
            yield QuestionPut(self.seat, self.of, " ".join(self.words.replace("*", "").split()), WHY)


@adds(SecretOffers, rule="3.01.22")
def ask_for_the_truth(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if table.phase == "lobby" or held_card(table, question.seat, played_as(table, question.seat, TRUTHTRANCE)) is None:
        return ()
    others = others_of(table, question.seat)
    blanks = (
        Blank("of", "Ask", "select", value=others[0][0] if others else "", choices=others),
        Blank("words", "A yes-or-no question"),
    )
    why_not = "A question is open already." if inquiry(table) else ""
    return (Offer(PutQuestion, say("Play {card}", card=TRUTHTRANCE), "3.01.22", blanks, why_not=why_not),)
