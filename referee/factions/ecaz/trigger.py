"""Who enters a stronghold with an ambassador: Ecaz may use it, for themselves or their ally, before the game goes on.

The answer waits in the queue of ``board/entries``. An effect that leaves a choice is a ``Mission`` of the seat that has
the benefit, and a ``MissionChoice``; it is over when that seat has used or left it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, NamedTuple, TypeAlias, Unpack

from referee.agreements.alliances import MayAlly
from referee.board.entries import Arrival, ForcesEntered, ReactionOver, due, reaction_now
from referee.board.forces import Group, is_kept
from referee.common.factions import faction_name, named
from referee.common.turn import PHASES
from referee.factions.ecaz import ME, VIDAL
from referee.factions.ecaz.tokens import (
    ASIDE,
    BACK,
    COPIED,
    COPIES,
    GONE,
    OTHERS,
    OWN,
    SECRET_SUPPLY,
    USED,
    AmbassadorLeft,
    ambassadors,
    drawn_anew,
    pool,
    token_name,
)
from referee.factions.ecaz.vidal import is_free
from referee.holdings.shared_discs import taken
from referee.kernel import (
    Called,
    Chance,
    Event,
    Name,
    Objection,
    Public,
    SeatCommand,
    State,
    Table,
    adds,
    after,
    ask,
    say,
    setting,
)
from referee.offers.choices import Choice, ChoiceFlags
from referee.offers.offer import TABLE, Blank, Offer, Offers, others_of

TRIGGER, ALLY, COPY, OWN_RULE = "2.11.06", "2.11.08", "2.11.11", "2.11.09"


class Mission(State):
    """An effect under way, by the face of its ambassador: who has the benefit, and who entered where.

    It ``lends`` when an alliance was accepted and Ecaz may lend their ally Duke Vidal.
    """

    face: str
    seat: str
    of: str
    place: str
    lends: bool = False


AtOnce: TypeAlias = Callable[[Table, Mission, Chance], Iterable[Event]]


class Effect(NamedTuple):
    """What an ambassador does: its rule, its button, and what happens at once, ``None`` if it leaves a choice.

    The button has slots ``of``, who entered, and ``n``.
    """

    rule: str
    line: str
    n: int = 0
    at_once: AtOnce | None = None


EFFECTS: dict[str, Effect] = {}  # by the faction on the token


def mission(table: Table) -> Mission | None:
    return table.get(Mission)


# -- events -------------------------------------------------------------------------------------------


class AmbassadorUsed(Event):
    """Ecaz used a token: with which effect, and for whom."""

    token: Public[str]
    effect: Public[str]
    seat: Public[str]
    of: Public[str]
    place: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(Mission(self.effect, self.seat, self.of, self.place))

    def sentence(self, name: Called) -> str:
        of = {"ecaz": name(ME), "token": token_name(self.token), "place": self.place, "ally": name(self.seat)}
        if self.effect != self.token:
            as_other = "{ecaz:The uses} the {token} in {place} as {effect} for {ally}."
            words = as_other if self.seat != ME else "{ecaz:The uses} the {token} in {place} as {effect}."
            return say(words, effect=Name(faction_name(self.effect), of=self.effect), **of)
        own = "{ecaz:The uses} the {token} in {place}."
        return say("{ecaz:The uses} the {token} in {place} for {ally}." if self.seat != ME else own, **of)


class AmbassadorKept(Event, because=(TRIGGER,)):
    of: Public[str]
    place: Public[str]
    says = "The ambassador in {place} does nothing."


class MissionOver(Event, because=(TRIGGER,), drops=Mission): ...


def over(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield that the effect is done, and a new draw if all drawn tokens were used."""
    yield MissionOver()
    yield from drawn_anew(table, chance)
    yield ReactionOver(TRIGGER)


# -- when it comes to that ----------------------------------------------------------------------------


def awake(table: Table, seat: str, place: str) -> bool:
    """Return True if a token in this place may be used against this faction."""
    token = ambassadors(table).placed.get(place)
    return token is not None and seat not in {ME, table.ally(ME), token}


@after(ForcesEntered, rule=TRIGGER)
def an_ambassador_is_there(event: ForcesEntered, table: Table, chance: Chance) -> Iterable[Event]:
    arrival = event.arrival()
    if arrival is not None and not arrival.peace and awake(table, arrival.seat, arrival.place):
        yield from due(ME, TRIGGER, arrival)


