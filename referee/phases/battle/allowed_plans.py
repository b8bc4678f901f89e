"""Which battle plans are allowed: all objections at once, shown to the planner only.

The same objections refuse a plan, gray out a choice, and answer scripts by their code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.holdings.leaders import key, keys
from referee.kernel import BANK, Objection, Question, SeatQuestion, Table, ask, half, say
from referee.phases.battle.cards_in_battle import DEFENCE, STAND_IN, WEAPON, Fits, Idle
from referee.phases.battle.dial_and_losses import army, committed
from referee.phases.battle.two_sides import At, Battle, Side


class MoreObjections(Question[tuple[Objection, ...]], rule="1.07.04.00", answer=()):
    """What else speaks against this plan?"""

    battle: Battle
    at: At


class Beside(NamedTuple):
    """Who joins a leader ("" for nobody), and the bonus for a living leader."""

    name: str = ""
    bonus: int = 0


class CompanionOf(SeatQuestion[Beside], rule="1.07.04.00"):
    """Who may join a leader of this faction?

    The Kwisatz Haderach only; plans, wheels and scripts have a field for it without naming the faction.
    """

    def plain(self, table: Table) -> Beside:
        return Beside()


class TakesCaptives(SeatQuestion[bool], rule="1.07.06.03", answer=False):
    """May this faction hold leaders of others?

    Harkonnen only; typed wheels and sheets may then name a leader of another faction.
    """


class MostStake(SeatQuestion[int], rule="1.07.04.02", answer=0):
    """How much spice may this faction lay down for this leader, beside the spice for forces?

    Only the Spice Banker takes any.
    """

    leader: str


class Gain(NamedTuple):
    """What a leader is stronger by, with any of these cards in the plan, or always if there are none."""

    leader: str
    adds: int
    word: str
    weapons: tuple[str, ...] = ()
    defences: tuple[str, ...] = ()


class Gains(SeatQuestion[tuple[Gain, ...]], rule="1.07.04.02", answer=()):
    """Which leaders of this seat are stronger with which of its cards? Asked on the seat's own table, by its form."""

    weapons: tuple[str, ...]
    defences: tuple[str, ...]


class MayGoWithout(Question[bool], rule="1.07.04.04", answer=False):
    """May a player leave out the leader?"""

    seat: str = ""


class AllyPays(Question[bool], rule="1.13.04.04", answer=False):
    """May this faction pay for its ally's support in battle?"""

    helper: str


class SupportFromBank(Question[int], rule="1.13.04.04", answer=0):
    """How much of what supports this side's forces does the bank pay?

    The Arrakeen card only; a plan must know it before it is locked.
    """

    battle: Battle
    at: At


def support_shares(table: Table, battle: Battle, at: At) -> dict[str, int]:
    """Return who pays how much to support a side's forces (1.13.04, option T8); the bank pays first."""
    side = battle.side(at)
    if table.rules != "advanced":
        return {}
    helps = side.ally_support.get(side.ally or "", 0) if ask(table, AllyPays(side.ally or "")).value else 0
    total = side.support
    short = helps and not side.ally_lays_down and army(table, battle, at, total).most < side.dial
    if helps and (side.ally_lays_down or short or _names_more_fed(table, battle, at)):
        total += helps
    helps = min(helps, total)
    given = min(total, ask(table, SupportFromBank(battle, at)).value)
    own = max(0, total - helps - given)
    shares = {side.faction: own, side.ally or "": total - own - given, BANK: given}
    return {faction: amount for faction, amount in shares.items() if amount}


def _names_more_fed(table: Table, battle: Battle, at: At) -> bool:
    side = battle.side(at)
    return committed(side, army(table, battle, at, side.support)) < side.dial


def support_of(table: Table, battle: Battle, at: At) -> int:
    """Return all spice paid to support a side's forces."""
    return sum(support_shares(table, battle, at).values())


def objections(table: Table, battle: Battle, at: At) -> list[Objection]:
    side = battle.side(at)
    found = [*_dial(table, battle, at), *_spice(table, battle, at), *_leader(table, side), *_cards(table, side)]
    return [*found, *ask(table, MoreObjections(battle, at)).value]


def _dial(table: Table, battle: Battle, at: At) -> Iterator[Objection]:
    side = battle.side(at)
    men = army(table, battle, at, support_of(table, battle, at))
    if side.dial < 0:
        yield Objection("1.07.04.01", "The wheel begins at 0. Dial 0 or more.", "DIAL_NEGATIVE")
        return
    group = side.commit.group if side.commit else side.forces
    step_ok = side.dial % men.step == 0
    if not step_ok:
        halves = "These forces make halves. Set the wheel to one of those."
        whole = "These forces make whole numbers. Set the wheel to one of those."
        rule = "1.13.04.02" if table.rules == "advanced" else "1.07.04.01"
        yield Objection(rule, halves if men.step == 0.5 else whole, "DIAL_STEP")
    there = group.total <= side.forces.total and group.normal <= side.forces.normal
    if side.dial > men.most or not there or group.special > men.forces.special:
        sentence = say("With this spice your forces there can dial at most {dial}. Dial less.", dial=half(men.most))
        yield Objection("1.07.04.01", sentence, "DIAL_TOO_HIGH")
    elif step_ok and committed(side, men) < side.dial:
        sentence = say(
            "The forces you named make {made}, not {dial}. Name more, or dial less.",
            made=half(committed(side, men)),
            dial=half(side.dial),
        )
        yield Objection("1.07.04.01", sentence, "DIAL_TOO_HIGH")


