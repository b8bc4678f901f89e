"""One battle: JSON becomes a table with its options and a position, or a sentence why not; the verdict becomes JSON.

Nothing of the game is decided here. What a case leaves out is empty; what it holds must be of the right kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from referee.board.forces import RESERVES, ForcesCounted, Group
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS, faction_name, named
from referee.contract.after_battle import followed, net_of, news_of, really_lost, spice_left
from referee.contract.answers import forces_lost, reasons
from referee.contract.blanks import blanks
from referee.contract.calls import SPECIAL, is_own, is_special, read_calls, special_of
from referee.contract.fought import PlayedBattle
from referee.contract.leaders import captives_in, skills_in
from referee.contract.lines import BadCase
from referee.contract.modules import module_events, nexus_played
from referee.contract.values import (
    MOST,
    a,
    a_flag,
    a_number,
    a_whole,
    an_object,
    by_name,
    each,
    faction_id,
    names_in,
    nearest,
    options_in,
)
from referee.holdings.leaders import LeaderBook, printed_strength
from referee.kernel.events import REFEREE, Event
from referee.kernel.rulings import ask
from referee.kernel.table import Seat, Table
from referee.phases.battle.allowed_plans import objections
from referee.phases.battle.cards_in_battle import STAND_IN, BattleCards, Fits, TakenBack
from referee.phases.battle.two_sides import (
    SIDES,
    Battle,
    Bystander,
    Commit,
    Companion,
    Leader,
    Side,
    VerdictLine,
)
from referee.phases.battle.verdict import EXPLOSION, Verdict
from referee.phases.battle.verdict_in_journal import extras
from referee.phases.battle.verdict_wording import TAKES_BACK
from referee.phases.battle.who_may_call import NoCall

T = TypeVar("T")
MOST_FORCES = 100
POWERS = {
    "SARDAUKAR": "2.03.08",
    "FEDAYKIN": "2.04.18",
    "CYBORG": "2.07.07",
    "BATTLE_HARDENED": "2.04.21",
    "KWISATZ_HADERACH": "2.01.11",
}
OWN_POWER = "{faction:The} cannot stop their own power. The Karama stays in the hand."
NOT_UNLOCKED = "{faction:The} cannot use their special Karama in this battle. The Karama stays in the hand."
COMPANION = POWERS["KWISATZ_HADERACH"]
IN_BATTLE = {"T1", "T3", "T4", "T5", "T7", "T8", "T9", "T10", "E1"}
ALIASES = {"cheap heroine": "Cheap Hero"}


def read_battle(value: Any) -> tuple[Table, Battle]:
    """Read one case; raises ``BadCase`` with a sentence."""
    record = an_object(value, "A case")
    if (rules := record.get("rules")) not in ("basic", "advanced"):
        raise BadCase("'rules' is basic or advanced.")
    table = Table(REFEREE, rules=rules, phase="battle", options=_options(record.get("options")))
    territory = a(str, record.get("territory", "the territory"), "'territory'")
    sides = [_side(table, record.get(at), territory, f"The {at}") for at in SIDES]
    if sides[0].faction == sides[1].faction:
        raise BadCase("A faction does not fight itself. Name two factions.")
    others = each(record.get("others_in_territory"), "'others_in_territory'", _bystander)
    allies = (side.ally for side in sides if side.ally)
    players = (*each(record.get("players"), "'players'", faction_id), *table.state(LeaderBook).lent.values())
    for seat in (*(side.faction for side in sides), *(one.faction for one in others), *allies, *players):
        table.seats.setdefault(seat, Seat(seat, seat))
    table.hear_act(0, 0, module_events(record, table))
    table.hear_act(0, 0, _reserves(record))
    calls = _given(record.get("calls"), "'calls'")
    stops = _stops(calls)
    table.suspended.update({POWERS[word]: 1 for by, word in stops if not is_own(by, POWERS[word])})
    if COMPANION in table.suspended:
        sides = [replace(side, companion=False) for side in sides]
    a_flag(record.get("stronghold"), "'stronghold'")
    for seat in each(calls.get("nexus"), "'nexus'", faction_id):
        nexus_played(table, seat, "/".join((territory, *(side.faction for side in sides))))
    battle = Battle(
        territory,
        sides[0],
        sides[1],
        others,
        _whole(record.get("territory_spice", 0), "'territory_spice'"),
        read_calls(calls),
    )
    return table, battle


def _reserves(record: dict[str, Any]) -> list[Event]:
    """Read how many forces factions have in reserves."""
    told = _given(record.get("reserves"), "'reserves'")
    groups = ((faction_id(name), _group(value, "Reserves")) for name, value in told.items())
    return [ForcesCounted(seat, RESERVES, group.normal, group.special) for seat, group in groups]


# -- single values ------------------------------------------------------------------------------------


def _given(value: Any, what: str) -> dict[str, Any]:
    return {} if value is None else an_object(value, what)


def _whole(value: Any, what: str, most: int = MOST) -> int:
    return a_whole(value, what, most=most)


def _group(value: Any, what: str) -> Group:
    record = an_object(value, what)
    kinds = ("normal", "special")
    return Group(*(_whole(record.get(kind, 0), f"{what}, {kind},", MOST_FORCES) for kind in kinds))


def _options(value: Any) -> dict[str, str]:
    return {
        key: value for key, value in options_in(_given(value, "'options'")).items() if key in IN_BATTLE | MODULES.keys()
    }


# -- sides --------------------------------------------------------------------------------------------


def _card(table: Table, value: Any) -> str:
    name = a(str, value, "A card")
    known = {card.casefold(): card for card in ask(table, BattleCards()).value}
    name = ALIASES.get(name.casefold(), name)
    if name.casefold() not in known:
        raise BadCase(f"No card is called {name!r}.{nearest(name, known.values())}")
    return known[name.casefold()]


def _leader(table: Table, value: Any) -> tuple[Leader | None, str]:
    """Read what leads: a leader, a card in a leader's place, or nobody."""
    if value is None:
        return None, ""
    record = {"name": value} if isinstance(value, str) else an_object(value, "'leader'")
    name = record.get("name")
    called = ALIASES.get(str(name).casefold(), str(name)).casefold()
    card = next((c for c in ask(table, BattleCards()).value if c.casefold() == called), "")
    if card and ask(table, Fits(card, STAND_IN)).value:
        return None, card
    if isinstance(value, str):
        raise BadCase(f"{value!r} is no leader. Give a leader with name and strength, a Cheap Hero or null.")
    name = a(str, name, "The name of a leader")
    origin, printed = record.get("original_faction"), printed_strength(name)
    strength = record.get("strength", "X" if printed == 0 else printed)
    if strength is None:
        leaders = [leader for made in FACTIONS.values() for leader in made.leaders]
        raise BadCase(f"Nobody knows the strength of {name!r}. Give it with the name.{nearest(name, leaders)}")
    number = None if strength == "X" else _whole(strength, "The strength of a leader", 100)
    return Leader(name, number, "" if origin is None else faction_id(origin)), ""


