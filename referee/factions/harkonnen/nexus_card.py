"""The Nexus card of Harkonnen: a called traitor canceled, or new traitors drawn and as many put back.

Cards drawn are among one's own at once, and everybody waits until as many are put back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.common.factions import named
from referee.common.turn import PhaseBegan, in_phase
from referee.factions.harkonnen import ME
from referee.holdings.leaders import among, key
from referee.holdings.traitors import HiddenTraitors, KeptAs, Traitors, leader_with_seal, traitor_pile
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Sealed, known, sealed
from referee.kernel.rulings import Chance, adds, after, ask, ruling
from referee.kernel.table import Table
from referee.kernel.wording import Called, listed, say, say_many
from referee.modules.nexus_cards.holding import NexusUse, might_use, nexus_card
from referee.offers.offer import Blank, Duty, Halts, Offer, SecretOffers
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_now, live_of, running
from referee.phases.battle.reveal import MayStillSpeak, judged, may_play_nexus

CARD = nexus_card(ME, "4.05.15")
BETRAYAL, CUNNING, ALLY = "4.05.15.01", "4.05.15.02", "4.05.15.03"
ONE, TWO = 1, 2
PAUSE = "mentat_pause"


@dataclass
class TraitorsOwed:
    """How many traitor cards each seat has to put back, with those drawn as far as known, and the turn in which
    Harkonnen lost one that they draw anew."""

    back: dict[str, int] = field(default_factory=dict)
    drawn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    anew: bool = False


# -- Betrayal -----------------------------------------------------------------------------------------


class TraitorCanceled(Event, because=(BETRAYAL,)):
    """A call is void; the card goes back into the traitor deck, and another is drawn in the Mentat Pause."""

    seat: Public[str]
    leader: Public[str]
    says = "{seat!n:'s} call is canceled. {leader} goes back into the traitor deck."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).calls.pop(self.seat, None)
        table.put(table.state(TraitorsOwed)).anew = True


class CancelTraitor(NexusUse, use=BETRAYAL, at_once=True):
    """Cancel the traitor that Harkonnen have called in this battle."""

    button = "Nexus card: cancel the traitor"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        live = battle_now(table)
        if live is not None and ME not in live.calls:
            yield Objection(BETRAYAL, "Harkonnen have called no traitor in this battle.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        leader, kept = live.calls[ME], table.state(Traitors).kept.get(ME, ())
        yield self.played(leader)
        yield TraitorCanceled(ME, leader)
        if among(leader, kept):
            left = tuple(one for one in kept if key(one) != key(leader))
            yield ask(table, KeptAs(ME, left, BETRAYAL)).value
        yield judged(table, live)


@ruling(MayStillSpeak, rule=BETRAYAL)
def it_may_be_canceled(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Whichever cards they hold."""
    live = battle_now(table)
    if live is None or live.step != REVEALED or ME not in live.calls:
        return None
    able = [seat for seat in table.seats if might_use(table, seat, BETRAYAL)]
    return may_play_nexus(so_far, able) if able else None


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


class TraitorsAdded(Event, shows="traitor"):
    """A seat drew traitor cards, and has to put ``back`` so many of its own."""

    seat: Public[str]
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
        leaders = self.leaders if known(self.leaders) else ()
        of = {"seat": name(self.seat), "leaders": listed(leaders, ",")}
        if not leaders:
            return say_many(
                self.count, "{seat:The draws} {n} traitor card.", "{seat:The draws} {n} traitor cards.", **of
            )
        return say_many(
            self.count,
            "{seat:The draws} {n} traitor card: {leaders}.",
            "{seat:The draws} {n} traitor cards: {leaders}.",
            **of,
        )


class TraitorsPutBack(Event):
    """As many cards as were drawn are shuffled back; nobody sees which."""

    seat: Public[str]
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


def _draw(table: Table, seat: str, many: int, rule: str, chance: Chance) -> Iterator[Event]:
    drawn = tuple(chance.shuffled(traitor_pile(table))[:many])
    yield TraitorsAdded(seat, len(drawn), len(drawn), sealed(drawn, seat), (rule,))
    if drawn:
        yield ask(table, KeptAs(seat, (*ask(table, HiddenTraitors(seat)).value, *drawn), rule)).value


def _no_cards(table: Table, rule: str) -> Iterator[Objection]:
    if not table.state(Traitors).done:
        yield Objection(rule, "The referee has dealt no traitor cards. Use your card by hand.", firm=True)


class DrawTraitor(NexusUse, use=CUNNING):
    """Draw a traitor card, then put one back."""

    button = "Nexus card: draw a traitor"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from _no_cards(table, CUNNING)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played()
        yield from _draw(table, self.seat, ONE, CUNNING, chance)


class DrawTwoTraitors(NexusUse, use=ALLY):
    """Draw two traitor cards, then put two back."""

    button = "Nexus card: draw two traitors"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, PAUSE)
        yield from _no_cards(table, ALLY)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played()
        yield from _draw(table, self.seat, TWO, ALLY, chance)


class PutTraitorsBack(Command, by="seat", grave=True):
    """Put back as many traitor cards as were drawn."""

    seat: str
    leader: str
    second: str = ""

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in table.state(TraitorsOwed).back

    def objections(self, table: Table) -> Iterable[Objection]:
        many = table.state(TraitorsOwed).back.get(self.seat, 0)
        own = ask(table, HiddenTraitors(self.seat)).value
        chosen = [one for one in (self.leader, self.second) if one]
        if not many:
            yield Objection(CUNNING, "You have no traitor card to put back.", firm=True)
        elif len({*chosen}) != many or not {*chosen} <= {*own}:
            words = say_many(many, "Put back {n} traitor card of your own.", "Put back {n} traitor cards of your own.")
            yield Objection(CUNNING, words, "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        rule = CUNNING if self.seat == ME else ALLY
        own = ask(table, HiddenTraitors(self.seat)).value
        left = tuple(one for one in own if one not in {self.leader, self.second})
        yield TraitorsPutBack(self.seat, len(own) - len(left), (rule,))
        yield ask(table, KeptAs(self.seat, left, rule)).value


@adds(Halts, rule=CUNNING)
def one_goes_back(question: Halts, table: Table) -> Iterable[Duty]:
    for seat, many in table.state(TraitorsOwed).back.items():
        halts = say("{seat:The puts} traitor cards back first.", seat=named(seat))
        you = say_many(many, "put {n} traitor card back", "put {n} traitor cards back")
        does = "puts a traitor card back" if many == 1 else "puts traitor cards back"
        yield Duty(seat, does, CUNNING, (PutTraitorsBack,), you=you, shielded=True, halts=halts)


@adds(SecretOffers, rule=CUNNING)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if many := table.state(TraitorsOwed).back.get(seat, 0):
        drawn = table.state(TraitorsOwed).drawn.get(seat, ())
        own = ask(table, HiddenTraitors(seat)).value
        new = {one: "{leader}, new" if one in drawn else "{leader}" for one in own}
        choices = tuple((one, say(new[one], leader=leader_with_seal(one))) for one in own)
        names = ("leader", "second")[:many]
        blanks = tuple(Blank(one, "Put back", "select", value=drawn[n], choices=choices) for n, one in enumerate(names))
        yield Offer(PutTraitorsBack, "Put back", CUNNING, blanks, at_once=True)
