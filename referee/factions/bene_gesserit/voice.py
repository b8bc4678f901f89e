"""The Voice: an order to play, or not to play, one kind of card, and how the opponent's plan obeys it.

An order names a class of cards, or one special card; option K6 decides whether a class includes special cards. The
opponent obeys as far as their hand allows. A plan is checked on its owner's own table, so that a refusal tells nobody
else what the hand holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.factions.bene_gesserit import ME
from referee.holdings.hands import CardKind
from referee.kernel import (
    Amount,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatEvent,
    Table,
    adds,
    after,
    american,
    ask,
    card_name,
    listed,
    memoized,
    option,
    ruling,
    say,
    setting,
)
from referee.offers.gains import OfferGains
from referee.offers.offer import Blank, Offer
from referee.phases.battle.allowed_plans import MayGoWithout
from referee.phases.battle.battle_as_known import Pair, PairsLeft, free_leaders, pairs, shown_parts, stand_ins
from referee.phases.battle.before_the_plans import (
    ANNOUNCED,
    ORDER,
    ORDERS,
    Bond,
    BoundBy,
    Forbidden,
    PlanChoice,
    PlanStep,
    speaks_before,
    window_to_stop,
)
from referee.phases.battle.cards_in_battle import (
    DEFENCE,
    SLOT_OF,
    STAND_IN,
    WEAPON,
    BattleCards,
    Fits,
    Idle,
    NeitherOfBoth,
    a_card,
    slots_of,
)
from referee.phases.battle.live_battle import LiveBattle, battle_now, declarations
from referee.phases.battle.two_sides import At, Battle
from referee.powers.powers import Power

CLASS_WORD = option(
    "K6",
    "4.92.06",
    "Voice: does “weapon” cover special cards?",
    ("named", "Normal cards only", "Special weapons and defenses must be named one by one."),
    ("class", "Special cards too", "“Weapon” or “defense” also covers the special ones."),
)

CLASSES = {
    "poison weapon": "weapon, poison",
    "projectile weapon": "weapon, projectile",
    "poison defence": "defence, poison",
    "projectile defence": "defence, projectile",
    "worthless card": "worthless",
}
FORBIDDEN = "forbidden by the Voice"
VOICE = Power("2.02.06", ME, "VOICE", "after", "Bene Gesserit use the Voice.")
FOR_AN_ALLY = Power("2.02.07", ME, "VOICE_FOR_ALLY", "after", "Bene Gesserit use the Voice for their ally.")


@memoized
def special_names(table: Table) -> tuple[str, ...]:
    """Return special cards that an order may name: playable in a plan, in none of the classes."""
    cards = ask(table, BattleCards()).value
    plain = (ask(table, CardKind(card)).value in CLASSES.values() or ask(table, Idle(card)).value for card in cards)
    return tuple(card for card, ordinary in zip(cards, plain, strict=True) if not ordinary and slots_of(table, card))


def covers(table: Table, what: str, card: str) -> bool:
    """Return True if the words of an order include this card (option K6)."""
    kind = ask(table, CardKind(card)).value
    if what not in CLASSES:
        return card == what
    if what == "worthless card":
        return kind == "worthless" or ask(table, Idle(card)).value
    if kind in CLASSES.values():
        return kind == CLASSES[what]
    slot = WEAPON if CLASSES[what].startswith("weapon") else DEFENCE
    if ask(table, NeitherOfBoth(card)).value:
        return False
    return setting(table, CLASS_WORD) == "class" and slot in slots_of(table, card) and not ask(table, Idle(card)).value


def order_to(table: Table, seat: str, rule: str = "") -> tuple[str, str]:
    """Return the order and words that bind this seat, by this rule if one is given; empty for none."""
    order, what, by = declarations(table).orders.get(seat, ("", "", ""))
    silent = by in table.suspended
    return (order, what) if not silent and rule in {"", by} else ("", "")


def obedient(table: Table, seat: str, what: str) -> list[str]:
    """Return this seat's cards that obey an order to play, as far as known here."""
    live = battle_now(table)
    if live is None or seat not in table.seats:
        return []
    names = dict.fromkeys(card_name(card) for card in table.seats[seat].hand.faces())
    return [card for card in names if covers(table, what, card) and _can_play(table, live, seat, card)]


