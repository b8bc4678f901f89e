"""Tleilaxu: three Face Dancers out of the traitor cards that were not kept, secret until shown.

They are drawn when the last faction has chosen its traitor, at the latest when the first storm is over. A faction
still choosing then keeps its four cards out of the pile. After the third is shown, three new ones are drawn; in a
Mentat Pause a hidden one may be changed in secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.lines_on_paper import PaperLine, a_leader, one_of
from referee.common.turn import PHASES, PhaseBegan, in_phase
from referee.factions.tleilaxu import ME
from referee.holdings.leaders import among
from referee.holdings.traitors import (
    HiddenTraitors,
    KeptAs,
    TraitorChosen,
    Traitors,
    TraitorsElsewhere,
    all_chosen,
    choosers,
    leader_with_seal,
    traitor_pile,
)
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    Whisper,
    adds,
    after,
    count,
    known,
    listed,
    phrase,
    ruling,
    say,
    sealed,
)
from referee.modules.nexus_cards.holding import used
from referee.offers.offer import BehindShield, Blank, Kept, Offer, SecretOffers
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.bidding.events import BiddingBegan

DRAW, NEW = "2.08.03", "2.08.05"
MINE, THEIRS = "Your Face Dancers", "Face Dancers"
MANY = 3
CANCELED = "4.05.18.01"  # a Nexus card with this use, aimed at a leader


WHY_NOT = {  # why a leader is no Face Dancer in a battle
    "NO_WINNER": phrase("face_dancer.no_winner", "{leader} is not a Face Dancer here: nobody won this battle."),
    "NOT_THE_WINNER": phrase(
        "face_dancer.not_the_winner",
        "{leader} is not a Face Dancer here: only another faction's winning leader can be one.",
    ),
    "NOT_THERE": phrase(
        "face_dancer.not_there", "{leader} is not a Face Dancer here: on a homeworld only its natives reveal one."
    ),
    "OCCUPIER": phrase(
        "face_dancer.occupier",
        "{leader} is not a Face Dancer here: none is revealed against who occupies Tleilax, nor against their ally.",
    ),
    "NO_MATCH": phrase(
        "face_dancer.no_match", "{leader} is not a Face Dancer here: no Face Dancer matches the winning leader."
    ),
}


class FaceDancers(State):
    """The Face Dancers as far as this viewer knows them, those shown, and the turn of the last change."""

    held: tuple[str, ...] = ()
    shown: list[str] = field(default_factory=list)
    drawn: bool = False
    changed: int = 0


def dancers_of(table: Table) -> FaceDancers:
    return table.state(FaceDancers)


@adds(TraitorsElsewhere, rule=DRAW)
def held_as_dancers(question: TraitorsElsewhere, table: Table) -> Iterable[str]:
    return dancers_of(table).held


# -- events -------------------------------------------------------------------------------------------


class FaceDancersDrawn(SeatEvent, shows="traitor"):
    count: Public[int]
    leaders: Sealed[tuple[str, ...]]
    why: Public[tuple[str, ...]]
    dancers = property(lambda event: count(event.count, "Face Dancer"))
    fuller = "{seat!n:The draws} {dancers}: {leaders!s}."
    says = "{seat!n:The draws} {dancers}."

    def apply(self, table: Table) -> None:
        held = tuple(self.leaders) if known(self.leaders) else ()
        table.put(FaceDancers(held, [], True, dancers_of(table).changed))


class FaceDancerShown(Event, because=(NEW,), shows="traitor"):
    leader: Public[str]

    def apply(self, table: Table) -> None:
        table.put(dancers_of(table)).shown.append(self.leader)


class FaceDancerChanged(Whisper, because=(NEW,), shows="traitor"):
    old: Public[str]
    new: Public[str]
    says = "{old} goes back, and {new} is now a Face Dancer."

    def apply(self, table: Table) -> None:
        made = table.put(dancers_of(table))
        made.held = tuple(self.new if one == self.old else one for one in made.held)
        made.changed = table.turn


class FaceDancersRecalled(Whisper, because=(DRAW,), shows="traitor", own=True):
    leaders: Public[tuple[str, ...]]
    changed: Public[bool]
    says = "{tleilaxu!n:The holds} {leaders!s} as Face Dancers."

    def apply(self, table: Table) -> None:
        """One may have been changed in this turn already."""
        made = table.put(dancers_of(table))
        made.held, made.drawn, made.changed = tuple(self.leaders), True, table.turn if self.changed else 0


class FaceDancersKept(Whisper, shows="traitor", own=True):
    """Tleilaxu hold these in secret now, beside those shown; another's card gave them, or a position says so."""

    leaders: Public[tuple[str, ...]]
    why: Public[tuple[str, ...]]
    says = "{tleilaxu!n:The holds} {leaders!s} as Face Dancers."

    def apply(self, table: Table) -> None:
        made = table.put(dancers_of(table))
        made.held, made.drawn = (*(one for one in made.held if one in made.shown), *self.leaders), True


@ruling(KeptAs, rule=DRAW, seat=ME)
def as_face_dancers(question: KeptAs, table: Table, so_far: Event) -> Event:
    return FaceDancersKept(frozenset({ME}), question.leaders, (question.by,))


def canceled(table: Table, leader: str) -> bool:
    """Return True if a Nexus card made this leader no Face Dancer in this turn."""
    return bool(leader) and used(table, CANCELED, aim=leader)


def hidden_dancers(table: Table) -> tuple[str, ...]:
    """Return those that were not shown, as far as this viewer knows them."""
    dancers = dancers_of(table)
    return tuple(leader for leader in dancers.held if not among(leader, dancers.shown))


