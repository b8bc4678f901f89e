"""Random scripts of a bidding phase, kept twice: by the referee and by a clerk who shares no line with it.

Twenty-five scripts by default; REFEREE_SCRIPTS=10000 plays ten thousand.
"""

from __future__ import annotations

import json
import os
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cli.play import answer_line
from tests.contract.clerk import Clerk, Refused, Step

SEATS = ["Atreides", "Harkonnen", "Emperor", "Fremen", "Spacing Guild", "Bene Gesserit"]
SCRIPTS = int(os.environ.get("REFEREE_SCRIPTS", "25"))


def table(dice: Random) -> Step:
    """Set a table with nearly full hands and thin purses."""
    players = dice.sample(SEATS, dice.randint(2, 6))
    hands = {one: dice.randint(0, 4) + 4 * (one == "Harkonnen") for one in players}
    pairs = [players[:2]] * dice.randint(0, 1) + [players[2:4]] * (len(players) > 3 and dice.random() < 0.3)
    return {
        "id": "x", "rules": "basic", "players": players, "first_player": dice.choice(players),
        "variants": {"bid_limit": dice.choice(["refuse", "restart"]), "emperor_subsidy": dice.random() < 0.4},
        "hands": hands, "special_cards": {one: ["Hajr"] for one in players if hands[one] and dice.random() < 0.3},
        "spice": {one: dice.choice([0, 1, 2, 3, 5, 8, 12]) for one in players}, "alliances": pairs,
        "deck_top": [f"c{n}" for n in range(dice.choice([20, 7]))],
    }  # fmt: skip


def answer_in_turn(dice: Random, clerk: Clerk) -> Step:
    """Answer for the player who is asked; one bid in ten is nonsense."""
    high = (clerk.high or ("", 0))[1]
    if dice.random() < 0.6:
        return {"act": dice.choice(["pass", "pass", "pass", "timeout"]), "by": clerk.turn}
    amount = dice.choice([0, -1, 1.5, high]) if dice.random() < 0.1 else high + dice.choice([1, 1, 1, 2, 5])
    return {"act": "bid", "by": clerk.turn, "amount": amount}


def anything(dice: Random, case: Step) -> Step:
    by, other = dice.sample(case["players"], 2)
    allies = dice.choice(case["alliances"]) if case["alliances"] else [by, other]
    giver = {"by": "Emperor", "to": other} if "Emperor" in case["players"] and other != "Emperor" else {}
    acts: list[Step] = [
        {"act": "bid", "by": by, "amount": dice.randint(1, 9)},
        {"act": dice.choice(["pass", "timeout", "absent", "cannot_pay"]), "by": by},
        {"act": "present", "by": by},
        {"act": "support", "by": allies[0], "for": allies[1], "amount": dice.randint(0, 6)},
        {"act": "support", "by": by, "for": other, "amount": dice.randint(0, 6)},
        {"act": "bribe", "by": by, "to": other, "amount": dice.randint(1, 4)},
        {"act": "ask_hand", "by": by, "of": other},
        {"act": "play_card", "by": by, "card": "Hajr"},
        {"act": "pay", "by": by, "from": {by: 1}},
        *([{"act": "gift", **giver, "amount": dice.randint(1, 4)}] if giver else []),
    ]
    return dice.choice(acts)


def payment(dice: Random, clerk: Clerk, news: Step) -> list[Step]:
    """Say how the card that would be sold now is paid: rightly, wrongly, or not at all."""
    if "won" not in news:
        return [{"act": "cannot_pay", "by": news["restart"]["barred"][-1]}]
    buyer, price = news["won"]["faction"], news["won"]["price"]
    part = dice.randint(0, price)
    ways: list[Step] = [
        {"act": "cannot_pay", "by": buyer},
        {"act": "pay", "by": buyer, "from": {buyer: price + dice.choice([-1, 1])}},
        {"act": "pay", "by": buyer, "from": {buyer: price - part, clerk.allies.get(buyer, buyer): part}},
        {"act": "pay", "by": buyer, "from": news["won"]["paid"]},
    ]
    return [way for way in ways if dice.random() < 0.5]


def attempt(clerk: Clerk, step: Step, rest: list[Step]) -> tuple[Clerk, str | None]:
    """Let the clerk take a step; a refused one leaves all as it was but for a sale that was due before it."""
    after, settled = deepcopy(clerk), deepcopy(clerk)
    try:
        after.take(step, rest)
    except Refused as error:
        settled.news = {}
        if clerk.stage == "settle" and step["act"] in {"bid", "pass", "timeout"}:
            settled.settle()
        return settled, str(error)
    return after, None


def script(dice: Random, case: Step) -> list[Step]:
    """Write a script that mostly makes sense."""
    clerk, steps = Clerk(case), []
    for act in ("deal", "declare", "deal"):
        steps.append({"act": act})
        clerk, _ = attempt(clerk, steps[-1], [])
    for _ in range(dice.randint(5, 30)):
        step = answer_in_turn(dice, clerk) if clerk.turn and dice.random() < 0.7 else anything(dice, case)
        after, _ = attempt(clerk, step, [])
        sold = after.news.keys() & {"won", "restart"} and dice.random() < 0.5
        more = payment(dice, clerk, after.news) if sold else []
        for place, one in enumerate([step, *more]):
            clerk, _ = attempt(clerk, one, more[place:])
        steps += [step, *more]
    return steps


def differences(clerk: Clerk, refused: str | None, said: Step) -> dict[str, Any]:
    """Return what the clerk has otherwise: the field, the clerk's value, the referee's."""
    error = said.get("error", {}).get("code")
    found: dict[str, Any] = {} if refused == error or (refused == "" and error) else {"error": (refused, error)}
    return found | {key: (value, said[key]) for key, value in clerk.state().items() if said[key] != value}


@settings(max_examples=SCRIPTS, deadline=None)
@given(st.integers(0, 2**40))
def test_a_clerk_who_knows_only_the_seed_texts_agrees(seed: int) -> None:
    dice = Random(seed)
    case = table(dice)
    case["script"] = script(dice, case)
    clerk = Clerk(case)
    for place, said in enumerate(answer_line(json.dumps(case))["steps"]):
        clerk, refused = attempt(clerk, case["script"][place], case["script"][place + 1 :])
        assert not differences(clerk, refused, said), case["script"][: place + 1]
