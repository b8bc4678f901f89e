"""Discoveries, a module of the third box: six spice cards that uncover tokens, and the places that these turn into.

What lies face down is sealed: Fremen may look at Hiereg tokens and the Guild at smugglers' ones, others when their
forces stand there in Collection.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.board.standing import LooksAtTokens
from referee.board.territories import SHELTER, STRONGHOLD, PlacesFound, Territory, territory
from referee.common.boxes import THIRD, in_play, module
from referee.kernel import FACE_DOWN, FaceDown, State, Table, adds, ask, known
from referee.phases.spice_blow.deck import MoreSpiceCards, SpiceCard

RULE = "4.07"
BLOW, LIES, TOKENS, PLACES = "4.07.01", "4.07.02", "4.07.03", "4.07.04"
DISCOVERIES = module(
    "M6",
    RULE,
    "Discoveries",
    "Six more spice cards; under them lie sietches, caches and an ornithopter.",
    THIRD,
    room=__name__,
)

Kind: TypeAlias = Literal["hiereg", "smuggler"]
HIEREG: Final = "hiereg"
SMUGGLER: Final = "smuggler"
CALLED: dict[Kind, str] = {HIEREG: "Hiereg", SMUGGLER: "smuggler"}
SPICE = 6


class DiscoveryCard(NamedTuple):
    """Where a discovery card brings spice, and where its token lies, with sectors."""

    spice: str
    sector: int
    place: str
    at: int
    kind: Kind

    @property
    def card(self) -> str:
        return f"Discovery, {self.spice}"


CARDS = (
    DiscoveryCard("Sihaya Ridge", 8, "Cielago East", 2, HIEREG),
    DiscoveryCard("Rock Outcroppings", 13, "Meridian", 18, HIEREG),
    DiscoveryCard("Hagga Basin", 12, "Gara Kulon", 7, HIEREG),
    DiscoveryCard("Funeral Plain", 14, "Pasty Mesa", 6, SMUGGLER),
    DiscoveryCard("Wind Pass North", 16, "Plastic Basin", 12, SMUGGLER),
    DiscoveryCard("Old Gap", 9, "False Wall West", 16, SMUGGLER),
)
JACURUTU, CISTERN, STATION, SHRINE = "Jacurutu Sietch", "Cistern", "Ecological Testing Station", "Shrine"
ORGIZ, CARD_STASH, SPICE_STASH, ORNITHOPTER = (
    "Orgiz Processing Station",
    "Treachery Card Stash",
    "Spice Stash",
    "Ornithopter",
)
KINDS: dict[str, Kind] = {
    **dict.fromkeys((JACURUTU, CISTERN, STATION, SHRINE), HIEREG),
    **dict.fromkeys((ORGIZ, CARD_STASH, SPICE_STASH, ORNITHOPTER), SMUGGLER),
}
NESTED = (JACURUTU, CISTERN, STATION, SHRINE, ORGIZ)  # the tokens that become places
for _name in NESTED:
    territory(Territory(_name, STRONGHOLD if _name == JACURUTU else SHELTER, found=True))


class Lying(NamedTuple):
    """A token on the map: its kind, its sector, and what it is as far as this viewer knows."""

    kind: Kind
    sector: int
    token: str | FaceDown = FACE_DOWN


class Discoveries(State):
    """Tokens face down by territory, places that were found with the territory and sector around them, tokens that
    were taken, who keeps the ornithopter, and who flies with it this turn."""

    lying: dict[str, Lying] = field(default_factory=dict)
    found: dict[str, tuple[str, int]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    ornithopter: str = ""
    taken: int = 0
    flies: tuple[str, int] = ("", 0)


def discoveries(table: Table) -> Discoveries:
    return table.state(Discoveries)


def left_in_the_pile(table: Table, kind: Kind) -> list[str]:
    """Return the tokens of a kind that were never laid, as the referee knows."""
    kept = discoveries(table)
    laid = {one.token for one in kept.lying.values() if known(one.token)} | {*kept.found, *kept.gone}
    return [name for name, own in KINDS.items() if own == kind and name not in laid]


def who_look(table: Table, kind: Kind) -> list[str]:
    """Return who may look at face-down tokens of a kind at any time."""
    return [seat for seat in table.seats if ask(table, LooksAtTokens(seat, kind)).value]


@adds(MoreSpiceCards, rule=RULE)
def six_more(question: MoreSpiceCards, table: Table) -> Iterable[SpiceCard]:
    return [SpiceCard(card.card) for card in CARDS] if in_play(table, DISCOVERIES) else ()


@adds(PlacesFound, rule=PLACES)
def what_was_found(question: PlacesFound, table: Table) -> Iterable[str]:
    return tuple(discoveries(table).found)
