"""The Mentat's question: before the plans its owner names a weapon, and the opponent shows it, or another card.

Skills come before the powers of factions, so the opponent makes no plan until it is asked or declined. Only the asker
sees the card. An empty hand shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.phones_at_seats import on_own_phone
from referee.holdings.hands import called
from referee.kernel import (
    FACE_DOWN,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    adds,
    ask,
    card_name,
    known,
    ruling,
    say,
    sealed,
)
from referee.modules.leader_skills import CARDS, MENTAT
from referee.modules.leader_skills.skill_with_leader import open_skill
from referee.offers.choices import Choice
from referee.offers.offer import BehindShield, Blank, Kept, Offer
from referee.phases.battle.cards_in_battle import WEAPON, BattleCards
from referee.phases.battle.live_battle import OPEN, battle_key, battle_now, live_of, running
from referee.phases.battle.lock_plan import LockPlan, PlanWaits, TypeWheel
from referee.phases.battle.what_if import fitting
from referee.powers.karama_windows import Against

RULE = CARDS[MENTAT]


class WeaponAsked(State):
    """The question of one battle: by whom, the weapon ("" if none is asked), and the answer as far as known."""

    battle: str
    turn: int
    by: str
    weapon: str = ""
    answered: bool = False
    shown: object = ""


def question_of(table: Table) -> WeaponAsked | None:
    """Return the question of the battle of now."""
    live, weapon_asked = battle_now(table), table.get(WeaponAsked)
    same = live and weapon_asked and (weapon_asked.battle, weapon_asked.turn) == (battle_key(live), table.turn)
    return weapon_asked if same else None


def asker(table: Table) -> str:
    """Return who may still ask before the plans, "" for nobody."""
    live = battle_now(table)
    if live is None or live.step != OPEN or question_of(table) is not None:
        return ""
    found = ((seat, open_skill(table, seat)) for seat in live.seats if live.against(seat) not in live.plans)
    return next((seat for seat, lying in found if lying and lying.card == MENTAT), "")


def asked(table: Table) -> str:
    """Return who has to show a card, "" for nobody: an empty hand shows nothing."""
    live, made = battle_now(table), question_of(table)
    foe = live.against(made.by) if live and made and made.weapon and not made.answered else ""
    return foe if foe and table.seats[foe].hand else ""


class WeaponNamed(SeatEvent, because=(RULE,)):
    """A Mentat asks for a weapon, or for none ("")."""

    battle: Public[str]
    weapon: Public[str]
    fuller = "{seat!n:The asks} for {weapon}."

    def apply(self, table: Table) -> None:
        table.put(WeaponAsked(self.battle, table.turn, self.seat, self.weapon))


class ShownToMentat(SeatEvent, because=(RULE,), shows="card", learns="to"):
    """The opponent showed a card to the asker; ``any`` is False for an empty hand."""

    to: Public[str]
    any: Public[bool]
    card: Sealed[str]

    def apply(self, table: Table) -> None:
        made = table.get(WeaponAsked)
        if made is not None:
            table.put(WeaponAsked(made.battle, made.turn, made.by, made.weapon, True, self.card))
        hand = table.seats[self.seat].hand
        if self.any and known(self.card) and self.card and self.card not in hand:
            hand.take(FACE_DOWN)
            hand.append(self.card)

    def sentence(self, name: Called) -> str:
        what = card_name(str(self.card)) if known(self.card) and self.card else "a card"
        return (
            say("{seat:The shows} {card} to {to}.", seat=name(self.seat), card=what, to=name(self.to))
            if self.any
            else say("{seat:The has} no card.", seat=name(self.seat))
        )


class NameWeapon(Choice[str], by="both", waits=True):
    """Ask for a weapon; "" asks for none."""

    rule, phase, part = RULE, "battle", "before the plans"
    nothing = "Only the owner of an open Mentat asks, once, before the plans."
    does, you = "decides on the Mentat's question", "ask {seat} for a weapon, or don't"
    waiting = staticmethod(asker)
    weapon: str = ""

    @classmethod
    def words(cls, table: Table, now: str) -> dict[str, object]:
        return {"seat": named(live_of(table).against(now))}

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        choices = tuple((name, name) for name in weapons(table))
        yield cls.way("Ask for this weapon", Blank("weapon", "Weapon", "select", choices=choices))
        yield cls.way("Ask for no weapon", weapon="")

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from running(table, OPEN)
        yield from super().not_asked(table)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self.weapon and self.weapon not in weapons(table):
            yield Objection(RULE, "Name a weapon.", "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        live = live_of(table)
        yield WeaponNamed(now, battle_key(live), self.weapon)
        foe = live.against(now)
        if self.weapon and not table.seats[foe].hand:
            yield ShownToMentat(foe, now, False, sealed("", foe, now))


class ShowCard(Choice[str], by="both", own_phone=True, grave=True):
    """Show the weapon asked for, or another card; "" if it is a card that the referee does not know."""

    rule, hidden = RULE, True
    nothing = "No Mentat asks you for a card now."
    does, you = "shows the Mentat a card", "show {by} {weapon}, or another card"
    halts = "{seat:The shows} {by} a card first."
    waiting = staticmethod(asked)
    card: str = ""

    @classmethod
    def words(cls, table: Table, now: str) -> dict[str, object]:
        weapon_asked = table.state(WeaponAsked)
        return {"by": named(weapon_asked.by), "weapon": weapon_asked.weapon}

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way("Show a card", Blank("card", "You show", "tap", choices=showable(table, now)))

    @classmethod
    def ways_aloud(cls, table: Table, now: str) -> Iterator[Offer]:
        """Of a hand that everybody knows the table taps the card."""
        open_to = showable(table, now)
        if all(card for card, _ in open_to):
            card = Blank("card", "Card", "tap", choices=open_to)
            yield cls.way(say("{seat:The shows} a card", seat=named(now)), card)
        else:
            yield cls.way(say("Confirm that {seat:has} shown a card", seat=named(now)), card="")

    def open_to_seat(self, table: Table) -> bool:
        return self.seat == asked(table)

    def objections(self, table: Table) -> Iterator[Objection]:
        yield from super().objections(table)
        yield from on_own_phone(table, self.seat, RULE)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from running(table, OPEN)
        yield from super().not_asked(table)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self._meant(table) is None:
            yield Objection(RULE, "You hold the weapon asked for, or show another card that you hold.", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        by = table.state(WeaponAsked).by
        yield ShownToMentat(now, by, True, sealed(self._meant(table) or FACE_DOWN, now, by))

    def _meant(self, table: Table) -> str | None:
        """Return the card by its id, for a script says its name."""
        return next((card for card, _ in showable(table, self.seat) if called(self.card)(card)), None)


def weapons(table: Table) -> tuple[str, ...]:
    return fitting(table, ask(table, BattleCards()).value, WEAPON)


def showable(table: Table, seat: str) -> tuple[tuple[str, str], ...]:
    """Return what this seat may show, as far as this viewer knows: the weapon asked for if it is there."""
    made, hand = question_of(table), table.seats[seat].hand
    faces = {card: card_name(card) for card in hand.faces()}
    wanted = {card: name for card, name in faces.items() if made and name == made.weapon}
    hidden = {"": "A card of the printed hand"} if len(faces) < len(hand) else {}
    return tuple({**(wanted or faces), **hidden}.items())


# -- what waits for it ------------------------------------------------------------------------------


@ruling(PlanWaits, rule=RULE)
def until_it_is_asked(question: PlanWaits, table: Table, so_far: bool) -> bool | None:
    return True if asker(table) not in {"", question.seat} else None


@adds(Against, rule=RULE, of=LockPlan)
@adds(Against, rule=RULE, of=TypeWheel)
def plans_wait(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if isinstance(command, (LockPlan, TypeWheel)) and (seat := asker(table)) and command.seat != seat:
        yield Objection(RULE, say("The Mentat's question comes first. Wait for {seat}.", seat=named(seat)), "NOT_YET")


@adds(BehindShield, rule=RULE)
def what_was_shown(question: BehindShield, table: Table) -> Iterable[Kept]:
    made = question_of(table)
    if made and made.by == question.seat and isinstance(made.shown, str) and made.shown:
        yield Kept(
            say("Asked for {weapon}", weapon=made.weapon),
            (say("Shown to you: {card}.", card=card_name(made.shown)),),
            RULE,
            now=True,
        )
