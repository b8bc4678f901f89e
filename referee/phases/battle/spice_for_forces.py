"""Spice for support: what an ally offers, and payment in battles fought by hand.

The offer is whispered to the two; the plan says how much of it is used, and it is paid when the battle is settled.
Battles by hand are paid by a button.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces_counted import ForcesToTanks
from referee.board.standing import FaceDownTokens, hidden
from referee.common.factions import named
from referee.common.turn import in_this_phase
from referee.common.what_is_physical import battles_are_refereed
from referee.holdings.leaders import LeaderDied
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded, spice_of
from referee.kernel import (
    BANK,
    PUBLIC,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    adds,
    ask,
    phrase,
    say,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers, SecretOffers
from referee.phases.battle.allowed_plans import AllyPays, SupportFromBank
from referee.phases.battle.battle_as_known import army_of, position
from referee.phases.battle.how_they_stand import noted_places
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now, last_battle, running

DIALED = phrase("spice.dialed", "Spice dialed")
SUPPORT = "1.13.04.04"
FED = "Your forces there are at full strength without spice. Take it out of your plan."


class SupportLent(Whisper, because=("4.93.08",), later=("why",)):
    """An ally offered to pay up to this amount for forces in this battle."""

    seat: Public[str]
    fighter: Public[str]
    amount: Public[int]
    why: Public[tuple[str, ...]] = ()
    says = "{seat!n:The pays} up to {amount} for {fighter!n:'s} forces."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).lent[self.fighter] = self.amount


def helped_by(table: Table, seat: str) -> str:
    """Return whose battle this seat may pay for now, "" for nobody's."""
    live, ally = battle_now(table), table.ally(seat) or ""
    due = live is not None and live.step == OPEN and table.rules == "advanced" and seat not in live.seats
    return ally if due and live and ally in live.seats and ask(table, AllyPays(seat)).value else ""


def most_support(table: Table, live: LiveBattle, seat: str) -> int:
    """Return the most spice of a seat and of the bank that can support its forces, all of them for an unknown purse."""
    forces = live.forces[seat].plus(hidden(table, live.whose(seat), live.territory, live.sectors)).total
    purse, given = spice_of(table, seat), ask(table, SupportFromBank(position(table, live), live.at(seat))).value
    return forces if purse is None else min(forces, purse + given)


def against_help(table: Table, live: LiveBattle, seat: str, helped: int) -> Iterator[Objection]:
    """Object to more help than the ally has offered, as far as this viewer knows."""
    may = ask(table, AllyPays(table.ally(seat) or ""))
    if helped and not (may.value and table.ally(seat)):
        yield Objection(may.because[0], "Nobody else can pay for these forces.", "SPICE_EXCEEDS_HELD")
    elif helped > live.lent.get(seat, 0) and table.viewer == seat:
        words = say("Your ally pays up to {amount}. Ask for more, or use less.", amount=live.lent.get(seat, 0))
        yield Objection(may.because[0], words, "SPICE_EXCEEDS_HELD")


def can_be_fed(table: Table, live: LiveBattle, seat: str) -> int:
    """Return how many forces spice can make stronger, 0 in the basic game and for forces that need none."""
    if table.rules != "advanced":
        return 0
    forces = live.forces[seat].plus(hidden(table, live.whose(seat), live.territory, live.sectors)).total
    bare = army_of(table, live, seat, 0)
    return forces if bare._replace(support=forces).most > bare.most else 0


def against_support(table: Table, live: LiveBattle, seat: str, spice: int) -> Iterator[Objection]:
    """Object to spice that supports nothing, as far as this viewer knows which forces are there."""
    if not spice or spice <= (most := can_be_fed(table, live, seat)):
        return
    tokens = ask(table, FaceDownTokens()).value if table.viewer == PUBLIC else ()
    if any((token.seat, token.place) == (live.whose(seat), live.territory) for token in tokens):
        return
    words = say("Spice supports at most {n} of your forces there.", n=most) if most else FED
    basic = "In the basic game no spice supports forces. Take it out of your plan."
    yield Objection("1.13.04", words if table.rules == "advanced" else basic, "NOT_ELIGIBLE", firm=True)


class LendSupport(SeatCommand, by="seat"):
    """Offer to pay up to this amount for an ally's forces; 0 withdraws it."""

    amount: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live, ally = battle_now(table), helped_by(table, self.seat)
        if live and not ally:
            rule = ask(table, AllyPays(self.seat)).because[0]
            yield Objection(rule, "Your ally is in no battle, so there is nothing to pay for.", "NOT_ALLIED", firm=True)
        elif live and ally in live.plans:
            yield Objection("1.07.04", say("{ally:The has} locked a plan. Ask them to reopen it.", ally=named(ally)))
        yield from too_dear(table, self.seat, self.amount, ask(table, AllyPays(self.seat)).because[0])

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        ally = helped_by(table, self.seat)
        why = ask(table, AllyPays(self.seat)).because
        yield SupportLent(frozenset({self.seat, ally}), self.seat, ally, self.amount, why)


@adds(SecretOffers, rule="4.93.08")
def pay_for_the_ally(question: SecretOffers, table: Table) -> Iterable[Offer]:
    live, ally = battle_now(table), helped_by(table, question.seat)
    if live is not None and ally and ally not in live.plans:
        now = str(live.lent.get(ally, 0))
        blank = Blank("amount", say("Spice for {ally:'s} forces", ally=named(ally)), "number", 0, 40, now)
        rule = ask(table, AllyPays(question.seat)).because[0]
        yield Offer(LendSupport, "Pay up to this", rule, (blank,))


# -- battles fought by hand ---------------------------------------------------------------------------


class PayForForces(SeatCommand, by="seat", led=True):
    """Pay the spice dialed in a battle by hand."""

    amount: int

    def open_to_seat(self, table: Table) -> bool:
        return fought_by_hand(table)

    def objections(self, table: Table) -> Iterable[Objection]:
        if table.rules != "advanced" or table.phase != "battle":
            yield Objection(SUPPORT, "Spice is dialed only in battles of the advanced game. Wait for the Battle phase.")
        elif self.amount < 1:
            yield Objection(SUPPORT, "Enter how much spice was dialed, 1 or more.", "BAD_INPUT", firm=True)
        yield from too_dear(table, self.seat, self.amount, SUPPORT)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from afforded(table, {self.seat: self.amount}, (SUPPORT,))):
            yield from pay(self.seat, BANK, self.amount, DIALED(), (SUPPORT,))


def fought_by_hand(table: Table) -> bool:
    """Return True if battles of this phase are not refereed: left to the table, or a loss was entered."""
    if table.phase != "battle" or last_battle(table) is not None or noted_places(table):
        return False
    losses = any(isinstance(event, (ForcesToTanks, LeaderDied)) for event in in_this_phase(table))
    return losses or not battles_are_refereed(table)


@adds(Offers, rule=SUPPORT, phase="battle")
def after_a_battle(question: Offers, table: Table) -> Iterable[Offer]:
    if question.seat != TABLE and table.rules == "advanced" and fought_by_hand(table):
        blank = Blank("amount", "Spice dialed", "number", 1, 20, "1")
        yield Offer(PayForForces, "Pay spice dialed on a wheel", SUPPORT, (blank,))
