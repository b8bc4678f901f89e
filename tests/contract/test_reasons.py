"""What `because` says: who, how much and why in this case, and nothing that did not happen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contract.test_cases import ROOM
from tests.kit.battle_cases import fight
from tests.kit.positions import P
from tests.kit.scripts import play


def _case(name: str, title: str) -> dict[str, Any]:
    lines = (ROOM / f"{name}.jsonl").read_text("utf-8").splitlines()
    case: dict[str, Any] = next(found for line in lines if (found := json.loads(line))["title"] == title)
    return {key: value for key, value in case.items() if key not in {"title", "expect"}}


def said(name: str, title: str) -> list[str]:
    """Return every reason that the answer to a case gives."""
    case = _case(name, title)
    if name == "battle":
        answers = [fight(case.pop("one"), case.pop("two"), **case)]
    elif name == "bidding":
        answers = play(case.pop("table"), case.pop("script"), **case)
    else:
        answers = [P(case.pop("table"), case.pop("steps"), **case).answer]
    return [line["sentence"] for answer in answers for line in answer["because"]]


@pytest.mark.parametrize(
    ("name", "title", "reason"),
    [
        ("bidding", "an ally pays the whole price", "Harkonnen pay 5 to the bank."),
        ("bidding", "an ally pays the whole price", "Harkonnen pay 5 for Atreides, their ally."),
        ("bidding", "emperor supports ally: goes around", "Atreides pay 1 to the Emperor, who adds 4."),
        ("bidding", "nobody eligible", "No card is dealt, because every hand is full."),
        ("ledger", "charity at 1", "With 0 or 1 spice, Atreides fill up to 2: that brings 1."),
        (
            "ledger",
            "shipping to a stronghold",
            "Shipping costs 1 spice a force into a stronghold and 2 elsewhere: 5 spice here.",
        ),
        (
            "ledger",
            "the ally's half price stopped: full price to the Guild",
            "Shipping costs 1 spice a force into a stronghold and 2 elsewhere: 4 spice here.",
        ),
        (
            "ledger",
            "cross of the ally paid by the Guild",
            "The Guild's ally ships at half price, rounded up: the Guild pays 2.",
        ),
        ("ledger", "guild paid", "Without “Guild is paid for shipping” it would be: Shipping is paid to the bank."),
        ("ledger", "no bribes in the setup", "No bribes before the first storm. Wait for it."),
        ("ledger", "T11 none", "This table plays without bribes. Agree on something else."),
        ("battle", "no leader left to draw", "The Guild has no leader left that Harkonnen could capture."),
        (
            "battle",
            "why: Tleilaxu call nobody",
            "Tleilaxu cannot call Dr. Yueh traitor: Tleilaxu hold no traitor cards.",
        ),
        ("battle", "zero zero no leaders", "Atreides and Fremen have no leader or Cheap Hero left, and fight without."),
        (
            "battle",
            "a leader who fought here",
            "Duncan Idaho has already fought in this territory, so may fight here again.",
        ),
    ],
)  # fmt: skip
def test_a_reason_says_who_how_much_and_why(name: str, title: str, reason: str) -> None:
    assert reason in said(name, title)


def test_nobody_is_said_to_have_no_leader_who_leaves_the_leader_out() -> None:
    assert not [line for line in said("battle", "T9: without a leader by choice") if "left, and fights" in line]


def test_two_free_revivals_and_their_price_agree_in_number() -> None:
    assert "Atreides' reserves get 1 force." in said("ledger", "free revival in two steps")