def _spice(table: Table, battle: Battle, at: At) -> Iterator[Objection]:
    side = battle.side(at)
    has = side.spice + side.gift
    pays = support_shares(table, battle, at).get(side.faction, 0)
    if pays > has:
        sentence = say(
            "That needs {pays} spice for support and you have {has}. Support fewer forces.", pays=pays, has=has
        )
        yield Objection("1.13.04", sentence, "SPICE_EXCEEDS_HELD")
    if side.stake:
        yield from _stake(table, side, has - pays)


def _stake(table: Table, side: Side, left: int) -> Iterator[Objection]:
    leader = side.leader.name if side.leader else ""
    most = ask(table, MostStake(side.faction, leader))
    if not most.value:
        stronger = say("Spice makes {leader} no stronger. Take it out of your plan.", leader=leader)
        words = stronger if leader else "You play no leader."
        yield Objection(most.because[0], words, "STAKE_NOT_ALLOWED")
    elif side.stake > min(most.value, max(0, left)):
        words = say(
            "You can add at most {value} spice to {leader}.", value=min(most.value, max(0, left)), leader=leader
        )
        yield Objection(most.because[0], words, "SPICE_EXCEEDS_HELD")


def _leader(table: Table, side: Side) -> Iterator[Objection]:
    if side.leader:
        name = side.leader.name
        if side.hero_too:
            yield Objection("1.07.04.02", "The leader or the card can lead, not both. Take one out.", "LEADER_AND_HERO")
        if key(name) not in side.owned:
            yield Objection(
                "1.07.04.02", say("{name} is not your leader. Choose another.", name=name), "LEADER_NOT_OWNED"
            )
        elif key(name) not in side.usable:
            rule, sentence = _not_free(side, name)
            yield Objection(rule, say(sentence, leader=name), "LEADER_UNAVAILABLE")
    if (side.hero or side.hero_too) and not _stand_in(table, side):
        sentence = say("You have no {card}. Choose a leader.", card=side.hero or "such card")
        yield Objection("1.07.04.02", sentence, "CHEAP_HERO_NOT_HELD")
    if not (side.leader or side.hero or ask(table, MayGoWithout(side.faction)).value):
        yield from _nobody(table, side)


def _not_free(side: Side, name: str) -> tuple[str, str]:
    """Return why a leader cannot fight here: the rule, and the pattern of a sentence."""
    if key(name) in keys(side.elsewhere):
        return "1.07.04.03", "{leader} has fought in another territory this turn. Choose another leader."
    if key(name) in keys(side.dead):
        return "1.07.06.02", "{leader} is dead. Choose another leader."
    return "1.07.04.02", "{leader} is not in the leader pool. Choose another leader."


def _nobody(table: Table, side: Side) -> Iterator[Objection]:
    card = _stand_in(table, side)
    if side.usable:
        yield Objection("1.07.04.04", "You have a leader who can fight, so your plan needs one.", "LEADER_REQUIRED")
    elif card:
        sentence = say("You have no leader left, so you must play {card}. Put it into your plan.", card=card)
        yield Objection("1.07.04.04", sentence, "CHEAP_HERO_REQUIRED")


def _stand_in(table: Table, side: Side) -> str:
    fits = (card for card in side.hand if ask(table, Fits(card, STAND_IN)).value)
    return next((card for card in fits if side.hero in {"", card}), "")


def _cards(table: Table, side: Side) -> Iterator[Objection]:
    slots = ((WEAPON, side.weapon, side.defence), (DEFENCE, side.defence, side.weapon))
    if (side.weapon or side.defence) and not (side.leader or side.hero):
        sentence = "Without a leader you play no cards. Take them out of your plan."
        yield Objection("1.07.04.05", sentence, "CARDS_WITHOUT_LEADER")
    twice = side.weapon == side.defence and side.weapon and not ask(table, Idle(side.weapon)).value
    for slot, card, beside in slots:
        if card and side.hand.count(card) < (2 if twice and slot == DEFENCE else 1):
            yield Objection(
                "1.07.04.06", say("You do not hold {card}. Play a card you hold.", card=card), "CARD_NOT_HELD"
            )
        if card and not ask(table, Fits(card, slot, beside)).value:
            no = {
                WEAPON: "{card} is not a weapon. Take it out of your plan.",
                DEFENCE: "{card} is not a defense. Take it out of your plan.",
            }
            yield Objection("1.07.04.06", say(no[slot], card=card), "CARD_WRONG_SLOT")
