"""Where a script stands after a step, as plain JSON values: read off the events of the step and off the real tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.common.factions import faction_name, named
from referee.contract.answers import Slots, reasons, told
from referee.contract.bidding.cases import read_case
from referee.contract.bidding.script import Play
from referee.contract.modules import modules_told
from referee.contract.values import by_name
from referee.holdings.hands import CardDiscarded, CountTold, discarded, has_room
from referee.holdings.purse import PricePaid, spice_of
from referee.kernel import PUBLIC, REFEREE, Event, Objection, Sealed, as_seen_by, card_name, known, listed
from referee.offers.offer import halted
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.bidding.bid_limit import NO_LIMIT, bid_limit
from referee.phases.bidding.cards_of_the_row import CardBought, CardDrawn, CardsReturned, RowDealt
from referee.phases.bidding.events import BidIllegal, BidMade, TalkBegan
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of, eligible
from referee.powers.windows import window
from referee.rulebook.book import rulebook

State = dict[str, Any]


class Reporter:
    """Tells states; remembers whether a Karama has come to light, and how much of the public log was looked at."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.names: Mapping[str, str] = play.case.names
        self.revealed = False
        self.row: list[object] = []

    def tell(self, refused: Objection | None, *, hidden: bool = False) -> State:
        """Return the state after a step; ``hidden`` says that the step was a secret decision about a Karama."""
        new = self.play.new
        self.revealed = (self.revealed and not hidden) or any(_shows_card(event) for event in new)
        error = refused and {"code": refused.code, "why": refused.sentence, "rule": printed(refused.rule)}
        state = {
            **({"error": error} if error else {}),
            **self._auction(),
            **self._happened(new),
            **self._held(),
            "sees_card": self._who_sees(),
            "revealed": self.revealed,
            "public_view_names_cards": self._public_names_cards(new),
            "because": reasons(self._said(refused, new), self._spoke(refused, new), self._slots(new)),
            **self._waits(),
        }
        self.row = list(bidding_of(self.play.referee).row)
        return state

    def _said(self, refused: Objection | None, new: list[Event]) -> Iterator[VerdictLine]:
        if refused:
            yield VerdictLine(printed(refused.rule), refused.sentence)
        table = self.play.referee
        opened_up = (as_seen_by(event, REFEREE) for event in new if self._counts(event))
        yield from told((event for event in opened_up if event), table)

    @staticmethod
    def _counts(event: Event) -> bool:
        return not isinstance(event, TalkBegan) and _by_card(event) is not False

    def _spoke(self, refused: Objection | None, new: list[Event]) -> Iterator[str]:
        if refused:
            yield from (printed(refused.rule), refused.rule, *refused.behind)
        for event in new:
            if self._counts(event):
                yield from event.rules()
            if isinstance(event, BidMade):
                yield from bid_limit(self.play.referee, event.seat).because
            elif isinstance(event, RowDealt):
                full = not all(has_room(self.play.referee, seat) for seat in self.play.referee.seats)
                yield from ("1.04.03",) if full else ()

    def _slots(self, new: list[Event]) -> dict[str, Slots]:
        table, made = self.play.referee, dict[str, Slots]()
        for event in new:
            if isinstance(event, BidMade):
                limit, who = bid_limit(table, event.seat), named(event.seat)
                if limit.most != NO_LIMIT:
                    made["1.04.06.03"] = {"who": who, "n": int(limit.most)}
                for helper, amount in limit.sources[1:]:
                    rule = "1.10.02.04" if helper == table.ally(event.seat) else "4.90.02"
                    made[rule] = {"who": who, "most": amount, "helper": named(helper)}
            elif isinstance(event, RowDealt):
                full = [named(seat) for seat in table.seats if not has_room(table, seat)]
                made["1.04.03"] = {"full": listed(full)}
        return made

    def _card(self, card: object) -> str | None:
        return self.names.get(card, card_name(card)) if isinstance(card, str) else None

    def _cards(self, cards: Iterable[object]) -> list[str | None]:
        return [self._card(card) for card in cards]

    # -- the auction --------------------------------------------------------------------------------------

    def _auction(self) -> State:
        table = self.play.referee
        bidding = bidding_of(table)
        due, up = bidding.step == "settle", bidding.step in {"bid", "settle"}
        high = {"faction": faction_name(bidding.high_by), "amount": bidding.high} if up and bidding.high_by else None
        return {
            "phase": "over" if bidding.step == "over" else "bidding",
            "eligible": [] if bidding.step == "over" else [faction_name(seat) for seat in eligible(table)],
            **({"declared": by_name(bidding.declared)} if bidding.step != "declare" else {}),
            **({"cards_dealt": self._dealt(bidding)} if bidding.step not in {"declare", "deal"} else {}),
            "row": self._cards(bidding.row),
            "opener": faction_name(bidding.opener) or None if up else None,
            "turn": faction_name(bidding.turn) or None if up else None,
            "card": self._card(bidding.row[0]) if up and bidding.row else None,
            "high_bid": high,
            "sold_to": {"faction": faction_name(bidding.high_by), "price": bidding.high} if due else None,
            "limit": by_name({seat: self._limit(seat) for seat in table.seats}),
            "deck_top_after": self._cards(table.deck),
        }

    def _dealt(self, bidding: Bidding) -> int:
        """Return how many cards came from the deck; the row may hold one more that is sold with them."""
        rows = (event.count for event in reversed(self.play.log) if isinstance(event, RowDealt))
        return next(rows, bidding.dealt)

    def _waits(self) -> State:
        """Return ``waits_for`` if bidding cannot go on, and ``sealed`` in an auction with sealed bids."""
        table, waits = self.play.referee, halted(self.play.referee)
        now, able = window(table), eligible(table)
        state: State = {"waits_for": waits.halts} if waits else {}
        if now and now.kind == "sealed":
            state["sealed"] = [faction_name(seat) for seat in now.ready if seat in able]
        return state

    def _limit(self, seat: str) -> int | None:
        most = bid_limit(self.play.referee, seat).most
        return None if most == NO_LIMIT else int(most)

    # -- what happened in this step -----------------------------------------------------------------------

    def _happened(self, new: list[Event]) -> State:
        state: State = {"won": None, "bonus_card": None, "returned_to_deck": [], "discarded": {}}
        state.update({"restart": None, "answer": None})
        for place, event in enumerate(new):
            if isinstance(event, CardBought):
                state["won"] = _won(event, new[:place])
            elif isinstance(event, CardDrawn):
                state["bonus_card"] = {"faction": faction_name(event.seat), "card": self._card(opened(event.card))}
            elif isinstance(event, CardsReturned):
                state["returned_to_deck"] = self._returned(event)
            elif gone := discarded(event):
                state["discarded"].setdefault(faction_name(gone[0]), []).append(self._card(gone[1]))
            elif isinstance(event, BidIllegal):
                state["restart"] = self._restart()
            elif isinstance(event, CountTold):
                state["answer"] = {"of": faction_name(event.of), "count": event.count}
        return state

    def _returned(self, event: CardsReturned) -> list[str | None]:
        deck = self.play.referee.deck
        order = [card for card in deck if card in self.row] if event.how == "deck" else deck[: event.count]
        return self._cards(order)

    def _restart(self) -> State:
        bidding = bidding_of(self.play.referee)
        again = [*bidding.row, *self.play.referee.deck]
        return {"card": self._card(again[0]), "barred": [faction_name(seat) for seat in bidding.barred]}

    # -- what is held -------------------------------------------------------------------------------------

    def _held(self) -> State:
        seats = self.play.referee.seats
        return {
            "spice": {faction_name(seat): spice_of(self.play.referee, seat) for seat in seats},
            "front_of_shield": {faction_name(seat): own.bribes for seat, own in seats.items()},
            "hand_counts": {faction_name(seat): len(own.hand) for seat, own in seats.items()},
            **(modules_told(self.play.referee) if self.play.case.modules else {}),
        }

    def _who_sees(self) -> list[str]:
        tables = {seat: self.play.tables[seat] for seat in self.play.referee.seats}
        up = bidding_of(self.play.referee).step in {"bid", "settle"}
        return [faction_name(seat) for seat, table in tables.items() if up and known(bidding_of(table).row[0])]

    def _public_names_cards(self, new: list[Event]) -> bool:
        """Look for the name of any hidden card in the public table and in what the public heard in this step."""
        table, public = self.play.referee, self.play.tables[PUBLIC]
        piles = [bidding_of(table).row, table.deck, *(own.hand for own in table.seats.values())]
        shown = {gone[1] for event in new if (gone := discarded(event))}
        heard = [as_seen_by(event, PUBLIC) for event in new]
        text = repr((public.deck, public.seats, public.states, heard))
        return any(repr(card) in text for pile in piles for card in pile.faces() if card not in shown)


