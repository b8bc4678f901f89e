"""Weather Control sets how far the storm moves; Family Atomics destroys the Shield Wall before it moves.

Both from the second turn on. The word of a seat without a phone is taken; if the referee deals the cards and the hand
does not hold it, nothing happens (3.00.02).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.forces_counted import to_tanks
from referee.board.standing import Stand, known_whole, may_stand, stands
from referee.board.storm import Sheltered, ShieldWallFell, Storm, StormAnnounced, closed_sectors, coming
from referee.board.territories import TERRITORIES
from referee.board.ways import Cell, cells, reach, touching
from referee.common.phones_at_seats import on_own_phone
from referee.holdings.hands import CardDiscarded, NothingToShow, PlayedCard, called, not_in_hand, shown_card, spent
from referee.holdings.set_aside import CardSetAside
from referee.kernel import Chance, Event, Objection, Table, adds, after, option, ruling, say, setting
from referee.offers.offer import TABLE, Blank, Offer, Offers, SecretOffers
from referee.phases.storm.storm_moves import not_moved_yet
from referee.turn.phase_offers import is_played

CONTROL, ATOMICS, WALL = "Weather Control", "Family Atomics", "Shield Wall"
FARTHEST = 10

AFTER_ATOMICS = option(
    "K10",
    "4.92.10",
    say("{card}, once used, is", card=ATOMICS),
    ("aside", "Set aside", "It never comes back, since the wall can fall only once."),
    ("discarded", "Discarded", "It goes on the discard pile like any other card."),
)


def _playable(table: Table, seat: str, card: str, rule: str) -> Iterator[Objection]:
    yield from not_moved_yet(table)
    yield from on_own_phone(table, seat, "4.97.07")
    if table.turn == 1:
        yield Objection(rule, say("You can play {card} from turn 2 on. Keep it until then.", card=card))
    yield from not_in_hand(table, seat, card)


class ControlWeather(PlayedCard, waits_for_powers=True, plays=(CONTROL,)):
    """Play Weather Control: 0 to 10 sectors."""

    distance: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _playable(table, self.seat, CONTROL, "3.01.23")
        if not 0 <= self.distance <= FARTHEST:
            sentence = say("It moves the storm 0 to {n} sectors. Choose one of these numbers.", n=FARTHEST)
            yield Objection("3.01.23", sentence, "BAD_INPUT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from spent(self.seat, shown_card(table, self.seat, called(CONTROL), CONTROL), ("3.01.23",))):
            yield StormAnnounced(self.distance, self.seat, ("3.01.23", "1.01.02"))


class BlowUpWall(PlayedCard, waits_for_powers=True, plays=(ATOMICS,)):
    """Play Family Atomics: the Shield Wall is gone for the rest of the game."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _playable(table, self.seat, ATOMICS, "3.01.07")
        if not table.state(Storm).wall:
            yield Objection("3.01.07", "The Shield Wall is already destroyed. Keep the card.", firm=True)
        if coming(table) is None:
            yield Objection("3.01.07", "Wait until everybody knows how far the storm moves.")
        if known_whole(table, self.seat) and not any(near_the_wall(table, self.seat)):
            words = "You need a force on the Shield Wall, or next to it with no storm between. Keep the card."
            yield Objection("3.01.07", words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = shown_card(table, self.seat, called(ATOMICS), ATOMICS)
        if card is None:
            yield NothingToShow(self.seat)
            return
        gone = CardSetAside if setting(table, AFTER_ATOMICS) == "aside" else CardDiscarded
        yield gone(self.seat, card, ("3.01.07", "4.92.10"))
        yield ShieldWallFell(self.seat, False, ("3.01.07", "1.01.03"))


@ruling(Sheltered, rule="3.01.07")
def no_wall_no_shelter(question: Sheltered, table: Table, so_far: bool) -> bool | None:
    behind = question.place in TERRITORIES and TERRITORIES[question.place].behind_wall
    return False if behind and not table.state(Storm).wall else None


def at_the_wall(table: Table, here: Cell) -> bool:
    """Return True if forces here are on the wall or next to it, with no storm in between (3.01.07).

    The storm over the forces or over the wall is not between them: what the wall shelters has no storm in its sectors.
    """
    sheltered = TERRITORIES[here.territory].behind_wall
    side = reach(here, 0, closed_sectors(table) - {here.sector, *(cell.sector for cell in cells(WALL) if sheltered)})
    return WALL in {near.territory for cell in side for near in (cell, *touching().get(cell, ()))}


def near_the_wall(table: Table, seat: str) -> Iterator[Stand]:
    """Yield the groups of a faction on the map that may destroy the wall; peaceful ones may not."""
    for stand in stands(table):
        here = may_stand(stand.place, stand.sector)
        if stand.seat == seat and not stand.calm and any(at_the_wall(table, cell) for cell in here):
            yield stand


@after(ShieldWallFell, rule="3.01.07")
def all_on_the_wall_are_destroyed(event: ShieldWallFell, table: Table, chance: Chance) -> Iterable[Event]:
    """Only if a card destroyed it: a correction of the wall kills nobody."""
    for stand in list(stands(table, WALL)) if event.seat and not event.stands else ():
        if is_kept(table, stand.seat):
            yield from to_tanks(table, stand.seat, stand.group, WALL, ("3.01.07",), stand.sector)


@adds(SecretOffers, rule="3.01.23", phase="storm")
def control_the_weather(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if not any(ControlWeather(question.seat, 0).objections(table)):
        far = Blank("distance", "Sectors", "number", 0, FARTHEST, "0")
        yield Offer(ControlWeather, say("Play {card}", card=CONTROL), "3.01.23", (far,))


@adds(SecretOffers, rule="3.01.07", phase="storm")
def blow_up_the_wall(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if not any(BlowUpWall(question.seat).objections(table)):
        yield Offer(BlowUpWall, say("Play {card} (a force of yours is at the wall)", card=ATOMICS), "3.01.07")


@adds(Offers, rule="3.01.23", seat=TABLE)
def played_by_a_seat_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    if table.turn == 1 or any(not_moved_yet(table)):
        return
    yield from is_played(
        table, ControlWeather, CONTROL, "3.01.23", Blank("distance", "Sectors", "number", 0, FARTHEST, "0")
    )
    if table.state(Storm).wall and coming(table) is not None:
        yield from is_played(table, BlowUpWall, ATOMICS, "3.01.07")
