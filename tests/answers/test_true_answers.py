"""What the referee answers is what it does: a yes is accepted, a no refused, a number the ledger's, a price the charge.

Random games of all factions and modules; after each tap somebody asks in one of four languages, and the judge alone is
asked about the same. ``REFEREE_ASKED`` sets how many questions are asked.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, ClassVar

import pytest

from referee.board.forces import RESERVES, TANKS, forces_in
from referee.board.forces_counted import KeepCount
from referee.board.territories import on_board
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.holdings.leaders import leaders_known
from referee.holdings.ledger import lying
from referee.holdings.purse import spice_of
from referee.kernel import PUBLIC, Command, Table, ask
from referee.languages.questions import in_english
from referee.offers.answers import ANSWERS, Asked, Reply, reply, understood
from referee.offers.waiting import on_turn
from referee.phases.bidding.auction import Bid
from referee.phases.charity import CharityAtOnce, ClaimCharity
from referee.phases.mentat.victory import winner
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.marching import MoveForces, places_of
from referee.phases.shipment.shipping import Send, Ship
from referee.powers.karama_windows import announced
from referee.running.outcome import Outcome
from tests.kit import Rooms

QUESTIONS = int(os.environ.get("REFEREE_ASKED", "3000"))
WINDOWS = ("K8", "15")
NUMBERS = (1, 2, 3, 5, 8, 20)
CODES = ("en", "de", "fr", "es")
QUESTION = {  # each in English, German, French and Spanish
    "bid": ("can i bid {n}", "kann ich {n} bieten", "est-ce que je peux miser {n}", "puedo pujar {n}"),
    "ship": (
        "can i ship {n} to {place}",
        "kann ich {n} Truppen nach {place} verschiffen",
        "je peux expédier {n} troupes à {place}",
        "puedo enviar {n} tropas a {place}",
    ),
    "price": (
        "how much to ship {n} to {place}",
        "was kosten {n} Truppen nach {place}",
        "combien coûtent {n} troupes à {place}",
        "cuánto cuestan {n} tropas a {place}",
    ),
    "most": (
        "how many can i ship",
        "wie viele Truppen kann ich verschiffen",
        "combien de troupes je peux expédier",
        "cuántas tropas puedo enviar",
    ),
    "move": ("can i still move", "kann ich noch ziehen", "je peux encore bouger", "puedo mover todavía"),
    "there": (
        "can i move to {place}",
        "kann ich nach {place} ziehen",
        "je peux me déplacer à {place}",
        "puedo mover a {place}",
    ),
    "revive": (
        "can i revive {n}",
        "kann ich {n} Truppen wiederbeleben",
        "je peux ressusciter {n} troupes",
        "puedo revivir {n} tropas",
    ),
    "raised": (
        "how much is it to revive {n} forces",
        "was kostet es {n} Truppen wiederzubeleben",
        "combien ça coûte de ressusciter {n} troupes",
        "cuánto cuesta revivir {n} tropas",
    ),
    "leader": (
        "can i revive {leader}",
        "kann ich {leader} wiederbeleben",
        "je peux ressusciter {leader}",
        "puedo revivir a {leader}",
    ),
    "charity": (
        "can i take charity",
        "kann ich Wohltätigkeit nehmen",
        "je peux prendre la charité",
        "puedo reclamar caridad",
    ),
    "won": ("has anybody won", "hat schon jemand gewonnen", "quelqu'un a gagné", "ha ganado alguien"),
    "spice": (
        "how much spice do i have",
        "wie viel Spice habe ich noch",
        "combien d'épice me reste-t-il",
        "cuánta especia tengo",
    ),
    "lies": (
        "how much spice is in {place}",
        "wie viel Spice liegt in {place}",
        "combien d'épice y a-t-il à {place}",
        "cuánta especia hay en {place}",
    ),
    "cards": (
        "how many cards do i have",
        "wie viele Karten habe ich",
        "combien de cartes j'ai",
        "cuántas cartas tengo",
    ),
    "theirs": (
        "how many cards does {faction} have",
        "wie viele Karten hat {faction}",
        "combien de cartes a {faction}",
        "cuántas cartas tiene {faction}",
    ),
    "reserves": (
        "how many forces do i have in reserve",
        "wie viele Truppen habe ich in Reserve",
        "combien de troupes j'ai en réserve",
        "cuántas tropas tengo en reserva",
    ),
}


class Askers(Rooms):
    """After each tap a seat asks, and what it asks about is judged; nothing of that is carried out."""

    questions: ClassVar[Mapping[str, tuple[str, ...]]] = QUESTION

    def __init__(self, *how: Any) -> None:
        self.asked, self.wrong = Counter[str](), dict[str, str]()
        super().__init__(*how)

    def something(self) -> None:
        super().something()
        for _ in range(3):
            self.ask(self.random.choice([*self.public.seats]))

    def ask(self, seat: str) -> None:
        """Ask what belongs to the phase, mostly for who is on turn, and now and then something else."""
        every = (
            self.bids,
            self.ships,
            self.moves,
            self.moves_somewhere,
            self.revives,
            self.claims,
            self.numbers,
            self.lies,
            self.ends,
        )
        now = {
            "bidding": every[:1],
            "shipment": every[1:4],
            "revival": every[4:5],
            "choam_charity": every[5:6],
        }.get(self.public.phase, ())
        way = self.random.choice(now if now and self.random.random() < 0.8 else every)
        turns = on_turn(self.public) if self.random.random() < 0.8 else ()
        way(self.random.choice(turns) if turns else seat)

    def said(self, seat: str, verb: str, **blanks: object) -> str:
        """Ask in one of the languages; each must be read as the English question is."""
        english, *others = (said.format_map(blanks) for said in self.questions[verb])
        place = self.random.randrange(len(CODES))
        question = in_english(CODES[place], others[place - 1]) if place else english
        self.asked[CODES[place]] += 1
        if _meant(question) != _meant(english):
            self.note(seat, f"{CODES[place]}: {verb}", f"read as {question!r}")
        answer = reply(self.sitting.screen(seat), question)
        return answer.words if answer else ""

    def accepted(self, command: Command, seat: str) -> bool:
        """Return whether the phone may send this now, or the table screen for a phase that is led there."""
        wrong = self.sitting._judge(command, seat)
        return not (wrong and ({one.code for one in wrong} != {"NOT_OFFERED"} or self.sitting._judge(command, PUBLIC)))

    def compare(self, seat: str, verb: str, *commands: Command, **blanks: object) -> None:
        """Compare a yes or no with whether one of these is accepted."""
        words = self.said(seat, verb, **blanks)
        yes = words.startswith("Yes.")
        if not yes and not words.startswith(("No.", "Not now.", "Not yet.")):
            return
        self.asked["yes" if yes else "no"] += 1
        if yes != any(self.accepted(command, seat) for command in commands):
            self.note(seat, f"{verb} {blanks}", words)

    def note(self, seat: str, question: str, words: str) -> None:
        self.wrong.setdefault(f"{words}", f"{seat}, {self.public.phase}: {question}")

    def place(self) -> str:
        return self.random.choice(sorted(land.name for land in on_board(self.public)))

    def bids(self, seat: str) -> None:
        number = self.random.choice(NUMBERS)
        self.compare(seat, "bid", Bid(seat, number), n=number)

    def ships(self, seat: str) -> None:
        number, place = self.random.choice(NUMBERS), self.place()
        ship = Ship(seat, number, place)
        self.compare(seat, "ship", ship, Send(seat, number, place), n=number, place=place)
        if self.accepted(ship, seat):
            self.try_it(ship, seat)

    def moves(self, seat: str) -> None:
        place = self.place()
        self.compare(seat, "there", *self.steps(seat, place), place=place)

    def moves_somewhere(self, seat: str) -> None:
        places = [land.name for land in on_board(self.public)]
        self.compare(seat, "move", *(step for place in places for step in self.steps(seat, place)))

    def steps(self, seat: str, place: str) -> list[Command]:
        origins = [origin for origin in places_of(self.public, seat) if origin != place]
        groups = ((1, 0), (0, 1))
        return [MoveForces(seat, normal, origin, place, special) for origin in origins for normal, special in groups]

    def revives(self, seat: str) -> None:
        number = self.random.choice(NUMBERS[:3])
        revive = ReviveForces(seat, number)
        self.compare(seat, "revive", revive, n=number)
        if self.accepted(revive, seat):
            self.try_it(revive, seat)
        leaders = [*FACTIONS[seat].leaders, *leaders_known(self.truth, seat).face_up]
        leader = self.random.choice(leaders)
        self.compare(seat, "leader", ReviveLeader(seat, leader), leader=leader)

    def claims(self, seat: str) -> None:
        if seat not in dict(ask(self.truth, CharityAtOnce()).value):
            self.compare(seat, "charity", ClaimCharity(seat))

    def lies(self, seat: str) -> None:
        place = self.place()
        self.count(seat, "lies", lying(self.truth, place), place=place)
        other = self.random.choice([*self.public.seats])
        if other != seat:
            self.count(seat, "theirs", len(self.truth.seats[other].hand), faction=FACTIONS[other].name)

    def ends(self, seat: str) -> None:
        words = self.said(seat, "won")
        self.asked["won"] += 1
        if words.startswith("Yes.") != (winner(self.truth) is not None):
            self.note(seat, "won", words)

    def numbers(self, seat: str) -> None:
        own = spice_of(self.truth, seat)
        self.count(seat, "spice", own)
        self.count(seat, "cards", len(self.truth.seats[seat].hand))
        most = re.match(r"At most (\d+)", self.said(seat, "most"))
        if most and self.public.phase == "shipment":
            self.asked["most"] += 1
            number = int(most[1]) + 1
            if any(self.accepted(Ship(seat, number, place), seat) for place in ("Arrakeen", "Carthag", "Polar Sink")):
                self.note(seat, "most", f"{most[0]} ({number} is accepted)")
        back, dead = (forces_in(self.truth, seat, where) for where in (RESERVES, TANKS))
        if back is not None and dead is not None and not back.special and not dead.special:
            self.count(seat, "reserves", back.total)

    def count(self, seat: str, verb: str, number: int | None, **blanks: object) -> None:
        """Compare the first number of an answer with the ledger's."""
        words = self.said(seat, verb, **blanks)
        found = re.search(r"\b(\d+|no)\b", words, re.I)
        if number is None or not found:
            return
        self.asked["number"] += 1
        if (0 if found[1].lower() == "no" else int(found[1])) != number:
            self.note(seat, f"{verb} {blanks}", f"{words} ({number})")

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        """Ask for the price before forces are shipped or revived, and compare it with what was paid."""
        seat, words = getattr(command, "seat", ""), ""
        match command:
            case Ship() if replace(command, sector=0) == Ship(seat, command.normal, command.goal, sector=0):
                words = self.said(seat, "price", n=command.normal, place=command.goal)
            case ReviveForces() if command == ReviveForces(seat, command.normal):
                words = self.said(seat, "raised", n=command.normal)
        before = self.purse(seat) if words else None
        outcome = super().try_it(command, who)
        found = re.search(r"(\d+) spice", words)
        done = outcome.events and announced(self.truth) is None  # what is only announced is paid later
        if outcome.done and done and before is not None and found and not words.startswith("No."):
            after = self.purse(seat)
            self.asked[f"price of {type(command).__name__}"] += 1
            if after is not None and before - after != int(found[1]):
                self.note(seat, f"{command}", f"{words} (paid {before - after})")
        return outcome

    def purse(self, seat: str) -> int | None:
        return spice_of(self.truth, seat)


