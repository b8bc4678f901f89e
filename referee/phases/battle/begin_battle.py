"""Beginning a battle with the forces that are there, and canceling it before it is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.board.forces import Group
from referee.board.how_many import may_be_on_board, more_than_there_are
from referee.board.standing import known_whole
from referee.board.territories import nowhere, places
from referee.common.factions import SPECIAL, elites, faction_name
from referee.common.turn import in_phase
from referee.common.what_is_physical import battles_are_refereed
from referee.kernel import Chance, Command, Event, Objection, Table, adds, ask
from referee.offers.offer import TABLE, Blank, Offer, Offers
from referee.phases.battle.events import BattleBegun, BattleCancelled
from referee.phases.battle.live_battle import between_battles, no_open_battle, running
from referee.phases.battle.who_fights_where import BattleOrder, neutral


class BeginBattle(Command, by="table", waits=True):
    territory: str
    one: str
    two: str
    one_normal: int = 0
    one_special: int = 0
    two_normal: int = 0
    two_special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "battle")
        yield from no_open_battle(table)
        if not battles_are_refereed(table):
            yield Objection("4.94.03", "The referee does not judge battles at this table. Change that under Options.")
        yield from nowhere(table, self.territory, "1.07.01")
        if neutral(self.territory):
            yield Objection("1.07.01.02", "There are no battles in the Polar Sink. Choose another territory.")
        if self.one == self.two or not {self.one, self.two} <= set(table.seats):
            yield Objection("1.07.01", "Two factions fight each other. Choose two at this table.", firm=True)
        elif table.ally(self.one) == self.two:
            yield Objection("1.10.02.06", "Allies do not fight each other. Choose another pair.")
        counts = (self.one_normal, self.one_special, self.two_normal, self.two_special)
        if min(counts) < 0 or max(counts) > 40 or not (sum(counts[:2]) and sum(counts[2:])):
            yield Objection("1.07.01", "Each side needs at least one force there. Enter the numbers.", firm=True)
        elif {self.one, self.two} <= set(table.seats):
            yield from more_than_there_are(table, self.one, Group(*counts[:2]))
            yield from more_than_there_are(table, self.two, Group(*counts[2:]))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        groups = {self.one: (self.one_normal, self.one_special), self.two: (self.two_normal, self.two_special)}
        first, second = (seat for seat in ask(table, BattleOrder()).value if seat in groups)
        yield BattleBegun(self.territory, first, second, groups[first], groups[second])


def fought_by(table: Table, command: Command) -> dict[str, Group]:
    """Return who would fight with which forces by this command; empty for any other command."""
    if isinstance(command, BeginBattle):
        one, two = Group(command.one_normal, command.one_special), Group(command.two_normal, command.two_special)
        return {command.one: one, command.two: two}
    armies: Callable[[Table], dict[str, Group]] | None = getattr(command, "armies", None)
    return armies(table) if armies else {}


def fought_in(table: Table, command: Command) -> str:
    """Return where a battle would be fought by this command; "" for any other command."""
    place: Callable[[Table], str] | None = getattr(command, "battlefield", None)
    return place(table) if place else getattr(command, "territory", "")


class CancelBattle(Command, by="table", waits=True, becomes=BattleCancelled):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table)


@adds(Offers, rule="1.07.01", phase="battle", seat=TABLE)
def somebody_fights(question: Offers, table: Table) -> Iterable[Offer]:
    order = table.from_seat(table.first_player or next(iter(table.seats), ""))
    order = [seat for seat in order if may_be_on_board(table, seat)]
    if between_battles(table) and len(order) >= 2:
        seats = tuple((seat, faction_name(seat)) for seat in order)
        blanks = (
            places(table, "territory", "Territory"),
            *_side("one", "Faction", order[0], seats),
            *_side("two", "Against", order[1], seats),
        )
        known = all(known_whole(table, seat) for seat in table.seats)
        yield Offer(BeginBattle, "Begin a battle", "1.07.02", blanks, aside=known)


def _side(name: str, label: str, seat: str, seats: tuple[tuple[str, str], ...]) -> tuple[Blank, ...]:
    return (
        Blank(name, label, "select", value=seat, choices=seats),
        Blank(f"{name}_normal", "Forces", "number", 0, 20, "1"),
        Blank(f"{name}_special", elites(of for of, _ in seats) or SPECIAL, "number", 0, 7, "0"),
    )
