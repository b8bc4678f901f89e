"""Generated evenings: the table's acts are planned from public knowledge; everything else is noise.

A plan is a list of numbers, each turned into a step by the public table alone. Noise is what seats do in secret between
two steps: whispers, refusals behind the shield, looks at one's hand. Played twice with the same plan but other noise,
purses and deck, an evening must look the same to viewers who may not know the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, Table
from referee.phases.bidding.order_of_bidding import Backing, Bidding
from referee.powers.powers import is_karama
from tests.kit import SCREEN, SIX, Evening

ALLIES = (("atreides", "spacing_guild"), ("emperor", "harkonnen"))


@dataclass(frozen=True)
class Step:
    """A tap, a wait (ms), or a restart of the program."""

    who: str
    act: str
    fields: tuple[tuple[str, str], ...] = ()


def step(who: str, act: str, **fields: object) -> Step:
    return Step(who, act, tuple((name, str(value)) for name, value in fields.items()))


# -- the plan -----------------------------------------------------------------------------------------


def plan(table: Table, viewer: str, number: int) -> Step:
    """Return the next step by public knowledge alone; ``viewer`` may also whisper."""
    dice = Random(number)
    bidding = table.get(Bidding)
    if dice.random() < 0.12:
        return _housekeeping(table, dice)
    if viewer in table.seats and dice.random() < 0.15:
        return _own_whisper(table, viewer, dice)
    now = bidding.step if bidding else "over"
    return {"over": _begin, "declare": _begin, "deal": _begin, "bid": _auction}.get(now, _window)(table, dice)


def _housekeeping(table: Table, dice: Random) -> Step:
    seat = dice.choice(list(table.seats))
    return dice.choice(
        [
            step("host", "Undo"),
            step("host", "Redo"),
            step("host", "Undo", to=max(1, len(table.log) - dice.randrange(8))),
            step("host", "PauseClock"),
            step("host", "ResumeClock"),
            step("host", "ExtendClock", seconds=15),
            step("host", "MarkBack" if table.seats[seat].away else "MarkAway", seat=seat),
            step("host", "Warn", seat=seat),
            step(seat, "Bribe", to=dice.choice(list(table.seats)), amount=dice.randrange(4)),
            step(seat, "TakeBack"),
            step("time", "restart"),
            step("host", "ChangeOption", option="B14", value=dice.choice(["always", "bidding"])),
        ]
    )


def _own_whisper(table: Table, viewer: str, dice: Random) -> Step:
    to = dice.choice([seat for seat in table.seats if seat != viewer])
    return dice.choice(
        [
            step(viewer, "Back", to=to, amount=dice.randrange(12)),
            step(viewer, "GiveSpice", to=to, amount=dice.randrange(1, 4)),
            step(viewer, "KeepNote", text=f"note {dice.random()}"),
            step(viewer, "TellCard", card=dice.choice(["Snooper", "Karama", "Shield"])),
            step(viewer, "TellSpice", amount=dice.randrange(200, 300)),
        ]
    )


def _begin(table: Table, dice: Random) -> Step:
    bidding = table.get(Bidding)
    now = bidding.step if bidding else "over"
    return step("host", {"over": "BeginBidding", "declare": "DeclareHands", "deal": "DealRow"}[now])


def _auction(table: Table, dice: Random) -> Step:
    bidding = table.get(Bidding)
    assert bidding is not None
    turn, least = bidding.turn, bidding.high + 1
    seen = f"{bidding.number}.{len(bidding.barred)}.{bidding.high}"
    chance = dice.random()
    if chance < 0.05:
        return step(dice.choice(list(table.seats)), "Bid", amount=least, seen=seen)
    if chance < 0.1:
        return step("time", "wait", ms=dice.choice([3000, 12000]))
    if chance < 0.2:
        return step("host", dice.choice(["Pass", "PassFor"]), seat=turn, seen=seen)
    if chance < 0.3:
        return step("host", "Bid", seat=turn, amount=least, seen=seen)
    if chance < 0.33:
        return step(turn, "Bid", amount=dice.choice(["0", "-1", "2.5", "x"]), seen="0.0.0")
    if chance < 0.6 and bidding.high < 9:
        return step(turn, "Bid", amount=least + dice.randrange(3), seen=seen)
    return step(turn, "Pass", seen=seen)


def _window(table: Table, dice: Random) -> Step:
    seat = dice.choice(list(table.seats))
    ready = step(seat, "Ready")
    close = step("host", "CloseWindow")
    return dice.choice([ready, close, close, step("time", "wait", ms=9000), step("time", "wait", ms=46000)])


# -- noise --------------------------------------------------------------------------------------------


def noise(evening: Evening, hidden: Sequence[str], viewer: str, dice: Random) -> None:
    """A seat whose secrets the viewer may not know does something in secret."""
    seat = dice.choice(hidden)
    public, secret = evening.public, evening.sitting.views.referee
    others = [other for other in public.seats if other not in (seat, viewer)]
    bidding = public.get(Bidding)
    top = bidding.high_by if bidding else ""
    karama = [card for card in secret.seats[seat].hand.faces() if is_karama(secret, seat)(card)]
    acts = [
        step(seat, "Back", to=dice.choice(others), amount=dice.randrange(12)),
        step(seat, "GiveSpice", to=dice.choice(others), amount=dice.randrange(1, 4)),
        step(seat, "KeepNote", text=f"secret {dice.random()}"),
        step(seat, "TellCard", card=dice.choice(["Snooper", "Lasgun", "Shield", "no card"])),
        step(seat, "TellSpice", amount=dice.randrange(200, 900)),
        step(seat, "ChooseShares", helper=dice.choice(others), amount=999),
        step(seat, "PayByKarama", on="0" if seat == top else "1"),
    ]
    acts += [step(seat, "KeepTraitor", leader=leader) for leader in secret.state(Traitors).dealt.get(seat, ())[:2]]
    if seat == "bene_gesserit" and public.phase == "lobby":
        acts += [step(seat, "Predict", of=dice.choice(others), turn=dice.randrange(1, 11))] * 2
    if bidding and bidding.turn == seat and evening.sitting.views.referee.options.get("P2", "kept") == "kept":
        acts += [step(seat, "Bid", amount=950, seen=evening.sight())] * 3
    if not karama and secret.options.get("P1", "dealt") == "dealt":
        acts.append(step(seat, "TakeByKarama"))
    _send(evening, dice.choice(acts))
    for page in dice.sample(evening.pages(seat)[:6], 2):
        assert evening.phones[seat].get(page).status_code == 200


def quiet(evening: Evening, hidden: Sequence[str]) -> None:
    """Cancel secret intentions to pay by Karama, which would change what everybody sees."""
    backing = evening.sitting.views.referee.state(Backing)
    for seat in sorted(set(backing.by_card) & set(hidden)):
        evening.must(seat, "PayByKarama", on="0")


def _send(evening: Evening, one: Step) -> tuple[Any, ...]:
    if one.act == "wait":
        evening.wait(int(dict(one.fields)["ms"]))
        return ()
    if one.act == "restart":
        evening.restart()
        return ()
    answer = evening.tap(one.who, one.act, key=f"key {evening.keys}", **dict(one.fields))
    return answer.status_code, tuple(answer.headers), answer.data


# -- an evening ---------------------------------------------------------------------------------------


@dataclass
class Seen:
    """All that one viewer was sent, and how often their bell rang, by step."""

    answers: list[Any] = field(default_factory=list)
    pages: list[dict[str, Any]] = field(default_factory=list)
    rings: list[int] = field(default_factory=list)


@dataclass
class Twin:
    """One of two evenings; the second repeats the plan of the first."""

    evening: Evening
    viewer: str
    dice: Random
    seen: Seen = field(default_factory=Seen)
    steps: list[Step] = field(default_factory=list)

    @property
    def fold(self) -> str:
        """Return the viewer whose events this one hears."""
        return PUBLIC if self.viewer == "host" else self.viewer

    @property
    def hidden(self) -> list[str]:
        """Return the seats whose secrets the viewer may not know."""
        return [seat for seat in SIX if seat != self.viewer]

    def purses(self) -> list[Any]:
        """Return what only the referee knows in full."""
        seats = self.evening.sitting.views.referee.seats.values()
        return [(list(own.hand), own.spice) for own in seats]

    def play(self, one: Step) -> None:
        """Play one step after some noise, and record what the viewer sees."""
        evening = self.evening
        rung = len(evening.rings)
        for _ in range(self.dice.randrange(3)):
            noise(evening, self.hidden, self.fold, self.dice)
        if self.dice.random() < 0.5 or one.act in {"CloseWindow", "wait", "Ready", "Pass", "PassFor", "MarkAway"}:
            quiet(evening, self.hidden)
        evening.keys = 1000 * (len(self.steps) + 1)
        answer = _send(evening, one)
        self.steps.append(one)
        self.seen.answers.append(answer if one.who == self.viewer else ())
        self.seen.rings.append(sum(self.fold in rung_for for rung_for in evening.rings[rung:]))
        self.seen.pages.append(self.look(live=True))

    def look(self, *, live: bool) -> dict[str, Any]:
        """Fetch pages: those that are watched in play, or all of them."""
        evening, base = self.evening, f"/t/{self.evening.table}"
        paths = evening.pages(self.viewer)
        if live:
            wanted = (f"{base}/me", f"{base}/", f"{base}/seats") if self.viewer != PUBLIC else (f"{base}/",)
            paths = [path for path in paths if path.split("?")[0].removesuffix("/secret") in wanted]
        found = {path: evening.bytes_of(self.viewer, path, SCREEN if live else None) for path in paths}
        return {**found, "bell": evening.desk.bell.seen(evening.table, self.fold)}
