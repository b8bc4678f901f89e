"""What is said before the plans are made: an order to play or not to play something, a question about one part.

Orders and questions are public, as they are at the table; an answer is known to the two it concerns alone, and whoever
gave it is bound by it. Who may speak so, the factions' rooms say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.facts import Event, Public, Sealed, known, sealed
from referee.phases.battle import Battle, number
from referee.phases.battle_asks import live_of, running
from referee.phases.battle_cards import DEFENCE, STAND_IN, WEAPON, BattleCards, Fits
from referee.phases.battle_live import OPEN, battle_now
from referee.phases.battle_plan import MoreObjections
from referee.phases.battle_position import army_of, free_leaders
from referee.phases.offers import TABLE, Blank, Offer, Offers, SecretOffers
from referee.play import Ask, Objection
from referee.rulings import Chance, Question, ask, ruling
from referee.table import Table, card_name

PARTS = (("weapon", "Weapon"), ("defence", "Defence"), ("leader", "Leader"), ("dial", "Number on the wheel"))
ORDERS = (("play", "Play"), ("leave", "Do not play"))


@dataclass
class Spoken:
    """The orders and questions of this battle, and the answers as far as this viewer knows them."""

    territory: str
    orders: dict[str, tuple[str, str]] = field(default_factory=dict)
    asked: dict[str, tuple[str, str]] = field(default_factory=dict)
    answers: dict[str, object] = field(default_factory=dict)


def spoken(table: Table) -> Spoken:
    """Return what was said in the battle that is fought now."""
    live, said = battle_now(table), table.get(Spoken)
    here = f"{table.turn} {live.seats} {live.territory}" if live else ""
    return said if said and said.territory == here else Spoken(here)


@dataclass(frozen=True)
class OrderTo(Question[str]):
    """To whom may this faction give an order in this battle? "" means to nobody."""

    seat: str
    fighting: tuple[str, str]


@ruling(OrderTo, rule="1.07.04.00")
def nobody_obeys(question: OrderTo, table: Table, so_far: str | None) -> str:
    """Plans are made freely."""
    return ""


@dataclass(frozen=True)
class MayAsk(Question[str]):
    """Whom may this faction ask for one part of the plan? "" means nobody."""

    seat: str
    fighting: tuple[str, str]


@ruling(MayAsk, rule="1.07.04.00")
def nobody_tells(question: MayAsk, table: Table, so_far: str | None) -> str:
    """Plans are secret."""
    return ""


def playable(table: Table, seat: str, part: str) -> list[str]:
    """Return what this seat may play as one part of its plan, as far as this viewer knows."""
    live = battle_now(table)
    if live is None or seat not in live.seats:
        return []
    if part == "dial":
        men = army_of(table, live, seat, live.forces[seat].total)
        return [str(number(n * men.step)) for n in range(int(men.most / men.step) + 1)]
    hand = table.seats[seat].hand
    faces = [card_name(card) for card in hand.faces()]
    cards = [*faces, *(ask(table, BattleCards()).value if len(faces) < len(hand) else ())]
    slot = {"weapon": WEAPON, "defence": DEFENCE}.get(part, STAND_IN)
    first = free_leaders(table, live, seat) if part == "leader" else []
    return list(dict.fromkeys(("", *first, *(card for card in cards if ask(table, Fits(card, slot)).value))))


def foe_of(table: Table, seat: str, fighting: tuple[str, str]) -> str:
    """Return whom a faction, or its ally, fights: "" where neither fights."""
    mine = seat if seat in fighting else table.ally(seat) or ""
    return next((one for one in fighting if one != mine), "") if mine in fighting else ""


# -- facts ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VoiceSpoken(Event):
    """A faction ordered another to play, or not to play, a kind of card."""

    seat: Public[str]
    to: Public[str]
    order: Public[str]
    what: Public[str]
    because = ("2.02.06",)

    def apply(self, table: Table) -> None:
        """Note it."""
        said = spoken(table)
        said.orders[self.to] = (self.order, self.what)
        table.put(said)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say it."""
        return f"{name(self.seat)} to {name(self.to)}: {dict(ORDERS).get(self.order, self.order)} {self.what}."


@dataclass(frozen=True)
class PrescienceAsked(Event):
    """A faction asked another for one part of the plan."""

    seat: Public[str]
    to: Public[str]
    part: Public[str]
    because = ("2.01.08",)

    def apply(self, table: Table) -> None:
        """Note it."""
        said = spoken(table)
        said.asked[self.to] = (self.seat, self.part)
        table.put(said)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say what is asked."""
        return f"{name(self.seat)} asks {name(self.to)}: {dict(PARTS).get(self.part, self.part)}?"


@dataclass(frozen=True)
class PrescienceAnswered(Event):
    """The one asked showed that part of the plan, and is bound by it."""

    seat: Public[str]
    answer: Sealed[str]
    because = ("2.01.08",)

    def apply(self, table: Table) -> None:
        """Note it for the two."""
        said = spoken(table)
        said.answers[self.seat] = self.answer
        table.put(said)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say it to whoever may know."""
        shown = f": {self.answer or 'nothing'}" if known(self.answer) else ""
        return f"{name(self.seat)} has answered{shown}."


