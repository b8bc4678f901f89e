"""A digital game as cases for the referee: each auction, battle, revival and shipment, told in a line and judged.

The file does not hold what chance brought, so purses, hands and forces on the board are taken to be enough. A faction
that the referee does not know, what sells or fights by rules of its own, No-Fields, smuggled forces, and cards and
leaders of whom the file does not say enough, are told and not judged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.board.territories import is_stronghold
from referee.contract.battle import answer_battle
from referee.contract.bidding.states import answer_script
from referee.contract.lines import answer_case
from referee.contract.positions.script import answer_situation
from referee.contract.values import FACTION_IDS
from referee.kernel import half
from referee.phases.battle.two_sides import AGGRESSOR, DEFENDER
from tests.digital_games.names import CARDS, LEADERS, LOCATIONS, SKILLS, TERRITORIES
from tests.digital_games.reader import DigitalGame, Happened

Case = dict[str, Any]
PURSE, FULL_HAND = 99, {"Harkonnen": 8, "CHOAM": 5}
RANKS = {"StormDialled": 0, "CharityClaimed": 1, "Bid": 2, "Revival": 3, "Shipment": 4, "Move": 4,
         "BattleInitiated": 5, "Battle": 5}  # fmt: skip
ENDS = ("EndPhase", "WhiteSpecifiesAuction", "WhiteAnnouncesBlackMarket", "WhiteAnnouncesAuction")
ACROSS, HOME = 2, 3


@dataclass(frozen=True)
class PlayedMoment:
    """Something that was played: in which turn, in words, and the case that the referee can judge, if there is one."""

    turn: int
    words: str
    case: Case | None = None


@dataclass
class Replay:
    """What is remembered from one event to the next."""

    game: DigitalGame
    turn: int = 1
    rank: int = 0
    bids: list[tuple[str, int | None]] = field(default_factory=list)
    own_rules: bool = False
    fight: Happened | None = None
    plans: dict[str, Happened] = field(default_factory=dict)
    calls: dict[str, bool] = field(default_factory=dict)
    skills: dict[str, tuple[str, str]] = field(default_factory=dict)  # of each faction: leader and card
    behind: set[str] = field(default_factory=set)

    @property
    def known(self) -> list[str]:
        return [name for name in self.game.players if name in FACTION_IDS]


def moments(game: DigitalGame) -> Iterator[PlayedMoment]:
    """Yield what was played, in order; raises ``NotReadable``."""
    now = Replay(game)
    for event in game.events:
        if _ends_the_auction(now, event):
            yield from _auction(now)
        rank = RANKS.get(event.kind, now.rank)
        now.turn, now.rank = now.turn + (rank < now.rank), rank
        yield from _next(now, event)
    yield from _auction(now)


def _ends_the_auction(now: Replay, event: Happened) -> bool:
    """Deals, questions and notes in between do not; the next card or phase does, and a bid that begins again."""
    if event.kind != "Bid":
        return event.kind in {*RANKS, *ENDS}
    amount = _amount(event)
    return bool(now.bids) and amount is not None and amount <= _high(now)


def _next(now: Replay, event: Happened) -> Iterator[PlayedMoment]:
    if event.kind == "Bid":
        now.bids.append((event.by, _amount(event)))
    elif event.kind in {"WhiteSpecifiesAuction", "WhiteAnnouncesBlackMarket"}:
        now.own_rules = True
    elif event.kind == "Revival" and not event.says("Passed"):
        yield _revival(now, event)
    elif event.kind == "Shipment" and not event.says("Passed"):
        yield _shipment(now, event)
    elif event.kind == "SkillAssigned" and event.number("Skill") in SKILLS:
        now.skills[event.by] = (LEADERS.get(event.number("_leaderId"), ""), SKILLS[event.number("Skill")])
    elif event.kind == "SwitchedSkilledLeader":
        now.behind ^= {event.by}
    elif event.kind == "BattleInitiated":
        now.fight, now.plans, now.calls, now.behind = event, {}, {}, set()
    elif event.kind == "Battle":
        now.plans[event.by] = event
    elif event.kind == "TreacheryCalled" and now.fight:
        now.calls[event.by] = event.says("TraitorCalled")
        if len(now.plans) == len(now.calls) == 2:
            yield _battle(now, now.fight)
            now.fight = None


def _case(now: Replay, number: str, more: Case) -> Case:
    return {"id": f"turn {now.turn}, {number}", "rules": "advanced" if now.game.advanced else "basic", **more}


# -- auctions -----------------------------------------------------------------------------------------


def _amount(event: Happened) -> int | None:
    """Return how much is bid in all, ``None`` for a pass."""
    parts = ("Amount", "AllyContributionAmount", "RedContributionAmount")
    return None if event.says("Passed") else sum(map(event.number, parts))


def _high(now: Replay) -> int:
    return max((amount or 0 for _, amount in now.bids), default=0)


def _auction(now: Replay) -> Iterator[PlayedMoment]:
    bids, own_rules = now.bids, now.own_rules
    if not bids:
        return
    now.bids, now.own_rules = [], False
    best = max(((amount or 0, who) for who, amount in bids), key=lambda one: one[0])
    said = ", ".join(f"{who} {'passes' if amount is None else amount}" for who, amount in bids)
    words = f"{said}. " + (f"{best[1]} buys for {best[0]}." if best[0] else "Nobody buys.")
    players = list(dict.fromkeys(who for who, _ in bids))
    if own_rules or not {*players} <= {*now.known} or len(players) < 2:
        yield PlayedMoment(now.turn, words)
        return
    others = [name for name in now.known if name not in players]
    steps = [{"act": "pass", "by": who} if n is None else {"act": "bid", "by": who, "amount": n} for who, n in bids]
    seats = [*players, *others]
    yield PlayedMoment(now.turn, words, _case(now, "an auction", {
        "players": seats, "first_player": players[0], "spice": dict.fromkeys(seats, PURSE),
        "hands": {**dict.fromkeys(players, 0), **{name: FULL_HAND.get(name, 4) for name in others}},
        "deck_top": [f"card {n}" for n in range(1, len(seats) + 1)],
        "script": [{"act": "declare"}, *_without_cache(seats), {"act": "deal"}, *steps],
    }))  # fmt: skip


def _without_cache(seats: list[str]) -> list[Case]:
    """Where Richese play, what they sell themselves is not part of this auction."""
    return [{"act": "no_cache"}] if "Richese" in seats else []


# -- revival and shipment -----------------------------------------------------------------------------


def _place(now: Replay, event: Happened, phase: str, events: list[Case], dead: Mapping[str, int]) -> Case | None:
    if event.by not in now.known:
        return None
    situation: Case = {
        "players": now.known, "spice": dict.fromkeys(now.known, PURSE), "alliances": [], "events": events,
        "tanks": {event.by: dict(dead)} if dead else None,
    }  # fmt: skip
    return _case(now, phase, {"phase": phase, "situation": situation})


def _revival(now: Replay, event: Happened) -> PlayedMoment:
    normal, special = event.number("AmountOfForces"), event.number("AmountOfSpecialForces")
    helped = event.number("ExtraForcesPaidByRed") + event.number("ExtraSpecialForcesPaidByRed")
    leader = LEADERS.get(event.number("_heroId"), "")
    events: list[Case] = []
    if normal + special:
        events.append({"act": "revive_forces", "by": event.by, "normal": normal, "special": special})
    if leader:
        events.append({"act": "revive_leader", "by": event.by, "leader": leader})
    what = [f"{normal + special} forces"] * bool(normal + special) + [leader] * bool(leader)
    dead = {"normal": normal, "special": special}
    more = f" The Emperor pays for {helped} more." if helped else ""
    return PlayedMoment(
        now.turn,
        f"{event.by or 'Somebody'} revives {' and '.join(what) or 'nobody'}.{more}",
        _place(now, event, "revival", events, dead) if events else None,
    )


def _shipment(now: Replay, event: Happened) -> PlayedMoment:
    told = event.number("ForceAmount"), event.number("SpecialForceAmount")
    normal, special = map(abs, told)
    goal = LOCATIONS.get(event.number("_toId"), "another world")
    kind, origin = event.said.get("ShipmentType"), LOCATIONS.get(event.number("_fromId"), "")
    if min(told) < 0:  # so the older form tells forces that go home from there
        kind, origin = HOME, goal
    ship: Case = {"by": event.by, "forces": {"normal": normal, "special": special}}
    if kind == HOME:
        made, words = {"act": "ship_off_planet", "from": origin, **ship}, f"from {origin} back to the reserves"
    elif kind == ACROSS or origin:
        made, words = {"act": "cross_ship", "from": origin, "to": goal, **ship}, f"from {origin} to {goal}"
    elif event.by == "Fremen":
        made, words = {"act": "send", "to": goal, **ship}, f"to {goal}"
    else:
        made, words = {"act": "ship", "to": goal, "stronghold": is_stronghold(goal), **ship}, f"to {goal}"
    if event.number("_karmaCardId") > 0 and made["act"] in {"ship", "cross_ship"}:
        made["karama"] = "guild_rates"
    hidden = _hidden(event)
    plain = event.by != "Richese" and normal + special > 0 and goal != "another world" and not hidden
    words = f"{event.by or 'Somebody'} ships {normal + special} {words}{hidden}."
    return PlayedMoment(now.turn, words, _place(now, event, "shipment", [made], {}) if plain else None)


def _hidden(event: Happened) -> str:
    """Return what is shipped otherwise than the number of forces says; a No-Field is written as its value plus one."""
    field, smuggled = (
        event.number("_noFieldValue"),
        event.number("SmuggledAmount") + event.number("SmuggledSpecialAmount"),
    )
    under = f" under the No-Field {field - 1}" if field > 0 else ""
    return under + (f", and smuggles {smuggled}" if smuggled else "")


# -- battles ------------------------------------------------------------------------------------------


def _battle(now: Replay, fight: Happened) -> PlayedMoment:
    sides = [now.plans.get(fight.by), *(plan for who, plan in now.plans.items() if who != fight.by)]
    where = TERRITORIES.get(fight.number("_territoryId"), "a territory")
    one, two = (plan for plan in sides if plan is not None)
    words = f"{one.by or 'Somebody'} attacks {two.by or 'somebody'} in {where}: {_told(one)} against {_told(two)}."
    if not {one.by, two.by} <= {*now.known} or _own_rules(one) or _own_rules(two):
        return PlayedMoment(now.turn, words)
    calls = [{"by": who, "against": _leader(two if who == one.by else one)} for who, yes in now.calls.items() if yes]
    called = {call["by"]: [call["against"]] for call in calls}
    return PlayedMoment(now.turn, words, _case(now, f"battle in {where}", {
        "territory": where, "stronghold": is_stronghold(where), "players": now.known,
        AGGRESSOR: _side(now, one, two.by, called), DEFENDER: _side(now, two, one.by, called),
        "calls": {"traitor": calls},
    }))  # fmt: skip


DECIDED_LATER = {"Mirror Weapon", "Stone Burner", "Portable Snooper", "Reinforcements", "Harass and Withdraw"}
LENT = "Duke Vidal"


def _own_rules(plan: Happened) -> bool:
    """Return True if the file tells elsewhere, or not at all, what a card or leader of this plan does."""
    cards = {plan.number(slot) for slot in ("_weaponCardId", "_defenseCardId")} - {-1}
    hero = plan.number("_heroId")
    known = hero in LEADERS or hero in CARDS or hero == -1
    later = any(CARDS.get(card) in {None, *DECIDED_LATER} for card in cards)
    return later or not known or _leader(plan) == LENT  # the file does not say who has him, or whether he lives


def _leader(plan: Happened) -> str:
    return LEADERS.get(plan.number("_heroId"), "")


def _hero(plan: Happened) -> str:
    return _leader(plan) or CARDS.get(plan.number("_heroId"), "")


def _card(plan: Happened, name: str) -> str | None:
    return CARDS.get(plan.number(name)) if plan.number(name) >= 0 else None


def _told(plan: Happened) -> str:
    cards = [card for card in (_card(plan, "_weaponCardId"), _card(plan, "_defenseCardId")) if card]
    return ", ".join([_hero(plan) or "nobody", *cards])


def _side(now: Replay, plan: Happened, foe: str, called: Mapping[str, list[str]]) -> Case:
    full, less, starred, weak = (plan.number(name) for name in (
        "Forces", "ForcesAtHalfStrength", "SpecialForces", "SpecialForcesAtHalfStrength",
    ))  # fmt: skip
    worth = 1 if (plan.by, foe) == ("Emperor", "Fremen") or (not now.game.advanced and plan.by != "Ixian") else 2
    dial = full + less / 2 + worth * starred + worth * weak / 2
    free = plan.by == "Fremen" or not now.game.advanced
    leader, cards = _leader(plan), [_card(plan, "_weaponCardId"), _card(plan, "_defenseCardId")]
    hero = "Cheap Hero" if not leader and _hero(plan) else ""
    return {
        "faction": plan.by, "forces": {"normal": full + less, "special": starred + weak}, "spice": PURSE,
        "hand": [card for card in (*cards, hero) if card], "dial": int(dial) if dial == int(dial) else dial,
        "spice_support": 0 if free else full + starred,
        "commit": {"normal_full": full, "normal_half": less, "special_full": starred, "special_half": weak},
        "leader": {"name": leader} if leader else "cheap hero" if hero else None,
        "captured_leaders": [leader] if plan.by == "Harkonnen" and leader else [],
        **({} if leader or hero else {"leaders_available": [], "announced_no_leader": True}),
        "weapon": cards[0], "defense": cards[1], "kwisatz_haderach": plan.says("Messiah"),
        "kh_state": {"forces_lost": 7, "alive": True, "used_this_turn_in": None} if plan.says("Messiah") else None,
        "traitors": called.get(plan.by, []), "ally": None, **_skill(now, plan.by),
    }  # fmt: skip


def _skill(now: Replay, faction: str) -> Case:
    """Return a faction's leader skill, and whether leader and card lie in front of the shield."""
    leader, card = now.skills.get(faction, ("", ""))
    if not leader:
        return {}
    return {"skills": {leader: card}, "in_front": [] if faction in now.behind else [leader]}


