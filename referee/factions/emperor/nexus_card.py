"""The Nexus card of the Emperor: what is paid to him or by him, his Sardaukar, and three forces more."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.common.factions import named
from referee.common.turn import in_phase
from referee.factions.emperor import ME, SARDAUKAR
from referee.holdings.ledger import moved_on
from referee.kernel.commands import Objection
from referee.kernel.events import Event
from referee.kernel.phrases import phrase
from referee.kernel.rulings import Chance, adds, ask, option, ruling, setting
from referee.kernel.table import BANK, Table
from referee.kernel.wording import say
from referee.modules.nexus_cards.holding import STOPS, NexusUse, may_use, nexus_card, used
from referee.offers.offer import Offer, SecretOffers
from referee.phases.battle.dial_and_losses import CountAsSpecial
from referee.phases.battle.live_battle import OPEN, battle_key, battle_now, running
from referee.phases.battle.two_sides import SIDES, VerdictLine
from referee.phases.battle.verdict import Aftermath, Verdict
from referee.phases.bidding.cards_of_the_row import LastSale, last_sale
from referee.phases.revival.forces import one_or_the_other, some_dead
from referee.phases.revival.limits_and_prices import EXTRA, ForcesRevived
from referee.turn.phase_offers import forces_of

CARD = nexus_card(ME, "4.05.13")
BETRAYAL, CUNNING, ALLY = "4.05.13.01", "4.05.13.02", "4.05.13.03"
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


class BetrayEmperor(NexusUse, use=BETRAYAL):
    """Have the Emperor pay his ally's card, or lose what he was paid (option E43)."""

    def against(self, table: Table) -> Iterable[Objection]:
        if _sale(table) is None:
            words = "Play this card right after the Emperor's ally has paid for a card."
            if setting(table, WHO_PAYS) == "bank":
                words = "Play this card right after the Emperor was paid for a card."
            yield Objection(BETRAYAL, words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        sale = _sale(table)
        if sale is None:
            return
        yield self.played(str(sale.number))
        if setting(table, WHO_PAYS) == "bank":
            yield from moved_on(table, ME, BANK, sale.price, LOST(), WHO_PAYS.rule)
            return
        for seat, share in sale.shares.items():
            if seat != ME:
                yield from moved_on(table, ME, seat, share, COVERED(), BETRAYAL)


class KeepPrice(NexusUse, use=ALLY, at_once=True):
    """Keep the spice that one has just paid for a card."""

    button = "Nexus card: keep the price"

    def against(self, table: Table) -> Iterable[Objection]:
        sale = last_sale(table)
        if sale is None or sale.buyer != self.seat or not sale.shares.get(self.seat):
            yield Objection(ALLY, "Play this card right after you paid for a card.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        sale = last_sale(table)
        if sale is not None:
            yield self.played("price")
            yield from moved_on(table, sale.payee, self.seat, sale.shares.get(self.seat, 0), KEPT(), ALLY)


# -- revival ------------------------------------------------------------------------------------------


class ReviveThree(NexusUse, use=ALLY):
    """Take back three more forces free."""

    normal: int = 0
    special: int = 0

    def against(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        yield from one_or_the_other(table, ALLY, self.seat, "", Group(self.normal, self.special), MORE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played("forces")
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


class FiveSardaukar(NexusUse, use=CUNNING, at_once=True):
    """Five forces count as Sardaukar in this battle."""

    button = "Nexus card: five count as Sardaukar"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        if live is None:
            return
        if self.seat not in live.seats or live.whose(self.seat) != ME:
            yield Objection(CUNNING, "You do not fight in this battle. Keep the card.", "NOT_IN_BATTLE", firm=True)
        elif live.forces[self.seat].special:
            words = say("{seat:The has} Sardaukar in this battle. Keep the card.", seat=named(ME))
            yield Objection(CUNNING, words, "NOT_ELIGIBLE", firm=True)
        elif self.seat in live.plans:
            yield Objection(CUNNING, "Play this card before your plan. Reopen your plan first.", firm=True)
        if table.rules != "advanced":
            yield Objection(CUNNING, "In the basic game Sardaukar count as other forces do.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = battle_now(table)
        if live is not None:
            yield self.played(battle_key(live))


@adds(SecretOffers, rule=ALLY)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if may_use(table, seat, BETRAYAL) and not any(BetrayEmperor(seat).objections(table)):
        bank = setting(table, WHO_PAYS) == "bank"
        words = "Nexus card: his payment goes to the bank" if bank else "Nexus card: he pays for his ally"
        yield Offer(BetrayEmperor, words, BETRAYAL, at_once=True)
    if may_use(table, seat, ALLY) and table.phase == "revival" and some_dead(table, seat):
        yield Offer(ReviveThree, "Nexus card: revive up to three more", ALLY, forces_of(table, seat))
