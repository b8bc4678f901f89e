"""Talks away from the table: so many tokens a game for each player, each for some minutes (4.97.66).

Who leaves is announced to all. The referee holds no rule on what is said, and calls nobody back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.factions import named
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    adds,
    option,
    say,
    say_many,
    setting,
)
from referee.offers.offer import CHOOSE_FACTION, TABLE, Blank, Offer, Offers
from referee.offers.what_now import Glance, Says, Sheet

RULE = "4.97.66"
NONE = "none"

TOKENS = option(
    "N3",
    RULE,
    "Talks away from the table",
    (NONE, "Not counted", "Everybody may leave the table and talk."),
    ("1", "1 each", "Each player may call one talk in the game."),
    ("2", "2 each", "Each player may call two talks in the game."),
    ("3", "3 each", "Each player may call three talks in the game."),
)
LENGTH = option(
    "N4",
    RULE,
    "Length of a talk",
    ("3", "3 min", "Nobody is called back."),
    ("2", "2 min", "Nobody is called back."),
    ("5", "5 min", "Nobody is called back."),
    ("10", "10 min", "Nobody is called back."),
)


class TalkTokens(State):
    """How many talks each player has called, and which pairs are away, by who called."""

    called: dict[str, int] = field(default_factory=dict)
    away: dict[str, str] = field(default_factory=dict)


def tokens_left(table: Table, seat: str) -> int:
    """Return how many talks a player may still call; 0 where they are not counted."""
    value = setting(table, TOKENS)
    return 0 if value == NONE else max(0, int(value) - table.state(TalkTokens).called.get(seat, 0))


def are_away(table: Table) -> set[str]:
    away = table.state(TalkTokens).away
    return {*away, *away.values()}


class LeftToTalk(SeatEvent, because=(RULE,)):
    other: Public[str]
    minutes: Public[int]
    left: Public[int]

    def apply(self, table: Table) -> None:
        talks = table.state(TalkTokens)
        called = {**talks.called, self.seat: talks.called.get(self.seat, 0) + 1}
        table.put(TalkTokens(called, {**talks.away, self.seat: self.other}))

    def sentence(self, name: Called) -> str:
        words = say("{seat:The} and {other} leave to talk for {n} min.", seat=name(self.seat), other=name(self.other),
                    n=self.minutes)  # fmt: skip
        tokens = say_many(self.left, "{n} talk left.", "{n} talks left.")
        return say("{words} {tokens}", words=words, tokens=tokens)


class BackFromTalk(SeatEvent, because=(RULE,)):
    other: Public[str]
    says = "{seat!n:The} and {other!n} are back at the table."

    def apply(self, table: Table) -> None:
        talks = table.state(TalkTokens)
        table.put(TalkTokens(talks.called, {one: two for one, two in talks.away.items() if one != self.seat}))


class LeaveToTalk(SeatCommand, by="both", led=False):
    """Leave the table with another player; it costs a token of who calls."""

    other: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if setting(table, TOKENS) == NONE:
            yield Objection(RULE, "This table does not count talks. Talk as you like.", firm=True)
        elif self.other not in table.seats or self.other == self.seat:
            yield Objection(RULE, "Choose another player to talk with.", firm=True)
        elif {self.seat, self.other} & are_away(table):
            yield Objection(RULE, "One of you is away from the table already.")
        elif not tokens_left(table, self.seat):
            yield Objection(RULE, "You have called all your talks of this game.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        minutes = int(setting(table, LENGTH))
        yield LeftToTalk(self.seat, self.other, minutes, max(0, tokens_left(table, self.seat) - 1))


class ReturnFromTalk(SeatCommand, by="both", led=False):
    """Be back at the table, either of the two."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in are_away(table):
            yield Objection(RULE, "You are at the table.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        for caller, other in table.state(TalkTokens).away.items():
            if self.seat in {caller, other}:
                yield BackFromTalk(caller, other)


@adds(Offers, rule=RULE)
def leave_or_return(question: Offers, table: Table) -> Iterable[Offer]:
    seat, away = question.seat, are_away(table)
    if seat == TABLE or setting(table, TOKENS) == NONE:
        return
    if seat in away:
        yield Offer(ReturnFromTalk, "We are back at the table", RULE, aside=True)
    elif tokens_left(table, seat) and (others := [one for one in table.seats if one != seat and one not in away]):
        who = Blank("other", "With", "select", choices=(CHOOSE_FACTION, *((one, named(one)) for one in others)))
        yield Offer(LeaveToTalk, "Leave the table to talk", RULE, (who,), aside=True)


@adds(Glance, rule=RULE)
def who_is_away(question: Glance, table: Table) -> Iterable[Sheet]:
    words = "{seat:The} and {other} talk away from the table."
    away = table.state(TalkTokens).away.items()
    lines = (Says(say(words, seat=named(one), other=named(two)), RULE, one) for one, two in away)
    if away:
        yield Sheet("Away from the table", tuple(lines), "talks")
