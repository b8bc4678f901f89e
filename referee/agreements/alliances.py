"""Alliances: formed and broken at a nexus, two factions each (1.10.01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import field

from referee.common.factions import faction_name, named
from referee.common.turn import OfTurn, by_hand, of_turn
from referee.holdings.setup import Allied
from referee.kernel import (
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Question,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    ask,
    phrase,
    ruling,
    say,
)
from referee.offers.offer import TABLE, Blank, Duties, Duty, Offer, Offers, seats_of
from referee.offers.what_now import LeftOver, Mark, Says, SeatMark, Undone, WhatNow, went_on
from referee.phases.spice_blow.blow import NexusFollows, pile_now


class AllianceBroken(SeatEvent, because=("1.10.01.05",), later=("other", "why")):
    """A faction left its alliance, or a card ended the one with the ``other``."""

    other: Public[str] = ""
    why: Public[tuple[str, ...]] = ()
    says = "{seat!n:The leaves} the alliance."
    fuller = "{seat!n:The} and {other!n} are allies no longer."

    def apply(self, table: Table) -> None:
        table.alliances = [pair for pair in table.alliances if self.seat not in pair]


class Nexus(OfTurn):
    """Offers made in this turn's nexus, who has joined an alliance in it, and whether the table said it is over."""

    offered: dict[str, str] = field(default_factory=dict)
    entered: list[str] = field(default_factory=list)
    over: bool = False


UNTIL = "Until the Nexus is over."


def nexus(table: Table) -> Nexus:
    return of_turn(table, Nexus)


class AllianceOffered(SeatEvent, because=("1.10.01.01",)):
    other: Public[str]
    says = "{seat!n:The offers} {other!n} an alliance."

    def apply(self, table: Table) -> None:
        table.put(nexus(table)).offered[self.seat] = self.other


class NexusUsed(Event, because=("1.10.01.01",)):
    """These factions joined an alliance in this nexus."""

    seats: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        state = table.put(nexus(table))
        state.entered += self.seats
        state.offered = {a: b for a, b in state.offered.items() if not {a, b} & set(self.seats)}


def nexus_now(table: Table) -> bool:
    """Return True if alliances may change: a worm came and all spice cards are turned, or it is played by hand."""
    return (_nexus_ahead(table) and not pile_now(table)) or by_hand(table, "spice_blow")


def _nexus_ahead(table: Table) -> bool:
    now = table.phase == "spice_blow" and table.turn > 1 and not nexus(table).over
    return now and ask(table, NexusFollows()).value == "yes"


class NexusEnded(Event, because=("1.02.06",)):
    says = "The Nexus is over."

    def apply(self, table: Table) -> None:
        table.put(nexus(table)).over = True


