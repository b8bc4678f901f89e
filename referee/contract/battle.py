"""One battle: JSON becomes a table with its options and a position, or a sentence why not; the verdict becomes JSON.

Nothing of the game is decided here; ``battle_form`` has the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from referee.board.forces import RESERVES, ForcesCounted, Group
from referee.board.standing import Holdings
from referee.board.territories import TERRITORIES
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.what_is_physical import spice_is_kept
from referee.contract.after_battle import followed, net_of, news_of, really_lost, really_saved, sent_home, spice_left
from referee.contract.answers import filled, forces_lost, reasons
from referee.contract.at_odds import at_odds, captives_of
from referee.contract.battle_form import CASE, POWERS, SPECIAL, is_own, special_of
from referee.contract.blanks import blanks
from referee.contract.forms import a_record
from referee.contract.fought import PlayedBattle, ScriptedChoice
from referee.contract.lines import BadCase
from referee.contract.modules import module_events, put_in_play
from referee.contract.nexus import nexus_played, nexus_told, unused_cards
from referee.contract.values import an_object, by_name
from referee.holdings.leaders import LeaderBook, home_of, key, keys, serves_others
from referee.kernel import REFEREE, Event, Seat, Table, Value, ask, read_command, title_of
from referee.modules.discoveries import DISCOVERIES
from referee.modules.leader_skills import SKILLS
from referee.modules.leader_skills.skill_with_leader import Skill, lay
from referee.phases.battle.allowed_plans import AllyPays, TakesCaptives, objections
from referee.phases.battle.battle_as_known import ENDLESS
from referee.phases.battle.cards_in_battle import TakenBack
from referee.phases.battle.dial_and_losses import army
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER, SIDES, Battle, Calls, Side, Unlocked, VerdictLine
from referee.phases.battle.verdict import EXPLOSION, Aftermath, Verdict
from referee.phases.battle.verdict_in_journal import extras
from referee.phases.battle.verdict_wording import TAKES_BACK
from referee.phases.battle.who_may_call import NoCall
from referee.rulebook.book import rulebook

OWN_POWER = "{faction:The} cannot stop their own power. The Karama stays in the hand."
NOT_UNLOCKED = "{faction:The} cannot use their special Karama in this battle. The Karama stays in the hand."
NOT_PLAYED = "The winner did not play {card}, so that Karama does nothing and stays in the hand."
NOTHING_STOPPED = "{faction:The stops} nothing by Karama: “{power}” is {how}."
NOT_HELPED = "{ally:The 's} {spice} spice supports nothing: only the player in the battle pays for forces."
NOBODY_KEEPS, KEEPS_A_CARD = "Nobody keeps {card} after this battle.", POWERS["ALLY_KEEPS_A_CARD"]
NOBODY_CAPTURED = "{leader} is not captured: only Harkonnen capture, after a battle they won, in the advanced game."
COMPANION = POWERS["KWISATZ_HADERACH"]
STARRED = {POWERS[word] for word in ("SARDAUKAR", "FEDAYKIN", "CYBORG")}
Said = Mapping[str, Any]
Stops = Sequence[tuple[str, str]]


class BattleCase(Value):
    """A case as it was read: the table, the battle, and what it says besides."""

    table: Table
    battle: Battle
    calls: Said
    hands: Mapping[str, int]
    cancels: tuple[ScriptedChoice, ...] = ()  # by Nexus cards, once the plans are open

    @property
    def stops(self) -> tuple[tuple[str, str], ...]:
        """Return who stops which power by a Karama; those that unlock a power stop none."""
        return tuple(call for call in self.calls.get("karama", ()) if not isinstance(call, Unlocked))


def read_battle(value: Any) -> BattleCase:
    """Read one case; raises ``BadCase`` with a sentence."""
    value = an_object(value, "A case")
    record = a_record(value, CASE, "A case", open_to=True)
    calls = record.get("calls", {})
    table = Table(REFEREE, rules=record["rules"], phase="battle", options=record.get("options", {}))
    dancers = [*record.get("face_dancers", {}).values()]  # of a faction that watches
    sides = [{**({"face_dancers": dancers[0]} if dancers else {}), **record[at]} for at in SIDES]
    if sides[0]["faction"] == sides[1]["faction"]:
        raise BadCase("A faction does not fight itself. Name two factions.")
    territory, others = record.get("territory", "the territory"), record.get("others_in_territory", ())
    lent = {key(name): of for side in sides for name, of in side.get("captured_from", {}).items()}
    table.put(LeaderBook(lent=lent))
    allies = (side["ally"] for side in sides if "ally" in side)
    seats = (*(side["faction"] for side in sides), *(other.faction for other in others), *allies)
    for seat in (*seats, *record.get("players", ()), *lent.values()):
        table.seats.setdefault(seat, Seat(seat, seat))
    table.hear_act(0, 0, _modules_named(territory, sides, table))
    for side in sides:
        _skills(table, side)
    table.hear_act(0, 0, module_events(value, table))
    table.hear_act(0, 0, _reserves(record.get("reserves", {}), table))
    captives = keys(name for side in sides for name in captives_of(side))
    one, two = (_fighter(side, territory, table, captives) for side in sides)
    battle = Battle(territory, one, two, others, record.get("territory_spice", 0), _calls(calls))
    for fault in at_odds({**value, **record}, table, battle):
        raise BadCase(fault)
    case = BattleCase(table, battle, calls, _hands(sides))
    stops = (POWERS[word] for by, word in case.stops if not is_own(by, POWERS[word]))
    table.suspended.update({rule: 1 for rule in stops if _is_there(rule, table, battle)})
    if COMPANION in table.suspended:
        one, two = (replace(side, companion=False) for side in (one, two))
        case = replace(case, battle=replace(battle, aggressor=one, defender=two))
    played = [nexus_played(table, seat, battle) for seat in calls.get("nexus", ())]
    return replace(case, cancels=tuple(filter(None, played)))


def _is_there(power: str, table: Table, battle: Battle) -> bool:
    """Return False for a power of special forces, or of a companion, of which none can be in this battle."""
    owners = [at for at in SIDES if is_own(battle.side(at).whose, power)]
    if power == COMPANION:
        joined = {at: replace(battle.side(at), companion=True) for at in SIDES}
        both = replace(battle, aggressor=joined[AGGRESSOR], defender=joined[DEFENDER])
        codes = (one.code for at in owners for one in objections(table, both, at))
        return bool(owners) and not any(code.startswith("KH_") for code in codes)
    return power not in STARRED or any(army(table, battle, at, 0).forces.special for at in owners)


def _reserves(told: Mapping[str, Group], table: Table) -> Iterator[Event]:
    for seat, group in told.items():
        if seat not in table.seats:
            raise BadCase(f"{named(seat):The does} not play here. Name every faction in 'players'.")
        yield ForcesCounted(seat, RESERVES, group.normal, group.special)


def _hands(sides: list[dict[str, Any]]) -> dict[str, int]:
    return {side["faction"]: side["hand_size"] for side in sides if "hand_size" in side}


def _modules_named(territory: str, sides: list[dict[str, Any]], table: Table) -> Iterator[Event]:
    """Yield what puts in play the modules of which the sides, or the place, have something."""
    if any(side.get("skills") for side in sides):
        yield from put_in_play(SKILLS, table)
    if territory in TERRITORIES and TERRITORIES[territory].found:
        yield from put_in_play(DISCOVERIES, table)


def _skills(table: Table, side: Said) -> None:
    """Lay the skill cards of a side, and say which strongholds it occupies."""
    faction, skills, front = side["faction"], side.get("skills", {}), keys(side.get("in_front", ()))
    own = keys(FACTIONS[faction].leaders) | keys(side.get("captured_leaders", ())) | keys(side.get("captured_from", ()))
    own |= keys(side.get("leaders_available", ()))
    if idle := [name for name in side.get("in_front", ()) if key(name) not in keys(skills)]:
        raise BadCase(
            f"{idle[0]} has no card in 'skills' and cannot be 'in_front'. Add the card, or leave the name out."
        )
    for leader, card in skills.items():
        if key(leader) not in own:
            raise BadCase(f"{named(faction):The has} no leader {leader!r}. Leave the skill out, or name its leader.")
        lay(table, Skill(card, leader, faction, key(leader) in front), leader)
    if "strongholds" in side:
        kept = table.state(Holdings)
        table.put(Holdings(table.turn, {**kept.held, faction: side["strongholds"]}, told=table.turn))


def _fighter(side: Said, here: str, table: Table, captives: Set[str]) -> Side:
    elsewhere, (leader, hero) = side.get("leaders_used_elsewhere", {}), side.get("leader", (None, ""))
    own = {key(name): name for name in captives_of(side)}
    may_hold = ask(table, TakesCaptives(side["faction"])).value
    return Side(
        side["faction"],
        side["forces"],
        side["dial"],
        leader,
        hero,
        side.get("cheap_hero_also", False) and leader is not None,
        weapon=side.get("weapon"),
        defence=side.get("defense"),
        spice=side.get("spice", 0 if spice_is_kept(table) else ENDLESS),
        gift=side.get("gift_received", 0),
        support=side.get("spice_support", 0),
        stake=side.get("leader_spice", 0),
        ally_support=side.get("support_from_ally", {}),
        commit=side.get("commit"),
        hand=side.get("hand", ()),
        leaders=_available(side, table.rules, captives - own.keys()),
        dead=side.get("leaders_dead", ()),
        elsewhere=tuple(name for name, place in elsewhere.items() if place != here),
        here=(*side.get("leaders_used_here", ()), *(name for name in elsewhere if elsewhere[name] == here)),
        revived=side.get("leaders_revived", ()),
        captives=tuple(filter(serves_others, own.values())) if may_hold else (),
        companion=side.get("kwisatz_haderach", False),
        companion_state=side.get("kh_state"),
        traitors=side.get("traitors", ()),
        ally=side.get("ally"),
        ally_traitors=side.get("ally_traitors", {}),
        face_dancers=side.get("face_dancers"),
        troops=side.get("forces_of", ""),
        beside=side.get("beside"),
    )


def _available(side: Said, rules: str, captives: Set[str]) -> tuple[str, ...]:
    """Return the leaders that a line names, else those of the sheet; none who is in the box or captive of the other."""
    own = FACTIONS[side["faction"]]
    away = captives | keys(own.leaders) - keys(own.discs(rules))
    named = (name for name in side.get("leaders_available", own.discs(rules)) if key(name) not in away)
    return tuple(name for name in named if serves_others(name) or home_of(name) == side["faction"])


def _calls(calls: Said) -> Calls:
    return Calls(
        calls.get("traitor", ()),
        calls.get("face_dance"),
        calls.get("capture"),
        copied=calls.get("copied_card", ""),
        card_kept=calls.get("card_kept", ""),
        unlocked=tuple(call for call in calls.get("karama", ()) if isinstance(call, Unlocked)),
    )


def _choices(case: BattleCase) -> Iterator[ScriptedChoice]:
    """Yield what the calls choose at the table, in its order: what one plan does to the other, then the rest."""
    yield from case.cancels
    seats = (case.battle.aggressor.faction, case.battle.defender.faction)
    if choice := case.calls.get("stone_burner"):
        both = (read_command("ChooseEffect", {"seat": seat, "choice": choice}) for seat in seats)
        yield ScriptedChoice("'stone_burner'", tuple(both), late=False)
    if seat := case.calls.get("diplomat"):
        yield ScriptedChoice("'diplomat'", (read_command("CopyDefence", {"seat": seat}),), late=False)
    for number, command in enumerate(case.calls.get("after", ())):
        yield ScriptedChoice(f"'after', {number}", (command,))


# -- the answer ---------------------------------------------------------------------------------------

CAPTURES = POWERS["CAPTURED_LEADERS"]
CAPTURE_STOPPED = "'capture': the capture is stopped by a Karama. Leave one of the two out."
NO_TOTALS = {"winner": None, "aggressor_total": None, "defender_total": None}


def answer_battle(record: Any) -> dict[str, Any]:
    """Return the verdict on a case, or what speaks against its plans; raises ``BadCase`` with a sentence."""
    case = read_battle(record)
    table, battle = case.table, case.battle
    errors = [
        {"side": at, "code": objection.code, "why": objection.sentence, "rule": objection.rule}
        for at in SIDES
        for objection in objections(table, battle, at)
    ]
    if errors:
        return {"id": record.get("id"), "legal": False, "errors": errors, **NO_TOTALS}
    battle, kept = _taken_back(table, battle, case.calls.get("weapon_taken_back"))
    fight = PlayedBattle(table, battle, tuple(_choices(case)), case.hands)
    lines, refused = _refused_karamas(case, fight)
    spoke = {rule for line in fight.verdict.lines for rule in (line.rule, *line.behind)}
    for fault in unused_cards(table, spoke):
        raise BadCase(fault)
    lines += [VerdictLine(use, words) for use, words in nexus_told(case.table) if use not in spoke]
    lines += _not_helped(table, battle)
    if CAPTURES in fight.stops_spent:
        by = next(by for by, word in case.stops if POWERS[word] == CAPTURES and not is_own(by, CAPTURES))
        words = filled(rulebook()["3.01.11.01"], {"who": named(by), "power": title_of(CAPTURES)})
        lines.append(VerdictLine("3.01.11.01", words))
    unkept = _not_kept(fight)
    lines += [VerdictLine(KEEPS_A_CARD, NOBODY_KEEPS.format(card=card)) for card in unkept]
    verdict = replace(fight.verdict, lines=(*kept, *lines, *fight.verdict.lines))
    if battle.calls.capture and verdict.capture is None:
        if CAPTURES in fight.stops_spent:
            raise BadCase(CAPTURE_STOPPED)
        words = NOBODY_CAPTURED.format(leader=battle.calls.capture.leader)
        verdict = verdict.told(VerdictLine(CAPTURES, words))
    said = told(fight, verdict, case.stops)
    said |= {"karama_refused": refused} if refused else {}
    return {"id": record.get("id"), "legal": True, **said, **({"card_kept_refused": unkept[0]} if unkept else {})}


def _refused_karamas(case: BattleCase, fight: PlayedBattle) -> tuple[list[VerdictLine], list[dict[str, str]]]:
    """Return what is said of each Karama that does nothing, in words and as it stands in the answer."""
    own = [(by, word) for by, word in case.stops if is_own(by, POWERS[word])]
    lines = [VerdictLine("3.01.11.01", OWN_POWER.format(faction=named(by))) for by, _ in own]
    refused = [{"by": faction_name(by), "cancels": word, "why": "OWN_POWER"} for by, word in own]
    spoke = {line.rule for line in fight.verdict.lines}
    for one in (one for one in fight.battle.calls.unlocked if special_of(one.by) not in spoke):
        won = fight.verdict.winner
        others = [card for card in one.cards if won and card not in fight.battle.side(won).cards]
        words = NOT_PLAYED.format(card=others[0]) if others else NOT_UNLOCKED.format(faction=named(one.by))
        lines.append(VerdictLine(special_of(one.by), words))
        refused.append({"by": faction_name(one.by), "use": SPECIAL, "why": "NOT_ELIGIBLE"})
    for by, word, how in _idle_stops(case, fight):
        of = {"faction": named(by), "power": title_of(POWERS[word])}
        lines.append(VerdictLine("3.01.11.01", NOTHING_STOPPED.format(**of, how=how)))
        refused.append({"by": faction_name(by), "cancels": word, "why": "NOT_ELIGIBLE"})
    return lines, refused


def _idle_stops(case: BattleCase, fight: PlayedBattle) -> list[tuple[str, str, str]]:
    """Return the Karama of which no power of this battle takes notice, and why."""
    spoke = {line.rule for line in fight.verdict.lines}
    others = ((by, word) for by, word in case.stops if not is_own(by, POWERS[word]))
    stopped = set(ask(case.table, Aftermath(fight.battle, fight.verdict)).stopped)
    found, used = list[tuple[str, str, str]](), set[str]()
    for by, word in others:
        if word in used or POWERS[word] not in spoke | fight.stops_spent | stopped:
            found.append((by, word, "stopped already" if word in used else "not used in this battle"))
        used.add(word)
    return found


def _not_helped(table: Table, battle: Battle) -> Iterator[VerdictLine]:
    """Yield that spice of an ally who may not pay for forces is not counted (option T8)."""
    for side in map(battle.side, SIDES):
        spice, pays = side.ally_support.get(side.ally or "", 0), ask(table, AllyPays(side.ally or ""))
        if spice and side.ally and not pays.value:
            yield VerdictLine("1.13.04.04", NOT_HELPED.format(ally=named(side.ally), spice=spice))


def _not_kept(fight: PlayedBattle) -> list[str]:
    """Return the card that a line would have the loser keep, if the loser does not."""
    card, won = fight.battle.calls.card_kept, fight.verdict.winner
    loser = fight.battle.against(won) if won else None
    kept = loser and card in loser.cards and card not in fight.verdict.discarded.get(loser.faction, ())
    return [card] if card and not kept else []


def _taken_back(table: Table, battle: Battle, seat: str | None) -> tuple[Battle, tuple[VerdictLine, ...]]:
    """Return the battle as it goes on once a weapon is taken back from an open plan, and the line that says so."""
    if seat is None:
        return battle, ()
    sides = (battle.aggressor, battle.defender)
    card = next((side.weapon or "" for side in sides if side.faction == seat), "")
    may = ask(table, TakenBack(card))
    if not may.value:
        raise BadCase(f"'weapon_taken_back': {named(seat):The has} no weapon in the plan that may be taken back.")
    one, two = (replace(side, weapon=None, unused=card) if side.faction == seat else side for side in sides)
    line = VerdictLine(may.because[0], TAKES_BACK(faction=seat, card=card))
    return replace(battle, aggressor=one, defender=two), (line,)


def told(fight: PlayedBattle, verdict: Verdict, stops: Stops) -> dict[str, Any]:
    """Return the verdict on a battle that was fought, and what followed from it."""
    table, battle = fight.table, fight.battle
    totals, news = verdict.totals or (None, None), news_of(fight)
    more = extras(replace(verdict, spared=really_saved(verdict)))
    if danced := more.get("face_dance"):
        danced["to_reserves"] |= by_name(sent_home(fight))
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
        **more,
        "after": [entry for entry, _ in followed(fight)],
        "territory_spice_after": spice_left(fight),
        "because": reasons(
            (*verdict.lines, *news),
            (rule for line in (*verdict.lines, *news) for rule in line.behind),
            blanks(table, battle, verdict, [(by, POWERS[word]) for by, word in stops]),
        ),
    }
