"""The Nexus card of the Tleilaxu: a Face Dancer canceled, those shown replaced, or a cheap revival."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.forces import OfForces
from referee.factions.tleilaxu import ME
from referee.factions.tleilaxu.face_dancers import (
    MANY,
    FaceDancerShown,
    dancers_of,
    drawn_anew,
    hidden_dancers,
)
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.holdings.traitors import traitor_pile
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatEvent,
    Table,
    count,
    known,
    phrase,
    say,
    sealed,
)
from referee.modules.nexus_cards.holding import NexusHeld, NexusUse, nexus_card
from referee.modules.nexus_cards.in_battle import OnceOpen
from referee.offers.offer import Offer
from referee.phases.battle.live_battle import LiveBattle, live_of
from referee.phases.battle.reveal import judged
from referee.phases.revival.forces import some_dead, tanks_objections
from referee.phases.revival.leaders import LeaderRevived, disc_objections
from referee.phases.revival.limits_and_prices import EXTRA, ForcesRevived
from referee.turn.phase_offers import leader_or_forces, may_return

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.18.01", "4.05.18.02", "4.05.18.03")
FORCES, EACH = 5, 1
REVIVED = phrase("nexus.revived", "Revival by a Nexus card")


# -- Betrayal -----------------------------------------------------------------------------------------


class FaceDancerCanceled(Event, because=(BETRAYAL,)):
    """A Face Dancer that was shown does nothing; the card stays shown."""

    leader: Public[str]
    says = "{leader} does nothing as a Face Dancer."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).dancer = None


class CancelFaceDancer(OnceOpen, rule=BETRAYAL):
    """Cancel the Face Dancer that was shown in this battle."""

    button = "Nexus card: cancel the Face Dancer"
    ends_a_call = True
    none = "No Face Dancer was shown in this battle."

    @classmethod
    def possible(cls, table: Table, live: LiveBattle, seat: str) -> bool:
        return live.dancer is not None

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        live = live_of(table)
        if live.dancer is None:
            return
        leader = live.dancer[1]
        yield self.played(leader)
        yield FaceDancerCanceled(leader)
        if dancers_of(table).drawn:
            yield FaceDancerShown(leader)
            if len(dancers_of(table).shown) >= MANY:
                yield from drawn_anew(table, chance)
        yield judged(table, live)


# -- Cunning ------------------------------------------------------------------------------------------


class FaceDancersReplaced(SeatEvent, because=(CUNNING,), shows="traitor"):
    """New cards took the place of those that were shown, which are shuffled back."""

    count: Public[int]
    leaders: Sealed[tuple[str, ...]]
    dancers = property(lambda event: count(event.count, "Face Dancer"))
    fuller = "{seat!n:The replaces} {dancers}: {leaders!s}."
    says = "{seat!n:The replaces} {dancers}."

    def apply(self, table: Table) -> None:
        made = table.put(dancers_of(table))
        made.held = (*hidden_dancers(table), *self.leaders) if known(self.leaders) and made.held else made.held
        made.shown = []


class ReplaceFaceDancers(NexusUse, rule=CUNNING):
    """Replace all Face Dancers that were shown."""

    button = "Nexus card: replace the Face Dancers shown"

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if not dancers_of(table).shown:
            yield Objection(CUNNING, "None of your Face Dancers was shown. Keep the card.", firm=True)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        drawn = tuple(chance.shuffled(traitor_pile(table))[: len(dancers_of(table).shown)])
        yield FaceDancersReplaced(self.seat, len(drawn), sealed(drawn, self.seat))


# -- Secret Ally --------------------------------------------------------------------------------------


class ReviveCheaply(OfForces, NexusUse, rule=ALLY, phase="revival"):
    """Take back a leader free, and up to five forces for 1 each."""

    normal: int = 0
    special: int = 0
    leader: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if some_dead(table, now.seat) or may_return(table, now.seat):
            yield cls.way("Nexus card: a leader free, forces for 1 each", *leader_or_forces(table, now.seat))

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if not self.leader and not self.group.total:
            yield Objection(ALLY, "Choose a leader, or enter how many forces.", "REVIVAL_LIMIT", firm=True)
        if self.leader:
            yield from disc_objections(table, self.seat, self.leader)
        yield from tanks_objections(table, self.seat, self.normal, self.special)
        if self.group.total > FORCES:
            yield Objection(
                ALLY, say("This brings back up to {forces} forces. Revive fewer.", forces=FORCES), "REVIVAL_LIMIT"
            )
        yield from too_dear(table, self.seat, self.group.total * EACH, ALLY)

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        price = self.group.total * EACH
        if not (yield from afforded(table, {self.seat: price}, (ALLY,))):
            return
        yield self.played()
        if self.leader:
            yield LeaderRevived(self.seat, self.leader, True, (ALLY,))
        if self.group.total:
            yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, (ALLY,))
        yield from pay(self.seat, BANK, price, REVIVED(), (ALLY,))
