"""What is left of the cache stands on the public sheet, and what of it Richese hold in secret on their own."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.lines_on_paper import PAPER, OnPublicSheet, OnSheet, Open, PublicSheetTaken, SheetTaken, line
from referee.factions.richese import ME
from referee.factions.richese.cache import CACHE, Cache, CacheLaid, cache
from referee.factions.richese.sale import RicheseSale
from referee.kernel.events import Event, Public, Whisper
from referee.kernel.rulings import Chance, adds, after
from referee.kernel.table import Table, card_name
from referee.kernel.wording import Called

RULE, LEFT, GONE = "2.10.03", "cache", "removed"


def still_there(table: Table) -> list[str]:
    """Return what is left; a card that is up for sale just now is not sold yet."""
    sale = table.get(RicheseSale)
    up = (str(sale.card),) if sale is not None and sale.source == "cache" else ()
    return [card_name(card) for card in CACHE if card in (*cache(table).cards, *up)]


@adds(OnPublicSheet, rule=PAPER, order="2.10.03")
def what_is_left(question: OnPublicSheet, table: Table) -> Iterable[Open]:
    """Public: everybody knows what is left."""
    if ME not in table.seats:
        return ()
    names, gone = still_there(table), [card_name(card) for card in cache(table).gone]
    left = Open(f"The cache: {', '.join(names) or 'empty'}", line(LEFT, *names))
    return (left, *((Open(f"Removed from the cache: {', '.join(gone)}", line(GONE, *gone)),) if gone else ()))


@after(PublicSheetTaken, rule=PAPER, order="2.10.03")
def not_those_that_were_sold(event: PublicSheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """They do not come back; an older sheet says nothing of the cache."""
    if ME in table.seats and any(one.startswith(f"{LEFT} ") for one in event.more):
        left, gone = (tuple(card for card in CACHE if card_name(card) in event.things(word)) for word in (LEFT, GONE))
        yield CacheLaid(left, gone)


class CacheRecalled(Whisper):
    """Richese entered on their own phone what is really left in the cache."""

    cards: Public[tuple[str, ...]]
    because = (RULE,)
    shows = "card"
    own = True

    def apply(self, table: Table) -> None:
        """Others go on seeing the cache as it was."""
        table.put(Cache(list(self.cards), cache(table).gone))

    def sentence(self, name: Called) -> str:
        return f"Left in the cache: {', '.join(map(card_name, self.cards)) or 'nothing'}."


@adds(OnSheet, rule=PAPER, order="2.10.03")
def what_is_really_left(question: OnSheet, table: Table) -> Iterable[str]:
    """Richese alone know which card was taken in secret."""
    return (line(LEFT, *still_there(table)),) if question.seat == ME else ()


@after(SheetTaken, rule=PAPER, order="2.10.03")
def from_their_sheet(event: SheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """As far as it fits what everybody knows."""
    left = event.things(LEFT) if event.seat == ME else None
    if left is not None:
        cards = tuple(card for card in cache(table).cards if card_name(card) in left)
        yield CacheRecalled(frozenset({ME}), cards)
