"""A Face Dancer takes over a won battle: the result stands, the territory changes hands (2.08.04).

A card that the referee did not deal is shown at the table and taken at its holder's word, like a printed traitor card.
The button is on their phone after every battle that another faction won with a leader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from referee.board.entries import EFFECT, Arrival, ForcesEntered
from referee.board.forces import (
    ALL_FORCES,
    NO_SECTOR,
    RESERVES,
    TANKS,
    Forces,
    Group,
    OfForces,
    forces_in,
    is_kept,
    kept_at,
    move,
    somewhere,
)
from referee.board.how_many import more_than_there_are
from referee.board.worlds import WORLDS, safe_from, world_of
from referee.common.turn import in_phase
from referee.factions.tleilaxu import ME, WORLD
from referee.factions.tleilaxu.face_dancers import WHY_NOT, canceled, dancers_of
from referee.holdings.leaders import is_shared, key, keys
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    after,
    phrase,
    ruling,
    say,
)
from referee.offers.offer import Blank, Duties, Duty, Offer, Offers
from referee.phases.battle.battle_as_known import plan_of
from referee.phases.battle.conclude import BattleConcluded, Conclude, MoreToConclude, Part
from referee.phases.battle.events import BattleEnded, VictoryTaken
from referee.phases.battle.how_they_stand import put_there, there
from referee.phases.battle.live_battle import (
    OVER,
    REVEALED,
    FactionChoice,
    LiveBattle,
    battle_now,
    last_battle,
    live_of,
    running,
)
from referee.phases.battle.reveal import MayStillSpeak, judged
from referee.phases.battle.two_sides import Battle, Side, VerdictLine
from referee.phases.battle.verdict import Replaced, Spared, Takeover, Verdict, saved
from referee.phases.battle.verdict_wording import TANKS_DOWN, TANKS_UP
from referee.phases.collection.strongholds import held_by_who_is_left
from referee.phases.shipment.marching import places_of
from referee.powers.karama_windows import Against

RULE, BOARD = "2.08.04", "the board"


# -- in the verdict -----------------------------------------------------------------------------------


@ruling(Replaced, rule="2.08.04")
def a_face_dancer(question: Replaced, table: Table, so_far: Verdict) -> Verdict | None:
    battle, call = question.battle, question.battle.calls.face_dance
    if call is None:
        return None
    won = battle.side(so_far.winner).faction if so_far.winner is not None else ""
    refused = _refused(battle, so_far, *call)
    if not may_dance(table, battle.territory):
        refused = "NOT_THERE"
    elif won in safe_from(table, WORLD):
        refused = "OCCUPIER"
    if refused or so_far.winner is None:
        return replace(so_far, not_taken_over=refused).told(VerdictLine("2.08.04", WHY_NOT[refused](leader=call[1])))
    return _danced(battle.side(so_far.winner), so_far)


def may_dance(table: Table, territory: str) -> bool:
    """Return True where they reveal Face Dancers: on a homeworld only as its natives."""
    there = world_of(table, territory) if territory in WORLDS else None
    return there is None or there.owner == ME


def _refused(battle: Battle, verdict: Verdict, by: str, against: str) -> str:
    if verdict.winner is None:
        return "NO_WINNER"
    winner, loser = battle.side(verdict.winner), battle.against(verdict.winner)
    if winner.faction == ME or (loser.leader and key(loser.leader.name) == key(against)):
        return "NOT_THE_WINNER"
    cards = [side.face_dancers for side in (winner, loser) if side.face_dancers is not None]
    shown = not is_shared(against) and (not cards or any(key(against) in keys(held) for held in cards))
    same = winner.leader is not None and key(winner.leader.name) == key(against)
    return "" if by == ME and same and shown else "NO_MATCH"


def _danced(winner: Side, verdict: Verdict) -> Verdict:
    name = winner.leader.name if winner.leader else ""
    dies = not verdict.fell(name)
    lost = verdict.losses.get(winner.whose, ())  # none are told where the table fights without the referee
    spared = verdict.spared.get(winner.whose, Spared())
    stay = winner.forces.total - min((group.total - saved(spared, group)[0].total for group in lost), default=0)
    left = 0 if winner.faction in verdict.withdraw else stay  # who withdrew is at home already
    told = replace(verdict, takeover=Takeover(ME, winner.whose, name, dies, left))
    if dies:
        told = told.untold(name).sent(name, TANKS_DOWN if key(name) in keys(winner.revived) else TANKS_UP)
        told = told.told(VerdictLine("2.08.04", SHOWN(leader=name)))
    words = FIELD(winner=winner.whose, left=left) if left else NO_FORCES(faction=winner.whose)
    return told.told(VerdictLine("2.08.04", words))


def _field(name: Called, winner: str, left: int) -> str:
    if left == 1:
        one = "{winner:The 's} last force returns to reserves. Tleilaxu may place one force there."
        return say(one, winner=name(winner))
    words = "{winner:The 's} last {left} forces return to reserves. Tleilaxu may place up to {left} there."
    return say(words, winner=name(winner), left=left)


FIELD = phrase("face_dancer.field", _field)
NO_FORCES = phrase("face_dancer.no_forces", "{faction!n:The has} no forces left there, so nobody replaces them.")
SHOWN = phrase("face_dancer.shown", "{leader} is a Face Dancer and goes to the Tleilaxu Tanks. Nobody is paid.")


# -- on the phone -------------------------------------------------------------------------------------


def dancer_may_be(table: Table, seat: str) -> str:
    """Return the leader that this seat may show as a Face Dancer, "" for none."""
    live = battle_now(table)
    if live is None or live.step != REVEALED or live.dancer or seat != ME or not may_dance(table, live.territory):
        return ""
    leader = plan_of(live, live.winner).leader if live.winner not in {"", ME, *safe_from(table, WORLD)} else ""
    return "" if canceled(table, leader) or is_shared(leader) else leader


def vacant(table: Table, seat: str) -> LiveBattle | None:
    """Return the battle whose territory this seat may take now."""
    live = last_battle(table)
    if live is None or live.step != OVER or live.prize:
        return None
    if ME in there(table, live.territory) or _taken(table):
        return None
    return live if live.dancer and live.dancer[0] == seat and _most(table, live) else None


def _taken(table: Table) -> list[FieldTaken]:
    """Return what they put in since the last battle ended."""
    events = (heard.event for heard in reversed(table.log))
    since = takewhile(lambda event: not isinstance(event, BattleEnded), events)
    return [event for event in since if isinstance(event, FieldTaken)]


def _room(live: LiveBattle) -> int:
    return live.verdict.takeover.left if live.verdict.takeover else 0


def _most(table: Table, live: LiveBattle) -> int:
    """Return how many may be placed: as many as went home, at most as many as live. At home all of them are there."""
    if kept_at(ME, live.territory) != live.territory:
        return 0
    tanks = forces_in(table, ME, TANKS)
    return _room(live) if tanks is None else min(_room(live), ALL_FORCES - tanks.total)


def _elsewhere(table: Table, territory: str) -> dict[str, int | None]:
    """Return from where on the planet forces may come, with how many are there; not counted without positions."""
    if not is_kept(table, ME):
        return {BOARD: None}
    here = {place: forces_in(table, ME, place) or Group() for place in places_of(table, ME) if place != territory}
    lost = somewhere(table, ME).normal
    return {**{place: group.normal for place, group in here.items()}, **({BOARD: lost} if lost > 0 else {})}


class FieldTaken(OfForces, ForcesEntered, SeatEvent, because=(RULE,), later=("sector",)):
    territory: Public[str]
    normal: Public[int]
    origin: Public[str]
    sector: Public[int] = NO_SECTOR
    special = 0

    def arrival(self) -> Arrival | None:
        group = Group(self.normal)
        return Arrival(self.seat, self.territory, self.sector, group, EFFECT, self.origin) if self.normal else None

    def apply(self, table: Table) -> None:
        before = table.state(Forces).held.get((self.seat, self.territory), Group())
        put_there(table, self.seat, self.territory, before.plus(Group(self.normal)), "", self.sector)
        move(table, self.seat, Group(self.normal), self.origin, "")

    def pattern(self) -> str:
        none = "{seat!n:The places} no forces in {territory}."
        return "{seat!n:The places} {forces} in {territory}." if self.normal else none


class ShowFaceDancer(SeatCommand, by="both", grave=True, gains=5):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        if battle_now(table) and not dancer_may_be(table, self.seat):
            words = "Only Tleilaxu show a Face Dancer, and only when it is another faction's winning leader."
            yield Objection(RULE, words, "NOT_THE_WINNER", firm=True)
        leader, own = dancer_may_be(table, self.seat), dancers_of(table)
        if leader and own.held and not keys([leader]) <= keys(own.held) - keys(own.shown):
            yield Objection(RULE, say("{leader} is not among your Face Dancers.", leader=leader), "NO_MATCH", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield VictoryTaken(self.seat, dancer_may_be(table, self.seat), (RULE,))
        yield judged(table, live_of(table))


# -- in the one form that a battle leaves -------------------------------------------------------------


def _may_say(table: Table) -> LiveBattle | None:
    """Return the battle whose territory they decide on now: once with the verdict, or when it is applied."""
    live = last_battle(table)
    if live is None or live.step != REVEALED:
        return vacant(table, ME)
    said = live.choices.get(ME, FactionChoice()).origin
    return live if live.dancer and live.dancer[0] == ME and not said and _most(table, live) else None


@adds(MoreToConclude, rule=RULE)
def who_takes_the_field(question: MoreToConclude, table: Table) -> Iterable[Part]:
    live = _may_say(table)
    if live is None:
        return ()
    most, held, board = _most(table, live), forces_in(table, ME, RESERVES), _elsewhere(table, live.territory)
    if held is None or not board:
        blank = Blank("normal", say("Forces into {territory}", territory=live.territory), "number", 0, most, str(most))
        return (Part(ME, "place forces", (blank,), (("origin", RESERVES),)),)
    first = min(most, held.total)
    choices = tuple((one, one.capitalize() if many is None else f"{one} ({many})") for one, many in board.items())
    blanks = (
        Blank(
            "normal", say("Into {territory}, from reserves", territory=live.territory), "number", 0, most, str(first)
        ),
        Blank("board", "From the board", "number", 0, most, str(most - first if len(board) == 1 else 0)),
        Blank("where", "From where on the board", "select", choices=choices),
    )
    return (Part(ME, "place forces", blanks, (("origin", RESERVES),)),)


def _sources(choice: FactionChoice) -> dict[str, int]:
    """Return how many come from where."""
    found = {choice.origin: choice.normal}
    found[choice.where] = found.get(choice.where, 0) + choice.board
    return {origin: many for origin, many in found.items() if many}


def _against_source(table: Table, territory: str, origin: str, many: int) -> Iterator[Objection]:
    if origin == RESERVES:
        held = forces_in(table, ME, RESERVES)
        if held is not None and many > held.total:
            words = say("You have {total} in reserves. Place fewer, or take them from the board.", total=held.total)
            yield Objection(RULE, words)
        return
    board = _elsewhere(table, territory)
    if origin not in board:
        yield Objection(RULE, "Choose reserves, or a territory where you have forces.", firm=True)
    elif (there := board[origin]) is None:
        yield from more_than_there_are(table, ME, Group(many))
    elif many > there:
        words = say("You have {there} in {origin}. Take no more than that.", there=there, origin=origin)
        yield Objection(RULE, words, firm=True)


@adds(Against, rule=RULE, of=Conclude)
def no_field_like_this(question: Against, table: Table) -> Iterable[Objection]:
    command = question.command
    if not isinstance(command, Conclude) or not (command.normal or command.origin or command.board):
        return
    live = _may_say(table) if command.seat == ME else None
    choice = FactionChoice("", command.normal, command.origin, command.board, command.where)
    if live is None:
        yield Objection(RULE, "You cannot place forces now.", firm=True)
    elif not 0 <= command.normal + command.board <= _most(table, live) or min(command.normal, command.board) < 0:
        yield Objection(RULE, say("You may place up to {n} forces. Enter fewer.", n=_most(table, live)))
    elif not command.origin:
        yield Objection(RULE, "Choose reserves or the board.", firm=True)
    else:
        for origin, many in _sources(choice).items():
            yield from _against_source(table, live.territory, origin, many)


def _as_meant(table: Table) -> Iterable[Event]:
    """Carry out what was announced, with as many as live and went home by then."""
    live = vacant(table, ME)
    choice = live.choices.get(ME, FactionChoice()) if live else FactionChoice()
    if live is None or not choice.origin:
        return
    left, taken = _most(table, live), 0
    for origin, many in _sources(choice).items():
        now = min(many, left - taken)
        if now > 0 and not any(_against_source(table, live.territory, origin, now)):
            taken += now
            yield _put_in(live, now, origin)
    if not taken and not sum(_sources(choice).values()):
        yield _put_in(live, 0, choice.origin)
    yield from held_by_who_is_left(table, live.territory)


def _put_in(live: LiveBattle, many: int, origin: str) -> FieldTaken:
    return FieldTaken(ME, live.territory, many, origin, live.stood.get(live.winner, NO_SECTOR))


class TakeField(SeatCommand, by="both", waits=True):
    """Put forces from one more place into a territory that a Face Dancer has freed."""

    normal: int
    origin: str

    def objections(self, table: Table) -> Iterable[Objection]:
        live, left = _freed(table)
        yield from in_phase(table, "battle")
        if live is None or self.seat != ME:
            yield Objection(RULE, "No territory is free for your forces now.", firm=True)
        elif not 0 < self.normal <= left:
            words = say("You may place up to {left} forces. Enter 1 or more.", left=left)
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)
        else:
            yield from _against_source(table, live.territory, self.origin, self.normal)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live, _ = _freed(table)
        if live is not None:
            yield _put_in(live, self.normal, self.origin)
            yield from held_by_who_is_left(table, live.territory)


def _freed(table: Table) -> tuple[LiveBattle | None, int]:
    """Return the last battle if its territory is theirs to fill, and how many more they may place."""
    live = last_battle(table)
    if live is None or live.step != OVER or not live.dancer or live.dancer[0] != ME:
        return None, 0
    left = _most(table, live) - sum(event.normal for event in _taken(table))
    return (live, left) if left > 0 else (None, 0)


@adds(Offers, rule=RULE, phase="battle", seat=ME, order=1)
def more_from_elsewhere(question: Offers, table: Table) -> Iterable[Offer]:
    """Only after the form, for those who come from several places."""
    live, left = _freed(table)
    board = _elsewhere(table, live.territory) if live and any(event.normal for event in _taken(table)) else {}
    if live is not None and board:
        choices = ((RESERVES, "Reserves"), *((one, one) for one in board))
        blanks = (Blank("normal", "Forces", "number", 1, left, "1"), Blank("origin", "From", "select", choices=choices))
        yield Offer(
            TakeField, say("Place more forces in {territory}", territory=live.territory), RULE, blanks, aside=True
        )


@after(BattleConcluded, rule=RULE)
def taken_now(event: BattleConcluded, table: Table, chance: Chance) -> Iterable[Event]:
    return _as_meant(table) if event.seat == ME else ()


@after(BattleEnded, rule=RULE)
def taken_then(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    return _as_meant(table)


@ruling(MayStillSpeak, rule=RULE)
def they_may_show_one(question: MayStillSpeak, table: Table, so_far: str) -> str | None:
    """Offered whatever they hold, so that it reveals nothing."""
    may = ME in table.seats and dancer_may_be(table, ME)
    return "Tleilaxu may still reveal a Face Dancer" if may else None


@adds(Offers, rule=RULE, phase="battle", seat=ME)
def a_face_of_theirs(question: Offers, table: Table) -> Iterable[Offer]:
    """The same button for every leader, so that it reveals nothing."""
    leader = dancer_may_be(table, ME)
    return (Offer(ShowFaceDancer, say("{leader} is my Face Dancer", leader=leader), RULE),) if leader else ()


@adds(Duties, rule=RULE, phase="battle", first=True)
def the_field_is_free(question: Duties, table: Table) -> Iterable[Duty]:
    live = vacant(table, ME) if ME in table.seats else None
    if live:
        of = {"n": _most(table, live), "territory": live.territory}
        you = say("place up to {n} forces in {territory}, or none", **of)
        does = say("places up to {n} forces in {territory}", **of)
        passed = (_put_in(live, 0, RESERVES), *held_by_who_is_left(table, live.territory))
        yield Duty(ME, does, RULE, (Conclude,), you=you, holds=True, passed=passed)