def _commit(value: Any) -> Commit | None:
    if value is None:
        return None
    record = an_object(value, "'commit'")
    fields = ("normal_full", "normal_half", "special_full", "special_half")
    return Commit(*(_whole(record.get(field, 0), f"'{field}'", MOST_FORCES) for field in fields))


def _companion(value: Any) -> Companion | None:
    if value is None:
        return None
    record = an_object(value, "'kh_state'")
    used = record.get("used_this_turn_in")
    place = None if used is None else a(str, used, "'used_this_turn_in'")
    alive = record.get("alive", True)
    return Companion(_whole(record.get("forces_lost", 0), "'forces_lost'"), a_flag(alive, "'alive'"), place)


def _gift(value: Any) -> int:
    """Read spice given before the battle: a number, or numbers by giver."""
    if isinstance(value, dict):
        sums = [amount for amount in value.values() if not isinstance(amount, str)]
        return sum(_whole(amount, "'gift_received'") for amount in sums)
    return _whole(0 if value is None else value, "'gift_received'")


def _by_faction(value: Any, what: str, read: Callable[[Any], T]) -> dict[str, T]:
    return {faction_id(name): read(said) for name, said in _given(value, what).items()}


def _side(table: Table, value: Any, here: str, what: str) -> Side:
    """Read one side of a battle; what is wrong with it says whose it is."""
    record = an_object(value, what)
    try:
        return _fighter(table, record, here)
    except BadCase as wrong:
        raise BadCase(f"{what}: {wrong}") from None


