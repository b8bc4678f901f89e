"""The table screen: what everybody may know, drawn from the public fold alone.

Seats stand where people sit, along a stadium walked counterclockwise on screen, which is to the right at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES, phase_name
from referee.common.what_is_physical import SPICE, TREACHERY_CARDS
from referee.holdings.hands import CountsArePublic, hand_limit, has_room
from referee.kernel.rulings import OPTIONS, ask, setting
from referee.kernel.table import Table, once
from referee.phases.bidding.order_of_bidding import AskedNext, BidAgain, RowSize, eligible
from referee.phases.bidding.payment import Payee
from referee.phases.bidding.state import Bidding, bidding_of
from referee.phases.shipment.prices_and_permissions import shipments
from referee.powers.windows import Window, phase_window
from referee.screens.what_now import by_hand, whose_turn
from referee.turn.clock import Timer as Countdown
from referee.turn.time_limits import auction, on_clock
from referee.web.app.event_lines import chip, short, ticker
from referee.web.phase import battle_headlines as headlines
from referee.web.phase import holdups
from referee.web.phase.phase_status import agreed_panel, card_in_words, ending, ending_lines, marked, said_now, sheets
from referee.web.view_models.parts import HighBid, Line, Panel, Plate, Step, Timer

FULL = {"choam_charity": "CHOAM charity", "mentat_pause": "Mentat Pause"}
REMINDS = "The clock only reminds; nothing is forced at zero."
GRACES = {"bid": "A bid still counts half a second after zero.", "phase": REMINDS, "turn": REMINDS}
CLOCKS = {
    "bid": "Seconds left to bid",
    "talk": "Seconds left to make deals",
    "sealed": "Seconds left to seal a bid",
    "stop": "Seconds left to stop it",
    "phase": "Seconds left in this phase",
    "turn": "Seconds left in this turn",
}
PAUSED = {
    "back": "Paused after a restart",
    "slept": "Paused: laptop slept",
    "undone": "Paused after undo",
    "nobody": "Paused: nobody answers",
}
OUT, TURN, HIGH = ("is-out",), ("is-turn",), ("is-high",)


@lru_cache(maxsize=256)
def place(k: int, n: int) -> tuple[float, float, float]:
    """Return where seat k of n stands on a stadium of 840 by 600, x and y in %, and its share of the rim in %."""
    share = (k + 0.5) / n
    way = share * (480 + 600 * pi)
    if way <= 120:
        x, y = 420 + way, 600.0
    elif way <= 120 + 300 * pi:
        turn = (way - 120) / 300
        x, y = 540 + 300 * sin(turn), 300 + 300 * cos(turn)
    elif way <= 360 + 300 * pi:
        x, y = 540 - (way - 120 - 300 * pi), 0.0
    elif way <= 360 + 600 * pi:
        turn = (way - 360 - 300 * pi) / 300
        x, y = 300 - 300 * sin(turn), 300 - 300 * cos(turn)
    else:
        x, y = 300 + way - 360 - 600 * pi, 600.0
    return round(x / 8.4, 2), round(y / 6, 2), round((100 * share + 50) % 100, 2)


@once
def mode_of(table: Table) -> str:
    """Return what the table is doing: lobby, declare, dealing, deal, auction, settle or over."""
    bidding = table.get(Bidding)
    if table.phase == "lobby":
        return "lobby"
    resting = bidding is None or bidding.step in {"declare", "over"}
    if table.phase != "bidding" or bidding is None or (resting and by_hand(table)):
        return "break"
    return {"deal": "dealing", "talk": "deal", "bid": "auction"}.get(bidding.step, bidding.step)


@once
def steps(table: Table) -> tuple[Step, ...]:
    now = PHASES.index(table.phase) + 1 if table.phase in PHASES else 0
    return tuple(
        Step(n, phase_name(phase), "done" if n < now else "now" if n == now else "")
        for n, phase in enumerate(PHASES, start=1)
    )


def timer_view(countdown: Countdown | None, now: int, table: Table) -> Timer | None:
    """Return the countdown for a screen, with what is left at this moment."""
    if countdown is None:
        return Timer(0, 0, "off") if mode_of(table) == "auction" else None
    bidding = table.get(Bidding) if auction(table) else None
    seats = list(table.seats)
    actor = (bidding.turn or bidding.opener or bidding.high_by) if bidding else on_clock(table)
    at = place(seats.index(actor), len(seats))[2] if actor in seats else 0.0
    label = CLOCKS.get(countdown.kind, "Seconds left")
    state = "paused" if countdown.paused else "running"
    return Timer(countdown.left(now), countdown.total, state, label, at, GRACES.get(countdown.kind, ""))


@once
def next_bidders(table: Table) -> tuple[str, ...]:
    """Return who is asked after the player on turn, as far as the top bidder."""
    bidding = bidding_of(table)
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


# -- seats --------------------------------------------------------------------------------------------


def plates(table: Table, menu: Callable[[str], str] = lambda seat: "") -> tuple[Plate, ...]:
    """Return the seats; ``menu`` is the address of what may be done about one."""
    shown = ask(table, CountsArePublic()).value
    phones = phones_of(table)
    made = []
    for k, (seat, own) in enumerate(table.seats.items()):
        x, y, at = place(k, len(table.seats))
        tags = [f"Ally of {named(ally)}"] if (ally := table.ally(seat)) else []
        tags += ["bids only"] if own.bid_only else [f"warned {own.warnings} times"] if own.warnings else []
        made.append(
            Plate(
                seat,
                faction_name(seat),
                short(seat),
                player=own.player,
                have=len(own.hand) if shown else None,
                most=hand_limit(table, seat) if shown else None,
                x=x,
                y=y,
                at=at,
                tags=tuple(tags),
                phone="" if seat in phones else "no phone",
                menu=menu(seat),
                **_state(table, seat),
            )
        )
    return tuple(made)


def _state(table: Table, seat: str) -> dict[str, Any]:
    bidding = table.get(Bidding)
    if bidding is None or table.phase != "bidding" or bidding.step in {"declare", "deal", "over"}:
        if table.seats[seat].away:
            return {"word": "Away", "icon": "away", "states": OUT}
        return marked(table, seat) if mode_of(table) == "break" else {}
    word, icon, states = _word(table, bidding, seat)
    own_bids = [amount for who, amount in bidding.bids if who == seat]
    coin = str(own_bids[-1]) if own_bids and word not in {"Passed", "Barred"} else ""
    return {"word": word, "icon": icon, "states": states, "coin": coin, "opener": seat == bidding.opener}


def _word(table: Table, bidding: Bidding, seat: str) -> tuple[str, str, tuple[str, ...]]:
    if bidding.step == "settle" and seat == bidding.high_by:
        return f"Sold for {bidding.high}", "", HIGH
    if seat == bidding.turn:
        return "To bid", "next", TURN
    if seat in bidding.barred:
        return "Barred", "barred", OUT
    if seat == bidding.high_by:
        return "High bid", "", HIGH
    if not has_room(table, seat):
        return "Hand full", "full", OUT
    if table.seats[seat].away:
        return "Away", "away", OUT
    return _waiting(bidding, phase_window(table), seat)


def _waiting(bidding: Bidding, now: Window | None, seat: str) -> tuple[str, str, tuple[str, ...]]:
    if now and now.kind == "sealed":
        return ("Answered", "check", ()) if seat in now.ready else ("Sealing a bid", "", ())
    if bidding.step == "talk":
        return ("Opens next", "flag", ()) if seat == bidding.opener else ("", "", ())
    if seat in bidding.passed:
        return "Passed", "pass", OUT
    if seat == bidding.opener:
        return "Opened", "flag", ()
    return "In", "", ()


# -- the middle and the side --------------------------------------------------------------------------


@once
def headline(table: Table, paused: str) -> tuple[str, str, str]:
    """Return the headline, the rest of it in light type, and its seal."""
    mode, bidding = mode_of(table), table.get(Bidding)
    if holdups.is_open(table) and paused in {"", "question"}:
        return holdups.headline(table) or ("", "", "")
    if mode == "break" and not (paused and holdups.is_open(table)):
        return ending(table) or headlines.headline(table) or _phase_headline(table)
    if mode == "lobby" or (bidding is None and not paused):
        free = any(seat not in phones_of(table) for seat in table.seats)
        return "Scan your seat" if free else "Everybody is seated", "", ""
    if paused:
        return PAUSED.get(paused, "Paused"), "", ""
    if bidding is None:
        return "", "", ""
    if mode == "auction" and bidding.turn:
        return faction_name(bidding.turn), "to bid", short(bidding.turn)
    if mode == "settle":
        buys = named(bidding.high_by).verb(f"buys for {bidding.high}")
        return faction_name(bidding.high_by), buys, short(bidding.high_by)
    title = card_in_words(table)[0]
    if title:
        return title, "", ""
    now = phase_window(table)
    words = {"declare": "How many cards?", "dealing": "Deal the cards", "over": "Bidding is over"}
    return words.get(mode, "Time to talk" if now and now.kind == "talk" else "A short pause"), "", ""


def _phase_headline(table: Table) -> tuple[str, str, str]:
    """Return whose turn it is where a phase is played in order, or the phase."""
    seat = whose_turn(table)
    if seat and table.phase == "shipment":
        return faction_name(seat), "to move" if seat in shipments(table).made else "to ship", short(seat)
    return FULL.get(table.phase, phase_name(table.phase)), "", ""


@once
def middle_lines(table: Table) -> tuple[Line, ...]:
    """Return what stands under the headline, large, and under that what Karama has stopped."""
    return (*_middle(table), *holdups.silenced(table))


def _middle(table: Table) -> tuple[Line, ...]:
    mode, bidding = mode_of(table), table.get(Bidding)
    if holdups.is_open(table):
        return holdups.lines(table)
    if mode == "break":
        return ending_lines(table) or headlines.lines(table) or said_now(table)
    if bidding is None:
        return ()
    if mode == "declare":
        return (Line("Say your card count aloud.", chips=(chip("1.04.01"),)), *said_now(table))
    if mode in {"dealing", "deal", "auction", "settle"} and card_in_words(table)[1]:
        return (Line(card_in_words(table)[1], chips=(chip(card_in_words(table)[2]),)),)
    if mode == "dealing":
        size = ask(table, RowSize(len(eligible(table))))
        each = ", one for each player with room" if size.value == len(eligible(table)) else ""
        words = f"*{size.value}* card{'s' * (size.value != 1)} from the deck{each}."
        return (Line(words, chips=(chip(size.because[0]),)),)
    if mode == "deal":
        number = bidding.dealt - len(bidding.row) + 1
        if (now := phase_window(table)) and now.kind == "wait":
            return (Line("Every hand is full. A discard makes room.", chips=(chip("4.91.10"),)),)
        then = Line(
            f"Then *card {number} of {bidding.dealt}*. {named(bidding.opener):The opens}.", chips=(chip("1.04.07"),)
        )
        return (then, Line(holdups.count_of_answers(table), mute=True))
    if mode == "settle":
        return (Line(holdups.count_of_answers(table), mute=True),)
    if mode == "over" and bidding.returned > 0:
        what = "A card" if bidding.returned == 1 else f"{bidding.returned} cards"
        return (Line(f"{what} went back on the deck.", chips=(chip("1.04.09"),)),)
    return ()


def high_view(table: Table) -> HighBid | None:
    bidding = table.get(Bidding)
    if bidding is None or table.phase != "bidding" or bidding.step not in {"bid", "settle"}:
        return None
    if not bidding.high_by:
        return HighBid("", note="1 or more")
    note = "bid to beat" if bidding.step == "bid" else "the price"
    return HighBid(str(bidding.high), faction_name(bidding.high_by), note)


def panels(table: Table) -> tuple[Panel, ...]:
    mode = mode_of(table)
    made: list[Panel] = []
    if mode == "auction":
        nexts = next_bidders(table)[:5]
        lines = tuple(Line(faction_name(s), f=short(s)) for s in nexts)
        made.append(Panel("Next to bid", lines or (Line("Nobody else.", mute=True),), id="next"))
        made += _payee(table)
    if mode == "deal" and not card_in_words(table)[0]:
        made.append(_advice(table))
    if mode == "break":
        made += sheets(table)
    made += holdups.panels(table)
    made += agreed_panel(table)
    sold = _sold(table)
    if sold and mode in {"deal", "over", "settle"}:
        made.append(Panel("Sold this turn", sold, id="sold"))
    if mode != "lobby":
        made.append(Panel("What happened", ticker(table), "log", grow=True, id="log"))
    return tuple(made)


def _payee(table: Table) -> list[Panel]:
    bidding = bidding_of(table)
    buyer = bidding.high_by or bidding.turn
    payee = ask(table, Payee(buyer)) if buyer else None
    if payee is None or payee.value == "bank":
        return [Panel("", id="payee")]
    line = Line(
        f"The buyer pays *{named(payee.value)}*, not the bank.",
        f=short(payee.value),
        chips=(chip(payee.because[0]),),
    )
    return [Panel("", (line,), "note", id="payee")]


def _advice(table: Table) -> Panel:
    return Panel(
        "Time for deals",
        (
            Line("Make your offers, loans and promises now, not while a card is up.", chips=(chip("4.90.04"),)),
            Line("Asking for spice? Name an amount; the answer is yes or no.", chips=(chip("4.90.08"),), mute=True),
        ),
        "note",
        id="advice",
    )


def _sold(table: Table) -> tuple[Line, ...]:
    bidding = table.get(Bidding)
    return tuple(
        Line(faction_name(s.seat) + (" (+1 bonus card)" if s.extra else ""), f=short(s.seat), end=str(s.price))
        for s in (bidding.sales if bidding else ())
    )


def options_in_short(table: Table) -> tuple[Line, ...]:
    """Return what the table plays with, for the lobby."""
    shown = (TREACHERY_CARDS, SPICE, *(OPTIONS[key] for key in ("B6", "B7", "K8")))
    chosen = tuple(Line(f"{one.title}: *{one.label(setting(table, one))}*") for one in shown)
    return (Line(f"*{table.rules.capitalize()}* rules"), *chosen)
