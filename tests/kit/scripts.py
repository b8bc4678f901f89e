"""Scripts in short: ``A 3`` bids, ``A -`` passes, ``A !`` is out of time; other acts are written out as
``A support H 3``, ``A pay A2 H3``, ``A pay with Karama``, ``A karama overbid``, ``F karama cancel TOP_CARD``.
"""

from __future__ import annotations

import json
from typing import Any

from referee.cli.play import answer_line
from tests.kit.notation import number

BY_LETTER = {
    "A": "Atreides", "H": "Harkonnen", "E": "Emperor", "F": "Fremen", "B": "Bene Gesserit", "G": "Spacing Guild",
    "I": "Ixian", "T": "Tleilaxu", "C": "CHOAM", "R": "Richese",
}  # fmt: skip
State = dict[str, Any]


def step(words: str) -> dict[str, Any]:
    first, *rest = words.split()
    if first in {"declare", "deal"}:
        return {"act": first}
    by, act = BY_LETTER[first], rest[0]
    if act in {"-", "!"}:
        return {"act": {"-": "pass", "!": "timeout"}[act], "by": by}
    if act == "pay":
        way = {"with": " ".join(rest[2:])} if rest[1] == "with" else {"from": _shares(rest[1:])}
        return {"act": "pay", "by": by, **way}
    if act == "karama":
        cancels = rest[1] in {"cancel", "prevent"}
        more = {"ability": rest[2]} if cancels else {"of": BY_LETTER[rest[2]]} if rest[1] == "special" else {}
        card = " ".join(rest[3 if cancels else 2 :])
        shown = {"card": card} if card and rest[1] != "special" else {}
        return {"act": act, "by": by, "use": rest[1], **more, **shown}
    if act in {"support", "gift", "bribe"}:
        return {
            "act": act,
            "by": by,
            "for" if act == "support" else "to": BY_LETTER[rest[1]],
            "amount": number(rest[2]),
        }
    if act in {"ask_hand", "refuse_hand"}:
        return {"act": act, "by": by, "of" if act == "ask_hand" else "to": BY_LETTER[rest[1]]}
    if act == "play_card":
        return {"act": act, "by": by, "card": " ".join(rest[1:])}
    return {"act": act, "by": by} if act.isalpha() or "_" in act else {"act": "bid", "by": by, "amount": number(act)}


def _shares(words: list[str]) -> dict[str, int | float]:
    return {BY_LETTER[word[0]]: number(word[1:]) for word in words}


def script_case(line: str, script: str, **more: Any) -> dict[str, Any]:
    """Return a case: ``A 10 2 (Karama; Hajr) | H 5`` is spice, then the hand as a number or by name."""
    record: dict[str, Any] = {"id": "x", "rules": "basic", "variants": {"bid_limit": "refuse"}, "alliances": []}
    record |= {
        "players": [],
        "hands": {},
        "spice": {},
        "special_cards": {},
        "deck_top": [f"c{n}" for n in range(1, 10)],
    }
    for seat in line.split("|"):
        head, _, cards = seat.partition("(")
        words = head.split()
        name, known = BY_LETTER[words[0]], [card.strip() for card in cards.rstrip(") ").split(";") if card.strip()]
        record["players"].append(name)
        record["spice"][name] = int(words[1])
        record["hands"][name] = int(words[2]) if len(words) > 2 else len(known)
        record["special_cards"][name] = known
    record["first_player"] = record["players"][0]
    record["script"] = [step(words.strip()) for words in script.split("|")]
    return record | more


def play_script(line: str, script: str, **more: Any) -> list[State]:
    """Return the states of a script that can be read."""
    answer = answer_line(json.dumps(script_case(line, script, **more)))
    assert "error" not in answer, answer
    return list(answer["steps"])


def last_state(line: str, script: str, **more: Any) -> State:
    return play_script(line, script, **more)[-1]


def code_of(state: State) -> str:
    """Return the code of a refusal, "" if there is none."""
    return str(state.get("error", {}).get("code", ""))


THREE = "A 10 | H 10 | E 10"
PLAIN_PURSES = "A 10 | F 10 | G 10"
OPEN = "declare | deal"
RESTART = {"variants": {"bid_limit": "restart"}}
