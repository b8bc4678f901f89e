"""The table screen: what everybody may know, drawn from the public fold alone.

Seats stand where people sit, along both sides of the screen, counterclockwise, which is to the right at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import pi
from typing import Any

from referee.common.factions import faction_name, in_headline, named
from referee.common.phones_at_seats import phones_of, stand_ins
from referee.common.turn import PHASES, by_hand, phase_name
from referee.common.what_is_physical import SPICE, TREACHERY_CARDS
from referee.holdings.hands import CountsArePublic, hand_limit
from referee.kernel import BANK, OPTIONS, Table, ask, memoized, say, setting, to_do
from referee.offers.waiting import asked_by_name, sole
from referee.offers.what_now import Mode, Stage, stage_of
from referee.phases.battle.live_battle import OPEN, battle_now
from referee.phases.bidding.payment import Payee
from referee.phases.mentat.victory import winner
from referee.turn.clock import Countdown
from referee.turn.newcomers import newcomers
from referee.turn.time_limits import auction, on_clock
from referee.web.app.event_lines import chip, line_of_said, short, ticker
from referee.web.phase import battle_headlines as headlines
from referee.web.phase import holdups
from referee.web.phase.phase_status import agreed_panel, ending, ending_lines, marked, owes_now, said_now, sheets
from referee.web.phase.things import before_shields
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


@lru_cache(maxsize=256)
def on_rim(k: int, n: int) -> float:
    """Return where on the rim of a stadium of 840 by 600 seat k of n is, as a share in %, from its upper middle.

    Half of the seats, or one more, are at its right, the first lowest; the rest at its left, the first highest.
    """
    right = (n + 1) // 2
    nth, many = (k, right) if k < right else (k - right, n - right)
    way = (120 if k < right else 360 + 300 * pi) + (nth + 0.5) / many * 300 * pi
    return round((100 * way / (480 + 600 * pi) + 50) % 100, 2)


@memoized
def mode_of(table: Table) -> Mode:
    stage = stage_of(table)
    if table.phase == "lobby":
        return "lobby"
    if stage is None or (stage.mode in {"declare", "over"} and by_hand(table)):
        return "break"
    return stage.mode


@memoized
def steps(table: Table) -> tuple[Step, ...]:
    now = PHASES.index(table.phase) + 1 if table.phase in PHASES else 0
    return tuple(
        Step(n, phase_name(phase), "done" if n < now else "now" if n == now else "")
        for n, phase in enumerate(PHASES, start=1)
    )


def timer_view(countdown: Countdown | None, now: int, table: Table) -> Timer | None:
    if countdown is None:
        return Timer(0, 0, "off") if mode_of(table) == "auction" else None
    stage = stage_of(table) if auction(table) else None
    seats = list(table.seats)
    actor = (stage.turn or stage.opener or stage.high_by) if stage else on_clock(table)
    at = on_rim(seats.index(actor), len(seats)) if actor in seats else 0.0
    label = CLOCKS.get(countdown.kind, "Seconds left")
    state = "paused" if countdown.paused else "running"
    return Timer(countdown.left(now), countdown.total, state, label, at, GRACES.get(countdown.kind, ""))


# -- seats --------------------------------------------------------------------------------------------


def plates(table: Table, menu: Callable[[str], str] = lambda seat: "") -> tuple[Plate, ...]:
    """Return the seats; ``menu`` is the address of what may be done about one."""
    shown, asked = ask(table, CountsArePublic()).value, asked_by_name(table)
    phones, played, things = phones_of(table), stand_ins(table), before_shields(table)
    new = newcomers(table)
    made = []
    for k, (seat, own) in enumerate(table.seats.items()):
        ally = table.ally(seat)
        warned = [say("warned {n} times", n=own.warnings)] if own.warnings else []
        said = [tag for tag, seats in (("first game", new), ("referee plays", played)) if seat in seats]
        tags = [*said, *(["bids only"] if own.bid_only else warned)]
        made.append(
            Plate(
                seat,
                faction_name(seat),
                short(seat),
                player=own.player,
                have=len(own.hand) if shown else None,
                most=hand_limit(table, seat) if shown else None,
                at=on_rim(k, len(table.seats)),
                things=things.get(seat, ()),
                ally=(short(ally), say("Ally of {ally}", ally=named(ally))) if ally else None,
                tags=tuple(tags),
                phone="" if seat in phones else "no phone",
                menu=menu(seat),
                **_state(table, seat, asked),
            )
        )
    return tuple(made)


def _state(table: Table, seat: str, asked: tuple[str, ...]) -> dict[str, Any]:
    stage = stage_of(table)
    if mark := stage and stage.marks.get(seat):
        owes = "turn" if mark.state in {"", "high"} and seat in asked and owes_now(table, seat) else ""
        states = (f"is-{owes or mark.state}",) if owes or mark.state else ()
        return {
            "word": mark.word or ("To act" if owes else ""),
            "icon": mark.icon,
            "states": states,
            "coin": mark.coin,
            "opener": mark.opener,
        }
    if table.seats[seat].away:
        return {"word": "Away", "icon": "away", "states": ("is-out",)}
    lit = seat in asked and seat not in stand_ins(table)  # before the game nobody watches the referee act
    return marked(table, seat) if mode_of(table) == "break" or lit else {}


# -- the middle and the side --------------------------------------------------------------------------


@memoized
def headline(table: Table, paused: str) -> tuple[str, str, str]:
    """Return the headline, the rest of it in light type, and its seal."""
    mode, stage = mode_of(table), stage_of(table)
    if holdups.is_open(table) and paused in {"", "question"}:
        return holdups.headline(table) or ("", "", "")
    if mode == "break" and (paused in {"", "question"} or winner(table)):
        return ending(table) or headlines.headline(table) or _phase_headline(table)
    if mode == "lobby" or (stage is None and not paused):
        free = any(seat not in phones_of(table) for seat in table.seats)
        return "Scan your seat" if free else "Everybody is seated", "", ""
    if paused or stage is None:
        return PAUSED.get(paused, "Paused"), "", ""
    say, small, seat = stage.headline
    return say, small, short(seat)


def _phase_headline(table: Table) -> tuple[str, str, str]:
    one = sole(table)
    if one:
        return in_headline(one.seat), to_do(one.does, named(one.seat)), short(one.seat)
    return FULL.get(table.phase, phase_name(table.phase)), "", ""


@memoized
def has_news(table: Table) -> bool:
    """Return True if the headline tells more than who is waited for: a sale, a bid, a verdict, a stopped clock."""
    live = battle_now(table)
    told = stage_of(table) is not None and mode_of(table) not in {"break", "dealing"}
    return told or holdups.is_open(table) or winner(table) is not None or (live is not None and live.step != OPEN)


@memoized
def middle_lines(table: Table, waits: bool = True) -> tuple[Line, ...]:
    """Return the lines below the headline; a phone says itself who is waited for."""
    return (*_middle(table, waits), *holdups.silenced(table))


def _middle(table: Table, waits: bool) -> tuple[Line, ...]:
    mode, stage = mode_of(table), stage_of(table)
    if holdups.is_open(table):
        return holdups.lines(table)
    if mode == "break":
        told = ending_lines(table) or headlines.lines(table, waits)
        return told or said_now(table, waits=waits and sole(table) is None)
    if stage is None:
        return ()
    counted = (holdups.answers(table),) if stage.counted else ()
    return (*map(line_of_said, stage.lines), *(said_now(table) if mode == "declare" else counted))


def high_view(table: Table) -> HighBid | None:
    stage = stage_of(table)
    if stage is None or not stage.up:
        return None
    if not stage.high_by:
        return HighBid("", note="1 or more")
    note = "bid to beat" if stage.mode == "auction" else "the price"
    return HighBid(str(stage.high), faction_name(stage.high_by), note)


def panels(table: Table) -> tuple[Panel, ...]:
    mode, stage = mode_of(table), stage_of(table)
    made: list[Panel] = []
    if stage and mode == "auction":
        lines = tuple(Line(_next_to_bid(stage, s), f=short(s)) for s in stage.nexts[:5])
        made.append(Panel("Next to bid", lines or (Line("Nobody else.", mute=True),), id="next"))
        made.append(_payee(table, stage.high_by or stage.turn))
    if stage and mode == "deal" and not stage.own_rules[0]:
        made.append(_advice(table))
    if mode == "break":
        made += sheets(table)
    made += holdups.panels(table)
    made += agreed_panel(table)
    if stage and stage.sold and mode in {"deal", "over", "settle"}:
        made.append(Panel("Sold this turn", tuple(map(line_of_said, stage.sold)), id="sold"))
    if mode != "lobby":
        made.append(Panel("What happened", ticker(table), "log", grow=True, id="log"))
    return tuple(made)


def _next_to_bid(stage: Stage, seat: str) -> str:
    """Return the name of who is asked, with what a pass that is not final leaves them."""
    again = seat in stage.marks and stage.marks[seat].icon == "pass"
    return say("{seat} (may bid again)", seat=faction_name(seat)) if again else faction_name(seat)


def _payee(table: Table, buyer: str) -> Panel:
    payee = ask(table, Payee(buyer)) if buyer else None
    if payee is None or payee.value == BANK:
        return Panel("", id="payee")
    line = Line(
        say("The buyer pays *{payee}*, not the bank.", payee=named(payee.value)),
        f=short(payee.value),
        chips=(chip(payee.because[0]),),
    )
    return Panel("", (line,), "note", id="payee")


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


def options_in_short(table: Table) -> tuple[Line, ...]:
    ends = (one for one in OPTIONS.values() if one.clock and setting(table, one) != one.default)
    shown = (*ends, TREACHERY_CARDS, SPICE, *(OPTIONS[key] for key in ("B6", "B7", "K8")))
    told = [say("{title}: *{words}*", title=one.title, words=one.label(setting(table, one))) for one in shown]
    return (Line("*Basic* rules" if table.rules == "basic" else "*Advanced* rules"), *map(Line, told))