def _meant(question: str) -> tuple[str, dict[str, str]] | None:
    found = understood(question)
    return found and (found[0].name, found[1])


MOST_GAMES = 9


def answered(questions: int, kind: type[Askers] = Askers, needs: tuple[str, ...] = ()) -> Askers:
    """Return who asked so many questions in random games, and each that it ``needs`` once, with what was wrong."""
    asked, wrong, seed = Counter[str](), dict[str, str](), 0
    while True:
        dice = Random(f"asked {seed}")
        modules = [(key, made.value) for key, made in sorted(MODULES.items()) if dice.random() < 0.5]
        players = kind(seed, dice.sample(sorted(FACTIONS), dice.randint(4, 12)), "advanced", (*modules, WINDOWS))
        players.try_it(KeepCount())
        players.play(turns=2, presses=12)
        players.sitting.journal.close()
        asked, wrong, seed = asked + players.asked, wrong | players.wrong, seed + 1
        enough = sum(asked[code] for code in CODES) >= questions
        if enough and (all(asked[name] for name in needs) or seed == MOST_GAMES):
            players.asked, players.wrong = asked, wrong
            return players


def test_a_yes_is_accepted_a_no_refused_a_number_is_the_ledger_s_and_a_price_the_charge() -> None:
    players = answered(QUESTIONS)
    assert not players.wrong
    assert all(players.asked[kind] for kind in ("yes", "no", "number", "won", "price of Ship", *CODES)), players.asked


