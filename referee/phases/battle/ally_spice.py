"""Spice that an ally lays down in a battle, where the table allows it (option T8).

How much an ally will pay is whispered to the two; the fighter decides in the plan how much of it is used. It is paid
with everything else when the battle is settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.common.factions import faction_name
from referee.common.ledger import too_dear
from referee.common.offers import Blank, Offer, SecretOffers
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Whisper
from referee.kernel.rulings import Chance, adds, ask
from referee.kernel.table import Table
from referee.phases.battle.plan import AllyPays
from referee.phases.battle.state import OPEN, LiveBattle, battle_now, running


class SupportLent(Whisper):
    """An ally will pay up to so much for the forces of this battle."""

    seat: Public[str]
    fighter: Public[str]
    amount: Public[int]
    because = ("4.93.08",)

    def apply(self, table: Table) -> None:
        """Note it for the two."""
        live = table.get(LiveBattle)
        if live is not None:
            live.lent[self.fighter] = self.amount

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say how much."""
        return f"{name(self.seat)} pays up to {self.amount} for the forces of {name(self.fighter)}."


def helped_by(table: Table, seat: str) -> str:
    """Return whose battle this seat may pay for now, "" for nobody's."""
    live, ally = battle_now(table), table.ally(seat) or ""
    due = live is not None and live.step == OPEN and table.rules == "advanced" and seat not in live.seats
    return ally if due and live and ally in live.seats and ask(table, AllyPays()).value else ""


def against_help(table: Table, live: LiveBattle, seat: str, helped: int) -> Iterator[Objection]:
    """Object to more help than the ally has promised, as far as this viewer knows."""
    may = ask(table, AllyPays())
    if helped and not (may.value and table.ally(seat)):
        yield Objection(may.because[0], "Nobody else pays for these forces at this table.", "SPICE_EXCEEDS_HELD")
    elif helped > live.lent.get(seat, 0) and table.viewer == seat:
        words = f"The ally pays up to {live.lent.get(seat, 0)}. Ask for more, or use less."
        yield Objection(may.because[0], words, "SPICE_EXCEEDS_HELD")


class LendSupport(Command):
    """Pay up to so much for an ally's forces; 0 takes it back."""

    by = "seat"
    seat: str
    amount: int

    def objections(self, table: Table) -> Iterable[Objection]:
        """In a battle of the ally, before the plan is locked, out of their own purse."""
        yield from running(table, OPEN)
        live, ally = battle_now(table), helped_by(table, self.seat)
        if live and not ally:
            rule = ask(table, AllyPays()).because[0]
            yield Objection(rule, "There is no battle of an ally to pay for.", "NOT_ALLIED", firm=True)
        elif live and ally in live.plans:
            yield Objection("1.07.04", f"{faction_name(ally)} has locked the plan already. Ask for it to be reopened.")
        yield from too_dear(table, self.seat, self.amount, "4.93.08")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Tell the two."""
        ally = helped_by(table, self.seat)
        yield SupportLent(frozenset({self.seat, ally}), self.seat, ally, self.amount)


@adds(SecretOffers, rule="4.93.08")
def pay_for_the_ally(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """Behind the shield, before the ally's plan is locked."""
    live, ally = battle_now(table), helped_by(table, question.seat)
    if live is None or not ally or ally in live.plans:
        return ()
    now = str(live.lent.get(ally, 0))
    blank = Blank("amount", f"Spice for {faction_name(ally)}'s forces", "number", 0, 40, now)
    return (Offer("LendSupport", "Pay up to this", "4.93.08", (blank,)),)
