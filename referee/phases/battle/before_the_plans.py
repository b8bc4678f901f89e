"""Orders and questions before the plans: the Voice and Prescience, for their owner and for an ally.

A power is announced, so that it can be stopped before its content is known; then it is used or declined. Until then the
player concerned locks no plan. The steps follow from public events alone. What orders and questions say stands in the
rooms of the factions; option K4 decides who is first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.common.factions import named
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Question,
    Table,
    adds,
    after,
    ask,
    capital,
    option,
    ruling,
    say,
    setting,
)
from referee.offers.offer import TABLE, Duties, Duty, Offer, Offers
from referee.phases.battle.allowed_plans import MoreObjections
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now, declarations, running
from referee.phases.battle.two_sides import At, Battle
from referee.powers.karama_windows import window_over
from referee.powers.powers import Power, Stoppable, stop_seconds, stoppable
from referee.powers.who_answers import may_stop, seconds_for
from referee.rulebook.book import rulebook

LATEST_STOP = option(
    "K3",
    "4.92.03",
    "Latest moment to stop Voice or Prescience",
    ("announced", "When it is announced", "Before the order or question is spoken."),
    ("heard", "After it is heard", "Even after the order or question was spoken."),
)
SPOKEN_FIRST = option(
    "K4",
    "4.92.04",
    "Voice or Prescience first",
    ("voice", "Voice, then Prescience", "Prescience sees a plan that obeys the Voice."),
    ("prescience", "Prescience, then Voice", "The Voice cannot undo what was shown."),
    ("free", "In any order", "The first to speak goes first."),
)

Kind: TypeAlias = Literal["order", "question"]
State: TypeAlias = Literal["may", "later", "announced", "asked", "said", "passed", "stopped"]
ORDER: Final = "order"
QUESTION: Final = "question"
PARTS = (("weapon", "Weapon"), ("defence", "Defense"), ("leader", "Leader"), ("dial", "Number on the wheel"))
ORDERS = (("play", "Play"), ("leave", "Don't play"))
MAY: Final = "may"
LATER: Final = "later"
ANNOUNCED: Final = "announced"
ASKED: Final = "asked"
SAID: Final = "said"
PASSED: Final = "passed"
STOPPED: Final = "stopped"
Bound: TypeAlias = Callable[[Table, Battle, At, str], tuple[Objection, ...]]
Answers: TypeAlias = Callable[[Table, str], Offer | None]


@dataclass(frozen=True)
class Say:
    """A power before the plans: its rule, owner, target, and the form of its answer if any.

    What a card gives has a ``title`` of its own and is announced already.
    """

    rule: str
    seat: str
    to: str
    kind: Kind
    answer: Answers | None = None
    title: str = ""


class Speaks(Question[tuple[Say, ...]], rule="1.07.04"):
    """Who may use a power before these two make their plans?"""

    fighting: tuple[str, str]

    def plain(self, table: Table) -> tuple[Say, ...]:
        return ()


class Deaf(Question[bool], rule="1.07.04"):
    """Is this faction not bound by such a power of another, by its rule?

    Who occupies a certain homeworld only; the power is then not offered against it.
    """

    seat: str
    power: str

    def plain(self, table: Table) -> bool:
        return False


class Forbidden(Question[str], rule="1.07.04"):
    """Why may a seat not play this in that part of its plan, after an order or answer? "" if it may.

    If ``promised`` before there is a plan, it must leave room for what an order demands.
    """

    seat: str
    part: str
    value: str
    promised: bool = False

    def plain(self, table: Table) -> str:
        return ""


class Bond(NamedTuple):
    """What an order or answer demands of a plan, as its owner reads it."""

    rule: str
    words: str
    kind: Kind


class BoundBy(Question[tuple[Bond, ...]], rule="1.07.04"):
    """What was this seat ordered to play, or has it shown?"""

    seat: str

    def plain(self, table: Table) -> tuple[Bond, ...]:
        return ()


class HelpedBy(Question[tuple[tuple[str, str], ...]], rule="1.07.04"):
    """What helps this seat in its battle, as it plans: rules, and words to its player?"""

    seat: str

    def plain(self, table: Table) -> tuple[tuple[str, str], ...]:
        return ()


class MayBeAsked(Question[bool], rule="2.01.08"):
    """May this faction be asked to show this part of its plan?

    One faction asks and another forbids it; neither may import the other.
    """

    seat: str
    part: str

    def plain(self, table: Table) -> bool:
        return True


@dataclass(frozen=True)
class PlanStep:
    """A power before the plans, and its state."""

    say: Say
    state: State

    @property
    def done(self) -> bool:
        return self.state in {SAID, PASSED, STOPPED}

    @property
    def title(self) -> str:
        return self.say.title or rulebook()[self.say.rule].title


def steps(table: Table) -> list[PlanStep]:
    """Return the steps before the plans of the present battle, in order."""
    live = battle_now(table)
    if live is None:
        return []
    answer = ask(table, Speaks(live.seats))
    order = {"voice": (ORDER, QUESTION), "prescience": (QUESTION, ORDER)}.get(setting(table, SPOKEN_FIRST), ())
    made = [PlanStep(Say(rule, "", "", ORDER), STOPPED) for rule in reversed(answer.stopped)]
    waiting = False
    for one in sorted(answer.value, key=lambda said: order.index(said.kind) if order else 0):
        step = PlanStep(one, _state(live, one, waiting))
        waiting = waiting or (bool(order) and not step.done)
        made.append(step)
    return made


def _state(live: LiveBattle, say: Say, waiting: bool) -> State:
    said = live.declarations
    if say.rule in said.passed:
        return PASSED
    if say.to in (said.orders if say.kind == ORDER else said.answers):
        return SAID
    if say.kind == QUESTION and say.to in said.asked:
        return ASKED
    if say.to in live.plans:
        return PASSED
    return ANNOUNCED if say.title or say.rule in said.announced else LATER if waiting else MAY


def step_by(table: Table, rule: str) -> PlanStep | None:
    return next((step for step in steps(table) if step.say.rule == rule), None)


def step_of(table: Table, seat: str, kind: Kind) -> PlanStep | None:
    """Return a seat's step of a kind, the first that is not done."""
    found = [step for step in steps(table) if (step.say.seat, step.say.kind) == (seat, kind)]
    return next((step for step in found if not step.done), found[0] if found else None)


