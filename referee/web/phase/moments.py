"""Moments: what the whole table looks up at for three seconds, on every screen alike; then the calm line stands.

Events say it themselves (``Event.moment``). From public events only, so nobody's screen tells more than another's.
"""

from __future__ import annotations

from referee.agreements.alliances import nexus_now
from referee.common.factions import named
from referee.common.turn import PhaseBegan
from referee.kernel import Event, Table, memoized
from referee.phases.spice_blow.blow import SpiceCardTurned
from referee.web.view_models.parts import Highlight

FRESH_MS = 5000  # a page that is loaded later shows only the calm line
NEXUS = ("Nexus", "Alliances may be made and broken now.")


@memoized
def highlight(public: Table, now: int) -> Highlight | None:
    """Return this phase's newest moment, ``None`` once it is over."""
    log = public.log
    for number in range(len(log), 0, -1):
        heard = log[number - 1]
        kind = type(heard.event)
        if now - heard.at > FRESH_MS or kind is PhaseBegan:
            return None
        if kind.moment is Event.moment:
            continue
        title, meaning = heard.event.moment(named)
        if isinstance(heard.event, SpiceCardTurned) and nexus_now(public):
            title, meaning = NEXUS
        if title:
            return Highlight(title, meaning, number)
    return None
