"""A game as JSON lines: a head, then one line per act, as the public or one seat heard it.

Acts are numbered per viewer, so that a gap cannot reveal a secret act.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from referee.kernel import Table, to_json

FORM = "referee-view-1"


def lines(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the head, then each act that this viewer heard, with its time in ms."""
    yield {"form": FORM, "viewer": table.viewer, "table": table.name, "rules": table.rules, "seats": list(table.seats)}
    acts = groupby(table.log, key=lambda heard: (heard.act, heard.at))
    for number, ((_, at), heard) in enumerate(acts, start=1):
        yield {"act": number, "at": at, "facts": [to_json(one.event) for one in heard]}
