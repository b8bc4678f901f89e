"""One thing behind the shield seen closer: the purse line by line, a card, and so on. All from the seat's own fold.

A link behind the shield carries ``see``; the shield fetches the answer into itself, and it is gone when the shield
closes. A GET changes nothing, so a look costs nobody anything and rings nobody.
"""

from __future__ import annotations

from itertools import groupby

from referee.phases.flows import Flow, flows
from referee.phases.purse import spice_of
from referee.phases.turn import PHASES
from referee.rulings import setting
from referee.table import Table
from referee.web.desk import chip
from referee.web.screen import phase_name
from referee.web.view_parts import Act, Field, Line, Link
from referee.web.views import Inside, Tally

PURSE = "purse"


def recount(own: Table, seat: str) -> tuple[Act, ...]:
    """Return the form for counting the tokens behind the own shield, where a table plays so."""
    if setting(own, "P2") != "told":
        return ()
    now = spice_of(own, seat)
    field = Field("amount", "Spice behind the shield", "number", str(now or 0), low=0, high=999)
    return (Act("TellSpice", "Tell this phone" if now is None else "Recount", inputs=(field,)),)


def purse(own: Table, seat: str, back: Link) -> Inside:
    """Return why the purse holds what it holds, the newest line first."""
    lines = flows(own, seat)[::-1]
    untold = "Nobody told this phone how much lies behind the shield, so there is no history."
    note = Line("Only this phone shows this." if lines else untold, mute=True, chips=(chip("1.11.01"),))
    held = spice_of(own, seat)
    return Inside(
        title=f"Why {held}?" if held is not None else "Spice",
        back=back,
        lines=(note,),
        tallies=tuple((when, tuple(map(_tally, found))) for when, found in groupby(lines, _when)),
        forms=recount(own, seat),
    )


def _when(flow: Flow) -> str:
    phase = phase_name(flow.phase) if flow.phase in PHASES else "Set-up"
    return f"Turn {flow.turn}, {phase}"


def _tally(flow: Flow) -> Tally:
    amount = f"+{flow.amount}" if flow.amount >= 0 else f"\u2212{-flow.amount}"
    word = "to" if flow.amount < 0 else "from"
    note = f"{word} {flow.other}" if flow.other else ""
    return Tally(flow.reason, note, tuple(chip(rule) for rule in flow.rules[:1]), amount, str(flow.total))


def inside_of(own: Table, seat: str, see: str, back: Link) -> Inside | None:
    """Return what is seen closer, or ``None`` where there is nothing of that name."""
    return purse(own, seat, back) if see == PURSE else None
