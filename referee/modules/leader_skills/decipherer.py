"""The Rihani Decipherer: after a battle won, two cards of the traitor deck are seen, and one may be swapped.

Only the winner sees them. Without traitor cards dealt by the referee the table does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.common.turn import ANY
from referee.holdings.leaders import key, keys
from referee.holdings.traitors import Traitors, TraitorsKept, leader_with_seal, traitor_pile
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    adds,
    after,
    count,
    known,
    sealed,
)
from referee.modules.leader_skills import CARDS, DECIPHERER
from referee.modules.leader_skills import RULE as MODULE
from referee.modules.leader_skills.skill_with_leader import open_skill, skill_with
from referee.offers.choices import Choice
from referee.offers.offer import BehindShield, Blank, Kept, Offer
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.events import BattleEnded, TraitorCalled
from referee.phases.battle.live_battle import LiveBattle

RULE, SEEN = CARDS[DECIPHERER], 2


class Deciphered(State):
    """Traitor cards seen, by seat, as far as this viewer knows, and who may still swap one."""

    seen: dict[str, tuple[str, ...]] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)


class TraitorsDeciphered(SeatEvent, because=(RULE,), shows="traitor"):
    """A winner sees cards of the traitor deck; with ``swaps`` one of them may be kept for one of their own."""

    count: Public[int]
    swaps: Public[bool]
    leaders: Sealed[tuple[str, ...]]
    cards = property(lambda event: count(event.count, "card"))
    fuller = "{seat!n:The sees} {cards} of the traitor deck: {leaders!s}."
    says = "{seat!n:The sees} {cards} of the traitor deck."

    def apply(self, table: Table) -> None:
        made = table.put(table.state(Deciphered))
        made.seen[self.seat] = tuple(self.leaders) if known(self.leaders) else ()
        (made.open.add if self.swaps else made.open.discard)(self.seat)


class TraitorGivenUp(SeatEvent, because=(RULE,), shows="traitor"):
    """A traitor was shown and shuffled back for a new one, or the cards drawn went back ("")."""

    leader: Public[str]
    fuller = "{seat!n:The shows} {leader} and keeps a new traitor."
    says = "{seat!n:The keeps} their traitors."

    def apply(self, table: Table) -> None:
        deciphered = table.put(table.state(Deciphered))
        deciphered.open.discard(self.seat)
        deciphered.seen.pop(self.seat, None)


def swaps_after(table: Table, seat: str) -> bool | None:
    """Return True if a winner's Decipherer fought, False if the card lies in front, ``None`` if neither."""
    leader = plan_of(table.state(LiveBattle), seat).leader
    lying, in_front = skill_with(table, leader), open_skill(table, seat)
    if lying is not None and lying.card == DECIPHERER and lying.seat == seat:
        return True
    return False if in_front is not None and in_front.card == DECIPHERER else None


@after(BattleEnded, rule=MODULE)
def two_cards(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    """Before the leaders who were behind the shield come back to the front (4.03.03)."""
    won = event.winner
    swaps = swaps_after(table, won) if won else None
    if swaps is None or not table.state(Traitors).done:
        return
    drawn = tuple(chance.shuffled(traitor_pile(table))[:SEEN])
    if drawn:
        yield TraitorsDeciphered(won, len(drawn), swaps and bool(_unused(table, won)), sealed(drawn, won))


def _unused(table: Table, seat: str) -> tuple[str, ...]:
    """Return a seat's own traitors that it has not called in this game, as far as known."""
    calls = (heard.event for heard in table.log if isinstance(heard.event, TraitorCalled))
    called = keys(call.leader for call in calls)
    return tuple(leader for leader in table.state(Traitors).kept.get(seat, ()) if key(leader) not in called)


class SwapTraitor(Choice[str], by="seat", grave=True):
    """Keep a card drawn and show one of one's own for it; without cards, keep all as they are."""

    rule, phase, hidden, loses = RULE, ANY, True, True
    nothing = "You have drawn no traitor cards to choose from."
    does, you = "decides on new traitor cards", "swap one of your traitors, or keep them"
    keep: str = ""
    show: str = ""

    @classmethod
    def all_waiting(cls, table: Table) -> Iterable[str]:
        return sorted(table.state(Deciphered).open)

    @classmethod
    def passed(cls, table: Table, now: str) -> tuple[Event, ...]:
        return (TraitorGivenUp(now, ""),)

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        new = tuple((leader, leader_with_seal(leader)) for leader in table.state(Deciphered).seen.get(now, ()))
        own = tuple((one, leader_with_seal(one)) for one in _unused(table, now))
        keep = Blank("keep", "Keep", "radio", value=new[0][0], choices=new)
        yield cls.way("Swap this traitor", keep, Blank("show", "Show", "radio", choices=own))
        yield cls.way("Keep my traitors")

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if (self.keep or self.show) and self.keep not in table.state(Deciphered).seen.get(now, ()):
            yield Objection(RULE, "Keep one of the two cards you have drawn.", "BAD_INPUT", firm=True)
        elif self.keep and self.show not in _unused(table, now):
            yield Objection(RULE, "Show a traitor of your own that you have not called.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield TraitorGivenUp(now, self.show)
        if self.keep:
            kept = tuple(self.keep if leader == self.show else leader for leader in table.state(Traitors).kept[now])
            yield TraitorsKept(frozenset({now}), now, kept, (RULE,))


@adds(BehindShield, rule=RULE)
def seen_in_the_deck(question: BehindShield, table: Table) -> Iterable[Kept]:
    if seen := table.state(Deciphered).seen.get(question.seat, ()):
        yield Kept("Seen in the traitor deck", tuple(map(leader_with_seal, seen)), RULE)
