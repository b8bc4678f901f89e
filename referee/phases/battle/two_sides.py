"""A battle as a position: two sides, their plans, and the calls.

A position is frozen and complete, so that the terminal, the what-if page and the live game judge it alike. Wheel
numbers are strength, not tokens. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.board.forces import Group
from referee.common.factions import FACTIONS, named
from referee.holdings.leaders import keys
from referee.kernel import Amount, Phrase, Value, worded

At: TypeAlias = Literal["aggressor", "defender"]
AGGRESSOR: Final = "aggressor"
DEFENDER: Final = "defender"
SIDES: tuple[At, At] = (AGGRESSOR, DEFENDER)


class VerdictLine(NamedTuple):
    """A line of a verdict, with the rules ``behind`` the deciding one, and the leader it ``sends`` somewhere."""

    rule: str
    said: Phrase | str
    behind: tuple[str, ...] = ()
    sends: str = ""

    @property
    def sentence(self) -> str:
        return worded(self.said, named)

    @property
    def kind(self) -> str:
        return self.said.kind if isinstance(self.said, Phrase) else ""

    @property
    def faction(self) -> str:
        """Return the faction that the line is about, "" for none."""
        return str(self.said.values.get("faction", "")) if isinstance(self.said, Phrase) else ""

    @property
    def added(self) -> tuple[str, int]:
        """Return what makes the faction's total larger and by how much; "" and 0 for any other line."""
        values = self.said.values if isinstance(self.said, Phrase) else {}
        return str(values.get("by", "")), int(str(values.get("adds", 0)))


class Leader(Value):
    """A leader disc: name, strength (``None`` follows the opponent's), and first faction if another."""

    name: str
    strength: int | None
    origin: str = ""


class Commit(Value):
    """The forces behind a dial, supported (full) or not (half)."""

    normal_full: int = 0
    normal_half: int = 0
    special_full: int = 0
    special_half: int = 0

    @property
    def group(self) -> Group:
        return Group(self.normal_full + self.normal_half, self.special_full + self.special_half)


class Companion(Value):
    """A token beside a leader: forces lost so far, alive, where it fought this turn."""

    lost: int = 0
    alive: bool = True
    used_in: str | None = None


class Side(Value):
    """One player in the battle: forces, holdings, and plan; ``stake`` is spice laid down for the leader."""

    faction: str
    forces: Group
    dial: Amount
    leader: Leader | None = None
    hero: str = ""
    hero_too: bool = False
    weapon: str | None = None
    defence: str | None = None
    unused: str = ""  # a card in the plan that is left unused
    spice: int = 0
    gift: int = 0
    support: int = 0
    stake: int = 0
    ally_support: Mapping[str, int] = field(default_factory=dict)
    ally_lays_down: bool = False
    commit: Commit | None = None
    hand: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    captives: tuple[str, ...] = ()
    companion: bool = False
    companion_state: Companion | None = None
    traitors: tuple[str, ...] = ()
    ally: str | None = None
    ally_traitors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    face_dancers: tuple[str, ...] | None = None
    troops: str = ""  # whose forces these are, "" its own
    beside: Bystander | None = None  # forces of an ally that fight along with them

    @property
    def whose(self) -> str:
        """Return the faction whose forces fight on this side."""
        return self.troops or self.faction

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the cards in the plan, each once."""
        return tuple(dict.fromkeys(card for card in (self.weapon, self.defence, self.hero, self.unused) if card))

    @property
    def usable(self) -> frozenset[str]:
        """Return keys of the leaders that may fight here now (1.07.04.03)."""
        gone = keys((*self.dead, *self.elsewhere))
        return keys((*self.leaders, *self.here, *self.captives)) - gone

    @property
    def owned(self) -> frozenset[str]:
        """Return keys of all this player's leaders, dead or alive."""
        named = (*self.leaders, *self.here, *self.captives, *self.dead, *self.elsewhere, *self.revived)
        return keys(named) | keys(FACTIONS[self.faction].leaders)


class Bystander(Value):
    """Forces of another faction in the territory."""

    faction: str
    forces: Group


class TraitorCall(NamedTuple):
    """A traitor call; the card may be in another hand than the caller's."""

    by: str
    against: str
    holder: str


class Unlocked(NamedTuple):
    """Whose once-a-game power a Karama unlocked, and the cards that it names."""

    by: str
    cards: tuple[str, ...] = ()


class Chosen(NamedTuple):
    """The fate of a captured leader; who decides it is not said here."""

    leader: str
    choice: str


class Calls(Value):
    """What was called after the reveal."""

    traitors: tuple[TraitorCall, ...] = ()
    face_dance: tuple[str, str] | None = None
    capture: Chosen | None = None
    chosen_effect: str = ""
    copied: str = ""  # the effect that a card which copies another has here, if a script says it
    card_kept: str = ""  # what a loser keeps of its cards, if a script says it
    unlocked: tuple[Unlocked, ...] = ()  # powers that a script says were unlocked by Karama


class Battle(Value):
    territory: str
    aggressor: Side
    defender: Side
    others: tuple[Bystander, ...] = ()
    spice: int = 0
    calls: Calls = field(default_factory=Calls)

    @property
    def key(self) -> str:
        """Return what tells it from all other battles of its turn."""
        return "/".join((self.territory, self.aggressor.faction, self.defender.faction))

    def side(self, at: At) -> Side:
        return self.aggressor if at == AGGRESSOR else self.defender

    def against(self, at: At) -> Side:
        return self.side(other(at))

    def unlocked(self, faction: str) -> Unlocked | None:
        return next((one for one in self.calls.unlocked if one.by == faction), None)

    def place_of(self, faction: str) -> At | None:
        return next((at for at in SIDES if self.side(at).faction == faction), None)


def other(at: At) -> At:
    return DEFENDER if at == AGGRESSOR else AGGRESSOR
