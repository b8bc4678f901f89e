"""Random players over HTTP: each reads a page, fills in one of its forms at random, and sends it.

Nothing is sent that no page shows, but every button there is: Karama, corrections, undo and waivers too.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee.board.standing import stands
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES
from referee.kernel.rulings import OPTIONS
from referee.phases.battle.live_battle import battle_now
from tests.accounts.accountant import Accountant, differences
from tests.accounts.held import by_the_books, by_the_program
from tests.kit.dice import Dice
from tests.kit.evening import Evening, set_up

FORM = re.compile(r'<form[^>]*method="post"[^>]*action="([^"]*)".*?</form>', re.DOTALL)
TAG = re.compile(r"<(input|select|option|button|textarea)\b([^>]*)>")
WORD = re.compile(r'([\w-]+)="([^"]*)"')
FIXED = {"P1", "P2", "P3", "B6"}  # what the accountant needs: cards dealt, spice kept
RARE = {
    "Undo": 0.1,
    "Redo": 0.3,
    "ChangeOption": 0.01,
    "GoTo": 0.02,
    "EndBidding": 0.03,
    "GoAway": 0.1,
    "CancelBattle": 0.1,
}
RARE |= {
    "CorrectSpice": 0.2,
    "CountForces": 0.2,
    "NoteLeaders": 0.1,
    "CheckVictory": 0.3,
    "TakeBack": 0.5,
    "EndTurn": 0.3,
}
LIKELY = {
    "BeginBattle": 12,
    "FightNext": 12,
    "LockPlan": 6,
    "AnswerTraitor": 5,
    "CallTraitor": 5,
    "Reveal": 5,
    "SettleBattle": 3,
}
LIKELY |= {
    "Conclude": 3,
    "StaySilent": 2,
    "SetDown": 5,
    "Ship": 4,
    "MoveForces": 4,
    "DealTraitors": 3,
    "KeepTraitor": 5,
}
PATIENCE = {"bidding": 80, "shipment": 90, "battle": 250}  # taps until the table goes on to the next phase
HOST_PAGES = ("", "", "", "more", "more?see=corrections", "seats", "options")
PHONE_PAGES = (
    "me",
    "me?tab=bid",
    "me/secret?tab=home",
    "me/secret?tab=home",
    "me/secret?tab=bid",
    "me/secret?tab=more",
    "me?tab=more",
    "me/map",
)
Form = tuple[str, dict[str, list[str]]]  # where it is sent, and what each field may say


def forms(page: str) -> Iterator[Form]:
    """Yield the forms of a page that act on the table."""
    for found in FORM.finditer(page):
        fields: dict[str, list[str]] = {}
        name = ""
        for kind, words in TAG.findall(found[0]):
            said = {key: html.unescape(value) for key, value in WORD.findall(words)}
            if kind == "select":
                name = said.get("name", "")
                fields[name] = []
            elif kind == "option" and name:
                fields[name].append(said.get("value", ""))
            elif said.get("name"):
                fields.setdefault(said["name"], []).extend(_values(said))
        if "act" in fields:
            yield found[1], fields


def _values(said: dict[str, str]) -> list[str]:
    """Return what may stand in a field: its value, the ends of a number and some between, a box's two states."""
    kind, value = said.get("type", ""), said.get("value", "")
    if kind in {"number", "range"}:
        low, high = int(float(said.get("min") or 0)), int(float(said.get("max") or 20))
        return [value or str(low), str(low), str(min(low + 1, high)), str((low + high) // 3), str(high)]
    return ["", value or "1"] if kind == "checkbox" else [value or ("some words" if kind == "text" else "")]


class Table:
    """A table of random players with an accountant who looks after every tap."""

    def __init__(self, folder: Path, seed: int, seats: Sequence[str] = ()) -> None:
        """Set a table for these factions, or for two to eight of the ten."""
        self.dice = dice = Random(seed)
        self.seats = list(seats) or dice.sample(sorted(FACTIONS), dice.randint(2, 8))
        self.evening = Evening(folder, dice=Dice(seed))
        form = (
            set_up(self.seats)
            | {"first": str(dice.randint(1, len(self.seats)))}
            | ({"K8": "off"} if seats else self._options())
        )
        self.evening.begin(form)
        self.books = Accountant(folder / f"{self.evening.table}.referee")
        self.tapped, self.wrong = Counter[tuple[str, bool]](), list[str]()
        if seats or dice.random() < 0.9:
            self.evening.tap("host", "KeepCount")
        self.look()

    def _options(self) -> dict[str, str]:
        dice = self.dice
        free = [one for key, one in sorted(OPTIONS.items()) if key not in FIXED]
        chosen = {one.key: dice.choice(one.choices).value for one in dice.sample(free, dice.randint(0, 10))}
        chosen |= {key: made.value for key, made in sorted(MODULES.items()) if dice.random() < 0.4}
        chosen |= {"K8": dice.choice(["off", "15"])} if dice.random() < 0.7 else {}
        return {**chosen, "rules": dice.choice(["basic", "advanced", "advanced"]), "B6": "10"}

    # -- tapping ------------------------------------------------------------------------------------------

    def play(self, taps: int) -> int:
        """Tap so often; return how many rows were written."""
        phase, since = "", 0
        for _ in range(taps):
            now = self.evening.public.phase
            phase, since = now, since + 1 if now == phase else 0
            if since > self.dice.randint(10, PATIENCE.get(now, 30)):
                self.move_on(now)
                since = 0
            self.somebody()
            if self.wrong:
                break
        return self.books.last

    def move_on(self, phase: str) -> None:
        """Go to the next phase as the table may, whatever is left undone."""
        after = PHASES[(PHASES.index(phase) + 1) % len(PHASES)] if phase in PHASES else PHASES[0]
        self.send("host", "", {"act": "GoTo", "phase": after, "anyway": "1"})

    def somebody(self) -> None:
        often = 0.4 if self.evening.public.phase in {"battle", "spice_blow", "storm"} else 0.25
        live = battle_now(self.evening.public)
        busy = live.seats if live and self.dice.random() < 0.6 else self.seats
        who = "host" if self.dice.random() < often else self.dice.choice(busy)
        path = self.dice.choice(HOST_PAGES if who == "host" else PHONE_PAGES)
        if who == "host" and self.dice.random() < 0.2:
            path = f"more/{self.dice.choice(self.seats)}"
        page = self.evening.who(who).get(f"/t/{self.evening.table}/{path}").text
        found = [form for form in forms(page) if form[1]["act"][0] not in {"Revoke", "GiveControls", "RevokeScreen"}]
        found = [form for form in found if not FIXED & {*form[1].get("option", ())}]
        for _ in range(self.dice.randint(1, 2) if found else 0):
            kinds = sorted({form[1]["act"][0] for form in found})
            kind = self.dice.choices(kinds, [self.weight(one) for one in kinds])[0]
            _, fields = self.dice.choice([form for form in found if form[1]["act"][0] == kind])
            for _ in range(4 if kind in LIKELY or not self.tapped[kind, True] else 1):
                if self.send(who, path, self.filled_in(fields)):
                    break
        if self.dice.random() < 0.3:
            self.evening.wait(self.dice.choice([500, 3000, 20_000]))
            self.look()

    def weight(self, act: str) -> float:
        """Return how likely a command is chosen: one that this game has seldom done is likelier."""
        return LIKELY.get(act, RARE.get(act, 1.0)) * (1 + 9 / (1 + self.tapped[act, True]))

    def filled_in(self, fields: dict[str, list[str]]) -> dict[str, str]:
        """Fill in a form at random; a place where forces stand is likelier, so that factions meet."""
        stand = {one.place for one in stands(self.evening.public)}
        return {
            name: self.dice.choices(values, [8 if one in stand else 1 for one in values])[0] if values else ""
            for name, values in fields.items()
        }

    def send(self, who: str, path: str, words: dict[str, str]) -> bool:
        """Send a form; what is refused is put to the table, and what the table is refused it may allow itself.

        Return True if the form itself was accepted.
        """
        act, status = words["act"], self.post(who, words)
        if status == 409 and who != "host" and self.dice.random() < 0.5:
            self.post(who, {**words, "ask": "1"})
            if 'name="waive"' in (page := self.evening.host.get(f"/t/{self.evening.table}/").text):
                allow = next(fields for _, fields in forms(page) if "waive" in fields)
                self.post("host", {name: values[0] for name, values in allow.items()})
        elif status == 409 and act not in {"GoTo", "Undo"} and self.dice.random() < 0.3:
            self.post("host", {**words, "waive": "1"})
        return status < 300

    def post(self, who: str, words: dict[str, Any]) -> int:
        answer = self.evening.tap(who, words["act"], **{k: v for k, v in words.items() if k not in {"act", "key"}})
        self.tapped[words["act"], answer.status_code < 300] += 1
        if answer.status_code >= 500:
            self.wrong.append(f"{who} got {answer.status_code} for {words}")
        self.look(f"{who} {words}")
        return answer.status_code

    # -- looking ------------------------------------------------------------------------------------------

    def look(self, after: str = "") -> None:
        """Let the accountant audit what was written, and compare the books with what the program holds."""
        before = self.books.last
        found = list(self.books.audit())
        if self.books.last != before:
            held = by_the_program(self.evening.sitting.views.referee)
            found += differences(by_the_books(self.books.books), held)
        self.wrong += [f"{words}  [{after}]" for words in found]

    def close(self) -> None:
        self.evening.close()
