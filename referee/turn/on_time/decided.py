"""The table decides an unfinished game by one of the published ways: that ends it, and is no victory by the rules."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.kernel import Called, Chance, Command, Event, Objection, Public, Table, listed, say
from referee.offers.offer import Offer
from referee.phases.mentat.victory import OVER, GameEnded, Victory, winner
from referee.turn.next_phase import GoTo
from referee.turn.on_time.unfinished import TITLES, Adjudication, Way, ways_to_decide

RULE = "4.97.68"
PAUSE = GoTo("mentat_pause", anyway=True)  # where a game ends: no auction runs there, and no battle


class GameDecided(GameEnded, because=(RULE,)):
    """The table agreed for whom an unfinished game is decided."""

    way: Public[Way]

    def apply(self, table: Table) -> None:
        table.put(Victory(tuple(self.seats), self.turn, self.because, TITLES[self.way]))

    def sentence(self, name: Called) -> str:
        seats = listed([name(seat) for seat in self.seats])
        words = "The game stops in turn {turn}. Decided by agreement: {seats}. {way}."
        return say(words, turn=self.turn, seats=seats, way=TITLES[self.way])


class DecideGame(Command, by="table", waits=True):
    way: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if winner(table):
            yield Objection(RULE, OVER, firm=True)
            return
        found = next((one for one in ways_to_decide(table) if one.way == self.way), None)
        if found is None:
            yield Objection(RULE, "There is no such way to decide this game now. Choose one on How it went.", firm=True)
        elif not found.seats:
            yield Objection(RULE, found.lines[-1].words, firm=True)
        elif table.phase != PAUSE.phase:
            yield from PAUSE.objections(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        found = next(one for one in ways_to_decide(table) if one.way == self.way)
        if table.phase != PAUSE.phase:
            yield from PAUSE.decide(table, chance)
        yield GameDecided(found.seats, table.turn, found.way)


def decision(table: Table, one: Adjudication) -> tuple[Offer, ...]:
    """Return the button that decides the game by this way, as soon as it is known for whom."""
    if not one.seats:
        return ()
    made = DecideGame(one.way)
    why_not = next((against.sentence for against in made.objections(table)), "")
    label = say("Decide: {seats}", seats=listed([named(seat) for seat in one.seats]))
    asks = "Does everybody agree? The game ends with it."
    return (Offer(DecideGame, label, RULE, fixed=(("way", one.way),), why_not=why_not, asks=asks),)
