"""The bidding phase as every screen draws it: one description, read off what that viewer knows."""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.factions import faction_name, named
from referee.holdings.hands import has_room
from referee.kernel.rulings import ask, ruling
from referee.kernel.table import Table
from referee.phases.bidding.order_of_bidding import AskedNext, BidAgain, CardInWords, RowSize, eligible
from referee.phases.bidding.state import Bidding, Step
from referee.powers.windows import phase_window
from referee.screens.what_now import Mark, Mode, Says, Stage, Staged

MODES: dict[Step, Mode] = {
    "declare": "declare",
    "deal": "dealing",
    "talk": "deal",
    "bid": "auction",
    "settle": "settle",
    "over": "over",
}


@ruling(Staged, rule="1.04.00")
def bidding_now(question: Staged, table: Table, so_far: Stage) -> Stage | None:
    bidding = table.get(Bidding)
    if bidding is None or table.phase != "bidding":
        return None
    mode, words = MODES[bidding.step], ask(table, CardInWords())
    title, line = words.value
    up, now = mode in {"auction", "settle"}, phase_window(table)
    said = (Says(line, words.because[0]),) if line and mode not in {"declare", "over"} else ()
    return Stage(
        mode,
        _headline(table, bidding, title),
        said or tuple(_lines(table, bidding)),
        own_rules=words.value,
        turn=bidding.turn,
        nexts=_nexts(table, bidding),
        opener=bidding.opener,
        number=bidding.number if up else bidding.dealt - len(bidding.row) + 1 if _coming(table, bidding) else 0,
        of=bidding.dealt,
        card=bidding.row[0] if mode == "auction" and bidding.row else None,
        left=len(bidding.row),
        high=bidding.high,
        high_by=bidding.high_by,
        counted=not said and (mode == "settle" or (mode == "deal" and not (now and now.kind == "wait"))),
        marks={seat: _mark(table, bidding, seat) for seat in table.seats} if up or mode == "deal" else {},
        barred=tuple(bidding.barred),
        sold=tuple(
            Says(_bought(sale.seat, extra=sale.extra), "", sale.seat, str(sale.price)) for sale in bidding.sales
        ),
    )


def _coming(table: Table, bidding: Bidding) -> bool:
    now = phase_window(table)
    return bidding.step == "talk" and now is not None and now.kind not in {"wait", "sealed"}


def _bought(seat: str, *, extra: bool) -> str:
    return faction_name(seat) + (" (+1 bonus card)" if extra else "")


def _nexts(table: Table, bidding: Bidding) -> tuple[str, ...]:
    """Return who is asked after the player on turn, as far as the top bidder."""
    if not bidding.turn:
        return ()
    again, able = ask(table, BidAgain()).value, eligible(table)
    found = []
    for seat in ask(table, AskedNext(bidding.turn)).value:
        if seat in {bidding.high_by, bidding.turn}:
            break
        gone = seat in bidding.passed and not (bidding.high_by and again)
        if seat in able and not table.seats[seat].away and not gone:
            found.append(seat)
    return tuple(found)


def _headline(table: Table, bidding: Bidding, title: str) -> tuple[str, str, str]:
    if bidding.turn:
        return faction_name(bidding.turn), "to bid", bidding.turn
    if bidding.step == "settle":
        buys = named(bidding.high_by).verb(f"buys for {bidding.high}")
        return faction_name(bidding.high_by), buys, bidding.high_by
    words = {"declare": "How many cards?", "deal": "Deal the cards", "over": "Bidding is over"}
    now = phase_window(table)
    pause = "Time to talk" if now and now.kind == "talk" else "A short pause"
    return title or words.get(bidding.step, pause), "", ""


def _lines(table: Table, bidding: Bidding) -> Iterator[Says]:
    now = phase_window(table)
    if bidding.step == "declare":
        yield Says("Say your card count aloud.", "1.04.01")
    elif bidding.step == "deal":
        size = ask(table, RowSize(len(eligible(table))))
        each = ", one for each player with room" if size.value == len(eligible(table)) else ""
        yield Says(f"*{size.value}* card{'s' * (size.value != 1)} from the deck{each}.", size.because[0])
    elif bidding.step == "talk" and now and now.kind == "wait":
        yield Says("Every hand is full. A discard makes room.", "4.91.10")
    elif bidding.step == "talk":
        number = bidding.dealt - len(bidding.row) + 1
        yield Says(f"Then *card {number} of {bidding.dealt}*. {named(bidding.opener):The opens}.", "1.04.07")
    elif bidding.step == "over" and bidding.returned > 0:
        what = "A card" if bidding.returned == 1 else f"{bidding.returned} cards"
        yield Says(f"{what} went back on the deck.", "1.04.09")


def _mark(table: Table, bidding: Bidding, seat: str) -> Mark:
    word, icon, state = _word(table, bidding, seat)
    own_bids = [amount for who, amount in bidding.bids if who == seat]
    coin = str(own_bids[-1]) if own_bids and word not in {"Passed", "Barred"} else ""
    return Mark(word, icon, state=state, coin=coin, opener=seat == bidding.opener)


def _word(table: Table, bidding: Bidding, seat: str) -> tuple[str, str, str]:
    if bidding.step == "settle" and seat == bidding.high_by:
        return f"Sold for {bidding.high}", "", "high"
    if seat == bidding.turn:
        return "To bid", "next", "turn"
    if seat in bidding.barred:
        return "Barred", "barred", "out"
    if seat == bidding.high_by:
        return "High bid", "", "high"
    if not has_room(table, seat):
        return "Hand full", "full", "out"
    return ("Away", "away", "out") if table.seats[seat].away else _waiting(table, bidding, seat)


def _waiting(table: Table, bidding: Bidding, seat: str) -> tuple[str, str, str]:
    now = phase_window(table)
    if now and now.kind == "sealed":
        return ("Answered", "check", "") if seat in now.ready else ("Sealing a bid", "", "")
    if bidding.step == "talk":
        return ("Opens next", "flag", "") if seat == bidding.opener else ("", "", "")
    if seat in bidding.passed:
        return "Passed", "pass", "out"
    return ("Opened", "flag", "") if seat == bidding.opener else ("In", "", "")
