"""A second bidding phase, written apart from the rooms as a clerk would keep it on paper, from the seed texts alone.

It knows the auction, payment by shares, help from allies and from the Emperor, the card that Harkonnen draw, illegal
bids and absent players, under the default options. No card does anything. It shares no line with the referee.
"""

from __future__ import annotations

from typing import Any

Step = dict[str, Any]
BID_OR_PASS = ("bid", "pass", "timeout")


class Refused(Exception):
    """A step is refused; the text is its code, empty where no code is laid down."""


class Clerk:
    """The whole phase, from the same words in which a script gives it."""

    def __init__(self, case: Step) -> None:
        """Take down what lies on the table."""
        self.players, self.first = case["players"], case["first_player"]
        self.spice, self.hands, self.known = dict(case["spice"]), dict(case["hands"]), dict(case["special_cards"])
        self.deck = list(case["deck_top"])
        self.front = dict.fromkeys(self.players, 0)
        self.allies = {a: b for pair in case["alliances"] for a, b in (pair, pair[::-1])}
        self.lenient = case["variants"]["bid_limit"] == "restart"
        self.generous = case["variants"]["emperor_subsidy"]
        self.stage, self.opener, self.turn = "declare", "", ""
        self.row: list[str] = []
        self.high: tuple[str, int] | None = None
        self.passed: set[str] = set()
        self.away: set[str] = set()
        self.barred: list[str] = []
        self.promised: dict[tuple[str, str], int] = {}
        self.news: Step = {}
        self.rest: list[Step] = []

    # -- who may do what ----------------------------------------------------------------------------------

    def most(self, player: str) -> int:
        """Return the cards that a hand may hold."""
        return 8 if player == "Harkonnen" else 4

    def may_bid(self, player: str) -> bool:
        """Say whether there is room in the hand, and no illegal bid on this card."""
        return self.hands[player] < self.most(player) and player not in self.barred

    def round_from(self, player: str) -> list[str]:
        """Return everybody, beginning with this player, to the right."""
        place = self.players.index(player)
        return [*self.players[place:], *self.players[:place]]

    def round_after(self, player: str) -> list[str]:
        """Return everybody, beginning to the right of this player, who comes last."""
        return [*self.round_from(player)[1:], player]

    def helps(self, helper: str, player: str) -> bool:
        """Say whether one may pay for another."""
        return self.allies.get(helper) == player or (helper == "Emperor" != player and self.generous)

    def help_for(self, player: str) -> dict[str, int]:
        """Return what others will pay for a player, the ally first."""
        by = {one: min(n, self.spice[one]) for (one, to), n in self.promised.items() if to == player}
        return dict(sorted(by.items(), key=lambda entry: self.allies.get(entry[0]) != player))

    def limit(self, player: str) -> int:
        """Return the most that a player can pay."""
        return int(self.spice[player] + sum(self.help_for(player).values()))

    # -- the auction --------------------------------------------------------------------------------------

    def next_card(self, after: str) -> None:
        """Put the next card up, or end the phase."""
        self.high, self.barred = None, []
        able = [one for one in (self.round_after(after) if after else self.round_from(self.first)) if self.may_bid(one)]
        if self.row and able:
            self.put_up(able[0])
        else:
            self.end()

    def put_up(self, opener: str) -> None:
        """Begin the auction of the card that lies first."""
        self.stage, self.opener, self.passed = "bid", opener, set()
        self.ask_on(self.round_from(opener))

    def ask_on(self, order: list[str]) -> None:
        """Ask one player after another until somebody can answer, the card is sold, or nobody wants it."""
        self.turn = ""
        for one in order:
            if self.high and one == self.high[0]:
                self.stage = "settle"
                return
            if not self.may_bid(one) or (one in self.passed and not self.high):
                continue
            if one not in self.away:
                self.turn = one
                return
            self.passed.add(one)
        self.end()

    def end(self) -> None:
        """Lay back what is left."""
        if self.row:
            self.news["returned_to_deck"] = self.row
        self.deck, self.row, self.stage, self.turn, self.high = [*self.row, *self.deck], [], "over", "", None
        self.promised = {}

    # -- paying -------------------------------------------------------------------------------------------

    def shares(self) -> dict[str, int] | None:
        """Return who pays how much where the buyer pays first, ``None`` where it is not enough."""
        buyer, left = self.high or ("", 0)
        paid = {}
        for one, most in {buyer: self.spice[buyer], **self.help_for(buyer)}.items():
            paid[one], left = min(left, most), left - min(left, most)
        return None if left else {one: n for one, n in paid.items() if n}

    def settle(self) -> None:
        """Let the buyer pay, or begin the card again without one who cannot."""
        paid = self.shares()
        if paid is None:
            self.barred.append((self.high or ("", 0))[0])
            self.high = None
            self.news["restart"] = {"card": self.row[0], "barred": [*self.barred]}
            able = [one for one in self.round_from(self.opener) if self.may_bid(one)]
            self.put_up(able[0]) if able else self.end()
        else:
            self.hand_over(paid)

    def hand_over(self, paid: dict[str, int]) -> None:
        buyer, price = self.high or ("", 0)
        payee = "Emperor" if "Emperor" in self.players and buyer != "Emperor" else "bank"
        for one, n in paid.items():
            self.spice[one] -= n
        if payee != "bank":
            self.spice[payee] += price
        self.row, self.hands[buyer] = self.row[1:], self.hands[buyer] + 1
        self.news["won"] = {"faction": buyer, "price": price, "paid": paid, "paid_to": {payee: price}}
        if buyer == "Harkonnen" and self.hands[buyer] < 8 and self.deck:
            self.news["bonus_card"] = {"faction": buyer, "card": self.deck.pop(0)}
            self.hands[buyer] += 1
        self.next_card(self.opener)

    def payment_is_coming(self) -> bool:
        """Say whether the script lets the buyer speak before the next bid."""
        for step in self.rest:
            if step["act"] in {"pay", "cannot_pay"} and self.high and step["by"] == self.high[0]:
                return True
            if step["act"] in BID_OR_PASS:
                return False
        return False

    # -- steps --------------------------------------------------------------------------------------------

    def take(self, step: Step, rest: list[Step]) -> None:
        """Take one step; raises ``Refused``."""
        self.rest, self.news = rest, {}
        if self.stage == "settle" and step["act"] in BID_OR_PASS:
            self.settle()
        getattr(self, f"_{step['act']}")(step, step.get("by", ""))
        if self.stage == "settle" and not self.payment_is_coming():
            self.settle()

    def _declare(self, step: Step, by: str) -> None:
        refuse("", self.stage != "declare")
        refuse("HAND_OVER_LIMIT", any(self.hands[one] > self.most(one) for one in self.players))
        self.stage = "deal"

    def _deal(self, step: Step, by: str) -> None:
        refuse("DECLARE_FIRST", self.stage == "declare")
        refuse("", self.stage != "deal")
        count = sum(map(self.may_bid, self.players))
        self.row, self.deck = self.deck[:count], self.deck[count:]
        self.next_card("")

    def _on_turn(self, by: str) -> None:
        refuse("DECLARE_FIRST", self.stage == "declare")
        refuse("NOT_YOUR_TURN", self.turn != by)

    def _bid(self, step: Step, by: str) -> None:
        amount, up = step["amount"], self.stage in {"bid", "settle"}
        refuse("BARRED", up and by in self.barred)
        refuse("HAND_FULL", up and not self.may_bid(by))
        self._on_turn(by)
        refuse("BID_NOT_WHOLE", amount != int(amount))
        refuse("BID_TOO_LOW", amount <= (self.high or ("", 0))[1])
        refuse("BID_EXCEEDS_SPICE", not self.lenient and amount > self.limit(by))
        self.high = by, amount
        self.passed.discard(by)
        self.ask_on(self.round_after(by))

    def _pass(self, step: Step, by: str) -> None:
        self._on_turn(by)
        self.passed.add(by)
        self.ask_on(self.round_after(by))

    _timeout = _pass

    def _absent(self, step: Step, by: str) -> None:
        self.away.add(by)
        if self.turn == by:
            self._pass(step, by)

    def _present(self, step: Step, by: str) -> None:
        self.away.discard(by)

    def _support(self, step: Step, by: str) -> None:
        refuse("NOT_ALLIED", not self.helps(by, step["for"]))
        refuse("SUPPORT_EXCEEDS_SPICE", step["amount"] > self.spice[by])
        self.promised[by, step["for"]] = step["amount"]

    def _gift(self, step: Step, by: str) -> None:
        refuse("NOT_ALLIED", self.allies.get(by) != step["to"])
        refuse("SUPPORT_EXCEEDS_SPICE", step["amount"] > self.spice[by])
        self.spice[by] -= step["amount"]
        self.spice[step["to"]] += step["amount"]

    def _bribe(self, step: Step, by: str) -> None:
        refuse("BRIBE_BETWEEN_ALLIES", self.allies.get(by) == step["to"])
        refuse("NOT_ENOUGH_SPICE", step["amount"] > self.spice[by])
        self.spice[by] -= step["amount"]
        self.front[step["to"]] += step["amount"]

    def _pay(self, step: Step, by: str) -> None:
        refuse("NOT_YOUR_TURN", self.stage != "settle" or (self.high or "")[0] != by)
        refuse("FULL_PRICE", sum(step["from"].values()) != (self.high or ("", 0))[1])
        for one, share in step["from"].items():
            refuse("BID_EXCEEDS_SPICE", one == by and share > self.spice[by])
            refuse("NOT_ALLIED", one != by and not self.helps(one, by))
            refuse("SUPPORT_EXCEEDS_SPICE", one != by and share > self.help_for(by).get(one, 0))
        self.hand_over({one: share for one, share in step["from"].items() if share})

    def _cannot_pay(self, step: Step, by: str) -> None:
        refuse("NOT_YOUR_TURN", self.stage != "settle" or (self.high or "")[0] != by)
        refuse("FULL_PRICE", self.shares() is not None)
        self.settle()

    def _ask_hand(self, step: Step, by: str) -> None:
        refuse("", self.stage == "over")
        self.news["answer"] = {"of": step["of"], "count": self.hands[step["of"]]}

    def _play_card(self, step: Step, by: str) -> None:
        refuse("CARD_NOT_HELD", step["card"] not in self.known.get(by, ()))
        self.known[by], self.hands[by] = [], self.hands[by] - 1
        self.news["discarded"] = {by: [step["card"]]}

    # -- what stands --------------------------------------------------------------------------------------

    def state(self) -> Step:
        """Return what the contract asks for after a step."""
        up, high = self.stage in {"bid", "settle"}, self.high
        return {
            "phase": "over" if self.stage == "over" else "bidding",
            "eligible": [] if self.stage == "over" else [one for one in self.players if self.may_bid(one)],
            "opener": self.opener if up else None, "turn": self.turn or None, "card": self.row[0] if up else None,
            "high_bid": {"faction": high[0], "amount": high[1]} if high else None,
            "sold_to": {"faction": high[0], "price": high[1]} if high and self.stage == "settle" else None,
            "limit": {one: self.limit(one) for one in self.players}, "row": self.row, "deck_top_after": self.deck,
            "hand_counts": self.hands, "spice": self.spice, "front_of_shield": self.front, "won": None,
            "bonus_card": None, "returned_to_deck": [], "restart": None, "answer": None, "discarded": {},
            **self.news,
        }  # fmt: skip


def refuse(code: str, wrong: bool) -> None:
    if wrong:
        raise Refused(code)
