"""Everything that anybody could notice, to compare before and after: pages, versions, form keys and bells."""

from __future__ import annotations

from typing import Any

from referee.kernel import PUBLIC
from tests.kit import SIX
from tests.kit.evening import Evening
from tests.kit.visitor import SCREEN

VIEWERS = (PUBLIC, "host", *SIX)
Snapshot = dict[str, dict[str, Any]]


def snapshot(evening: Evening) -> Snapshot:
    """Return all that anybody could fetch except the calculator, and the bells."""
    return {viewer: _one(evening, viewer) for viewer in VIEWERS}


def _of(viewer: str, path: str) -> bool:
    """Return True for a viewer's own page, and for all of the table's to those who have no other, and to one phone."""
    return path.startswith("/t/") and "/rules" not in path and (viewer in {PUBLIC, "host", SIX[0]} or "/me" in path)


def _one(evening: Evening, viewer: str) -> dict[str, Any]:
    fold = PUBLIC if viewer == "host" else viewer
    paths = [path for path in evening.pages(viewer) if _of(viewer, path)]
    live = [path for path in paths if "/why/" not in path]
    last = [path for path in paths if "/why/" in path and "/me/" in path][-2:]
    pages = {f"{path} live": evening.bytes_of(viewer, path, SCREEN) for path in live if not path.endswith("whatif")}
    pages |= {path: evening.bytes_of(viewer, path) for path in (*live[:2], *last)}
    return pages | {
        "version": evening.sitting.version(fold),
        "key": evening.desk.key(evening.sitting, fold),
        "bell": evening.desk.bell.seen(evening.table, fold),
    }


def unmoved(before: Snapshot, after: Snapshot, concerned: set[str]) -> None:
    """Assert that only those concerned have anything new."""
    for viewer in set(VIEWERS) - concerned:
        for what, sent in before[viewer].items():
            assert after[viewer][what] == sent, f"{viewer} notices by {what}"
        assert after[viewer].keys() == before[viewer].keys(), f"{viewer} has another number of pages"
