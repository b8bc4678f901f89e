"""One line for a table, one line for what happens: the notation that tests and bug reports share.

A table: seats to the right, each with its spice and what it holds, either a number or cards by name.
    Game("guild 10 | emperor 4 x3 | atreides 2: Karama, Shield", first="emperor", allies="guild emperor", B7="30")
What happens: steps, one after another. A step is a word or two beginning with who takes it:
    declare · deal · close (a window) · guild 3 (bid) · guild - (pass) · guild ! (time is up) · guild away · guild back
    emperor backs guild 3 · emperor gives guild 2 · guild bribes emperor 2 · guild means karama · guild means spice
    guild takes (by Karama) · fremen stops 2.03.04 · guild pays guild 2 emperor 3 · guild cannot · guild plays Hajr
    guild asks emperor · guild hides emperor · guild ready · set B1 final · guild tells Hajr · guild counts 7
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import referee.kernel.discover  # noqa: F401
from referee.agreements.bribes import Bribe
from referee.cards.karama import UseSpecial
from referee.cards.karama.purchase import PayByKarama, TakeByKarama
from referee.cards.karama.stopping import StopPower
from referee.common.factions import FACTIONS
from referee.holdings.hands import AskCount, CorrectCount, PlayCard, RefuseCount
from referee.holdings.printed_cards import TellCard, UntellCard
from referee.holdings.purse import CorrectSpice, GiveSpice, TellSpice
from referee.holdings.setup import ChangeOption, SeatEntry, SetTable
from referee.kernel import PUBLIC, REFEREE, Command, Event, Objection, Table, card_name, objections
from referee.kernel.carry_out import carry_out
from referee.knowledge.notes import KeepNote
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, Pass, PassFor
from referee.phases.bidding.bid_limit import Back
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of, eligible
from referee.phases.bidding.payment import CannotPay, PayShares
from referee.powers.windows import CloseWindow, Ready, Window, phase_window
from referee.running.acts import JournalAct
from referee.running.dice import Dice
from referee.turn.absence import MarkAway, MarkBack, Warn
from tests.kit.dice import Backwards
from tests.kit.knowledge import Watch

SEATS = {name: seat for seat, one in FACTIONS.items() for name in (seat, one.short, seat.split("_")[-1])}
WATCH = Watch()
TWELVE_CARDS = " ".join(f"c{n}" for n in range(1, 13))
QUIET = {"B7": "off", "K8": "off"}


def number(word: str) -> int | float:
    return float(word) if "." in word else int(word)


def _shares(words: list[str]) -> tuple[tuple[str, int | float], ...]:
    return tuple((SEATS[who], number(n)) for who, n in zip(words[::2], words[1::2], strict=True))


WORDS: dict[str, Callable[..., Command]] = {
    "declare": lambda: DeclareHands(),
    "deal": lambda: DealRow(),
    "close": lambda: CloseWindow(),
    "begin": lambda *turn: BeginBidding(int(turn[0]) if turn else 0),
    "set": lambda key, value: ChangeOption(key, value),
}
SCRIPT: dict[str, Callable[..., Command]] = {
    "-": lambda seat: Pass(seat),
    "!": lambda seat: PassFor(seat, "time"),
    "away": lambda seat: MarkAway(seat),
    "back": lambda seat: MarkBack(seat),
    "ready": lambda seat: Ready(seat),
    "backs": lambda seat, to, n: Back(seat, SEATS[to], number(n)),
    "gives": lambda seat, to, n: GiveSpice(seat, SEATS[to], number(n)),
    "bribes": lambda seat, to, n: Bribe(seat, SEATS[to], number(n)),
    "means": lambda seat, way, *card: PayByKarama(seat, way == "karama", " ".join(card)),
    "takes": lambda seat, *card: TakeByKarama(seat, " ".join(card)),
    "stops": lambda seat, rule, *card: StopPower(seat, rule, " ".join(card)),
    "swaps": lambda seat, of: UseSpecial(seat, SEATS[of]),
    "pays": lambda seat, *shares: PayShares(seat, _shares(list(shares))),
    "cannot": lambda seat: CannotPay(seat),
    "plays": lambda seat, *card: PlayCard(seat, " ".join(card), used=True),
    "asks": lambda seat, of: AskCount(seat, SEATS[of]),
    "hides": lambda seat, to: RefuseCount(seat, SEATS[to]),
    "tells": lambda seat, *card: TellCard(seat, " ".join(card)),
    "untells": lambda seat, *card: UntellCard(seat, " ".join(card)),
    "counts": lambda seat, n: TellSpice(seat, int(n)),
    "holds": lambda seat, n: CorrectCount(seat, int(n)),
    "finds": lambda seat, n: CorrectSpice(seat, int(n), "miscounted"),
    "warned": lambda seat, *only: Warn(seat, bool(only)),
    "notes": lambda seat, *words: KeepNote(seat, " ".join(words)),
}


def command_for(step: str) -> Command:
    first, *rest = step.split()
    if first in WORDS:
        return WORDS[first](*rest)
    if rest[0] in SCRIPT:
        return SCRIPT[rest[0]](SEATS[first], *rest[1:])
    return Bid(SEATS[first], number(rest[0]))


def place(words: str) -> SeatEntry:
    head, _, cards = words.partition(":")
    name, spice, *count = head.split()
    faces = tuple(f"{card.strip()}/{SEATS[name]} {n}" for n, card in enumerate(cards.split(","), 1) if card.strip())
    held = int(count[0].lstrip("x")) if count else len(faces)
    fill = tuple(f"a card/{SEATS[name]} {n}" for n in range(held - len(faces)))
    return SeatEntry(SEATS[name], name, held, int(spice), (*faces, *fill))


class Game:
    """A table in play with every viewer's knowledge; bidding has begun."""

    def __init__(
        self, line: str, first: str = "", allies: str = "", deck: str = TWELVE_CARDS, discard: str = "",
        rules: str = "advanced", **options: str,
    ) -> None:  # fmt: skip
        """Set up the table; windows are off unless an option says otherwise."""
        places = tuple(place(words) for words in line.split("|"))
        pairs = tuple(tuple(SEATS[who] for who in pair.split()) for pair in allies.split(",") if pair)
        printed = options.get("P1", "dealt") != "dealt"
        seats = tuple(SeatEntry(p.faction, p.player, p.cards, p.spice) for p in places) if printed else places
        opener = SEATS[first] if first else places[0].faction
        chosen = tuple({**QUIET, **options}.items())
        pile, lying = tuple(deck.split()), tuple(discard.split())
        self.set(SetTable("test", seats, opener, rules, 1, pairs, chosen, pile, lying), Backwards())

    def set(self, setup: SetTable, dice: Dice) -> None:
        self.events: list[Event] = []
        self.new: list[Event] = []
        self.acts: list[JournalAct] = []
        self.dice = dice
        self.tables = {viewer: Table(viewer) for viewer in (REFEREE, PUBLIC, *(p.faction for p in setup.places))}
        self.do(setup)
        self.do(BeginBidding())

    def do(self, command: Command, waived: Iterable[Objection] = ()) -> list[Event]:
        """Carry out a command without asking for objections."""
        events = list(carry_out(command, self[REFEREE], self.dice, list(waived)))
        for viewer, table in self.tables.items():
            for event in events if viewer != REFEREE else ():
                table.hear(event)
        self.events += events
        self.new += events
        self.acts.append(JournalAct(len(self.acts) + 1, 0, str(getattr(command, "seat", PUBLIC)), "", tuple(events)))
        if command.by != "table" and events and not waived:
            WATCH.judge(command, self.acts, [viewer for viewer in self.tables if viewer != REFEREE])
        return events

    def against(self, command: Command, viewer: str = "") -> list[Objection]:
        """Return the objections to a command, on the table of its seat or of another viewer."""
        asker = viewer or (getattr(command, "seat", PUBLIC) if command.by != "table" else PUBLIC)
        return objections(command, self[asker], self[REFEREE])

    def play(self, steps: str, viewer: str = "") -> Game:
        """Take steps that must all be legal; ``new`` then holds the events."""
        self.new = []
        for step in steps.split("|"):
            command = command_for(step)
            found = self.against(command, viewer)
            assert not found, f"{step.strip()}: {found[0]}"
            self.do(command)
        return self

    def refused(self, step: str, viewer: str = "") -> tuple[str, str]:
        """Return code and rule of the first objection to a step."""
        found = self.against(command_for(step), viewer)
        assert found, f"{step} is legal"
        return found[0].code, found[0].rule

    def __getitem__(self, viewer: str) -> Table:
        """Return the table as a viewer knows it."""
        return self.tables[SEATS.get(viewer, viewer)]

    @property
    def open(self) -> Window | None:
        return phase_window(self[REFEREE])

    @property
    def now(self) -> Bidding:
        return bidding_of(self[REFEREE])

    @property
    def able(self) -> str:
        """Return who may bid, in words."""
        return " ".join(SHORT[seat] for seat in eligible(self[REFEREE]))

    def spice(self, *who: str) -> list[Any]:
        return [self[REFEREE].seats[SEATS[name]].spice for name in who]

    def hand(self, who: str, viewer: str = REFEREE) -> str:
        """Return a hand as a viewer knows it, ``??`` for hidden cards."""
        cards = self[viewer].seats[SEATS[who]].hand
        return " ".join(card_name(card) if isinstance(card, str) else "??" for card in cards)

    def heard(self, kind: type[Event], viewer: str = PUBLIC) -> list[Any]:
        """Return the events of a kind as a viewer heard them."""
        return [one.event for one in self[viewer].log if isinstance(one.event, kind)]


SHORT = {seat: seat.split("_")[-1] for seat in FACTIONS}
