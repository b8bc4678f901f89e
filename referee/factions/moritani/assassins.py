"""Moritani lose a battle and show their traitor instead: another leader of the winner dies.

Once against each faction in a game. Whether they could is known to everybody; whether they hold the right card is not.
The card is set aside, and a new one is drawn in the next Mentat Pause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.common.factions import FACTIONS, named
from referee.common.lines_on_paper import PaperLine, a_seat
from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import PhaseBegan
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.moritani import ME
from referee.factions.moritani.leaders_and_spice import assassinate
from referee.holdings.leaders import among, dead_everywhere, home_of, key, keys, leaders_known
from referee.holdings.traitors import Traitors, TraitorsElsewhere, TraitorsKept, leader_with_seal, traitor_pile
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatEvent,
    State,
    Table,
    adds,
    after,
    listed,
    option,
    say,
    setting,
)
from referee.offers.choices import Choice
from referee.offers.offer import Blank, Offer
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.events import BattleEnded, TraitorCalled
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.verdict import TOTALS

RULE = "2.12.16"
AFTER_A_CALL = option(
    "E8",
    "4.96.08",
    "Assassinating leaders after calling a traitor",
    ("game", "Lost for the game", "Who calls the traitor in the usual way has used the card."),
    ("turn", "Lost for this turn", "Moritani may assassinate again in later turns."),
)


class Assassins(State):
    """Against whom it was used, cards set aside, the last call of a traitor, what waits, and whether a card is owed."""

    used: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    called: int = 0
    against: str = ""
    owed: bool = False


def assassins(table: Table) -> Assassins:
    return table.state(Assassins)


def _barred(table: Table) -> bool:
    """Return True if a traitor called in the usual way keeps Moritani from it."""
    called = assassins(table).called
    return bool(called) and (setting(table, AFTER_A_CALL) == "game" or called == table.turn)


# -- events -------------------------------------------------------------------------------------------


class AssassinsWait(Event, because=(RULE,)):
    """Moritani lost to this faction and may show their traitor."""

    of: Public[str]

    def apply(self, table: Table) -> None:
        table.put(assassins(table)).against = self.of


class AssassinShown(Event, because=(RULE,), shows="traitor"):
    """Moritani showed their traitor card against the winner, "" if they did not."""

    of: Public[str]
    leader: Public[str]
    fuller = "Moritani show {leader} of {of!n} as their traitor."
    says = "Moritani assassinate nobody."

    def apply(self, table: Table) -> None:
        made = table.put(assassins(table))
        made.against = ""
        if self.leader:
            made.used.append(self.of)
            made.aside.append(self.leader)
            made.owed = True
            kept = table.state(Traitors).kept
            if ME in kept:
                kept[ME] = tuple(leader for leader in kept[ME] if key(leader) != key(self.leader))

    def moment(self, name: Called) -> tuple[str, str]:
        return ("Assassinated!", f"{self.leader} dies.") if self.leader else ("", "")


class CalledByThem(Event, because=(RULE,)):
    """Moritani called their traitor in the usual way."""

    def apply(self, table: Table) -> None:
        table.put(assassins(table)).called = table.turn


class TraitorDrawnAnew(SeatEvent, because=(RULE,)):
    """Moritani draw a traitor card for the one set aside."""

    says = "{seat!n:The draws} a new traitor card."

    def apply(self, table: Table) -> None:
        table.put(assassins(table)).owed = False


@adds(TraitorsElsewhere, rule=RULE)
def set_aside(question: TraitorsElsewhere, table: Table) -> Iterable[str]:
    return assassins(table).aside


# -- when it comes to that ----------------------------------------------------------------------------


@after(TraitorCalled, rule=RULE)
def the_card_is_used(event: TraitorCalled, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat == ME:
        yield CalledByThem()


@after(BattleEnded, rule=RULE)
def a_lost_battle(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    """Public facts alone decide; a hand without the right card is asked all the same."""
    live = table.get(LiveBattle)
    if live is None or table.rules != "advanced" or ME not in live.seats or live.winner in {"", ME}:
        return
    leader = plan_of(live, live.winner).leader
    lives = bool(leader) and not live.verdict.fell(leader) and home_of(leader) == live.winner
    fair = live.verdict.how == TOTALS and live.dancer is None and not live.calls
    if lives and fair and live.winner not in assassins(table).used and not _barred(table):
        yield AssassinsWait(live.winner)


@after(PhaseBegan, rule=RULE)
def a_new_card(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    made = assassins(table)
    if made.against:
        yield AssassinShown(made.against, "")
    if event.phase != "mentat_pause" or not made.owed:
        return
    yield TraitorDrawnAnew(ME)
    pile = chance.shuffled(traitor_pile(table))
    if pile and cards_are_dealt(table):
        yield TraitorsKept(frozenset({ME}), ME, (*table.state(Traitors).kept.get(ME, ()), pile[0]), (RULE,))


def possible(table: Table) -> list[str]:
    """Return the traitor cards that fit, as far as this viewer knows."""
    live, against = table.get(LiveBattle), assassins(table).against
    if not against or live is None:
        return []
    led = plan_of(live, against).leader
    kept = table.state(Traitors).kept.get(ME)
    names = kept if kept is not None else tuple(FACTIONS[against].discs(table.rules))
    dead = keys(dead_everywhere(table))
    return [name for name in names if home_of(name) == against and key(name) not in {key(led), *dead}]


class AssassinChoice(Choice[str], abstract=True):
    """Moritani's choice after a lost battle: which leader of the winner dies, if any."""

    rule, who, phase, loses = RULE, ME, "battle", True
    nothing = "Nobody can be assassinated now."

    @classmethod
    def waiting(cls, table: Table) -> str | None:
        """Return the faction that they lost to."""
        return assassins(table).against or None

    @classmethod
    def words(cls, table: Table, now: str) -> dict[str, object]:
        return {"against": named(now)}

    @classmethod
    def passed(cls, table: Table, now: str) -> tuple[Event, ...]:
        return (AssassinShown(now, ""),)


class Assassinate(AssassinChoice, by="both", grave=True, gains=2):
    """Show the traitor card; with printed cards its holder's word is taken."""

    does = "says whether to assassinate a leader"
    you = "show your traitor if it is another leader of {against}, or assassinate nobody"
    leader: str

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if choices := tuple((name, leader_with_seal(name)) for name in possible(table)):
            yield cls.way("Assassinate a leader", Blank("leader", "Your traitor", "select", choices=choices))

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from on_own_phone(table, self.seat, "4.97.07")
        yield from super().objections(table)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not among(self.leader, possible(table)):
            words = "You have no traitor card of another living leader of the winner."
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield AssassinShown(now, self.leader)
        book = leaders_known(table, now)
        if not among(self.leader, (*book.face_up, *book.face_down)):
            yield from assassinate(table, self.leader, now, RULE)


class SpareLeaders(AssassinChoice, by="both", gains=-1):
    button = "Assassinate nobody"

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield AssassinShown(now, "")


@PaperLine(*("assassins", RULE, lambda table, _, *seats: [AssassinsUsed(seats)]), each=a_seat, public=True, seat=ME)
def against_whom(table: Table, _: str) -> tuple[str, list[str]] | None:
    used = assassins(table).used
    return (say("Leaders assassinated: {seats}", seats=listed([*map(named, used)], ",")), used) if used else None


class AssassinsUsed(Event, because=(RULE,)):
    """Against these factions it was used before the referee joined."""

    seats: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(assassins(table)).used += self.seats
