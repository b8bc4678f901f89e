"""Done: a public tap, so that the table knows who it waits for in a phase.

Charity, revival and collection are done by all together; shipment in storm order. It is optional, and tells no more
than silence at the table would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.board.forces import is_kept
from referee.board.storm import storm_order
from referee.common.factions import named
from referee.common.turn import SeatDone, finished
from referee.kernel import (
    YOU,
    Called,
    Command,
    Objection,
    Phrase,
    SeatCommand,
    Table,
    adds,
    ask,
    listed,
    phrase,
    ruling,
    say,
)
from referee.offers.offer import TABLE, Duties, Duty, Offer, Offers
from referee.offers.what_now import LeftOver, Mark, SeatMark, Undone, went_on
from referee.phases.charity import CharityIfRich, CharityTimes, ClaimCharity, claims
from referee.phases.collection.collection import Collect, TakeIncome, income_due
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.revival.limits_and_prices import revivals
from referee.phases.shipment.marching import MoveForces, ShipmentOrder, moves_left, order_is_kept, ships_no_more
from referee.phases.shipment.prices_and_permissions import shipments
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.storm.summary import PLACES
from referee.turn.phase_offers import SEAT_MENU, may_return

TOGETHER = ("choam_charity", "revival", "spice_collection")
IN_ORDER = ("shipment",)


class SayDone(SeatCommand, by="both", waits=True, in_order=True, becomes=SeatDone):
    """Be done with this phase."""

    def open_to_seat(self, table: Table) -> bool:
        return not _through(table, self.seat)

    def objections(self, table: Table) -> Iterable[Objection]:
        if table.phase not in (*TOGETHER, *IN_ORDER):
            yield Objection("4.97.10", "Nobody has to say done in this phase.", firm=True)
        elif self.seat in finished(table):
            yield Objection(
                "4.97.10", say("{seat:The is} already done. Wait for the others.", seat=named(self.seat)), firm=True
            )


DONE = Offer(SayDone, "Done", "4.97.10", aside=True)
OF_A_TURN = (Ship, Send, MoveForces, SayDone)
OF_THE_TURN = frozenset(OF_A_TURN)  # what a card of the turn has in place of a form each


def _through(table: Table, seat: str) -> bool:
    """Return True if a faction is done, or can publicly have nothing left to decide.

    Charity needs no decline: a player who does not claim may be poor.
    """
    if table.phase == "choam_charity" or seat in finished(table) or table.seats[seat].away:
        return True
    if table.phase == "revival" and revivals(table).own.get(seat) and not may_return(table, seat):
        return True
    menu = SEAT_MENU.get(table.phase)
    return table.phase in TOGETHER and menu is not None and all(offer.aside for offer in menu(table, seat))


@adds(Duties, rule="1.03.01", phase="choam_charity")
def whoever_is_poor(question: Duties, table: Table) -> Iterable[Duty]:
    """The same for all who have not claimed: who is poor shows to nobody."""
    if not ask(table, CharityTimes()).value:
        return
    for seat in table.seats:
        if seat not in claims(table).seats:
            rich = ask(table, CharityIfRich(seat)).value
            you = "claim charity" if rich else "claim charity, if you have fewer than 2 spice"
            asks = "" if rich else "0 or 1 spice? Claim charity"
            yield Duty(seat, "claims charity", "1.03.01", (ClaimCharity,), you=you, asks=asks, secret=True)


@adds(LeftOver, rule="1.03.01")
def whoever_may_claim(question: LeftOver, table: Table) -> Iterable[Undone]:
    """Neither how many nor who: a claim is public, and who is rich is not."""
    if table.phase != "choam_charity" or not ask(table, CharityTimes()).value:
        return ()
    left = [seat for seat in table.seats if seat not in claims(table).seats]
    words = "Anyone with fewer than 2 spice may still claim charity."
    return (Undone(words, "1.03.01", holds_up=False, waits=False),) if left else ()


def _unrevived(name: Called, seats: tuple[str, ...]) -> str:
    return say("{seats:The revives} nothing more in this turn.", seats=listed([name(seat) for seat in seats]))


def _uncollected(name: Called, seats: tuple[str, ...]) -> str:
    return say("{seats:The collects} no more spice in this turn.", seats=listed([name(seat) for seat in seats]))


UNREVIVED = phrase("revival.no_more", _unrevived)
UNCOLLECTED = phrase("collection.no_more", _uncollected)


@adds(Duties, rule="1.05.01", phase="revival")
def whoever_may_revive(question: Duties, table: Table) -> Iterable[Duty]:
    duties = list(_together(table, "chooses what to revive", "1.05.01", ReviveForces, ReviveLeader))
    return _passed_together(duties, [duty.seat for duty in duties], UNREVIVED)


@adds(Duties, rule="1.08.01", phase="spice_collection")
def whoever_collects(question: Duties, table: Table) -> Iterable[Duty]:
    """Income that is not taken has a line of its own."""
    duties = list(_together(table, "collects", "1.08.01", Collect, TakeIncome))
    rest = [duty.seat for duty in duties if not income_due(table, duty.seat)]
    duties = [duty if duty.seat in rest else replace(duty, you="collect your stronghold income") for duty in duties]
    return _passed_together(duties, rest, UNCOLLECTED)


def _together(table: Table, does: str, rule: str, *by: type[Command]) -> Iterator[Duty]:
    for seat in storm_order(table):
        if not _through(table, seat):
            you = say("{does}, then tap Done", does=YOU.verb(does))
            yield Duty(seat, does, rule, (*by, SayDone), you=you, loses=is_kept(table, seat))


def _passed_together(duties: list[Duty], seats: list[str], words: Callable[..., Phrase]) -> list[Duty]:
    """Return these duties, the last of which is passed over with one sentence for all."""
    if not seats:
        return duties
    last = duties[-1]
    return [*duties[:-1], replace(last, passed=went_on(words(seats=tuple(seats)), last.rule))]


def _stayed(name: Called, seats: tuple[str, ...]) -> str:
    return say("{seats:The does} not ship or move any more in this turn.", seats=listed([name(seat) for seat in seats]))


STAYED = phrase("shipment.stayed", _stayed)


@adds(Duties, rule="1.06.01", phase="shipment")
def one_after_the_other(question: Duties, table: Table) -> Iterable[Duty]:
    """What comes later is asked when its turn has come."""
    left = ask(table, ShipmentOrder()).value
    still = () if shipments(table).made or finished(table) else tuple(seat for seat in left if is_kept(table, seat))
    for n, seat in enumerate(left):
        does, you = ("ships", "") if n else _turn_of(table, seat)
        passed = went_on(STAYED(seats=still), "1.06.01") if still and not n else ()
        yield Duty(seat, does, "1.06.01", OF_A_TURN, you=you, later=n > 0, passed=passed)


def _turn_of(table: Table, seat: str) -> tuple[str, str]:
    """Return what a faction does in its turn, and what its player reads."""
    left = moves_left(table, seat)
    if not ships_no_more(table, seat):
        does, you = "ships", "ship, then move" if left else "ship, then tap Done"
    elif left:
        does, you = "moves", "move, then tap Done" if is_kept(table, seat) else "move on the board, then tap Done"
    else:
        does, you = "taps Done", "tap Done"
    return does, you


@adds(LeftOver, rule="1.06.01")
def whoever_has_not_moved(question: LeftOver, table: Table) -> Iterable[Undone]:
    """If forces are tracked, else once somebody has shipped or is done: a table that does without tells nothing."""
    if table.phase != "shipment":
        return ()
    left = ask(table, ShipmentOrder()).value
    if not (shipments(table).made or finished(table) or any(is_kept(table, seat) for seat in left)):
        return ()
    words = say("{left} of {seats} players have not shipped and moved yet.", left=len(left), seats=len(table.seats))
    if len(left) == 1:
        words = say("{seat:The has} not shipped and moved yet.", seat=named(left[0]))
    passed = went_on(STAYED(seats=tuple(left)), "1.06.01") if left else ()
    return (Undone(words, "1.06.01", holds_up=False, loses=True, passed=passed),) if left else ()


@ruling(SeatMark, rule="1.06.01")
def when_it_ships(question: SeatMark, table: Table, so_far: Mark) -> Mark | None:
    left = ask(table, ShipmentOrder()).value if order_is_kept(table) else ()
    if question.seat not in left[1:]:
        return None
    before = len(storm_order(table)) - len(left)
    return Mark(PLACES[before + left.index(question.seat)])


@ruling(SeatMark, rule="1.00.00")
def done_or_not(question: SeatMark, table: Table, so_far: Mark) -> Mark | None:
    if table.phase == "choam_charity" and question.seat in claims(table).seats:
        return Mark("Claimed", "check", True)
    if question.seat in finished(table):
        return Mark("Done", "check", True)
    return None


def say_when_done(question: Offers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if seat == TABLE or _through(table, seat) or (table.phase == "spice_collection" and income_due(table, seat)):
        return ()
    return (DONE,)


for _phase in (*TOGETHER, *IN_ORDER):
    adds(Offers, rule="4.97.10", phase=_phase)(say_when_done)