def answer_due(table: Table, seat: str) -> Offer | None:
    """Return the form in which this seat answers, ``None`` if it is not asked."""
    asked = (step.say for step in steps(table) if step.say.to == seat and step.state == ASKED)
    return next((one.answer(table, seat) for one in asked if one.answer), None)


def not_yet(table: Table, seat: str) -> Iterator[Objection]:
    """Object to a plan before all orders and questions to this seat."""
    for step in steps(table):
        if step.say.to == seat and not step.done:
            who = named(seat if step.state == ASKED else step.say.seat)
            words = say("{power} comes first. Wait for {who}.", power=capital(spoken_title(step.title)), who=who)
            yield Objection(step.say.rule, words, "NOT_YET")


def spoken_title(title: str) -> str:
    """Return the name of a power in a sentence: "the Voice", "Prescience"."""
    if title == "Voice":
        return "the Voice"
    return say("the {power}", power=title) if title.startswith("Voice") else title


def foe_of(table: Table, seat: str, fighting: tuple[str, str]) -> str:
    """Return the opponent of a faction or of its ally, "" if neither fights."""
    mine = seat if seat in fighting else table.ally(seat) or ""
    return next((one for one in fighting if one != mine), "") if mine in fighting else ""


# -- events -------------------------------------------------------------------------------------------


class PowerAnnounced(Event):
    seat: Public[str]
    rule: Public[str]

    def apply(self, table: Table) -> None:
        declarations(table).announced.add(self.rule)

    def rules(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, name: Called) -> str:
        return say(
            "{seat:The announces} {title}.", seat=name(self.seat), title=spoken_title(rulebook()[self.rule].title)
        )


class KeptSilent(Event):
    """A faction declined a power before this battle."""

    seat: Public[str]
    rule: Public[str]

    def apply(self, table: Table) -> None:
        declarations(table).passed.add(self.rule)

    def rules(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, name: Called) -> str:
        return say(
            "{seat:The does} not use {title}.", seat=name(self.seat), title=spoken_title(rulebook()[self.rule].title)
        )


# -- commands -----------------------------------------------------------------------------------------


