"""What stands around every page of a phone: the table in one line above it, the tabs below."""

from __future__ import annotations

from dataclasses import replace

from referee.common.turn import PHASES, phase_name
from referee.kernel.events import PUBLIC
from referee.kernel.table import Table
from referee.running.sitting import Sitting
from referee.screens.what_now import on_turn, stage_of
from referee.turn.clock import Countdown
from referee.web.app.context import lasting, way
from referee.web.app.event_lines import short
from referee.web.phase import holdups, table_view
from referee.web.view_models.parts import Frame, Link, Strip

TABS = (("bid", "Play", "bid"), ("rules", "Rules", "rule"), ("book", "Book", "book"), ("more", "More", "who"))


DOING = ("Storm", "Spice", "Charity", "Bid", "Revive", "Ship", "Battle", "Collect", "Pause")


YOUR_BID = "Your bid"


YOUR_TURN = "Your turn"


def on_phone(frame: Frame, sitting: Sitting, seat: str) -> Frame:
    return replace(frame, stream=way("phone.phone_stream"), strip=strip_of(sitting, seat))


def strip_of(sitting: Sitting, seat: str) -> Strip:
    public, countdown = sitting.screen(PUBLIC), sitting.timer()
    said = said_to(public, seat, countdown)[0]
    timer = table_view.timer_view(countdown, sitting.moment(), public)
    here, yours = way("phone.phone"), said in {YOUR_BID, YOUR_TURN}
    return Strip(way("phone.phone_strip"), here, short(seat), said, corner(public)[0], yours, timer)


@lasting
def tabs(now: str, doing: str = "Play") -> tuple[Link, ...]:
    """Return the tabs at the foot of a phone, the same on every phone; ``doing`` names the phase in short."""
    ways = {"rules": way("rules.of_seat")}
    return tuple(
        Link(doing if name == "bid" else label, ways.get(name) or way("phone.phone", tab=name), icon, name == now)
        for name, label, icon in TABS
    )


def doing(public: Table) -> str:
    return DOING[PHASES.index(public.phase)] if public.phase in PHASES else "Seat"


def said_to(public: Table, seat: str, countdown: Countdown | None) -> tuple[str, bool]:
    """Return what a phone says in large letters, and whether its seat is the one to bid."""
    paused = countdown is not None and countdown.paused
    stage = stage_of(public)
    say, small, _ = table_view.headline(public, countdown.reason if countdown and countdown.paused else "")
    mine = stage is not None and stage.turn == seat
    return _say(public, mine and not paused, f"{say} {small}".strip(), seat), mine


def _say(public: Table, bids: bool, headline: str, seat: str) -> str:
    if table_view.mode_of(public) == "lobby":
        return "You're in"
    if holdups.is_open(public):
        return headline
    if table_view.mode_of(public) == "break" and seat in on_turn(public):
        return YOUR_TURN
    return YOUR_BID if bids else headline


def corner(public: Table) -> tuple[str, str]:
    stage = stage_of(public)
    if table_view.mode_of(public) == "break":
        return (f"Turn {public.turn}", phase_name(public.phase))
    if stage is None:
        return (f"Turn {public.turn}", "Lobby")
    if stage.up:
        return (f"Card {stage.number} of {stage.of}", "Bidding")
    return (f"Turn {public.turn}", "Bidding")
