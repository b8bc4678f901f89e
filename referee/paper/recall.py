"""What a player knows from before the referee joined: traitors kept, and leaders captured, told behind the shield.

It is optional, and part of a player's own sheet.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import FACTIONS
from referee.holdings.leaders import serves_others
from referee.holdings.traitors import Traitors, TraitorsKept, TraitorsShare, leader_with_seal, traitor_cards
from referee.kernel import Chance, Event, Objection, SeatCommand, Table, adds, ask, say
from referee.offers.offer import CHOOSE, Blank, Offer, SecretOffers
from referee.paper.leaders import holder_before, taken_before
from referee.paper.sheets import awaited
from referee.phases.battle.allowed_plans import TakesCaptives

RULE = "4.97.15"
FIELDS = ("leader", "leader_2", "leader_3", "leader_4")


def _leaders(table: Table) -> tuple[str, ...]:
    return tuple(leader for seat in table.seats for leader in FACTIONS[seat].discs(table.rules))


class TellTraitors(SeatCommand, by="seat"):
    """Enter the traitors one kept before the referee joined."""

    leader: str
    leader_2: str = ""
    leader_3: str = ""
    leader_4: str = ""

    def told(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name in (getattr(self, field) for field in FIELDS) if name))

    def objections(self, table: Table) -> Iterable[Objection]:
        if not awaited(table, self.seat) or self.seat in table.state(Traitors).kept:
            yield Objection(RULE, "You enter your traitors once, before the game continues.", firm=True)
        elif not self.told() or not set(self.told()) <= set(traitor_cards(table)):
            yield Objection("0.11", "Choose leaders that play in this game.", "BAD_INPUT", firm=True)
        elif len(self.told()) > (share := ask(table, TraitorsShare(self.seat))).value[1]:
            sentence = say("You keep {n} of your traitor cards. Choose fewer.", n=share.value[1])
            yield Objection(share.because[0], sentence, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TraitorsKept(frozenset({self.seat}), self.seat, self.told(), (RULE, "0.11"))


class TellCaptive(SeatCommand, by="seat"):
    """Enter a leader captured before the referee joined; its owner hears of it."""

    leader: str

    def objections(self, table: Table) -> Iterable[Objection]:
        may = ask(table, TakesCaptives(self.seat))
        if not may.value or not awaited(table, self.seat):
            yield Objection(RULE, "You enter captured leaders before the game continues.", firm=True)
        elif self.leader not in _to_hold(table, self.seat):
            yield Objection(may.because[0], "Choose a leader of another faction in this game.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from taken_before(table, self.seat, (self.leader,))


def _to_hold(table: Table, seat: str) -> tuple[str, ...]:
    """Return the leaders that nobody has told to be dead or with this faction already."""
    return tuple(name for name in _leaders(table) if serves_others(name) and holder_before(table, seat, name))


@adds(SecretOffers, rule=RULE)
def what_was_before(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if not awaited(table, seat):
        return
    choices = tuple((name, leader_with_seal(name)) for name in traitor_cards(table))
    keeps = FIELDS[: ask(table, TraitorsShare(seat)).value[1]]
    if keeps and seat not in table.state(Traitors).kept:
        several = len(keeps) > 1
        labels = [say("Traitor {n}", n=n) if several else "Your traitor" for n, _ in enumerate(keeps, start=1)]
        anybody = (CHOOSE, *choices)
        blanks = (Blank(*one, "select", choices=anybody) for one in zip(keeps, labels, strict=True))
        yield Offer(TellTraitors, "Save my traitors" if several else "Save my traitor", RULE, tuple(blanks))
    if ask(table, TakesCaptives(seat)).value:
        free = tuple(choice for choice in choices if choice[0] in _to_hold(table, seat))
        blank = Blank("leader", "Captured leader you hold", "select", choices=(CHOOSE, *free))
        yield Offer(TellCaptive, "Save this captive", RULE, (blank,))
