"""Collection: forces collect spice, and in the advanced game strongholds pay income.

A faction says how many forces collect where, if the map does not; the referee knows the strongholds that matter and the
spice in the territory, and does the sums.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import NO_SECTOR, Group, in_words, is_kept
from referee.board.how_many import more_than_it_has
from referee.board.standing import ADVISORS, RICH, holdings, known_whole, stands, with_tokens
from referee.board.territories import TERRITORIES
from referee.common.factions import named
from referee.common.turn import PhaseBegan, in_phase
from referee.holdings.ledger import lying, on, pay
from referee.kernel import (
    BANK,
    Answer,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    Table,
    adds,
    after,
    ask,
    listed,
    memoized,
    phrase,
    say,
)
from referee.offers.what_now import LeftOver, Undone, went_on

COLLECTED = phrase("spice.collected", "Collection")
DRAWN = phrase("spice.income", "Income from {places!l}")
KINDS = ("forces", "fighters", ADVISORS)
INCOME = {"Arrakeen": 2, "Carthag": 2, "Tuek's Sietch": 1}


def collection_rate(table: Table, seat: str) -> int:
    """Return the spice per force: 2, or 3 with forces in Arrakeen or Carthag (1.08.02)."""
    here = {stand.place for stand in with_tokens(table) if stand.seat == seat and not stand.calm}
    rich = here if is_kept(table, seat) else set(holdings(table).held.get(seat, ()))
    return 3 if RICH & rich else 2


class Carries(SeatQuestion[int], rule="1.08.02"):
    """How much spice can these forces collect?

    Cyborgs only carry more; the sum is shown before anybody collects.
    """

    normal: int
    special: int

    def plain(self, table: Table) -> int:
        return collection_rate(table, self.seat) * (self.normal + self.special)


def income(table: Table) -> dict[str, int]:
    """Return the income of strongholds, empty in the basic game (1.13.01)."""
    return INCOME if table.rules == "advanced" else {}


class IncomeTaken(SeatEvent, because=("1.13.01",)):
    places: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(holdings(table)).paid |= {(self.seat, place) for place in self.places}


class SpiceCollected(SeatEvent, because=("1.08.01",)):
    territory: Public[str]

    def apply(self, table: Table) -> None:
        table.put(holdings(table)).collected |= {(self.seat, self.territory)}


class PaidFor(SeatQuestion[tuple[str, ...]], rule="1.13.01"):
    """For which strongholds is this faction paid?"""

    def plain(self, table: Table) -> tuple[str, ...]:
        return holdings(table).held.get(self.seat, ())


class SharesWith(SeatQuestion[tuple[str, ...]], rule="1.08.01", answer=()):
    """Which two gather the spice of this territory together and halve it, if this faction is one of them?

    Ecaz and their ally only; the first named gets the odd one.
    """

    territory: str


def income_due(table: Table, seat: str) -> dict[str, int]:
    """Return the stronghold income that a faction has not collected in this turn."""
    kept, pays = holdings(table), income(table)
    return {p: pays[p] for p in ask(table, PaidFor(seat)).value if p in pays and (seat, p) not in kept.paid}


class TakeIncome(SeatCommand, by="both", waits=True):
    """Collect the income of one's strongholds."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_collection")
        if not income_due(table, self.seat):
            rule = "1.13.01" if table.rules == "advanced" else "1.08.00"
            yield Objection(rule, "You have no stronghold income to collect now.", "NOTHING_TO_COLLECT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        due = income_due(table, self.seat)
        yield IncomeTaken(self.seat, tuple(due))
        yield from pay(BANK, self.seat, sum(due.values()), DRAWN(places=tuple(due)), ("1.13.01", "1.08.00"))


class Collect(SeatCommand, by="both", shown_first=True, waits=True, script=("kind", "cut_off")):
    """Collect spice in a territory."""

    territory: str
    normal: int
    special: int = 0
    kind: str = "forces"
    cut_off: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        code = "NOTHING_TO_COLLECT"
        yield from in_phase(table, "spice_collection")
        yield from more_than_it_has(table, self.seat, self.normal, self.special)
        if self.kind not in KINDS:
            yield Objection("1.08.01", "Enter how many forces are there, 20 at most.", "BAD_INPUT", firm=True)
        elif self.kind == ADVISORS:
            yield Objection("2.02.12", "Advisors do not collect spice.", code)
        elif self.cut_off:
            sentence = "Only forces in the spice's sector collect it, and the storm must not separate them."
            yield Objection("1.08.01", sentence, code)
        elif not lying(table, self.territory):
            sentence = "There is no spice there. Choose another territory."
            if self.territory:
                sentence = say("There is no spice in {territory}. Choose another territory.", territory=self.territory)
            yield Objection("1.08.01", sentence, code)
        elif (self.seat, self.territory) in holdings(table).collected:
            sentence = say(
                "Your forces in {territory} have already collected. Undo that to correct their number.",
                territory=self.territory,
            )
            yield Objection("1.08.01", sentence, code)
        elif not self.normal + self.special:
            words = "You have no forces there. Enter how many there are."
            if known_whole(table, self.seat):
                words = say("You have no forces in {goal}. Choose where you have some.", goal=self.territory)
            yield Objection("1.08.01", words, code)
        elif (most := may_gather(table, self.seat, self.territory)) is not None and self._beyond(most):
            words = "Only forces in the spice's sector collect it, and the storm must not separate them."
            if {one.calm for one in stands(table) if (one.seat, one.place) == (self.seat, self.territory)} == {True}:
                words = "Advisors do not collect spice."
            if most.total:
                words = say("You collect there with {forces} at most.", forces=in_words(most, self.seat))
            yield Objection("1.08.01", words, code)

    def _beyond(self, most: Group) -> bool:
        return self.normal > most.normal or self.special > most.special

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        carries = ask(table, Carries(self.seat, self.normal, self.special))
        both = ask(table, SharesWith(self.seat, self.territory))
        if both.value:
            yield from self._shared(table, carries, both)
            return
        amount = min(carries.value, lying(table, self.territory))
        why = ("1.08.01", "1.08.03") if amount < lying(table, self.territory) else ("1.08.01",)
        yield from pay(on(self.territory), self.seat, amount, COLLECTED(), why, carries)
        yield SpiceCollected(self.seat, self.territory)

    def _shared(self, table: Table, own: Answer[int], both: Answer[tuple[str, ...]]) -> Iterable[Event]:
        """Yield what two gather together, half for each."""
        other = next(seat for seat in both.value if seat != self.seat)
        group = gatherers(table, other).get(self.territory, Group())
        more = ask(table, Carries(other, group.normal, group.special))
        amount = min(own.value + more.value, lying(table, self.territory))
        for n, seat in enumerate(both.value):
            why = (both.because[0], "1.08.01")
            yield from pay(on(self.territory), seat, (amount + 1 - n) // 2, COLLECTED(), why, own, more)
            yield SpiceCollected(seat, self.territory)


UNTAKEN = phrase("collection.untaken", "{seat!n:The collects} no stronghold income in this turn.")


@adds(LeftOver, rule="1.13.01")
def income_to_take(question: LeftOver, table: Table) -> Iterable[Undone]:
    here = table.seats if table.phase == "spice_collection" else ()
    due = [(seat, sum(income_due(table, seat).values())) for seat in here]
    left = [say("{seat} {n}", seat=named(seat), n=amount) for seat, amount in due if amount]
    if left:
        passed = [event for seat, amount in due if amount for event in went_on(UNTAKEN(seat=seat), "1.13.01")]
        words = say("Still to collect: {seats}.", seats=listed(left))
        yield Undone(words, "1.13.01", False, loses=True, passed=tuple(passed))


# -- what follows from the map ------------------------------------------------------------------------


@after(PhaseBegan, rule="1.13.01")
def income_by_itself(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    for seat in table.seats if event.phase == "spice_collection" else ():
        if is_kept(table, seat) and income_due(table, seat):
            yield from TakeIncome(seat).decide(table, chance)


@memoized
def gatherers(table: Table, seat: str) -> dict[str, Group]:
    """Return where a kept faction has forces with spice that it has not collected in this turn (1.08.01)."""
    groups: dict[str, Group] = {}
    done = holdings(table).collected
    for stand in with_tokens(table) if is_kept(table, seat) else ():
        icon = TERRITORIES[stand.place].icon
        mine = stand.seat == seat and not stand.calm and stand.sector in {icon, NO_SECTOR}
        if mine and (seat, stand.place) not in done and lying(table, stand.place):
            groups[stand.place] = groups.get(stand.place, Group()).plus(stand.group)
    return groups


def may_gather(table: Table, seat: str, territory: str) -> Group | None:
    """Return the forces that may collect in a territory, ``None`` if some of this faction's are in unknown places."""
    return gatherers(table, seat).get(territory, Group()) if known_whole(table, seat) else None


class CollectAll(Command, by="table", waits=True):
    """Collect for everybody with forces in territories with spice."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_collection")
        if not any(gatherers(table, seat) for seat in table.seats):
            words = "On the map nobody is next to spice. Enter who is, or correct the map."
            yield Objection("1.08.01", words, "NOTHING_TO_COLLECT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        for seat in table.from_seat(table.first_player) if table.first_player in table.seats else table.seats:
            for place, group in gatherers(table, seat).items():
                if lying(table, place):
                    yield from Collect(seat, place, group.normal, group.special).decide(table, chance)
