"""What `because` says: who, how much and why in this case, and nothing that did not happen."""

from __future__ import annotations

import json

import pytest

from referee.cli import battle, play
from tests.contract.all_cases import ROOM, verb_of
from tests.contract.test_cases import read


def said(name: str, title: str) -> list[str]:
    """Return every reason that the answer to a case gives."""
    file = ROOM / f"{name}.jsonl"
    verb = battle if verb_of(file) == "battle" else play
    answer = next(verb.answer_line(json.dumps(case)) for case in read(file) if case["id"] == title)
    return [line["sentence"] for state in answer.get("steps", [answer]) for line in state["because"]]


@pytest.mark.parametrize(
    ("name", "title", "reason"),
    [
        ("bidding", "an ally pays the whole price", "Harkonnen pay 5 to the bank."),
        ("bidding", "an ally pays the whole price", "Harkonnen pay 5 for Atreides, their ally."),
        ("bidding", "emperor supports ally: goes around", "Atreides pay 1 to the Emperor, who adds 4."),
        ("bidding", "nobody eligible", "No card is dealt, because every hand is full."),
        ("ledger", "charity at 1", "With 0 or 1 spice, Atreides get 1 from charity."),
        ("play.second_box", "CHO-04", "With 0 or 1 spice, the Emperor gets 4 from charity."),
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
