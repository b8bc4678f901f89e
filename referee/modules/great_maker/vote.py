"""The vote on a Nexus after the Great Maker: openly, in storm order; more than half of the players must want it.

It is over as soon as it is decided. What another worm of the phase changes is option E50.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Literal

from referee.board.storm import storm_order
from referee.common.boxes import in_play
from referee.common.factions import faction_name, named
from referee.common.turn import OfTurn, by_hand, in_phase, of_turn
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatEvent,
    Table,
    adds,
    option,
    ruling,
    say,
    setting,
    small,
)
from referee.modules.great_maker import CARD, GREAT_MAKER, VOTE
from referee.offers.choices import Choice
from referee.offers.offer import TABLE, Offer, Offers
from referee.offers.what_now import Glance, Says, Sheet, WhatNow
from referee.phases.spice_blow.blow import NexusFollows, blow, pile_now

BESIDE_ANOTHER = option(
    "E50",
    "4.96.50",
    say("{card} and another worm in one phase", card=CARD),
    ("nexus", "A Nexus without a vote", "Shai-Hulud brings the Nexus as always."),
    ("vote", "The vote decides", say("Once the {card} has come, players vote.", card=CARD)),
)


class VoteOnNexus(OfTurn):
    """Who has voted in this turn, for a Nexus or against it."""

    votes: dict[str, bool] = field(default_factory=dict)


def votes(table: Table) -> dict[str, bool]:
    return of_turn(table, VoteOnNexus).votes


def voters(table: Table) -> list[str]:
    """Return who votes, in storm order; players who are away do not."""
    return [seat for seat in storm_order(table) if seat in votes(table) or not table.seats[seat].away]


def is_voted_on(table: Table) -> bool:
    """Return True if the players decide whether this phase has a Nexus."""
    called = blow(table).called
    if CARD not in called or not in_play(table, GREAT_MAKER):
        return False
    return len({*called}) == 1 or setting(table, BESIDE_ANOTHER) == "vote"


def outcome(table: Table) -> Literal["yes", "no", "open"]:
    """Return whether more than half are for a Nexus."""
    of, cast = len(voters(table)), votes(table).values()
    yes = sum(cast)
    if 2 * yes > of:
        return "yes"
    return "no" if 2 * (len(cast) - yes) >= of else "open"


def votes_next(table: Table) -> str:
    """Return who votes now, "" for nobody."""
    now = table.phase == "spice_blow" and is_voted_on(table) and not by_hand(table, "spice_blow")
    if not now or pile_now(table) or blow(table).waiting or outcome(table) != "open":
        return ""
    return next((seat for seat in voters(table) if seat not in votes(table)), "")


@ruling(NexusFollows, rule=VOTE)
def as_they_vote(
    question: NexusFollows, table: Table, so_far: Literal["yes", "no", "open"]
) -> Literal["yes", "no", "open"] | None:
    return outcome(table) if table.turn > 1 and is_voted_on(table) else None


class NexusVoteCast(SeatEvent, because=(VOTE,)):
    held: Public[bool]
    fuller = "{held!?}{seat!n:The votes} for a Nexus."
    says = "{seat!n:The votes} against a Nexus."

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, VoteOnNexus)).votes[self.seat] = self.held


class NexusVotedOn(Event, because=(VOTE,)):
    """The vote is over."""

    held: Public[bool]
    yes: Public[int]
    no: Public[int]

    def pattern(self) -> str:
        none = "{yes} for a Nexus, {no} against: no Nexus is held."
        return "{yes} for a Nexus, {no} against: a Nexus is held." if self.held else none

    def moment(self, name: Called) -> tuple[str, str]:
        if self.held:
            return "Nexus", "Alliances may be made and broken now."
        return "No Nexus", say("{yes} for it, {no} against. Alliances stay as they are.", yes=self.yes, no=self.no)


class CastVote(Choice[str], by="both", waits=True):
    """Vote for a Nexus, or against it."""

    rule, phase, holds, at_once = VOTE, "spice_blow", True, True
    does, then = "votes on a Nexus", "More than half must want it."
    yes, no = "Vote for a Nexus", "Vote against a Nexus"
    waiting = staticmethod(votes_next)
    held: bool

    @classmethod
    def passed(cls, table: Table, now: str) -> tuple[Event, ...]:
        return (counted(table, held=False),)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from in_phase(table, "spice_blow")
        now = votes_next(table)
        if not now:
            yield Objection(VOTE, "There is no vote on a Nexus now.", "NOT_ELIGIBLE", firm=True)
        elif self.seat in votes(table):
            yield Objection(VOTE, "You have voted.", "NOT_ELIGIBLE", firm=True)
        else:
            words = say("{seat:The votes} now, in storm order. Wait for your turn.", seat=named(now))
            yield Objection(VOTE, words, "NOT_YOUR_TURN", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield NexusVoteCast(self.seat, self.held)
        if (decided := outcome(table)) != "open":
            yield counted(table, held=decided == "yes")


def counted(table: Table, *, held: bool) -> NexusVotedOn:
    cast = votes(table).values()
    return NexusVotedOn(held, sum(cast), len(cast) - sum(cast))


# -- on the screens -----------------------------------------------------------------------------------


@adds(Offers, rule=VOTE, phase="spice_blow", seat=TABLE)
def entered_at_the_table(question: Offers, table: Table) -> Iterator[Offer]:
    now = votes_next(table)
    for one in CastVote.ways(table, now) if now else ():
        label = say("{seat}: {does}", seat=faction_name(now), does=small(one.label))
        yield replace(one, label=label, fixed=(("seat", now), *one.fixed), at_once=False)


@adds(WhatNow, rule=VOTE)
def the_vote(question: WhatNow, table: Table) -> Iterable[Says]:
    if table.phase != "spice_blow" or not is_voted_on(table) or table.turn == 1:
        return
    if pile_now(table):
        yield Says(say("After the {card} players vote whether a Nexus is held.", card=CARD), VOTE, mute=True)
    elif votes_next(table):
        yield Says("Vote on a Nexus, in storm order.", VOTE)
    elif outcome(table) == "no":
        yield Says("The vote is lost, so there is no Nexus.", VOTE)


@adds(Glance, rule=VOTE)
def how_they_voted(question: Glance, table: Table) -> Iterable[Sheet]:
    cast = votes(table) if table.phase == "spice_blow" else {}
    lines = tuple(Says(faction_name(seat), VOTE, seat, end="for" if yes else "against") for seat, yes in cast.items())
    return (Sheet("Nexus vote", lines, "nexus_vote"),) if cast else ()
