"""A question about one part of a plan: it is asked aloud, answered in an envelope, and the answer binds.

The answer is known to the one who shows it, the one who asked, and the ally for whose battle it was asked. "None" is an
answer like any other, and binds like any other.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.holdings.leaders import key
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance, Question, adds, ask
from referee.kernel.table import Table, card_name
from referee.kernel.wording import number
from referee.phases.battle.allowed_plans import MayGoWithout
from referee.phases.battle.battle_as_known import army_of, free_leaders
from referee.phases.battle.before_the_plans import (
    ANNOUNCED,
    ASKED,
    PARTS,
    QUESTION,
    PrescienceAnswered,
    PrescienceAsked,
    step_of,
    steps,
)
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, BattleCards
from referee.phases.battle.live_battle import OPEN, battle_now, live_of, running, spoken
from referee.phases.battle.two_sides import At, Battle
from referee.phases.battle.voice import covers, obedient, order_to, slots_of
from referee.screens.offers import TABLE, Blank, Offer, Offers

SLOT = {"weapon": WEAPON, "defence": DEFENCE, "leader": STAND_IN}


class MayBeAsked(Question[bool]):
    """May this faction be asked to show this part of its plan?"""

    seat: str
    part: str
    rule = "2.01.08"

    def plain(self, table: Table) -> bool:
        return True


def asked_now(table: Table, seat: str) -> str:
    """Return the part that this seat has been asked for and has not shown, "" for none."""
    waits = any(step.say.to == seat and step.state == ASKED for step in steps(table))
    return spoken(table).asked[seat][1] if waits else ""


def playable(table: Table, seat: str, part: str) -> list[str]:
    """Return what this seat may play as one part of its plan, orders obeyed, as far as this viewer knows."""
    live = battle_now(table)
    if live is None or seat not in live.seats:
        return []
    if part == "dial":
        men = army_of(table, live, seat, live.forces[seat].total)
        return [str(number(n * men.step)) for n in range(int(men.most / men.step) + 1)]
    hand = table.seats[seat].hand
    faces = [card_name(card) for card in hand.faces()]
    cards = [*faces, *(ask(table, BattleCards()).value if len(faces) < len(hand) else ())]
    fits = [card for card in dict.fromkeys(cards) if SLOT[part] in slots_of(table, card)]
    first = free_leaders(table, live, seat) if part == "leader" else []
    none = [] if part == "leader" and (first or fits) and not ask(table, MayGoWithout(seat)).value else [""]
    return _ordered(table, seat, SLOT[part], [*none, *first, *fits])


def _ordered(table: Table, seat: str, slot: str, choices: list[str]) -> list[str]:
    order, what = order_to(table, seat)
    if order == "leave":
        return [one for one in choices if not covers(table, what, one)]
    must = obedient(table, seat, what) if order == "play" else []
    here = bool(must) and all(slots_of(table, card) == {slot} for card in must)
    return [one for one in choices if one in must] if here else choices


class AskPrescience(Command):
    """Ask the opponent for one part of the plan."""

    by = "both"
    waits = True
    seat: str
    part: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Once a battle, when it was announced."""
        yield from running(table, OPEN)
        step = step_of(table, self.seat, QUESTION)
        if battle_now(table) and (step is None or step.state != ANNOUNCED):
            yield Objection("2.01.08", "You cannot ask now. Announce Prescience first, once a battle.", firm=True)
        if self.part not in dict(PARTS):
            yield Objection("2.01.08", "Ask for weapon, defense, leader or dial.", "BAD_INPUT", firm=True)
        elif step is not None and not (may := ask(table, MayBeAsked(step.say.to, self.part))).value:
            words = "A face-down token hides how many forces are there. Ask for another part of the plan."
            yield Objection(may.because[0], words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live_of(table)
        step = step_of(table, self.seat, QUESTION)
        if step is not None:
            yield PrescienceAsked(self.seat, step.say.to, self.part, (step.say.rule,))


class AnswerPrescience(Command):
    """Show the part that was asked for; an empty answer says that none is played."""

    by = "seat"
    grave = True
    waits = True
    seat: str
    answer: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Once, by the one who was asked, and something that can be played."""
        yield from running(table, OPEN)
        part = asked_now(table, self.seat)
        if battle_now(table) and not part:
            yield Objection("2.01.08", "You are asked for nothing now.", firm=True)
        elif part and self.answer not in playable(table, self.seat, part):
            yield Objection("2.01.08", "You cannot play that here. Show what you can play.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Show it to the one who asked, and to the ally who fights."""
        asker = spoken(table).asked[self.seat][0]
        fighter = live_of(table).against(self.seat)
        yield PrescienceAnswered(self.seat, sealed(self.answer.strip(), self.seat, asker, fighter))


class ToldAloud(Command):
    """Note that a question was answered away from the screens; the referee then holds nobody to it."""

    by = "table"
    waits = True
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        if battle_now(table) and not asked_now(table, self.seat):
            yield Objection("2.01.08", "You are asked for nothing now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield PrescienceAnswered(self.seat, sealed(None, *live_of(table).seats))


def against_answer(table: Table, battle: Battle, at: At, rule: str) -> tuple[Objection, ...]:
    """Return what an answer given to a question by this rule says against a plan."""
    seat, said = battle.side(at).faction, spoken(table)
    answer = said.answers.get(seat)
    _, part, by = said.asked.get(seat, ("", "", ""))
    if not isinstance(answer, str) or by != rule or key(_part(battle, at, part)) == key(answer):
        return ()
    words = f"You showed {answer or 'nothing'} as your {dict(PARTS)[part].lower()}. Play that."
    return (Objection(rule, words, "PRESCIENCE_BINDS"),)


def _part(battle: Battle, at: At, part: str) -> str:
    side = battle.side(at)
    parts = {"weapon": side.weapon, "defence": side.defence, "dial": str(number(side.dial))}
    return (parts.get(part) if part in parts else side.leader.name if side.leader else side.hero) or ""


@adds(Offers, rule="2.01.08", first=True, phase="battle")
def the_question_itself(question: Offers, table: Table) -> Iterable[Offer]:
    """Once announced the part is chosen; it may then be shown away from the screens, which the table confirms."""
    if question.seat == TABLE:
        return _shown_aloud(table)
    step = step_of(table, question.seat, QUESTION)
    if step is None or step.state != ANNOUNCED:
        return ()
    parts = tuple((key, label) for key, label in PARTS if ask(table, MayBeAsked(step.say.to, key)).value)
    part = Blank("part", "One part of the plan", "select", value="weapon", choices=parts)
    return (Offer(AskPrescience, "Ask to see it", step.say.rule, (part,), part="before the plans"),)


def _shown_aloud(table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    for step in steps(table) if live and live.step == OPEN else ():
        if step.state == ASKED:
            label = f"Confirm that {named(step.say.to):has} shown it"
            fixed = (("seat", step.say.to),)
            yield Offer(ToldAloud, label, step.say.rule, fixed=fixed, part="before the plans")


def answer_due(table: Table, seat: str) -> Offer | None:
    """Return the form in which this seat answers behind its shield, ``None`` if nothing is asked."""
    part = asked_now(table, seat)
    if not part:
        return None
    choices = tuple((one, one or "None") for one in playable(table, seat, part))
    blank = Blank("answer", f"{dict(PARTS)[part]} you will play", "select", choices=choices)
    return Offer(AnswerPrescience, "Show it (you must play it)", spoken(table).asked[seat][2], (blank,))
