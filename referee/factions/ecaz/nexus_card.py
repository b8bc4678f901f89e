"""The Nexus card of Ecaz: the ally leaves a territory, Duke Vidal comes, or a traitor is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.forces import RESERVES
from referee.board.forces_counted import ForcesSetDown
from referee.board.how_many import may_leave
from referee.board.standing import stands
from referee.common.factions import FACTIONS, named
from referee.common.turn import PHASES
from referee.factions.ecaz import ME, VIDAL
from referee.factions.ecaz.vidal import lent
from referee.holdings.leaders import among
from referee.holdings.shared_discs import who_has
from referee.holdings.traitors import Traitors, TraitorsShare
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
    ask,
    known,
    say,
    sealed,
)
from referee.modules.nexus_cards.holding import NexusHeld, NexusUse, nexus_card
from referee.offers.offer import BehindShield, Kept, Offer, pick

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.21.01", "4.05.21.02", "4.05.21.03")
EARLY = PHASES[: PHASES.index("shipment")]


# -- Betrayal -----------------------------------------------------------------------------------------


def shared_places(table: Table) -> list[str]:
    """Return the territories where Ecaz and their ally both stand."""
    ally = table.ally(ME) if ME in table.seats else None
    own, other = ({stand.place for stand in stands(table) if stand.seat == seat} for seat in (ME, ally))
    return sorted(own & other)


class SendAllyHome(NexusUse, rule=BETRAYAL):
    """The ally's forces in a shared territory go back to the reserves."""

    not_offered, aims_at = "Ecaz and their ally do not share that territory.", "place"
    place: str

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if table.phase in EARLY and (shared := shared_places(table)):
            yield cls.way("Nexus card: the ally of Ecaz leaves", pick("place", "Where", shared))

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if table.phase not in EARLY:
            yield Objection(BETRAYAL, "Play this card before Shipment and Movement.", firm=True)
        else:
            yield from super().against(table, now)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        ally = table.ally(ME) or ""
        for one in [stand for stand in stands(table, self.place) if stand.seat == ally]:
            if (home := may_leave(table, ally, one.group, one.place)).total:
                yield ForcesSetDown(ally, home.normal, home.special, one.place, RESERVES)


# -- Cunning ------------------------------------------------------------------------------------------


class FetchVidal(NexusUse, rule=CUNNING):
    """Take Duke Vidal for this turn, from wherever he is."""

    button = say("Nexus card: take {leader}", leader=VIDAL)

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if who_has(table, VIDAL) == ME:
            yield Objection(CUNNING, say("You have {leader} already. Keep the card.", leader=VIDAL), firm=True)

    def brings(self, table: Table, chance: Chance) -> Iterable[Event]:
        return lent(table, ME, CUNNING)


# -- Secret Ally --------------------------------------------------------------------------------------


class TraitorsTold(State):
    """Who told whom whether a traitor of theirs serves them, as far as this viewer knows."""

    told: dict[str, dict[str, bool]] = field(default_factory=dict)


class TraitorTold(SeatEvent, because=(ALLY,), shows="traitor"):
    """A player told another whether one of their traitors is that player's leader."""

    of: Public[str]
    holds: Sealed[bool]

    def apply(self, table: Table) -> None:
        if known(self.holds):
            table.put(table.state(TraitorsTold)).told.setdefault(self.seat, {})[self.of] = self.holds

    def pattern(self) -> str:
        if not known(self.holds):
            return "{of!n:The tells} {seat!n} whether they hold one of their leaders."
        no = "{of!n:The tells} {seat!n} whether they hold one of their leaders: no."
        return "{of!n:The tells} {seat!n} whether they hold one of their leaders: yes." if self.holds else no


def _asked(table: Table, seat: str) -> list[str]:
    """Return who may be asked: those who keep traitor cards."""
    keep = (one for one in table.seats if one != seat and ask(table, TraitorsShare(one)).value[1])
    return list(keep) if table.state(Traitors).done else []


class AskForTraitor(NexusUse, rule=ALLY):
    """Ask a player whether any of their traitors is one's leader."""

    not_offered, aims_at = "Ask a player to whom the referee dealt traitor cards.", "of"
    of: str

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if others := _asked(table, now.seat):
            whom = pick("of", "Whom", others, called=lambda other: str(named(other)))
            yield cls.way("Nexus card: ask for a traitor", whom)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        traitors = table.state(Traitors)
        held = traitors.kept.get(self.of, traitors.dealt.get(self.of, ()))
        holds = any(among(one, FACTIONS[self.seat].leaders) for one in held)
        yield TraitorTold(self.seat, self.of, sealed(holds, self.seat, self.of))


@adds(BehindShield, rule=ALLY)
def what_was_told(question: BehindShield, table: Table) -> Iterable[Kept]:
    told = table.state(TraitorsTold).told.get(question.seat, {})
    words = {True: "{seat:The}: *yes*", False: "{seat:The}: *no*"}
    lines = tuple(say(words[holds], seat=named(of)) for of, holds in told.items())
    return (Kept("Is one of your leaders their traitor?", lines, ALLY),) if lines else ()
