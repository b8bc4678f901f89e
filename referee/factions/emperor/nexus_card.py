"""The Nexus card of the Emperor: what is paid to him or by him, his Sardaukar, and three forces more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import Group
from referee.common.factions import named
from referee.factions.emperor import ME, SARDAUKAR
from referee.holdings.ledger import moved_on
from referee.kernel import BANK, Chance, Event, Objection, Table, ask, option, phrase, ruling, say, setting
from referee.modules.nexus_cards.holding import STOPS, AfterPayment, NexusHeld, NexusUse, nexus_card, used
from referee.modules.nexus_cards.in_battle import NO_FIGHT, BeforeThePlans
from referee.offers.offer import Offer
from referee.phases.battle.dial_and_losses import CountAsSpecial
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.two_sides import SIDES, VerdictLine
from referee.phases.battle.verdict import Aftermath, Verdict
from referee.phases.bidding.cards_of_the_row import LastSale, last_sale
from referee.phases.revival.forces import one_or_the_other, some_dead
from referee.phases.revival.limits_and_prices import EXTRA, ForcesRevived
from referee.turn.phase_offers import forces_of

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.13.01", "4.05.13.02", "4.05.13.03")
FIVE, MORE = 5, 3
STOPS[SARDAUKAR.rule] = BETRAYAL
COVERED = phrase("nexus.covered", "By a Nexus card, for the ally's purchase")
LOST = phrase("nexus.to_the_bank", "By a Nexus card, the payment for a card")
KEPT = phrase("nexus.kept", "By a Nexus card, the price comes back")
STRONGER = phrase("nexus.sardaukar", "By the Nexus card {many} of the Emperor's forces count as Sardaukar.")
WHO_PAYS = option(
    "E43",
    "4.96.43",
    "Betrayal of the Emperor in bidding",
    ("ally", "He pays his ally's card", "The Emperor pays the card that his ally has just bought."),
    ("bank", "He loses a payment", "What was just paid to the Emperor for a card goes to the bank."),
)


# -- a sale -------------------------------------------------------------------------------------------


def _sale(table: Table) -> LastSale | None:
    """Return the sale that a Betrayal may change now."""
    sale = last_sale(table)
    if sale is None or not sale.price or used(table, BETRAYAL, aim=str(sale.number)):
        return None
    if setting(table, WHO_PAYS) == "bank":
        return sale if sale.payee == ME else None
    return sale if sale.buyer == table.ally(ME) else None


class BetrayEmperor(AfterPayment, rule=BETRAYAL):
    """Have the Emperor pay his ally's card, or lose what he was paid (option E43)."""

    paid = staticmethod(_sale)

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if _sale(table):
            bank = setting(table, WHO_PAYS) == "bank"
            yield cls.way("Nexus card: his payment goes to the bank" if bank else "Nexus card: he pays for his ally")

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if _sale(table) is None:
            words = "Play this card right after the Emperor's ally has paid for a card."
            if setting(table, WHO_PAYS) == "bank":
                words = "Play this card right after the Emperor was paid for a card."
            yield Objection(BETRAYAL, words, firm=True)

    def change(self, table: Table, paid: LastSale) -> Iterator[Event]:
        if setting(table, WHO_PAYS) == "bank":
            yield from moved_on(table, ME, BANK, paid.price, LOST(), WHO_PAYS.rule)
            return
        for seat, share in paid.shares.items():
            if seat != ME:
                yield from moved_on(table, ME, seat, share, COVERED(), BETRAYAL)


class KeepPrice(NexusUse, rule=ALLY, at_once=True):
    """Keep the spice that one has just paid for a card."""

    button = "Nexus card: keep the price"

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        sale = last_sale(table)
        if sale is None or sale.buyer != self.seat or not sale.shares.get(self.seat):
            yield Objection(ALLY, "Play this card right after you paid for a card.", firm=True)

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        if (sale := last_sale(table)) is not None:
            yield self.played("price")
            yield from moved_on(table, sale.payee, self.seat, sale.shares.get(self.seat, 0), KEPT(), ALLY)


# -- revival ------------------------------------------------------------------------------------------


class ReviveThree(NexusUse, rule=ALLY, phase="revival"):
    """Take back three more forces free."""

    aim = "forces"
    normal: int = 0
    special: int = 0

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if some_dead(table, now.seat):
            yield cls.way("Nexus card: revive up to three more", *forces_of(table, now.seat))

    def against(self, table: Table, now: NexusHeld) -> Iterable[Objection]:
        return one_or_the_other(table, ALLY, self.seat, "", Group(self.normal, self.special), MORE)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        many = self.normal + self.special
        yield ForcesRevived(self.seat, self.normal, self.special, many, EXTRA, (ALLY,))


# -- five forces count as Sardaukar -------------------------------------------------------------------


@ruling(CountAsSpecial, rule=CUNNING)
def five_of_his(question: CountAsSpecial, table: Table, so_far: int) -> int | None:
    side = question.battle.side(question.at)
    if side.whose != ME or side.forces.special or not used(table, CUNNING, ME, question.battle.key):
        return None
    return min(FIVE, side.forces.normal)


@ruling(Aftermath, rule=CUNNING)
def told_in_the_verdict(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    verdict = so_far
    for at in SIDES:
        many = ask(table, CountAsSpecial(question.battle, at)).value
        if many and question.battle.side(at).whose == ME:
            verdict = verdict.told(VerdictLine(CUNNING, STRONGER(many=many)))
    return verdict if verdict is not so_far else None


class FiveSardaukar(BeforeThePlans, rule=CUNNING):
    """Five forces count as Sardaukar in this battle."""

    button = "Nexus card: five count as Sardaukar"

    def against_battle(self, table: Table, live: LiveBattle) -> Iterator[Objection]:
        if live.whose(self.seat) != ME:
            yield Objection(CUNNING, NO_FIGHT, "NOT_IN_BATTLE", firm=True)
        elif live.forces[self.seat].special:
            words = say("{seat:The has} Sardaukar in this battle. Keep the card.", seat=named(ME))
            yield Objection(CUNNING, words, "NOT_ELIGIBLE", firm=True)
        if table.rules != "advanced":
            yield Objection(CUNNING, "In the basic game Sardaukar count as other forces do.", "NOT_ELIGIBLE", firm=True)
