"""The Nexus card of Atreides: no Prescience, a second part of the plan, or one part for somebody else.

What is asked by the card is asked and shown as by Prescience, and binds as that does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.factions.atreides import ME
from referee.factions.atreides.part_of_a_plan import (
    FOR_AN_ALLY,
    PRESCIENCE,
    PrescienceAnswered,
    against_answer,
    binds,
)
from referee.kernel import Chance, Event, Objection, Public, Table, adds, after, ruling
from referee.modules.nexus_cards.holding import STOPS, nexus_card, used
from referee.modules.nexus_cards.in_battle import BeforeThePlans
from referee.phases.battle.allowed_plans import MoreObjections
from referee.phases.battle.before_the_plans import ASKED, QUESTION, SAID, Say, Speaks, foe_of, step_by
from referee.phases.battle.live_battle import LiveBattle, battle_key, battle_now, declarations

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.11.01", "4.05.11.02", "4.05.11.03")
TITLE = "Prescience by a Nexus card"
STOPS.update(dict.fromkeys((PRESCIENCE.rule, FOR_AN_ALLY.rule), BETRAYAL))


# -- one part, for who has the card -------------------------------------------------------------------


def by_card(table: Table, seat: str, rule: str) -> bool:
    """Return True if this seat used the card in the battle of now."""
    live = battle_now(table)
    return live is not None and used(table, rule, seat, battle_key(live))


@ruling(Speaks, rule=ALLY)
def asks_by_the_card(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
    asking = next((seat for seat in question.fighting if by_card(table, seat, ALLY)), "")
    to = foe_of(table, asking, question.fighting) if asking else ""
    return (*so_far, Say(ALLY, asking, to, QUESTION, TITLE)) if to else None


class AskByNexus(BeforeThePlans, rule=ALLY):
    """Ask for one part of the opponent's plan, as by Prescience."""

    button = "Nexus card: ask for one part of the plan"
    of_foe = True


# -- a second part ------------------------------------------------------------------------------------


class AskedAgain(Event, because=(CUNNING,)):
    """The first answer stands, and the same seat is asked for another part."""

    to: Public[str]

    def apply(self, table: Table) -> None:
        said = declarations(table)
        _, part, rule = said.asked.pop(self.to)
        said.earlier[self.to] = (part, said.answers.pop(self.to), rule)
        said.passed.add(rule)


def _first(table: Table) -> str:
    """Return who has been asked by Atreides in their own battle, "" for nobody."""
    step = step_by(table, PRESCIENCE.rule)
    return step.say.to if step is not None and step.state in {ASKED, SAID} else ""


@ruling(Speaks, rule=CUNNING)
def asks_again(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
    to = foe_of(table, ME, question.fighting) if by_card(table, ME, CUNNING) else ""
    again = to and to in declarations(table).earlier
    return (*so_far, Say(CUNNING, ME, to, QUESTION, TITLE)) if again else None


class AskAgain(BeforeThePlans, rule=CUNNING):
    """Ask for a second part of the opponent's plan."""

    button = "Nexus card: ask for a second part"
    of_foe = True

    def against_battle(self, table: Table, live: LiveBattle) -> Iterator[Objection]:
        if not _first(table):
            yield Objection(CUNNING, "Ask for a first part of the plan by Prescience. Then play this card.")

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        if (to := _first(table)) in declarations(table).answers:
            yield AskedAgain(to)


@after(PrescienceAnswered, rule=CUNNING)
def once_the_first_is_shown(event: PrescienceAnswered, table: Table, chance: Chance) -> Iterable[Event]:
    said = declarations(table)
    if by_card(table, ME, CUNNING) and event.seat not in said.earlier and said.asked[event.seat][2] == PRESCIENCE.rule:
        yield AskedAgain(event.seat)


def _binds(rule: str) -> None:
    binds(rule)

    @adds(MoreObjections, rule=rule)
    def what_was_shown(question: MoreObjections, table: Table) -> Iterable[Objection]:
        return against_answer(table, question.battle, question.at, rule)


for _rule in (CUNNING, ALLY):
    _binds(_rule)
