"""Prescience in battle: Atreides ask publicly for one part of a plan; the answer is sealed, and binding.

It is known to the seat that shows it, the seat that asked, and the ally for whose battle it was asked. "None" is an
answer, and binds too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.common.factions import named
from referee.factions.atreides import ME
from referee.holdings.leaders import key
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    after,
    ask,
    card_name,
    known,
    meant,
    number,
    ruling,
    say,
    sealed,
    small,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers
from referee.phases.battle.allowed_plans import MayGoWithout
from referee.phases.battle.battle_as_known import PairsLeft, army_of, as_shown, can_show, free_leaders, pairs, stand_ins
from referee.phases.battle.before_the_plans import (
    ANNOUNCED,
    ASKED,
    PARTS,
    QUESTION,
    Bond,
    BoundBy,
    Exempt,
    Forbidden,
    PlanChoice,
    PlanStep,
    speaks_before,
    steps,
    window_to_stop,
)
from referee.phases.battle.cards_in_battle import SLOT_OF, BattleCards, NeitherOfBoth, slots_of
from referee.phases.battle.live_battle import OPEN, battle_now, declarations, live_of, running
from referee.phases.battle.spice_for_forces import most_support
from referee.phases.battle.two_sides import At, Battle
from referee.powers.powers import Power

PRESCIENCE = Power("2.01.08", ME, "PRESCIENCE", "after", "Atreides ask for one part of a plan.")
FOR_AN_ALLY = Power(
    "2.01.09", ME, "PRESCIENCE_FOR_ALLY", "after", "Atreides ask for one part of a plan for their ally."
)


def shown_before(table: Table, seat: str) -> str:
    """Return the part that this seat has shown already where it is asked again, "" for none."""
    return declarations(table).earlier.get(seat, ("", "", ""))[0]


def asked_now(table: Table, seat: str) -> str:
    """Return the part this seat was asked for and has not shown, "" for none."""
    waits = any(step.say.to == seat and step.state == ASKED for step in steps(table))
    return declarations(table).asked[seat][1] if waits else ""


def playable(table: Table, seat: str, part: str) -> list[str]:
    """Return what this seat may play as that part, orders obeyed, as far as this viewer knows."""
    live = battle_now(table)
    if live is None or seat not in live.seats:
        return []
    if part == "dial":
        spice = most_support(table, live, seat) + live.lent.get(seat, 0)
        men = army_of(table, live, seat, min(spice, live.forces[seat].total))
        return [str(number(n * men.step)) for n in range(int(men.most / men.step) + 1)]
    hand = table.seats[seat].hand
    faces = [card_name(card) for card in hand.faces()]
    cards = [*faces, *(ask(table, BattleCards()).value if len(faces) < len(hand) else ())]
    seen = (card for card in dict.fromkeys(cards) if not ask(table, NeitherOfBoth(card)).value)
    fits = [card for card in seen if SLOT_OF[part] in slots_of(table, card)]
    first = free_leaders(table, live, seat) if part == "leader" else []
    none = [] if part == "leader" and (first or fits) and not ask(table, MayGoWithout(seat)).value else [""]
    left = ask(table, PairsLeft(seat)).value
    found = (one for one in (*none, *first, *fits) if can_show(table, left, part, one))
    return [one for one in found if not ask(table, Forbidden(seat, part, one, promised=True)).value]


class PrescienceAsked(SeatEvent):
    to: Public[str]
    part: Public[str]
    why: Public[tuple[str, ...]] = ("2.01.08",)

    def apply(self, table: Table) -> None:
        declarations(table).asked[self.to] = (self.seat, self.part, self.why[0])

    def sentence(self, name: Called) -> str:
        part = small(dict(PARTS).get(self.part, self.part))
        return say("{seat:The asks} to see {to:'s} {part}.", seat=name(self.seat), to=name(self.to), part=part)


class PrescienceAnswered(SeatEvent, because=("2.01.08",), shows="plan"):
    """The asked seat is bound by ``shown``; ``None`` was shown away from the screens."""

    answer: Sealed[str | None]

    def apply(self, table: Table) -> None:
        declarations(table).answers[self.seat] = self.answer

    def sentence(self, name: Called) -> str:
        if not known(self.answer) or self.answer is None:
            return say("{seat:The answers}.", seat=name(self.seat))
        return say("{seat:The answers}: {answer}.", seat=name(self.seat), answer=self.answer or "nothing")


@after(PrescienceAsked, rule="4.92.03")
def after_the_question(event: PrescienceAsked, table: Table, chance: Chance) -> Iterable[Event]:
    yield from window_to_stop(table, event.seat, event.why[0], content=True)


class AskPrescience(PlanChoice, by="both", waits=True):
    states, kind, cites = (ANNOUNCED,), QUESTION, "2.01.08"
    nothing = "You cannot ask now. Announce Prescience first, once a battle."
    does = "asks {seat} for one part of the plan"
    part: str = field()  # type: ignore[assignment, misc]  # of the plan, in place of the screen's

    @classmethod
    def phrases(cls, table: Table, now: PlanStep) -> tuple[str, str]:
        return ("asks {seat} for a second part of the plan" if shown_before(table, now.say.to) else cls.does), ""

    @classmethod
    def ways(cls, table: Table, now: PlanStep) -> Iterator[Offer]:
        before = shown_before(table, now.say.to)
        left = (one for one in PARTS if one[0] != before)
        parts = tuple(one for one in left if not ask(table, Exempt(now.say.to, now.say.rule, one[0])).value)
        part = Blank("part", "A second part of the plan" if before else "One part of the plan", "tap", choices=parts)
        yield cls.way("Ask to see it", part, why=now.say.rule)

    def against(self, table: Table, now: PlanStep) -> Iterator[Objection]:
        if self.part not in dict(PARTS):
            yield Objection("2.01.08", "Ask for weapon, defense, leader or dial.", "BAD_INPUT", firm=True)
        elif (exempt := ask(table, Exempt(now.say.to, now.say.rule, self.part))).value:
            words = "A face-down token hides how many forces are there. Ask for another part of the plan."
            yield Objection(exempt.because[0], words, "NOT_ELIGIBLE")
        elif self.part == shown_before(table, now.say.to):
            yield Objection(now.say.rule, "You have seen that part. Ask for another one.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: PlanStep, chance: Chance) -> Iterator[Event]:
        yield PrescienceAsked(self.seat, now.say.to, self.part, (now.say.rule,))


class AnswerPrescience(PlanChoice, by="seat", waits=True, grave=True):
    """An empty answer means that no such card is played."""

    states, cites, hidden, nothing = (ASKED,), "2.01.08", True, "You are asked for nothing now."
    does, then = "shows {seat} one thing: {part}", "You must then play what you show."
    answer: str = ""

    @classmethod
    def words(cls, table: Table, now: PlanStep) -> dict[str, object]:
        return {**super().words(table, now), "part": small(dict(PARTS)[declarations(table).asked[now.say.to][1]])}

    @classmethod
    def form(cls, table: Table, now: PlanStep) -> Offer:
        _, part, rule = declarations(table).asked[now.say.to]
        choices = tuple((one, one or meant("None", "card")) for one in playable(table, now.say.to, part))
        blank = Blank("answer", say("{part} you will play", part=dict(PARTS)[part]), "select", choices=choices)
        return cls.way("Show it (you must play it)", blank, why=rule)

    def against(self, table: Table, now: PlanStep) -> Iterator[Objection]:
        if self.answer not in playable(table, self.seat, asked_now(table, self.seat)):
            yield Objection("2.01.08", "You cannot play that here. Show what you can play.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: PlanStep, chance: Chance) -> Iterator[Event]:
        fighter = live_of(table).against(self.seat)
        yield PrescienceAnswered(self.seat, sealed(self.answer.strip(), self.seat, now.say.seat, fighter))


class ToldAloud(SeatCommand, by="table", waits=True):
    """The question was answered away from the screens; the referee does not enforce that answer."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        if battle_now(table) and not asked_now(table, self.seat):
            yield Objection("2.01.08", "You are asked for nothing now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield PrescienceAnswered(self.seat, sealed(None, *live_of(table).seats))


def _shown(table: Table, seat: str, rule: str) -> tuple[str | None, str]:
    """Return the answer to a question by this rule, ``None`` if unknown or impossible by now, and the part."""
    declared = declarations(table)
    answer, (_, part, by) = declared.answers.get(seat), declared.asked.get(seat, ("", "", ""))
    if seat in declared.earlier and declared.earlier[seat][2] == rule:
        part, answer, by = declared.earlier[seat]
    if not isinstance(answer, str) or by != rule or not _still(table, seat, part, answer):
        return None, ""
    return answer, part


def _still(table: Table, seat: str, part: str, answer: str) -> bool:
    """Return True if the seat can still play what it has shown, as far as this viewer knows."""
    live, hand = battle_now(table), table.seats[seat].hand
    if live is None or (part == "leader" and len(hand.faces()) < len(hand)):
        return True
    if part == "dial":
        return answer in playable(table, seat, part)
    if part != "leader":
        return can_show(table, pairs(table, seat), part, answer)
    leaders = {*free_leaders(table, live, seat), *stand_ins(table, seat)}
    return answer in leaders or (not answer and (not leaders or ask(table, MayGoWithout(seat)).value))


def against_answer(table: Table, battle: Battle, at: At, rule: str) -> tuple[Objection, ...]:
    """Return what is wrong with a plan that breaks an answer by this rule."""
    seat = battle.side(at).faction
    answer, part = _shown(table, seat, rule)
    if answer is None or key(as_shown(table, _part(battle, at, part))) == key(answer):
        return ()
    words = (
        "You showed {card} as your {part}. Play that." if answer else "You showed nothing as your {part}. Play that."
    )
    return (Objection(rule, say(words, card=answer, part=small(dict(PARTS)[part])), "PRESCIENCE_BINDS"),)


def _part(battle: Battle, at: At, part: str) -> str:
    side = battle.side(at)
    parts = {"weapon": side.weapon, "defence": side.defence, "dial": str(number(side.dial))}
    return (parts.get(part) if part in parts else side.leader.name if side.leader else side.hero) or ""


@adds(Offers, rule="2.01.08", first=True, phase="battle", seat=TABLE)
def shown_aloud(question: Offers, table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    for step in steps(table) if live and live.step == OPEN else ():
        if step.state == ASKED:
            label = say("Confirm that {seat:has} shown it", seat=named(step.say.to))
            yield Offer(ToldAloud, label, step.say.rule, fixed=(("seat", step.say.to),), part="before the plans")


def binds(rule: str) -> None:
    """Bind who has answered a question by this rule."""

    @ruling(Forbidden, rule=rule)
    def what_was_shown_is_played(question: Forbidden, table: Table, so_far: str) -> str | None:
        answer, part = _shown(table, question.seat, rule)
        bound = answer is not None and part == question.part and key(answer) != key(as_shown(table, question.value))
        return "not shown" if bound else None

    @adds(BoundBy, rule=rule)
    def what_was_shown(question: BoundBy, table: Table) -> Iterable[Bond]:
        answer, part = _shown(table, question.seat, rule)
        if answer is not None:
            of = {"card": answer or "none", "part": small(dict(PARTS)[part])}
            yield Bond(rule, say("You have shown *{card}* ({part}) and must play it.", **of), QUESTION)


for _power in (PRESCIENCE, FOR_AN_ALLY):
    speaks_before(_power, QUESTION, against_answer, for_ally=_power is FOR_AN_ALLY)
    binds(_power.rule)
