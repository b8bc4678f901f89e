"""The values of table options in the words of the table of rulings: a case may name a choice in full or in short.

A choice is known by its value, by its label, or by the words with which it begins in that table; a yes-or-no question
also takes true and false, and a time takes its unit along. Anything else is refused.
"""

from __future__ import annotations

import re
from typing import Any

from referee.kernel import OPTIONS

WORDS: dict[str, dict[str, str]] = {
    "B1": {"no": "final", "a pass is final": "final", "pass is final": "final"},
    "B2": {"on top": "dealt", "shuffle them": "top", "shuffle deck": "deck", "shuffle the deck": "deck"},
    "B3": {"own ally": "ally", "own spice": "all"},
    "B4": {"privately": "phone", "refuse": "refuse"},
    "B5": {"the bid is illegal": "restart"},
    "B6": {"10 s bell": "10", "bell only": "bell"},
    "B8": {"marked absent": "pass", "wait for the clock": "clock"},
    "B9": {"the player first asked": "asked", "first who really bid": "bid", "the first who really bid": "bid"},
    "B10": {"cards left go back": "return", "sell on": "wait"},
    "B11": {"instead of payment": "instead", "any time": "any"},
    "B12": {"the karama counts": "counts", "playing it makes room": "room", "no": "counts", "yes": "room"},
    "B13": {"must be declared": "declared"},
    "B14": {"during bidding only": "bidding"},
    "B17": {"comes back": "once", "at once": "once"},
    "K1": {"rest of the phase": "phase", "whole turn": "turn"},
    "K3": {"when announced": "announced", "after the content": "heard"},
    "K4": {"the reverse": "prescience", "voice": "voice"},
    "K5": {"only at the reveal": "reveal", "after voice": "spoken", "between": "spoken"},
    "K6": {"must be named": "named", "class word": "class"},
    "K7": {"bidding phase only": "bidding", "any time": "any"},
    "K8": {"every announced power": "10", "everybody must answer": "all"},
    "T1": {
        "poison": "poison",
        "as printed": "printed",
        "snooper": "poison",
        "projectile": "printed",
        "shield": "printed",
    },
    "T2": {"no": "none", "yes": "battle"},
    "T3": {"yes": "paid", "no": "unpaid"},
    "T4": {"may be considered not used": "unused", "no": "unused", "yes": "used"},
    "T7": {"by itself": "automatic"},
    "T8": {"player": "player", "the player": "player", "no": "player", "yes": "ally", "ally may": "ally"},
    "T10": {"automatic": "cheapest", "cheapest": "cheapest"},
    "T11": {"in front": "front"},
    "T12": {"only": "one"},
}


def choice_of(key: str, said: Any) -> str | None:
    """Return the value of an option that a case names, or ``None`` if it names none; nothing means the default."""
    made = OPTIONS[key]
    if said is None:
        return made.default
    text = {True: "yes", False: "no"}[said] if isinstance(said, bool) else f"{said:g}" if _number(said) else said
    if not isinstance(text, str):
        return None
    plain, labels = _plain(text), {_plain(choice.label): choice.value for choice in made.choices}
    seconds = re.sub(r" ?(s|sec|seconds)$", "", plain)
    known = {**labels, **WORDS.get(key, {})}
    stem = max((words for words in known if f"{plain} ".startswith(f"{words} ")), key=len, default="")
    return next((value for value in (text, plain, known.get(stem, ""), seconds) if value and made.allows(value)), None)


def _number(said: Any) -> bool:
    return isinstance(said, (int, float)) and abs(said) < 10**6


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
