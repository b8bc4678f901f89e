"""The second accountant: books of cards, spice, forces and leaders, kept from the raw rows of a table's file.

It shares no code with the program: it reads JSON from the database and knows by itself what each kind of record moves.
Spice is double entry over all accounts. The books are compared with what the program holds (``tests/accounts/held``),
and ``faults`` says what is wrong with them alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.accounts.pieces import Pieces, Record, opened

OUTSIDE = "outside"  # where spice comes from that players brought, entered or corrected


def bare(card: Any) -> Any:
    return card.partition("/")[0] if isinstance(card, str) else card


@dataclass
class Ledger(Pieces):
    """What is where after the acts that stand."""

    cards: dict[str, list[Any]] = field(default_factory=dict)
    spice: Counter[str] = field(default_factory=Counter)
    sale: str = ""

    def hear(self, records: list[Record]) -> None:
        for record in records:
            done: Callable[[Record], None] | None = getattr(self, f"_{record['fact']}", None)
            if done is not None:
                done(record)

    # -- cards --------------------------------------------------------------------------------------------

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

    # -- spice --------------------------------------------------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.spice[payer] -= amount
        self.spice[payee] += amount
        if amount < 0:
            self.wrong.append(f"{amount} spice are paid")

    def _SpiceHeld(self, it: Record) -> None:
        if isinstance(amount := opened(it["amount"]), int):
            self.pay(OUTSIDE, it["seat"], amount - self.spice[it["seat"]])

    def _SpiceLies(self, it: Record) -> None:
        self.pay(OUTSIDE, f"on:{it['territory']}", it["amount"])

    def _BribesLie(self, it: Record) -> None:
        self.pay(OUTSIDE, f"front:{it['seat']}", it["amount"])

    def _SpiceCorrected(self, it: Record) -> None:
        more = opened(it["amount"]) - self.spice[it["seat"]]
        self.spice[it["seat"]] += more
        self.spice[OUTSIDE] -= more

    def _CorrectionExplained(self, it: Record) -> None:
        if it["what"] == "spice" and it["was"] is not None:
            self.spice["bank"] -= it["now"] - it["was"]
            self.spice[OUTSIDE] += it["now"] - it["was"]

    def _SpiceMoved(self, it: Record) -> None:
        self.pay(it["payer"], it["payee"], it["amount"])

    def _SpiceGiven(self, it: Record) -> None:
        self.pay(it["giver"], it["taker"], it["amount"])

    def _BribePaid(self, it: Record) -> None:
        self.pay(it["giver"], f"front:{it['taker']}", it["amount"])

    def _PricePaid(self, it: Record) -> None:
        for seat, share in it["shares"].items():
            self.pay(seat, it["payee"], share)
        if sum(it["shares"].values()) != it["price"]:
            self.wrong.append("the shares of a price are not the price")

    def _BackingHeld(self, it: Record) -> None:
        self.spice[it["seat"]] -= it["amount"]
        self.spice[f"apart:{it['seat']}"] += it["amount"]

    # -- what the books say -------------------------------------------------------------------------------

    def faults(self) -> Iterator[str]:
        """Yield what no table can hold, whatever was done."""
        yield from self.wrong
        twice = [card for card, often in self.everything().items() if often > 1]
        yield from (f"{card} is in two places" for card in twice)
        yield from (f"{who} owes {-n}" for who, n in self.spice.items() if n < 0 and who not in {"bank", OUTSIDE})
        yield from self.too_many()
        discs = Counter(name for own in self.leaders.values() for names in own for name in names)
        yield from (f"{name} is in {often} places" for name, often in discs.items() if often > 1)

    def everything(self) -> Counter[Any]:
        return Counter(card for pile in self.cards.values() for card in pile)

    def totals(self) -> tuple[Counter[Any], frozenset[str]]:
        """Return all cards and all leaders: the same as long as nothing appears or vanishes."""
        leaders = {name for own in self.leaders.values() for names in own for name in names}
        return self.everything(), frozenset(leaders - self.shared)
