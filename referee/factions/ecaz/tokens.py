"""The eleven ambassadors of Ecaz: in the supply, on a stronghold, set aside, out of the game or in the pool.

Tokens on strongholds lie face up. Whether the supply is public is option E4; tokens that the players drew by hand are
unknown until they are placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Any

from referee.board.entries import TerritoryDestroyed
from referee.board.standing import MapToken, TokensOnMap
from referee.board.storm import Storm, StormMoved, struck
from referee.board.territories import strongholds
from referee.common.factions import FACTIONS, faction_name
from referee.common.lines_on_paper import PaperLine, one_of, several
from referee.common.turn import OfTurn, of_turn
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.ecaz import ME
from referee.holdings.setup import OptionChanged, SpiceHeld
from referee.kernel import (
    FACE_DOWN,
    Called,
    Chance,
    Event,
    Name,
    Pile,
    Public,
    Sealed,
    State,
    Table,
    Whisper,
    adds,
    after,
    everybody,
    known,
    listed,
    option,
    say,
    say_many,
    sealed,
    setting,
)
from referee.offers.offer import BehindShield, Kept
from referee.offers.what_now import Glance, Says, Sheet
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.verdict import EXPLOSION

SUPPLY, PLACING, USED, LOST = "2.11.04", "2.11.05", "2.11.07", "2.11.20"
OWN, COPIES = ME, "bene_gesserit"  # the token of Ecaz itself, and the one that does what another does
DOES = {  # by the faction on its face: a name, and what Ecaz read
    OWN: ("ally", "offer an alliance."),
    "atreides": ("look", "look at the hand."),
    COPIES: ("copy", "use another ambassador."),
    "choam": ("sell", "discard cards for 3 spice each."),
    "emperor": ("five", "5 spice."),
    "fremen": ("move", "move a group anywhere."),
    "harkonnen": ("traitor", "see a traitor card."),
    "ixian": ("swap", "discard a card and draw one."),
    "richese": ("draw", "draw a card for 3."),
    "spacing_guild": ("ship", "ship up to 4 forces free."),
    "tleilaxu": ("revive", "revive a leader or up to 4 forces."),
}
FACE = {name: face for face, (name, _) in DOES.items()}
OTHERS = tuple(token for token in DOES if token != OWN)
DRAWN = 5
BACK, ASIDE, GONE = "back", "aside", "gone"
COPIED = option(
    "E3",
    "4.96.03",
    "What the Bene Gesserit ambassador copies",
    ("used", "Any that Ecaz do not hold", "Ambassadors in the pool, and those used since the last draw."),
    ("pool", "Only the undrawn", "Ambassadors in the pool; none that was drawn this time."),
)
SECRET_SUPPLY = option(
    "E4",
    "4.96.04",
    "Ecaz's supply of ambassadors",
    ("open", "Open", "Everybody sees which tokens Ecaz can place."),
    ("secret", "Behind the shield", "Only Ecaz see which tokens they drew."),
)


class Ambassadors(State):
    """Where the tokens are, as far as this viewer knows; ``placed`` by stronghold, ``aside`` since the last draw."""

    supply: Pile = field(default_factory=Pile)
    placed: dict[str, str] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


class PlacedNow(OfTurn):
    """How many tokens were placed in this turn, and whether Ecaz are done with it."""

    many: int = 0
    over: bool = False


def ambassadors(table: Table) -> Ambassadors:
    return table.state(Ambassadors)


def placed_now(table: Table) -> PlacedNow:
    return of_turn(table, PlacedNow)


def token_name(token: str) -> str:
    return say("{faction} ambassador", faction=Name(faction_name(token), of=token))


def supply_known(table: Table) -> bool:
    return len(ambassadors(table).supply.faces()) == len(ambassadors(table).supply)


def may_be_in_supply(table: Table) -> list[str]:
    """Return the tokens that Ecaz may hold, as far as this viewer knows."""
    tokens = ambassadors(table)
    if supply_known(table):
        return tokens.supply.faces()
    elsewhere = {*tokens.placed.values(), *tokens.aside, *tokens.gone}
    return [token for token in (OWN, *OTHERS) if token not in elsewhere]


def pool(table: Table) -> list[str]:
    """Return the tokens that were not drawn, as far as this viewer knows; with an unknown supply, its tokens too."""
    made = ambassadors(table)
    return [one for one in OTHERS if one not in {*made.supply.faces(), *made.placed.values(), *made.aside, *made.gone}]


# -- events -------------------------------------------------------------------------------------------


class AmbassadorsDrawn(Event, because=(SUPPLY,), shows="token"):
    """Tokens came into the supply; those set aside were back in the pool before."""

    count: Public[int]
    tokens: Sealed[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        tokens = ambassadors(table)
        drawn = Pile.laid(self.tokens, self.count) if known(self.tokens) else Pile([FACE_DOWN] * self.count)
        table.put(Ambassadors(Pile([*tokens.supply, *drawn]), tokens.placed, [], tokens.gone))

    def sentence(self, name: Called) -> str:
        drawn = [faction_name(token) for token in self.tokens if token != OWN] if known(self.tokens) else []
        many = self.count - (1 if self.count > DRAWN else 0)
        of = {"seat": name(ME), "drawn": listed(drawn)}
        if not drawn:
            return say_many(many, "{seat:The draws} {n} ambassador.", "{seat:The draws} {n} ambassadors.", **of)
        return say_many(
            many, "{seat:The draws} {n} ambassador: {drawn}.", "{seat:The draws} {n} ambassadors: {drawn}.", **of
        )


class SupplyShown(Event, because=(SECRET_SUPPLY.rule,), shows="token"):
    """The supply lies open from now on."""

    tokens: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        ambassadors(table).supply[:] = self.tokens

    def sentence(self, name: Called) -> str:
        tokens = listed([faction_name(token) for token in self.tokens]) or "none"
        return say("Ambassadors in {seat:'s} supply: {tokens}.", seat=name(ME), tokens=tokens)


class AmbassadorPlaced(Event, because=(PLACING,), shows="token", own=True):
    token: Public[str]
    place: Public[str]

    def apply(self, table: Table) -> None:
        made, now = ambassadors(table), placed_now(table)
        made.supply.take(self.token)
        made.placed[self.place] = self.token
        now.many += 1
        table.put(made)
        table.put(now)

    def sentence(self, name: Called) -> str:
        return say(
            "{seat:The places} the {token} in {place}.", seat=name(ME), token=token_name(self.token), place=self.place
        )


class PlacingEnded(Event, because=(PLACING,)):
    says = "No more ambassadors this turn."

    def apply(self, table: Table) -> None:
        table.put(placed_now(table)).over = True


class AmbassadorLeft(Event):
    """A token left its stronghold: ``back`` to the supply, set ``aside``, or ``gone`` from the game."""

    token: Public[str]
    place: Public[str]
    fate: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        tokens = table.put(ambassadors(table))
        tokens.placed.pop(self.place, None)
        piles: dict[str, list[Any]] = {BACK: tokens.supply, ASIDE: tokens.aside, GONE: tokens.gone}
        piles[self.fate].append(self.token)

    def sentence(self, name: Called) -> str:
        fate = {
            BACK: "The {token} in {place} goes back to {ecaz:'s} supply.",
            ASIDE: "The {token} in {place} is set aside.",
            GONE: "The {token} in {place} leaves the game.",
        }
        return say(fate[self.fate], token=token_name(self.token), place=self.place, ecaz=name(ME))


# -- the supply ---------------------------------------------------------------------------------------


def _to(table: Table) -> frozenset[str]:
    return frozenset({ME}) if setting(table, SECRET_SUPPLY) == "secret" else everybody(table)


def _draw(table: Table, chance: Chance, *first: str) -> AmbassadorsDrawn:
    tokens = ambassadors(table)
    bag = chance.shuffled([*pool(table), *tokens.aside])[:DRAWN]
    drawn = (*first, *bag) if cards_are_dealt(table) else FACE_DOWN
    return AmbassadorsDrawn(len(first) + len(bag), sealed(drawn, *_to(table)))


@after(SpiceHeld, rule=SUPPLY)
def the_first_supply(event: SpiceHeld, table: Table, chance: Chance) -> Iterable[Event]:
    """A game that is joined later has tokens that nobody has named yet."""
    if event.seat != ME or table.get(Ambassadors) is not None:
        return
    drawn = _draw(table, chance, OWN)
    yield drawn if table.turn == 1 else replace(drawn, tokens=sealed(FACE_DOWN, ME))


def drawn_anew(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield a new draw if no drawn token is left; Ecaz's own is always in the supply or on a stronghold."""
    tokens = ambassadors(table)
    if len(tokens.supply) + len(tokens.placed) <= 1:
        yield _draw(table, chance)


