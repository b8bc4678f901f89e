"""Answers on charity: may I claim it, and how much."""

from __future__ import annotations

from referee.kernel.rulings import ask
from referee.kernel.table import Table
from referee.kernel.wording import listed, say, together
from referee.phases.charity import CharityDue, CharityIfRich, ClaimCharity
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


@answers("who may/get/take/claim [get/take/claim/have] [the] [choam] charity", rule="1.03.01")
def who_gets_charity(asked: Asked, table: Table) -> Reply | None:
    """Return what everybody may know of it: purses are secret."""
    rich = {seat: ask(table, CharityIfRich(seat)) for seat in table.seats}
    always = [asked.name(seat) for seat, one in rich.items() if one.value]
    because = [rule for one in rich.values() if one.value for rule in one.because]
    words = "Anybody with no more than 1 spice."
    if always:
        words = together([words, say("Always: {seats}.", seats=listed(always))])
    return Reply(words, ("1.03.01", *because))
