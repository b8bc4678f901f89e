"""Moments: what the whole table looks up at for three seconds, on every screen alike; then the calm line stands.

Events say it themselves (``Event.moment``). From public events only, so nobody's screen tells more than another's.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.agreements.alliances import NexusEnded, nexus_now
from referee.common.factions import named
from referee.common.turn import PhaseBegan
from referee.kernel import Event, Table, ask, memoized, say, together
from referee.phases.battle.allowed_plans import CompanionOf
from referee.phases.battle.events import PlansRevealed
from referee.phases.spice_blow.blow import SpiceCardTurned
from referee.powers.karama_windows import PowerStopped
from referee.web.view_models.parts import Highlight

FRESH_MS = 5000  # a page that is loaded later shows only the calm line
NEXUS = ("Nexus", "Alliances may be made and broken now.")

ON_THE_TABLE = {PlansRevealed, PowerStopped}  # what they mean is asked of the table


@memoized
def highlight(public: Table, now: int) -> Highlight | None:
    """Return this phase's newest moment, ``None`` once it is over."""
    log = public.log
    for number in range(len(log), 0, -1):
        heard = log[number - 1]
        kind = type(heard.event)
        if not -FRESH_MS <= now - heard.at <= FRESH_MS or kind in {PhaseBegan, NexusEnded}:
            return None
        if kind.moment is Event.moment and kind not in ON_THE_TABLE:
            continue
        title, meaning = _moment(public, heard.event)
        if title:
            return Highlight(title, together([*dict.fromkeys((*_same(public, number, title), meaning))]), number)
    return None


def _same(public: Table, number: int, title: str) -> Iterator[str]:
    """Yield what of the same name came before, in the same act."""
    log, first = public.log, number - 1
    while first and log[first - 1].act == log[number - 1].act:
        first -= 1
    for heard in log[first : number - 1]:
        name, meaning = _moment(public, heard.event)
        if name == title:
            yield meaning


def _moment(public: Table, event: Event) -> tuple[str, str]:
    if isinstance(event, PlansRevealed):
        return _beside_a_leader(public, event)
    if isinstance(event, PowerStopped):
        return "Karama!", event.sentence(named)
    if isinstance(event, SpiceCardTurned) and nexus_now(public):
        return NEXUS
    return event.moment(named) if type(event).moment is not Event.moment else ("", "")


def _beside_a_leader(public: Table, opened: PlansRevealed) -> tuple[str, str]:
    """Return who fights beside a leader in the plans just opened: the Kwisatz Haderach is awake."""
    for plan in (opened.aggressor, opened.defender):
        if plan.get("companion"):
            names = ((ask(public, CompanionOf(seat)).value.name, seat) for seat in public.seats)
            name, seat = next((found for found in names if found[0]), ("", ""))
            of = {"leader": plan.get("leader", ""), "seat": named(seat)}
            return (say("{name}!", name=name), say("It fights beside {leader} of {seat}.", **of)) if name else ("", "")
    return "", ""
