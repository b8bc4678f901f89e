"""Sneak Attack: up to five reserves land where the token lay, free, even where nobody may ship any more."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.entries import ReservesLanded
from referee.board.forces import RESERVES, forces_in, in_words
from referee.factions.moritani import ME
from referee.factions.moritani.effects import EFFECTS, TerrorDone, TokenChoice, waits
from referee.factions.moritani.reaction import TerrorWaits
from referee.kernel import Chance, Event, Objection, Table, ruling, say
from referee.offers.gains import FightsThere
from referee.offers.offer import Offer, pick
from referee.phases.shipment.by_the_map import against_entering, landing_sector
from referee.phases.shipment.prices_and_permissions import SNEAKED

RULE, SNEAKS = "2.12.12", 5
SNEAK = "sneak"


EFFECTS["sneak_attack"] = lambda event, *_: [waits(SNEAK, event)]


class ForcesSneakedIn(ReservesLanded, because=(RULE,)):
    says = "{seat!n:The lands} {forces} in {goal}, free."


class SneakIn(TokenChoice, by="both", waits_for_powers=True):
    """Land up to five reserves where the token lay; 0 for none."""

    step, rule = SNEAK, RULE
    slots = {"sneaks": SNEAKS}
    does, you = "says how many forces land", "send up to {sneaks} forces from your reserves to {place}, or none"
    normal: int

    @classmethod
    def ways(cls, table: Table, now: TerrorWaits) -> Iterator[Offer]:
        left = forces_in(table, ME, RESERVES)
        most = SNEAKS if left is None else min(SNEAKS, left.normal)
        if most and not any(SneakIn(ME, 1).objections(table)):
            many = pick("normal", say("Forces to {place}", place=now.place), map(str, range(1, most + 1)), "tap")
            yield cls.way(say("Sneak Attack in {place}", place=now.place), many)
        yield cls.way("Land nobody", normal=0)

    def against(self, table: Table, now: TerrorWaits) -> Iterator[Objection]:
        if not self.normal:
            return
        left = forces_in(table, ME, RESERVES)
        if not 0 < self.normal <= SNEAKS:
            yield Objection(RULE, say("Send 1 to {sneaks} forces, or none.", sneaks=SNEAKS), "NOT_ELIGIBLE", firm=True)
        elif left is not None and self.normal > left.normal:
            words = say("You have {forces} in reserve. Send no more than that.", forces=in_words(left, ME))
            yield Objection(RULE, words, firm=True)
        for wrong in against_entering(table, ME, SNEAKED, now.place, now.sector, RULE):
            if wrong.rule == "1.06.03.05":
                yield wrong._replace(sentence=say("Two other factions are in {place}.", place=now.place))
            else:
                words = say("The storm is over {place}. Nobody lands there.", place=now.place)
                yield Objection(RULE, words, "NOT_ELIGIBLE", behind=(wrong.rule,))

    def outcome(self, table: Table, now: TerrorWaits, chance: Chance) -> Iterator[Event]:
        yield TerrorDone()
        if self.normal:
            sector = landing_sector(table, ME, SNEAKED, now.place, now.sector)
            yield ForcesSneakedIn(ME, self.normal, now.place, sector)


@ruling(FightsThere, rule=RULE)
def who_sneaks_in(question: FightsThere, table: Table, so_far: tuple[str, int]) -> tuple[str, int] | None:
    made, now = question.command, SneakIn.waiting(table)
    return (now.place, made.normal) if isinstance(made, SneakIn) and now else None
