"""What was called after the reveal of a battle, as scripts say it."""

from __future__ import annotations

from typing import Any

from referee.common.factions import FACTIONS, faction_name, named
from referee.common.things import THINGS
from referee.contract.lines import BadCase
from referee.contract.values import a, an_object, each, faction_id, one_of
from referee.phases.battle.two_sides import Calls, Chosen, TraitorCall, Unlocked

STONE = ("kill", "spare")
SPECIAL = "special"  # as in a script of bidding: a Karama that unlocks a power of once a game
SPECIALS = ("2.11.32", "2.12.17")  # those that a battle knows


def _traitor(value: Any) -> TraitorCall:
    record = an_object(value, "A traitor call")
    by = faction_id(record.get("by"))
    holder = record.get("card_held_by")
    return TraitorCall(
        by, a(str, record.get("against"), "The leader called"), by if holder is None else faction_id(holder)
    )


def _unlocked(value: Any) -> Unlocked:
    record = an_object(value, "A Karama")
    by = faction_id(record.get("by"))
    if not special_of(by):
        known = " and ".join(map(faction_name, unlocking()))
        raise BadCase(f"In a battle script only {known} have a special Karama. Leave out that of {named(by)}.")
    cards = each(record.get("discards"), "'discards'", lambda card: a(str, card, "A card in 'discards'"))
    return Unlocked(by, cards)


def special_of(seat: str) -> str:
    """Return the rule of a faction's once-a-game power, "" if a battle knows none."""
    return next((rule for rule in SPECIALS if is_own(seat, rule)), "")


def is_own(seat: str, power: str) -> bool:
    """Return True if this power belongs to the faction: the rules of a faction share a chapter."""
    return any(power.rsplit(".", 1)[0] == rule.rsplit(".", 1)[0] for rule in FACTIONS[seat].rules)


def unlocking() -> list[str]:
    return [seat for seat in FACTIONS if special_of(seat)]


def is_special(value: Any) -> bool:
    """Return True for a Karama that unlocks a power, and stops none."""
    return isinstance(value, dict) and value.get("use") == SPECIAL


def read_calls(record: dict[str, Any]) -> Calls:
    each(record.get("traitor_declined"), "'traitor_declined'", faction_id)
    dance, capture = record.get("face_dance"), record.get("capture")
    danced = chosen = None
    if dance is not None:
        said = an_object(dance, "'face_dance'")
        danced = (faction_id(said.get("by")), a(str, said.get("against"), "The leader of a Face Dance"))
    if capture is not None:
        said = an_object(capture, "'capture'")
        if said.get("choice") not in ("kill", "keep"):
            raise BadCase("For a captured leader say 'kill' or 'keep'.")
        chosen = Chosen(a(str, said.get("leader"), "The leader captured"), said["choice"])
    effect = "" if record.get("stone_burner") is None else one_of(record["stone_burner"], STONE, "'stone_burner'")
    cards = THINGS["stronghold_cards"].names
    copied = "" if record.get("copied_card") is None else one_of(record["copied_card"], cards, "'copied_card'")
    kept = "" if record.get("card_kept") is None else a(str, record["card_kept"], "'card_kept'")
    traitors = each(record.get("traitor"), "'traitor'", _traitor)
    stands_in = "" if record.get("diplomat") is None else faction_id(record["diplomat"])
    karama = record.get("karama")
    unlocked = map(_unlocked, filter(is_special, karama if isinstance(karama, list) else ()))
    return Calls(traitors, danced, chosen, effect, copied, kept, stands_in, tuple(unlocked))
