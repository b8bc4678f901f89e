"""Random players: every offer is filled in at random and sent as a form would send it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import referee.kernel.discover  # noqa: F401  (puts every room in force)
from referee.agreements.bribes import Bribe
from referee.board.forces import RESERVES, TANKS, forces_in
from referee.board.forces_counted import ForcesSetDown, ForcesToTanks
from referee.board.standing import StrongholdsHeld
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES
from referee.factions.atreides.caladan import ReserveJoined
from referee.factions.ecaz.journeys import ForcesBrought
from referee.factions.moritani.sneak_attack import ForcesSneakedIn
from referee.factions.richese.cache import cache
from referee.factions.richese.no_field import FieldShown
from referee.holdings.hands import DeckCards
from referee.holdings.leaders import leaders_of
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.set_aside import set_aside
from referee.holdings.setup import SeatEntry, SetTable
from referee.holdings.shared_discs import in_the_tanks, set_aside_discs, shared_discs, who_has
from referee.kernel import PUBLIC, BadCommand, Command, Table, ask, read_command
from referee.offers.offer import TABLE, Blank, Offer, halted, offers, secret_offers
from referee.options.bidding.payees_backing import LaidApart
from referee.phases.battle.events import ForcesLost, LeftTheField
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands, Pass
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.mentat.victory import winner
from referee.phases.shipment.marching import ForcesMoved
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME, ForceSentAlong, ForcesShipped
from referee.powers.open_question import AnswerQuestion, inquiry
from referee.powers.windows import CloseWindow
from referee.running.dice import Dice
from referee.running.outcome import Outcome
from referee.turn.next_phase import EndBidding, GoTo
from tests.kit.engine import quick_sitting

QUIET_GAME = (("B6", "off"), ("B7", "off"), ("K8", "off"))
UNCOUNTED = {"CountForces", "CorrectSpice", "ChangeOption"}  # after these a sum may differ
CARDS = ask(Table(), DeckCards()).value


def everything_once(table: Table) -> Counter[Any]:
    """Return every treachery card, wherever it is."""
    bidding = table.get(Bidding)
    row = bidding.row if bidding else []
    piles = [table.deck, table.discard, set_aside(table), row, *(own.hand for own in table.seats.values())]
    piles += [list(cache(table).cards), list(cache(table).gone)]
    return Counter(card for pile in piles for card in pile)


def purses(table: Table) -> list[Any]:
    """Return every amount of spice that may not be negative."""
    lying = table.state(SpiceOnBoard).lying.values()
    apart = (table.get(LaidApart) or LaidApart({})).sums.values()
    held = [own.spice for own in table.seats.values()] + [own.bribes for own in table.seats.values()]
    return [*held, *lying, *apart]


def out(events: Iterable[Any], seat: str) -> int:
    """Return how many more forces are on the board than at the start."""
    total = 0
    for event in events:
        if getattr(event, "seat", "richese") != seat:
            continue
        if isinstance(event, ForcesShipped) and event.kind != ACROSS:
            total += (event.normal + event.special) * (-1 if event.kind == HOME else 1)
        elif isinstance(event, (ForceSentAlong, ReserveJoined)):
            total += 1
        elif isinstance(event, (ForcesBrought, ForcesMoved)):
            total += (event.normal + event.special) * (event.origin == RESERVES)
        elif isinstance(event, ForcesSetDown):
            total -= (event.normal + event.special) * (event.goal == RESERVES)
        elif isinstance(event, ForcesSneakedIn):
            total += event.normal
        elif isinstance(event, FieldShown):
            total += event.forces
        elif isinstance(event, (ForcesToTanks, ForcesLost, LeftTheField)):
            total -= (event.normal + event.special) * (getattr(event, "origin", "") != RESERVES)
    return total


class Players:
    early = 4  # so often at the most before the first phase

    def __init__(self, seed: int, seats: list[str], rules: str, options: tuple[tuple[str, str], ...] = ()) -> None:
        """Set up the table; cards and spice are audited if the referee keeps them."""
        self.random = random.Random(seed)
        self.sitting = quick_sitting(Dice(seed))
        places = tuple(SeatEntry(seat) for seat in seats)
        made = SetTable("Random", places, self.random.choice(seats), rules, options=(*QUIET_GAME, *options))
        self.dealt = dict(options).get("P1", "dealt") == "dealt"
        if self.dealt and self.random.random() < 0.5:
            made = self._short(made)
        self.must(made)
        self.kept = all(isinstance(own.spice, int) for own in self.truth.seats.values())
        self.cards, self.spice = everything_once(self.truth), self._spice() if self.kept else 0
        self.forces: dict[str, int] = {}

    def _short(self, made: SetTable) -> SetTable:
        """Begin with one card per hand and a deck that soon runs out."""
        cards, seats = self.random.sample(CARDS, len(CARDS)), len(made.places)
        places = tuple(replace(place, cards=1, faces=(cards.pop(),)) for place in made.places)
        return replace(made, places=places, deck=tuple(cards[: seats + 2]), discard=tuple(cards[seats + 2 :]))

    @property
    def truth(self) -> Table:
        return self.sitting.views.referee

    @property
    def public(self) -> Table:
        return self.sitting.screen(PUBLIC)

    def _spice(self) -> int:
        return int(self.truth.bank + sum(purses(self.truth)))

    # -- doing --------------------------------------------------------------------------------------------

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Send a command and audit the table after it."""
        before = self.sitting.last()
        outcome = self.sitting.act(command, who)
        assert outcome.done or self.sitting.last() == before
        if hasattr(self, "forces"):
            self.audit()
        return outcome

    def must(self, command: Command, who: str = PUBLIC) -> None:
        """Send a command that must be possible."""
        outcome = self.try_it(command, who)
        assert outcome.done, f"{command}: {outcome.objections}"

    def fill(self, blank: Blank) -> str:
        """Fill in a blank, sometimes foolishly."""
        if blank.kind == "number":
            return str(self.random.choice([blank.low, blank.low + 1, 2, 3, self.random.randint(blank.low, blank.high)]))
        if blank.choices:
            return self.random.choice(blank.choices)[0] if blank.choices else ""
        return self.random.choice(["", "1"]) if blank.kind == "checkbox" else "words"

    def press(self, offer: Offer, seat: str) -> Outcome | None:
        """Send an offer as a form."""
        words = {blank.name: self.fill(blank) for blank in offer.blanks} | dict(offer.fixed)
        try:
            command = read_command(offer.name, {"seat": seat, **words} if seat else words)
        except BadCommand:
            return None
        return self.try_it(command, seat or PUBLIC)

    def something(self) -> None:
        """Press a random button."""
        seat = self.random.choice([TABLE, TABLE, *self.public.seats])
        shown = list(offers(self.public, seat))
        if seat:
            shown += secret_offers(self.sitting.screen(seat), seat)
        shown = [offer for offer in shown if offer.name not in UNCOUNTED]
        if seat and self.random.random() < 0.1:
            self.try_it(Bribe(seat, self.random.choice(list(self.public.seats)), self.random.randint(0, 3)), seat)
        elif shown:
            self.press(self.random.choice(shown), seat)

    def answer(self) -> None:
        """Answer open questions, which block everything else."""
        if (asked := inquiry(self.public)) is not None:
            self.must(AnswerQuestion(asked.of, self.random.choice(["yes", "no"])), asked.of)

    def go_on(self, command: Command) -> None:
        """Send the table's command; if it waits for somebody, press their buttons first."""
        for _ in range(150):
            if self.try_it(command).done:
                return
            self.answer()
            self.something()
            bidding = self.public.get(Bidding)
            if bidding is None or bidding.step in {"bid", "over"}:
                return
        raise AssertionError(f"nobody finds a way on: {self.try_it(command).objections}")

    def bid(self) -> None:
        for _ in range(2000):
            self.answer()
            bidding = self.public.get(Bidding)
            if bidding is None or bidding.step == "over":
                return
            waits = bidding.step == "bid" and not bidding.turn
            if waits or halted(self.public) or (bidding.step != "bid" and self.random.random() < 0.5):
                self.something()
            elif bidding.step == "bid" and self.random.random() < 0.01:
                self.must(EndBidding())
            elif bidding.step == "bid":
                amount = bidding.high + self.random.randint(1, 2)
                over = self.random.random() < 0.6
                if over or not self.try_it(Bid(bidding.turn, amount), bidding.turn).done:
                    self.must(Pass(bidding.turn), bidding.turn)
            else:
                self.go_on({"declare": DeclareHands(), "deal": DealRow()}.get(bidding.step, CloseWindow()))
        raise AssertionError("bidding never ends")

    def play(self, turns: int, presses: int) -> int:
        """Play turns; return how many were played until somebody won."""
        for _ in range(self.random.randint(0, self.early)):
            self.something()
        for turn in range(1, turns + 1):
            for phase in PHASES:
                if winner(self.public):
                    return turn
                self.enter(phase)
                if phase == "bidding":
                    self.bid()
                for _ in range(self.random.randint(0, presses)):
                    self.something()
        return turns

    def enter(self, phase: str) -> None:
        """Finish what blocks the table, and go to a phase."""
        self.answer()
        while halted(self.public):
            self.something()
            self.answer()
        self.must(GoTo(phase, anyway=True))

    # -- auditing -----------------------------------------------------------------------------------------

    def audit(self) -> None:
        """Assert that nothing appeared, vanished or became negative."""
        truth = self.truth
        assert not self.dealt or everything_once(truth) == self.cards
        if self.kept:
            assert all(amount >= 0 for amount in purses(truth)), purses(truth)
            assert self._spice() == self.spice
        for seat in truth.seats:
            self._audit_forces(truth, seat)
        kept = {seat: own for seat in truth.seats if (own := leaders_of(truth, seat)) is not None}
        found = [leader for own in kept.values() for leader in (*own.pool, *own.face_up, *own.face_down)]
        printed = [leader for seat in kept for leader in FACTIONS[seat].discs(truth.rules)]
        dead = [name for name in shared_discs(truth) if in_the_tanks(truth, name) and name not in found]
        aside = [name for name in set_aside_discs(truth) if name not in dead]
        assert all(who_has(truth, name) == "" for name in aside)
        assert sorted([*found, *dead, *aside]) == sorted([*printed, *shared_discs(truth)]), found

    def _audit_forces(self, truth: Table, seat: str) -> None:
        reserves, tanks = forces_in(truth, seat, RESERVES), forces_in(truth, seat, TANKS)
        if reserves is None or tanks is None:
            return
        assert min(reserves.normal, reserves.special, tanks.normal, tanks.special) >= 0, (seat, reserves, tanks)
        events = [heard.event for heard in truth.log]
        whole = reserves.total + tanks.total + out(events, seat)
        assert self.forces.setdefault(seat, whole) == whole, (seat, reserves, tanks)

    def held(self) -> int:
        return sum(isinstance(heard.event, StrongholdsHeld) for heard in self.truth.log)
