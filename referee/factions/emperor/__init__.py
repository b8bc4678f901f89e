"""Emperor: paid for treachery cards, gives spice to an ally, backs any bid, and revives for the ally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.how_many import Starred, where_they_count
from referee.common.factions import Faction, faction
from referee.holdings.purse import MayGive
from referee.kernel import Chance, Event, Noun, Objection, Table, adds, fixed, ruling
from referee.offers.offer import Offer
from referee.phases.battle.begin_battle import fought_by
from referee.phases.battle.dial_and_losses import ForceWorth, Worth, twice
from referee.phases.bidding.bid_limit import BidLimit, Limit, MayBack, promise
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.bidding.payment import Payee
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.forces import ReviveForAnother, one_or_the_other
from referee.phases.revival.leaders import LeaderRevived
from referee.phases.revival.limits_and_prices import (
    EXTRA,
    ForcesRevived,
    FreeOnSheet,
    Help,
    RevivalHelp,
    StarredLimit,
)
from referee.powers.great_powers import GreatPower
from referee.powers.karama_windows import Uses, announced_with
from referee.powers.powers import Power, Stoppable, starred
from referee.turn.phase_offers import leader_or_forces

ME = "emperor"
LEADERS = {"Hasimir Fenring": 6, "Captain Aramsham": 5, "Caid": 3, "Burseg": 3, "Bashar": 2}
faction(
    Faction(
        ME,
        "Emperor",
        "emp",
        spice=10,
        cards=1,
        rules=("2.03.01", "2.03.02"),
        leaders=LEADERS,
        elite=("Sardaukar", "Sardaukar"),
        said="the Emperor",
        many=False,
        spoken={"de": Noun("Imperator", "m", "Imperators"), "fr": Noun("Empereur", "m"), "es": Noun("Emperador", "m")},
    )
)
fixed(StartForces, "2.03.02", Start(Group(15, 5)), seat=ME)
fixed(FreeOnSheet, "2.03.03", 1, seat=ME)
fixed(StarredLimit, "2.03.11", 1, seat=ME, advanced=True)
fixed(Spoils, "2.04.09.02", True, seat=ME, place="Tuek's Sietch")


@ruling(Starred, rule="2.03.02", seat=ME)
def five_sardaukar(question: Starred, table: Table, so_far: int) -> int:
    return where_they_count(question, table, 5)


# -- bidding: the Emperor is paid, and backs whom he allows -------------------------------------------

PAYMENT = Power("2.03.04", ME, "PAYMENT_FOR_TREACHERY", "after", "The Emperor is paid for the card.")


@ruling(Payee, rule="2.03.04")
def others_pay_the_emperor(question: Payee, table: Table, so_far: str) -> str | None:
    return ME if ME in table.seats and question.buyer != ME else None


@ruling(Payee, rule="4.91.15")
def his_own_cards(question: Payee, table: Table, so_far: str) -> str | None:
    """Option B15, which has no other setting."""
    return so_far if question.buyer == ME and so_far == "bank" else None


@adds(Stoppable, rule="2.03.04")
def may_be_stopped(question: Stoppable, table: Table) -> Iterable[Power]:
    due = question.moment == "ahead" or (question.moment == "sale" and bidding_of(table).high_by != ME)
    return (PAYMENT,) if due and ME in table.seats else ()


@ruling(MayBack, rule="4.90.02")
def backs_anybody(question: MayBack, table: Table, so_far: bool) -> bool | None:
    return True if question.helper == ME and question.bidder != ME else None


@ruling(BidLimit, rule="4.90.02")
def permission_counts(question: BidLimit, table: Table, so_far: Limit) -> Limit | None:
    """An ally's promise is counted already."""
    if ME not in table.seats or table.ally(question.seat) == ME:
        return None
    amount = promise(table, ME, question.seat)
    return so_far.plus(ME, amount) if amount else None


@ruling(MayGive, rule="2.03.06")
def gives_to_an_ally(question: MayGive, table: Table, so_far: bool) -> bool | None:
    return table.ally(ME) == question.taker if question.giver == ME else None


# -- revival: three more for the ally, at his expense -------------------------------------------------

HELP = Power("2.03.07", ME, "ALLY_REVIVAL", "after", "The Emperor pays for revivals of the ally.")
MOST = 3
starred(HELP, "revival", ledger=True, ally=True)
announced_with(HELP, ReviveForAnother)


@ruling(RevivalHelp, rule="2.03.07", helper=ME)
def three_more_for_the_ally(question: RevivalHelp, table: Table, so_far: Help) -> Help:
    return replace(so_far, pays=MOST if table.ally(ME) == question.seat else 0)


# -- battle: Sardaukar count for two, but not against Fremen ------------------------------------------

SARDAUKAR = Power("2.03.08", ME, "SARDAUKAR", "before", "Sardaukar count for two.")
WARY_OF = "fremen"
starred(SARDAUKAR, "battle", advanced=True)


def _elite(question: ForceWorth, table: Table) -> bool:
    mine = question.battle.side(question.at).whose == ME
    return mine and question.starred and table.rules == "advanced"


@ruling(ForceWorth, rule="2.03.08")
def sardaukar_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    fremen = question.battle.against(question.at).whose == WARY_OF
    return twice(so_far) if _elite(question, table) and not fremen else None


@ruling(ForceWorth, rule="2.03.09")
def not_against_fremen(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    fremen = question.battle.against(question.at).whose == WARY_OF
    return so_far if _elite(question, table) and fremen else None


@adds(Uses, rule="2.03.08")
def they_stand_there(question: Uses, table: Table) -> Iterable[Power]:
    mine = fought_by(table, question.command).get(ME)
    stand = mine is not None and mine.special and table.rules == "advanced"
    return (SARDAUKAR,) if stand else ()


# -- once a game, by Karama: three forces or a leader come back free ----------------------------------

GREAT = "1.14.02"


class ReviveFree(GreatPower):
    rule, who, phase = GREAT, ME, "revival"
    normal: int = 0
    special: int = 0
    leader: str = ""
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way("Karama: revive free", *leader_or_forces(table, ME))

    def against(self, table: Table, now: str) -> Iterable[Objection]:
        return one_or_the_other(table, GREAT, now, self.leader, Group(self.normal, self.special), MOST)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        if self.leader:
            yield LeaderRevived(now, self.leader, True, (GREAT,))
        elif self.normal + self.special:
            yield ForcesRevived(now, self.normal, self.special, 0, EXTRA, (GREAT,))
