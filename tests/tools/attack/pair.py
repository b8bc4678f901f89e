"""A pair of games in lockstep: two servers, the same taps, one secret that differs; all that is sent is compared.

What a viewer has *heard* decides: as long as both games told them the same, both must send them the same bytes, and
answer their taps alike. Once one of them told a viewer something else, the rules have opened the secret there, and
that viewer is no longer compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from time import monotonic, sleep
from typing import Any

from referee.kernel import PUBLIC, REFEREE, Event, Sealed, Whisper, known, read_command
from referee.kernel.carry_out import carry_out
from referee.powers.karama_windows import announced_first
from referee.running.acts import JournalAct, fold_acts
from referee.running.showable import first_fault
from referee.web.fairness.prove import turning
from tests.kit import Evening, Laid, Start
from tests.tools.accounts.forms import Form
from tests.tools.attack.server import HOST, PATIENCE_S, Answer, Line, Other, Side, heard

HIDDEN_FOR = 3  # so many taps lies a secret before there is another
TRIES = 6  # other ways of filling in a form
DROPPED = 0.3  # so many whispers are left out instead of turned
SHOWN = 200  # characters on both sides of the place where two answers differ


@dataclass
class Counts:
    """What a run of pairs has compared, and how long answers took in the second game beside the first."""

    requests: int = 0
    news: int = 0  # messages that came down the streams
    octets: int = 0
    pages: Counter[str] = field(default_factory=Counter)
    alike: list[float] = field(default_factory=list)  # before anything differed: (second - first) / both
    other: list[float] = field(default_factory=list)  # while a secret differed


class Pair(Side):
    """The first server of a pair; the second follows each tap."""

    def lead(self, other: Other, dice: Random, counts: Counts, seldom: Counter[str], plant: str = "") -> Pair:
        """Say who follows, and which kinds of secret were tried how often."""
        self.other, self.chance, self.counts, self.seldom, self.plant = other, dice, counts, seldom, plant
        self.wrong, self.kinds = list[str](), Counter[str]()
        self.blind, self.opened, self.pressed, self.since = set[str](), set[str](), Form("", {"act": [""]}), 0
        self.mine: dict[str, Line] = {}
        self.theirs: dict[str, Line] = {}
        return self

    @property
    def differs(self) -> bool:
        return bool(self.kinds)

    @property
    def ripe(self) -> bool:
        """Return True if one secret more may differ: there is none, or the last one has lain hidden for some taps."""
        return not self.over and (not self.kinds or self.since >= HIDDEN_FOR)

    @property
    def over(self) -> bool:
        """Return True once the secret came into the open, or a fault was found."""
        return bool(self.wrong) or PUBLIC in self.opened

    def differ(self, kinds: Collection[str]) -> None:
        self.kinds.update(kinds)
        self.since = 0

    # -- two beginnings -----------------------------------------------------------------------------------

    def begin(self, form: Start = None, seats: Any = None) -> Evening:
        second = self._with_another_secret(form) if isinstance(form, tuple) else form
        dice = deepcopy(self.dice)
        self.other.send("serve", dice, second, seats, self.plant)
        self.serve(form, seats, self.plant)
        self.mine, self.theirs = self.lines(), self.other.receive()
        self.blind = {*self.mine}
        self._hear()
        self._listen()
        return self

    def _with_another_secret(self, start: Laid) -> Laid:
        """Return the acts with one secret turned, of a kind that was seldom tried; as they are where none can be."""
        found = [(a, e) for a, act in enumerate(start) for e, event in enumerate(act) if is_secret(event)]
        self.chance.shuffle(found)
        found.sort(key=lambda place: self.seldom[type(start[place[0]][place[1]]).__name__])
        for a, e in found[:TRIES]:
            event = start[a][e]
            drop = isinstance(event, Whisper) and self.chance.random() < DROPPED
            new = () if drop else (turning().event(event, lambda to: True),)
            act = (*start[a][:e], *new, *start[a][e + 1 :])
            made = (*start[:a], act, *start[a + 1 :])
            if act != start[a] and act and _can_be_shown(made):
                self.differ({type(event).__name__})
                return made
        return start

    # -- two answers --------------------------------------------------------------------------------------

    def who(self, viewer: str) -> Any:
        """Return a viewer's two browsers as one."""
        return Browsers(self, viewer)

    def tap(self, seat: str, act: str = "", /, **fields: Any) -> Any:
        self.keys += 1
        path = f"/t/{self.table}/" if seat == HOST else f"/t/{self.table}/me"
        return self.ask(seat, "POST", path, {"act": act, "key": f"k{self.keys}", **fields}, {})

    def wait(self, ms: int) -> None:
        self.other.send("move", ms)
        self.move(ms)
        self.other.receive()
        self._hear()
        self._compare_news(f"{ms} ms")

    def ask(
        self, viewer: str, method: str, path: str, form: Mapping[str, Any] | None, more: Mapping[str, str]
    ) -> Answer:
        """Send a request to both servers and compare; return the first one's answer."""
        forms = (form, form if form is None or not self.ripe else self._other_words(viewer, form))
        live = {**more, "X-Page": f"page-{viewer}"} if "HX-Request" in more else more
        asked = [(self.mine[viewer], forms[0]), (self.theirs[viewer], forms[1])]
        turned = self.chance.random() < 0.5
        answers = [line.ask(method, path, words, live) for line, words in (asked[::-1] if turned else asked)]
        first, second = answers[::-1] if turned else answers
        what = f"{method} {path}" + (f" {dict(form)}" if form is not None else "")
        before = viewer in self.blind
        if form is not None:
            self.since += 1
            wrote = self._hear()
            if before and wrote[0] != wrote[1] and forms[0] == forms[1]:
                self.wrong.append(
                    f"{viewer}: {what} was accepted in one game alone: {_short(first)} / {_short(second)}"
                )
        if viewer in self.blind and forms[0] == forms[1]:
            self._compare(viewer, what, first, second)
        if form is not None:
            self._compare_news(what)
        return first

    def _compare(self, viewer: str, what: str, first: Answer, second: Answer) -> None:
        counts = self.counts
        counts.requests, counts.octets = counts.requests + 1, counts.octets + len(first.data)
        if first != second:
            self.wrong.append(f"{viewer} is sent two things: {what}: {difference(first, second)}")
        elif not self.wrong:
            (counts.other if self.differs else counts.alike).append((second.ns - first.ns) / (first.ns + second.ns))

    def _listen(self) -> None:
        """Open every viewer's stream in both games, one after another: who is awake is shown on the table's page."""
        for number, viewer in enumerate(self.mine):
            path = f"/t/{self.table}/" + ("stream?board" if viewer in {HOST, PUBLIC} else "me/stream?tab=bid")
            both = self.mine[viewer], self.theirs[viewer]
            for line in both:
                line.listen(path, f"page-{viewer}", packed=bool(number % 2))
            first, second = _until_quiet(both)
            head = (
                b"\r\n".join(row for row in one.split(b"\r\n") if not row.startswith(b"Date:"))
                for one in (first, second)
            )
            self._same_news(viewer, "its first page", *head)

    def _compare_news(self, what: str) -> None:
        """Compare what came down every stream: bytes, and so number and order of messages."""
        for viewer in sorted(self.blind):
            mine, theirs = self.mine[viewer], self.theirs[viewer]
            first, second, until = mine.news(), theirs.news(), monotonic() + PATIENCE_S
            while len(first) != len(second) and monotonic() < until:
                sleep(0.005)
                first, second = first + mine.news(), second + theirs.news()
            self._same_news(viewer, what, first, second)

    def _same_news(self, viewer: str, what: str, first: bytes, second: bytes) -> None:
        places = [line.place for line in (self.mine[viewer], self.theirs[viewer])]
        first, second = first.replace(places[0], b""), second.replace(places[1], b"")
        self.counts.news += max(first.count(b"\ndata:"), bool(first))
        self.counts.octets += len(first)
        if viewer in self.blind and first != second:
            self.wrong.append(f"{viewer}'s stream differs after {what}: {_where(first, second)}")

    # -- what was heard -----------------------------------------------------------------------------------

    def _hear(self) -> tuple[bool, bool]:
        """Note who heard other things in the two games; return in which of them something was written."""
        self.other.send("hear")
        mine, wrote = self.hear()
        theirs, also = self.other.receive()
        for viewer in self.mine:
            seat = PUBLIC if viewer == HOST else viewer
            if mine[seat] != theirs[seat]:
                self.blind.discard(viewer)
                self.opened.add(viewer)
        return wrote, also

    # -- one secret more ----------------------------------------------------------------------------------

    def _other_words(self, viewer: str, form: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return other words of this form whose only difference lies in an envelope, if there are any."""
        if viewer in {HOST, PUBLIC} or form.get("act") != self.pressed.act:
            return form
        mine = self._foreseen(viewer, form)
        if not any(map(is_secret, mine)):
            return form
        for _ in range(TRIES):
            words = {**form, **self.pressed.filled_in(self.chance, set())}
            if words == form:
                continue
            if differ := self._only_in_secret(mine, self._foreseen(viewer, words)):
                self.differ(differ)
                return words
        return form

    def secretly(self, found: Collection[tuple[str, str, Form]]) -> None:
        """Do one thing in the second game alone of which the table hears nothing."""
        choices = [(who, form) for who, page, form in found if page.startswith("me/secret") and not form.half]
        for who, form in self.chance.sample(choices, min(TRIES, len(choices))):
            words = {"act": form.act, **form.filled_in(self.chance, set())}
            if differ := self._only_in_secret((), self._foreseen(who, words)):
                self.differ({f"{name} alone" for name in differ})
                self.theirs[who].ask("POST", f"/t/{self.table}/me", {**words, "key": "once"}, {})
                self._hear()
                self._compare_news(f"{words} in one game alone")
                return

    def _foreseen(self, viewer: str, form: Mapping[str, Any]) -> tuple[Event, ...]:
        """Return the events that a tap would lead to; none if it would be refused."""
        words = {name: value for name, value in form.items() if name not in {"act", "key", "seen", "ask"}}
        with suppress(Exception):
            command = read_command(str(form["act"]), {**words, "seat": viewer})
            if self.sitting._all_against(command, viewer, None):
                return ()
            table = fold_acts(self.sitting.acts(), REFEREE)
            table.act, table.at = self.rows() + 1, self.clock.at
            return tuple(carry_out(announced_first(command, table), table, deepcopy(self.dice), ()))
        return ()

    def _only_in_secret(self, first: tuple[Event, ...], second: tuple[Event, ...]) -> set[str]:
        """Return the kinds of event in which these differ, none if there is no difference or the table hears it."""
        both = [JournalAct(1, 0, "", "", events) for events in (first, second)]
        if not second or first == second or heard(both[:1], PUBLIC) != heard(both[1:], PUBLIC):
            return set()
        ours, theirs = (Counter((type(one).__name__, repr(one)) for one in events) for events in (first, second))
        return {name for name, _ in (ours - theirs) + (theirs - ours)}

    def close(self) -> None:
        for line in (*self.mine.values(), *self.theirs.values()):
            line.close()
        with suppress(RuntimeError):
            self.other.call("close")
        super().close()


@dataclass
class Browsers:
    """A viewer's browsers in both games."""

    pair: Pair
    viewer: str

    def get(self, path: str, headers: Mapping[str, str] | None = None, **_: Any) -> Answer:
        self.pair.counts.pages[f"{self.viewer} {path.removeprefix(f'/t/{self.pair.table}')}"] += 1
        return self.pair.ask(self.viewer, "GET", path, None, headers or {})

    def post(self, path: str, data: Any = None, headers: Mapping[str, str] | None = None, **_: Any) -> Answer:
        return self.pair.ask(self.viewer, "POST", path, data or {}, headers or {})


def _until_quiet(both: Collection[Line]) -> list[bytes]:
    """Return what came down these streams until as much came down each, and no more for a moment."""
    got, until = [b"" for _ in both], monotonic() + 10 * PATIENCE_S
    while monotonic() < until:
        more = [line.news() for line in both]
        got = [old + new for old, new in zip(got, more, strict=True)]
        if all(got) and not any(more) and len({*map(len, got)}) == 1:
            break
        sleep(0.02)
    return got


def is_secret(event: Event) -> bool:
    return isinstance(event, Whisper) or any(
        isinstance(one, Sealed) and known(one.value) for one in vars(event).values()
    )


def _can_be_shown(start: Laid) -> bool:
    acts = [JournalAct(number, 0, PUBLIC, "", act) for number, act in enumerate(start, 1)]
    with suppress(Exception):
        public = fold_acts(acts)
        tables = {viewer: fold_acts(acts, viewer) for viewer in (PUBLIC, *public.seats)}
        return first_fault(tables.__getitem__, tables) is None
    return False


def difference(first: Answer, second: Answer) -> str:
    """Return in what two answers differ, and where."""
    if first.status_code != second.status_code:
        return f"{first.status_code} and {second.status_code}: {_short(first)} / {_short(second)}"
    if first.data != second.data:
        return _where(first.data, second.data)
    return f"{sorted({*first.lines} ^ {*second.lines})}"


def _where(first: bytes, second: bytes) -> str:
    place = next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
    cut = slice(max(0, place - SHOWN), place + SHOWN)
    return f"{len(first)} and {len(second)} bytes, {first[cut]!r} / {second[cut]!r}"


def _short(answer: Answer) -> str:
    return " ".join(answer.text.partition("<main")[2][:400].split()) or answer.text[:200]
