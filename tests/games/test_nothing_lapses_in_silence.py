"""Nothing expires in silence: what was due before the table went on, and is not any more, has a line (4.97.10).

Random games of all factions and modules; the table goes on to phases in order, skips some, and ends the bidding, and
time runs out: of a bid, of a window for announced powers, for deals, after a sale and for sealed bids.
A player who had something to do before that and has not any more reads in the public history what holds now: a line
that came with it under the rule of that duty, or that names who had it. ``SECRET`` says what must not be told.
``REFEREE_LAPSED`` sets how many duties are watched.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from referee.agreements.alliances import OfferAlliance
from referee.board.forces import is_kept
from referee.board.forces_counted import KeepCount
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS, named
from referee.common.phones_at_seats import TakeSeat
from referee.common.turn import PHASES, PhaseBegan, TurnBegan
from referee.factions.bene_gesserit.prediction import Predict
from referee.kernel import PUBLIC, REFEREE, Command, Event, Table
from referee.offers.offer import Duty, HeadCount
from referee.offers.waiting import asked_by_name, due, of_phase
from referee.phases.bidding.auction import BeginBidding, Pass, PassFor
from referee.phases.bidding.events import BiddingBegan, BiddingEnded
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.powers.windows import CloseWindow
from referee.running.outcome import Outcome
from referee.turn.next_phase import EndBidding, GoTo
from referee.turn.who_is_done import SayDone
from referee.web.phase.strip import said_to
from tests.kit import LiveTable, Rooms

WATCHED = int(os.environ.get("REFEREE_LAPSED", "120"))
TIME = (CloseWindow, PassFor)  # as the clock sends them
GOES_ON = (GoTo, BeginBidding, EndBidding, *TIME)
MARKS = (PhaseBegan, TurnBegan, BiddingBegan, BiddingEnded)
SECRET = {
    "1.03.01": "who is poor: a faction that claims is named, and nobody else gets charity",
}
BY_HAND = "1.06.01"  # whose forces nobody counts may have shipped on the board
ANSWERS = {"4.90.03", "4.90.04"}  # what was waited with then follows, and has its line
TOLD_BY = {  # another rule says what holds
    "0.16": "1.01.02",  # the storm does not move
    "1.04.06": "1.04.09",  # unsold cards go back
    "1.07.02": "1.07.01",  # no battle is fought there, and all forces stay
    "1.07.04": "1.07.01",  # the same
    "4.03.15": "1.07.01",  # the same
}


class Watchers(Rooms):
    """A game in which all that was due is looked at before and after the table goes on."""

    def __init__(self, *how: Any) -> None:
        self.watched, self.found, self.examples = 0, Counter[tuple[str, str]](), dict[tuple[str, str], str]()
        super().__init__(*how)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        if isinstance(command, Pass) and self.random.random() < 0.5:
            command, who = PassFor(command.seat, "time"), PUBLIC
        if not isinstance(command, GOES_ON):
            return super().try_it(command, who)
        before, phase = [*self.all_due(due)], self.public.phase
        outcome = super().try_it(command, who)
        if outcome.done:
            after = [*self.all_due(due), *self.all_due(of_phase)]  # a halt comes first, and ends nothing
            where = f"{phase} to {self.public.phase}, {type(command).__name__}"
            self.compare(before, after, [*self.told(outcome.events)], where)
        return outcome

    def all_due(self, asked: Callable[[Table], Iterable[Duty | HeadCount]]) -> Iterator[tuple[str, str, str]]:
        """Yield who has something to do, under which rule, and in which words; headcounts have nobody's name."""
        for seat in self.public.seats:
            made = (one for one in asked(self.sitting.screen(seat)) if isinstance(one, Duty) and not one.later)
            yield from ((seat, one.rule, one.does) for one in made if one.seat == seat)
        for one in asked(self.public):
            if isinstance(one, HeadCount) and one.undone and one.done < one.of:
                yield "", one.rule, one.undone

    def told(self, events: tuple[Event, ...]) -> Iterator[tuple[Event, str]]:
        new = [heard.event for heard in self.public.log if heard.act == self.sitting.last()]
        for event in new:
            if not isinstance(event, MARKS) and (said := event.sentence(named)):
                yield event, str(said)

    def compare(self, before: list[Any], after: list[Any], told: list[tuple[Event, str]], where: str) -> None:
        for seat, rule, words in before:
            self.watched += rule not in ANSWERS
            uncounted = rule == BY_HAND and not is_kept(self.public, seat)
            if (seat, rule, words) in after or rule in SECRET or uncounted:
                continue
            name = str(named(seat)) if seat else "nobody"
            if rule in ANSWERS and told:
                continue
            rules = {rule, TOLD_BY.get(rule, rule)}
            if not any(rules & {*event.rules()} or name.removeprefix("the ") in said for event, said in told):
                self.found[rule, words] += 1
                self.examples.setdefault((rule, words), f"{seat} in {where}: {[said for _, said in told]}")

    def enter(self, phase: str) -> None:
        """Sometimes skip what lies between."""
        if self.random.random() < 0.1:
            self.answer()
            self.try_it(GoTo(self.random.choice(PHASES), anyway=True))
        super().enter(phase)


