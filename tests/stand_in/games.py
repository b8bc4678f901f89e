"""Whole games with stand-ins: factions, options and people at random from a seed, with a clock set by hand.

Seats without a stand-in are played by people who mostly choose with sense and now and then press anything. The table
goes on when nobody has anything to do. What each seat did is counted, and what was refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from random import Random

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import TakeSeat
from referee.common.turn import PHASES
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC, BadCommand, Command, Table, read_command
from referee.offers.offer import TABLE, Offer, halted, offers
from referee.offers.waiting import duties_of
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.reveal import Reveal
from referee.phases.bidding.on_screen import waited_for
from referee.phases.mentat.victory import winner
from referee.powers.windows import CloseWindow, window
from referee.running.acts import JournalAct
from referee.running.dice import Dice
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from referee.running.stand_in.hand import Hand, scene_of
from referee.stand_in.mind import next_act
from referee.stand_in.seats import LetRefereePlay
from referee.stand_in.sight import Sight
from referee.turn.next_phase import EndBidding, GoTo, onward
from referee.web.phase.buttons import leads
from tests.kit import MemoryJournal

EVERY = tuple(FACTIONS)
FOOLISH = 0.1  # how often a person presses anything
MOST_PRESSED = 40  # how often people press anything where the table has no way on, before it goes on by hand
FAULTS = {"CANNOT_BE_SHOWN", "DOES_NOT_ADD_UP"}
LAST_TURN, MOST_STEPS = 10, 40_000  # a step is a moment in which somebody may act


class Game(Sitting):
    """One game; ``chairs`` are the seats that the referee plays.

    Where it is not ``shown``, no screen is asked whether it can be drawn after each act: that takes half of the time.
    """

    shown = True

    def __init__(
        self,
        seed: int,
        seats: Sequence[str],
        chairs: Collection[str],
        options: Mapping[str, str] | None = None,
        rules: str = "advanced",
    ) -> None:
        self.at, self.dice = 1_000_000, Random(seed)
        self.done, self.refused = Counter[tuple[str, str]](), Counter[tuple[str, str, Command]]()
        self.stuck = list[str]()
        self.faults = list[str]()  # what was refused because the referee could not carry it out, or it did not add up
        super().__init__(MemoryJournal(), Dice(seed), now=lambda: self.at)
        places = tuple(SeatEntry(seat) for seat in seats)
        made = SetTable(f"Game {seed}", places, seats[0], rules, options=tuple((options or {}).items()))
        assert self.act(made, PUBLIC).done
        self.people = [seat for seat in seats if seat not in chairs]
        for seat in seats:
            first: Command = LetRefereePlay(seat) if seat in chairs else TakeSeat(seat, "phone")
            assert self.act(first, PUBLIC if seat in chairs else "referee").done
        self.hand = Hand(self)
        self._pressed = 0
        self._own: dict[str, tuple[tuple[int, str], Counter[Command], Counter[Command]]] = {}
        self._idle: dict[str, tuple[object, ...]] = {}  # what each person had seen who then had nothing to do

    @property
    def public(self) -> Table:
        return self.screen(PUBLIC)

    def act(self, command: Command, who: str, key: str = "", **more: object) -> Outcome:
        outcome = super().act(command, who, key, **more)  # type: ignore[arg-type]
        if outcome.done:
            self.done[who, type(command).__name__] += 1
        elif key.startswith("stand-in"):
            self.refused[f"{self.public.turn} {self.public.phase}", who, command] += 1
        if {one.code for one in outcome.objections} & FAULTS:
            self.faults.append(f"turn {self.public.turn}, {self.public.phase}, {who}: {command}")
        return outcome

    def _must_be_shown(self, act: JournalAct, told: Set[str]) -> None:
        if self.shown:
            super()._must_be_shown(act, told)

    # -- playing ------------------------------------------------------------------------------------------

    def play(self, turns: int = LAST_TURN, steps: int = MOST_STEPS) -> Game:
        """Play until somebody wins, or the last turn is over."""
        for _ in range(steps):
            if winner(self.public) or self.public.turn > turns or self.stuck:
                break
            self.step()
        else:
            self.stuck.append(f"{steps} steps were not enough: turn {self.public.turn}, {self.public.phase}")
        return self

    def step(self) -> None:
        """Let time pass until a stand-in acts; when none has anything to do, people and the table do."""
        due = self.hand.tick()
        if due is not None:
            self.at = max(self.at, due)
        elif not sum(self._person(seat) for seat in self.people):
            self._go_on()

    def _person(self, seat: str) -> bool:
        public, own = self.public, self.screen(seat)
        stage = (public.turn, public.phase)
        if seat not in self._own or self._own[seat][0] != stage:
            self._own[seat] = stage, Counter(), Counter()
        _, sent, refused = self._own[seat]
        if self.dice.random() < FOOLISH and self._press(seat):
            return True
        asked = duties_of(own, seat) or halted(public)
        seen = (self.version(PUBLIC), self.version(seat)) if asked else scene_of(public)
        chosen = None if self._idle.get(seat) == seen else next_act(Sight(public, own, seat, sent, refused))
        if chosen is None:
            self._idle[seat] = seen
            return False
        done = self.act(chosen.command, seat).done
        (sent if done else refused)[chosen.command] += 1
        return True

    def _press(self, seat: str) -> bool:
        made = [one for one in offers(self.public, seat) if not one.why_not]
        return bool(made) and self._send(self.dice.choice(made), seat)

    def _send(self, offer: Offer, seat: str) -> bool:
        words = {blank.name: self._word(blank.value, blank.low, blank.choices) for blank in offer.blanks}
        try:
            command = read_command(offer.name, ({"seat": seat} if seat else {}) | words | dict(offer.fixed))
        except BadCommand:
            return False
        return self.act(command, seat or PUBLIC).done

    def _word(self, value: str, low: int, choices: Sequence[tuple[str, str]]) -> str:
        return value or (self.dice.choice(choices)[0] if choices else str(max(low, 2)))

    def _go_on(self) -> None:
        public = self.public
        first = [one for one in offers(public, TABLE) if one.name == "DealTraitors"]
        if battle_now(public) and (self.act(Reveal(), PUBLIC).done or self.act(SettleBattle(), PUBLIC).done):
            return
        if any(self._send(one, TABLE) for one in (*first, *waited_for(public), *leads(public)) if not one.why_not):
            return
        if window(public) and self.act(CloseWindow(), PUBLIC).done:
            return
        following = onward(public)
        if not following.why_not and self._send(following, TABLE):
            return
        self._by_hand(public)

    def _by_hand(self, public: Table) -> None:
        """Go on as the table may, whatever is left undone; note it where even that is refused."""
        after = PHASES[(PHASES.index(public.phase) + 1) % len(PHASES)] if public.phase in PHASES else PHASES[0]
        ways = (EndBidding(), GoTo(after, anyway=True))
        if self._pressed < MOST_PRESSED and any(self._press(seat) for seat in self.people):
            self._pressed += 1
            return
        self._pressed = 0
        if not any(self.act(one, PUBLIC).done for one in ways):
            owed = [f"{one.seat} {one.does}" for seat in public.seats for one in duties_of(self.screen(seat), seat)]
            holds = halted(public)
            self.stuck.append(f"turn {public.turn}, {public.phase}: {owed} {holds and holds.halts} {self.hand.stuck}")


def drawn(seed: int, most: int = 6) -> Game:
    """Return a game drawn from a seed: two to six factions, modules and rules at random, stand-ins one to all."""
    dice = Random(seed)
    seats = dice.sample(EVERY, dice.randint(2, most))
    chairs = dice.sample(seats, dice.randint(1, len(seats)))
    options = {key: module.value for key, module in MODULES.items() if dice.random() < 0.3}
    return Game(seed, seats, chairs, options, dice.choice(("basic", "advanced", "advanced")))
