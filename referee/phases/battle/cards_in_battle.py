"""What cards do in a battle: where they fit, whom they kill, what they stop.

No card is named here. A weapon strikes with a kind (poison, projectile, ...), a defense says which strikes it stops,
and the rooms of the cards answer by rule number.
"""

from __future__ import annotations

from referee.holdings.hands import KnownCards
from referee.kernel import Question, SeatQuestion, Table, Value, american, ask, memoized
from referee.phases.battle.two_sides import At, Battle

WEAPON, DEFENCE, STAND_IN = "weapon", "defense", "leader"
SLOT_OF = {"weapon": WEAPON, "defence": DEFENCE, "leader": STAND_IN}  # by the part of a plan


class Strike(Value):
    """What a weapon does: its kind, whether it hits both leaders, pays for them, and lets survivors count.

    With ``undialed`` the forces not dialed are compared instead of the totals.
    """

    kind: str
    both: bool = False
    pays: bool = True
    living_count: bool = True
    undialed: bool = False


class BattleCards(Question[tuple[str, ...]], rule="1.07.04.06"):
    """Which cards may be named in a battle?"""

    def plain(self, table: Table) -> tuple[str, ...]:
        return ask(table, KnownCards()).value


class Fits(Question[bool], rule="1.07.04.06", answer=False):
    """May this card be in this slot of a plan, beside that other card?"""

    card: str
    slot: str
    beside: str | None = None


@memoized
def slots_of(table: Table, card: str) -> frozenset[str]:
    """Return the slots that fit a card, beside any other."""
    others = (None, *ask(table, BattleCards()).value)
    found = (slot for slot in SLOT_OF.values() if any(ask(table, Fits(card, slot, other)).value for other in others))
    return frozenset(found)


class Idle(Question[bool], rule="1.07.04.06", answer=False):
    """Does this card do nothing, so that one copy may stand for weapon and defense at once?"""

    card: str


class UsesIdleCards(SeatQuestion[bool], rule="1.07.04.06", answer=False):
    """Do cards that do nothing have effects of their own for this faction, outside a plan?"""


class Strikes(Question[Strike], rule="1.07.06.01"):
    """What does this card do in the weapon slot, where its player ``chose`` so when the plans were open?"""

    card: str
    chose: str = ""

    def plain(self, table: Table) -> Strike:
        return Strike("")


class ActsAs(Question[str], rule="1.07.06.01"):
    """As which weapon, or defense, does the card in this slot of this side's plan act? "" for none.

    Explosions and strikes need to know before they are judged.
    """

    battle: Battle
    at: At
    slot: str

    def plain(self, table: Table) -> str:
        side = self.battle.side(self.at)
        return (side.weapon if self.slot == WEAPON else side.defence) or ""


class Stops(Question[bool], rule="1.07.06.01", answer=False):
    """Does this defense save its owner's leader from this weapon?"""

    weapon: str
    kind: str
    defence: str


class IsShield(Question[bool], rule="1.07.06.01", answer=False):
    """Does this card answer a beam with an explosion?"""

    card: str


class Explodes(Question[tuple[str, ...]], rule="1.07.06.01", answer=()):
    """Which cards in the two plans destroy the territory together, if any?

    Lasgun and Shield only; judged after traitors and before weapons, so no single card decides it.
    """

    battle: Battle


class TakenBack(Question[bool], rule="1.07.05", answer=False):
    """May its owner leave this weapon unused when the plans are open?

    Only the Poison Tooth may be.
    """

    card: str


class NeitherOfBoth(Question[bool], rule="1.07.04.06", answer=False):
    """Is this card neither weapon nor defense, though it stands in the place of one?"""

    card: str


class MayKeep(Question[bool], rule="1.07.06.05", answer=True):
    """May the winner keep this card after playing it?"""

    card: str


A_CARD = {
    "poison weapon": "a poison weapon",
    "projectile weapon": "a projectile weapon",
    "poison defence": "a poison defense",
    "projectile defence": "a projectile defense",
    "worthless card": "a worthless card",
}


def a_card(what: str) -> str:
    """Return what an order names with its article: "a poison defense", "Lasgun"."""
    return A_CARD.get(what) or (f"a {american(what)}" if what.islower() else what)
