"""The second accountant's books of treachery cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.tools.accounts.pieces import Pieces, Record, opened


def bare(card: Any) -> Any:
    return card.partition("/")[0] if isinstance(card, str) else card


@dataclass
class Hands(Pieces):
    """Where each card is after the acts that stand."""

    cards: dict[str, list[Any]] = field(default_factory=dict)
    sale: str = ""

    def pile(self, name: str) -> list[Any]:
        return self.cards.setdefault(name, [])

    def hand(self, seat: str) -> list[Any]:
        return self.pile(f"hand:{seat}")

    def take(self, pile: str, card: Any) -> Any:
        """Take a card from a pile, by its full name or by what is printed on it."""
        cards = self.pile(pile)
        found = card if card in cards else next((one for one in cards if bare(one) == bare(card)), None)
        if found is None:
            self.wrong.append(f"{pile} has no {bare(card)}")
            return card
        cards.remove(found)
        return found

    def top(self, pile: str, card: Any = None) -> Any:
        """Take the top card of a pile; it must be this one, where it is said which."""
        cards = self.pile(pile)
        found = cards.pop(0) if cards else None
        if found is None or (card is not None and card != found):
            self.wrong.append(f"the top of {pile} is {bare(found)}, not {bare(card)}")
        return found if found is not None else card

    def same(self, what: str, before: list[Any], after: list[Any]) -> None:
        if Counter(before) != Counter(after):
            self.wrong.append(f"{what} changes which cards there are")

    def _DeckShuffled(self, it: Record) -> None:
        self.cards["deck"] = list(it["order"])

    def _DiscardsLaid(self, it: Record) -> None:
        self.cards["discard"] = list(it["cards"])

    def _HandHeld(self, it: Record) -> None:
        self.cards[f"hand:{it['seat']}"] = list(opened(it["cards"]))

    def _CacheLaid(self, it: Record) -> None:
        self.cards |= {"cache": list(it["cards"]), "gone": list(it["gone"])}

    def _AsideBefore(self, it: Record) -> None:
        for card in it["cards"]:
            self.pile("aside").append(self.take("discard", card))

    def _StartCardsDealt(self, it: Record) -> None:
        cards = [self.top("deck") for _ in range(it["count"])]
        self.same("the first deal", cards, list(opened(it["cards"])))
        self.hand(it["seat"]).extend(cards)

    def _RowDealt(self, it: Record) -> None:
        if self.pile("row"):
            self.wrong.append("a row is dealt on top of another")
        self.cards["row"] = [self.top("deck") for _ in range(it["count"])]

    def _CardPeeked(self, it: Record) -> None:
        if self.pile("row")[:1] != [opened(it["card"])]:
            self.wrong.append("the card that was looked at is not the next one")

    def _CardBought(self, it: Record) -> None:
        self.hand(it["seat"]).append(self.top("row", opened(it["card"])))

    def _CardDrawn(self, it: Record) -> None:
        self.hand(it["seat"]).append(self.top("deck", opened(it["card"])))

    def _TopCardTaken(self, it: Record) -> None:
        self.hand(it["seat"]).append(self.top("deck", opened(it["card"])))

    def _CardsReturned(self, it: Record) -> None:
        row, deck = self.pile("row"), self.pile("deck")
        rest = len(deck) if it["how"] == "deck" else 0
        new = row if it["how"] == "dealt" else list(it["order"])
        self.same("the row's way back", [*row, *deck[:rest]], new)
        self.cards |= {"deck": [*new, *deck[rest:]], "row": []}

    def _DeckReshuffled(self, it: Record) -> None:
        self.same("a shuffle", self.pile("discard"), it["order"])
        self.cards |= {"deck": [*self.pile("deck"), *it["order"]], "discard": []}

    def _CardDiscarded(self, it: Record) -> None:
        self.pile("discard").insert(0, self.take(f"hand:{it['seat']}", it["card"]))

    def _CardSetAside(self, it: Record) -> None:
        self.pile("aside").insert(0, self.take(f"hand:{it['seat']}", it["card"]))

    def _CardGiven(self, it: Record) -> None:
        self.hand(it["taker"]).append(self.take(f"hand:{it['giver']}", opened(it["card"])))

    _CardSent = _CardGiven

    def _SabotageGiven(self, it: Record) -> None:
        self.hand(it["of"]).append(self.take(f"hand:{it['seat']}", opened(it["card"])))

    def _CardsExchanged(self, it: Record) -> None:
        for giver, taker, card in ((it["one"], it["other"], it["gives"]), (it["other"], it["one"], it["gets"])):
            self.hand(taker).append(self.take(f"hand:{giver}", opened(card)))

    def _HandTaken(self, it: Record) -> None:
        self.same("the hand that is taken", self.hand(it["of"]), opened(it["cards"]))
        self.hand(it["seat"]).extend(self.hand(it["of"]))
        self.cards[f"hand:{it['of']}"] = []

    def _SomeCardsTaken(self, it: Record) -> None:
        for card in opened(it["cards"]):
            self.hand(it["seat"]).append(self.take(f"hand:{it['of']}", card))

    _CardGivenBack = _SabotageGiven

    def _CardsSorted(self, it: Record) -> None:
        deck, card = self.pile("deck"), opened(it["card"])
        looked, rest = deck[: it["count"]], deck[it["count"] :]
        self.same("the look through the row", looked, [*it["order"], card])
        self.cards["deck"] = [*it["order"], *rest]
        self.cards["deck"].insert(it["place"], card)

    def _CardSwapped(self, it: Record) -> None:
        self.hand("ixian").append(self.top("row", opened(it["taken"])))
        self.pile("row").insert(0, self.take("hand:ixian", opened(it["given"])))

    def _BoughtCardReplaced(self, it: Record) -> None:
        self.pile("discard").insert(0, self.take(f"hand:{it['seat']}", it["old"]))
        self.hand(it["seat"]).append(self.top("deck", opened(it["new"])))

    def _CacheCardTaken(self, it: Record) -> None:
        self.hand("richese").append(self.take("cache", opened(it["card"])))

    def _SaleOpened(self, it: Record) -> None:
        self.sale = "cache" if it["source"] == "cache" else "hand:richese"
        self.pile("row").insert(0, self.take(self.sale, opened(it["card"])))

    def _SaleEnded(self, it: Record) -> None:
        if self.sale != "cache":
            self.hand("richese").extend([] if it["sold"] or not self.pile("row") else [self.top("row")])

    def _SaleWithdrawn(self, it: Record) -> None:
        self.pile(self.sale).append(self.take("deck", opened(it["card"])))

    def _CardRemoved(self, it: Record) -> None:
        self.pile("gone").append(self.take("row", it["card"]))

    def _DiscardTaken(self, it: Record) -> None:
        self.hand(it["seat"]).append(self.take("discard", it["card"]))

    def _DiscardsSearched(self, it: Record) -> None:
        rest = [it["box"], *opened(it["rest"])]
        self.same("a look through the discards", self.pile("discard"), [opened(it["card"]), *rest])
        self.hand(it["seat"]).append(opened(it["card"]))
        self.cards["discard"] = rest

    def everything(self) -> Counter[Any]:
        return Counter(card for pile in self.cards.values() for card in pile)
