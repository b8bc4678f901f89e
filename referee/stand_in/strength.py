"""How strong forces are in a battle that may come, as far as a seat knows."""

from __future__ import annotations

from math import exp2

from referee.board.forces import Group
from referee.common.factions import FACTIONS
from referee.holdings.leaders import dead_everywhere, key, keys, leaders_of, printed_strength
from referee.holdings.purse import spice_of
from referee.holdings.traitors import Traitors, TraitorsShare, traitor_cards
from referee.kernel import Table, ask, card_name, memoized
from referee.phases.battle.cards_in_battle import DEFENCE, WEAPON, Fits, Idle
from referee.phases.battle.dial_and_losses import Army, Worth, worths
from referee.phases.battle.two_sides import AGGRESSOR, Battle, Side

LUCK = 2.5  # points that double the odds: weapons, defenses and traitors decide as much as numbers
THEIR_SPICE = 4  # what others are thought to have where their purse is not known
STRONGEST = 0.1  # how likely a card that is drawn is the one kept, for each point of the leader's strength
MOST_BETRAYED = 0.9
A_CARD, UNKNOWN_CARD = 1.5, 0.4  # points of a weapon or a defense; how likely an unknown card is one
LEADS, DARES = 0.8, 0.75  # how much of its best leader, and of its highest dial, a faction is expected to bring


@memoized
def best_leader(table: Table, seat: str) -> int:
    """Return the strength of the best leader that a faction may have alive, as far as this table knows."""
    dead, own = keys(dead_everywhere(table)), leaders_of(table, seat)
    names = own.pool if own else FACTIONS[seat].discs(table.rules) if seat in FACTIONS else ()
    return max((printed_strength(name) or 0 for name in names if key(name) not in dead), default=0)


@memoized
def betrayal(table: Table, seat: str, foe: str, leader: str) -> float:
    """Return how likely a leader of this seat is a traitor that a foe keeps, as far as the seat knows.

    Cards that the seat has drawn itself are with nobody else; of several drawn the strongest is thought to be kept.
    """
    traitors, deck = table.state(Traitors), traitor_cards(table)
    drawn, kept = ask(table, TraitorsShare(foe)).value
    mine = traitors.dealt.get(seat, ())
    if not traitors.done or leader not in deck or leader in mine or not kept:
        return 0
    held = 1.0 if kept >= drawn else min(1.0, STRONGEST * (printed_strength(leader) or 0) * kept)
    return min(MOST_BETRAYED, held * drawn / max(drawn, len(deck) - len(mine)))


@memoized
def least_betrayal(table: Table, seat: str, foe: str) -> float:
    """Return how likely the leader of a seat is a traitor of a foe who is least likely one, of those it may have."""
    own, dead = leaders_of(table, seat), keys(dead_everywhere(table))
    alive = [name for name in own.pool if key(name) not in dead] if own else []
    return min((betrayal(table, seat, foe, name) for name in alive), default=0.0)


@memoized
def each(table: Table, place: str, seat: str, foe: str) -> tuple[Worth, Worth]:
    """Return what a normal and a special force of a seat are worth there against a foe."""
    battle = Battle(place, Side(seat, Group(), 0), Side(foe, Group(), 0))
    plain, special = worths(table, battle, AGGRESSOR)
    return plain.value, special.value


def highest_dial(table: Table, place: str, seat: str, foe: str, group: Group, spice: int) -> float:
    """Return the highest dial that forces reach with so much spice."""
    return float(Army(group, *each(table, place, seat, foe), min(spice, group.total)).most)


def expected(table: Table, place: str, seat: str, foe: str, group: Group) -> float:
    """Return about what a faction brings into a battle with these forces: its dial, its best leader and its cards."""
    known = spice_of(table, seat)
    dial = highest_dial(table, place, seat, foe, group, THEIR_SPICE if known is None else known)
    return DARES * dial + LEADS * best_leader(table, seat) + armed(table, seat)


@memoized
def armed(table: Table, seat: str) -> float:
    """Return how many points the cards of a faction are worth in a battle: a weapon and a defense, as far as known."""
    hand = table.seats[seat].hand
    known = {card_name(card) for card in hand.faces()}
    real = [card for card in known if not ask(table, Idle(card)).value]
    parts = sum(any(ask(table, Fits(card, slot)).value for card in real) for slot in (WEAPON, DEFENCE))
    return min(2.0, parts + UNKNOWN_CARD * (len(hand) - len(hand.faces()))) * A_CARD


def odds(mine: float, theirs: float) -> float:
    """Return about how likely the first of two totals wins, each as strong as it is expected to fight."""
    return 1 / (1 + exp2((theirs - mine) / LUCK))
