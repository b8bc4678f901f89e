"""The hand of the stand-ins at one table: when each acts, and by which door (4.97.67).

It waits a person's time, which follows from public facts alone, and sends what the mind chose as a phone would. What
nobody hears it sends in the same moment as what comes after it, so that no pause tells of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from weakref import WeakKeyDictionary, proxy
from zlib import crc32

from referee.common.phones_at_seats import stand_ins
from referee.holdings.leaders import key, keys
from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, Command, Objection, Table, Value, memoized, say
from referee.offers.offer import halted
from referee.offers.waiting import duties_of, on_turn
from referee.phases.battle.battle_as_known import target_of
from referee.phases.battle.call_traitor import CallTraitor
from referee.phases.battle.live_battle import REVEALED, battle_now
from referee.phases.bidding.auction import Pass
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.mentat.victory import winner
from referee.powers.windows import window
from referee.running.sitting import Sitting
from referee.stand_in.mind import MAY, next_act
from referee.stand_in.sight import NextAct, Sight
from referee.turn.clock import QUESTION

SECONDS = {"choam_charity": (0, 1), "bidding": (2, 4), "shipment": (4, 6), "battle": (4, 6)}  # charity is soon over
TO_READ = (15, 18)  # an open verdict, before whose choices are all made settles it
USUAL, STOPPED_OR_NOT, AFTER_UNDO_MS = (2, 5), (1, 3), 15_000  # all wait while each says that it stops nothing
AT_ONCE = 8  # acts of one seat in one moment, at most: the secret ones before one that all hear


class _Timer(Value):
    """When a seat's present moment began (ms), by what everybody sees of it, and what it had heard when it acted."""

    moment: tuple[object, ...]
    since: int
    more: int = 0
    done: tuple[int, int] = (-1, -1)


class Aloud(Value):
    """What the referee says as it acts: for which seat, why, and in which act of the table, 0 for none yet."""

    act: int = 0
    seat: str = ""
    why: str = ""


class Hands:
    """The hands of all tables of a program."""

    def __init__(self) -> None:
        self._of = WeakKeyDictionary[Sitting, Hand]()

    def of(self, sitting: Sitting) -> Hand:
        if sitting not in self._of:
            self._of[sitting] = Hand(proxy(sitting))  # else the hand of a table that was closed would keep it
        return self._of[sitting]

    def tick(self, sitting: Sitting) -> int | None:
        return self.of(sitting).tick()

    def aloud(self, sitting: Sitting) -> Aloud:
        return self.of(sitting).aloud

    def why(self, sitting: Sitting, seat: str) -> str:
        """Return why this seat did what it did last, or what keeps it from going on; "" before its first act."""
        hand = self.of(sitting)
        if seat in hand.stuck:
            found = say("It finds no way on: {words} Take the seat for a moment.", words=hand.stuck[seat])
            return found if hand.stuck[seat] else "It finds no way on. Take the seat for a moment."
        return hand.said.get(seat, "")