def printed(rule: str) -> str:
    """Return the rule of the book behind a ruling of the table, which has a number from 4.90 on."""
    near = rulebook()[rule].see if rule.startswith("4.9") else ()
    return next((one for one in near if not one.startswith("4.9")), rule)


def opened(envelope: object) -> object:
    """Return what lies in an envelope, or the value itself if there is none."""
    return envelope.value if isinstance(envelope, Sealed) else envelope


def _by_card(event: Event) -> bool | None:
    """Return whether a buyer chose to pay with a card, or with spice after all; ``None`` for any other event."""
    return getattr(event, "by_card", None)


def _shows_card(event: Event) -> bool:
    declared = _by_card(event) and PUBLIC in getattr(event, "to", ())
    spent = isinstance(event, CardDiscarded) and any(rule.startswith("3.01.11") for rule in event.why)
    return declared or spent


def _won(bought: CardBought, before: list[Event]) -> State:
    """Return a sale with what was paid since the sale before it."""
    since = [place for place, event in enumerate(before) if isinstance(event, CardBought)]
    paid = [event for event in before[since[-1] + 1 if since else 0 :] if isinstance(event, PricePaid)]
    won: State = {"faction": faction_name(bought.seat), "price": bought.price, "paid": {}, "paid_to": {}}
    for event in paid[-1:]:
        won.update({"paid": by_name(event.shares), "paid_to": {faction_name(event.payee): event.price}})
    return won


def answer_script(record: dict[str, Any]) -> dict[str, Any]:
    """Return the state after every step of one script; raises ``BadCase`` with a sentence."""
    case = read_case(record)
    play = Play(case)
    reporter, states = Reporter(play), []
    for place, step in enumerate(case.script):
        refused = play.take(step, case.script[place + 1 :])
        states.append(reporter.tell(refused, hidden=step.use == "overbid"))
    return {"id": record.get("id"), "steps": states}