def test_4_97_10_whatever_lapses_as_the_table_goes_on_has_a_line() -> None:
    watched, seed, found, examples = 0, 0, Counter[tuple[str, str]](), dict[tuple[str, str], str]()
    while watched < WATCHED:
        dice = Random(seed)
        modules = [(key, made.value) for key, made in sorted(MODULES.items()) if dice.random() < 0.6]
        clocks = [("K8", dice.choice(["off", "10"])), ("B7", dice.choice(["off", "30"])), ("B6", "10")]
        seats = dice.sample(sorted(FACTIONS), dice.randint(4, 12))
        players = Watchers(seed, seats, "advanced", (*modules, *clocks))
        if dice.random() < 0.7:
            players.try_it(KeepCount())
        players.play(turns=2, presses=6)
        players.sitting.journal.close()
        watched, seed, found = watched + players.watched, seed + 1, found + players.found
        examples = players.examples | examples
    assert not found, "\n".join(f"{n} {key} {examples[key]}" for key, n in sorted(found.items()))


# -- each kind of them --------------------------------------------------------------------------------


def lines(table: LiveTable, since: int) -> list[str]:
    return [str(heard.event.sentence(named)) for heard in table.public.log[since:]]


def reads(table: LiveTable, seat: str) -> tuple[str, str, bool]:
    """Return the headline of a phone, the line below, and whether its seat is asked by name."""
    said = said_to(table.public, table.screen(seat), seat, None)
    return str(said.say), str(said.then), said.yours


def at_a_nexus() -> LiveTable:
    table = LiveTable("fremen", "emperor", "harkonnen", turn=2, phase="spice_blow")
    return table.do(SpiceBlows("Old Gap"), WormComes("Old Gap"), SpiceBlows("South Mesa"))


def test_1_10_01_01_an_alliance_that_is_offered_stands_on_the_phone_and_nobody_waits_for_it() -> None:
    table = at_a_nexus().do(OfferAlliance("fremen", "emperor"))
    assert reads(table, "emperor") == ("Fremen offer you an alliance", "Until the Nexus is over.", False)
    assert reads(table, "harkonnen") == ("You may: offer an alliance", reads(table, "harkonnen")[1], False)
    assert "emperor" not in asked_by_name(table.public)


def test_1_10_01_01_an_offer_of_an_alliance_that_is_replaced_lapses_in_a_line() -> None:
    table = at_a_nexus().do(OfferAlliance("fremen", "emperor"))
    since = len(table.public.log)
    table.do(OfferAlliance("fremen", "harkonnen"))
    assert lines(table, since) == [
        "Fremen's offer of an alliance to the Emperor lapses.",
        "Fremen offer Harkonnen an alliance.",
    ]
    assert reads(table, "emperor")[0] == "You may: offer an alliance"


def shipped() -> LiveTable:
    table = LiveTable("bene_gesserit", "emperor", "harkonnen", turn=2, phase="shipment")
    return table.do(Ship("emperor", 2, "Carthag"))


def test_2_02_05_a_force_that_may_go_along_stands_on_the_phone_and_nobody_waits_for_it() -> None:
    table = shipped()
    assert reads(table, "bene_gesserit")[0] == "You: ship, then move"  # what the table waits for comes first
    assert "You may send one force along, free" in reads(table, "bene_gesserit")[1]
    table.do(SayDone("bene_gesserit"))
    read = reads(table, "bene_gesserit")
    assert read[0] == "You may send one force along, free, to Carthag or Polar Sink"
    assert read[1] == "Until the next ship, or the end of this phase."
    assert not reads(table, "bene_gesserit")[2] and "bene_gesserit" not in asked_by_name(table.public)


def test_2_02_05_a_ship_that_left_without_one_has_a_line_once_the_next_one_leaves_or_the_phase_ends() -> None:
    table, said = shipped(), "Bene Gesserit send no force along with"
    since = len(table.public.log)
    table.do(Ship("harkonnen", 2, "Arrakeen"))
    assert f"{said} the Emperor's ship." in lines(table, since)
    since = len(table.public.log)
    table.do(SendAlong("bene_gesserit", "Polar Sink"), GoTo("battle", anyway=True))
    assert not any(said in one for one in lines(table, since))
    table, since = shipped(), 0
    table.do(GoTo("battle", anyway=True))
    assert f"{said} the Emperor's ship." in lines(table, since)


def with_a_phone() -> LiveTable:
    table = LiveTable("bene_gesserit", "emperor", "harkonnen")
    assert table.act(TakeSeat("bene_gesserit", "a phone"), REFEREE).done
    return table


def test_2_02_03_a_prediction_that_was_never_sealed_has_a_line_wherever_the_lobby_goes_on_to() -> None:
    none = "Bene Gesserit make no prediction."
    for command in (BeginBidding(1), GoTo("bidding", anyway=True), GoTo("spice_blow", anyway=True)):
        assert none in lines(with_a_phone().do(command), 0), command
    assert none not in lines(with_a_phone().do(GoTo("storm", anyway=True)), 0)
    assert none not in lines(with_a_phone().do(Predict("bene_gesserit", "emperor", 3), BeginBidding(1)), 0)


def test_1_05_01_1_08_01_who_did_not_say_done_revives_and_collects_nothing_more() -> None:
    table = LiveTable("fremen", "emperor", turn=2, phase="revival").do(SayDone("emperor"), "shipment")
    assert "Fremen revive nothing more in this turn." in lines(table, 0)
    assert not any("Emperor revive" in one for one in lines(table, 0))
