"""4.97.16: a game of all factions is printed at a random moment and taken up at a fresh table: who knew what knows it.

What ends with the phase or the turn (a bidding, a battle, who has shipped) is played anew and not on paper; nor is what
somebody other than the owner knows of a leader face down. Cards seen in other hands go on as notes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from referee.agreements.deals import Deals
from referee.board.forces_counted import KeepCount
from referee.board.standing import PointsAt
from referee.board.storm import MarkersPlaced, ShieldWallFell, Storm, StormCardDrawn
from referee.common.factions import FACTIONS
from referee.factions.choam import InflationShown, inflation
from referee.factions.harkonnen import ME as HARKONNEN
from referee.factions.ixian.pointing import StrongholdPoints
from referee.factions.ixian.stronghold import PLACED
from referee.factions.richese.cache import cache
from referee.factions.richese.cache_in_hand import CacheCardTaken
from referee.factions.richese.cache_on_paper import still_there
from referee.factions.richese.no_field import FieldLaid, field_of
from referee.factions.tleilaxu.face_dancers import FaceDancerShown, dancers_of
from referee.factions.tleilaxu.gholas import GholaMade
from referee.holdings.leaders import LeaderDied, LeaderTaken, leaders_known, noted
from referee.holdings.set_aside import CardSetAside, set_aside
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import PUBLIC, REFEREE, Chance, Command, Event, Table, ask, card_name, face_name, sealed
from referee.paper.sheets import TakeSheet
from referee.phases.battle.live_battle import companion_of
from referee.phases.revival.leaders import LeaderRevived
from referee.powers.powers import OnceUsed, SpecialUsed
from referee.running.dice import Dice
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from referee.web.after.sheets import seat_sheet, table_sheet
from referee.web.start.setup_form import Entered
from tests.kit import Fighters, MemoryJournal, everything_once


class Happens(Command):
    """Events, written down as they are."""

    by = "referee"
    events: Any

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from self.events


OPTIONS = (("P4", "drawn"),)
RARE: tuple[Event, ...] = (
    LeaderDied("emperor", sealed("Caid", "emperor", PUBLIC, *FACTIONS), True, ()),
    LeaderDied("emperor", sealed("Burseg", "emperor", PUBLIC, *FACTIONS), True, ()),
    LeaderDied("fremen", sealed("Chani", "fremen"), False, ()),
    LeaderRevived("emperor", "Caid", True, ()),
    GholaMade("Burseg"),
    LeaderTaken(HARKONNEN, "fremen", sealed("Stilgar", HARKONNEN, "fremen")),
    SpecialUsed("emperor", "fremen", ()),
    ShieldWallFell("fremen", False, ()),
    MarkersPlaced(tuple(FACTIONS), tuple(range(1, len(FACTIONS) + 1))),
    StormCardDrawn("fremen", 4, ()),
    InflationShown("cancel", 1),
    FieldLaid("Red Chasm", sealed(3, "richese")),
    StrongholdPoints("Meridian", 1, (PLACED,)),
)


def leaders(table: Table) -> dict[str, Any]:
    """Return where each leader is; what lies face down is its owner's to know."""
    book = {seat: leaders_known(table, seat) for seat in table.seats}
    mine = {seat: own for seat, own in book.items() if table.viewer in {seat, REFEREE}}
    down = {name for own in book.values() for name in own.face_down}
    made: dict[str, Any] = {
        s: (sorted({*o.pool} - down), sorted(o.face_up), sorted({*o.died} - down)) for s, o in book.items()
    }
    return {"open": made, "down": {seat: sorted(own.face_down) for seat, own in mine.items()}}


def cards(table: Table) -> Counter[str]:
    """Return every card by its name, wherever it lies."""
    return Counter(map(card_name, everything_once(table).elements()))


def lasting(table: Table) -> dict[str, Any]:
    """Return what a viewer knows and what does not end with the phase or the turn."""
    storm, field, dancers, traitors = table.state(Storm), field_of(table), dancers_of(table), table.state(Traitors)
    owned = {s: o for s, o in table.seats.items() if table.viewer in {s, REFEREE}}
    companion = companion_of(table, "atreides")
    return {
        "hands": {seat: sorted(map(face_name, own.hand)) for seat, own in owned.items()},
        "spice": {seat: own.spice for seat, own in owned.items()},
        "seats": {seat: (own.player, own.bribes) for seat, own in table.seats.items()},
        "turn": (table.turn, table.first_player, table.rules, sorted(map(sorted, table.alliances))),
        "storm": (storm.sector, storm.wall, storm.markers, str(storm.card)),
        "leaders": leaders(table),
        "companion": (companion.lost if "atreides" in owned else "", companion.alive),
        "once": sorted(table.state(OnceUsed).seats),
        "aside": sorted(map(card_name, set_aside(table).faces())),
        "traitors": (traitors.done, traitors.dealt, traitors.kept),
        "dancers": (dancers.held, dancers.shown, dancers.drawn, dancers.changed == table.turn),
        "cache": (still_there(table), sorted(map(card_name, cache(table).gone))),
        "field": (field.goal, str(field.token), field.last),
        "inflation": inflation(table),
        "points": ask(table, PointsAt()).value,
        "deals": sorted(deal.words for deal in table.state(Deals).open.values()),
    }  # fmt: skip


class LaptopDies(Exception):
    """The game is over here, in the middle of whatever it was."""


