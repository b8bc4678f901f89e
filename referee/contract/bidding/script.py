"""Playing a bidding script on the real table: each step is a command, judged on the table of its player.

There is nobody to wait for, so windows close by themselves, except that a sale stays open while its winner still has
a payment coming.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.agreements.bribes import Bribe
from referee.contract.bidding.cases import Case, ScriptStep
from referee.contract.modules import module_events
from referee.contract.rehearsal import Rehearsal
from referee.holdings.hands import AskCount, PlayCard, RefuseCount
from referee.holdings.purse import GiveSpice, PricePaid
from referee.kernel import PUBLIC, REFEREE, Command, Event, Objection, ask, command_named, setting
from referee.offers.offer import halted
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, Pass, PassFor
from referee.phases.bidding.bid_limit import Back
from referee.phases.bidding.bid_time import BidSeconds, time_out_passes
from referee.phases.bidding.cards_of_the_row import CardBought, CardDrawn, CardsReturned
from referee.phases.bidding.order_of_bidding import Backing, bidding_of
from referee.phases.bidding.payment import CannotPay, PayShares, not_the_buyer, own_shares
from referee.powers.powers import KARAMA_PURCHASE, Power, Stoppable, stoppable, too_early, too_late
from referee.powers.windows import CloseWindow, window
from referee.turn.absence import MarkAway, MarkBack

MOVES = {"Bid", "Pass", "PassFor", "TakeByKarama"}
ON_A_PHONE = {
    "look_through",
    "lay_back",
    "no_sorting",
    "technology",
}  # the table waits for these where a phone can do them
AGAIN = (PricePaid, CardBought, CardDrawn, CardsReturned)


class Play(Rehearsal[Command]):
    """The table of one case; every command is a step, and ``new`` is what happened in the step of the script."""

    def __init__(self, case: Case) -> None:
        super().__init__([PUBLIC, *(place.faction for place in case.setup.places)])
        self.case = case
        self.new: list[Event] = []
        self.do(case.setup)
        for event in list(module_events(case.modules, self.referee)):
            self.hear(event)
        for seat in {step.by for step in case.script if step.act in ON_A_PHONE and step.by}:
            self.do(command_named("TakeSeat", seat=seat, device="script"))
        self.do(BeginBidding())

    def do(self, command: Command) -> None:
        self.steps.append((command, len(self.log)))
        self.new += self.carry_out(command)

    def attempt(self, command: Command, viewer: str) -> Objection | None:
        """Return what speaks against a command, or carry it out."""
        found = self.against(command, viewer)
        if found is None:
            self.do(command)
        return found

    # -- steps --------------------------------------------------------------------------------------------

    def take(self, step: ScriptStep, rest: Sequence[ScriptStep]) -> Objection | None:
        self.new = []
        if self._moves_on(step) and window(self.referee):
            self._settle()
            self._run_on(())
        refused = self._take(step)
        if refused is None:
            self._run_on(rest)
        return refused

    def _moves_on(self, step: ScriptStep) -> bool:
        if step.use == "take_card" and window(self.referee) and bidding_of(self.referee).high_by == step.by:
            return setting(self.referee, KARAMA_PURCHASE) == "turn"
        return step.act in {"bid", "pass", "timeout"} or step.use == "take_card"

    def _take(self, step: ScriptStep) -> Objection | None:
        if step.act == "pay":
            return self._pay(step)
        if step.act == "timeout" and not self._clock_passes():
            return self.against(PassFor(step.by, "time"), PUBLIC)
        if step.act in {"absent", "present"} and self.referee.seats[step.by].away == (step.act == "absent"):
            return None
        if step.use in {"cancel", "prevent"}:
            return self._stop(step)
        command = step.button or command_for(step)
        refused = self.attempt(command, self._asker(command, step))
        if refused is None and step.use == "special":
            self._give_back(step.by)
        return refused

    def _give_back(self, seat: str) -> None:
        """Finish a swap: the script does not say which cards go back, so the first ones do."""
        while halted(self.referee):
            self.do(command_named("GiveCardBack", seat=seat, card=str(self.referee.seats[seat].hand[0])))

    def _asker(self, command: Command, step: ScriptStep) -> str:
        """Return on whose table a command is judged; a bid that may be illegal, on what everybody knows."""
        on_trust = isinstance(command, Bid) and self.case.restart
        return PUBLIC if on_trust or not step.by else step.by

    def _clock_passes(self) -> bool:
        return bool(ask(self.referee, BidSeconds()).value and time_out_passes(self.referee))

    # -- paying -------------------------------------------------------------------------------------------

    def _pay(self, step: ScriptStep) -> Objection | None:
        for objection in not_the_buyer(self.referee, step.by):
            return objection
        card = _pay_by_card(step.by, on=True, card=step.card)
        way = card if step.shares is None else PayShares(step.by, step.shares)
        refused = self.against(way, step.by)
        if refused is None:
            if step.shares is not None:
                self.do(_pay_by_card(step.by, on=False))
            self.do(way)
            self.do(CloseWindow())
        return refused

    def _run_on(self, rest: Sequence[ScriptStep]) -> None:
        while (now := window(self.referee)) and now.kind not in {"wait", "sealed"}:
            if now.kind != "settle" and rest and rest[0].act == "technology":
                return
            if now.kind != "settle":
                self.do(CloseWindow())
            elif self._pays_later(bidding_of(self.referee).high_by, rest):
                return
            else:
                self._settle()

    def _pays_later(self, buyer: str, rest: Sequence[ScriptStep]) -> bool:
        for step in rest:
            if step.by == buyer and step.act in {"pay", "cannot_pay"}:
                return True
            if self._moves_on(step):
                return False
            if step.use == "take_card":
                return True
        return False

    def _settle(self) -> None:
        """Let the winner pay: with spice if there is enough, else by the card meant for it."""
        bidding, now = bidding_of(self.referee), window(self.referee)
        if now is None or now.kind != "settle":
            return
        backing = self.referee.state(Backing)
        buyer = bidding.high_by
        if buyer in backing.by_card and own_shares(self.referee, buyer, bidding.high):
            self.do(_pay_by_card(buyer, on=False))
        self.do(CloseWindow())

    # -- stopping a power ---------------------------------------------------------------------------------

    def _stop(self, step: ScriptStep) -> Objection | None:
        power = next((p for p in ask(self.referee, Stoppable("ahead")).value if p.key == step.ability), None)
        if power is None or step.of not in {"", power.seat}:
            return Objection("3.01.11.01", "No faction at this table has that power. Name another one.")
        command = command_named("StopPower", seat=step.by, rule=power.rule, card=step.card)
        if step.use == "prevent" and power.star == "after":
            return self.against(command, step.by) or Objection("3.01.11.02", too_early(power))
        used = self._used(power)
        if used is None and step.use == "cancel" and not self._at_hand(power):
            return self.against(command, step.by) or Objection("3.01.11.01", too_late(power))
        if used is None:
            return self.attempt(command, step.by)
        self.new = []
        refused, repeated = self.instead(used, lambda: self.attempt(command, step.by))
        if refused is None:
            self._again(repeated)
        return refused

    def _at_hand(self, power: Power) -> bool:
        """Return True if the power comes with the price that is about to be paid."""
        return window(self.referee) is not None and power in stoppable(self.referee, "sale")

    def _again(self, commands: Sequence[Command]) -> None:
        """Do again what was taken back; only what becomes of the cards is news."""
        news = self.new
        for command in commands:
            self.new = []
            self.attempt(command, getattr(command, "seat", PUBLIC) if command.by == "seat" else REFEREE)
            news += [event for event in self.new if isinstance(event, AGAIN)]
        self.new = news

    def _used(self, power: Power) -> int | None:
        """Return the act in which the power was last used, while nobody has bid or passed since."""
        for place in range(len(self.steps) - 1, -1, -1):
            if any(power.rule in event.rules() for event in self.events_of(place)):
                return place
            if type(self.steps[place][0]).__name__ in MOVES:
                return None
        return None


def _pay_by_card(seat: str, *, on: bool, card: str = "") -> Command:
    return command_named("PayByKarama", seat=seat, on=on, card=card)


def command_for(step: ScriptStep) -> Command:
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
        "play_card": PlayCard(by, step.card, used=True),
        "overbid": _pay_by_card(by, on=True, card=step.card),
        "take_card": command_named("TakeByKarama", seat=by, card=step.card),
        "special": command_named("UseSpecial", seat=by, of=step.of, card=step.card),
    }
    return made[step.use or step.act]
