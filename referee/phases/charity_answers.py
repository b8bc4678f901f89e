"""Answers on charity: may I claim it, and how much."""

from __future__ import annotations

from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.phases.charity import CharityDue, ClaimCharity
from referee.screens.answers import Asked, Reply, answers, may


@answers(
    "may i claim/take/get/have/collect [the] [choam] charity",
    "do i get/have [choam] charity",
    "how much [choam] charity do i get/claim/take",
    "how much [choam] charity may i get/claim/take",
    "why maynot i claim/take/get [choam] charity",
    "am i poor enough [charity]",
    "must i take/claim [the] [choam] charity",
    rule="1.03.01",
)
def charity(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    due = ask(table, CharityDue(asked.seat))
    return may(ClaimCharity(asked.seat), table, say("You get {n} spice.", n=due.value), due.because)
