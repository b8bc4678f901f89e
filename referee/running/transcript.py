"""A game as JSON lines: a head, then one line an act, as the public or one seat heard it.

Acts are numbered as this viewer heard them, so a gap cannot tell that somebody else did something in secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from referee.kernel.events import to_json
from referee.kernel.table import Table

FORM = "referee-view-1"


def lines(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the head, then the acts that this viewer heard, each with its events and when it was made (ms)."""
    yield {"form": FORM, "viewer": table.viewer, "table": table.name, "rules": table.rules, "seats": list(table.seats)}
    acts = groupby(table.log, key=lambda heard: (heard.act, heard.at))
    for number, ((_, at), heard) in enumerate(acts, start=1):
        yield {"act": number, "at": at, "facts": [to_json(one.event) for one in heard]}