class Announce(Command, by="both", waits=True):
    """Announce a power before the plans."""

    seat: str
    rule: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        step = step_by(table, self.rule)
        if battle_now(table) and (step is None or step.say.seat != self.seat or step.state not in {MAY, LATER}):
            yield Objection("1.07.04", "You cannot announce that now.", firm=True)
        elif step and step.state == LATER:
            words = "At this table another power comes first. Wait for it."
            yield Objection("4.92.04", words)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield PowerAnnounced(self.seat, self.rule)


class StaySilent(Command, by="both", waits=True):
    """Decline a power before the plans."""

    seat: str
    rule: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        step = step_by(table, self.rule)
        mine = step and step.say.seat == self.seat and step.state in {MAY, LATER, ANNOUNCED}
        if battle_now(table) and not mine:
            yield Objection("1.07.04", "You have nothing to pass on now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield KeptSilent(self.seat, self.rule)


@adds(Duties, rule="1.07.04", phase="battle")
def who_is_to_speak(question: Duties, table: Table) -> Iterable[Duty]:
    for step in steps(table):
        if step.state in {MAY, LATER}:
            power = spoken_title(step.title)
            you, by = say("use {power}, or don't", power=power), (Announce, StaySilent)
            later, then = step.state == LATER, say("Then {seat:makes} a plan.", seat=named(step.say.to))
            does = say("decides on {power}", power=power)
            yield Duty(step.say.seat, does, step.say.rule, by, you=you, later=later, then=then)


@adds(Offers, rule="1.07.04", phase="battle")
def who_may_speak(question: Offers, table: Table) -> Iterable[Offer]:
    live = battle_now(table)
    if live is None or live.step != OPEN or question.seat == TABLE:
        return ()
    made = []
    for step in (one for one in steps(table) if one.say.seat == question.seat):
        fixed = (("rule", step.say.rule),)
        title, rule = spoken_title(step.title), step.say.rule
        if step.state == MAY:
            made.append(Offer(Announce, say("Use {title}", title=title), rule, fixed=fixed, part="before the plans"))
        if step.state in {MAY, ANNOUNCED}:
            made.append(Offer(StaySilent, say("Don't use {title}", title=title), rule, fixed=fixed, aside=True))
    return made


# -- giving a faction such a power --------------------------------------------------------------------


def speaks_before(
    power: Power, kind: Kind, bound: Bound, answer: Answers | None = None, *, for_ally: bool = False
) -> None:
    """Give a faction such a power; ``bound`` returns its objections to a plan."""

    @ruling(Speaks, rule=power.rule)
    def speaks(question: Speaks, table: Table, so_far: tuple[Say, ...]) -> tuple[Say, ...] | None:
        fights = power.seat in question.fighting
        there = power.seat in table.seats and fights is not for_ally
        to = foe_of(table, power.seat, question.fighting) if there else ""
        to = "" if to and ask(table, Deaf(to, power.rule)).value else to
        return (*so_far, Say(power.rule, power.seat, to, kind, answer)) if to else None

    @ruling(MoreObjections, rule=power.rule)
    def binds(question: MoreObjections, table: Table, so_far: tuple[Objection, ...]) -> tuple[Objection, ...] | None:
        found = bound(table, question.battle, question.at, power.rule)
        return (*so_far, *found) if found else None

    @ruling(Stoppable, rule=power.rule)
    def stoppable(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        step = step_by(table, power.rule) if question.moment in {"battle", "any"} else None
        heard = SAID if kind == ORDER else ASKED
        due = {ANNOUNCED, *({heard} if setting(table, LATEST_STOP) == "heard" else ())}
        return (*so_far, power) if step and step.state in due else None


# -- the window after a power was announced, in which it may be stopped before its content is out (option K3) --


def window_to_stop(table: Table, seat: str, rule: str, *, content: bool) -> Iterable[Event]:
    """Yield the window to stop a power (option K3): when announced, or when its ``content`` is heard."""
    late = setting(table, LATEST_STOP) == "heard"
    powers = tuple(power for power in stoppable(table, table.phase) if power.rule == rule)
    seconds = stop_seconds(table)
    if powers and late == content and seconds_for(table, seconds, may_stop(table, seconds, powers)):
        yield window_over(table, seat, powers)


@after(PowerAnnounced, rule="4.90.03")
def before_it_is_spoken(event: PowerAnnounced, table: Table, chance: Chance) -> Iterable[Event]:
    yield from window_to_stop(table, event.seat, event.rule, content=False)
