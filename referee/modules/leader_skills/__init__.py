"""Leader skill cards: fourteen cards of the second box, each face up with a leader (4.03).

The names, the deck and the events of dealing stand here. Which card lies with whom is public; what is dealt is known to
its owner until it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.common.boxes import SECOND, in_play, module
from referee.common.factions import FACTIONS
from referee.common.sealed_shuffles import seal_order
from referee.common.things import EXPLAINED, LEADERS, Does, Explained, Holds, Thing, Things
from referee.holdings.leaders import among, dead_everywhere, leaders_known
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    Pile,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    ask,
    count,
    known,
    listed,
    memoized,
    say,
)
from referee.modules.leader_skills.skill_with_leader import Skill, Skills, lay, skill_with
from referee.phases.revival.leaders import WITH_OTHERS, Rank

RULE, DEALT = "4.03", "4.03.01"
PILE = "leader skill cards"
SKILLS = module(
    "M3",
    RULE,
    "Leader skill cards",
    "Each faction gives one leader a skill, with the printed cards.",
    SECOND,
    room=__name__,
)
BUREAUCRAT, DIPLOMAT, MEDIC = "Bureaucrat", "Diplomat", "Killer Medic"
ASSASSINS, MENTAT, PLANETOLOGIST = "Master of Assassins", "Mentat", "Planetologist"
ADEPT, DECIPHERER, SANDMASTER = "Prana Bindu Adept", "Rihani Decipherer", "Sandmaster"
SMUGGLER, BANKER, GRADUATE = "Smuggler", "Spice Banker", "Suk Graduate"
SWORDMASTER, WARMASTER = "Swordmaster of Ginaz", "Warmaster"
CARDS: dict[str, str] = {
    BUREAUCRAT: "4.03.11",
    DIPLOMAT: "4.03.12",
    MEDIC: "4.03.13",
    ASSASSINS: "4.03.14",
    MENTAT: "4.03.15",
    PLANETOLOGIST: "4.03.16",
    ADEPT: "4.03.17",
    DECIPHERER: "4.03.18",
    SANDMASTER: "4.03.19",
    SMUGGLER: "4.03.20",
    BANKER: "4.03.21",
    GRADUATE: "4.03.22",
    SWORDMASTER: "4.03.23",
    WARMASTER: "4.03.24",
}
MANY = 7  # players; with more each is dealt one card


class SkillDeck(State):
    """The cards that lie with nobody, those dealt to each seat and for whom, and what each chose, as far as known."""

    pile: Pile = field(default_factory=Pile)
    dealt: dict[str, tuple[object, ...]] = field(default_factory=dict)
    revived: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, tuple[object, object]] = field(default_factory=dict)
    begun: bool = False


def deck(table: Table) -> SkillDeck:
    return table.state(SkillDeck)


def choosing(table: Table) -> list[str]:
    """Return who still has to choose among the cards dealt."""
    skills = deck(table)
    return [seat for seat in table.seats if seat in skills.dealt and seat not in skills.chosen]


def with_anybody(table: Table, card: str) -> bool:
    return any(skill.card == card for skill in table.state(Skills).of.values())


def may_have_skill(table: Table, seat: str, leader: str) -> bool:
    """Return True for a living leader of a faction's own that counts as one."""
    own = among(leader, FACTIONS[seat].discs(table.rules)) and not among(leader, dead_everywhere(table))
    return own and ask(table, Rank(seat, leader)).value == WITH_OTHERS


@memoized
def eligible(table: Table, seat: str) -> tuple[str, ...]:
    """Return the leaders to whom a faction may give a card."""
    names = leaders_known(table, seat).pool
    return tuple([name for name in names if may_have_skill(table, seat, name) and not skill_with(table, name)])


# -- events -------------------------------------------------------------------------------------------


class SkillsShuffled(Event, because=(DEALT,)):
    """The cards that lie with nobody were shuffled; nobody knows their order."""

    count: Public[int]
    order: tuple[str, ...]
    says = "The leader skill cards are shuffled ({count} cards)."

    def apply(self, table: Table) -> None:
        made = table.put(deck(table))
        made.begun, made.pile = True, Pile.laid(self.order, self.count)


class SkillsDealt(SeatEvent, because=(DEALT,), shows="card"):
    """Cards were dealt to a seat, to keep one; for a ``leader`` who was revived."""

    count: Public[int]
    skills: Sealed[tuple[str, ...]]
    leader: Public[str] = ""
    cards = property(lambda event: count(event.count, "leader skill card"))
    fuller = "{seat!n:The draws} {cards} for {leader}."
    says = "{seat!n:The draws} {cards}."

    def rules(self) -> tuple[str, ...]:
        return ("4.03.06", DEALT) if self.leader else (DEALT,)

    def apply(self, table: Table) -> None:
        made = table.put(deck(table))
        seen = tuple(self.skills) if known(self.skills) else ()
        for n in range(self.count):
            made.pile.take(seen[n] if seen else FACE_DOWN)
        made.dealt[self.seat] = seen or (FACE_DOWN,) * self.count
        if self.leader:
            made.revived[self.seat] = self.leader