# -- asks -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SpeakVoice(Ask):
    """Order the opponent to play, or not to play, a kind of card."""

    seat: str
    order: str
    what: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Once a battle, before the opponent's plan is locked."""
        yield from running(table, OPEN)
        live = battle_now(table)
        to = ask(table, OrderTo(self.seat, live.seats)).value if live else ""
        if live and (not to or to in spoken(table).orders or to in live.plans):
            yield Objection("2.02.06", "No order can be given now: once, and before the plan is made.", firm=True)
        if self.order not in dict(ORDERS) or not 1 <= len(self.what) <= 40:
            yield Objection("2.02.06", "Say to play or not to play, and what.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Say it aloud."""
        to = ask(table, OrderTo(self.seat, live_of(table).seats)).value
        yield VoiceSpoken(self.seat, to, self.order, self.what)


@dataclass(frozen=True)
class AskPrescience(Ask):
    """Ask the opponent for one part of the plan."""

    seat: str
    part: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Once a battle, before the opponent's plan is locked."""
        yield from running(table, OPEN)
        live = battle_now(table)
        to = ask(table, MayAsk(self.seat, live.seats)).value if live else ""
        if live and (not to or to in spoken(table).asked or to in live.plans):
            yield Objection("2.01.08", "Nothing can be asked now: once, and before the plan is made.", firm=True)
        if self.part not in dict(PARTS):
            yield Objection("2.01.08", "Ask for weapon, defence, leader or number.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Ask it aloud."""
        yield PrescienceAsked(self.seat, ask(table, MayAsk(self.seat, live_of(table).seats)).value, self.part)


@dataclass(frozen=True)
class AnswerPrescience(Ask):
    """Show the part that was asked for; an empty answer says that none is played."""

    by = "seat"
    seat: str
    answer: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Once, by the one who was asked, before locking."""
        yield from running(table, OPEN)
        said, live = spoken(table), battle_now(table)
        if live and (self.seat not in said.asked or self.seat in said.answers or self.seat in live.plans):
            yield Objection("2.01.08", "Nothing is asked of this seat now.", firm=True)
        elif live and self.answer not in playable(table, self.seat, said.asked[self.seat][1]):
            yield Objection("2.01.08", "That cannot be played. Show something that can.", "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Show it to the one who asked."""
        asker = spoken(table).asked[self.seat][0]
        yield PrescienceAnswered(self.seat, sealed(self.answer.strip(), self.seat, asker))


@ruling(MoreObjections, rule="2.01.08")
def bound_by_the_answer(
    question: MoreObjections, table: Table, so_far: tuple[Objection, ...]
) -> tuple[Objection, ...] | None:
    """What was shown is what is played."""
    seat, said = question.battle.side(question.at).faction, spoken(table)
    answer = said.answers.get(seat)
    if not isinstance(answer, str) or seat not in said.asked:
        return None
    part = said.asked[seat][1]
    if _part(question.battle, question.at, part).casefold() == answer.casefold():
        return None
    words = f"You have shown {answer or 'nothing'} as the {dict(PARTS)[part].lower()}. Play that."
    return (*so_far, Objection("2.01.08", words, "PRESCIENCE_BINDS"))


def _part(battle: Battle, at: str, part: str) -> str:
    side = battle.side(at)
    parts = {"weapon": side.weapon, "defence": side.defence, "dial": str(number(side.dial))}
    return (parts.get(part) if part in parts else side.leader.name if side.leader else side.hero) or ""


# -- offers -----------------------------------------------------------------------------------------


@ruling(Offers, rule="2.01.08")
def who_may_speak(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """Before the plan it concerns is locked."""
    live, said = battle_now(table), spoken(table)
    if live is None or live.step != OPEN or question.seat == TABLE:
        return None
    made = []
    to = ask(table, OrderTo(question.seat, live.seats)).value
    if to and to not in said.orders and to not in live.plans:
        blanks = (Blank("order", "Order", "select", value="play", choices=ORDERS), Blank("what", "What"))
        made.append(Offer("SpeakVoice", "Speak the order", "2.02.06", blanks))
    to = ask(table, MayAsk(question.seat, live.seats)).value
    if to and to not in said.asked and to not in live.plans:
        part = Blank("part", "One part of the plan", "select", value="weapon", choices=PARTS)
        made.append(Offer("AskPrescience", "Ask for this part", "2.01.08", (part,)))
    return (*so_far, *made) if made else None


@ruling(SecretOffers, rule="2.01.08")
def you_are_asked(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """Whoever is asked answers behind the shield."""
    live, said = battle_now(table), spoken(table)
    open_now = live is not None and live.step == OPEN and question.seat not in live.plans
    if not open_now or question.seat not in said.asked or question.seat in said.answers:
        return None
    part = said.asked[question.seat][1]
    choices = tuple((one, one or "None") for one in playable(table, question.seat, part))
    blank = Blank("answer", f"{dict(PARTS)[part]} you will play", "select", choices=choices)
    return (*so_far, Offer("AnswerPrescience", "Show it", "2.01.08", (blank,)))
