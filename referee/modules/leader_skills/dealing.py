"""Dealing the cards, keeping one and giving it to a leader, before the traitors are dealt.

All choices are shown at once. A table with printed cards deals them itself and enters who has which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import on_own_phone, phones_of
from referee.common.turn import ANY, TurnBegan
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import (
    Chance,
    Command,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    after,
    everybody,
    listed,
    phrase,
    ruling,
    say,
    sealed,
    together,
)
from referee.modules.leader_skills import (
    CARDS,
    DEALT,
    MANY,
    RULE,
    SkillChosen,
    SkillsDealt,
    SkillShown,
    SkillsLaidBack,
    choosing,
    deck,
    eligible,
    in_order,
    may_have_skill,
    plays_with_them,
    shuffled,
    with_anybody,
)
from referee.modules.leader_skills.skill_with_leader import Skills, own_skill, skill_with, skills_of
from referee.offers.choices import Choice
from referee.offers.offer import (
    TABLE,
    BehindShield,
    Blank,
    BlankKind,
    Duties,
    Duty,
    Kept,
    Offer,
    Offers,
)
from referee.offers.what_now import LeftOver, Undone, went_on
from referee.powers.karama_windows import Against
from referee.rulebook.book import rulebook

ELIGIBLE = "4.03.02"


def early(table: Table) -> bool:
    return table.turn == 1 and table.phase in {"lobby", "setup", "storm"}


class DealSkills(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        if not plays_with_them(table) or not table.seats:
            yield Objection(RULE, "This table plays without leader skill cards.", firm=True)
        elif deck(table).begun:
            yield Objection(DEALT, "The leader skill cards are dealt.", firm=True)
        elif not cards_are_dealt(table):
            yield Objection(DEALT, "Deal the printed cards, then enter who has which.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lying = {skill.card for skill in table.state(Skills).of.values()}
        pile = chance.shuffled([card for card in CARDS if card not in lying])
        yield from in_order(pile, chance)
        each = 1 if len(table.seats) > MANY else 2
        for seat in (one for one in table.seats if not skills_of(table, one)):
            drawn, pile = tuple(pile[:each]), pile[each:]
            yield SkillsDealt(seat, len(drawn), sealed(drawn, *readers(table, seat)))


def readers(table: Table, seat: str) -> frozenset[str]:
    """Return who sees what a seat is dealt; a player without a phone chooses at the table screen."""
    return frozenset({seat}) if seat in phones_of(table) else everybody(table)


def leaders_for(table: Table, seat: str) -> tuple[str, ...]:
    """Return the leaders to whom the card chosen may go: the one just revived, or any own one."""
    revived = deck(table).revived.get(seat)
    return (revived,) if revived else eligible(table, seat)


class KeepSkill(Choice[str], by="both", own_phone=True, grave=True):
    """Keep one of the cards dealt and give it to a leader; ``skill`` "" keeps none, after a revival."""

    rule, phase, hidden, holds = DEALT, ANY, True, True
    nothing = "You have no leader skill to choose now."
    does = "chooses a leader skill"
    all_waiting = staticmethod(choosing)
    skill: str
    leader: str = ""

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        return cls.does, "choose a skill for {leader}" if now in deck(table).revived else ""

    @classmethod
    def words(cls, table: Table, now: str) -> dict[str, object]:
        return {"leader": deck(table).revived.get(now, "")}

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way("Keep this skill", *_blanks(table, now, "radio"))

    @classmethod
    def ways_aloud(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way(say("Keep a skill for {seat}", seat=named(now)), *_blanks(table, now, "select"))

    def open_to_seat(self, table: Table) -> bool:
        return self.seat in deck(table).dealt

    def objections(self, table: Table) -> Iterator[Objection]:
        yield from super().objections(table)
        yield from on_own_phone(table, self.seat, DEALT)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if self.skill == "" and now in deck(table).revived:
            return
        if self.skill not in deck(table).dealt[self.seat]:
            yield Objection(DEALT, "You were not dealt that card. Choose one of yours.", firm=True)
        elif self.leader not in leaders_for(table, self.seat):
            yield Objection(ELIGIBLE, "Give the card to a living leader of your own.", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        if now in deck(table).revived:
            yield SkillShown(self.seat, self.skill, self.leader) if self.skill else SkillsLaidBack(self.seat)
            yield from shuffled(table, chance)
            return
        to = readers(table, self.seat)
        yield SkillChosen(self.seat, sealed(self.skill, *to), sealed(self.leader, *to))
        if choosing(table):
            return
        for seat, (skill, leader) in list(deck(table).chosen.items()):
            lives = may_have_skill(table, seat, str(leader))
            yield SkillShown(seat, str(skill), str(leader)) if lives else SkillsLaidBack(seat)
        yield from shuffled(table, chance)
        if table.phase == "storm" and table.turn == 1 and not table.state(Traitors).done:
            yield from DealTraitors().decide(table, chance)


@after(TurnBegan, rule=DEALT)
def dealt_with_the_first_turn(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """The traitors follow when all have chosen; at a table that joins in the middle everything is dealt."""
    if table.phase == "lobby" and event.turn == 1 and not table.state(Traitors).done:
        due = not any(DealSkills().objections(table)) and not table.state(Skills).of
        yield from DealSkills().decide(table, chance) if due else ()


class EnterSkill(SeatCommand, by="both"):
    """Enter a printed card that lies with a leader; one for each faction."""

    skill: str
    leader: str

    def open_to_seat(self, table: Table) -> bool:
        return not cards_are_dealt(table) and not skills_of(table, self.seat)

    def objections(self, table: Table) -> Iterable[Objection]:
        if not plays_with_them(table):
            yield Objection(RULE, "This table plays without leader skill cards.", firm=True)
        elif self.seat in deck(table).dealt:
            yield Objection(
                DEALT, say("{seat:The is} still choosing among the cards dealt.", seat=named(self.seat)), firm=True
            )
        elif held := own_skill(table, self.seat):
            words = say(
                "{seat:The has} {card} with {leader}.", seat=named(self.seat), card=held.card, leader=held.leader
            )
            yield Objection(DEALT, together((words, "A faction keeps one skill card.")), firm=True)
        elif self.skill not in CARDS or with_anybody(table, self.skill):
            yield Objection(DEALT, "That card lies with a leader, or is none of the fourteen.", firm=True)
        elif not may_have_skill(table, self.seat, self.leader) or skill_with(table, self.leader):
            yield Objection(ELIGIBLE, "Name a living leader of that faction who has no skill.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield SkillShown(self.seat, self.skill, self.leader)
        yield from shuffled(table, chance)


# -- who is waited for --------------------------------------------------------------------------------


@adds(Duties, rule=DEALT, first=True)
def enter_the_printed_ones(question: Duties, table: Table) -> Iterable[Duty]:
    bare = (seat for seat in table.seats if not skills_of(table, seat))
    for seat in bare if plays_with_them(table) and not cards_are_dealt(table) and early(table) else ():
        words = "gives a leader skill to a leader"
        yield Duty(seat, words, DEALT, (EnterSkill,), then="Then the traitors are dealt.")


@adds(Against, rule=DEALT, of=DealTraitors)
def skills_come_before_traitors(question: Against, table: Table) -> Iterable[Objection]:
    if not isinstance(question.command, DealTraitors) or not plays_with_them(table):
        return
    waits = [named(seat) for seat in choosing(table)]
    if waits:
        words = say("Leader skills come before traitors. Waiting for {seats}.", seats=listed(waits))
        yield Objection(DEALT, words, firm=True)
    elif cards_are_dealt(table) and not deck(table).begun and not table.state(Skills).of:
        yield Objection(DEALT, "Leader skills come before traitors. Deal the skill cards first.")


NONE_DEALT = phrase("leader_skills.none_dealt", "The game begins without leader skill cards.")


@ruling(Offers, rule=DEALT, order=2, seat=TABLE)
def traitors_wait(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    waits = [one.sentence for one in skills_come_before_traitors(Against(DealTraitors, DealTraitors()), table)]
    made = tuple(replace(one, why_not=waits[0]) if waits and one.command is DealTraitors else one for one in so_far)
    return made if made != so_far else None


@adds(LeftOver, rule=DEALT)
def none_dealt(question: LeftOver, table: Table) -> Iterable[Undone]:
    bare = plays_with_them(table) and not deck(table).begun and not table.state(Skills).of
    due = bare and table.turn == 1 and table.phase == "storm" and cards_are_dealt(table)
    words = "No leader skill cards are dealt. Use More to deal them."
    return (Undone(words, DEALT, False, True, passed=went_on(NONE_DEALT(), DEALT)),) if due else ()


# -- on screen ----------------------------------------------------------------------------------------


@adds(Offers, rule=DEALT, seat=TABLE)
def deal_them(question: Offers, table: Table) -> Iterable[Offer]:
    if question.phase in {"lobby", "storm"} and table.turn == 1 and not any(DealSkills().objections(table)):
        yield Offer(DealSkills, "Deal leader skill cards", DEALT, aside=table.state(Traitors).done)
    if plays_with_them(table) and table.seats:
        yield from _entered(table, list(table.seats), aside=cards_are_dealt(table) or not early(table))


@adds(Offers, rule=DEALT, order=1)
def enter_a_printed_one(question: Offers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if seat != TABLE and plays_with_them(table) and not cards_are_dealt(table) and not skills_of(table, seat):
        yield from _entered(table, [seat], aside=not early(table))


def _entered(table: Table, seats: list[str], *, aside: bool) -> Iterator[Offer]:
    cards = tuple((card, card) for card in CARDS if not with_anybody(table, card))
    free = [seat for seat in seats if seat not in deck(table).dealt and not own_skill(table, seat)]
    bare = [seat for seat in free if eligible(table, seat)]
    leaders = tuple((name, name) for seat in bare for name in eligible(table, seat))
    if not cards or not leaders:
        return
    whose = tuple((seat, faction_name(seat)) for seat in bare)
    skill = (Blank("skill", "Skill", "select", choices=cards), Blank("leader", "Leader", "select", choices=leaders))
    blanks = (Blank("seat", "Faction", "select", choices=whose), *skill) if len(seats) > 1 else skill
    yield Offer(EnterSkill, "Enter a skill card", DEALT, blanks, aside=aside)


def _blanks(table: Table, now: str, kind: BlankKind) -> tuple[Blank, ...]:
    cards = [card for card in deck(table).dealt.get(now, ()) if isinstance(card, str)]
    none = (("", "Keep none"),) if now in deck(table).revived else ()
    leaders = tuple((name, name) for name in leaders_for(table, now))
    choices = (*((card, card) for card in cards), *none)
    does = together([say("*{card}:* {does}", card=card, does=rulebook()[CARDS[card]].text[0]) for card in cards])
    return (
        Blank("skill", "Skill", kind, value=choices[0][0] if choices else "", choices=choices, hint=does),
        Blank("leader", "Leader", kind, value=leaders[0][0] if leaders else "", choices=leaders),
    )


@adds(BehindShield, rule=DEALT)
def what_was_dealt(question: BehindShield, table: Table) -> Iterable[Kept]:
    skills = deck(table)
    dealt = [card for card in skills.dealt.get(question.seat, ()) if isinstance(card, str)]
    if dealt:
        yield Kept("Leader skill cards dealt to you", tuple(dealt), DEALT, now=True)