@ruling(HiddenTraitors, rule=DRAW, seat=ME)
def those_not_shown(question: HiddenTraitors, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...]:
    return hidden_dancers(table)


# -- drawing ------------------------------------------------------------------------------------------


def _draw(table: Table, chance: Chance, rule: str, back: tuple[str, ...] = ()) -> Iterable[FaceDancersDrawn]:
    drawn = tuple(chance.shuffled([*traitor_pile(table), *back])[:MANY])
    yield FaceDancersDrawn(ME, len(drawn), sealed(drawn, ME), (rule,))


def drawn_anew(table: Table, chance: Chance) -> Iterable[FaceDancersDrawn]:
    """Yield three new ones for the three that were shown, which may come again."""
    return _draw(table, chance, NEW, dancers_of(table).held)


def _first(table: Table, chance: Chance) -> Iterable[FaceDancersDrawn]:
    if ME in table.seats and table.state(Traitors).done and not dancers_of(table).drawn:
        yield from _draw(table, chance, DRAW)


@after(TraitorChosen, rule=DRAW)
def when_all_have_chosen(event: TraitorChosen, table: Table, chance: Chance) -> Iterable[Event]:
    yield from _first(table, chance) if choosers(table) and all_chosen(table) else ()


@after(PhaseBegan, rule=DRAW)
def when_the_game_begins(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    yield from _first(table, chance) if event.phase in PHASES and (event.phase != "storm" or all_chosen(table)) else ()


@after(BiddingBegan, rule=DRAW)
def or_bidding(event: BiddingBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """A table that only bids draws here."""
    yield from _first(table, chance)


@after(BattleEnded, rule=NEW)
def three_shown_bring_three_new(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.get(LiveBattle)
    if not live or not live.dancer or live.dancer[0] != ME or not dancers_of(table).drawn:
        return
    yield FaceDancerShown(live.dancer[1])
    if len(dancers_of(table).shown) >= MANY:
        yield from drawn_anew(table, chance)


@adds(BehindShield, rule=DRAW, seat=ME)
def who_they_are(question: BehindShield, table: Table) -> Iterable[Kept]:
    dancers = dancers_of(table)
    if not (table.state(Traitors).done or dancers.drawn):
        return ()
    if not dancers.drawn:
        return (Kept(MINE, ("You draw three when the first phase begins.",), DRAW, now=True, opened=THEIRS),)
    held = [(leader_with_seal(one), among(one, dancers.shown)) for one in dancers.held]
    lines = tuple(say("{leader}, shown", leader=leader) if shown else leader for leader, shown in held)
    fresh = table.turn == 1 and table.phase in PHASES[:2]
    return (Kept(MINE, lines, DRAW, now=fresh or table.phase in {"battle", PHASES[-1]}, opened=THEIRS),)


# -- changing one -------------------------------------------------------------------------------------


class ChangeFaceDancer(SeatCommand, by="seat"):
    leader: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, PHASES[-1])
        dancers = dancers_of(table)
        if self.seat != ME:
            yield Objection(NEW, "Only Tleilaxu have Face Dancers.", "NOT_ELIGIBLE", firm=True)
        elif dancers.changed == table.turn:
            yield Objection(NEW, "You have changed a Face Dancer this turn. Wait for the next Mentat Pause.")
        elif not among(self.leader, dancers.held) or among(self.leader, dancers.shown):
            yield Objection(NEW, "That is not one of your hidden Face Dancers. Choose one.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield FaceDancerChanged(frozenset({ME}), self.leader, chance.shuffled([*traitor_pile(table), self.leader])[0])


@adds(SecretOffers, rule=NEW, seat=ME, phase=PHASES[-1])
def change_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    dancers = dancers_of(table)
    hidden = tuple((leader, leader_with_seal(leader)) for leader in dancers.held if not among(leader, dancers.shown))
    if dancers.changed != table.turn and hidden:
        blank = Blank("leader", "Face Dancer", "select", choices=hidden)
        yield Offer(ChangeFaceDancer, "Replace this Face Dancer", NEW, (blank,))


# -- on paper -----------------------------------------------------------------------------------------

CHANGED = "changed"


def _drawn(table: Table, _: str, count: int, *shown: str) -> Iterable[Event]:
    """Nobody draws again; the faces come with their own sheet."""
    return [FaceDancersDrawn(ME, count, sealed(FACE_DOWN, ME), (DRAW,)), *map(FaceDancerShown, shown[:MANY])]


@PaperLine("dancers", DRAW, _drawn, (one_of(MANY),), a_leader, public=True, seat=ME, empty=True)
def drawn_and_shown(table: Table, _: str) -> tuple[str, list[object]] | None:
    dancers = dancers_of(table)
    words = "Face Dancers revealed: {leaders}" if dancers.shown else "Face Dancers drawn, none revealed"
    return (say(words, leaders=listed(dancers.shown, ",")), [MANY, *dancers.shown]) if dancers.drawn else None


def _held(table: Table, seat: str, *faces: str) -> Iterable[Event]:
    held = [name for name in faces if name != CHANGED]
    return [FaceDancersRecalled(frozenset({seat}), tuple(held[:MANY]), CHANGED in faces)] if held else []


@PaperLine("faces", DRAW, _held, each=lambda table, text: text if text == CHANGED else a_leader(table, text), seat=ME)
def on_their_sheet(table: Table, seat: str) -> tuple[str, list[str]] | None:
    dancers = dancers_of(table)
    return ("", [*dancers.held, *[CHANGED] * (dancers.changed == table.turn)]) if dancers.held else None