class SkillChosen(SeatEvent, because=(DEALT,), shows="card", own=True):
    """A seat has chosen a card and a leader; others see which when all have."""

    skill: Sealed[str]
    leader: Sealed[str]
    says = "{seat!n:The chooses} a leader skill."

    def apply(self, table: Table) -> None:
        table.put(deck(table)).chosen[self.seat] = (self.skill, self.leader)


class SkillShown(SeatEvent, because=(DEALT,), shows="card"):
    """A card and a leader lie face up before the shield."""

    skill: Public[str]
    leader: Public[str]
    says = "{leader} is {seat!n:'s} {skill}."

    def apply(self, table: Table) -> None:
        skills = table.put(deck(table))
        rest = list(skills.dealt.pop(self.seat, ()))
        skills.chosen.pop(self.seat, None)
        skills.revived.pop(self.seat, None)
        if rest:
            rest.remove(self.skill if self.skill in rest else rest[0])  # unknown cards are alike
            skills.pile.extend(card if isinstance(card, str) else FACE_DOWN for card in rest)
        else:
            skills.pile.take(self.skill)
        lay(table, Skill(self.skill, self.leader, self.seat, True), self.leader)


class SkillsLaidBack(SeatEvent, because=("4.03.06",), shows="card"):
    """A faction keeps none of the cards it drew, or chose one for a leader who is dead by now.

    The cards are shuffled, so the seat alone cannot take it back.
    """

    says = "{seat!n:The keeps} no leader skill."

    def apply(self, table: Table) -> None:
        skills = table.put(deck(table))
        skills.pile.extend(card if isinstance(card, str) else FACE_DOWN for card in skills.dealt.pop(self.seat, ()))
        skills.chosen.pop(self.seat, None)
        skills.revived.pop(self.seat, None)


class SkillPlaced(SeatEvent):
    """A leader and the card lie in front of the shield, or behind it, of the faction that has them."""

    leader: Public[str]
    front: Public[bool]
    why: Public[tuple[str, ...]]
    fuller = "{front!?}{leader} lies in front of {seat!n:'s} shield."
    says = "{leader} lies behind {seat!n:'s} shield."

    def apply(self, table: Table) -> None:
        there = skill_with(table, self.leader)
        if there is not None:
            lay(table, Skill(there.card, there.leader, self.seat, self.front), self.leader)


class SkillLost(Event, because=("4.03.05",)):
    """The card of a leader who died goes back among the others."""

    leader: Public[str]
    skill: Public[str]
    says = "{skill} goes back to the leader skill cards: {leader} is dead."

    def apply(self, table: Table) -> None:
        lay(table, None, self.leader)
        skills = table.put(deck(table))
        if skills.begun:
            skills.pile.append(self.skill)


def shuffled(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield a new order of the cards that lie with nobody; nothing if there are none, or printed ones."""
    skills = deck(table)
    if skills.begun and skills.pile.faces():
        yield from in_order(chance.shuffled(skills.pile.faces()), chance)


def in_order(cards: list[str], chance: Chance) -> Iterator[Event]:
    yield from seal_order(PILE, cards, chance)
    yield SkillsShuffled(len(cards), tuple(cards))


def plays_with_them(table: Table) -> bool:
    return in_play(table, SKILLS)


# -- in scripts and on paper --------------------------------------------------------------------------------


def _lay(table: Table, things: Iterable[Thing]) -> Iterator[Event]:
    for thing in things:
        yield SkillShown(thing.seat, thing.name, thing.place)
        if not thing.shown:
            yield SkillPlaced(thing.seat, thing.place, False, ("4.03.03",))


def _lying(table: Table) -> Iterator[Thing]:
    yield from (Thing(skill.card, skill.seat, skill.leader, skill.front) for skill in table.state(Skills).of.values())


LIE = Things("skills", LEADERS, tuple(CARDS), _lay, _lying, SKILLS)


def _which_effect(table: Table, thing: Thing) -> Iterator[Holds]:
    lying = skill_with(table, thing.place)
    if lying is None:
        return
    if lying.front:
        yield Holds("In front of the shield: its first effect works now.", "4.03.04")
    elif lying.own:
        words = say("Behind the shield: its second effect works if {leader} fights.", leader=lying.leader)
        yield Holds(words, "4.03.04")
    else:
        yield Holds(say("{leader} is a captive: only the second effect works.", leader=lying.leader), "4.03.07")


EXPLAINED["skills"] = Explained(
    "Leader skills", lambda: {one: Does(rule) for one, rule in CARDS.items()}, "star", now=_which_effect
)


@LIE.on_paper("skills", RULE, "seat", "name", "place", "shown", between="; ")
def on_the_sheet(table: Table, lying: Iterable[Thing]) -> str:
    skills = [say("{leader} {card}", leader=one.place, card=one.name) for one in lying]
    return say("Leader skills: {skills}.", skills=listed(skills))
