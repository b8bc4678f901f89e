"""Whatever was ordered and shown, in whichever order, some plan may be locked (2.01.08, 2.02.06, 4.92.04)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from referee.factions.atreides.part_of_a_plan import AnswerPrescience, AskPrescience, playable
from referee.factions.bene_gesserit.voice import CLASSES, SpeakVoice, special_names
from referee.holdings.hands import DeckCards
from referee.kernel import ask, card_name
from referee.phases.battle.battle_as_known import free_leaders, stand_ins
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from tests.kit import Room, seeds

SEAT = "harkonnen"
FIVE = ("atreides", "bene_gesserit", SEAT, "fremen", "emperor")
SEEDS = range(12)


def fight(*hand: str, **options: str) -> Room:
    """Return a table at which the Bene Gesserit fight Harkonnen, Atreides their ally; either may speak first."""
    hands = {SEAT: tuple(f"{card}/1" for card in hand), "fremen": (), "atreides": ()}
    room = Room(seats=FIVE, allies="atreides bene_gesserit", hands=hands, P7="with", K4="free", **options)
    room.talks = True
    return room.do(BeginBattle("Arrakeen", "bene_gesserit", SEAT, 6, 0, 8))


def order(room: Room, what: str) -> None:
    kind, _, card = what.partition(" ")
    room.do(Announce("bene_gesserit", "2.02.06"), SpeakVoice("bene_gesserit", kind, card))


def open_to(room: Room, part: str) -> list[str]:
    """Ask for a part of the plan; return what may be shown."""
    room.do(Announce("atreides", "2.01.09"), AskPrescience("atreides", part))
    return playable(room.screen(SEAT), SEAT, part)


def plans(room: Room) -> list[LockPlan]:
    """Return the plans that may be locked, with nothing dialed."""
    own = room.screen(SEAT)
    cards = ["", *map(card_name, own.seats[SEAT].hand.faces())]
    leaders = ["", *free_leaders(own, room.live, SEAT), *stand_ins(own, SEAT)]
    every = (LockPlan(SEAT, 0, *words) for words in product(leaders, cards, cards))
    return [one for one in every if not room._judge(one, SEAT)]


@pytest.mark.parametrize(
    ("hand", "part", "shown"),
    [
        (("Weirding Way",), "defence", [""]),
        (("Weirding Way", "Kulon"), "defence", ["", "Kulon"]),
        (("Weirding Way", "Maula Pistol"), "defence", ["", "Weirding Way"]),
        (("Chemistry",), "weapon", [""]),
        (("Chemistry", "Shield"), "weapon", ["", "Chemistry"]),
    ],
)
def test_2_01_08_a_card_that_needs_another_beside_it_is_shown_only_with_that(
    hand: tuple[str, ...], part: str, shown: list[str]
) -> None:
    assert open_to(fight(*hand), part) == shown


def test_2_02_06_an_order_that_only_what_was_shown_prevents_leaves_the_planner_free() -> None:
    room = fight("Chemistry")
    open_to(room, "defence")
    room.do(AnswerPrescience(SEAT, ""))
    order(room, "play Chemistry")
    assert {(one.weapon, one.defence) for one in plans(room)} == {("", "")}


@pytest.mark.parametrize(
    ("hand", "part", "shown", "said", "left"),
    [
        (("Chemistry", "Shield"), "weapon", "Chemistry", "leave Chemistry", {("Chemistry", "Shield")}),
        (("Weirding Way", "Lasgun"), "defence", "Weirding Way", "leave Lasgun", {("Lasgun", "Weirding Way")}),
        (("Crysknife", "Shield"), "weapon", "Crysknife", "leave projectile defence", {("Crysknife", "")}),
    ],
)
def test_4_92_04_what_was_shown_before_the_voice_stands_and_the_order_holds_for_the_rest(
    hand: tuple[str, ...], part: str, shown: str, said: str, left: set[tuple[str, str]]
) -> None:
    room = fight(*hand)
    assert shown in open_to(room, part)
    room.do(AnswerPrescience(SEAT, shown))
    order(room, said)
    assert {(one.weapon, one.defence) for one in plans(room)} == left


@pytest.mark.parametrize("seed", seeds(SEEDS, daily=5))
def test_4_92_04_whatever_was_ordered_and_shown_some_plan_is_left(seed: int) -> None:
    dice = Random(seed)
    room = fight(K6=dice.choice(["named", "class"]))
    cards = sorted({card_name(card) for card in ask(room.truth, DeckCards()).value})
    said = f"{dice.choice(['play', 'leave'])} {dice.choice([*CLASSES, *special_names(room.public)])}"
    often = ["Weirding Way", "Chemistry", "Cheap Hero"]
    hand = {*dice.sample(cards, dice.randint(1, 3)), *dice.sample(often, dice.randint(0, 2))}
    part, first = dice.choice(["weapon", "defence", "leader"]), dice.random() < 0.5
    room = fight(*sorted(hand), K6=dice.choice(["named", "class"]))
    if first:
        order(room, said)
    made = open_to(room, part)
    room.do(AnswerPrescience(SEAT, dice.choice(made)))
    if not first:
        order(room, said)
    assert plans(room), (hand, said, part, first)
