"""The Diplomat: a worthless card as the opponent's defense, and a retreat after a lost battle.

Both are said when the plans are open, and the battle is judged again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, field, replace

from referee.board.entries import EFFECT, Arrival, ForcesEntered
from referee.board.forces import NO_SECTOR, ForcesEvent, Group, OfForces, in_words, move
from referee.board.standing import near, with_tokens
from referee.board.territories import is_stronghold, on_board
from referee.common.factions import named
from referee.common.turn import OfTurn, of_turn
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    after,
    ask,
    option,
    phrase,
    ruling,
    say,
    setting,
)
from referee.modules.leader_skills import CARDS, DIPLOMAT
from referee.modules.leader_skills.before_the_shield import fights_as, open_card
from referee.offers.offer import TABLE, Blank, Duties, Duty, Offer, Offers
from referee.phases.battle.allowed_plans import support_of
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.cards_in_battle import DEFENCE, ActsAs, Idle, NeitherOfBoth
from referee.phases.battle.conclude import settled_after_all
from referee.phases.battle.dial_and_losses import losses
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.judging import losing, spent
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_key, battle_now, live_of, running
from referee.phases.battle.reveal import MayStillSpeak, judged, one_more
from referee.phases.battle.total import Strength, sum_of
from referee.phases.battle.two_sides import SIDES, At, Battle, VerdictLine
from referee.phases.battle.verdict import TOTALS, Aftermath, CountsAsUsed, Verdict
from referee.phases.battle.verdict_wording import DISCARDS_ALL, LOSES
from referee.phases.shipment.by_the_map import against_entering, landing_sector
from referee.phases.shipment.prices_and_permissions import FLED

RULE = CARDS[DIPLOMAT]
STAND_IN = phrase("skills.stand_in", "{by}: {faction!n:'s} {card} counts as {defence}.")


def _retreats(name: Called, by: str, faction: str, normal: int, special: int, place: str) -> str:
    return say(
        "{by}: {seat:retreats} with {forces} to {place}.",
        by=by,
        seat=name(faction),
        forces=in_words(Group(normal, special), faction),
        place=place,
    )


RETREATS = phrase("skills.retreats", _retreats)
HOW_MANY = option(
    "E31",
    "4.96.31",
    "How many forces retreat with a Diplomat",
    ("disc", "The number on the disc", "As many as the leader is strong without any card."),
    ("all", "With all that makes the leader stronger", "What cards and skills add counts too."),
)


THEN = "The table screen settles the battle."


class Talks(OfTurn):
    """In which battle who uses a worthless card as a defense, and who retreats with what, to where."""

    copies: dict[str, str] = field(default_factory=dict)
    retreats: dict[str, tuple[str, str, Group]] = field(default_factory=dict)


def copier(table: Table, battle: Battle) -> str:
    """Return who uses a worthless card as a defense in this battle, "" for nobody."""
    return of_turn(table, Talks).copies.get(battle.key, "")


# -- a worthless card as a defense --------------------------------------------------------------------


def stand_in(table: Table, battle: Battle, at: At) -> str:
    """Return the worthless card that may count as the opponent's defense, "" for none."""
    side, foe = battle.side(at), battle.against(at)
    able = open_card(table, side, DIPLOMAT) or fights_as(table, battle, at) == DIPLOMAT
    idle = [card for card in (side.weapon, side.defence) if card and ask(table, Idle(card)).value]
    played = side.defence is not None and side.defence not in idle
    real = foe.defence and not any(ask(table, kind(foe.defence)).value for kind in (Idle, NeitherOfBoth))
    return idle[-1] if able and side.leader and idle and not played and real else ""


@ruling(ActsAs, rule=RULE, slot=DEFENCE)
def as_the_opponents(question: ActsAs, table: Table, so_far: str) -> str | None:
    battle, at = question.battle, question.at
    copies = copier(table, battle) == battle.side(at).faction and stand_in(table, battle, at)
    return battle.against(at).defence if copies else None


