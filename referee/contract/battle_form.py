"""The form of a line of ``referee battle --json``: each field with its reader, from which its schema is made too.

Nothing of the game is decided here. What a case leaves out is empty; what it holds must be of the right kind.
"""

from __future__ import annotations

from typing import Any

from referee.board.forces import ALL_FORCES, Group
from referee.board.territories import TERRITORIES, is_stronghold
from referee.board.worlds import WORLDS
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.things import THINGS
from referee.contract.forms import MAYBE, NEEDED, Form, Reader, a_list, a_record, a_string, by, by_seat, by_word
from referee.contract.lines import BadCase
from referee.contract.table_acts import ANY, NAMES, button_pressed
from referee.contract.values import (
    a,
    a_faction,
    a_flag,
    a_number,
    a_whole,
    an_object,
    nearest,
    one_of,
    options_in,
)
from referee.holdings.leaders import printed_strength
from referee.kernel import Command, Table, ask
from referee.modules.leader_skills import CARDS as SKILL_CARDS
from referee.phases.battle.cards_in_battle import STAND_IN, BattleCards, Fits
from referee.phases.battle.two_sides import Bystander, Chosen, Commit, Companion, Leader, TraitorCall, Unlocked

MOST_FORCES, MOST_STRENGTH, ADVISORS = ALL_FORCES, 100, "2.02.10"
STRONGHOLDS = tuple(filter(is_stronghold, TERRITORIES))
ALIASES = {"cheap heroine": "Cheap Hero"}
SPECIAL = "special"  # as in a script of bidding: a Karama that unlocks a power of once a game
SPECIALS = ("2.11.32", "2.12.17")  # those that a battle knows
POWERS = {
    "SARDAUKAR": "2.03.08",
    "FEDAYKIN": "2.04.18",
    "CYBORG": "2.07.07",
    "BATTLE_HARDENED": "2.04.21",
    "KWISATZ_HADERACH": "2.01.11",
    "CAPTURED_LEADERS": "2.05.10",
    "ALLY_KEEPS_A_CARD": "2.12.15",
}
Field = tuple[Reader, bool]


def _all(read: Reader, *names: str) -> dict[str, Field]:
    return dict.fromkeys(names, (read, MAYBE))


def _flag(name: str) -> Field:
    return by(a_flag, repr(name)), MAYBE


def _whole(name: str) -> Field:
    return by(a_whole, repr(name)), MAYBE


def _names(name: str) -> Field:
    return by(a_list, by(a_string, f"A name in '{name}'"), repr(name)), MAYBE


# -- forces -------------------------------------------------------------------------------------------

COUNTED: Form = _all(by(a_whole, "A number of forces", 0, MOST_FORCES), "normal", "special")
HALVES: Form = _all(
    by(a_whole, "A number in 'commit'", 0, MOST_FORCES), "normal_full", "normal_half", "special_full", "special_half"
)


def a_group(value: Any, what: str) -> Group:
    return Group(**a_record(value, COUNTED, what))


def a_count(value: Any, what: str) -> Group:
    """Return forces: a number of normal ones, or normal and special ones."""
    return a_group(value, what) if isinstance(value, dict) else Group(a_whole(value, what, most=MOST_FORCES))


def a_commit(value: Any, seats: object) -> Commit:
    return Commit(**a_record(value, HALVES, "'commit'"))


BYSTANDER: Form = {
    "faction": (a_faction, NEEDED),
    "forces": (by(a_group, "A bystander's forces"), NEEDED),
    "as": (by(one_of, ("advisors", "fighters"), "'as'"), MAYBE),
}


def a_bystander(value: Any, seats: object) -> Bystander:
    said = a_record(value, BYSTANDER, "A bystander")
    if said.get("as") == "advisors" and not is_own(said["faction"], ADVISORS):
        raise BadCase(f"{named(said['faction']):The has} no advisors, only Bene Gesserit. Correct 'as' · 2.02.10")
    return Bystander(said["faction"], said["forces"])


def a_place(value: Any, what: str) -> str:
    """Return the name of a territory or a world of any game."""
    known = (*TERRITORIES, *WORLDS)
    if a(str, value, what) not in known:
        raise BadCase(f"No territory is called {value!r}.{nearest(value, known)}")
    return str(value)


# -- leaders and cards --------------------------------------------------------------------------------


def a_disc(value: Any, seats: object) -> int | None:
    """Return the strength of a leader, ``None`` for one that follows the opponent's."""
    return None if value == "X" else a_whole(value, "The strength of a leader", most=MOST_STRENGTH)


LEADER: Form = {
    "name": (by(a_string, "The name of a leader"), NEEDED),
    "strength": (a_disc, MAYBE),
    "original_faction": (a_faction, MAYBE),
}


