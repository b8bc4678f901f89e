"""Calling a traitor: every phone asks before the reveal, and a call may follow once the wheels are open.

Everybody is asked the same while both plans are locked, so that neither a prompt nor a tap shows who holds a card. A
traitor card that the referee does not know is shown at the table and believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.common.phones_at_seats import on_own_phone
from referee.holdings.hands import NothingToShow
from referee.holdings.leaders import is_shared, key, keys
from referee.holdings.traitors import Traitors, TraitorsShare
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, adds, ask, say
from referee.offers.offer import TABLE, Blank, Duties, Duty, HeadCount, Offer, Offers
from referee.phases.battle.battle_as_known import callers, target_of, turns_without_a_card
from referee.phases.battle.events import TraitorCalled
from referee.phases.battle.live_battle import (
    NO,
    OPEN,
    REVEALED,
    WAIT,
    YES,
    LiveBattle,
    battle_now,
    live_of,
    running,
    traitor_answers,
)
from referee.phases.battle.reveal import all_answered, answered, judged, reveal


class AnswerTraitor(SeatCommand, by="seat", led=True, hushed=True):
    """Answer whether to call a traitor; asked on every phone, also of those who cannot call."""

    answer: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        if live and not live.locked:
            yield Objection("1.07.06.06", "Wait until both plans are locked, then answer.", firm=True)
        if self.answer not in {YES, NO, WAIT}:
            yield Objection("1.07.06.06", "Answer yes, no, or wait.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        yield from answered(table, live, self.seat, self.answer)
        if self.seat in callers(table, live) and all_answered(table, live):
            yield from reveal(table, live)


def _may_have_turned(table: Table, live: LiveBattle, seat: str, leader: str) -> bool:
    held = table.state(Traitors).kept.get(seat)
    may = (held is None and not is_shared(leader)) or key(leader) in keys(held or ())
    return may or turns_without_a_card(table, live, seat)


class CallTraitor(SeatCommand, by="both", grave=True):
    """Show a traitor card after the reveal."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        live = battle_now(table)
        if live is None or live.step != REVEALED:
            return
        leader = target_of(table, live, self.seat)
        yield from on_own_phone(table, self.seat, "4.97.07")
        if self.seat in live.calls or self.seat not in callers(table, live):
            words = "Only a player in this battle can call a traitor, and only once."
            yield Objection("1.07.06.06", words, "NOT_IN_BATTLE", firm=True)
        elif not leader:
            yield Objection(
                "1.07.06.06", "No leader was played against you, so there is no traitor to call.", firm=True
            )
        elif not _may_have_turned(table, live, self.seat, leader):
            yield Objection(
                "1.07.06.06", say("{leader} is not among your traitors.", leader=leader), "NO_MATCH", firm=True
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        leader = target_of(table, live, self.seat)
        if not _may_have_turned(table, live, self.seat, leader):
            yield NothingToShow(self.seat)
            return
        yield TraitorCalled(self.seat, leader)
        yield judged(table, live)


ASKS, ALL = "Do you call a traitor?", "Everybody is asked, so that nobody sees who may: tap No, or wait."
WAITED = "You are waited for: yes, no or later, and nobody sees which."


@adds(Duties, rule="1.07.06.06", phase="battle")
def everyone_answers(question: Duties, table: Table) -> Iterable[Duty | HeadCount]:
    """Each viewer's own table knows of that viewer's answer alone."""
    live = battle_now(table)
    if live is None or live.step != OPEN or not live.locked or live.typed:
        return
    asked = tuple(callers(table, live))
    for seat in table.seats:
        if seat not in traitor_answers(table) and ask(table, TraitorsShare(seat)).value[1]:
            does = "answers whether a traitor is called"
            free = seat not in asked
            you = "answer, if you like, whether you call a traitor" if free else "answer whether you call a traitor"
            then = ALL if free else WAITED
            made = Duty(seat, does, "1.07.06.06", (AnswerTraitor,), you=you, asks=ASKS, secret=True, then=then)
            yield replace(made, about="0.11")
    yield HeadCount("Traitor question answered by", live.replied, len(asked), "1.07.06.06", asked=asked)


CALL = "If your traitor fights here, do you call it?"
ANSWERS = ((NO, "No"), (YES, "Yes"), (WAIT, "Later"))
LATER = "Later: at the reveal"
HELD = "only if you hold that traitor card"


@adds(Offers, rule="1.07.06.06", phase="battle")
def is_there_a_traitor(question: Offers, table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    asked = live is not None and live.step == OPEN and live.locked and not live.typed
    if question.seat != TABLE and asked and ask(table, TraitorsShare(question.seat)).value[1]:
        yield Offer(AnswerTraitor, CALL, "1.07.06.06", (Blank("answer", CALL, "tap", choices=ANSWERS),), small=LATER)


def answer_given(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the question with the answer of this seat in it, none if it has not answered; asked on its own table."""
    live = battle_now(table)
    given = traitor_answers(table).get(seat, "") if live is not None and live.step == OPEN else ""
    blank = Blank("answer", CALL, "tap", value=given, choices=ANSWERS)
    return (Offer(AnswerTraitor, CALL, "1.07.06.06", (blank,)),) if given else ()


@adds(Offers, rule="4.97.08", phase="battle")
def no_answer_binds(question: Offers, table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    if (
        live is None
        or live.step != REVEALED
        or question.seat in live.calls
        or question.seat not in callers(table, live)
    ):
        return ()
    leader = target_of(table, live, question.seat)
    late = Offer(CallTraitor, say("{leader} is my traitor", leader=leader), "1.07.06.06", aside=True, small=HELD)
    return (late,) if leader else ()
