"""Who enters a stronghold with an ambassador: Ecaz may use it, for themselves or their ally, before the game goes on.

The answer waits in the queue of ``board/entries``. An effect with a choice of its own is a ``Mission`` of the seat
that has the benefit; it is over when that seat has used or left it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.agreements.alliances import MayAlly
from referee.board.entries import Arrival, ForcesEntered, Reaction, ReactionOver, due, reaction_now
from referee.board.forces import Group, is_kept
from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES
from referee.factions.ecaz import ME, VIDAL
from referee.factions.ecaz.tokens import (
    ASIDE,
    BACK,
    COPIED,
    COPIES,
    DOES,
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
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Chance, adds, after, ask, setting
from referee.kernel.table import Table
from referee.kernel.wording import Called, say
from referee.offers.offer import TABLE, Blank, Duty, Halts, Offer, Offers, SecretOffers, others_of

TRIGGER, ALLY, COPY, OWN_RULE = "2.11.06", "2.11.08", "2.11.11", "2.11.09"


@dataclass
class Mission:
    """An effect under way, by the face of its ambassador: who has the benefit, and who entered where.

    It ``lends`` when an alliance was accepted and Ecaz may lend their ally Duke Vidal.
    """

    face: str
    seat: str
    of: str
    place: str
    lends: bool = False

    @property
    def effect(self) -> str:
        return DOES[self.face]


class Effect(NamedTuple):
    """What an ambassador does: its rule, what its user reads, and what happens at once, ``None`` if it has choices.

    ``line`` has slots ``of``, who entered, and ``n``. ``does`` is a verb phrase in the singular, for whom it is done;
    ``by`` are the commands of its choices.
    """

    rule: str
    line: str
    at_once: Callable[[Table, Mission, Chance], Iterable[Event]] | None = None
    does: str = ""
    by: tuple[type[Command], ...] = ()
    shielded: bool = False
    n: int = 0


EFFECTS: dict[str, Effect] = {}


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
            return say(words, effect=faction_name(self.effect), **of)
        own = "{ecaz:The uses} the {token} in {place}."
        return say("{ecaz:The uses} the {token} in {place} for {ally}." if self.seat != ME else own, **of)


class AmbassadorKept(Event, because=(TRIGGER,)):
    of: Public[str]
    place: Public[str]
    says = "The ambassador in {place} does nothing."


class MissionOver(Event, because=(TRIGGER,)):
    def apply(self, table: Table) -> None:
        table.drop(Mission)


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


@adds(Halts, rule=TRIGGER)
def ecaz_answer(question: Halts, table: Table) -> Iterable[Duty]:
    now, task = reaction_now(table, TRIGGER), mission(table)
    if now is None:
        return
    if task is None:
        token = token_name(ambassadors(table).placed.get(now.place, ""))
        of = {"of": named(now.of), "place": now.place, "token": token, "ecaz": named(ME)}
        halts = say("{of:The enters} {place}, where the {token} is. {ecaz:The may} use it.", **of)
        you = say("use the {token} against {of} in {place}, or leave it there", **of)
        by, hidden = (UseAmbassador, KeepAmbassador), _shielded(table, now)
        yield Duty(ME, "answers with an ambassador", TRIGGER, by, you=you, shielded=hidden, halts=halts)
        return
    effect = EFFECTS["lend" if task.lends else task.effect]
    seat = task.of if task.face == OWN and not task.lends else task.seat
    of = {"token": token_name(task.face), "seat": named(seat), "does": named(seat).verb(effect.does)}
    halts = say("The {token} is used. {seat:The} {does}.", **of)
    choices = effect.by if task.face == OWN else (*effect.by, LeaveMission)
    yield Duty(seat, effect.does, effect.rule, choices, shielded=effect.shielded, halts=halts)


# -- commands -----------------------------------------------------------------------------------------


def copies(table: Table) -> list[str]:
    """Return the faces as which the copying ambassador may be used (option E3)."""
    made = ambassadors(table)
    used = made.aside if setting(table, COPIED) == "used" else []
    return [one for one in OTHERS if one != COPIES and (one in pool(table) or one in used)]


def usable(table: Table, now: Reaction, effect: str) -> bool:
    """Return True if a token may be used with this effect."""
    token = ambassadors(table).placed.get(now.place, "")
    if effect == OWN:
        return token == OWN and (may_ally(table, now) or is_free(table))
    return effect in copies(table) if token == COPIES else effect == token


def may_ally(table: Table, now: Reaction) -> bool:
    free = table.ally(ME) is None and table.ally(now.of) is None
    return free and not ask(table, MayAlly(ME, now.of)).value


def may_benefit(table: Table, effect: str) -> tuple[str, ...]:
    """Return for whom an effect may be used: Ecaz or their ally, Ecaz's own for themselves alone."""
    ally = table.ally(ME)
    return (ME, ally) if ally and effect != OWN else (ME,)


