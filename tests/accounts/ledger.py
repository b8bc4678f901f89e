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

Record = dict[str, Any]
Forces = tuple[int, int]
RESERVES, TANKS, BOARD = "reserves", "tanks", "the board"
ALL = 20
STARRED = {"emperor": 5, "fremen": 3, "ixian": 7}
OUTSIDE = "outside"  # where spice comes from that players brought, entered or corrected


def opened(value: Any) -> Any:
    """Return what lies in an envelope, or the value itself."""
    return value["sealed"] if isinstance(value, dict) and "sealed" in value else value


def bare(card: Any) -> Any:
    return card.partition("/")[0] if isinstance(card, str) else card


@dataclass
class Ledger:
    """What is where after the acts that stand."""

    cards: dict[str, list[Any]] = field(default_factory=dict)
    spice: Counter[str] = field(default_factory=Counter)
    forces: dict[tuple[str, str], Forces] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    leaders: dict[str, tuple[list[str], list[str], list[str]]] = field(default_factory=dict)
    lies: str = ""  # where Richese's token is
    sale: str = ""
    wrong: list[str] = field(default_factory=list)

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

    def _CardGivenBack(self, it: Record) -> None:
        self.hand(it["of"]).append(self.take(f"hand:{it['seat']}", opened(it["card"])))

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

    # -- forces -------------------------------------------------------------------------------------------

    def at(self, seat: str, place: str) -> Forces:
        return self.forces.get((seat, place or BOARD), (0, 0))

    def put(self, seat: str, place: str, group: Forces) -> None:
        self.forces[seat, place or BOARD] = group

    def move(self, it: Record, origin: str, goal: str) -> None:
        """Move a group; what is not recorded where it leaves is taken from somewhere on the board."""
        seat, group = it["seat"], (it.get("normal", 0), it.get("special", 0))
        if min(group) < 0:
            self.wrong.append(f"{group} forces move")
        for place, sign in ((origin, -1), (goal, 1)):
            if seat in self.kept or (seat, place or BOARD) in self.forces:
                now = _plus(self.at(seat, place), group, sign)
                lacking = (min(now[0], 0), min(now[1], 0))
                self.put(seat, place, now)
                if lacking != (0, 0) and place in {RESERVES, TANKS}:
                    self.wrong.append(f"{seat} move {group} forces out of {place}, which lack {lacking}")
                if seat in self.kept and lacking != (0, 0) and place not in {"", BOARD}:
                    self.put(seat, place, _plus(now, lacking, -1))
                    self.put(seat, BOARD, _plus(self.at(seat, BOARD), lacking, 1))

    def count(self, seat: str, place: str, group: Forces) -> None:
        """Enter what was counted in a place; the rest of a faction is elsewhere."""
        before = self.at(seat, place)
        self.put(seat, place, group)
        if seat in self.kept:
            self.put(seat, BOARD, _plus(self.at(seat, BOARD), _plus(before, group, -1), 1))

    def _PositionsKept(self, it: Record) -> None:
        self.kept.add(it["seat"])
        self.put(it["seat"], BOARD, (it["normal"], it["special"]))

    def _PositionsForgotten(self, it: Record) -> None:
        self.kept.discard(it["seat"])
        for one in [one for one in self.forces if one[0] == it["seat"] and one[1] not in {RESERVES, TANKS}]:
            del self.forces[one]

    def _ForcesCounted(self, it: Record) -> None:
        group = it["normal"], it["special"]
        if it.get("alone"):  # one sector of several: the rest of the place stays
            self.wrong.append("a sector alone is counted")
        self.count(it["seat"], it["place"], group)

    def _ForcesNoted(self, it: Record) -> None:
        self.count(it["seat"], it["territory"], (it["normal"], it["special"]))

    def _BattleBegun(self, it: Record) -> None:
        for seat, group in ((it["aggressor"], it["attacking"]), (it["defender"], it["defending"])):
            if not it.get("sectors") and seat in self.kept and self.at(seat, it["territory"]) != tuple(group):
                self.count(seat, it["territory"], (group[0], group[1]))

    def _ForcesToTanks(self, it: Record) -> None:
        self.move(it, it["origin"], TANKS)

    def _ForcesLost(self, it: Record) -> None:
        self.move(it, it["territory"], TANKS)

    def _LeftTheField(self, it: Record) -> None:
        self.move(it, it["territory"], RESERVES)

    def _ForcesSetDown(self, it: Record) -> None:
        self.move(it, it["origin"], it["goal"])

    _ForcesMoved = _ForcesShipped = _ForcesSetDown

    def _ForcesRevived(self, it: Record) -> None:
        self.move(it, TANKS, RESERVES)

    def _ForceSentAlong(self, it: Record) -> None:
        self.move({"seat": it["seat"], "normal": 1}, it["origin"], it["goal"])

    def _ShipmentReturned(self, it: Record) -> None:
        self.move(it, it["goal"], RESERVES)

    def _FieldTaken(self, it: Record) -> None:
        self.move(it, it["origin"], it["territory"])

    def _FieldLaid(self, it: Record) -> None:
        self.lies = it["goal"]

    def _FieldMoved(self, it: Record) -> None:
        self.lies = it["goal"]
        self.move(it, it["origin"], it["goal"])

    def _FieldShown(self, it: Record) -> None:
        self.move({"seat": "richese", "normal": it["forces"]}, RESERVES, self.lies)
        self.lies = ""

    # -- leaders ------------------------------------------------------------------------------------------

    def disc(self, leader: str, seat: str, where: int) -> None:
        """Lay a leader's disc in a faction's pool (0), or face up (1) or down (2) in its Tanks."""
        for own in self.leaders.values():
            for names in own:
                names[:] = [name for name in names if name.casefold() != leader.casefold()]
        self.leaders.setdefault(seat, ([], [], []))[where].append(leader)

    def _LeadersNoted(self, it: Record) -> None:
        self.leaders[it["seat"]] = (list(it["pool"]), list(it["face_up"]), list(opened(it["face_down"])))

    def _LeaderDied(self, it: Record) -> None:
        if it["seat"] in self.leaders:
            self.disc(opened(it["leader"]), it["seat"], 1 if it["face_up"] else 2)

    def _LeaderTaken(self, it: Record) -> None:
        self.disc(opened(it["leader"]), it["seat"], 0)

    def _LeaderWentHome(self, it: Record) -> None:
        self.disc(it["leader"], it["seat"], 0)

    def _LeaderRevived(self, it: Record) -> None:
        if it["seat"] in self.leaders:
            self.disc(it["leader"], it["seat"], 0)

    def _GholaMade(self, it: Record) -> None:
        self.disc(it["leader"], "tleilaxu", 0)

    # -- what the books say -------------------------------------------------------------------------------

    def faults(self) -> Iterator[str]:
        """Yield what no table can hold, whatever was done."""
        yield from self.wrong
        twice = [card for card, often in self.everything().items() if often > 1]
        yield from (f"{card} is in two places" for card in twice)
        yield from (f"{who} owes {-n}" for who, n in self.spice.items() if n < 0 and who not in {"bank", OUTSIDE})
        for seat in self.kept:
            held = {place: group for (whose, place), group in self.forces.items() if whose == seat}
            stars = STARRED.get(seat, 0)
            total = (sum(n for n, _ in held.values()), sum(n for _, n in held.values()))
            if total != (ALL - stars, stars):
                yield f"{seat} have {total} forces, not {(ALL - stars, stars)}"
            out = _plus(self.at(seat, RESERVES), self.at(seat, TANKS), 1)
            if out[0] > ALL - stars or out[1] > stars:
                yield f"{seat} have {out} forces in reserves and Tanks, of {(ALL - stars, stars)}"
            here = ((place, group) for place, group in held.items() if place != BOARD)
            yield from (f"{seat} have {group} forces in {place}" for place, group in here if min(group) < 0)
        discs = Counter(name for own in self.leaders.values() for names in own for name in names)
        yield from (f"{name} is in {often} places" for name, often in discs.items() if often > 1)

    def everything(self) -> Counter[Any]:
        return Counter(card for pile in self.cards.values() for card in pile)

    def totals(self) -> tuple[Counter[Any], frozenset[str]]:
        """Return all cards and all leaders: the same as long as nothing appears or vanishes."""
        leaders = frozenset(name for own in self.leaders.values() for names in own for name in names)
        return self.everything(), leaders


def _plus(one: Forces, other: Forces, sign: int) -> Forces:
    return one[0] + sign * other[0], one[1] + sign * other[1]