LIES = {
    "may_bid_so_much": "Yes. Bid it.",
    "may_move_there": "Yes. Move there.",
    "charity": "Yes. Take it.",
    "has_anybody_won": "Yes. Somebody.",
    "spice": "You have 77 spice.",
    "where_spice_lies": "55 spice.",
}


def _lie(words: str, asked: Asked, table: Table) -> Reply:
    return Reply(words, ("0.01",))


def answered_with(
    lies: Mapping[str, str], patch: pytest.MonkeyPatch, kind: type[Askers] = Askers, needs: tuple[str, ...] = ()
) -> Mapping[str, str]:
    """Return what was found wrong in random games in which these answers are these lies: one, or what it ``needs``."""
    for name, lie in lies.items():
        patch.setitem(ANSWERS, name, partial(_lie, lie))
    return answered(1, kind, needs).wrong


def unfound(
    lies: Mapping[str, str], patch: pytest.MonkeyPatch, kind: type[Askers], needs: tuple[str, ...] = ()
) -> list[str]:
    """Return the lies that nobody found; of one that gives a number, its part with that number is noted."""
    wrong = {words.partition(" (")[0] for words in answered_with(lies, patch, kind, needs)}
    return [lie for lie in lies.values() if not any(words in lie for words in wrong)]


def test_an_answer_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = answered_with(LIES, monkeypatch)
    assert [lie for lie in LIES.values() if not any(words.startswith(lie) for words in wrong)] == []