class UseAmbassador(Command, by="both"):
    """Use the token: ``effect`` if it is another's than its own, ``to`` the seat that has the benefit.

    Ecaz's own brings Duke Vidal if ``vidal``, else it offers an alliance.
    """

    seat: str
    effect: str = ""
    to: str = ME
    vidal: bool = False

    def _effect(self, table: Table, now: Reaction) -> str:
        return self.effect or ambassadors(table).placed.get(now.place, "")

    def objections(self, table: Table) -> Iterable[Objection]:
        now = reaction_now(table, TRIGGER)
        if self.seat != ME or now is None or mission(table) is not None:
            yield Objection(TRIGGER, "There is no ambassador to use now.", firm=True)
            return
        effect = self._effect(table, now)
        if not usable(table, now, effect):
            own = say("You can offer no alliance, and {leader} cannot be taken.", leader=VIDAL)
            words = own if effect == OWN else "That ambassador cannot be used like that. Choose one from the list."
            yield Objection(OWN_RULE if effect == OWN else TRIGGER, words, "NOT_ELIGIBLE", firm=True)
        elif effect == OWN and not (is_free(table) if self.vidal else may_ally(table, now)):
            own = say("An alliance needs two without an ally. Take {leader} instead.", leader=VIDAL)
            yield Objection(
                OWN_RULE,
                say("{leader} cannot be taken now.", leader=VIDAL) if self.vidal else own,
                "NOT_ELIGIBLE",
                firm=True,
            )
        elif self.to not in may_benefit(table, effect):
            yield Objection(ALLY, "Use it for yourself or for your ally.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = reaction_now(table, TRIGGER)
        if now is None:
            return
        token, used = ambassadors(table).placed[now.place], self._effect(table, now)
        why = (
            *((ALLY,) if self.to != ME else ()),
            *((COPY,) if token == COPIES else ()),
            EFFECTS[DOES[used]].rule,
            TRIGGER,
        )
        yield AmbassadorUsed(token, used, self.to, now.of, now.place, why)
        yield AmbassadorLeft(token, now.place, {OWN: BACK, COPIES: GONE}.get(token, ASIDE), (USED,))
        task, at_once = mission(table), EFFECTS[DOES[used]].at_once
        if used == OWN and self.vidal:
            yield from taken(table, ME, VIDAL, OWN_RULE)
            yield from over(table, chance)
            return
        if task is not None and at_once is not None:
            yield from at_once(table, task, chance)
            yield from over(table, chance)


class KeepAmbassador(Command, by="both"):
    """Leave the token where it is, unused."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or reaction_now(table, TRIGGER) is None or mission(table) is not None:
            yield Objection(TRIGGER, "There is no ambassador to use now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if now := reaction_now(table, TRIGGER):
            yield AmbassadorKept(now.of, now.place)
            yield ReactionOver(TRIGGER)


class LeaveMission(Command, by="both"):
    """Make no further use of an effect."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from over(table, chance)


def not_yours(table: Table, seat: str, effect: str = "") -> Iterator[Objection]:
    """Object if this seat has no effect under way, or not this one."""
    task = mission(table)
    if task is None or task.seat != seat or task.face == OWN or effect not in {"", task.effect}:
        yield Objection(TRIGGER, "No ambassador lets you do that now.", "NOT_ELIGIBLE", firm=True)


# -- offers -------------------------------------------------------------------------------------------


def _uses(table: Table, now: Reaction) -> Iterator[Offer]:
    token = ambassadors(table).placed.get(now.place, "")
    found = copies(table) if token == COPIES else [token] if token else []
    for effect in (one for one in found if usable(table, now, one)):
        for seat in may_benefit(table, effect):
            line = say(EFFECTS[DOES[effect]].line, of=named(now.of), n=EFFECTS[DOES[effect]].n)
            label = say("{effect}: {does}", effect=faction_name(effect), does=line)
            if seat != ME:
                label = say("For {seat}: {does}", seat=named(seat), does=line)
            fixed = (("effect", effect), ("to", seat))
            if effect != OWN or may_ally(table, now):
                yield Offer(UseAmbassador, label, EFFECTS[DOES[effect]].rule, fixed=fixed, at_once=True)
            if effect == OWN and is_free(table):
                yield Offer(
                    UseAmbassador,
                    say("Take {leader}", leader=VIDAL),
                    OWN_RULE,
                    fixed=(*fixed, ("vidal", "1")),
                    at_once=True,
                )


def _shielded(table: Table, now: Reaction) -> bool:
    """Return True if what may be copied would tell what lies in a secret supply."""
    copied = ambassadors(table).placed.get(now.place) == COPIES
    return copied and setting(table, SECRET_SUPPLY) == "secret" and ME in phones_of(table)


@adds(Offers, rule=TRIGGER, seat=ME)
def use_it_or_not(question: Offers, table: Table) -> Iterable[Offer]:
    now = reaction_now(table, TRIGGER)
    if now is not None and mission(table) is None:
        yield from () if _shielded(table, now) else _uses(table, now)
        yield Offer(KeepAmbassador, "Leave the ambassador there", TRIGGER, at_once=True)


@adds(SecretOffers, rule=TRIGGER, seat=ME)
def use_it_behind_the_shield(question: SecretOffers, table: Table) -> Iterable[Offer]:
    now = reaction_now(table, TRIGGER)
    return _uses(table, now) if now is not None and mission(table) is None and _shielded(table, now) else ()


@adds(Offers, rule=TRIGGER, order=1)
def or_no_further(question: Offers, table: Table) -> Iterable[Offer]:
    task = mission(table)
    if task is not None and task.seat == question.seat and task.face != OWN:
        yield Offer(LeaveMission, "Done with the ambassador", EFFECTS[task.effect].rule, at_once=True)


# -- an entry that the table tells of, where no map is kept -------------------------------------------


class TellEntry(Command, by="both", waits=True):
    """Somebody entered a stronghold with an ambassador, which the referee could not see."""

    seat: str
    of: str
    place: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or self.of not in table.seats or table.phase not in PHASES:
            yield Objection(TRIGGER, "Choose who entered a stronghold with an ambassador.", firm=True)
        elif is_kept(table, self.of):
            yield Objection(TRIGGER, "The map shows who enters. Move the forces there.", firm=True)
        elif not awake(table, self.of, self.place):
            yield Objection(
                TRIGGER,
                say("No ambassador in {place} acts against {of}.", place=self.place, of=named(self.of)),
                "NOT_ELIGIBLE",
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from due(ME, TRIGGER, Arrival(self.of, self.place, 0, Group(1), "movement"))


@adds(Offers, rule=TRIGGER, order=2, seat=ME)
def tell_of_an_entry(question: Offers, table: Table) -> Iterable[Offer]:
    unseen = tuple(one for one in others_of(table, ME) if not is_kept(table, one[0]) and one[0] != table.ally(ME))
    placed = tuple((place, f"{place} ({faction_name(token)})") for place, token in ambassadors(table).placed.items())
    if question.seat == TABLE or table.phase not in {"spice_blow", "shipment"} or not unseen or not placed:
        return ()
    blanks = (Blank("of", "Who", "select", choices=unseen), Blank("place", "Entered", "select", choices=placed))
    return (Offer(TellEntry, "Somebody entered by moving", TRIGGER, blanks, aside=True),)
