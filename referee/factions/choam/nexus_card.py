"""The Nexus card of CHOAM: a card they lose, any card as a worthless one, or spice and sight for somebody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
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
from referee.kernel import (
    BANK,
    FACE_DOWN,
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
    card_name,
    known,
    phrase,
    say,
    sealed,
    small,
)
from referee.modules.nexus_cards.holding import NexusHeld, NexusUse, nexus_card, used
from referee.offers.offer import BehindShield, Blank, Kept, Offer, cards_to_choose, others_of
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import OVER, LiveBattle, battle_key, last_battle

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.19.01", "4.05.19.02", "4.05.19.03")
PAID = 2
SOLD = phrase("nexus.sold", "By a Nexus card, for a worthless card")


class DiscardOne(NexusUse, rule=BETRAYAL):
    """CHOAM discard a card at random."""

    button = "Nexus card: CHOAM discard a card"

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        for card in chance.shuffled(table.seats[ME].hand.faces())[:1]:
            yield CardDiscarded(ME, card, (BETRAYAL,))


class UseAnyCard(NexusUse, rule=CUNNING):
    """Discard any card for what a worthless card does."""

    aside = True
    card: str
    as_card: str
    of: str = ""
    place: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        faces = table.seats[now.seat].hand.faces()
        which = Blank("card", "Discard", "select", choices=cards_to_choose(faces))
        for name in (one for one, phase in PHASE.items() if faces and phase in {EVERY, table.phase}):
            whose = (Blank("of", "Player", "select", choices=others_of(table, ME)),) if name in AGAINST else ()
            where = (Blank("place", "Where", "place", choices=places_for(table, name)),) if name in WHERE else ()
            words = say("Nexus card, as {card}: {power}", card=name, power=small(LABELS[name]))
            yield cls.way(words, which, *whose, *where, as_card=name)

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        yield from _not_held(table, self.seat, self.card, CUNNING)
        if self.as_card not in PHASE:
            yield Objection(CUNNING, "No card with that name does anything for you.", "BAD_INPUT", firm=True)
        else:
            yield from against_use(table, self.as_card, self.of, self.place)

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        if (held := held_card(table, ME, called(self.card))) is not None:
            yield self.played(self.as_card)
            yield CardDiscarded(ME, held, (CUNNING,))
            yield from worthless_effect(table, self.as_card, self.of, self.place)


class TurnInWorthless(NexusUse, rule=ALLY, phase="spice_collection"):
    """Turn in a worthless card for spice."""

    card: str

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        faces = table.seats[now.seat].hand.faces()
        if worthless := [card for card in faces if ask(table, CardKind(card)).value == "worthless"]:
            blank = Blank("card", "Card", "select", choices=cards_to_choose(worthless))
            yield cls.way(say("Nexus card: {paid} spice for a worthless card", paid=PAID), blank)

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if wrong := [*_not_held(table, self.seat, self.card, ALLY)]:
            yield from wrong
        elif ask(table, CardKind(self.card)).value != "worthless":
            yield Objection(ALLY, "That card is not worthless. Choose another.", "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        if (held := held_card(table, self.seat, called(self.card))) is not None:
            yield self.played("spice")
            yield CardDiscarded(self.seat, held, (ALLY,))
            yield from pay(BANK, self.seat, PAID, SOLD(), (ALLY,))


def _not_held(table: Table, seat: str, card: str, rule: str) -> Iterator[Objection]:
    if held_card(table, seat, called(card)) is None:
        yield Objection(rule, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)


# -- a card of the loser ------------------------------------------------------------------------------


class LoserSeen(State):
    """The card of a loser that a winner saw last, as far as this viewer knows."""

    seat: str
    of: str
    turn: int
    card: object


class LoserShows(SeatEvent, because=(ALLY,), shows="card"):
    """A winner saw a card of the loser's hand; ``any`` is False if there was none to see."""

    of: Public[str]
    any: Public[bool]
    card: Sealed[str]
    fuller = "{any!?}{seat!n:The sees} {card!c} of {of!n:'s} hand."
    says = "{of!n:The has} no card to show."

    def apply(self, table: Table) -> None:
        table.put(LoserSeen(self.seat, self.of, table.turn, self.card))
        hand = table.seats[self.of].hand
        if self.any and known(self.card) and self.card not in hand:
            hand.take(FACE_DOWN)
            hand.append(self.card)


def _lost_to(table: Table, seat: str) -> LiveBattle | None:
    """Return the battle that this seat has just won and that is over."""
    live = last_battle(table)
    ended = next((heard.event for heard in reversed(table.log) if isinstance(heard.event, BattleEnded)), None)
    won = isinstance(ended, BattleEnded) and ended.winner == seat
    over = live is not None and live.step == OVER and won
    return live if over and live and not used(table, ALLY, aim=battle_key(live)) else None


class SeeLosersCard(NexusUse, rule=ALLY):
    """See a card of the loser at random that was not in the plan."""

    not_offered = "Play this card right after a battle that you won."

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if (live := _lost_to(table, now.seat)) is not None:
            yield cls.way(say("Nexus card: see a card of {seat}", seat=named(live.against(now.seat))))

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        if (live := _lost_to(table, self.seat)) is not None:
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
