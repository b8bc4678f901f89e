"""The Nexus card of the Tleilaxu: a Face Dancer canceled, those shown replaced, or a cheap revival."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.common.turn import in_phase
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
from referee.holdings.traitors import KeptAs, traitor_pile
from referee.kernel.commands import Objection
from referee.kernel.events import Event, Public, Sealed, Whisper, known, sealed
from referee.kernel.phrases import phrase
from referee.kernel.rulings import Chance, adds, ruling
from referee.kernel.table import BANK, Table
from referee.kernel.wording import Called, count, listed, say
from referee.modules.nexus_cards.holding import NexusUse, may_use, might_use, nexus_card
from referee.offers.offer import Offer, SecretOffers
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_now, live_of, running
from referee.phases.battle.reveal import MayStillSpeak, judged, may_play_nexus
from referee.phases.revival.forces import some_dead, tanks_objections
from referee.phases.revival.leaders import LeaderRevived, disc_objections
from referee.phases.revival.limits_and_prices import EXTRA, ForcesRevived
from referee.turn.phase_offers import leader_or_forces, may_return

CARD = nexus_card(ME, "4.05.18")
BETRAYAL, CUNNING, ALLY = "4.05.18.01", "4.05.18.02", "4.05.18.03"
FORCES, EACH = 5, 1
REVIVED = phrase("nexus.revived", "Revival by a Nexus card")


# -- Betrayal -----------------------------------------------------------------------------------------


class FaceDancerCanceled(Event, because=(BETRAYAL,)):
    """A Face Dancer that was shown does nothing; the card stays shown."""

    leader: Public[str]
    says = "{leader} does nothing as a Face Dancer."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).dancer = None


class CancelFaceDancer(NexusUse, use=BETRAYAL, at_once=True):
    """Cancel the Face Dancer that was shown in this battle."""

    button = "Nexus card: cancel the Face Dancer"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        live = battle_now(table)
        if live is not None and live.dancer is None:
            yield Objection(BETRAYAL, "No Face Dancer was shown in this battle.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
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


@ruling(MayStillSpeak, rule=BETRAYAL)
def it_may_be_canceled(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Whichever cards they hold."""
    live = battle_now(table)
    if live is None or live.step != REVEALED or live.dancer is None:
        return None
    able = [seat for seat in table.seats if might_use(table, seat, BETRAYAL)]
    return may_play_nexus(so_far, able) if able else None


# -- Cunning ------------------------------------------------------------------------------------------


class FaceDancersReplaced(Event, because=(CUNNING,), shows="traitor"):
    """New cards took the place of those that were shown, which are shuffled back."""

    seat: Public[str]
    count: Public[int]
    leaders: Sealed[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        made = table.put(dancers_of(table))
        made.held = (*hidden_dancers(table), *self.leaders) if known(self.leaders) and made.held else made.held
        made.shown = []

    def sentence(self, name: Called) -> str:
        of = {"seat": name(self.seat), "dancers": count(self.count, "Face Dancer")}
        if not known(self.leaders):
            return say("{seat:The replaces} {dancers}.", **of)
        return say("{seat:The replaces} {dancers}: {leaders}.", leaders=listed(self.leaders, ","), **of)


class ReplaceFaceDancers(NexusUse, use=CUNNING):
    """Replace all Face Dancers that were shown."""

    button = "Nexus card: replace the Face Dancers shown"

    def against(self, table: Table) -> Iterable[Objection]:
        if not dancers_of(table).shown:
            yield Objection(CUNNING, "None of your Face Dancers was shown. Keep the card.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played()
        drawn = tuple(chance.shuffled(traitor_pile(table))[: len(dancers_of(table).shown)])
        yield FaceDancersReplaced(self.seat, len(drawn), sealed(drawn, self.seat))


# -- what others' cards bring them --------------------------------------------------------------------


class FaceDancersKept(Whisper, shows="traitor", own=True):
    """Tleilaxu hold these in secret now, beside those shown."""

    leaders: Public[tuple[str, ...]]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        made = table.put(dancers_of(table))
        made.held = (*(one for one in made.held if one in made.shown), *self.leaders)

    def sentence(self, name: Called) -> str:
        return say("{seat:The holds} {leaders} as Face Dancers.", seat=name(ME), leaders=listed(self.leaders, ","))


@ruling(KeptAs, rule="4.05.15.03", seat=ME)
def as_face_dancers(question: KeptAs, table: Table, so_far: Event) -> Event:
    return FaceDancersKept(frozenset({ME}), question.leaders, (question.by,))


# -- Secret Ally --------------------------------------------------------------------------------------


class ReviveCheaply(NexusUse, use=ALLY):
    """Take back a leader free, and up to five forces for 1 each."""

    normal: int = 0
    special: int = 0
    leader: str = ""

    @property
    def forces(self) -> Group:
        return Group(self.normal, self.special)

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if not self.leader and not self.forces.total:
            yield Objection(ALLY, "Choose a leader, or enter how many forces.", "REVIVAL_LIMIT", firm=True)
        if self.leader:
            yield from disc_objections(table, self.seat, self.leader)
        yield from tanks_objections(table, self.seat, self.normal, self.special)
        if self.forces.total > FORCES:
            yield Objection(
                ALLY, say("This brings back up to {forces} forces. Revive fewer.", forces=FORCES), "REVIVAL_LIMIT"
            )
        yield from too_dear(table, self.seat, self.forces.total * EACH, ALLY)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        price = self.forces.total * EACH
        if not (yield from afforded(table, {self.seat: price}, (ALLY,))):
            return
        yield self.played()
        if self.leader:
            yield LeaderRevived(self.seat, self.leader, True, (ALLY,))
        if self.forces.total:
            yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, (ALLY,))
        yield from pay(self.seat, BANK, price, REVIVED(), (ALLY,))


@adds(SecretOffers, rule=ALLY)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if may_use(table, seat, ALLY) and table.phase == "revival" and (some_dead(table, seat) or may_return(table, seat)):
        label = "Nexus card: a leader free, forces for 1 each"
        yield Offer(ReviveCheaply, label, ALLY, leader_or_forces(table, seat))