def _can_play(table: Table, live: LiveBattle, seat: str, card: str) -> bool:
    slots, together = slots_of(table, card), pairs(table, seat)
    for part, shown in shown_parts(table, seat):
        slots -= {SLOT_OF.get(part, "")} if shown != card else set()
    if together:
        return STAND_IN in slots or any(card in one for one in together)
    led = free_leaders(table, live, seat) or stand_ins(table, seat)
    return bool(slots) and bool(led or STAND_IN in slots)


def _left_out(table: Table, seat: str, what: str, cards: Iterable[str]) -> list[str]:
    """Return which of these cards an order not to play them forbids: the Voice undoes nothing that was shown."""
    shown = {answer for _, answer in shown_parts(table, seat)}
    return [card for card in cards if card and card not in shown and covers(table, what, card)]


def _is_void(table: Table, seat: str, what: str) -> bool:
    """Return True if what was shown leaves no plan without what an order forbids."""
    together = pairs(table, seat)
    return bool(together) and all(_left_out(table, seat, what, one) for one in together)


def against_order(table: Table, battle: Battle, at: At, rule: str) -> tuple[Objection, ...]:
    """Return what is wrong with a plan that breaks an order by this rule."""
    side = battle.side(at)
    order, what = order_to(table, side.faction, rule)
    played = [card for card in side.cards if order and covers(table, what, card)]
    if order == "leave":
        out = _left_out(table, side.faction, what, played)
        if not out or _is_void(table, side.faction, what):
            return ()
        words = "The Voice forbids you {card}. Take {cards} out of your plan."
        words = say(words, card=a_card(what), cards=listed(out))
        return (Objection(rule, words, "VOICE_BINDS"),)
    able = obedient(table, side.faction, what) if order == "play" and not played else []
    if able:
        held = listed(able)
        words = "The Voice commands you to play {card}. You hold {held}, so put it into your plan."
        words = say(words, card=a_card(what), held=held)
        return (Objection(rule, words, "VOICE_BINDS"),)
    return ()


def left_alone(table: Table, seat: str, rule: str) -> bool:
    """Return True if an order forbids the stand-in of a seat without another leader."""
    live, (order, what) = battle_now(table), order_to(table, seat, rule)
    hero = bool(what) and what not in CLASSES and ask(table, Fits(what, STAND_IN)).value
    alone = live is not None and order == "leave" and hero and not free_leaders(table, live, seat)
    return alone and not any(answer for part, answer in shown_parts(table, seat) if part in SLOT_OF)


class VoiceSpoken(SeatEvent):
    to: Public[str]
    order: Public[str]
    what: Public[str]
    why: Public[tuple[str, ...]] = ("2.02.06",)

    def apply(self, table: Table) -> None:
        declarations(table).orders[self.to] = (self.order, self.what, self.why[0])

    def sentence(self, name: Called) -> str:
        of = {"seat": name(self.seat), "to": name(self.to), "card": a_card(self.what)}
        if self.order == "leave":
            return say("{seat:The commands} {to} not to play {card}.", **of)
        return say("{seat:The commands} {to} to play {card}.", **of)


@after(VoiceSpoken, rule="4.92.03")
def after_the_order(event: VoiceSpoken, table: Table, chance: Chance) -> Iterable[Event]:
    yield from window_to_stop(table, event.seat, event.why[0], content=True)


