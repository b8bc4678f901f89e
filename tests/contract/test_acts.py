"""`referee play --json`: what an act of a position says is heeded, or it is an error with a sentence."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.common.turn import PHASES
from referee.contract.table_acts import BUTTONS
from referee.holdings.hands import CardKind
from referee.kernel import Table, ask
from referee.kernel.commands import commands_that_play
from referee.knowledge.card_uses import OTHER, SLOTS
from referee.phases.battle.cards_in_battle import BattleCards, Fits

SEATS = ["Emperor", "Harkonnen", "Richese"]
TOLD = {"distance": 3, "of": "Harkonnen", "words": "Is it so?", "way": "far", "use": "first", "normal": 1}
CARDS = ask(Table(), BattleCards()).value
OTHERWISE = {"Karama": "karama", "Distrans": "distrans", "Nullentropy Box": "nullentropy", "Semuta Drug": "semuta"}
PLAYED = [card for card in CARDS if commands_that_play(card) and card not in OTHERWISE]


def answer(events: list[dict[str, Any]], phase: str = "any", **place: Any) -> dict[str, Any]:
    told = {"players": SEATS, "spice": {"Emperor": 9}, "turn": 2, "map": {}, "storm": 3, "events": events, **place}
    return answer_line(json.dumps({"id": "x", "rules": "advanced", "phase": phase, "situation": told}))


def why(*events: dict[str, Any], **place: Any) -> str:
    """Return why a line cannot be read, "" if it can."""
    error = answer([{"by": "Emperor", **event} for event in events], **place).get("error", {})
    return str(error["why"]) if error.get("code") == "BAD_INPUT" else ""


def test_3_00_02_a_special_card_that_fits_no_plan_has_a_command_that_plays_it() -> None:
    special = {card for card in CARDS if ask(Table(), CardKind(card)).value.startswith("special")}
    plans = {card for card in special for slot, _ in SLOTS if ask(Table(), Fits(card, slot, OTHER)).value}
    assert len(special - plans) > 12 and all(commands_that_play(card) for card in special - plans)


@pytest.mark.parametrize("card", PLAYED)
def test_3_00_02_play_card_does_what_the_command_of_the_card_does(card: str) -> None:
    (kind,) = commands_that_play(card)
    fields = {one.name: TOLD[one.name] for one in dataclasses.fields(kind) if one.name in TOLD}
    which = {"card": card} if len(kind.plays) > 1 else {}
    acts = [{"act": "play_card", "card": card}, {"act": "command", "command": kind.__name__, **which}]
    for phase in PHASES:
        made = [answer([{**act, "by": "Emperor", **fields}], phase, hand={"Emperor": [card]}) for act in acts]
        assert made[0] == made[1] and "legal" in made[0]


@pytest.mark.parametrize("card", CARDS)
def test_3_00_02_a_card_that_is_played_otherwise_names_the_act_or_the_field(card: str) -> None:
    said = why({"act": "play_card", "card": card})
    needed = [one.name for kind in commands_that_play(card) for one in dataclasses.fields(kind)]
    assert OTHERWISE.get(card, "") in said and OTHERWISE.get(card) in {None, *BUTTONS, "karama"}
    assert bool(said) == bool({*needed} & {"distance", "of", "way", "use"} or card in OTHERWISE)


@pytest.mark.parametrize("act", [{"act": "done"}, {"act": "recruits"}, {"act": "play_card", "card": "Kulon"}])
def test_a_field_that_no_act_reads_is_an_error_and_says_where(act: dict[str, Any]) -> None:
    error = answer([{"act": "done", "by": "Emperor"}, {"by": "Emperor", **act, "colour": "red"}])["error"]
    assert (error["code"], error["event"]) == ("BAD_INPUT", 1) and "'colour'" in error["why"]


def test_a_field_that_changes_nothing_here_is_an_error() -> None:
    ship = {"act": "ship", "forces": 1, "to": "Arrakeen"}
    assert "'stronghold'" in why({**ship, "stronghold": False}) and not why({**ship, "stronghold": True})
    assert "'sector'" in why({**ship, "sector": 10}, map=None)
    assert "'revive'" in why({"act": "karama", "use": "cancel", "revive": {"normal": 1}})
    assert "'by'" in why({"act": "end_nexus"})


def test_a_refused_position_says_which_event_was_refused() -> None:
    ship = {"act": "ship", "by": "Emperor", "forces": 1, "to": "Arrakeen"}
    assert [answer([ship] * n, "shipment").get("error", {}).get("event") for n in (1, 2)] == [None, 1]


def test_an_answer_tells_alliances_hands_and_what_is_left_of_tokens() -> None:
    place: dict[str, Any] = {"players": ["Moritani", "Ecaz", "Richese"], "alliances": [["Moritani", "Ecaz"]]}
    lies: dict[str, Any] = {
        "terror": [{"token": "atomics", "territory": "Arrakeen"}],
        "hand": {"Ecaz": ["Shield"], "Richese": 2},
    }
    got = answer([{"act": "done", "by": "Ecaz"}], **place, **lies, spice={"Ecaz": 9})
    assert got["alliances"] == [["Ecaz", "Moritani"]] and got["hands"] == {"Ecaz": ["Shield"], "Richese": 2}
    assert got["vidal"] is None and "atomics" not in got["supplies"]["terror"]
    assert len(got["supplies"]["terror"]) == 5 and got["supplies"]["no_field"] == ["0", "3", "5"]
