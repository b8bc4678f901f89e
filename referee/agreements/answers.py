"""Answers on alliances: who is allied, and what an ally's power does."""

from __future__ import annotations

from referee.agreements.alliances import nexus_now
from referee.common.factions import named
from referee.kernel import Table, capital, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.rulebook.book import RuleEntry, rulebook, sentences_of

ABILITIES, ALLIANCE, OPEN = "1.10.02.07", "1.10.01", "1.10.01.02"


def for_the_ally(table: Table, seat: str) -> list[RuleEntry]:
    """Return the rules of a faction that help its ally: those with the ally in their title."""
    room = f"factions/{seat}"
    rules = (entry for entry in rulebook().values() if entry.room == room and entry.id.count(".") == 2)
    return [entry for entry in rules if {"ally", "ally's"} & set(entry.title.lower().split())]


@answers(
    "what do my ally/alliance do/give/bring/offer [for/to] [me]",
    "what do i get [from/by/through/out] my ally/alliance",
    "what do my ally's power/powers/ability do [for] [me]",
    "what do my allys power/powers/ability do [for] [me]",
    "how do my ally help [me]",
    "how may my ally help me",
    "what may my ally do [for] me",
    "what is my [ally's|allys] power",
    "what is my ally good [for]",
    "what do i get [from/by] [being/is] allied [with/to] {faction}",
    "what do [the] {faction} do/give [for/to] [their/his/an/its] ally",
    "what do i get [from] {faction} [as] [an] ally",
    "what is {faction} ally/alliance power/ability",
    "what do [an] alliance/ally with {faction} do/give/bring [me]",
    rule=ABILITIES,
)
def what_my_ally_does(asked: Asked, table: Table) -> Reply | None:
    if not (ally := asked.faction or (table.ally(asked.seat) if asked.seat else "") or ""):
        return Reply("You have no ally. Alliances are made in a Nexus, after a worm.", (ABILITIES, "1.10.00")) if (
            asked.seat
        ) else None  # fmt: skip
    rules = for_the_ally(table, ally)
    if not rules:
        return Reply(say("{ally:The has} no power for an ally.", ally=named(ally)), (ABILITIES,))
    told = together([sentences_of(entry.text[0])[0] for entry in rules])
    return Reply(
        say("As an ally of {ally}: {told}", ally=named(ally), told=told), (ABILITIES, *(entry.id for entry in rules))
    )


@answers(
    "who is allied/allies [with] [whom|who|each other]",
    "who is in [an/which] alliance",
    "which alliances are/is there",
    "what alliances is there",
    rule=OPEN,
)
def who_is_allied(asked: Asked, table: Table) -> Reply | None:
    pairs = [tuple(seat for seat in table.seats if seat in pair) for pair in table.alliances]
    told = [
        say("{one} with {other}", one=named(one), other=named(other))
        for one, other in (pair for pair in pairs if len(pair) == 2)
    ]
    everybody = capital(f"{listed(told)}.") if told else "Nobody is allied."
    return Reply(everybody, (OPEN, ALLIANCE))


@answers(
    "who is my ally",
    "who am i allied/ally [with]",
    "do i have [an] ally",
    "am i allied [with] [anybody/somebody/anyone]",
    "who is [the] ally [of] {faction}",
    "who is {faction} allied/ally [with]",
    "is {faction} allied/ally [with] [anybody/somebody/anyone]",
    "do {faction} have [an] ally",
    rule=OPEN,
)
def who_is_the_ally(asked: Asked, table: Table) -> Reply | None:
    if not (seat := asked.faction or asked.seat):
        return who_is_allied(asked, table)
    if not (ally := table.ally(seat)):
        return Reply(together(["No.", say("{seat:The has} no ally.", seat=asked.name(seat))]), (OPEN, ALLIANCE))
    words = say("{ally:The is} the ally of {seat}.", ally=asked.name(ally), seat=named(seat))
    if seat == asked.seat:
        words = say("{ally:The is} your ally.", ally=named(ally))
    return Reply(together(["Yes.", words]), (OPEN, ALLIANCE))


@answers(
    "is there/this [a] nexus",
    "is it [a] nexus",
    "do we have [a] nexus",
    "is [the] nexus over",
    rule="1.02.06",
)
def is_there_a_nexus(asked: Asked, table: Table) -> Reply | None:
    if nexus_now(table):
        return Reply("This is a Nexus. Alliances may be made and broken now.", ("1.02.06", "1.10.00"))
    return Reply("There is no Nexus now.", ("1.02.06", "1.10.00"))


@answers(
    "may we [still] ally/form/make/break [an/our/the] [alliance]",
    "may i [still] ally/form/make/break/leave [an/my/our] [alliance/ally]",
    "may i ally [with] {faction}",
    "when may we ally/form/make/break [an] [alliance/alliances]",
    "when may i ally/form/make/break [an/my] [alliance/alliances]",
    rule="1.10.00",
)
def may_alliances_change(asked: Asked, table: Table) -> Reply | None:
    if nexus_now(table):
        words = together(["Yes.", "This is a Nexus. Alliances may be made and broken now."])
        return Reply(words, ("1.10.00", ALLIANCE))
    return Reply(
        "Not now. Alliances are made and broken only in a Nexus, after a worm.", ("1.10.00", ALLIANCE, "1.10.01.05")
    )
