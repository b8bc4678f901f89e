"""Orders and questions before the plans: the Voice and Prescience, for their owner and for an ally.

A power is announced, so that it can be stopped before its content is known; then it is used or declined. Until then the
player concerned locks no plan. The steps follow from public events alone. What orders and questions say stands in the
rooms of the factions; option K4 decides who is first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from referee.common.factions import named
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Question,
    SeatEvent,
    SeatQuestion,
    Table,
    Value,
    adds,
    after,
    ask,
    capital,
    memoized,
    option,
    say,
    setting,
)
from referee.offers.choices import Choice, filled
from referee.offers.offer import Duty, Offer, Part
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

RULE = "1.07.04"
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


class Say(Value):
    """A power before the plans: its rule, owner and target.

    What a card gives has a ``title`` of its own and is announced already.
    """

    rule: str
    seat: str
    to: str
    kind: Kind
    title: str = ""


class Speaks(Question[tuple[Say, ...]], rule=RULE, answer=()):
    """Who may use a power before these two make their plans?"""

    fighting: tuple[str, str]


class Exempt(SeatQuestion[bool], rule=RULE, answer=False):
    """Is this faction not bound by such a power of another, by its rule, or need not show this part of its plan?

    One faction asks and another forbids it; neither may import the other.
    """

    power: str
    part: str = ""


class Forbidden(SeatQuestion[str], rule=RULE, answer=""):
    """Why may a seat not play this in that part of its plan, after an order or answer? "" if it may.

    If ``promised`` before there is a plan, it must leave room for what an order demands.
    """

    part: str
    value: str
    promised: bool = False


class Bond(NamedTuple):
    """What an order or answer demands of a plan, as its owner reads it."""

    rule: str
    words: str
    kind: Kind


class BoundBy(SeatQuestion[tuple[Bond, ...]], rule=RULE, answer=()):
    """What was this seat ordered to play, or has it shown?"""


class HelpedBy(SeatQuestion[tuple[tuple[str, str], ...]], rule=RULE, answer=()):
    """What helps this seat in its battle, as it plans: rules, and words to its player?"""


class PlanStep(Value):
    """A power before the plans, and its state."""

    say: Say
    state: State

    @property
    def done(self) -> bool:
        return self.state in {SAID, PASSED, STOPPED}

    @property
    def title(self) -> str:
        return self.say.title or rulebook()[self.say.rule].title


@memoized
def steps(table: Table) -> tuple[PlanStep, ...]:
    """Return the steps before the plans of the present battle, in order."""
    live = battle_now(table)
    if live is None:
        return ()
    answer = ask(table, Speaks(live.seats))
    order = {"voice": (ORDER, QUESTION), "prescience": (QUESTION, ORDER)}.get(setting(table, SPOKEN_FIRST), ())
    made = [PlanStep(Say(rule, "", "", ORDER), STOPPED) for rule in reversed(answer.stopped)]
    waiting = False
    for one in sorted(answer.value, key=lambda said: order.index(said.kind) if order else 0):
        step = PlanStep(one, _state(live, one, waiting))
        waiting = waiting or (bool(order) and not step.done)
        made.append(step)
    return tuple(made)


def _state(live: LiveBattle, say: Say, waiting: bool) -> State:
    declared = live.declarations
    if say.rule in declared.passed:
        return PASSED
    if say.to in (declared.orders if say.kind == ORDER else declared.answers):
        return SAID
    if say.kind == QUESTION and say.to in declared.asked:
        return ASKED
    if say.to in live.plans:
        return PASSED
    if say.title or say.rule in declared.announced:
        return ANNOUNCED
    return PASSED if say.seat in live.plans else LATER if waiting else MAY


def step_by(table: Table, rule: str) -> PlanStep | None:
    return next((step for step in steps(table) if step.say.rule == rule), None)


def step_of(table: Table, seat: str, kind: Kind) -> PlanStep | None:
    """Return a seat's step of a kind, the first that is not done."""
    found = [step for step in steps(table) if (step.say.seat, step.say.kind) == (seat, kind)]
    return next((step for step in found if not step.done), found[0] if found else None)


def unannounced(table: Table, seat: str) -> Iterator[PlanStep]:
    """Yield the powers that a seat may announce now, and does not use once its plan is locked."""
    yield from (step for step in steps(table) if step.say.seat == seat and step.state == MAY)


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


class OfPower(SeatEvent, abstract=True):
    """What a faction does about a power before the plans."""

    rule: Public[str]

    def rules(self) -> tuple[str, ...]:
        return (self.rule,)

    def said(self, words: str, name: Called) -> str:
        return say(words, seat=name(self.seat), title=spoken_title(rulebook()[self.rule].title))


