"""The second accountant: books of cards, spice, forces and leaders, kept from the raw rows of a table's file.

It shares no code with the program: it reads JSON from the database and knows by itself what each kind of record moves.
Spice is double entry over all accounts. The books are compared with what the program holds (``held.py``),
and ``faults`` says what is wrong with them alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.tools.accounts.hands import Hands
from tests.tools.accounts.pieces import Record, opened

OUTSIDE = "outside"  # where spice comes from that players brought, entered or corrected


@dataclass
class Ledger(Hands):
    """What is where after the acts that stand; ``without`` cards or spice, if players keep those themselves."""

    spice: Counter[str] = field(default_factory=Counter)
    without: frozenset[str] = frozenset()

    def hear(self, records: list[Record]) -> None:
        left_out = {name for account in self.without for name in vars({"cards": Hands, "spice": Ledger}[account])}
        for record in records:
            name = f"_{record['fact']}"
            done: Callable[[Record], None] | None = None if name in left_out else getattr(self, name, None)
            if done is not None:
                done(record)

    def counted(self, accounts: dict[str, Any]) -> dict[str, Any]:
        """Return the accounts that are kept."""
        return {name: held for name, held in accounts.items() if name.partition(" ")[0] not in self.without}

    # -- spice --------------------------------------------------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.spice[payer] -= amount
        self.spice[payee] += amount
        if amount < 0:
            self.wrong.append(f"{amount} spice are paid")

    def _SpiceHeld(self, it: Record) -> None:
        if isinstance(opened(it["amount"]), int):
            self._SpiceCorrected(it)

    def _SpiceLies(self, it: Record) -> None:
        self.pay(OUTSIDE, f"on:{it['territory']}", it["amount"])

    def _BribesLie(self, it: Record) -> None:
        self.pay(OUTSIDE, f"front:{it['seat']}", it["amount"])

    def _SpiceCorrected(self, it: Record) -> None:
        more = opened(it["amount"]) - self.spice[it["seat"]]
        self.spice[it["seat"]] += more
        self.spice[OUTSIDE] -= more

    def _PurseCorrected(self, it: Record) -> None:
        more = opened(it["now"]) - opened(it["was"])
        self.spice[it["seat"]] += more
        self.spice["bank"] -= more

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

    def totals(self) -> tuple[Counter[Any], frozenset[str]]:
        """Return all cards and all leaders: the same as long as nothing appears or vanishes."""
        leaders = {name for own in self.leaders.values() for names in own for name in names}
        return self.everything(), frozenset(leaders - self.shared)