def a_card(value: Any, seats: object) -> str:
    """Return the printed name of a card."""
    name = a(str, value, "A card")
    known = {card.casefold(): card for card in ask(Table(), BattleCards()).value}
    name = ALIASES.get(name.casefold(), name)
    if name.casefold() not in known:
        raise BadCase(f"No card is called {name!r}.{nearest(name, known.values())}")
    return known[name.casefold()]


def a_leader(value: Any, seats: object) -> tuple[Leader | None, str]:
    """Return who leads: a leader, or the card in a leader's place. A name alone is a leader as printed."""
    said = a_record({"name": value} if isinstance(value, str) else value, LEADER, "'leader'")
    name = said["name"]
    called = ALIASES.get(name.casefold(), name).casefold()
    card = next((one for one in ask(Table(), BattleCards()).value if one.casefold() == called), "")
    if card and ask(Table(), Fits(card, STAND_IN)).value:
        return None, card
    printed = printed_strength(name)
    if printed is None and "strength" not in said:
        leaders = [leader for faction in FACTIONS.values() for leader in faction.leaders]
        raise BadCase(f"Nobody knows the strength of {name!r}. Give it with the name.{nearest(name, leaders)}")
    return Leader(name, said.get("strength", printed or None), said.get("original_faction", "")), ""


KH_STATE: Form = {
    "forces_lost": _whole("forces_lost"),
    "alive": _flag("alive"),
    "used_this_turn_in": (by(a_place, "'used_this_turn_in'"), MAYBE),
}


def a_companion(value: Any, seats: object) -> Companion:
    said = a_record(value, KH_STATE, "'kh_state'")
    return Companion(said.get("forces_lost", 0), said.get("alive", True), said.get("used_this_turn_in"))


def a_gift(value: Any, seats: object) -> int:
    """Return spice given before the battle: a number, or the sum of numbers by giver, texts among them passed over."""
    if not isinstance(value, dict):
        return a_whole(value, "'gift_received'")
    return sum(a_whole(amount, "'gift_received'") for amount in value.values() if not isinstance(amount, str))


def a_side(value: Any, what: str) -> dict[str, Any]:
    """Return the fields of a side; what is wrong with it says whose it is."""
    try:
        return a_record(value, SIDE, "A side")
    except BadCase as wrong:
        raise BadCase(f"{what}: {wrong}") from None


SIDE: Form = {
    "faction": (a_faction, NEEDED),
    "forces": (by(a_group, "'forces'"), NEEDED),
    "dial": (by(a_number, "'dial'"), NEEDED),
    "leader": (a_leader, MAYBE),
    **_all(a_card, "weapon", "defense"),
    "hand": (by(a_list, a_card, "'hand'"), MAYBE),
    **{name: _whole(name) for name in ("spice", "spice_support", "leader_spice", "hand_size")},
    "skills": (by(by_word, by(one_of, SKILL_CARDS, "A skill"), "'skills'"), MAYBE),
    "strongholds": (by(a_list, by(one_of, STRONGHOLDS, "A stronghold"), "'strongholds'"), MAYBE),
    "gift_received": (a_gift, MAYBE),
    "support_from_ally": (by(by_seat, by(a_whole, "Support"), "'support_from_ally'"), MAYBE),
    "commit": (a_commit, MAYBE),
    **{name: _names(name) for name in ("in_front", "leaders_available", "leaders_dead", "leaders_used_here")},
    **{name: _names(name) for name in ("leaders_revived", "captured_leaders", "traitors", "face_dancers")},
    "captured_from": (by(by_word, a_faction, "'captured_from'"), MAYBE),
    "leaders_used_elsewhere": (by(by_word, by(a_place, "A territory"), "'leaders_used_elsewhere'"), MAYBE),
    **{name: _flag(name) for name in ("kwisatz_haderach", "announced_no_leader", "cheap_hero_also")},
    "kh_state": (a_companion, MAYBE),
    **_all(a_faction, "ally", "forces_of"),
    "ally_traitors": (by(by_seat, _names("ally_traitors")[0], "'ally_traitors'"), MAYBE),
    "beside": (a_bystander, MAYBE),
}


# -- calls --------------------------------------------------------------------------------------------

TRAITOR: Form = {
    "by": (a_faction, NEEDED),
    "against": (by(a_string, "The leader called"), NEEDED),
    "card_held_by": (a_faction, MAYBE),
}
FACE_DANCE: Form = {"by": (a_faction, NEEDED), "against": (by(a_string, "The leader of a Face Dance"), NEEDED)}
CAPTURE: Form = {
    "leader": (by(a_string, "The leader captured"), NEEDED),
    "choice": (by(one_of, ("kill", "keep"), "The choice for a captured leader"), NEEDED),
}
STOP: Form = {"by": (a_faction, NEEDED), "cancels": (by(one_of, tuple(POWERS), "What a Karama cancels"), NEEDED)}


