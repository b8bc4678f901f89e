"""Option T13: a faction that keeps all its traitor cards and drew too many of its own leaders may redraw once.

The cards go back to the pile and as many are drawn. It is a whisper: nobody else learns of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.factions import FACTIONS
from referee.holdings.traitors import Traitors, TraitorsShare, traitor_cards
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    State,
    Table,
    Whisper,
    adds,
    ask,
    option,
    say,
    setting,
)
from referee.offers.offer import Offer, SecretOffers

RULE = "4.93.13"
OWN = 2

OWN_TRAITORS = option(
    "T13",
    RULE,
    "Drawing your own leaders as traitors",
    ("keep", "Kept as dealt", "You keep them."),
    (
        "mulligan",
        "Redraw once",
        "A player who keeps all traitor cards and drew two of their own leaders may redraw before the storm.",
    ),
)


class Redrawn(State):
    seats: set[str] = field(default_factory=set)


def early(table: Table) -> bool:
    """Return True until the first storm has passed."""
    return table.turn == 1 and table.phase in {"lobby", "setup", "storm"}


def unlucky(table: Table, seat: str) -> bool:
    """Return True for a faction that keeps all its traitor cards and drew too many of its own leaders."""
    dealt = table.state(Traitors).dealt.get(seat, ())
    own = [leader for leader in dealt if leader in FACTIONS[seat].leaders]
    return len(own) >= OWN and ask(table, TraitorsShare(seat)).value[1] >= len(dealt)


class TraitorsRedrawn(Whisper, because=(RULE,), shows="traitor"):
    seat: Public[str]
    leaders: Public[tuple[str, ...]]
    says = "{seat!n:The redraws}: {leaders!s}."

    def apply(self, table: Table) -> None:
        state, redrawn = table.state(Traitors), table.state(Redrawn)
        state.dealt[self.seat] = state.kept[self.seat] = tuple(self.leaders)
        redrawn.seats.add(self.seat)
        table.put(state)
        table.put(redrawn)


class DrawAnew(SeatCommand, by="seat"):
    def objections(self, table: Table) -> Iterable[Objection]:
        if setting(table, OWN_TRAITORS) != "mulligan":
            yield Objection(RULE, "At this table traitor cards are kept as dealt.", "NOT_ELIGIBLE")
        elif self.seat in table.state(Redrawn).seats:
            yield Objection(RULE, "You have redrawn once. Keep these.", "NOT_ELIGIBLE")
        elif not early(table):
            yield Objection(RULE, "You can redraw only before the first storm.", "NOT_ELIGIBLE")
        elif not unlucky(table, self.seat):
            sentence = say(
                "Only a player who keeps all cards and drew {n} or more of their own leaders may redraw.", n=OWN
            )
            yield Objection(RULE, sentence, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        state = table.state(Traitors)
        gone = {leader for seat, dealt in state.dealt.items() if seat != self.seat for leader in dealt}
        pile = [card for card in traitor_cards(table) if card not in gone]
        count = len(state.dealt[self.seat])
        yield TraitorsRedrawn(frozenset({self.seat}), self.seat, tuple(chance.shuffled(pile)[:count]))


@adds(SecretOffers, rule=RULE)
def draw_anew(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if not any(DrawAnew(question.seat).objections(table)):
        yield Offer(DrawAnew, "Redraw four traitor cards", RULE)