class Dying(Fighters):
    """A game that stops at a random moment."""

    left = 0

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Do it, as long as the laptop lives."""
        self.left -= 1
        if not self.left:
            raise LaptopDies
        return super().try_it(command, who)


def played(seed: int) -> Fighters:
    """Play to a random moment; then what happens once in many games happens too."""
    game = Dying(seed, list(FACTIONS), "advanced", OPTIONS)
    game.must(DealTraitors())
    if seed % 2:
        game.must(KeepCount())
    game.left = game.random.randint(20, 250)
    with suppress(LaptopDies):
        game.play(3, 8)
    dancer = dancers_of(game.truth).held[:1]
    holder, card = next((seat, own.hand.faces()[0]) for seat, own in game.truth.seats.items() if own.hand)
    told = tuple(noted(game.truth, "emperor", "fremen", HARKONNEN, "tleilaxu"))
    bought = [CacheCardTaken(sealed(str(card), "richese")) for card in cache(game.truth).cards[:2]]
    rare = (*RARE, *bought, *map(FaceDancerShown, dancer), CardSetAside(holder, card))
    game.sitting.act(Happens((*told, *rare)), REFEREE)
    return game


def printed(game: Fighters) -> tuple[str, dict[str, str]]:
    own = {seat: seat_sheet(game.sitting.screen(seat), seat).text for seat in game.truth.seats}
    return table_sheet(game.public).text, own


def fresh(paper: str) -> Sitting:
    """Set the table at another laptop from what is pasted there."""
    sitting = Sitting(MemoryJournal(), Dice(1))
    command = Entered().filled(paper).command()
    assert sitting.act(command, "host", waive=True).done
    return sitting


@pytest.fixture(scope="module", params=[1, 2], ids=["counted", "not counted"])
def game(request: pytest.FixtureRequest) -> Fighters:
    """Two games, printed for all tests; in one of them nobody counts forces and leaders."""
    return played(request.param)


@pytest.mark.parametrize("whole", [False, True], ids=["each their own", "whole sheets"])
def test_4_97_16_whoever_knew_something_knows_it_at_the_next_laptop(game: Fighters, whole: bool) -> None:
    public, own = printed(game)
    other = fresh("\n".join([public, *own.values()]) if whole else public)
    for seat, sheet in own.items() if not whole else ():
        outcome = other.act(TakeSheet(seat, sheet), seat)
        assert outcome.done, (seat, outcome.objections)
    for viewer in (PUBLIC, *FACTIONS):
        assert lasting(other.screen(viewer)) == lasting(game.sitting.screen(viewer)), viewer
    assert lasting(other.views.referee) == lasting(game.truth)
    assert not whole or cards(other.views.referee) == cards(game.truth), "no card comes twice, and none is lost"


def test_4_97_16_no_sheet_says_what_its_reader_does_not_know(game: Fighters) -> None:
    public, own = printed(game)
    told = {"serves Stilgar": {"harkonnen"}, "down Chani": {"fremen"}, "storm 4": {"fremen"}, "token 3": {"richese"}}
    for line, readers in {**told, "faces ": {"tleilaxu"}}.items():
        assert {seat for seat, sheet in own.items() if f'"{line}' in sheet} == readers and line not in public
    assert len(in_cache(public) - in_cache(own["richese"])) >= 2, "others take what Richese took to be there still"


def in_cache(sheet: str) -> set[str]:
    """Return the cards of the cache that a sheet lists."""
    found = re.search(r'"cache ([^"]*)"', sheet)
    return set(found[1].split("|")) if found else set()


OLD = """{"table":"Old","rules":"advanced","phase":"battle","situation":{
"players":["Richese","Fremen","Atreides","Bene Gesserit","Tleilaxu","CHOAM"],"turn":3,
"first_player":"Fremen","storm":4,"leaders":{"Fremen":{"pool":["Chani"],"face_up":["Jamis"]}}}}"""


def test_4_97_16_a_sheet_printed_before_rooms_wrote_on_it_still_reads() -> None:
    other = fresh(OLD)
    sheet = '{"sheet":"Richese","hand":["Karama"],"spice":4,"traitors":["Jamis"],"more":["nobody knows this"]}'
    assert other.act(TakeSheet("richese", sheet), "richese").done
    mine = other.screen("richese")
    assert mine.state(Traitors).kept["richese"] == ("Jamis",) and len(cache(mine).cards) == 10


SHARED = ("once", "aside", "markers", "wall", "died fremen", "serves fremen", "dancers", "inflation", "removed")
MORE = ("points", "last")
OWN = ("dealt", "serves", "down", "faces", "changed", "cache", "field", "token", "storm", "fallen", "prediction")
NONSENSE = ("", " ", "|", "x", "-1", "99|99", "\u0663", "fremen Jamis|Nobody", "Stilgar|Stilgar")


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_4_97_16_lines_that_cannot_be_are_passed_over(nonsense: str) -> None:
    lines = [f"{word} {nonsense}" for word in (*SHARED, *MORE, *OWN)]
    other = fresh(json.dumps({**json.loads(OLD), "more": lines}))
    for seat in other.screen(PUBLIC).seats:
        sheet = json.dumps({"sheet": FACTIONS[seat].name, "hand": ["Karama"], "more": lines})
        assert other.act(TakeSheet(seat, sheet), seat).done
    assert [*map(face_name, other.screen("fremen").seats["fremen"].hand)] == ["Karama"]
