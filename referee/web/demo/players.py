"""Scripted players for a demonstration: six seats that play by themselves, with the commands that people would send.

Each sees its own table and nothing else, and what it wants goes through the sitting like a tap on a phone: it may be
refused, and then it wants something else. They press what the phones offer, bid what they can pay, set plans from
their own hand, and once in a while the table takes something back. A seat whose phone belongs to a person is left
alone: then the clock, or that person, decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Final, TypeVar

from referee.board.standing import stands
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES
from referee.holdings.leaders import leaders_of
from referee.kernel import PUBLIC, BadCommand, Table, card_name, read_command
from referee.offers.offer import TABLE, Blank, Offer, offers, secret_offers
from referee.offers.waiting import duties_of, on_turn
from referee.offers.what_now import Stage, stage_of
from referee.phases.battle.before_the_plans import steps
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_now
from referee.phases.battle.who_fights_where import open_battles
from referee.phases.bidding.auction import price_shown
from referee.phases.bidding.bid_limit import bid_limit
from referee.phases.mentat.victory import winner
from referee.powers.karama_windows import announced
from referee.powers.windows import window
from referee.running.dice import Dice
from referee.running.sitting import Sitting
from referee.turn.clock import ResumeClock
from referee.turn.on_the_map import to_place
from referee.turn.who_is_done import DONE

T = TypeVar("T")
SCRIPTED: Final = "scripted player"
HOLDS: Final = ("Arrakeen", "Carthag", "Sietch Tabr", "Habbanya Sietch")
BEFORE: Final = ("DealTraitors", "KeepCount")
TABLE_DOES: Final = {
    "storm": ("AnnounceStorm", "MoveStorm"),
    "spice_blow": ("SpiceBlows",),
    "mentat_pause": ("CheckVictory",),
}
CARDS: Final = 3  # sold in a turn; the rest goes back, for a demonstration is short
SEATS_DO: Final = {"choam_charity": 1, "revival": 1, "spice_collection": 2, "mentat_pause": 1}
MISSED: Final = (BadCommand, LookupError, TypeError, ValueError)


class Players:
    """The scripted players of one table; ``rest`` waits so many seconds and raises whatever ends the play."""

    def __init__(self, sitting: Sitting, dice: Dice, rest: Callable[[float], None]) -> None:
        self.sitting, self._dice, self.rest = sitting, dice, rest
        self._shown_undo = False

    @property
    def public(self) -> Table:
        return self.sitting.screen(PUBLIC)

    def own(self, seat: str) -> Table:
        return self.sitting.screen(seat)

    def scripted(self) -> list[str]:
        """Return the seats that no person plays, in storm order."""
        public, phones = self.public, phones_of(self.public)
        first = public.first_player if public.first_player in public.seats else next(iter(public.seats))
        return [seat for seat in public.from_seat(first) if phones.get(seat, SCRIPTED) == SCRIPTED]

    # -- what a tap is ------------------------------------------------------------------------------------

    def tap(self, seat: str, ask: str, sight: str | None = None, **words: object) -> bool:
        """Send a command from a seat or from the table; return True if it was accepted."""
        try:
            said = {name: str(value) for name, value in words.items()}
            made = read_command(ask, {"seat": seat, **said} if seat else said)
            return self.sitting.act(made, seat or PUBLIC, sight=sight).done
        except MISSED:
            return False

    def choose(self, things: Sequence[T]) -> T:
        return self._dice.shuffled(things)[0]

    def fill(self, blank: Blank) -> str:
        if blank.name == "normal":
            numbers = [int(value) for value, _ in blank.choices] or [blank.low, blank.high]
            return str(max(min(numbers), min(max(numbers), self.choose((2, 3, 4)))))
        if blank.name == "distance":
            return self.choose("23456")
        if blank.kind == "number":
            return blank.value or str(blank.low)
        if blank.choices:
            known = self.meet(value for value, _ in blank.choices if value in HOLDS) if blank.name == "goal" else []
            given = [value for value, _ in blank.choices if value] or [value for value, _ in blank.choices]
            return self.choose(known or given) if given else ""
        return blank.value

    def meet(self, places: Iterable[str]) -> list[str]:
        """Return those where forces stand, if there are any: a demonstration shows a battle."""
        found = list(places)
        return [place for place in found if stands(self.public, place)] or found

    def press(self, seat: str, found: Iterable[Offer], most: int = 1) -> int:
        taken = 0
        for offer in self._dice.shuffled(list(found)):
            words = {blank.name: self.fill(blank) for blank in offer.blanks} | dict(offer.fixed)
            if taken < most and self.tap(seat, offer.name, **words):
                taken += 1
                self.rest(1.2)
                self.let_pass()
        return taken

    def table_does(self, *commands: str) -> None:
        for ask in commands:
            found = [one for one in offers(self.public, TABLE) if one.name == ask]
            self.press(TABLE, [one for one in found if not one.aside] or found)

    def let_pass(self) -> None:
        for _ in range(20):
            if announced(self.public) is None:
                return
            self.rest(1)
            for seat in self.scripted():
                self.tap(seat, "Ready")
            if len(self.scripted()) == len(self.public.seats):
                self.tap(TABLE, "CloseWindow")

    # -- a game -------------------------------------------------------------------------------------------

    def play(self) -> None:
        self.rest(4)
        self.table_does(*BEFORE)
        for seat in self.scripted():
            due = dict.fromkeys(command for duty in duties_of(self.own(seat), seat) for command in duty.by)
            for command in due:  # a traitor, a prediction
                self.press(seat, [one for one in secret_offers(self.own(seat), seat) if one.command is command])
        while not winner(self.public):
            for phase in PHASES:
                self.let_pass()
                if not winner(self.public):
                    self.tap(TABLE, "GoTo", phase=phase, anyway=1)  # a demonstration is short: one battle of them all
                    self.rest(1.5)
                    self.phase(phase)

    def phase(self, phase: str) -> None:
        if phase == "bidding":
            return self.bidding()
        if phase == "storm":
            self.place_forces()
        self.table_does(*TABLE_DOES.get(phase, ()))
        if phase == "battle":
            self.battle()
        if phase == "shipment":
            self.ship_and_move()
        for seat in self.scripted() if phase in SEATS_DO else ():
            self.act(seat, SEATS_DO[phase])
        if len(self.scripted()) < len(self.public.seats):
            self.rest(10)  # a person is thinking
        return None

    def act(self, seat: str, most: int) -> None:
        self.press(seat, [one for one in offers(self.public, seat) if not one.aside], most)

    def place_forces(self) -> None:
        """Let those whose first forces the player places put them on the map, a few at a time (2.04.02)."""
        for seat in self.scripted():
            while self.press(seat, to_place(self.public, seat)):
                pass

    def ship_and_move(self) -> None:
        """Let each in turn ship and move, and say when it is done."""
        while seat := next((one for one in on_turn(self.public) if one in self.scripted()), ""):
            self.act(seat, 2)
            if not self.tap(seat, DONE.name):
                return

    # -- bidding ------------------------------------------------------------------------------------------

    def bidding(self) -> None:
        worth: dict[tuple[int, str], int] = {}
        while (stage := stage_of(self.public)) and stage.mode != "over":
            self.let_pass()
            if stage.mode == "deal" and stage.number > CARDS:
                self.tap(TABLE, "EndBidding")
            elif stage.mode == "auction":
                self.bid(stage, worth)
            elif stage.mode in {"deal", "settle"}:
                self.window(stage)
            else:
                self.rest(1.5)
                self.tap(TABLE, {"declare": "DeclareHands", "dealing": "DealRow"}.get(stage.mode, "CloseWindow"))

    def bid(self, stage: Stage, worth: dict[tuple[int, str], int]) -> None:
        """Let the player on turn bid or pass; show once how a tap is taken back."""
        self.rest(0.8)
        seat, sight = stage.turn, price_shown(self.public)
        if seat not in self.scripted():
            return
        limit = int(min(7, bid_limit(self.own(seat), seat).most))
        most = worth.setdefault((stage.number, seat), self.choose(range(max(1, limit + 1))))
        least = stage.high + 1
        if least > most or not self.tap(seat, "Bid", sight, amount=least + self.choose((0, 0, 1))):
            self.tap(seat, "Pass", sight)
        elif stage.number > 1 and not self._shown_undo:
            self._shown_undo = True
            self.rest(2)
            self.sitting.undo("host")
            self.rest(2)
            self.sitting.act(ResumeClock(), "host")

    def window(self, stage: Stage) -> None:
        self.rest(2.5)
        for seat in self.scripted():
            if (now := window(self.public)) and seat not in now.ready and self.tap(seat, "Ready"):
                self.rest(0.2)
        later = stage_of(self.public)
        if later is not None and later.mode == "settle" and later.number == stage.number:
            self.tap(TABLE, "CloseWindow")

    # -- battle -------------------------------------------------------------------------------------------

    def battle(self) -> None:
        first = next(iter(open_battles(self.public)), None)
        if first is None or not self.tap(
            first.aggressor, "FightNext", territory=first.territory, against=first.defender
        ):
            return
        self.rest(2.5)
        self.let_pass()
        for step in steps(self.public):
            self.tap(step.say.seat, "StaySilent", rule=step.say.rule)
            self.rest(0.6)
            self.let_pass()
        for _ in range(40):
            live = battle_now(self.public)
            if live is None:
                return
            self.fight(live)
            self.rest(1)
            self.let_pass()
        self.tap(TABLE, "CancelBattle")

    def fight(self, live: LiveBattle) -> None:
        if live.step == REVEALED:
            self.rest(8)
            self.tap(TABLE, "SettleBattle")
        for seat in self.scripted():
            if seat in live.seats and seat not in live.plans:
                self.plan(seat)
            elif live.locked:
                self.tap(seat, "AnswerTraitor", answer="yes")  # the card shows itself if it is the one

    def plan(self, seat: str) -> None:
        for words in self.plans(seat):
            if self.tap(seat, "LockPlan", **words):
                return self.rest(1.5)
        return None

    def plans(self, seat: str) -> Iterator[dict[str, str]]:
        """Think of plans: the strongest leader first, each two cards of the hand, a small dial."""
        own = self.own(seat)
        pool = leaders_of(own, seat)
        leaders = [*self._dice.shuffled(list(pool.pool) if pool else []), ""]
        hand = ["", *dict.fromkeys(card_name(card) for card in own.seats[seat].hand.faces())]
        pairs = sorted(product(hand, hand), key=lambda two: two.count(""))
        for leader, (weapon, defence) in product(leaders[:2], pairs):
            yield {"dial": self.choose("123"), "leader": leader, "weapon": weapon, "defence": defence}
