"""Playing a bidding script on the real table: each step is a command, judged on the table of whoever makes it.

There is nobody to wait for, so windows close by themselves, except that a sale stays open while its winner still has
a payment coming. A Karama that answers a power already used takes the table back to the open window, stops the power
there, and repeats what followed: that is what people do at a table who say "wait".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee.common.hands import AskCount, PlayCard, RefuseCount
from referee.common.powers import Power, PurchaseMoment, Stoppable, Unfinished, too_early
from referee.common.purse import Bribe, GiveSpice, PricePaid
from referee.contract.bidding_case import Case, Step
from referee.kernel.commands import Command, Objection, carry_out, command_named, objections
from referee.kernel.events import PUBLIC, REFEREE, Event
from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.phases.agreements.conduct import MarkAway, MarkBack
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, Pass, PassFor
from referee.phases.bidding.bid_limit import Back, Backing
from referee.phases.bidding.bid_time import BidSeconds, TimeOutPasses
from referee.phases.bidding.payment import CannotPay, CloseWindow, PayShares, not_the_buyer, own_shares, window_open
from referee.phases.bidding.row import CardBought, CardDrawn, CardsReturned
from referee.running.sitting import Dice

C = TypeVar("C")
MOVES = {"Bid", "Pass", "PassFor", "TakeByKarama"}
AGAIN = (PricePaid, CardBought, CardDrawn, CardsReturned)


class SteadyDice:
    """Shuffles the same cards into the same order each time, so that a step can be repeated."""

    def shuffled(self, cards: Sequence[C]) -> list[C]:
        """Return the cards in their one shuffled order."""
        return Dice(len(cards)).shuffled(cards)


class Play:
    """The table of one case: what every viewer knows, and the asks so far."""

    def __init__(self, case: Case) -> None:
        """Set the table and begin the phase."""
        self.case = case
        self.acts: list[Command] = []
        self.marks: list[int] = []
        self.events: list[Event] = []
        self.new: list[Event] = []
        self.tables: dict[str, Table] = {}
        self._fold()
        self.do(case.setup)
        self.do(BeginBidding())

    @property
    def referee(self) -> Table:
        """Return the table that knows all."""
        return self.tables[REFEREE]

    def _fold(self) -> None:
        viewers = [REFEREE, PUBLIC, *(place.faction for place in self.case.setup.places)]
        self.tables = {viewer: Table(viewer) for viewer in viewers}
        for table in self.tables.values():
            for event in self.events:
                table.hear(event)

    def do(self, command: Command) -> None:
        """Carry out a command and let everybody hear of it."""
        self.acts.append(command)
        self.marks.append(len(self.events))
        events = carry_out(command, self.referee, SteadyDice())
        self.events += events
        self.new += events
        for viewer, table in self.tables.items():
            for event in events if viewer != REFEREE else ():
                table.hear(event)

    def judge(self, command: Command, viewer: str) -> Objection | None:
        """Return the first objection to a command of this viewer."""
        return next(iter(objections(command, self.tables[viewer], self.referee)), None)

    def attempt(self, command: Command, viewer: str) -> Objection | None:
        """Carry out a command unless something speaks against it; return what does."""
        found = self.judge(command, viewer)
        if found is None:
            self.do(command)
        return found

    def back_to(self, act: int) -> list[Command]:
        """Take back everything from this act on; return the asks taken back."""
        gone = self.acts[act:]
        del self.events[self.marks[act] :]
        del self.acts[act:]
        del self.marks[act:]
        self._fold()
        return gone

    # -- steps --------------------------------------------------------------------------------------------

    def take(self, step: Step, rest: Sequence[Step]) -> Objection | None:
        """Take one step; return why it is refused, if it is."""
        self.new = []
        if self._moves_on(step) and window_open(self.referee):
            self._settle()
            self._run_on(())
        refused = self._take(step)
        if refused is None:
            self._run_on(rest)
        return refused

    def _moves_on(self, step: Step) -> bool:
        bidding = window_open(self.referee)
        if step.use == "take_card" and bidding and bidding.high_by == step.by:
            return ask(self.referee, PurchaseMoment()).value == "turn"
        return step.act in {"bid", "pass", "timeout"} or step.use == "take_card"

    def _take(self, step: Step) -> Objection | None:
        if step.act == "pay":
            return self._pay(step)
        if step.act == "timeout" and not self._clock_passes():
            return self.judge(PassFor(step.by, "time"), PUBLIC)
        if step.act in {"absent", "present"} and self.referee.seats[step.by].away == (step.act == "absent"):
            return None
        if step.use in {"cancel", "prevent"}:
            return self._stop(step)
        command = command_for(step)
        refused = self.attempt(command, self._asker(command, step))
        if refused is None and step.use == "special":
            self._give_back(step.by)
        return refused

    def _give_back(self, seat: str) -> None:
        """Finish a swap: the script does not say which cards go back, so the first ones do."""
        while ask(self.referee, Unfinished()).value:
            self.do(command_named("GiveCardBack", seat=seat, card=str(self.referee.seats[seat].hand[0])))

    def _asker(self, command: Command, step: Step) -> str:
        """Return on whose table a command is judged; a bid that may be illegal, on what everybody knows."""
        on_trust = isinstance(command, Bid) and self.case.restart
        return PUBLIC if on_trust or command.by == "table" else step.by

    def _clock_passes(self) -> bool:
        return bool(ask(self.referee, BidSeconds()).value and ask(self.referee, TimeOutPasses()).value)

    # -- paying -------------------------------------------------------------------------------------------

    def _pay(self, step: Step) -> Objection | None:
        for objection in not_the_buyer(self.referee, step.by):
            return objection
        card = _pay_by_card(step.by, on=True, card=step.card)
        way = card if step.shares is None else PayShares(step.by, step.shares)
        refused = self.judge(way, step.by)
        if refused is None:
            if step.shares is not None:
                self.do(_pay_by_card(step.by, on=False))
            self.do(way)
            self.do(CloseWindow())
        return refused

    def _run_on(self, rest: Sequence[Step]) -> None:
        """Close windows until somebody has to do something."""
        while (bidding := window_open(self.referee)) and bidding.window != "wait":
            if bidding.step != "settle":
                self.do(CloseWindow())
            elif self._pays_later(bidding.high_by, rest):
                return
            else:
                self._settle()

    def _pays_later(self, buyer: str, rest: Sequence[Step]) -> bool:
        for step in rest:
            if step.by == buyer and step.act in {"pay", "cannot_pay"}:
                return True
            if self._moves_on(step):
                return False
            if step.use == "take_card":
                return True
        return False

    def _settle(self) -> None:
        """Let the winner pay: with spice where there is enough, else by the card meant for it."""
        bidding = window_open(self.referee)
        if bidding is None or bidding.step != "settle":
            return
        backing = self.referee.state(Backing)
        buyer = bidding.high_by
        if buyer in backing.by_card and own_shares(self.referee, buyer, bidding.high):
            self.do(_pay_by_card(buyer, on=False))
        self.do(CloseWindow())

    # -- stopping a power ---------------------------------------------------------------------------------

    def _stop(self, step: Step) -> Objection | None:
        power = next((p for p in ask(self.referee, Stoppable("ahead")).value if p.key == step.ability), None)
        if power is None or step.of not in {"", power.seat}:
            return Objection("3.01.11.01", "No faction at this table has that power. Name another one.")
        command = command_named("StopPower", seat=step.by, rule=power.rule, card=step.card)
        if step.use == "prevent" and power.star == "after":
            return self.judge(command, step.by) or Objection("3.01.11.02", too_early(power))
        used = self._used(power)
        if used is None:
            return self.attempt(command, step.by)
        repeated = self.back_to(used)
        self.new = []
        refused = self.attempt(command, step.by)
        news = self.new
        for again in repeated:
            self.new = []
            self.attempt(again, getattr(again, "seat", PUBLIC) if again.by == "seat" else REFEREE)
            news += [event for event in self.new if isinstance(event, AGAIN)]
        self.new = news if refused is None else []
        return refused

    def _used(self, power: Power) -> int | None:
        """Return the act in which the power was last used, while nobody has bid or passed since."""
        ends = [*self.marks[1:], len(self.events)]
        for act in range(len(self.acts) - 1, -1, -1):
            events = self.events[self.marks[act] : ends[act]]
            if any(power.rule in event.rules() for event in events):
                return act
            if type(self.acts[act]).__name__ in MOVES:
                return None
        return None


def _pay_by_card(seat: str, *, on: bool, card: str = "") -> Command:
    return command_named("PayByKarama", seat=seat, on=on, card=card)


def command_for(step: Step) -> Command:
    """Return a step as the command it is."""
    by, to, amount = step.by, step.to, step.amount
    made: dict[str, Command] = {
        "declare": DeclareHands(),
        "deal": DealRow(),
        "bid": Bid(by, amount),
        "pass": Pass(by),
        "timeout": PassFor(by, "time"),
        "absent": MarkAway(by),
        "present": MarkBack(by),
        "support": Back(by, to, amount),
        "gift": GiveSpice(by, to, amount),
        "bribe": Bribe(by, to, amount),
        "cannot_pay": CannotPay(by),
        "ask_hand": AskCount(by, step.of),
        "refuse_hand": RefuseCount(by, to),
        "play_card": PlayCard(by, step.card),
        "overbid": _pay_by_card(by, on=True, card=step.card),
        "take_card": command_named("TakeByKarama", seat=by, card=step.card),
        "special": command_named("UseSpecial", seat=by, of=step.of, card=step.card),
    }
    return made[step.use or step.act]
