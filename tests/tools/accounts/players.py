"""Random players over HTTP: each presses a button that a page shows, with its fields filled in at random.

Nothing is sent that no page shows, but every button there is: Karama, corrections, undo and waivers too. ``wanted``
commands are pressed sooner, and tried with more fillings. After each act the pages are drawn (``screens``), the
accountant audits what was written, and somebody must be able to act.
"""

from __future__ import annotations

import html
import logging
import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from referee.board.standing import stands
from referee.common.phones_at_seats import ON_PHONE
from referee.common.turn import PHASES, by_hand
from referee.kernel import BadCommand, ask, read_command
from referee.offers.offer import Duty, Halts
from referee.offers.waiting import due
from referee.phases.battle.begin_battle import CancelBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.bidding.on_screen import waited_for
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import not_yet, winner
from referee.powers.karama_windows import held_up
from referee.powers.windows import CloseWindow, window
from referee.turn.next_phase import EndBidding, onward
from referee.turn.on_the_map import PutRight
from referee.web.phase.buttons import leads
from tests.kit import SCREEN, Evening, Loaded, set_up
from tests.tools.accounts.accountant import Accountant, differences
from tests.tools.accounts.beginnings import FIXED, Beginning, as_laid, beginning
from tests.tools.accounts.forms import Form, forms
from tests.tools.accounts.held import by_the_books, by_the_program
from tests.tools.accounts.scenes import Scene
from tests.tools.accounts.screens import HOST, PUBLIC, Screens

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
FILLINGS, ALL_PAGES = 12, 60  # how often a wanted form is filled in; every so many acts all pages are drawn
FROM_A_SCENE = 25  # taps of a game that begins as a script lays it
PATIENT = 12  # so often in turn a phase may be held up when the table would go on
SHIELD = "me/secret"
OF_SECONDS = {"TakeBack"}  # its page counts the seconds down
OFFERED = "is offered and refused:"
MISFIT = "That no longer fits the table."


