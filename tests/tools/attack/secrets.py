"""The same game with other secrets: every page of every viewer compared byte by byte, and how long each took."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from time import thread_time_ns

from referee.kernel import PUBLIC
from referee.running.acts import JournalAct
from referee.web.fairness.prove import Copy, Proof, compared, copy_of, flipped
from referee.web.http.credentials import HOST
from tests.promises.test_p01_non_interference import program
from tests.tools.attack.rows import Row, Scale
from tests.tools.attack.whole import SIX, Moment, moments

SLACK_NS = 100_000  # a page takes some milliseconds
PAIRS = 5
VIEWERS = (PUBLIC, HOST, *SIX)


def other_secrets(scale: Scale) -> Iterable[Row]:
    """Turn every secret that a viewer may not know, and compare what that viewer is sent, and how long it takes."""
    pages, differ, other, same = 0, list[str](), 0.0, 0.0
    for moment in moments(23)[: scale.moments]:
        for viewer in VIEWERS:
            proof = _proof(moment, viewer)
            pages, differ = pages + proof.pages, [*differ, *(f"{viewer} {path}" for path in proof.differs)]
            other = max(other, _gap(moment.rows, _turned(moment, viewer), moment.at, viewer, scale.rounds))
            same = max(same, _gap(moment.rows, moment.rows, moment.at, viewer, scale.rounds))
    alike = f"{len(differ)} differ" + (f": {', '.join(differ[:3])}" if differ else "")
    yield Row("pages of a game with other secrets", f"{pages:,}", alike, not differ)
    words = f"differs by up to {other / 1000:.0f} µs; between two copies of one game by {same / 1000:.0f}"
    tries = scale.moments * len(VIEWERS) * PAIRS * scale.rounds * 2
    yield Row("time for a page with other secrets", f"{tries:,}", words, other < 2 * same + SLACK_NS)


def _turned(moment: Moment, viewer: str) -> list[JournalAct]:
    fold = PUBLIC if viewer == HOST else viewer
    return flipped(moment.rows, lambda to: fold not in to, drop=2)


def _proof(moment: Moment, viewer: str) -> Proof:
    other = _turned(moment, viewer)
    with copy_of(program, "t", moment.rows, moment.at) as one, copy_of(program, "t", other, moment.at) as two:
        return compared(viewer, one.sent(viewer), two.sent(viewer), b"key")


def _gap(first: list[JournalAct], second: list[JournalAct], at: int, viewer: str, rounds: int) -> float:
    """Return by how much the answers of two copies differ, in ns: the middle of several pairs of copies."""
    return abs(median(_one_gap(first, second, at, viewer, rounds) for _ in range(PAIRS)))


def _one_gap(first: list[JournalAct], second: list[JournalAct], at: int, viewer: str, rounds: int) -> int:
    """Compare the fastest answers: what else runs on this computer only adds to a time."""
    with copy_of(program, "t", first, at) as one, copy_of(program, "t", second, at) as two:
        path = f"/t/{one.table}/me" if viewer in SIX else f"/t/{one.table}/"
        times = [(_took(one, viewer, path), _took(two, viewer, path)) for _ in range(rounds)]
    return min(mine for mine, _ in times) - min(other for _, other in times)


def _took(copy: Copy, viewer: str, path: str) -> int:
    """Return the processor time that a page took, in ns."""
    began = thread_time_ns()
    copy._get(viewer, path)
    return thread_time_ns() - began