class Hand:
    """What plays the seats of one table that have stand-ins."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._timers: dict[str, _Timer] = {}
        self._stage: tuple[int, str] = (0, "")
        self._sent: dict[str, Counter[Command]] = {}
        self._refused: dict[str, Counter[Command]] = {}
        self._idle: dict[str, tuple[object, ...]] = {}  # at what each seat has looked and found nothing to do
        self._length = 0
        self._passed = (0, 0)  # where the table stood when a stand-in had just passed, and its card goes on
        self.said: dict[str, str] = {}  # why each seat did what it did last; tells nothing that only it may know
        self.aloud = Aloud()  # of the last act that everybody heard
        self.stuck: dict[str, str] = {}  # why a seat that finds no way on was refused, "" where only it may know

    def tick(self) -> int | None:
        """Act for the seats whose time has come; return when to look again (ms), ``None`` for after the next act."""
        sitting = self._sitting
        with sitting.locked():
            public = sitting.screen(PUBLIC)
            seats = stand_ins(public)
            if not seats or winner(public) or self._stands_still():
                self._timers.clear()
                return None
            self._new_phase(public)
            undone, self._length = len(public.log) < self._length, len(public.log)
            if undone:
                self._idle.clear()
            due = [self._due(seat, undone=undone) for seat in seats]
            now = sitting.now()
            for seat, at in zip(seats, due, strict=True):
                if (at is not None and at <= now) or self._calls(seat):
                    self._act(seat)
                    return now
            return min((at for at in due if at is not None), default=None)

    def _calls(self, seat: str) -> bool:
        """Return whether this seat shows a traitor card now: at once, before the table settles another verdict."""
        own, call = self._sitting.screen(seat), CallTraitor(seat)
        live, held = battle_now(own), own.state(Traitors).kept.get(seat)
        if live is None or live.step != REVEALED or call in self._refused.get(seat, ()) or not held:
            return False
        return key(target_of(own, live, seat)) in keys(held) and not any(call.objections(own))

    def _stands_still(self) -> bool:
        return self._sitting.views.clock.paused not in {"", QUESTION}

    def _new_phase(self, public: Table) -> None:
        if self._stage != (public.turn, public.phase):
            self._stage = public.turn, public.phase
            self._sent, self._refused, self._idle = {}, {}, {}

    def _heard(self, seat: str) -> tuple[int, int]:
        return self._sitting.version(PUBLIC), self._sitting.version(seat)

    def _due(self, seat: str, *, undone: bool) -> int | None:
        """Return when a seat acts, ``None`` if it has nothing to do before it hears something new."""
        moment, now = _moment(self._sitting.screen(PUBLIC), seat), self._sitting.now()
        timer = self._timers.get(seat)
        if timer is not None and timer.moment == moment and not undone:
            if timer.done == self._heard(seat):
                return None
            if timer.done == (-1, -1):
                return timer.since + self._wait(seat, timer)
        timer = self._timers[seat] = _Timer(moment, now, AFTER_UNDO_MS if undone else 0)
        return now + self._wait(seat, timer)

    def _wait(self, seat: str, timer: _Timer) -> int:
        """Return how long a seat thinks (ms), by what everybody sees of its moment."""
        public = self._sitting.screen(PUBLIC)
        if timer.more == 0 and self._passed == _card(public):
            return 0  # on one card nobody watches stand-ins pass one after the other
        live, usual = battle_now(public), SECONDS.get(public.phase, USUAL)
        low, high = STOPPED_OR_NOT if window(public) else TO_READ if live and live.step == REVEALED else usual
        part = crc32(f"{seat}{timer.moment}".encode()) % 1000
        return low * 1000 + part * (high - low) + timer.more

    def _act(self, seat: str) -> None:
        sitting, sent = self._sitting, self._sent.setdefault(seat, Counter())
        refused = self._refused.setdefault(seat, Counter())
        before = sitting.version(PUBLIC)
        for _ in range(AT_ONCE):
            public = sitting.screen(PUBLIC)
            scene, asked = scene_of(public), bool(duties_of(sitting.screen(seat), seat) or halted(public))
            if self._idle.get(seat) == scene and not asked:
                break
            sight = Sight(sitting.screen(PUBLIC), sitting.screen(seat), seat, sent, refused)
            chosen = NextAct(CallTraitor(seat), MAY) if self._calls(seat) else next_act(sight)
            if chosen is None:
                self._idle.update({} if asked else {seat: scene})
                break
            earlier, self.aloud = self.aloud, Aloud(sitting.last() + 1, seat, chosen.why)  # its pages are drawn in it
            outcome = sitting.act(chosen.command, seat, f"stand-in-{sitting.last()}")
            if sitting.version(PUBLIC) == before:
                self.aloud = earlier
            if outcome.done:
                sent[chosen.command] += 1
                said, number = _card(sitting.screen(PUBLIC))
                same = isinstance(chosen.command, Pass) and number == _card(public)[1]
                self._passed = (said, number) if same else (0, 0)
                self.said[seat] = chosen.why
                self.stuck.pop(seat, None)
            else:
                refused[chosen.command] += 1
                self.stuck[seat] = _in_the_open(chosen.command, public, outcome.objections)
            if sitting.version(PUBLIC) != before:
                break
        timer = self._timers.pop(seat)
        if sitting.version(PUBLIC) == before:  # nothing more to do before it hears something new
            self._timers[seat] = _Timer(timer.moment, timer.since, 0, self._heard(seat))


def _card(public: Table) -> tuple[int, int]:
    """Return how much all have heard, and the number of the card that is bid for, 0 for none."""
    bidding = public.get(Bidding)
    return len(public.log), bidding.number if bidding and bidding.step == "bid" else 0


def _in_the_open(command: Command, public: Table, found: Sequence[Objection]) -> str:
    """Return the first objection that everybody can see, "" if the command was refused for what only its seat knows."""
    known = () if command.by == "seat" else {one.sentence for one in command.objections(public)}
    return next((one.sentence for one in found if one.sentence in known), "")


@memoized
def scene_of(public: Table) -> tuple[object, ...]:
    """Return where the phase stands, in public: in one scene a seat looks once for what nobody asks of it."""
    bidding, live, open_now = public.get(Bidding), battle_now(public), window(public)
    fight = (live.territory, live.step) if live else ()
    number = bidding.number if bidding else 0
    ships = on_turn(public)[:1] if public.phase == "shipment" else ()
    return public.turn, public.phase, ships, number, fight, open_now.kind if open_now else ""


@memoized
def _moment(public: Table, seat: str) -> tuple[object, ...]:
    """Return what everybody sees of what a seat is asked now: the same as long as it is asked the same."""
    bidding, live, open_now = public.get(Bidding), battle_now(public), window(public)
    asked = tuple((duty.does, tuple(kind.__name__ for kind in duty.by)) for duty in duties_of(public, seat))
    card = (bidding.number, bidding.step, bidding.turn == seat, bidding.high) if bidding else ()
    fight = (live.territory, live.step, len(live.plans)) if live else ()
    return public.turn, public.phase, asked, card, fight, open_now.kind if open_now else ""
