"""The cache on paper: what is left of it as far as is public, and on the sheet of Richese what is really left."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.lines_on_paper import PaperLine, one_of
from referee.factions.richese import ME
from referee.factions.richese.cache import CACHE, Cache, CacheLaid, cache
from referee.factions.richese.sale import RicheseSale
from referee.kernel import Called, Event, Public, Table, Whisper, card_name, listed, say

RULE = "2.10.03"


def still_there(table: Table) -> list[str]:
    """Return what is left; a card up for sale now is not sold yet."""
    sale = table.get(RicheseSale)
    up = (str(sale.card),) if sale is not None and sale.source == "cache" else ()
    return [card_name(card) for card in CACHE if card in (*cache(table).cards, *up)]


A_CARD = one_of(*CACHE, name=card_name)


@PaperLine(*("cache", RULE, lambda table, _, *cards: [CacheLaid(cards)]), each=A_CARD, public=True, seat=ME, empty=True)
def what_is_left(table: Table, _: str) -> tuple[str, list[str]]:
    """An older sheet says nothing of the cache."""
    names = still_there(table)
    return say("The cache: {cards}", cards=listed(names, ",") or "empty"), names


def _removed(table: Table, _: str, *cards: str) -> Iterable[Event]:
    return [CacheLaid(tuple(cache(table).cards), cards)]


@PaperLine("removed", f"{RULE}.1", _removed, each=A_CARD, public=True, seat=ME)
def what_was_removed(table: Table, _: str) -> tuple[str, list[str]] | None:
    names = [card_name(card) for card in cache(table).gone]
    return (say("Removed from the cache: {cards}", cards=listed(names, ",")), names) if names else None


class CacheRecalled(Whisper, because=(RULE,), shows="card", own=True):
    """Richese entered what is really left in the cache."""

    cards: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(Cache(list(self.cards), cache(table).gone))

    def sentence(self, name: Called) -> str:
        return say("Left in the cache: {cards}.", cards=listed([*map(card_name, self.cards)], ",") or "nothing")


def _really_left(table: Table, seat: str, *left: str) -> Iterable[Event]:
    """Ignore cards that are publicly out of the cache."""
    return [CacheRecalled(frozenset({seat}), tuple(card for card in cache(table).cards if card in left))]


@PaperLine("cache", RULE, _really_left, each=A_CARD, seat=ME, empty=True)
def what_is_really_left(table: Table, seat: str) -> tuple[str, list[str]]:
    return "", still_there(table)
