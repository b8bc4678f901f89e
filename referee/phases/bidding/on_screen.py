"""The bidding phase for screens: its stage, and offers with a place of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import faction_name, in_headline, named
from referee.holdings.hands import has_room
from referee.holdings.purse import spice_of
from referee.kernel import Table, adds, ask, bare, listed, ruling, say, say_many, setting, to_do
from referee.offers.offer import Blank, Duties, Duty, Offer, halted, seat_and_sum
from referee.offers.what_now import Mark, MarkState, Mode, Says, Stage, Staged
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands, Pass, PassFor
from referee.phases.bidding.bid_limit import Back, MayBack, bid_limit, promise
from referee.phases.bidding.order_of_bidding import (
    BIDDING_AGAIN,
    Bidding,
    CardInWords,
    RowSize,
    Step,
    asked_next,
    bids_are_over,
    eligible,
)
from referee.phases.bidding.payment import CannotPay, ChooseShares
from referee.powers.windows import CloseWindow, phase_window, stoppable_now

FROM_THE_DECK = ("*{n}* card from the deck.", "*{n}* cards from the deck.")
FROM_THE_DECK_FOR_ALL = (
    "*{n}* card from the deck, one for each player with room.",
    "*{n}* cards from the deck, one for each player with room.",
)
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
    headline = (Says(line, words.because[0]),) if line and mode not in {"declare", "over"} else ()
    return Stage(
        mode,
        _headline(table, bidding, title),
        headline or tuple(_lines(table, bidding)),
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
        counted=not headline and (mode == "settle" or (mode == "deal" and not (now and now.kind == "wait"))),
        marks={seat: _mark(table, bidding, seat) for seat in table.seats} if up or mode == "deal" else {},
        barred=tuple(bidding.barred),
        sold=tuple(
            Says(_bought(sale.seat, extra=sale.extra), "", sale.seat, str(sale.price)) for sale in bidding.sales
        ),
    )


@adds(Duties, rule="1.04.06", phase="bidding")
def one_is_asked(question: Duties, table: Table) -> Iterable[Duty]:
    bidding = table.get(Bidding)
    if bidding is None or not bidding.turn:
        return
    for n, seat in enumerate((bidding.turn, *_nexts(table, bidding))):
        yield Duty(seat, "bids", "1.04.06", (Bid, Pass), you="bid or pass", later=n > 0)


def _coming(table: Table, bidding: Bidding) -> bool:
    now = phase_window(table)
    return bidding.step == "talk" and now is not None and now.kind not in {"wait", "sealed"}


def _bought(seat: str, *, extra: bool) -> str:
    return say("{seat} (+1 bonus card)", seat=faction_name(seat)) if extra else faction_name(seat)


def _nexts(table: Table, bidding: Bidding) -> tuple[str, ...]:
    """Return who is asked after the player on turn, up to the high bidder."""
    if not bidding.turn:
        return ()
    again, able = setting(table, BIDDING_AGAIN) == "again", eligible(table)
    following = []
    for seat in asked_next(table, bidding.turn):
        if seat in {bidding.high_by, bidding.turn}:
            break
        gone = seat in bidding.passed and not (bidding.high_by and again)
        if seat in able and not table.seats[seat].away and not gone:
            following.append(seat)
    return tuple(following)


def _headline(table: Table, bidding: Bidding, title: str) -> tuple[str, str, str]:
    if bidding.turn:
        return in_headline(bidding.turn), to_do("bids", named(bidding.turn)), bidding.turn
    if bidding.step == "settle":
        buys = named(bidding.high_by).verb(say("buys for {high}", high=bidding.high))
        return in_headline(bidding.high_by), buys, bidding.high_by
    words = {"declare": "How many cards?", "deal": "Deal the cards", "over": "Bidding is over"}
    return title or words.get(bidding.step) or _pause(table), "", ""


def _pause(table: Table) -> str:
    """Return what a pause before a card is for: time to talk, or a power that may be stopped."""
    now, powers = phase_window(table), stoppable_now(table)
    if now and now.kind == "talk":
        return "Time to talk"
    if now and now.kind == "again":
        return "The same card again"
    if len(powers) == 1:
        return bare(powers[0].line)
    whose = listed([*dict.fromkeys(named(power.seat) for power in powers)])
    return say("Powers of {whose}", whose=whose) if powers else "A short pause"


def _lines(table: Table, bidding: Bidding) -> Iterator[Says]:
    now = phase_window(table)
    if bidding.step == "declare":
        yield Says("Everyone, say your card count aloud.", "1.04.01")
    elif bidding.step == "deal":
        size = ask(table, RowSize(len(eligible(table))))
        each = size.value == len(eligible(table))
        words = say_many(size.value, *(FROM_THE_DECK_FOR_ALL if each else FROM_THE_DECK))
        yield Says(words, size.because[0])
    elif bidding.step == "talk" and now and now.kind == "wait":
        yield Says("Every hand is full. A discard makes room.", "4.91.10")
    elif bidding.step == "talk":
        number = bidding.dealt - len(bidding.row) + 1
        opener, words = named(bidding.opener), "Then *card {number} of {dealt}*. {opener:The opens}."
        yield Says(say(words, number=number, dealt=bidding.dealt, opener=opener), "1.04.07")
    elif bidding.step == "over" and bidding.returned > 0:
        words = say_many(bidding.returned, "A card went back on the deck.", "{n} cards went back on the deck.")
        yield Says(words, "1.04.09")


def _mark(table: Table, bidding: Bidding, seat: str) -> Mark:
    word, icon, state = _word(table, bidding, seat)
    own_bids = [amount for who, amount in bidding.bids if who == seat]
    coin = str(own_bids[-1]) if own_bids and word not in {"Passed", "Barred"} else ""
    return Mark(word, icon, state=state, coin=coin, opener=seat == bidding.opener)


def _word(table: Table, bidding: Bidding, seat: str) -> tuple[str, str, MarkState]:
    if bidding.step == "settle" and seat == bidding.high_by:
        return say("Sold for {high}", high=bidding.high), "", "high"
    if seat == bidding.turn:
        return "To bid", "next", "turn"
    if seat in bidding.barred:
        return "Barred", "barred", "out"
    if seat == bidding.high_by:
        return "High bid", "", "high"
    if not has_room(table, seat):
        return "Hand full", "full", "out"
    return ("Away", "away", "out") if table.seats[seat].away else _waiting(table, bidding, seat)


def _waiting(table: Table, bidding: Bidding, seat: str) -> tuple[str, str, MarkState]:
    now = phase_window(table)
    if now and now.kind == "sealed":
        return ("Answered", "check", "") if seat in now.ready else ("Sealing a bid", "", "")
    if bidding.step == "talk":
        return ("Opens next", "flag", "") if seat == bidding.opener else ("", "", "")
    if seat in bidding.passed:
        return "Passed", "pass", "out"
    return ("Opened", "flag", "") if seat == bidding.opener else ("In", "", "")


def raises(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the two bids that have a large button on a phone, for who is to bid."""
    bidding = table.get(Bidding)
    if bidding is None or bidding.turn != seat:
        return ()
    return tuple(Offer(Bid, "Bid", fixed=(("amount", str(bidding.high + more)),)) for more in (1, 2))