def a_traitor(value: Any, seats: object) -> TraitorCall:
    said = a_record(value, TRAITOR, "A traitor call")
    return TraitorCall(said["by"], said["against"], said.get("card_held_by", said["by"]))


def a_face_dance(value: Any, seats: object) -> tuple[str, str]:
    said = a_record(value, FACE_DANCE, "'face_dance'")
    return said["by"], said["against"]


def a_capture(value: Any, seats: object) -> Chosen:
    return Chosen(**a_record(value, CAPTURE, "'capture'"))


def special_of(seat: str) -> str:
    """Return the rule of a faction's once-a-game power, "" if a battle knows none."""
    return next((rule for rule in SPECIALS if is_own(seat, rule)), "")


def is_own(seat: str, power: str) -> bool:
    """Return True if this power belongs to the faction: the rules of a faction share a chapter."""
    return any(power.rsplit(".", 1)[0] == rule.rsplit(".", 1)[0] for rule in FACTIONS[seat].rules)


def unlocking() -> list[str]:
    return [seat for seat in FACTIONS if special_of(seat)]


def who_unlocks(value: Any, seats: object) -> str:
    if not special_of(seat := a_faction(value)):
        known = " and ".join(map(faction_name, unlocking()))
        raise BadCase(f"In a battle script only {known} have a special Karama. Leave out that of {named(seat)}.")
    return seat


UNLOCKS: Form = {
    "by": (who_unlocks, NEEDED),
    "use": (by(one_of, (SPECIAL,), "'use'"), NEEDED),
    "discards": (by(a_list, by(a_string, "A card in 'discards'"), "'discards'"), MAYBE),
}


def a_karama(value: Any, seats: object) -> Unlocked | tuple[str, str]:
    """Return whose power a Karama unlocks, or who stops which power by one."""
    if isinstance(value, dict) and value.get("use") == SPECIAL:
        said = a_record(value, UNLOCKS, "A Karama")
        return Unlocked(said["by"], said.get("discards", ()))
    said = a_record(value, STOP, "A Karama")
    return said["by"], said["cancels"]


def a_choice(value: Any, seats: object) -> Command:
    """Return the button that an entry of ``after`` presses: a ``command``, or an ``act`` with a name of its own."""
    try:
        record = an_object(value, "A choice")
        act = one_of(record.get("act", ANY), NAMES, "An act")
        return button_pressed({**record, "act": act}, a_faction(record.get("by")))
    except BadCase as wrong:
        raise BadCase(f"'after': {wrong}") from None


CALLS: Form = {
    "traitor": (by(a_list, a_traitor, "'traitor'"), MAYBE),
    "traitor_declined": (by(a_list, a_faction, "'traitor_declined'"), MAYBE),
    "face_dance": (a_face_dance, MAYBE),
    "capture": (a_capture, MAYBE),
    "stone_burner": (by(one_of, ("kill", "spare"), "'stone_burner'"), MAYBE),
    "weapon_taken_back": (a_faction, MAYBE),
    "copied_card": (by(one_of, tuple(THINGS["stronghold_cards"].names), "'copied_card'"), MAYBE),
    "card_kept": (by(a_string, "'card_kept'"), MAYBE),
    "diplomat": (a_faction, MAYBE),
    "nexus": (by(a_list, a_faction, "'nexus'"), MAYBE),
    "karama": (by(a_list, a_karama, "'karama'"), MAYBE),
    "after": (by(a_list, a_choice, "'after'"), MAYBE),
}


def what_was_called(value: Any, seats: object) -> dict[str, Any]:
    return a_record(value, CALLS, "'calls'")


def the_options(value: Any, seats: object) -> dict[str, str]:
    return options_in(an_object(value, "'options'"))


CASE: Form = {
    "rules": (by(one_of, ("basic", "advanced"), "'rules'"), NEEDED),
    "aggressor": (by(a_side, "The aggressor"), NEEDED),
    "defender": (by(a_side, "The defender"), NEEDED),
    "territory": (by(a_place, "'territory'"), MAYBE),
    "stronghold": _flag("stronghold"),
    "territory_spice": _whole("territory_spice"),
    "others_in_territory": (by(a_list, a_bystander, "'others_in_territory'"), MAYBE),
    "players": (by(a_list, a_faction, "'players'"), MAYBE),
    "face_dancers": (by(by_seat, _names("face_dancers")[0], "'face_dancers'"), MAYBE),
    "reserves": (by(by_seat, by(a_count, "Reserves"), "'reserves'"), MAYBE),
    "calls": (what_was_called, MAYBE),
    "options": (the_options, MAYBE),
}
