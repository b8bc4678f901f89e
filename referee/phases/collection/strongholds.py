"""Who holds the strongholds, as the table enters it.

Income and victory depend on it, so it is asked in collection and in the Mentat Pause, and stays until changed, or until
a battle leaves others there. The form has a field per stronghold, by its name; with an unknown one no winner is
certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.standing import HoldersNamed, StrongholdsHeld, holder_among, holdings
from referee.board.territories import slug, strongholds
from referee.common.factions import named
from referee.kernel import Chance, Command, Event, Objection, Table, adds, after, say
from referee.offers.offer import TABLE, Blank, Offer, Offers, seats_of
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.how_they_stand import there
from referee.phases.battle.live_battle import LiveBattle, chosen_loss
from referee.phases.mentat.victory import winner

NOBODY, NOT_SAID = "", "?"


class NameHolders(Command, by="table"):
    """Enter who holds each stronghold."""

    arrakeen: str = NOBODY
    carthag: str = NOBODY
    habbanya_sietch: str = NOBODY
    sietch_tabr: str = NOBODY
    tueks_sietch: str = NOBODY
    hidden_mobile_stronghold: str = NOBODY
    jacurutu_sietch: str = NOBODY

    def said(self, table: Table) -> dict[str, str]:
        return {place: getattr(self, slug(place), NOBODY) for place in strongholds(table)}

    def holders(self, table: Table) -> dict[str, str]:
        return {place: NOBODY if seat == NOT_SAID else seat for place, seat in self.said(table).items()}

    def objections(self, table: Table) -> Iterable[Objection]:
        here = self.holders(table)
        strange = any(value for name, value in vars(self).items() if name not in {slug(place) for place in here})
        if strange or any(seat and seat not in table.seats for seat in here.values()):
            yield Objection("1.09.02.00", "Choose a faction at this table, or nobody.", firm=True)
        for place, seat in here.items():
            if seat and is_kept(table, seat) and place not in holdings(table).held.get(seat, ()):
                words = say(
                    "On the map {seat:does} not hold {place}. Correct that territory there.",
                    seat=named(seat),
                    place=place,
                )
                yield Objection("4.94.06", words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        holders = self.holders(table)
        for seat in table.seats:
            places = tuple(place for place, holder in holders.items() if holder == seat)
            if places != holdings(table).held.get(seat) and not is_kept(table, seat):
                yield StrongholdsHeld(seat, places)
        if NOT_SAID not in self.said(table).values():
            yield HoldersNamed(table.turn)
        elif holdings(table).told:
            yield HoldersNamed(0)


def holder(table: Table, place: str) -> str:
    """Return who holds a stronghold, as last entered, or ""."""
    return next((seat for seat, places in holdings(table).held.items() if place in places), NOBODY)


@after(BattleEnded, rule="1.09.02.00")
def as_the_battle_left_it(event: BattleEnded, table: Table, chance: Chance) -> Iterable[StrongholdsHeld]:
    yield from held_by_who_is_left(table, event.territory, _gone(table))


def _gone(table: Table) -> tuple[str, ...]:
    live = table.get(LiveBattle)
    if live is None:
        return ()
    winner = "" if live.verdict.takeover or live.winner in live.verdict.withdraw else live.winner
    left = {live.whose(s): live.forces[s].total > chosen_loss(live, live.whose(s)).total for s in live.seats}
    return tuple(live.whose(s) for s in live.seats if s != winner or not left[live.whose(s)])


def held_by_who_is_left(table: Table, place: str, gone: tuple[str, ...] = ()) -> Iterator[StrongholdsHeld]:
    """Yield new and lost holders of this stronghold, where forces are known (1.09.02.00)."""
    left, held = tuple(there(table, place)), dict(holdings(table).held)
    if place not in strongholds(table):
        return
    for seat in (seat for seat, places in held.items() if place in places and seat not in left):
        if left or seat in gone:
            yield StrongholdsHeld(seat, tuple(stronghold for stronghold in held[seat] if stronghold != place))
    seat = holder_among(table, left)
    if seat and place not in held.get(seat, ()):
        yield StrongholdsHeld(seat, (*held.get(seat, ()), place))


@adds(Offers, rule="1.09.02.00", seat=TABLE)
def who_stands_where(question: Offers, table: Table) -> Iterable[Offer]:
    known = all(is_kept(table, seat) for seat in table.seats)
    if table.phase in {"spice_collection", "mentat_pause"} and not winner(table) and not known:
        choices = ((NOT_SAID, "not known"), (NOBODY, "nobody"), *seats_of(table))
        usual = NOBODY if holdings(table).told else NOT_SAID
        blanks = (
            Blank(slug(p), p, "select", value=holder(table, p) or usual, choices=choices) for p in strongholds(table)
        )
        yield Offer(NameHolders, "Save who holds what", "1.09.02.00", tuple(blanks), part="strongholds")