def waited_for(table: Table) -> tuple[Offer, ...]:
    """Return the table's buttons that bidding waits for: deal, open, close, or that the winner cannot pay."""
    bidding, now = table.get(Bidding), phase_window(table)
    if bidding is None or table.phase != "bidding":
        return ()
    if bidding.step == "declare":
        return (Offer(DeclareHands, "Counts are right"),)
    if bidding.step == "deal":
        able = len(eligible(table))
        count = ask(table, RowSize(able)).value
        label = say_many(count, "Deal {n} card", "Deal {n} cards") if able else "Nobody has room"
        return (Offer(DealRow, label, why_not=halts.halts if (halts := halted(table)) else ""),)
    if bidding.step == "talk":
        return (Offer(CloseWindow, "Open the bids" if now and now.kind == "sealed" else "Open now"),)
    if bidding.step == "settle":
        closes = Offer(CloseWindow, "Next card" if len(bidding.row) > 1 else "Settle the sale")
        return (closes, Offer(CannotPay, "Cannot pay", fixed=(("seat", bidding.high_by),)))
    return ()


def pass_for(table: Table) -> tuple[Offer, ...]:
    bidding = table.get(Bidding)
    if bidding is None or table.phase != "bidding" or not bidding.turn:
        return ()
    seat = bidding.turn
    return (Offer(PassFor, say("Pass for {seat}", seat=faction_name(seat)), fixed=(("seat", seat),), icon="pass"),)


def support(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the promise of support and, for a buyer, the helpers' shares."""
    backed = [other for other in table.seats if other != seat and ask(table, MayBack(seat, other)).value]
    if backed and not bids_are_over(table):
        backed.sort(key=lambda other: not promise(table, seat, other))
        usual = promise(table, seat, backed[0])
        blanks = seat_and_sum(backed, "Support up to", 0, spice_of(table, seat), usual)
        yield Offer(Back, "Support a bid", blanks=blanks)
    bidding = table.get(Bidding)
    if bidding is None or table.phase != "bidding" or bidding.step != "settle" or bidding.high_by != seat:
        return
    for helper, amount in bid_limit(table, seat).sources:
        if helper != seat:
            most = min(amount, bidding.high)
            pays = Blank("amount", say("{helper:The pays}", helper=named(helper)), "number", 0, most, str(most))
            yield Offer(ChooseShares, "Set the shares", blanks=(pays,), fixed=(("helper", helper),))