def _fighter(table: Table, record: dict[str, Any], here: str) -> Side:
    for field in ("faction", "forces", "dial"):
        if field not in record:
            raise BadCase(f"{field!r} is missing.")
    faction = faction_id(record["faction"])
    skills_in(table, record, faction)
    leader, hero = _leader(table, record.get("leader"))
    elsewhere = _given(record.get("leaders_used_elsewhere"), "'leaders_used_elsewhere'")
    a_flag(record.get("announced_no_leader"), "'announced_no_leader'")
    given = record.get("leaders_available") is not None
    dancers = names_in(record, "face_dancers") if record.get("face_dancers") is not None else None
    also = a_flag(record.get("cheap_hero_also"), "'cheap_hero_also'")
    ally = record.get("ally")
    return Side(
        faction,
        _group(record["forces"], "'forces'"),
        a_number(record["dial"], "'dial'"),
        leader,
        hero,
        also and leader is not None,
        weapon=_card(table, record["weapon"]) if record.get("weapon") is not None else None,
        defence=_card(table, record["defense"]) if record.get("defense") is not None else None,
        spice=_whole(record.get("spice", 0), "'spice'"),
        gift=_gift(record.get("gift_received")),
        support=_whole(record.get("spice_support", 0), "'spice_support'"),
        stake=_whole(record.get("leader_spice", 0), "'leader_spice'"),
        ally_support=_by_faction(
            record.get("support_from_ally"), "'support_from_ally'", lambda n: _whole(n, "Support")
        ),
        commit=_commit(record.get("commit")),
        hand=each(record.get("hand"), "'hand'", lambda card: _card(table, card)),
        leaders=names_in(record, "leaders_available") if given else tuple(FACTIONS[faction].discs(table.rules)),
        dead=names_in(record, "leaders_dead"),
        elsewhere=tuple(name for name, place in elsewhere.items() if a(str, place, "A territory") != here),
        here=(*names_in(record, "leaders_used_here"), *(name for name in elsewhere if elsewhere[name] == here)),
        revived=names_in(record, "leaders_revived"),
        captives=captives_in(table, record),
        companion=a_flag(record.get("kwisatz_haderach"), "'kwisatz_haderach'"),
        companion_state=_companion(record.get("kh_state")),
        traitors=names_in(record, "traitors"),
        ally=None if ally is None else faction_id(ally),
        ally_traitors=_by_faction(record.get("ally_traitors"), "'ally_traitors'", _traitors),
        face_dancers=dancers,
        troops="" if record.get("forces_of") is None else faction_id(record["forces_of"]),
        beside=None if record.get("beside") is None else _bystander(record["beside"]),
    )


def _traitors(value: Any) -> tuple[str, ...]:
    return each(value, "A hand of traitors", lambda name: a(str, name, "A traitor"))


def _bystander(value: Any) -> Bystander:
    record = an_object(value, "A bystander")
    if record.get("as") not in (None, "advisors", "fighters"):
        raise BadCase("For a bystander 'as' is advisors or fighters, or is left out.")
    return Bystander(faction_id(record.get("faction")), _group(record.get("forces"), "A bystander's forces"))


# -- calls --------------------------------------------------------------------------------------------