class EndNexus(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _only_now(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from _lapsed(table, table.seats)
        yield NexusEnded()


LAPSED = phrase("alliance.lapsed", "{seat!n:The 's} offer of an alliance to {other!n} lapses.")


def _lapsed(table: Table, seats: Iterable[str], but: Set[str] = frozenset()) -> Iterator[Event]:
    """Yield that what these factions offered, or were offered, is not open any more, ``but`` for these two."""
    among = {*seats}
    for seat, other in nexus(table).offered.items():
        if {seat, other} & among and {seat, other} != but:
            yield from went_on(LAPSED(seat=seat, other=other), "1.10.01.01")


@adds(Duties, rule="1.10.01.01", phase="spice_blow")
def whoever_may_accept(question: Duties, table: Table) -> Iterable[Duty]:
    """Nobody waits for that: who does not want it says nothing."""
    offered = nexus(table).offered if nexus_now(table) else {}
    for seat, other in offered.items():
        asks = say("{seat:The offers} you an alliance", seat=named(seat))
        you = say("accept {seat:'s} alliance, if you like", seat=named(seat))
        by = (OfferAlliance,)
        yield Duty(other, "may accept an alliance", "1.10.01.01", by, you=you, asks=asks, free=True, then=UNTIL)


@adds(LeftOver, rule="1.10.01.01")
def offers_to_answer(question: LeftOver, table: Table) -> Iterable[Undone]:
    passed = tuple(_lapsed(table, table.seats)) if nexus_now(table) and not by_hand(table) else ()
    words = "An alliance is offered and not answered."
    return (Undone(words, "1.10.01.01", holds_up=False, passed=passed, waits=False),) if passed else ()


def _only_now(table: Table) -> Iterator[Objection]:
    if nexus_now(table):
        return
    if _nexus_ahead(table):
        yield Objection("1.02.06", "The Nexus comes when all spice cards are turned. Turn the next card.", "NO_NEXUS")
    else:
        sentence = "Alliances are made and broken only in a Nexus, after a worm. Wait for the next one."
        yield Objection("1.10.00", sentence, "NO_NEXUS")


class MayAlly(Question[str], rule="1.10.01.01", answer=""):
    """What keeps these two from an alliance, in a sentence? "" if nothing does.

    Every room that offers an alliance asks it, at a Nexus or elsewhere.
    """

    one: str
    other: str


def never_allies(table: Table, seat: str, other: str) -> Iterator[Objection]:
    """Object to an alliance of two who are kept from it."""
    why = ask(table, MayAlly(seat, other))
    if why.value:
        yield Objection(why.because[0], why.value, "NOT_ELIGIBLE")


def _pair(table: Table, seat: str, other: str) -> Iterator[Objection]:
    pair = (seat, other)
    if seat == other or any(member not in table.seats for member in pair):
        yield Objection("1.10.01.01", "An alliance joins two factions at this table. Choose two.", firm=True)
    elif any(table.ally(member) for member in pair):
        bound = next(member for member in pair if table.ally(member))
        sentence = say("{bound:The has} an ally already. Break that alliance first.", bound=named(bound))
        yield Objection("1.10.01.03", sentence, "ALLIANCE_FULL", firm=True)
    elif any(member in nexus(table).entered for member in pair) and not by_hand(table, "spice_blow"):
        bound = next(member for member in pair if member in nexus(table).entered)
        sentence = say(
            "{bound:The has} formed an alliance in this Nexus already. Wait for the next one.", bound=named(bound)
        )
        yield Objection("1.10.01.01", sentence, "ALLIANCE_FULL")
    else:
        yield from never_allies(table, seat, other)


def _join(table: Table, seat: str, other: str) -> Iterator[Event]:
    yield from _lapsed(table, (seat, other), but={seat, other})
    yield Allied((seat, other))
    yield NexusUsed((seat, other))


class JoinForces(SeatCommand, by="table"):
    other: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _pair(table, self.seat, self.other)
        yield from _only_now(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from _join(table, self.seat, self.other)


class OfferAlliance(SeatCommand, by="both", own_form=True, waits_for_powers=True):
    """Offer an alliance, or accept the one offered."""

    other: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _pair(table, self.seat, self.other)
        yield from _only_now(table)
        if nexus(table).offered.get(self.seat) == self.other:
            yield Objection("1.10.01.01", "You have already offered that. Wait for the answer.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        offered = nexus(table).offered
        if offered.get(self.other) == self.seat:
            yield from _join(table, self.seat, self.other)
            return
        if before := offered.get(self.seat):
            yield from went_on(LAPSED(seat=self.seat, other=before), "1.10.01.01")
        yield AllianceOffered(self.seat, self.other)


class LeaveAlliance(SeatCommand, by="both", becomes=AllianceBroken):
    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in table.seats or not table.ally(self.seat):
            yield Objection("1.10.01.05", "That faction has no ally to leave.", "NOT_ALLIED", firm=True)
        yield from _only_now(table)


@adds(Offers, rule="1.10.01")
def at_a_nexus(question: Offers, table: Table) -> Iterable[Offer]:
    if not nexus_now(table):
        return ()
    return _for_the_table(table) if question.seat == TABLE else _for_a_seat(table, question.seat)


def _for_the_table(table: Table) -> Iterator[Offer]:
    aside = by_hand(table, "spice_blow")
    free = tuple(pair for pair in seats_of(table) if not table.ally(pair[0]))
    allied = tuple(pair for pair in seats_of(table) if table.ally(pair[0]))
    pair = (Blank("seat", "Faction", "select", choices=free), Blank("other", "Ally", "select", choices=free[::-1]))
    if len(free) > 1:
        yield Offer(JoinForces, "Nexus: form an alliance", "1.10.01.01", pair, aside=aside)
    if allied:
        whose = Blank("seat", "Faction", "select", choices=allied)
        yield Offer(LeaveAlliance, "Break an alliance", "1.10.01.05", (whose,), aside=aside)
    if not aside:
        yield Offer(EndNexus, "The Nexus is over", "1.02.06", lead=True, small="when all alliances are made")


def _for_a_seat(table: Table, seat: str) -> Iterator[Offer]:
    ally, state = table.ally(seat), nexus(table)
    if ally:
        yield Offer(
            LeaveAlliance,
            say("Break the alliance with {ally}", ally=named(ally)),
            "1.10.01.05",
            sure="Your alliance ends at once.",
            until=UNTIL,
        )
        return
    if seat in state.entered:
        return
    free = [other for other in table.seats if other != seat and not table.ally(other) and other not in state.entered]
    free = [other for other in free if not ask(table, MayAlly(seat, other)).value]
    for other in (offering for offering in free if state.offered.get(offering) == seat):
        label = say("Accept {other:'s} alliance", other=named(other))
        yield Offer(OfferAlliance, label, "1.10.01.01", fixed=(("other", other),), until=UNTIL)
    asked = tuple((other, faction_name(other)) for other in free if other != state.offered.get(seat))
    if asked:
        whom = Blank("other", "With whom", "select", choices=asked)
        offered = state.offered.get(seat)
        label = say("You asked {other}: ask another instead", other=named(offered)) if offered else "Offer an alliance"
        yield Offer(OfferAlliance, label, "1.10.01.01", (whom,), until=UNTIL)


@ruling(SeatMark, rule="1.10.01.01")
def who_asks_whom(question: SeatMark, table: Table, so_far: Mark) -> Mark | None:
    other = nexus(table).offered.get(question.seat) if table.phase == "spice_blow" else None
    return Mark(say("Asks {other}", other=named(other)), "who") if other else None


@ruling(WhatNow, rule="1.10.01")
def no_more_alliances(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Once the Nexus is over, nobody is told to make an alliance."""
    over = table.phase == "spice_blow" and nexus(table).over
    return tuple(answer for answer in so_far if answer.rule != "1.02.06") if over else None