@after(OptionChanged, rule=SECRET_SUPPLY.rule)
def open_from_now_on(event: OptionChanged, table: Table, chance: Chance) -> Iterable[Event]:
    if event.key == SECRET_SUPPLY.key and event.value == "open" and ambassadors(table).supply and supply_known(table):
        yield SupplyShown(tuple(ambassadors(table).supply.faces()))


# -- tokens that are lost -----------------------------------------------------------------------------


def lost(table: Table, place: str, why: tuple[str, ...]) -> Iterator[Event]:
    """Yield that the token in a stronghold goes back to the supply, if one lies there."""
    token = ambassadors(table).placed.get(place)
    if token:
        yield AmbassadorLeft(token, place, BACK, why)


@after(StormMoved, rule=LOST)
def in_the_storm(event: StormMoved, table: Table, chance: Chance) -> Iterable[Event]:
    hit = {cell.territory for cell in struck(table, table.state(Storm).swept)} if ambassadors(table).placed else ()
    for place in [place for place in ambassadors(table).placed if place in hit]:
        yield from lost(table, place, (LOST, "1.01.03"))


@after(TerritoryDestroyed, rule=LOST)
def where_all_is_destroyed(event: TerritoryDestroyed, table: Table, chance: Chance) -> Iterable[Event]:
    yield from lost(table, event.place, (LOST, *event.why))


