"""The script of taps: two rounds of bidding with several cards, bids, passes, pauses and talk, the same at all tables.

It is computed once by the rules, and then tapped at whatever is measured. Nothing in it depends on the cards, which
every table shuffles for itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC, Command
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, Pass, price_shown
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.powers.windows import Ready, missing
from referee.running.hall import Hall
from referee.running.sitting import Sitting

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
OPTIONS = {"B6": "120", "B7": "120", "K8": "60"}  # long clocks: they run, and nobody's tap comes too late
NO_CLOCKS = {"B6": "off", "B7": "off", "K8": "off"}
SPICE, ROUNDS, BIDS = 300, 2, (4, 16)
HOST = "host"


class Tap(NamedTuple):
    """Who taps what; ``amount`` of a bid, and ``seen``, the price on the bidder's screen."""

    who: str
    act: str
    amount: int = 0
    seen: str = ""

    def form(self) -> dict[str, object]:
        more: dict[str, object] = {"seen": self.seen} if self.seen else {}
        return {"act": self.act, **more, **({"amount": self.amount} if self.amount else {})}


OPENING = tuple(Tap(HOST, act) for act in ("BeginBidding", "DeclareHands", "DealRow"))


def script(rounds: int = ROUNDS) -> list[Tap]:
    """Return every tap of so many rounds of bidding, in order."""
    with TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        sitting = rich_table(hall)
        made = [tap for seed in range(rounds) for tap in _one_round(sitting, random.Random(seed))]
        hall.close()
    return made


def rich_table(hall: Hall, options: Mapping[str, str] = OPTIONS) -> Sitting:
    """Set up a table where everybody can bid for a long time."""
    _, sitting = hall.create("bench")
    places = tuple(SeatEntry(seat, spice=SPICE) for seat in SIX)
    do(sitting, SetTable("bench", places, SIX[0], options=tuple(options.items())))
    return sitting


def _one_round(sitting: Sitting, dice: random.Random) -> Iterator[Tap]:
    begin(sitting)
    yield from OPENING
    sale, last = 0, 0
    while (bidding := bidding_of(sitting.screen(PUBLIC))).step != "over":
        if bidding.step != "bid":
            seat = next(seat for seat in SIX if seat in missing(sitting.screen(PUBLIC)))
            do(sitting, Ready(seat))
            yield Tap(seat, "Ready")
            continue
        if sale != bidding.number:
            sale, last = bidding.number, dice.randint(*BIDS)
        table = sitting.screen(PUBLIC)
        seat, seen = bidding.turn, price_shown(table)
        raised = bidding.high + 1 if bidding.high < last else 0
        do(sitting, Bid(seat, raised) if raised else Pass(seat))
        yield Tap(seat, "Bid" if raised else "Pass", raised, seen)


def begin(sitting: Sitting) -> None:
    """Begin bidding and deal the row."""
    for command in (BeginBidding(), DeclareHands(), DealRow()):
        do(sitting, command)


def do(sitting: Sitting, command: Command) -> None:
    """Carry out a command that must be allowed."""
    done = sitting.act(command, HOST if command.by == "table" else getattr(command, "seat", HOST))
    assert done.done, (command, done.objections)