class SpeakVoice(PlanChoice, by="both", waits=True):
    states, kind, cites, does = (ANNOUNCED,), ORDER, "2.02.06", "gives {seat} an order"
    nothing = "You cannot give an order now. Announce the Voice first, once a battle."
    order: str
    what: str

    @classmethod
    def ways(cls, table: Table, now: PlanStep) -> Iterator[Offer]:
        classes = ((name, american(name).capitalize()) for name in CLASSES)
        words = (*classes, *((name, name) for name in special_names(table)))
        order = Blank("order", "Order", "radio", value="leave", choices=ORDERS)
        yield cls.way("Speak the order", order, Blank("what", "What", "tap", choices=words), why=now.say.rule)

    def against(self, table: Table, now: PlanStep) -> Iterator[Objection]:
        if self.order not in dict(ORDERS) or self.what not in {*CLASSES, *special_names(table)}:
            yield Objection("2.02.06", "Choose play or don't play, and what, from the list.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: PlanStep, chance: Chance) -> Iterator[Event]:
        yield VoiceSpoken(self.seat, now.say.to, self.order, self.what, (now.say.rule,))


# -- what binds, for themselves and for an ally -------------------------------------------------------


def binds(rule: str) -> None:
    """Bind who was given an order by this rule."""

    @ruling(MayGoWithout, rule=rule)
    def without(question: MayGoWithout, table: Table, so_far: bool) -> bool | None:
        return True if question.seat and left_alone(table, question.seat, rule) else None

    @ruling(Forbidden, rule=rule)
    def what_the_order_leaves(question: Forbidden, table: Table, so_far: str) -> str | None:
        """Cards forbidden, and the other cards of a slot that an ordered card must fill."""
        order, what = order_to(table, question.seat, rule)
        slot = SLOT_OF.get(question.part, "")
        if so_far or not slot:
            return None
        if order == "leave":
            out = _left_out(table, question.seat, what, (question.value,))
            return FORBIDDEN if out and not _is_void(table, question.seat, what) else None
        cards = obedient(table, question.seat, what) if order == "play" and question.promised else []
        here = bool(cards) and all(slots_of(table, card) == {slot} for card in cards)
        return FORBIDDEN if here and question.value not in cards else None

    @ruling(PairsLeft, rule=rule)
    def what_obeys(question: PairsLeft, table: Table, so_far: tuple[Pair, ...]) -> tuple[Pair, ...] | None:
        order, what = order_to(table, question.seat, rule)
        if not order:
            return None
        if left_alone(table, question.seat, rule):
            return tuple(one for one in so_far if not any(one)) or None
        if order == "leave":
            return tuple(one for one in so_far if not _left_out(table, question.seat, what, one)) or None
        return tuple(one for one in so_far if any(card and covers(table, what, card) for card in one)) or None

    @adds(BoundBy, rule=rule, first=True)
    def what_was_ordered(question: BoundBy, table: Table) -> Iterable[Bond]:
        order, what = order_to(table, question.seat, rule)
        if order:
            able = obedient(table, question.seat, what) if order == "play" else []
            card = a_card(what)
            if order != "play":
                words = say("You must *not play {card}*.", card=card)
            elif not able:
                words = say("You must *play {card}*. You hold none, so plan freely.", card=card)
            elif able == [what]:
                words = say("You must *play {card}*.", card=card)
            else:
                words = say("You must *play {card}*: {cards}.", card=card, cards=listed(able, "or"))
            yield Bond(rule, words, ORDER)


for _power in (VOICE, FOR_AN_ALLY):
    speaks_before(_power, ORDER, against_order, for_ally=_power is FOR_AN_ALLY)
    binds(_power.rule)


@ruling(OfferGains, rule="2.02.06")
def what_they_cannot_parry(question: OfferGains, table: Table, so_far: Amount) -> Amount | None:
    """An order to leave out a weapon against which they hold nothing."""
    made = question.command
    if not isinstance(made, SpeakVoice) or made.order != "leave" or not made.what.endswith("weapon"):
        return None
    guard, hand = made.what.replace("weapon", "defence"), table.seats[ME].hand
    return 0 if any(covers(table, guard, card_name(card)) for card in hand.faces()) else 2
