"""Traitors: dealt to the phones at set-up, and one of them kept; a table with printed cards may skip it.

How many cards a faction draws and keeps are Questions. Cards dealt and kept are known to their owner alone, and keeping
is a whisper: nobody learns when, or whether, it was decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.factions import FACTIONS, named
from referee.common.lines_on_paper import PaperLine, a_leader, one_of
from referee.common.phones_at_seats import phones_of
from referee.common.sealed_shuffles import TRAITORS, seal_order
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.leaders import printed_strength
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    FaceDown,
    Name,
    Objection,
    Public,
    Question,
    Sealed,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    State,
    Table,
    Whisper,
    adds,
    ask,
    known,
    listed,
    meant,
    phrase,
    say,
    say_many,
    sealed,
)
from referee.offers.offer import (
    TABLE,
    BehindShield,
    Blank,
    Duties,
    Duty,
    HeadCount,
    Kept,
    Offer,
    Offers,
    SecretOffers,
)
from referee.offers.what_now import LeftOver, Says, Undone, WhatNow, went_on

DRAWN, KEPT = 4, 1
AT_THE_TABLE_SCREEN = "4.97.17.02"


class Traitors(State):
    """The traitor cards dealt to each faction and those kept, as far as this viewer knows.

    How many cards each has ``drawn``, how many factions have ``chosen``, and ``who`` has is public: all who look round
    the table see it. Earlier games did not name them.
    """

    dealt: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kept: dict[str, tuple[str, ...]] = field(default_factory=dict)
    done: bool = False
    drawn: dict[str, int] = field(default_factory=dict)
    chosen: int = 0
    who: tuple[str, ...] = ()


def leader_with_seal(leader: str, strength: int | str = "") -> str:
    words = say("{leader} {strength}", leader=leader, strength=strength) if strength else leader
    home = next((faction.name for faction in FACTIONS.values() if leader in faction.leaders), "")
    return say("{leader} ({faction})", leader=words, faction=home) if home else words


class TraitorsShare(SeatQuestion[tuple[int, int]], rule="0.11"):
    """How many traitor cards does this faction draw at set-up, and how many of them does it keep?"""

    def plain(self, table: Table) -> tuple[int, int]:
        return DRAWN, KEPT


class TraitorDeck(Question[tuple[str, ...]], rule="0.11"):
    """Which leaders, and what else, have a traitor card in the deck of this table?"""

    def plain(self, table: Table) -> tuple[str, ...]:
        return tuple(leader for seat in table.seats for leader in FACTIONS[seat].discs(table.rules))


class HiddenTraitors(SeatQuestion[tuple[str, ...]], rule="0.11"):
    """Which traitor cards does this faction hold that it has shown to nobody? Needs the referee's table.

    Only Tleilaxu hold such cards, their Face Dancers.
    """

    def plain(self, table: Table) -> tuple[str, ...]:
        return table.state(Traitors).kept.get(self.seat, ())


def traitor_cards(table: Table) -> list[str]:
    """Return all traitor cards of this game by the names on them."""
    return list(ask(table, TraitorDeck()).value)


# -- events -------------------------------------------------------------------------------------------


class TraitorsDealt(SeatEvent, because=("0.11",), shows="traitor"):
    count: Public[int]
    leaders: Sealed[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """For viewers who may know them; a new deal replaces what was kept before."""
        made = table.put(table.state(Traitors))
        made.done = True
        made.drawn[self.seat] = self.count
        made.kept.pop(self.seat, None)
        if known(self.leaders):
            made.dealt[self.seat] = tuple(self.leaders)

    def sentence(self, name: Called) -> str:
        return traitors_drawn(name(self.seat), self.count, self.leaders)


def traitors_drawn(seat: Name, n: int, leaders: tuple[str, ...] | FaceDown) -> str:
    """Return the sentence of a draw, with the leaders for who knows them."""
    if not known(leaders) or not leaders:
        return say_many(n, "{seat:The draws} {n} traitor card.", "{seat:The draws} {n} traitor cards.", seat=seat)
    of = {"seat": seat, "leaders": listed(leaders, ",")}
    return say_many(
        n, "{seat:The draws} {n} traitor card: {leaders}.", "{seat:The draws} {n} traitor cards: {leaders}.", **of
    )


class TraitorChosen(Event, because=("0.11",), later=("seat",)):
    """One more faction has chosen: that it has is public, and never what."""

    seat: Public[str] = ""

    def apply(self, table: Table) -> None:
        traitors = table.put(table.state(Traitors))
        traitors.chosen += 1
        traitors.who += (self.seat,) if self.seat else ()


class TraitorsKept(Whisper, shows="traitor", own=True):
    seat: Public[str]
    leaders: Public[tuple[str, ...]]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(table.state(Traitors)).kept[self.seat] = tuple(self.leaders)

    def pattern(self) -> str:
        several = "{seat!n:The keeps} {leaders!l} as traitors."
        return "{seat!n:The keeps} {leaders!l} as a traitor." if len(self.leaders) == 1 else several


class KeptAs(SeatQuestion[Event], rule="0.11"):
    """Which event says that a faction now holds these traitor cards in secret, by a rule that gave or took some?

    Only Tleilaxu keep what they take as something else, a Face Dancer.
    """

    leaders: tuple[str, ...]
    by: str

    def plain(self, table: Table) -> Event:
        return TraitorsKept(frozenset({self.seat}), self.seat, self.leaders, (self.by,))


# -- the pile -----------------------------------------------------------------------------------------


class TraitorsElsewhere(Question[tuple[str, ...]], rule="0.11", answer=()):
    """Which traitor cards are neither kept, nor being chosen from, nor in the pile?"""


def traitor_pile(table: Table) -> list[str]:
    """Return the traitor cards that can be drawn; needs the referee's table."""
    traitors = table.state(Traitors)
    gone = {leader for seat, dealt in traitors.dealt.items() for leader in traitors.kept.get(seat, dealt)}
    gone |= set(ask(table, TraitorsElsewhere()).value)
    return [leader for leader in ask(table, TraitorDeck()).value if leader not in gone]