class PowerAnnounced(OfPower):
    def apply(self, table: Table) -> None:
        declarations(table).announced.add(self.rule)

    def sentence(self, name: Called) -> str:
        return self.said("{seat:The announces} {title}.", name)


class KeptSilent(OfPower):
    """A faction declined a power before this battle."""

    def apply(self, table: Table) -> None:
        declarations(table).passed.add(self.rule)

    def sentence(self, name: Called) -> str:
        return self.said("{seat:The does} not use {title}.", name)


# -- commands -----------------------------------------------------------------------------------------


class PlanChoice(Choice[PlanStep], abstract=True):
    """A power before the plans is used or declined, or what it asks for is shown; ``cites`` refuses who has none."""

    rule, cites, phase = RULE, RULE, "battle"
    part: ClassVar[Part] = "before the plans"
    states: ClassVar[tuple[State, ...]] = ()
    kind: ClassVar[Kind | None] = None

    @classmethod
    def all_waiting(cls, table: Table) -> Iterable[PlanStep]:
        live = battle_now(table)
        return [step for step in steps(table) if not step.done] if live and live.step == OPEN else ()

    @classmethod
    def concerned(cls, now: PlanStep) -> bool:
        return now.state in cls.states and cls.kind in {None, now.say.kind}

    @classmethod
    def asked(cls, now: PlanStep) -> str:
        return now.say.to if now.state == ASKED else now.say.seat

    @classmethod
    def words(cls, table: Table, now: PlanStep) -> Mapping[str, object]:
        title = spoken_title(now.title)
        return {"power": title, "title": title, "seat": named(now.say.seat if now.state == ASKED else now.say.to)}

    @classmethod
    def due(cls, table: Table, now: PlanStep, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        duty = super().due(table, now, by)
        return duty and replace(duty, rule=now.say.rule, later=now.state == LATER)

    @classmethod
    def form(cls, table: Table, now: PlanStep) -> Offer | None:
        """Return what stands in the place of the plan of who is asked, on its phone."""
        return None

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from running(table, OPEN)
        if battle_now(table):
            yield Objection(self.cites, self.nothing, firm=True)


class PlanPower(PlanChoice, abstract=True):
    """An answer that names the power by its rule."""

    rule: str = field()  # type: ignore[misc]  # of its power, in place of the class's own

    @classmethod
    def ways(cls, table: Table, now: PlanStep) -> Iterator[Offer]:
        if now.state != LATER:
            yield cls.way(filled(cls.button, cls.words(table, now)), why=now.say.rule, rule=now.say.rule)

    def means(self, now: PlanStep) -> bool:
        return now.say.rule == self.rule


class Announce(PlanPower, by="both", waits=True, becomes=PowerAnnounced):
    """Announce a power before the plans."""

    states, button, nothing = (MAY, LATER), "Use {title}", "You cannot announce that now."
    does, you, then = "decides on {power}", "use {power}, or don't", "Then {seat:makes} a plan."

    def against(self, table: Table, now: PlanStep) -> Iterator[Objection]:
        if now.state == LATER:
            yield Objection("4.92.04", "At this table another power comes first. Wait for it.")


class StaySilent(PlanPower, by="both", waits=True, becomes=KeptSilent):
    """Decline a power before the plans."""

    states, button = (MAY, LATER, ANNOUNCED), "Don't use {title}"
    nothing, aside, part = "You have nothing to pass on now.", True, ""


# -- giving a faction such a power --------------------------------------------------------------------


def speaks_before(power: Power, kind: Kind, bound: Bound, *, for_ally: bool = False) -> None:
    """Give a faction such a power; ``bound`` returns its objections to a plan."""

    @adds(Speaks, rule=power.rule)
    def speaks(question: Speaks, table: Table) -> Iterator[Say]:
        there = power.seat in table.seats and (power.seat in question.fighting) is not for_ally
        to = foe_of(table, power.seat, question.fighting) if there else ""
        if to and not ask(table, Exempt(to, power.rule)).value:
            yield Say(power.rule, power.seat, to, kind)

    @adds(MoreObjections, rule=power.rule)
    def binds(question: MoreObjections, table: Table) -> Iterable[Objection]:
        return bound(table, question.battle, question.at, power.rule)

    @adds(Stoppable, rule=power.rule)
    def stoppable(question: Stoppable, table: Table) -> Iterator[Power]:
        step = step_by(table, power.rule) if question.moment in {"battle", "any"} else None
        heard = SAID if kind == ORDER else ASKED
        if step and step.state in {ANNOUNCED, *({heard} if setting(table, LATEST_STOP) == "heard" else ())}:
            yield power


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
