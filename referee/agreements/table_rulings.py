"""The table's own rulings, kept with the game and found by search; and corrected purses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.what_is_physical import spice_is_kept
from referee.holdings.purse import MOST_CORRECTED, CorrectSpice
from referee.kernel import Called, Chance, Command, Event, Objection, Public, State, Table, Typed, Value, adds, say
from referee.offers.offer import TABLE, Blank, Offer, Offers, seats_of
from referee.rulebook.book import rulebook

LONGEST = 400
WAY = Blank("way", "More or less", "radio", value="more", choices=(("more", "Put there"), ("less", "Take away")))
BY = Blank("amount", "Spice", "number", 1, MOST_CORRECTED, "1")


class Decision(Value):
    """A ruling of the table: its rule, words, who asked (a seat or ""), turn, and time (ms).

    ``question`` is the search it answers, "" for none.
    """

    rule: str
    words: str
    asked: str
    turn: int
    at: int
    question: str = ""


class Decisions(State):
    made: list[Decision] = field(default_factory=list)


def decisions(table: Table, rule: str = "") -> list[Decision]:
    """Return the table's rulings, all or those under one rule."""
    return [decision for decision in table.state(Decisions).made if not rule or decision.rule == rule]


class TableDecided(Event):
    rule: Public[str]
    words: Public[Typed]
    why: Public[tuple[str, ...]] = ()
    asked: Public[str] = ""

    def apply(self, table: Table) -> None:
        _keep(table, Decision(self.rule, self.words, self.asked, table.turn, table.at))

    def sentence(self, name: Called) -> str:
        asked = say(", asked by {asked}", asked=name(self.asked)) if self.asked else ""
        return say("House ruling{asked}: {words}", asked=asked, words=self.words)


class AnswerKept(Event):
    """The table kept an answer to a search: as found, or in its own words."""

    rule: Public[str]
    question: Public[Typed]
    words: Public[Typed]
    asked: Public[str] = ""
    why: Public[tuple[str, ...]] = ()

    def apply(self, table: Table) -> None:
        _keep(table, Decision(self.rule, self.words, self.asked, table.turn, table.at, self.question))

    def sentence(self, name: Called) -> str:
        asked = say(", asked by {asked}", asked=name(self.asked)) if self.asked else ""
        return say("House ruling{asked}. “{question}” {words}", asked=asked, question=self.question, words=self.words)


def _keep(table: Table, decision: Decision) -> None:
    table.put(table.state(Decisions)).made.append(decision)


class Decide(Command, by="table"):
    """Record how this table plays a rule, and who asked."""

    rule: str
    words: str
    asked: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.rule not in rulebook():
            yield Objection("4.97.03", "No rule has that number. Open a rule and add the ruling there.")
        elif not 3 <= len(self.words.strip()) <= LONGEST:
            yield Objection(
                "4.97.03",
                say("A ruling has between 3 and {LONGEST} letters. Change it and try again.", LONGEST=LONGEST),
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        asked = self.asked if self.asked in table.seats else ""
        yield TableDecided(self.rule, " ".join(self.words.split()), ("4.97.03", self.rule), asked)


class KeepAnswer(Decide):
    """Keep an answer, so that the same search finds it first."""

    question: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from super().objections(table)
        if not 3 <= len(self.question.strip()) <= LONGEST:
            yield Objection(
                "4.97.03",
                say("A question has between 3 and {LONGEST} letters. Ask it again in fewer words.", LONGEST=LONGEST),
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        for event in super().decide(table, chance):
            assert isinstance(event, TableDecided)
            yield AnswerKept(self.rule, " ".join(self.question.split()), event.words, event.asked, event.why)


@adds(Offers, rule="4.97.04", seat=TABLE)
def put_a_purse_right(question: Offers, table: Table) -> Iterable[Offer]:
    if spice_is_kept(table):
        whose = Blank("seat", "Faction", "select", choices=seats_of(table))
        blanks = (whose, WAY, BY, Blank("reason", "Reason (everybody reads it)"))
        yield Offer(CorrectSpice, "Correct a player's spice", "4.97.04", blanks, aside=True, part="correction")


def own_ruling(table: Table, rule: str, question: str) -> Offer:
    """Return the form for an answer in the table's own words."""
    words = Blank("words", "This table decides", hint="Saved with the game; the search finds it first.")
    whose = Blank("asked", "Who asked", "select", choices=(("", "The whole table"), *seats_of(table)))
    if question:
        about = (("rule", rule), ("question", question))
        return Offer(KeepAnswer, "Play it this way", blanks=(words, whose), fixed=about)
    return Offer(Decide, "Save this ruling", blanks=(words, whose), fixed=(("rule", rule),))


def keep_answer(question: str, rule: str, words: str, label: str) -> Offer:
    """Return the button that marks an answer as right."""
    return Offer(KeepAnswer, label, fixed=(("rule", rule), ("question", question), ("words", words[:LONGEST])))