# -- commands -----------------------------------------------------------------------------------------


class DealTraitors(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        if not table.seats:
            yield Objection("0.07", "Nobody plays at this table yet. Set it up first.", firm=True)
        elif table.state(Traitors).done:
            yield Objection("0.11", "The traitor cards are dealt. Undo that to deal them again.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        pile = chance.shuffled(traitor_cards(table))
        yield from seal_order(TRAITORS, pile, chance)
        for seat in table.seats:
            share = ask(table, TraitorsShare(seat))
            draws, keeps = share.value
            drawn, pile = tuple(pile[:draws]), pile[draws:]
            if drawn:
                yield TraitorsDealt(seat, len(drawn), sealed(drawn, seat))
            if drawn and keeps >= len(drawn):
                yield TraitorsKept(frozenset({seat}), seat, drawn, share.because)


class KeepTraitor(SeatCommand, by="seat", grave=True):
    leader: str

    def objections(self, table: Table) -> Iterable[Objection]:
        traitors = table.state(Traitors)
        if self.leader not in traitors.dealt.get(self.seat, ()):
            yield Objection("0.11", "You were not dealt that leader. Choose one of your cards.", firm=True)
        elif self.seat in traitors.kept:
            yield Objection("0.11", "You have already kept a traitor.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield TraitorsKept(frozenset({self.seat}), self.seat, (self.leader,), ("0.11",))
        yield TraitorChosen(self.seat)


# -- offers -------------------------------------------------------------------------------------------


@adds(Offers, rule="0.11", seat=TABLE)
def before_the_first_storm(question: Offers, table: Table) -> Iterable[Offer]:
    early = table.turn == 1 and table.phase in {"lobby", "storm"}
    due = question.seat == TABLE and early and not table.state(Traitors).done
    return (Offer(DealTraitors, "Deal traitor cards", "0.11"),) if due else ()


def choosers(table: Table) -> list[str]:
    """Return who keeps only some of the cards dealt, on a phone of their own; public."""
    return [seat for seat in _with_a_choice(table) if seat in phones_of(table)]


def _with_a_choice(table: Table) -> list[str]:
    drawn = table.state(Traitors).drawn.items()
    return [seat for seat, many in drawn if ask(table, TraitorsShare(seat)).value[1] < many]


def all_chosen(table: Table) -> bool:
    traitors = table.state(Traitors)
    return traitors.done and traitors.chosen >= len(choosers(table))


LATER = phrase("traitors.later", "{n} of {of} players have kept no traitor yet. They still may.")
NONE_DEALT = phrase("traitors.none_dealt", "The game begins without traitor cards.")


@adds(Duties, rule="0.11")
def keep_one(question: Duties, table: Table) -> Iterable[Duty | HeadCount]:
    """By name, as long as the game is young; who kept one in a game that did not name them is counted."""
    traitors, asked = table.state(Traitors), choosers(table)
    of, young = len(asked), table.turn == 1 and table.phase in {"lobby", "storm", "spice_blow"}
    owing = tuple(seat for seat in asked if seat not in traitors.who) if len(traitors.who) == traitors.chosen else ()
    for seat in dict.fromkeys((*(seat for seat, dealt in traitors.dealt.items() if dealt), *(owing if young else ()))):
        if seat not in (traitors.kept if seat in traitors.dealt else traitors.who):
            then = "Before the first spice blow." if table.turn == 1 else ""
            secret = seat not in owing or not young
            yield Duty(seat, "keeps one traitor", "0.11", (KeepTraitor,), shielded=True, secret=secret, then=then)
    if of and traitors.chosen < of and young:
        undone = "have no traitor yet" if table.phase != "lobby" else ""
        passed = went_on(LATER(n=of - traitors.chosen, of=of), "0.11") if undone else ()
        besides = tuple(seat for seat in table.seats if seat not in owing)
        yield HeadCount("Traitors", traitors.chosen, of, "0.11", undone, passed=passed, named=owing, besides=besides)


@adds(WhatNow, rule=AT_THE_TABLE_SCREEN)
def on_paper(question: WhatNow, table: Table) -> Iterable[Says]:
    """Say how a traitor is kept without a phone, until the first storm is over."""
    bare = [named(seat) for seat in _with_a_choice(table) if seat not in phones_of(table)]
    words = "{seats:The has} no phone: look behind the shield, and write down which traitor you keep."
    young = table.turn == 1 and table.phase == "storm"
    return (Says(say(words, seats=listed(bare)), AT_THE_TABLE_SCREEN, mute=True),) if bare and young else ()


def _to_deal(table: Table) -> bool:
    return table.turn == 1 and table.phase == "storm" and cards_are_dealt(table) and not table.state(Traitors).done


@adds(WhatNow, rule=AT_THE_TABLE_SCREEN, order=1)
def yet_to_deal(question: WhatNow, table: Table) -> Iterable[Says]:
    words = "The traitor cards are still to be dealt: under More, on the table screen."
    return (Says(words, "0.11", mute=True),) if _to_deal(table) else ()


@adds(LeftOver, rule="0.11")
def none_dealt(question: LeftOver, table: Table) -> Iterable[Undone]:
    made = Undone("No traitor cards are dealt.", "0.11", False, True, passed=went_on(NONE_DEALT(), "0.11"))
    return (made,) if _to_deal(table) else ()


@adds(SecretOffers, rule="0.11")
def choose_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    traitors = table.state(Traitors)
    dealt = traitors.dealt.get(question.seat, ())
    if dealt and question.seat not in traitors.kept:
        choices = tuple((leader, leader_with_seal(leader, printed_strength(leader) or "")) for leader in dealt)
        yield Offer(KeepTraitor, "Keep one traitor", "0.11", (Blank("leader", "Your traitor", "tap", choices=choices),))


@adds(BehindShield, rule="0.11")
def the_cards_themselves(question: BehindShield, table: Table) -> Iterable[Kept]:
    traitors = table.state(Traitors)
    dealt, kept = traitors.dealt.get(question.seat, ()), traitors.kept.get(question.seat, ())
    aside = tuple(leader_with_seal(leader) for leader in dealt if leader not in kept)
    mine = tuple(leader_with_seal(leader) for leader in kept)
    held = (Kept("Your traitors", mine, "0.11", now=table.phase == "battle", opened="Traitors"),) if mine else ()
    rest = (
        (Kept(meant("Not kept", "traitors") if kept else "Traitor cards dealt to you", aside, "0.11"),) if aside else ()
    )
    return (*held, *rest)


# -- on paper -----------------------------------------------------------------------------------------


class DealtBefore(Event, because=("0.11",)):
    """The traitor cards were dealt before the referee joined."""

    def apply(self, table: Table) -> None:
        table.put(table.state(Traitors)).done = True


class DealRecalled(Whisper, because=("0.11",), shows="traitor", own=True):
    """A faction entered the traitor cards it had been dealt."""

    seat: Public[str]
    leaders: Public[tuple[str, ...]]
    says = "{seat!n:The was} dealt {leaders!s}."

    def apply(self, table: Table) -> None:
        table.put(table.state(Traitors)).dealt[self.seat] = tuple(self.leaders)


@PaperLine("dealt", "0.11", lambda *_: [DealtBefore()], (one_of("yes"),), public=True)
def they_are_dealt(table: Table, _: str) -> tuple[str, list[str]] | None:
    return ("Traitor cards are dealt", ["yes"]) if table.state(Traitors).done else None


def _a_traitor(table: Table, text: str) -> str | None:
    return a_leader(table, text) or (text if text in traitor_cards(table) else None)


def _dealt(table: Table, seat: str, *told: str) -> Iterable[Event]:
    """If no discarded cards are listed, those kept."""
    leaders = told or tuple(name for name in table.state(Traitors).kept.get(seat, ()) if _a_traitor(table, name))
    return [DealRecalled(frozenset({seat}), seat, leaders)] if leaders else []


@PaperLine("dealt", "0.11", _dealt, each=_a_traitor, always=True)
def those_laid_aside_too(table: Table, seat: str) -> tuple[str, tuple[str, ...]] | None:
    """Nobody else can hold the discarded ones; who has not chosen yet chooses from all."""
    traitors = table.state(Traitors)
    dealt = traitors.dealt.get(seat, ())
    return ("", dealt) if dealt and dealt != traitors.kept.get(seat, ()) else None
