"""Bene Gesserit: the prediction, sealed on their phone at set-up and shown only if it comes true.

That it is sealed is public; until the first spice blow it may be changed in secret. If the predicted faction wins by
strongholds in the predicted turn, alone or with an ally, Bene Gesserit win alone instead. A victory at the end of the
last turn cannot be predicted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.common.factions import faction_name, named
from referee.common.lines_on_paper import PaperLine, number
from referee.common.phones_at_seats import phones_of
from referee.common.turn import ANY
from referee.factions.bene_gesserit import ME
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    Public,
    SeatEvent,
    Table,
    Whisper,
    adds,
    after,
    phrase,
    ruling,
    say,
)
from referee.offers.choices import Choice
from referee.offers.gains import Hopes, OfferGains
from referee.offers.offer import BehindShield, Blank, Duty, Kept, Offer, others_of
from referee.offers.what_now import Says, WhatNow, went_on
from referee.phases.mentat.victory import GameWon, HowItWasWon, Victory, last_turn, winner
from referee.turn.on_time.last_turn import LastTurnChanges

NOT_FORETOLD = "Faction and turn were right, but a special victory cannot be predicted."
NONE = phrase("prediction.none", "{seat!n:The makes} no prediction.")
RULE, SET_UP = "2.02.03", ("lobby", "setup", "storm")


class PredictionMade(Whisper, because=(RULE,), shows="prediction", own=True, stays=True):
    seat: Public[str]
    of: Public[str]
    turn: Public[int]
    says = "{seat!n:The predicts} that {of!n:wins} in turn {turn}."


class PredictionSealed(SeatEvent, because=(RULE,), stays=True):
    """Public, for the first prediction only; changes stay secret."""

    says = "{seat!n:The has} sealed their prediction."


class PredictionCameTrue(SeatEvent, because=(RULE,), shows="prediction", stays=True):
    of: Public[str]
    turn: Public[int]
    says = "{seat!n:The} predicted {of!n} in turn {turn}, and win alone."

    def apply(self, table: Table) -> None:
        super().apply(table)
        table.put(Victory((self.seat,), self.turn, (RULE,)))


def at_set_up(table: Table) -> bool:
    """Return True until the first spice blow."""
    return table.turn == 1 and table.phase in SET_UP


class Predict(Choice[str], by="seat", grave=True):
    """Bene Gesserit without a phone predict on paper."""

    rule, phase, who, hidden = RULE, ANY, ME, True
    does, then = "seals a prediction", "After the storm it is too late."
    nothing = "It is too late: a prediction is sealed before the first spice blow."
    of: str
    turn: int

    @classmethod
    def waiting(cls, table: Table) -> str:
        return ME if ME in table.seats and at_set_up(table) else ""

    @classmethod
    def due(cls, table: Table, now: str, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        due = ME in phones_of(table) and not table.get(PredictionSealed)
        duty = super().due(table, now, by) if due else None
        return duty and replace(duty, loses=table.phase == "storm", stays=SET_UP)

    @classmethod
    def passed(cls, table: Table, now: str) -> tuple[Event, ...]:
        return went_on(NONE(seat=ME), RULE)

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        made = table.get(PredictionMade)
        turns = tuple((str(turn), str(turn)) for turn in range(1, last_turn(table) + 1))
        turn = Blank("turn", "In turn", "tap", choices=turns)  # that tap seals it
        whose = Blank("of", "Who will win", "radio", value=made.of if made else "", choices=others_of(table, ME))
        yield cls.way("Change my prediction to turn" if made else "Seal my prediction for turn", whose, turn)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        if self.seat != ME:
            yield Objection(RULE, "Only Bene Gesserit make a prediction.", "NOT_ELIGIBLE", firm=True)
        else:
            yield Objection(RULE, self.nothing)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self.of not in table.seats or self.of == self.seat or not 1 <= self.turn <= last_turn(table):
            words = say(
                "Choose another faction at this table and a turn from 1 to {most_turns}.", most_turns=last_turn(table)
            )
            yield Objection(RULE, words, "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield PredictionMade(frozenset({self.seat}), self.seat, self.of, self.turn)
        if not table.get(PredictionSealed):
            yield PredictionSealed(self.seat)


@ruling(OfferGains, rule=RULE)
def games_end_in_the_middle(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    """Games of more factions end later."""
    made, likely = question.command, 1 + (len(table.seats) + 1) // 2
    return -abs(made.turn - likely) / 2 if isinstance(made, Predict) else None


@ruling(Hopes, rule=RULE, seat=ME)
def for_whom_they_foretold(question: Hopes, table: Table, so_far: bool) -> bool | None:
    made = table.get(PredictionMade)
    return True if made and (made.of, made.turn) == (question.of, table.turn) else None


def foretold(made: PredictionMade, won: GameWon | Victory) -> bool:
    """Return whether faction and turn are those of a victory, which counts for one by strongholds alone (2.02.03)."""
    return made.of in won.seats and made.turn == won.turn


@after(GameWon, rule=RULE)
def it_came_true(event: GameWon, table: Table, chance: Chance) -> Iterable[Event]:
    sealed_one = table.get(PredictionMade)
    if sealed_one and foretold(sealed_one, event) and event.how == "strongholds" and ME in table.seats:
        yield PredictionCameTrue(ME, sealed_one.of, sealed_one.turn)


@adds(HowItWasWon, rule=RULE)
def whether_it_came_true(question: HowItWasWon, table: Table) -> Iterable[Says]:
    true, won = table.get(PredictionCameTrue), winner(table)
    if true:
        yield Says(true.sentence(named), RULE)
    elif won and not won.decided and table.get(PredictionSealed):
        yield Says(say("{seat:The 's} prediction has not come true.", seat=named(ME)), RULE)


@adds(LastTurnChanges, rule=RULE)
def too_late_to_come_true(question: LastTurnChanges, table: Table) -> Iterable[Says]:
    if ME in table.seats:
        yield Says(say("{seat:The 's} prediction fails if it names a later turn.", seat=named(ME)), RULE, ME)


@adds(WhatNow, rule=RULE)
def it_lies_sealed(question: WhatNow, table: Table) -> Iterable[Says]:
    lies = ME in table.seats and at_set_up(table) and table.get(PredictionSealed) is not None
    if lies:
        return (Says(say("{seat:The 's} prediction is sealed.", seat=named(ME)), RULE, mute=True),)
    paper = ME in table.seats and ME not in phones_of(table) and table.turn == 1 and table.phase == "storm"
    words = say("{seat:The has} no phone: write the prediction on paper.", seat=named(ME))
    return (Says(words, RULE, mute=True),) if paper else ()


@adds(BehindShield, rule=RULE, seat=ME)
def what_they_wrote(question: BehindShield, table: Table) -> Iterable[Kept]:
    prediction = table.get(PredictionMade)
    if prediction:
        words = say("{faction} in turn {turn}", faction=faction_name(prediction.of), turn=prediction.turn)
        won = winner(table)
        missed = (NOT_FORETOLD,) if won and not won.decided and foretold(prediction, won) else ()
        yield Kept("Your prediction", (words, *missed), RULE, opened="Prediction")


# -- on paper -----------------------------------------------------------------------------------------


def _written(table: Table, text: str) -> tuple[str, int] | None:
    of, _, turn = text.partition(" ")
    return (of, number(turn)) if of in table.seats and of != ME and number(turn) else None


@PaperLine(
    *("prediction", RULE, lambda table, seat, told: [PredictionMade(frozenset({seat}), seat, *told)], (_written,)),
    seat=ME,
)
def on_their_sheet(table: Table, seat: str) -> tuple[str, list[str]] | None:
    prediction = table.get(PredictionMade)
    return ("", [f"{prediction.of} {prediction.turn}"]) if prediction else None
