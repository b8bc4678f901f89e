"""What if: how a battle would end against every weapon and defense the opponent may hold.

Only from what one viewer knows. A card known to be elsewhere is left out; of a hand seen whole nothing else is
possible. No chances are given, for the opponent chooses. Cards with the same effect are grouped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace

from referee.holdings.hands import DeckCards
from referee.holdings.leaders import key
from referee.kernel import REFEREE, Table, Value, ask, card_name
from referee.phases.battle.cards_in_battle import DEFENCE, WEAPON, BattleCards, Fits, Idle
from referee.phases.battle.judging import judge
from referee.phases.battle.two_sides import AGGRESSOR, At, Battle, VerdictLine, other

WIN, LOSE, NOBODY = "win", "lose", "nobody"
Card = str | None


class May(Value):
    """What an opponent may hold, by printed names: cards seen in that hand, and all not ruled out."""

    seen: tuple[str, ...]
    possible: tuple[str, ...]


class End(Value):
    """The end of one pair of plans for the asker: win, lose or nobody; whose leader dies; totals (own first)."""

    end: str
    own_falls: bool
    other_falls: bool
    totals: tuple[float, float] | None


class Outlook(Value):
    """Ends against groups of weapons (rows) and of defenses (columns); ``None`` stands for no card."""

    weapons: tuple[tuple[Card, ...], ...]
    defences: tuple[tuple[Card, ...], ...]
    ends: tuple[tuple[End, ...], ...]


def may_hold(table: Table, seat: str) -> May:
    """Return what a faction may hold as far as this viewer knows; "" for an unknown faction."""
    own = table.seats.get(seat)
    seen = tuple(card_name(card) for card in own.hand.faces()) if own else ()
    every = ask(table, BattleCards()).value
    if own and seen and len(seen) == len(own.hand) and table.viewer != REFEREE:
        return May(seen, tuple(name for name in every if name in seen))
    deck = Counter(card_name(card) for card in ask(table, DeckCards()).value)
    elsewhere = Counter(card_name(card) for card in table.discard.faces())
    for one, holder in table.seats.items():
        if one != seat:
            elsewhere.update(card_name(card) for card in holder.hand.faces())
    return May(seen, tuple(name for name in every if deck[name] > elsewhere[name] or name in seen))


def fitting(table: Table, cards: Iterable[str], slot: str) -> tuple[str, ...]:
    """Return the cards with an effect in a slot."""
    return tuple(card for card in cards if ask(table, Fits(card, slot)).value and not ask(table, Idle(card)).value)


def outlook(table: Table, battle: Battle, at: At, cards: Sequence[str]) -> Outlook:
    """Return the ends against all weapons and defenses among these cards, and none."""
    weapons: list[Card] = [None, *fitting(table, cards, WEAPON)]
    defences: list[Card] = [None, *fitting(table, cards, DEFENCE)]
    ends = {(w, d): _end(table, battle, at, w, d) for w in weapons for d in defences if w is None or w != d}
    same = _end(table, battle, at, None, None)
    rows = _alike(weapons, lambda w: tuple(ends.get((w, d), same) for d in defences))
    columns = _alike(defences, lambda d: tuple(ends.get((w, d), same) for w in weapons))
    cells = tuple(tuple(_of(ends, row, column, same) for column in columns) for row in rows)
    return Outlook(rows, columns, cells)


def lines_for(table: Table, battle: Battle) -> tuple[VerdictLine, ...]:
    """Return the verdict on two whole plans, line by line with rules."""
    return judge(table, battle).lines


def _of(ends: dict[tuple[Card, Card], End], row: Iterable[Card], column: Iterable[Card], same: End) -> End:
    return next((ends[w, d] for w in row for d in column if (w, d) in ends), same)


def _alike(cards: Sequence[Card], ends: Callable[[Card], Hashable]) -> tuple[tuple[Card, ...], ...]:
    groups: dict[Hashable, list[Card]] = {}
    for card in cards:
        groups.setdefault(ends(card), []).append(card)
    return tuple(tuple(group) for group in groups.values())


def _end(table: Table, battle: Battle, at: At, weapon: Card, defence: Card) -> End:
    played = with_cards(battle, other(at), weapon, defence)
    verdict = judge(table, played)
    dead = {key(name) for name in verdict.killed}
    own, foe = played.side(at), played.against(at)
    totals = verdict.totals
    if totals and at != AGGRESSOR:
        totals = (totals[1], totals[0])
    end = NOBODY if not verdict.winner else WIN if verdict.winner == at else LOSE
    falls = tuple(bool(side.leader and key(side.leader.name) in dead) for side in (own, foe))
    return End(end, falls[0], falls[1], totals and (float(totals[0]), float(totals[1])))


def with_cards(battle: Battle, at: At, weapon: Card, defence: Card) -> Battle:
    """Return the battle with these cards in a side's plan and hand."""
    side = battle.side(at)
    hand = tuple(card for card in (weapon, defence, side.hero or None) if card)
    changed = replace(side, weapon=weapon, defence=defence, hand=hand)
    return replace(battle, aggressor=changed) if at == AGGRESSOR else replace(battle, defender=changed)
