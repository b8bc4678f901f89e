"""How long an auction waits besides its bids: six cards, six phones, and nobody has anything to say.

    python -m tests.tools.taps.waiting

The clock is set by hand, so that nothing here depends on the machine. A bid and a pass take no time; every window runs
out, or is over as soon as somebody has tapped what is said beside the number.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.common.phones_at_seats import TakeSeat
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.order_of_bidding import Bidding
from referee.powers.windows import ReadyForPhase
from tests.kit import SIX, LiveTable

HANDS = dict(
    zip(SIX, (("Hajr/1",), ("Kulon/1",), ("Karama/1",), ("Shield/1",), ("Snooper/1",), ("Lasgun/1",)), strict=True)
)
CARDS = ("Crysknife/1", "Chaumas/1", "Gom Jabbar/1", "Stunner/1", "Jubba Cloak/1", "Trip to Gamont/1") * 2
SAID: dict[str, tuple[str, ...]] = {
    "nobody taps anything": (),
    "all but one are ready for the phase": SIX[1:],
    "all are ready for the phase": SIX,
}


def seconds_a_card(ready: tuple[str, ...]) -> float:
    """Play a phase in which each card goes to its opener for 1; return the seconds that a card waited."""
    table = LiveTable(hands=HANDS, deck=CARDS, phase="bidding", K8="")
    for seat in SIX:
        assert table.act(TakeSeat(seat, "a phone"), "referee").done
    table.do(*(ReadyForPhase(seat) for seat in ready), DealRow())
    began, bidding = table.at, _bidding(table)
    while (now := bidding()).returned < 0 and (table.timer() or now.step == "bid"):
        if now.step == "bid" and now.turn:
            table.do(Pass(now.turn) if now.high else Bid(now.turn, 1))
        else:
            table.wait(0.5)
    assert len(bidding().sales) == len(SIX), bidding()
    return (table.at - began) / 1000 / len(SIX)


def _bidding(table: LiveTable) -> Callable[[], Bidding]:
    return lambda: table.public.state(Bidding)


if __name__ == "__main__":
    for said, ready in SAID.items():
        print(f"{seconds_a_card(ready):5.1f} s a card where {said}")