class Table:
    """A table of random players with an accountant who looks after every tap."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        seats: Sequence[str] = (),
        wanted: Collection[str] = (),
        *,
        scene: Scene | None = None,
        until: float = inf,
        sparing: bool = False,
    ) -> None:
        """Set a table for these factions, as a scene, or at random for what is wanted; play ``until`` then.

        With ``sparing`` few pages are drawn: only the accountant looks at each act.
        """
        self.dice, self.wanted, self.until = Random(seed), frozenset(wanted), until
        if scene:
            begun = as_laid(self.dice, scene)
        else:
            begun = self._of(seats, seed) if seats else beginning(self.dice, self.wanted)
        self.log, self.adds_up = Log(), True  # some script or test lays a card in two places
        self.evening = self.served(folder, begun)
        self.scene = begun.scene
        self.evening.begin(begun.scene.acts if begun.scene else begun.middle or begun.form, begun.phones)
        file = folder / f"{self.evening.table}.referee"
        self.books = Accountant(file, _unknown(begun.form), partly=bool(begun.scene))
        self.tapped, self.wrong = Counter[tuple[str, bool]](), list[str]()
        self.acts, self.held, self.said, self.said_last = 0, 0, "", ""
        if not begun.scene:
            self.tapped["JoinInTheMiddle" if begun.form["turn"] != "1" else "SetTable", not begun.middle] = 1
        self.screens = Screens(self.evening, self.dice, sparing=sparing)
        if begun.counted:
            self.evening.tap(HOST, "KeepCount")
        self.screens.after(HOST, self.screens.viewers)
        self.look()

    def served(self, folder: Path, begun: Beginning) -> Evening:
        """Return the program that the players ask, before the table is set."""
        return Evening(folder, dice=begun.dice)

    def _of(self, seats: Sequence[str], seed: int) -> Beginning:
        form = set_up(seats) | {"first": str(self.dice.randint(1, len(seats))), "K8": "off"}
        return Beginning(form, Loaded(seed, ()), list(seats), counted=True)

    # -- tapping ------------------------------------------------------------------------------------------

    def play(self, taps: int) -> None:
        """Tap so often, less from a scene."""
        phase, since = "", 0
        patience = self.dice.choice([0.3, 0.6, 1, 1])
        for _ in range(min(taps, FROM_A_SCENE) if self.scene else taps):
            public = self.evening.public
            phase, since = public.phase, since + 1 if public.phase == phase else 0
            if since > self.dice.randint(10, PATIENCE.get(phase, 30)) * patience:
                self.move_on(phase)
                since = 0
            self.somebody()
            if self.wrong or winner(public) or monotonic() > self.until:
                break

    def open_scene(self) -> str:
        """Press what a script does next, with what it says in its fields; return why it was not done, if so."""
        scene = self.scene
        if scene is None or self.tapped[scene.act, True]:
            return ""
        self.screens.in_play(self.screens.viewers)
        found = self.offered(scene.act)
        if not found:
            self.screens.all()
            found = self.offered(scene.act)
        found.sort(key=lambda one: one[0] != scene.seat)
        likely = {*scene.said.values()}
        first = ((who, form, form.as_said(scene.said)) for who, form in found if not form.half)
        tries = ((who, form, form.filled_in(self.dice, likely, 99)) for _ in range(FILLINGS) for who, form in found)
        said = "not offered to anybody"
        for who, form, words in chain(first, tries):
            self.send(who, form, words)
            if self.tapped[scene.act, True]:
                return ""
            said = f"offered to {who} and refused as {words}: {self.said}"
        return said

    def offered(self, act: str) -> list[tuple[str, Form]]:
        """Return who sees a form of this command."""
        return [(who, form) for who, _, form in self.screens.pressable() if form.act == act]

    def move_on(self, phase: str) -> None:
        """Go to the next phase as the table may, whatever is left undone."""
        after = PHASES[(PHASES.index(phase) + 1) % len(PHASES)] if phase in PHASES else PHASES[0]
        ways = [("GoTo", {"phase": after, "anyway": "1"}), *([("EndBidding", {})] if phase == "bidding" else [])]
        here = f"/t/{self.evening.table}/"
        done = any(self.send(HOST, Form(here, {"act": [act]}), fields) for act, fields in ways)
        self.held = 0 if done else self.held + 1
        if self.held > PATIENT:
            self.wrong.append(f"nobody finds a way out of {phase}: {self.said}")

    def somebody(self) -> None:
        """Press a button that somebody sees."""
        found = [one for one in self.screens.pressable() if not FIXED & {*one[2].fields.get("option", ())}]
        orders = self.orders()
        kinds = sorted({form.act for *_, form in found})
        kind = self.dice.choices(kinds, [self.weight(one) * (4 if one in orders else 1) for one in kinds])[0]
        who, page, form = self.dice.choice([one for one in found if one[2].act == kind])
        likely = {one.place for one in stands(self.evening.public)}
        new = not self.tapped[kind, True]
        for _ in range(FILLINGS if new and kind in self.wanted else 4 if new or kind in LIKELY else 1):
            words = form.filled_in(self.dice, likely)
            if self.send(who, form, words):
                break
            if (form.bare and kind not in OF_SECONDS) or words in [*form.one_choice()]:
                self.promised(who, page, form, words)
                break
        if self.dice.random() < 0.3:
            self.evening.wait(self.dice.choice([500, 3000, 20_000]))
            self.look("time")

    def orders(self) -> set[str]:
        """Return the commands that somebody should give now, as everybody may know."""
        return {kind.__name__ for one in due(self.evening.public) if isinstance(one, Duty) for kind in one.by}

    def weight(self, act: str) -> float:
        """Return how likely a command is chosen: what this game has seldom done is likelier, and what is wanted."""
        new = 1 + 9 / (1 + self.tapped[act, True])
        return (
            LIKELY.get(act, RARE.get(act, 1.0)) * new * (6 if act in self.wanted and not self.tapped[act, True] else 1)
        )

    def send(self, who: str, form: Form, words: dict[str, str]) -> bool:
        """Send a form; what is refused is put to the table, and what the table is refused it may allow itself.

        Return True if the form itself was accepted.
        """
        act, before = form.act, self.evening.rows()
        words = {"act": act} | words
        status = self.post(who, words, form.path)
        done, said = self.evening.rows() > before, self.said
        if status == 409 and who != HOST and self.dice.random() < 0.5:
            self.post(who, {**words, "ask": "1"}, form.path)
            if 'name="waive"' in (page := self.screens.draw(HOST, "")):
                allow = next(one for one in forms(page) if "waive" in one.fields)
                self.post(HOST, {name: values[0] for name, values in allow.fields.items()})
        elif status == 409 and act not in {"GoTo", "Undo"} and self.dice.random() < 0.3:
            self.post(HOST, {**words, "waive": "1"} | ({} if who == HOST else {"for": who}))
        self.said = said
        return done

    def promised(self, who: str, page: str, form: Form, words: dict[str, str]) -> None:
        """Note as a fault that a button was refused, or one of a list, where its page shows it after the last act.

        On a page before the shield, what its player alone knows is no fault, nor what the page says beside it.
        """
        said = self.said
        if not page.startswith(SHIELD) and not self.objects(who, words):
            return
        shown = html.unescape(self.screens.draw(who, page))
        beside = who == HOST and said.partition(". ")[0] in shown
        if beside or form not in self.screens.found[who][page]:
            return
        if not self.send(who, form, words):
            self.wrong.append(f"{form.act} {OFFERED} {who} on {page} as {words}: {said}, then {self.said}")

    def objects(self, who: str, words: dict[str, str]) -> bool:
        """Return whether the public table alone speaks against what a form says."""
        seat = who if who != HOST else words.get("for") or words.get("seat", "")
        try:
            made = read_command(words["act"], {**words, "seat": seat})
        except BadCommand:
            return True
        public = self.evening.public
        found = (*held_up(public, made), *made.objections(public))
        return any(who == HOST or one.code != ON_PHONE for one in found)

    def post(self, who: str, words: dict[str, Any], path: str = "") -> int:
        evening = self.evening
        evening.keys += 1
        before, rung = evening.rows(), len(evening.rings)
        path = path or (f"/t/{evening.table}/" if who == HOST else f"/t/{evening.table}/me")
        self.said_last = f"{who} {words}"
        answer = evening.who(who).post(path, {**words, "key": f"k{evening.keys}"}, self.dice.choice([SCREEN, {}, {}]))
        done = evening.rows() > before
        self.tapped[words["act"], done] += 1
        behind = "X-Behind" in answer.headers
        self.said = "" if done else _in_short(self.screens.draw(who, "me/secret") if behind else answer.text, behind)
        self.wrong += [f"logged: {words}  [{self.said_last}]" for words in self.log.taken()]
        if answer.status_code >= 500 or (answer.status_code == 409 and MISFIT in answer.text):
            self.wrong.append(f"{who} got {answer.status_code} for {words}")
        if done:
            self.acts += 1
            self.look(f"{who} {words}", who, set().union(*evening.rings[rung:]))
        return answer.status_code

    # -- looking ------------------------------------------------------------------------------------------

    def look(self, after: str = "", who: str = HOST, told: Collection[str] = ()) -> None:
        """Let the accountant audit what was written, draw the pages, and see whether somebody can act."""
        before = self.books.last
        found = list(self.books.audit())
        if self.books.last != before:
            found += self.differences()
            if self.scene and not after:
                self.adds_up = not found
            found = found if self.adds_up else []
            every, sparing = self.acts % ALL_PAGES == ALL_PAGES - 1, self.screens.sparing
            whole = every and not sparing
            self.screens.all() if whole else self.screens.after(who, told or (PUBLIC, *self.evening.public.seats))
            found += self.stuck() if every or not sparing else []
        found += [*self.screens.wrong, *(f"logged: {words}" for words in self.log.taken())]
        self.screens.wrong = []
        self.wrong += [f"{words}  [{after}]" for words in found]

    def differences(self) -> list[str]:
        """Return in what the books and the program differ."""
        held = by_the_program(self.evening.sitting.views.referee)
        return list(differences(*map(self.books.books.counted, (by_the_books(self.books.books), held))))

    def stuck(self) -> list[str]:
        """Return what the game waits for and no page has a button for."""
        waits = self.waits()
        for viewers in ([HOST], self.screens.viewers):
            if waits:
                self.screens.in_play(viewers)
                waits = self.waits()
        if waits:
            self.screens.all()
            waits = self.waits()
        return [f"{words}, and no page has a button for it" for words in waits]

    def waits(self) -> list[str]:
        public = self.evening.public
        shown = {form.act for *_, form in self.screens.pressable()}
        halts = ask(public, Halts()).value[:1]
        for one in halts:
            if not shown & {kind.__name__ for kind in one.by}:
                return [f"{one.seat} {one.does} ({one.rule})"]
        goes_on = {one.name for one in (onward(public), *leads(public), *waited_for(public))} | self.orders()
        if onward(public).why_not and not_yet(public):  # the last Mentat Pause waits for all strongholds
            goes_on |= {NameHolders.__name__, PutRight.__name__}
        goes_on |= {CloseWindow.__name__} if window(public) else set()
        goes_on |= {EndBidding.__name__} if by_hand(public, "bidding") else set()  # in the midst of a row of cards
        goes_on |= (
            {LockPlan.__name__, CancelBattle.__name__} if by_hand(public, "battle") and battle_now(public) else set()
        )
        by_itself = halts or winner(public) or self.evening.sitting.timer()
        return [] if by_itself or shown & goes_on else [f"{public.phase} goes on"]

    def close(self) -> None:
        self.log.close()
        self.evening.close()


class Log(logging.Handler):
    """Keeps what the program logs as an error, and lets nothing through to the console."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said = list[str]()
        self.program = logging.getLogger("referee")
        self.program.propagate = False
        self.program.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())

    def taken(self) -> list[str]:
        """Return what was logged since it was last asked."""
        self.said, said = [], self.said
        return said

    def close(self) -> None:
        self.program.removeHandler(self)
        self.program.propagate = True
        super().close()


def _in_short(page: str, behind: bool) -> str:
    """Return what a page says first, or what was not sent for a reason ``behind`` the shield, without its tags."""
    said = page.partition("Not sent.")[2] if behind else page.partition("<main")[2].partition(">")[2]
    said = said or page
    return " ".join(re.sub(r"<[^>]+>", " ", said).split())[:200]


def _unknown(form: dict[str, Any]) -> set[str]:
    """Return the accounts that nobody can keep: of real cards and of tokens that players hold."""
    cards = set() if form.get("P1", "dealt") == "dealt" else {"cards"}
    return cards | (set() if form.get("P2", "kept") == "kept" else {"spice"})