@after(ReactionOver, rule=TRIGGER)
@after(AmbassadorLeft, rule=TRIGGER)
def nothing_left_to_answer(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """The token may have been used or lost, or an alliance made, since the entry."""
    now = reaction_now(table, TRIGGER)
    if now is not None and mission(table) is None and not awake(table, now.of, now.place):
        yield ReactionOver(TRIGGER)


# -- the answer ---------------------------------------------------------------------------------------


def copies(table: Table) -> list[str]:
    """Return the faces as which the copying ambassador may be used (option E3)."""
    tokens = ambassadors(table)
    used = tokens.aside if setting(table, COPIED) == "used" else []
    return [token for token in OTHERS if token != COPIES and (token in pool(table) or token in used)]


def usable(table: Table, now: MetByAmbassador, effect: str) -> bool:
    """Return True if a token may be used with this effect."""
    if effect == OWN:
        return now.token == OWN and (may_ally(table, now) or is_free(table))
    return effect in copies(table) if now.token == COPIES else effect == now.token != ""


def may_ally(table: Table, now: MetByAmbassador) -> bool:
    free = table.ally(ME) is None and table.ally(now.of) is None
    return free and not ask(table, MayAlly(ME, now.of)).value


def may_benefit(table: Table, effect: str) -> tuple[str, ...]:
    """Return for whom an effect may be used: Ecaz or their ally, Ecaz's own for themselves alone."""
    ally = table.ally(ME)
    return (ME, ally) if ally and effect != OWN else (ME,)


class MetByAmbassador(NamedTuple):
    """Forces that entered where a token lies."""

    of: str
    place: str
    token: str


class AnswerByAmbassador(Choice[MetByAmbassador], abstract=True):
    """Ecaz's answer to an entry: they use the ambassador, or leave it there."""

    rule, who = TRIGGER, ME
    nothing = "There is no ambassador to use now."
    halts = "{of:The enters} {place}, where the {token} is. {ecaz:The may} use it."

    @classmethod
    def waiting(cls, table: Table) -> MetByAmbassador | None:
        now = reaction_now(table, TRIGGER)
        if now is None or mission(table) is not None:
            return None
        return MetByAmbassador(now.of, now.place, ambassadors(table).placed.get(now.place, ""))

    @classmethod
    def words(cls, table: Table, now: MetByAmbassador) -> dict[str, object]:
        return {"of": named(now.of), "place": now.place, "token": token_name(now.token), "ecaz": named(ME)}


class UseAmbassador(AnswerByAmbassador, by="both"):
    """Use the token: ``effect`` if it is another's than its own, ``to`` the seat that has the benefit.

    Ecaz's own brings Duke Vidal if ``vidal``, else it offers an alliance.
    """

    does, you = "answers with an ambassador", "use the {token} against {of} in {place}, or leave it there"
    effect: str = ""
    to: str = ME
    vidal: bool = False

    @classmethod
    def shielded(cls, table: Table, now: MetByAmbassador) -> bool:
        """What may be copied would tell what lies in a secret supply."""
        return now.token == COPIES and setting(table, SECRET_SUPPLY) == "secret"

    @classmethod
    def buttons(cls, table: Table, now: MetByAmbassador) -> Iterator[Offer]:
        for face in copies(table) if now.token == COPIES else [now.token] if usable(table, now, now.token) else []:
            effect = EFFECTS[face]
            line = say(effect.line, of=named(now.of), n=effect.n)
            for seat in may_benefit(table, face):
                label = say("{effect}: {does}", effect=faction_name(face), does=line)
                if seat != ME:
                    label = say("For {seat}: {does}", seat=named(seat), does=line)
                if face != OWN or may_ally(table, now):
                    yield cls.way(label, why=effect.rule, effect=face, to=seat)
                if face == OWN and is_free(table):
                    yield cls.way(say("Take {leader}", leader=VIDAL), why=OWN_RULE, effect=face, to=seat, vidal="1")

    def against(self, table: Table, now: MetByAmbassador) -> Iterator[Objection]:
        effect, words, rule = self.effect or now.token, "", OWN_RULE
        if not usable(table, now, effect):
            words = say("You can offer no alliance, and {leader} cannot be taken.", leader=VIDAL)
            if effect != OWN:
                words, rule = "That ambassador cannot be used like that. Choose one from the list.", TRIGGER
        elif effect == OWN and self.vidal and not is_free(table):
            words = say("{leader} cannot be taken now.", leader=VIDAL)
        elif effect == OWN and not self.vidal and not may_ally(table, now):
            words = say("An alliance needs two without an ally. Take {leader} instead.", leader=VIDAL)
        elif self.to not in may_benefit(table, effect):
            words, rule = "Use it for yourself or for your ally.", ALLY
        if words:
            yield Objection(rule, words, "NOT_ELIGIBLE", firm=True)

    def outcome(self, table: Table, now: MetByAmbassador, chance: Chance) -> Iterator[Event]:
        token, used = now.token, self.effect or now.token
        effect = EFFECTS[used]
        by = (*((ALLY,) if self.to != ME else ()), *((COPY,) if token == COPIES else ()))
        yield AmbassadorUsed(token, used, self.to, now.of, now.place, (*by, effect.rule, TRIGGER))
        yield AmbassadorLeft(token, now.place, {OWN: BACK, COPIES: GONE}.get(token, ASIDE), (USED,))
        if used == OWN and self.vidal:
            yield from taken(table, ME, VIDAL, OWN_RULE)
        elif effect.at_once is None:
            return
        elif (task := mission(table)) is not None:
            yield from effect.at_once(table, task, chance)
        yield from over(table, chance)


class KeepAmbassador(AnswerByAmbassador, by="both", gains=-1):
    """Leave the token where it is, unused."""

    button = "Leave the ambassador there"

    def outcome(self, table: Table, now: MetByAmbassador, chance: Chance) -> Iterator[Event]:
        yield AmbassadorKept(now.of, now.place)
        yield ReactionOver(TRIGGER)


# -- an effect that leaves a choice -------------------------------------------------------------------


class MissionChoice(Choice[Mission], abstract=True):
    """What the seat that has the benefit of an ambassador does by it: ``line`` is its button for Ecaz."""

    rule = TRIGGER
    nothing, code = "No ambassador lets you do that now.", "NOT_ELIGIBLE"
    halts = "The {token} is used. {seat:The} {does}."
    face: ClassVar[str] = ""
    line: ClassVar[str] = ""
    n: ClassVar[int] = 0

    def __init_subclass__(cls, **flags: Unpack[ChoiceFlags]) -> None:
        super().__init_subclass__(**flags)
        if cls.line:
            EFFECTS[cls.face] = Effect(cls.rule, cls.line, cls.n)

    @classmethod
    def waiting(cls, table: Table) -> Mission | None:
        return task if (task := mission(table)) and task.face != OWN else None

    @classmethod
    def concerned(cls, now: Mission) -> bool:
        return now.face == cls.face

    @classmethod
    def words(cls, table: Table, now: Mission) -> dict[str, object]:
        return {"token": token_name(now.face), "of": named(now.of), "n": cls.n}


class LeaveMission(MissionChoice, by="both", gains=-1):
    """Make no further use of an effect."""

    @classmethod
    def concerned(cls, now: Mission) -> bool:
        return EFFECTS[now.face].at_once is None

    @classmethod
    def ways(cls, table: Table, now: Mission) -> Iterator[Offer]:
        yield cls.way("Done with the ambassador", why=EFFECTS[now.face].rule)

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
        return over(table, chance)


# -- an entry that the table tells of, where no map is kept -------------------------------------------


class TellEntry(SeatCommand, by="both", waits=True):
    """Somebody entered a stronghold with an ambassador, which the referee could not see."""

    of: str
    place: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or self.of not in table.seats or table.phase not in PHASES:
            yield Objection(TRIGGER, "Choose who entered a stronghold with an ambassador.", firm=True)
        elif is_kept(table, self.of):
            yield Objection(TRIGGER, "The map shows who enters. Move the forces there.", firm=True)
        elif not awake(table, self.of, self.place):
            words = say("No ambassador in {place} acts against {of}.", place=self.place, of=named(self.of))
            yield Objection(TRIGGER, words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from due(ME, TRIGGER, Arrival(self.of, self.place, 0, Group(1), "movement"))


@adds(Offers, rule=TRIGGER, order=2, seat=ME)
def tell_of_an_entry(question: Offers, table: Table) -> Iterable[Offer]:
    unseen = tuple(one for one in others_of(table, ME) if not is_kept(table, one[0]) and one[0] != table.ally(ME))
    placed = tuple((place, f"{place} ({faction_name(token)})") for place, token in ambassadors(table).placed.items())
    if question.seat != TABLE and table.phase in {"spice_blow", "shipment"} and unseen and placed:
        blanks = (Blank("of", "Who", "select", choices=unseen), Blank("place", "Entered", "select", choices=placed))
        yield Offer(TellEntry, "Somebody entered by moving", TRIGGER, blanks, aside=True)