@ruling(Aftermath, rule=RULE, order=1)
def the_card_is_spent(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    for at in SIDES:
        faction, card = question.battle.side(at).faction, stand_in(table, question.battle, at)
        used = ask(table, CountsAsUsed(at, so_far.winner, so_far.how)).value
        if not used or copier(table, question.battle) != faction or not card:
            continue
        defence = question.battle.against(at).defence or ""
        line = VerdictLine(RULE, STAND_IN(by=DIPLOMAT, faction=faction, card=card, defence=defence))
        return spent(so_far, faction, card).told(line)
    return None


class DefenceCopied(SeatEvent, because=(RULE,)):
    battle: Public[str]
    says = "{seat!n:The uses} a worthless card as the opponent's defense."

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, Talks)).copies[self.battle] = self.seat


class CopyDefence(SeatCommand, by="both", waits=True):
    """Let a worthless card count as the opponent's defense."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        live = battle_now(table)
        battle = position(table, live) if live and self.seat in live.seats else None
        if live is None or battle is None or not stand_in(table, battle, live.at(self.seat)):
            words = "That needs a Diplomat, a worthless card in your plan, no defense, and one in the opponent's."
            yield Objection(RULE, words, firm=True)
        elif copier(table, battle):
            yield Objection(RULE, "The worthless card counts as a defense already.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        yield DefenceCopied(self.seat, battle_key(live))
        yield judged(table, live)
        yield from settled_after_all(table)


@adds(Offers, rule=RULE, phase="battle")
def copy_it(question: Offers, table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    if question.seat != TABLE and live and not any(CopyDefence(question.seat).objections(table)):
        battle = position(table, live)
        card, defence = stand_in(table, battle, live.at(question.seat)), battle.against(live.at(question.seat)).defence
        yield Offer(
            CopyDefence, say("Use {card} as {defence}", card=card, defence=defence), RULE, part="end of a battle"
        )


# -- the retreat --------------------------------------------------------------------------------------


def most_to_retreat(table: Table, battle: Battle, at: At, verdict: Verdict) -> int:
    """Return how many forces of the loser may retreat, 0 if none (option E31)."""
    side = battle.side(at)
    lost = verdict.how == TOTALS and verdict.winner not in {None, at}
    if (
        not lost
        or side.whose != side.faction
        or side.faction in verdict.withdraw
        or fights_as(table, battle, at) != DIPLOMAT
        or side.leader is None
        or side.leader.name in verdict.killed
    ):
        return 0
    strength = ask(table, Strength(battle, at)).value
    if setting(table, HOW_MANY) == "all":
        strength = max(strength, sum_of(table, battle, at, frozenset({at})).led)
    return min(strength, undialed(table, battle, at).total)


def undialed(table: Table, battle: Battle, at: At) -> Group:
    """Return the most of each kind that a side may have kept out of its dial."""
    forces = battle.side(at).forces
    _, mixes = losses(table, battle, at, support_of(table, battle, at))
    left = [forces.plus(mix, -1) for mix in mixes]
    return max(left, key=lambda group: (group.special, group.normal), default=Group())


def goals(table: Table, seat: str, territory: str) -> list[str]:
    """Return the empty neighbors that are no strongholds, as far as anybody knows, with a sector outside the storm."""
    beside = near(table, territory) - {territory}
    empty = [one.name for one in on_board(table) if one.name in beside and not with_tokens(table, one.name)]
    free = (one for one in empty if not is_stronghold(one) and not any(against_entering(table, seat, FLED, one)))
    return sorted(free)


class RetreatChosen(SeatEvent, because=(RULE,)):
    battle: Public[str]
    goal: Public[str]
    normal: Public[int]
    special: Public[int]

    def apply(self, table: Table) -> None:
        made = table.put(of_turn(table, Talks))
        made.retreats[self.battle] = (self.seat, self.goal, Group(self.normal, self.special))


class ForcesRetreated(ForcesEntered, ForcesEvent, because=(RULE,), later=("sector",)):
    origin: Public[str]
    goal: Public[str]
    sector: Public[int] = NO_SECTOR
    says = "{seat!n:The retreats} with {forces} to {goal}."

    def arrival(self) -> Arrival:
        return Arrival(self.seat, self.goal, self.sector, self.group, EFFECT, self.origin)

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, self.goal, enters=self.sector)


@ruling(Aftermath, rule=RULE, order=2)
def fewer_are_lost(question: Aftermath, table: Table, so_far: Verdict) -> Verdict | None:
    sides = (question.battle.aggressor.faction, question.battle.defender.faction)
    key = "/".join((question.battle.territory, *sides))
    seat, goal, group = of_turn(table, Talks).retreats.get(key, ("", "", Group()))
    at = question.battle.place_of(seat)
    if not at or group.total > most_to_retreat(table, question.battle, at, so_far):
        return None
    left = tuple(mix.plus(group.least(mix), -1) for mix in so_far.losses[seat])
    cards = so_far.discarded.get(seat, ())
    told = [
        LOSES(faction=seat, forces=tuple(map(astuple, left)), dial=0),
        *([DISCARDS_ALL(faction=seat, cards=cards)] if cards else []),
    ]
    words = RETREATS(by=DIPLOMAT, faction=seat, normal=group.normal, special=group.special, place=goal)
    lines = (*(VerdictLine("1.07.06.04", one) for one in told), VerdictLine(RULE, words))
    return losing(replace(so_far, losses={**so_far.losses, seat: left}), seat, *lines)


class Retreat(OfForces, SeatCommand, by="both", waits=True):
    """Retreat with forces that were not dialed to an empty neighboring territory."""

    normal: int
    goal: str
    special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        most = _most(table, self.seat)
        live = battle_now(table)
        if live is None or not most:
            yield Objection(RULE, "Only a Diplomat who lost and lives retreats, with forces not dialed.", firm=True)
        elif not 0 < self.group.total <= most or self.normal < 0 or not _kept_out(table, self.seat, self.group):
            words = say("You can retreat with 1 to {most} forces that you did not dial.", most=most)
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)
        elif self.goal not in goals(table, self.seat, live.territory):
            yield Objection(
                RULE, "Choose an empty neighboring territory that is no stronghold.", "BAD_INPUT", firm=True
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        yield RetreatChosen(self.seat, battle_key(live), self.goal, self.normal, self.special)
        yield judged(table, live)
        yield from settled_after_all(table)


def _most(table: Table, seat: str) -> int:
    live = battle_now(table)
    if live is None or live.step != REVEALED or seat not in live.seats:
        return 0
    if battle_key(live) in of_turn(table, Talks).retreats:
        return 0
    most = most_to_retreat(table, position(table, live), live.at(seat), live.verdict)
    return most if most and goals(table, seat, live.territory) else 0


def _kept_out(table: Table, seat: str, group: Group) -> bool:
    live = live_of(table)
    left = undialed(table, position(table, live), live.at(seat))
    return group.normal <= left.normal and group.special <= left.special


@after(BattleEnded, rule=RULE)
def they_go(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    seat, goal, group = of_turn(table, Talks).retreats.get(battle_key(table.state(LiveBattle)), ("", "", Group()))
    if seat and seat != event.winner and event.winner:
        sector = landing_sector(table, seat, FLED, goal)
        yield ForcesRetreated(seat, group.normal, group.special, event.territory, goal, sector)


@adds(Duties, rule=RULE, phase="battle")
def may_retreat(question: Duties, table: Table) -> Iterable[Duty]:
    for seat in table.seats:
        if _most(table, seat):
            yield Duty(seat, "decides on a retreat", RULE, (Retreat,), you="retreat, or don't", then=THEN)


@ruling(MayStillSpeak, rule=RULE)
def the_diplomat_may(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Not settled over their heads: neither a copied defense nor a retreat can be made up for afterwards."""
    able = (seat for seat in table.seats if _most(table, seat) or not any(CopyDefence(seat).objections(table)))
    seat = next(able, "")
    return one_more(so_far, say("{seat:The} may still use the Diplomat", seat=named(seat))) if seat else None


@adds(Offers, rule=RULE, phase="battle", order=1)
def retreat_now(question: Offers, table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    for seat in live.seats if live else ():
        most = _most(table, seat) if question.seat in {seat, TABLE} else 0
        if live and most and (where := goals(table, seat, live.territory)):
            whose = (("seat", seat),) if question.seat == TABLE else ()
            special = (Blank("special", "Special forces", "number", 0, most, "0"),) if live.forces[seat].special else ()
            blanks = (
                Blank("normal", "Forces", "number", 0, most, str(most)),
                *special,
                Blank("goal", "To", "select", choices=tuple((one, one) for one in where)),
            )
            label = (
                say("Retreat with up to {most}", most=most)
                if not whose
                else say("Let {seat} retreat", seat=named(seat))
            )
            yield Offer(Retreat, label, RULE, blanks, whose, part="end of a battle")
