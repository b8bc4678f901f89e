"""The Nexus card of CHOAM: a card they lose, any card as a worthless one, or spice and sight for somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.common.factions import named
from referee.common.turn import in_phase
from referee.factions.choam import ME
from referee.factions.choam.auditor import unused
from referee.factions.choam.worthless import (
    AGAINST,
    EVERY,
    LABELS,
    PHASE,
    WHERE,
    against_use,
    places_for,
    worthless_effect,
)
from referee.holdings.hands import CardDiscarded, CardKind, called, held_card
from referee.holdings.ledger import pay
from referee.kernel.commands import Objection
from referee.kernel.events import FACE_DOWN, Event, Public, Sealed, known, sealed
from referee.kernel.phrases import phrase
from referee.kernel.rulings import Chance, adds, ask
from referee.kernel.table import BANK, Table, card_name, face_name
from referee.kernel.wording import Called, say, small
from referee.modules.nexus_cards.holding import NexusUse, may_use, nexus_card, used
from referee.offers.offer import BehindShield, Blank, Kept, Offer, SecretOffers, cards_to_choose, others_of
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import OVER, LiveBattle, battle_key, last_battle

CARD = nexus_card(ME, "4.05.19")
BETRAYAL, CUNNING, ALLY = "4.05.19.01", "4.05.19.02", "4.05.19.03"
PAID = 2
SOLD = phrase("nexus.sold", "By a Nexus card, for a worthless card")


class DiscardOne(NexusUse, use=BETRAYAL):
    """CHOAM discard a card at random."""

    button = "Nexus card: CHOAM discard a card"

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played()
        hand = table.seats[ME].hand.faces()
        if hand:
            yield CardDiscarded(ME, chance.shuffled(hand)[0], (BETRAYAL,))


class UseAnyCard(NexusUse, use=CUNNING):
    """Discard any card for what a worthless card does."""

    card: str
    as_card: str
    of: str = ""
    place: str = ""

    def against(self, table: Table) -> Iterable[Objection]:
        if held_card(table, ME, called(self.card)) is None:
            yield Objection(CUNNING, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)
        if self.as_card not in PHASE:
            yield Objection(CUNNING, "No card with that name does anything for you.", "BAD_INPUT", firm=True)
        else:
            yield from against_use(table, self.as_card, self.of, self.place)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        held = held_card(table, ME, called(self.card))
        if held is not None:
            yield self.played(self.as_card)
            yield CardDiscarded(ME, held, (CUNNING,))
            yield from worthless_effect(table, self.as_card, self.of, self.place)


class TurnInWorthless(NexusUse, use=ALLY):
    """Turn in a worthless card for spice."""

    card: str

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_collection")
        if held_card(table, self.seat, called(self.card)) is None:
            yield Objection(ALLY, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)
        elif ask(table, CardKind(self.card)).value != "worthless":
            yield Objection(ALLY, "That card is not worthless. Choose another.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        held = held_card(table, self.seat, called(self.card))
        if held is not None:
            yield self.played("spice")
            yield CardDiscarded(self.seat, held, (ALLY,))
            yield from pay(BANK, self.seat, PAID, SOLD(), (ALLY,))


# -- a card of the loser ------------------------------------------------------------------------------


@dataclass
class LoserSeen:
    """The card of a loser that a winner saw last, as far as this viewer knows."""

    seat: str
    of: str
    turn: int
    card: object


class LoserShows(Event, because=(ALLY,), shows="card"):
    """A winner saw a card of the loser's hand; ``any`` is False if there was none to see."""

    seat: Public[str]
    of: Public[str]
    any: Public[bool]
    card: Sealed[str]

    def apply(self, table: Table) -> None:
        table.put(LoserSeen(self.seat, self.of, table.turn, self.card))
        hand = table.seats[self.of].hand
        if self.any and known(self.card) and self.card not in hand:
            hand.take(FACE_DOWN)
            hand.append(self.card)

    def sentence(self, name: Called) -> str:
        if not self.any:
            return say("{of:The has} no card to show.", of=name(self.of))
        card = face_name(self.card) or "a card"
        return say("{seat:The sees} {card} of {of:'s} hand.", seat=name(self.seat), card=card, of=name(self.of))


def _lost_to(table: Table, seat: str) -> LiveBattle | None:
    """Return the battle that this seat has just won and that is over."""
    live = last_battle(table)
    ended = next((one.event for one in reversed(table.log) if isinstance(one.event, BattleEnded)), None)
    won = isinstance(ended, BattleEnded) and ended.winner == seat
    over = live is not None and live.step == OVER and won
    return live if over and live and not used(table, ALLY, aim=battle_key(live)) else None


class SeeLosersCard(NexusUse, use=ALLY):
    """See a card of the loser at random that was not in the plan."""

    def against(self, table: Table) -> Iterable[Objection]:
        if _lost_to(table, self.seat) is None:
            yield Objection(ALLY, "Play this card right after a battle that you won.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = _lost_to(table, self.seat)
        if live is None:
            return
        of = live.against(self.seat)
        yield self.played(battle_key(live))
        drawn = chance.shuffled(unused(table, of))[:1]
        shown = sealed(drawn[0] if drawn else FACE_DOWN, self.seat, of)
        yield LoserShows(self.seat, of, bool(drawn or table.seats[of].hand), shown)


@adds(BehindShield, rule=ALLY)
def what_was_seen(question: BehindShield, table: Table) -> Iterable[Kept]:
    seen = table.get(LoserSeen)
    if seen is not None and (seen.seat, seen.turn) == (question.seat, table.turn) and isinstance(seen.card, str):
        yield Kept(say("Seen in {of:'s} hand", of=named(seen.of)), (f"*{card_name(seen.card)}*",), ALLY)


# -- on the phone -------------------------------------------------------------------------------------


@adds(SecretOffers, rule=ALLY)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    faces = table.seats[seat].hand.faces()
    if may_use(table, seat, CUNNING) and faces:
        which = Blank("card", "Discard", "select", choices=cards_to_choose(faces))
        for name in (one for one, phase in PHASE.items() if phase in {EVERY, table.phase}):
            whose = (Blank("of", "Player", "select", choices=others_of(table, ME)),) if name in AGAINST else ()
            where = (Blank("place", "Where", "place", choices=places_for(table, name)),) if name in WHERE else ()
            words = say("Nexus card, as {card}: {power}", card=name, power=small(LABELS[name]))
            yield Offer(UseAnyCard, words, CUNNING, (which, *whose, *where), (("as_card", name),), aside=True)
    if may_use(table, seat, ALLY):
        worthless = [card for card in faces if ask(table, CardKind(card)).value == "worthless"]
        if table.phase == "spice_collection" and worthless:
            blank = Blank("card", "Card", "select", choices=cards_to_choose(worthless))
            yield Offer(
                TurnInWorthless, say("Nexus card: {paid} spice for a worthless card", paid=PAID), ALLY, (blank,)
            )
        if (live := _lost_to(table, seat)) is not None:
            label = say("Nexus card: see a card of {seat}", seat=named(live.against(seat)))
            yield Offer(SeeLosersCard, label, ALLY)
