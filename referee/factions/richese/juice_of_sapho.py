"""Juice of Sapho: to be the aggressor in a battle, or first or last in one phase with turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from referee.common.turn import finished, in_this_phase
from referee.factions.richese.hand_cards import RULE, not_held, played
from referee.holdings.hands import called, held_card
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    adds,
    option,
    ruling,
    say,
    setting,
)
from referee.offers.offer import Blank, Offer, SecretOffers
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now
from referee.phases.battle.who_fights_where import BattleOrder
from referee.phases.bidding.events import CardUp
from referee.phases.bidding.order_of_bidding import Auction, AuctionHeld, Bidding, OpenedBefore
from referee.phases.shipment.marching import ShipmentOrder, ships_no_more, who_ships_no_more

JUICE = "Juice of Sapho"
AGGRESSOR, FIRST, LAST = "aggressor", "first", "last"
USES = {AGGRESSOR: "The aggressor in this battle", FIRST: "First in this phase", LAST: "Last in this phase"}


FIRST_AT = option(
    "B20",
    "4.91.20",
    "First in bidding by Juice of Sapho",
    ("phase", "First at every card", "The others follow as usual, from the usual opener."),
    ("card", "First at one card", "The next card is opened to that player's right."),
)


class JuicePlace(State):
    """Who is first or last, in which phase of which turn."""

    seat: str
    use: str
    when: tuple[int, str]


class PlaceTaken(SeatEvent, because=(RULE,)):
    use: Public[str]

    def pattern(self) -> str:
        last = "{seat!n:The goes} last in this phase."
        return "{seat!n:The goes} first in this phase." if self.use == FIRST else last

    def apply(self, table: Table) -> None:
        table.put(JuicePlace(self.seat, self.use, (table.turn, table.phase)))


class AggressorChanged(SeatEvent, because=(RULE,)):
    says = "{seat!n:The is} the aggressor."

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.aggressor, live.defender = self.seat, live.against(self.seat)


# -- the order of a phase -----------------------------------------------------------------------------


def put_in_place(table: Table, order: Sequence[str]) -> tuple[str, ...]:
    """Return the seats with the one that played it for this phase moved first or last."""
    taken = table.get(JuicePlace)
    if taken is None or taken.when != (table.turn, table.phase) or taken.seat not in order:
        return tuple(order)
    others = [seat for seat in order if seat != taken.seat]
    return (taken.seat, *others) if taken.use == FIRST else (*others, taken.seat)


@ruling(ShipmentOrder, rule=RULE)
def first_or_last_to_ship(question: ShipmentOrder, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    moved = put_in_place(table, so_far)
    return moved if moved != so_far else None


@ruling(BattleOrder, rule=RULE)
def first_or_last_to_fight(question: BattleOrder, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    moved = put_in_place(table, so_far)
    return moved if moved != so_far else None


def _cards_since(table: Table) -> int:
    """Return how many cards have come up since it was played in this phase."""
    since = takewhile(lambda event: not isinstance(event, PlaceTaken), in_this_phase(table))
    return sum(isinstance(event, CardUp) for event in since)


def _once(table: Table) -> bool:
    taken = table.get(JuicePlace)
    first = taken is not None and taken.use == FIRST and taken.when == (table.turn, "bidding")
    return first and setting(table, FIRST_AT) == "card"


@ruling(OpenedBefore, rule=RULE)
def the_one_who_went_first(question: OpenedBefore, table: Table, so_far: str) -> str | None:
    taken = table.get(JuicePlace)
    return taken.seat if taken and _once(table) and _cards_since(table) == 1 else None


@ruling(AuctionHeld, rule=RULE)
def first_or_last_to_bid(question: AuctionHeld, table: Table, so_far: Auction) -> Auction | None:
    if table.get(JuicePlace) is None or so_far.form != "in turn" or (_once(table) and _cards_since(table) > 1):
        return None
    bidding = table.get(Bidding)
    order = tuple(table.from_seat((bidding.opener if bidding else "") or table.first_player))
    moved = put_in_place(table, order)
    return replace(so_far, order=moved) if moved != order else None


# -- playing it ---------------------------------------------------------------------------------------


class PlayJuice(SeatCommand, by="seat", waits_for_powers=True, grave=True, plays=(JUICE,)):
    """``use`` is aggressor, first or last."""

    use: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_held(table, self.seat, JUICE)
        if self.use not in USES:
            yield Objection(RULE, "Choose: aggressor, first or last.", "BAD_INPUT", True)
        elif self.use == AGGRESSOR:
            yield from self._battle(table)
        else:
            yield from self._phase(table)

    def _battle(self, table: Table) -> Iterator[Objection]:
        live = battle_now(table)
        if live is None or live.defender != self.seat:
            yield Objection(RULE, "Only the defender can become the aggressor.", firm=True)
        elif live.step != OPEN or live.plans:
            yield Objection(RULE, "A plan is already locked. Play this before the plans of another battle.")

    def _phase(self, table: Table) -> Iterator[Objection]:
        bidding, done = table.get(Bidding), finished(table)
        early = bidding is not None and bidding.step in {"declare", "deal", "talk"}
        begun = table.phase == "shipment" and (done or who_ships_no_more(table))
        if table.phase not in {"bidding", "shipment", "battle"}:
            yield Objection(RULE, "Nobody takes turns in this phase. Wait for bidding, shipment or battle.")
        elif (table.phase == "bidding" and not early) or (table.phase == "battle" and battle_now(table)):
            yield Objection(RULE, "Not during an auction or a battle. Wait until it is over.")
        elif self.seat in done or (table.phase == "shipment" and ships_no_more(table, self.seat)):
            yield Objection(RULE, "You have had your turn in this phase. Wait for another phase.")
        elif begun and self.use == FIRST:
            yield Objection(RULE, "Somebody has had a turn, so nobody can go first now. Go last, or wait.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield played(table, self.seat, JUICE)
        yield AggressorChanged(self.seat) if self.use == AGGRESSOR else PlaceTaken(self.seat, self.use)


@adds(SecretOffers, rule=RULE, order=5)
def drink_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if held_card(table, seat, called(JUICE)) is None:
        return ()
    uses = tuple((use, words) for use, words in USES.items() if not any(PlayJuice(seat, use).objections(table)))
    blank = Blank("use", "Become", "select", choices=uses)
    return (Offer(PlayJuice, say("Play {card}", card=JUICE), RULE, (blank,)),) if uses else ()
