"""The Nexus card of Harkonnen: a called traitor canceled, or new traitors drawn and as many put back.

Cards drawn are among one's own at once, and everybody waits until as many are put back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import starmap
from typing import ClassVar, NamedTuple

from referee.common.turn import PhaseBegan
from referee.factions.harkonnen import ME
from referee.holdings.leaders import among, key
from referee.holdings.traitors import HiddenTraitors, KeptAs, Traitors, leader_with_seal, traitor_pile, traitors_drawn
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    after,
    ask,
    known,
    say,
    say_many,
    sealed,
)
from referee.modules.nexus_cards.holding import NexusHeld, NexusUse, nexus_card
from referee.modules.nexus_cards.in_battle import OnceOpen
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer
from referee.phases.battle.live_battle import LiveBattle, live_of
from referee.phases.battle.reveal import judged

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.15.01", "4.05.15.02", "4.05.15.03")
ONE, TWO = 1, 2
PAUSE = "mentat_pause"


class TraitorsOwed(State):
    """How many traitor cards each seat has to put back, with those drawn as far as known, and the turn in which
    Harkonnen lost one that they draw anew."""

    back: dict[str, int] = field(default_factory=dict)
    drawn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    anew: bool = False


# -- Betrayal -----------------------------------------------------------------------------------------


class TraitorCanceled(SeatEvent, because=(BETRAYAL,)):
    """A call is void; the card goes back into the traitor deck, and another is drawn in the Mentat Pause."""

    leader: Public[str]
    says = "{seat!n:'s} call is canceled. {leader} goes back into the traitor deck."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).calls.pop(self.seat, None)
        table.put(table.state(TraitorsOwed)).anew = True


class CancelTraitor(OnceOpen, rule=BETRAYAL):
    """Cancel the traitor that Harkonnen have called in this battle."""

    button = "Nexus card: cancel the traitor"
    ends_a_call = True
    none = "Harkonnen have called no traitor in this battle."

    @classmethod
    def possible(cls, table: Table, live: LiveBattle, seat: str) -> bool:
        return ME in live.calls

    def aimed(self, table: Table) -> str:
        return live_of(table).calls[ME]

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        live = live_of(table)
        leader, kept = live.calls[ME], table.state(Traitors).kept.get(ME, ())
        yield TraitorCanceled(ME, leader)
        if among(leader, kept):
            left = tuple(one for one in kept if key(one) != key(leader))
            yield ask(table, KeptAs(ME, left, BETRAYAL)).value
        yield judged(table, live)


@after(PhaseBegan, rule=BETRAYAL)
def another_in_the_pause(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    if event.phase != PAUSE or not table.state(TraitorsOwed).anew:
        return
    pile = traitor_pile(table) if table.state(Traitors).kept.get(ME) is not None else []
    drawn = tuple(chance.shuffled(pile)[:ONE])
    yield TraitorsAdded(ME, len(drawn), 0, sealed(drawn, ME), (BETRAYAL,))
    if drawn:
        yield ask(table, KeptAs(ME, (*table.state(Traitors).kept[ME], *drawn), BETRAYAL)).value


# -- drawing and putting back -------------------------------------------------------------------------


class TraitorsAdded(SeatEvent, shows="traitor"):
    """A seat drew traitor cards, and has to put ``back`` so many of its own."""

    count: Public[int]
    back: Public[int]
    leaders: Sealed[tuple[str, ...]]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        owed = table.put(table.state(TraitorsOwed))
        owed.anew = owed.anew and bool(self.back)
        if self.back:
            owed.back[self.seat] = self.back
        if known(self.leaders):
            owed.drawn[self.seat] = tuple(self.leaders)

    def sentence(self, name: Called) -> str:
        return traitors_drawn(name(self.seat), self.count, self.leaders)


class TraitorsPutBack(SeatEvent):
    """As many cards as were drawn are shuffled back; nobody sees which."""

    count: Public[int]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        owed = table.put(table.state(TraitorsOwed))
        owed.back.pop(self.seat, None)
        owed.drawn.pop(self.seat, None)

    def sentence(self, name: Called) -> str:
        of = {"seat": name(self.seat)}
        return say_many(
            self.count, "{seat:The puts} {n} traitor card back.", "{seat:The puts} {n} traitor cards back.", **of
        )


class TraitorDraw(NexusUse, abstract=True):
    """Draw ``many`` traitor cards, then put as many back."""

    many: ClassVar[int] = ONE

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if not table.state(Traitors).done:
            yield Objection(self.rule, "The referee has dealt no traitor cards. Use your card by hand.", firm=True)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        drawn = tuple(chance.shuffled(traitor_pile(table))[: self.many])
        yield TraitorsAdded(self.seat, len(drawn), len(drawn), sealed(drawn, self.seat), (self.rule,))
        if drawn:
            yield ask(table, KeptAs(self.seat, (*ask(table, HiddenTraitors(self.seat)).value, *drawn), self.rule)).value


class DrawTraitor(TraitorDraw, rule=CUNNING):
    button = "Nexus card: draw a traitor"


class DrawTwoTraitors(TraitorDraw, rule=ALLY, phase=PAUSE):
    button = "Nexus card: draw two traitors"
    many = TWO


class OwedTraitors(NamedTuple):
    """How many traitor cards a seat has to put back."""

    seat: str
    many: int


class PutTraitorsBack(Choice[OwedTraitors], by="seat", grave=True):
    """Put back as many traitor cards as were drawn."""

    rule, hidden = CUNNING, True
    nothing = "You have no traitor card to put back."
    does, halts = "puts traitor cards back", "{seat:The puts} traitor cards back first."
    leader: str
    second: str = ""

    @classmethod
    def all_waiting(cls, table: Table) -> Iterator[OwedTraitors]:
        return starmap(OwedTraitors, table.state(TraitorsOwed).back.items())

    @classmethod
    def phrases(cls, table: Table, now: OwedTraitors) -> tuple[str, str]:
        you = say_many(now.many, "put {n} traitor card back", "put {n} traitor cards back")
        return "puts a traitor card back" if now.many == ONE else cls.does, you

    @classmethod
    def secret_ways(cls, table: Table, now: OwedTraitors) -> Iterator[Offer]:
        drawn = table.state(TraitorsOwed).drawn.get(now.seat, ())
        own = ask(table, HiddenTraitors(now.seat)).value
        new = {one: "{leader}, new" if one in drawn else "{leader}" for one in own}
        choices = tuple((one, say(new[one], leader=leader_with_seal(one))) for one in own)
        fields = tuple(zip(("leader", "second")[: now.many], drawn, strict=False))
        yield cls.way(
            "Put back", *(Blank(name, "Put back", "select", value=one, choices=choices) for name, one in fields)
        )

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in table.state(TraitorsOwed).back

    def against(self, table: Table, now: OwedTraitors) -> Iterator[Objection]:
        chosen = {leader for leader in (self.leader, self.second) if leader}
        if len(chosen) != now.many or not chosen <= {*ask(table, HiddenTraitors(self.seat)).value}:
            n = now.many
            words = say_many(n, "Put back {n} traitor card of your own.", "Put back {n} traitor cards of your own.")
            yield Objection(CUNNING, words, "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: OwedTraitors, chance: Chance) -> Iterator[Event]:
        rule = CUNNING if self.seat == ME else ALLY
        own = ask(table, HiddenTraitors(self.seat)).value
        left = tuple(one for one in own if one not in {self.leader, self.second})
        yield TraitorsPutBack(self.seat, len(own) - len(left), (rule,))
        yield ask(table, KeptAs(self.seat, left, rule)).value
