"""Two people tap the same step at once: the second is told who was quicker, and nothing is done twice.

A step is what the whole table does once: the next phase, a card turned, a pause. Both pages showed its button, and the
second tap comes from a page that had not seen the first. It says what has happened, and counts for nothing (4.97.02).
"""

from __future__ import annotations

import dataclasses
from typing import Final

from flask import request

from referee.common.factions import named
from referee.kernel import PUBLIC, Command, say, together
from referee.running.sitting import Sitting
from referee.turn.clock import ALIKE, FOR_ALL
from referee.web.app.context import TapMade, browser_asking, program, table_asked

QUICK_MS: Final = 5000  # so long somebody may not have seen what another has done
MOST: Final = 8
ASIDE: Final = {"anyway", "aloud", "reason"}  # how a step is taken; it is the same step


def remember(sitting: Sitting, made: Command, who: str) -> None:
    """Remember a tap that has counted, with the version that each viewer's page has since."""
    seen = {viewer: sitting.version(viewer) for viewer in (PUBLIC, *sitting.screen(PUBLIC).seats)}
    step = TapMade(_said(made), who, browser_asking(), sitting.now(), sitting.last(), seen)
    program.steps[table_asked()] = (*program.steps.get(table_asked(), ()), step)[-MOST:]


def forget() -> None:
    """Forget the steps of a table where one was taken back."""
    program.steps.pop(table_asked(), None)


def quicker(sitting: Sitting, made: Command, viewer: str, *, refused: bool = False) -> str:
    """Return the sentence for a tap that somebody else has just made, or "" if nobody has.

    A step of the table counts as made if this page had not seen it; any other tap only once it was ``refused``.
    """
    kind = ALIKE.get(type(made), type(made))
    if made.hushed or "seen" in request.form or (not refused and made.by != "table" and kind not in FOR_ALL):
        return ""  # a bid from an old page is told the price
    here, now, said = browser_asking(), sitting.now(), _said(made)
    for step in reversed(program.steps.get(table_asked(), ())):
        fresh = step.said == said and step.browser != here and now - step.at <= QUICK_MS
        if fresh and (refused or _page() < step.seen.get(viewer, 0)):
            return together([_who(step.who), _what(sitting, viewer, step.act)])
    return ""


def _said(made: Command) -> tuple[tuple[str, str], ...]:
    kind = ALIKE.get(type(made), type(made))
    fields = [one.name for one in dataclasses.fields(made) if one.name not in ASIDE]
    return (("act", kind.__name__), *((n, str(getattr(made, n))) for n in fields if n != "seat" or kind not in FOR_ALL))


def _page() -> float:
    """Return the version of the page that was tapped, infinite if it does not say one."""
    nonce, _, number = request.form.get("key", "").rpartition(".")
    return int(number) if nonce == program.nonce and number.isdecimal() and len(number) < 12 else float("inf")


def _who(who: str) -> str:
    if who in {"", "host"}:
        return "Another screen was quicker."
    return say("{seat:The was} quicker.", seat=named(who))


def _what(sitting: Sitting, viewer: str, act: int) -> str:
    heard = (one for one in reversed(sitting.screen(viewer).log) if one.act == act)
    sentences = [words for one in heard if (words := one.event.sentence(named))]
    return sentences[-1] if sentences else ""
