"""Answers on treachery cards that everybody saw: whether one has been played, what lies on the pile, what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from referee.common.factions import named
from referee.holdings.hands import KnownCards
from referee.holdings.set_aside import CardSetAside
from referee.kernel import Event, Table, ask, card_name, face_names, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers, names
from referee.phases.battle.events import BattleBegun, PlansRevealed

PLAYED, PILE = "3.01.00", "0.06"


def _cards() -> Mapping[str, str]:
    """Return treachery cards by their names."""
    return {name: name for name in ask(Table(), KnownCards()).value}


names("card", _cards)


def _shown(event: Event) -> Iterator[str]:
    """Yield the treachery cards that left a hand with this event."""
    field = "card" if isinstance(event, CardSetAside) else event.discards
    if field and isinstance(card := getattr(event, field), str):
        yield card_name(card)


@answers
def has_card_been_played(asked: Asked, table: Table) -> Reply | None:
    """Return what was last seen of a card: that it was played or discarded, or used in a battle."""
    place, told, because = "", "", PLAYED
    for heard in table.log:
        event = heard.event
        if isinstance(event, BattleBegun):
            place = event.territory
        elif isinstance(event, PlansRevealed):
            if any(
                asked.card in {plan.get("weapon"), plan.get("defence")} for plan in (event.aggressor, event.defender)
            ):
                told = say("{card} was played in the battle in {place}.", card=asked.card, place=place)
        elif asked.card in _shown(event):
            told, because = event.sentence(named), next(iter(event.rules()), PLAYED)
    if not told:
        return Reply(together(["No.", say("Nobody has shown {card} in this game yet.", card=asked.card)]), (PLAYED,))
    return Reply(together(["Yes.", told]), (because, PLAYED))


@answers
def discard_pile(asked: Asked, table: Table) -> Reply | None:
    """Return which cards lie on the pile, the one on top first."""
    found = Counter(reversed(face_names(table.discard)))
    if not found:
        return Reply("No card lies on the discard pile.", (PILE,))
    cards = [name if n == 1 else say("{n} times {card}", n=n, card=name) for name, n in found.items()]
    return Reply(say("On the discard pile: {cards}.", cards=listed(cards)), (PILE,))


@answers
def cards_in_the_deck(asked: Asked, table: Table) -> Reply | None:
    left = len(table.deck)
    return Reply(say_many(left, "{n} card is left in the deck.", "{n} cards are left in the deck."), (PILE,))
