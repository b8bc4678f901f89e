"""A discovery card in the spice blow: it empties its territory, brings six spice, and lays a token elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.forces_counted import to_tanks
from referee.board.standing import MapToken, TokensOnMap, stands
from referee.board.storm import Storm
from referee.common.boxes import in_play
from referee.holdings.ledger import lying, on, pay
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Sealed,
    Table,
    adds,
    known,
    phrase,
    ruling,
    say,
    sealed,
    together,
)
from referee.modules.discoveries import (
    BLOW,
    CALLED,
    CARDS,
    DISCOVERIES,
    LIES,
    SPICE,
    DiscoveryCard,
    Kind,
    Lying,
    discoveries,
    left_in_the_pile,
    who_look,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers
from referee.phases.spice_blow.blow import BLOWN, BringsSpice, SpiceCardTurned, blow, card_objections, pile_now
from referee.phases.spice_blow.deck import TurnedAs, dealt

BURIED = phrase("spice.buried", "{n} spice in {place} is buried.")


class TokenLaid(Event, because=(LIES,), shows="token"):
    """A token lies face down in a territory; who may always look at its kind knows it."""

    kind: Public[Kind]
    place: Public[str]
    sector: Public[int]
    token: Sealed[str]

    def apply(self, table: Table) -> None:
        table.put(discoveries(table)).lying[self.place] = Lying(self.kind, self.sector, self.token)

    def sentence(self, name: Called) -> str:
        what = say("It is {token}.", token=self.token) if known(self.token) else ""
        lies = say("A {kind} token lies face down in {place}.", kind=CALLED[self.kind], place=self.place)
        return together([lies, what])


def found_by(card: str) -> DiscoveryCard | None:
    """Return the discovery card of this name, or of this spice territory."""
    return next((one for one in CARDS if card in {one.card, one.spice}), None)


class DiscoveryBlows(BringsSpice, Command, by="table", waits=True):
    """Enter a discovery card, by its name."""

    card: str
    under_storm: bool = False
    by_marker: bool = False

    @property
    def spice_at(self) -> str:
        found = found_by(self.card)
        return found.spice if found else ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from card_objections(table)
        found = found_by(self.card)
        if not in_play(table, DISCOVERIES):
            yield Objection(BLOW, "Discoveries are not in play here. Turn them on under Options.", firm=True)
        elif found is None:
            yield Objection(BLOW, "There is no such discovery card. Choose one from the list.", "BAD_INPUT", firm=True)
        elif found.place in discoveries(table).lying or found.place in _around(table):
            yield Objection(BLOW, "That card was turned over before, and it does not come back.", "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        found = found_by(self.card)
        if found is None:
            return
        for one in [stand for stand in stands(table, found.spice) if is_kept(table, stand.seat)]:
            yield from to_tanks(table, one.seat, one.group, one.place, (BLOW,), one.sector)
        buried = lying(table, found.spice)
        yield from pay(on(found.spice), BANK, buried, BURIED(n=buried, place=found.spice), (BLOW,))
        lost = self.lost(table)
        yield SpiceCardTurned(found.spice, SPICE, False, (BLOW, *(() if lost else ("1.02.04",))), pile_now(table), lost)
        yield from pay(BANK, on(found.spice), 0 if lost else SPICE, BLOWN(), (BLOW, "1.02.04"))
        yield from _token(table, found, chance)


def _around(table: Table) -> set[str]:
    return {place for place, _ in discoveries(table).found.values()}


def _token(table: Table, found: DiscoveryCard, chance: Chance) -> Iterator[Event]:
    pile = chance.shuffled(left_in_the_pile(table, found.kind))
    if pile:
        seal = sealed(pile[0], *who_look(table, found.kind))
        yield TokenLaid(found.kind, found.place, found.at, seal)


@ruling(TurnedAs, rule=BLOW)
def as_a_discovery(question: TurnedAs, table: Table, so_far: Command) -> Command | None:
    found = next((card for card in CARDS if card.card == question.card), None)
    return DiscoveryBlows(found.card, by_marker=bool(table.state(Storm).sector)) if found else None


@adds(Offers, rule=BLOW, phase="spice_blow", seat=TABLE)
def a_discovery_is_turned(question: Offers, table: Table) -> Iterable[Offer]:
    due = pile_now(table) and not blow(table).waiting
    if not due or dealt(table) or not in_play(table, DISCOVERIES):
        return ()
    left = [one for one in CARDS if not any(DiscoveryBlows(one.card).objections(table))]
    card = Blank("card", "Card", "select", choices=tuple((one.card, one.spice) for one in left))
    storm = Blank("under_storm", "Under the storm", "checkbox")
    known_sector = bool(table.state(Storm).sector)
    fixed = (("by_marker", "1"),) if known_sector else ()
    blanks = (card,) if known_sector else (card, storm)
    return (Offer(DiscoveryBlows, "A discovery card", BLOW, blanks, fixed),) if left else ()


@adds(TokensOnMap, rule=LIES)
def face_down_on_the_map(question: TokensOnMap, table: Table) -> Iterable[MapToken]:
    for place, one in discoveries(table).lying.items():
        kind = CALLED[one.kind].capitalize()
        words = (
            say("{kind} token: {token}", kind=kind, token=one.token)
            if known(one.token)
            else say("{kind} token, face down", kind=kind)
        )
        yield MapToken(place, CALLED[one.kind][:1].upper(), words, "", one.sector)