@after(BattleEnded, rule=LOST)
def in_an_explosion(event: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    live = table.get(LiveBattle)
    if live is not None and live.verdict.how == EXPLOSION:
        yield from lost(table, event.territory, (LOST,))


# -- on screen ----------------------------------------------------------------------------------------


@adds(Glance, rule=PLACING)
def where_they_lie(question: Glance, table: Table) -> Iterable[Sheet]:
    tokens = ambassadors(table)
    if ME in table.seats and (tokens.placed or tokens.supply):
        told = ((faction_name(token), place) for place, token in tokens.placed.items())
        lines = [Says(say("{faction} in {place}", faction=one, place=place), PLACING, ME) for one, place in told]
        held = [faction_name(one) for one in tokens.supply.faces()]
        shown = setting(table, SECRET_SUPPLY) == "open" and len(held) == len(tokens.supply)
        left = listed(held) if shown and held else str(len(tokens.supply))
        yield Sheet("Ambassadors", (*lines, Says(say("Ecaz's supply: {left}", left=left), SUPPLY)), "ambassadors")


@adds(BehindShield, rule=SUPPLY, seat=ME)
def what_can_be_placed(question: BehindShield, table: Table) -> Iterable[Kept]:
    held = {faction_name(token): DOES[token][1] for token in ambassadors(table).supply.faces()}
    lines = tuple(say("*{faction}*: {does}", faction=name, does=does) for name, does in held.items())
    return (Kept("Your ambassadors", lines, SUPPLY, opened="Ambassadors", on_paper=tuple(held)),) if held else ()


@adds(TokensOnMap, rule=PLACING)
def on_the_map(question: TokensOnMap, table: Table) -> Iterable[MapToken]:
    for place, token in ambassadors(table).placed.items():
        yield MapToken(place, FACTIONS[token].short.capitalize(), token_name(token), ME)


# -- corrections, and on paper ------------------------------------------------------------------------


class AmbassadorsNoted(Event, because=(SUPPLY,), shows="token"):
    """Where tokens are, as the table or a sheet says."""

    places: Public[tuple[str, ...]]
    tokens: Public[tuple[str, ...]]
    aside: Public[tuple[str, ...]]
    gone: Public[tuple[str, ...]]
    held: Public[int]

    def apply(self, table: Table) -> None:
        placed = dict(zip(self.places, self.tokens, strict=True))
        supply = Pile([FACE_DOWN] * self.held)
        table.put(Ambassadors(supply, placed, list(self.aside), list(self.gone)))


class SupplyRecalled(Whisper, because=(SUPPLY,), shows="token", own=True):
    """Ecaz entered the tokens in their supply."""

    tokens: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        ambassadors(table).supply[:] = self.tokens

    def sentence(self, name: Called) -> str:
        tokens = listed([faction_name(token) for token in self.tokens])
        return say("{seat:The holds} these ambassadors: {tokens}.", seat=name(ME), tokens=tokens)


def noted(table: Table, _: str, held: int, *told: tuple[str, str]) -> Iterable[Event]:
    placed = {where: token for token, where in told if where not in {ASIDE, GONE}}
    off = {fate: tuple(token for token, where in told if where == fate) for fate in (ASIDE, GONE)}
    return [AmbassadorsNoted(tuple(placed), tuple(placed.values()), off[ASIDE], off[GONE], held)]


A_PLACE = several(
    " ", one_of(OWN, *OTHERS), lambda table, text: text if text in {*strongholds(table), ASIDE, GONE} else None
)


@PaperLine("ambassadors", SUPPLY, noted, (one_of(*range(12)),), A_PLACE, public=True, seat=ME, empty=True)
def on_the_board(table: Table, _: str) -> tuple[str, list[object]] | None:
    made = table.get(Ambassadors)
    if made is None:
        return None
    where = {token: place for place, token in made.placed.items()}
    where |= {one: fate for fate, pile in ((ASIDE, made.aside), (GONE, made.gone)) for one in pile}
    told = [say("{faction} {place}", faction=faction_name(token), place=place) for token, place in where.items()]
    none = "Ambassadors: none placed; {n} in supply"
    words = say("Ambassadors: {placed}; {n} in supply" if told else none, placed=listed(told, ","), n=len(made.supply))
    return (words, [len(made.supply), *(f"{token} {place}" for token, place in where.items())])


def _supply(table: Table, seat: str, *tokens: str) -> Iterable[Event]:
    return [SupplyRecalled(frozenset({seat}), tokens)] if len(tokens) == len(ambassadors(table).supply) else []


@PaperLine("supply", SUPPLY, _supply, each=one_of(OWN, *OTHERS), seat=ME)
def in_hand(table: Table, seat: str) -> tuple[str, list[str]] | None:
    held = ambassadors(table).supply.faces()
    return ("", held) if held else None