# -- what the referee says ----------------------------------------------------------------------------


def judged(moment: PlayedMoment) -> str:
    """Return what the referee says of a moment, in a sentence; "" if it is not judged."""
    if moment.case is None:
        return ""
    said = _answer(moment.case)
    if "error" in said and "legal" not in said:
        return f"Not judged: {said['error']['why']}"
    if "steps" in said:
        return _of_an_auction(said["steps"])
    if not said["legal"]:
        found = said.get("errors") or [said["error"]]
        return "Refused: " + " ".join(f"{one['why']} ({one['rule']})" for one in found)
    return _of_a_battle(said) if "winner" in said else f"Costs {_cost(moment.case, said)} spice."


def _answer(case: Case) -> Case:
    settle = answer_battle if AGGRESSOR in case else answer_situation if "situation" in case else answer_script
    return answer_case(json.dumps(case), settle, "The referee cannot judge this: {}.")


def _of_an_auction(steps: list[Case]) -> str:
    refused = next((step["error"] for step in steps if "error" in step), None)
    won = next((step["won"] for step in steps if step.get("won")), None)
    if refused:
        return f"Refused: {refused['why']} ({refused['rule']})"
    return f"Sold to {won['faction']} for {won['price']}." if won else "Bought in."


def _of_a_battle(said: Case) -> str:
    totals = (said["aggressor_total"], said["defender_total"])
    compared = f" {half(totals[0])} against {half(totals[1])}." if None not in totals else ""
    return f"{said['winner'] or 'Nobody'} wins.{compared}"


def _cost(case: Case, said: Case) -> int:
    by = case["situation"]["events"][0]["by"]
    return PURSE - int(said["spice"][by])
