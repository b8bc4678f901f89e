"""Asking the rules delays no tap: it is looked up while no table is held, one question at a time, with rests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from referee.running.idle import is_taken
from referee.web.http.guard import Refusal
from referee.web.rules import rules
from referee.web.rules.in_turn import LONGEST_REST_MS, InTurn
from tests.kit import Evening, set_up


@pytest.mark.parametrize("who", ["host", "emperor"])
@pytest.mark.parametrize("slow", ["_found", "understood", "likeness"])
def test_a_question_is_looked_up_while_the_table_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str, slow: str
) -> None:
    evening = Evening(tmp_path).begin(set_up())
    evening.must("host", "Decide", rule="1.04.02", words="Spice counts at once")
    held: list[bool] = []
    look: Callable[..., Any] = getattr(rules, slow)

    def watched(*words: Any) -> Any:
        thread = Thread(target=lambda: held.append(is_taken(evening.sitting.locked())))
        thread.start()
        thread.join()
        return look(*words)

    monkeypatch.setattr(rules, slow, watched)
    me = "me/" if who == "emperor" else ""
    answer = evening.who(who).get(f"/t/{evening.table}/{me}rules?q=how+much+spice")
    assert answer.status_code == 200 and held == [False]
    evening.close()


def test_questions_are_looked_up_one_at_a_time() -> None:
    asking, order = InTurn(), list[str]()

    def ask() -> None:
        with asking.turn():
            order.extend(("begins", "ends"))

    threads = [Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert order == ["begins", "ends"] * 6


def test_after_a_question_there_is_a_rest_as_long_as_it_took() -> None:
    now, rested = [10_000], list[float]()
    asking = InTurn(now=lambda: now[0])
    asking.rest = rested.append
    for took in (20, 9_000, 0):
        with asking.turn():
            now[0] += took
    assert rested == [0, 0.02, LONGEST_REST_MS / 1000]


def test_whoever_asks_more_than_may_wait_is_told_so() -> None:
    asking = InTurn(may_wait=1)
    with asking.turn(), ExitStack() as more, pytest.raises(Refusal) as refused:
        more.enter_context(asking.turn())
    assert refused.value.status == 503 and refused.value.headers["Retry-After"] == "1"
    with asking.turn():
        pass