def _stops(calls: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return which power each Karama stops; those that unlock a power stop none."""
    stops = each(calls.get("karama"), "'karama'", lambda one: None if is_special(one) else _stop(one))
    return tuple(stop for stop in stops if stop is not None)


def _stop(value: Any) -> tuple[str, str]:
    record = an_object(value, "A Karama")
    power = record.get("cancels")
    if not isinstance(power, str) or power not in POWERS:
        raise BadCase(f"Karama cannot cancel {power!r} here. It is one of {', '.join(POWERS)}.")
    return faction_id(record.get("by")), power


# -- the answer ---------------------------------------------------------------------------------------

Stops = Sequence[tuple[str, str]]
NO_TOTALS = {"winner": None, "aggressor_total": None, "defender_total": None}


def answer_battle(record: Any) -> dict[str, Any]:
    """Return the verdict on a case, or what speaks against its plans; raises ``BadCase`` with a sentence."""
    table, battle = read_battle(record)
    errors = [
        {"side": at, "code": objection.code, "why": objection.sentence, "rule": objection.rule}
        for at in SIDES
        for objection in objections(table, battle, at)
    ]
    if errors:
        return {"id": record.get("id"), "legal": False, "errors": errors, **NO_TOTALS}
    calls = record.get("calls") or {}
    battle, kept = _taken_back(table, battle, calls.get("weapon_taken_back"))
    fight = PlayedBattle(table, battle, a(list, calls.get("after") or [], "'after'"))
    verdict = fight.verdict
    stops = _stops(calls)
    own = [(faction_name(by), word) for by, word in stops if is_own(by, POWERS[word])]
    lines = [VerdictLine("3.01.11.01", OWN_POWER.format(faction=named(faction_id(name)))) for name, _ in own]
    refused = [{"by": name, "cancels": word, "why": "OWN_POWER"} for name, word in own]
    spoke = {line.rule for line in verdict.lines}
    idle = [one.by for one in battle.calls.unlocked if special_of(one.by) not in spoke]
    lines += [VerdictLine(special_of(by), NOT_UNLOCKED.format(faction=named(by))) for by in idle]
    refused += [{"by": faction_name(by), "use": SPECIAL, "why": "NOT_ELIGIBLE"} for by in idle]
    said = told(fight, replace(verdict, lines=(*kept, *lines, *verdict.lines)), stops)
    return {"id": record.get("id"), "legal": True, **said, **({"karama_refused": refused} if refused else {})}


def _taken_back(table: Table, battle: Battle, who: Any) -> tuple[Battle, tuple[VerdictLine, ...]]:
    """Return the battle as it goes on once a weapon is taken back from an open plan, and the line that says so."""
    if who is None:
        return battle, ()
    seat, sides = faction_id(who), (battle.aggressor, battle.defender)
    card = next((side.weapon or "" for side in sides if side.faction == seat), "")
    may = ask(table, TakenBack(card))
    if not may.value:
        raise BadCase(f"'weapon_taken_back': {named(seat):The has} no weapon in the plan that may be taken back.")
    one, two = (replace(side, weapon=None) if side.faction == seat else side for side in sides)
    line = VerdictLine(may.because[0], TAKES_BACK(faction=seat, card=card))
    return replace(battle, aggressor=one, defender=two), (line,)


def told(fight: PlayedBattle, verdict: Verdict, stops: Stops = ()) -> dict[str, Any]:
    """Return the verdict on a battle that was fought, and what followed from it."""
    table, battle = fight.table, fight.battle
    totals, news = verdict.totals or (None, None), news_of(fight)
    return {
        "winner": faction_name(battle.side(verdict.winner).faction) if verdict.winner else None,
        "aggressor_total": totals[0],
        "defender_total": totals[1],
        "leaders_killed": list(verdict.killed),
        **forces_lost(really_lost(verdict)),
        "spice": {
            "payouts": by_name(verdict.payouts),
            "to_bank": by_name(verdict.to_bank),
            **({"to_factions": by_name(verdict.shared)} if verdict.shared else {}),
            "net": by_name(net_of(fight)),
        },
        "cards_discarded": by_name({seat: list(cards) for seat, cards in verdict.discarded.items()}),
        "cards_kept_optional": by_name({seat: list(cards) for seat, cards in verdict.kept.items()}),
        "explosion": verdict.how == EXPLOSION,
        "traitor_refused": [
            {"by": faction_name(one.call.by), "against": one.call.against, "why": one.result.code}
            for one in verdict.tried
            if isinstance(one.result, NoCall)
        ],
        "leader_goes_to": {leader: place.sentence(named) for leader, place in verdict.goes.items()},
        "leader_available_again": by_name({seat: list(names) for seat, names in verdict.back.items()}),
        "capture": None,
        "face_dance": None,
        **extras(verdict),
        "after": [entry for entry, _ in followed(fight)],
        "territory_spice_after": spice_left(fight),
        "because": reasons(
            (*verdict.lines, *news),
            (rule for line in (*verdict.lines, *news) for rule in line.behind),
            blanks(table, battle, verdict, [(by, POWERS[word]) for by, word in stops]),
        ),
    }
