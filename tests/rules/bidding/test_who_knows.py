"""Who has legitimately seen what, and what a seat may know of the others' knowledge."""

from __future__ import annotations

import dataclasses

from referee.factions.harkonnen.swap import GiveCardBack
from referee.kernel.events import kinds
from referee.knowledge.who_knows import glimpses, known_by, notebook, where
from tests.kit import Game


def others(game: Game, seat: str) -> set[tuple[str, str, str]]:
    """Return who else knows a card of this seat, as far as it may know: card, seat, rule."""
    return {(one.card.split("/")[0], one.seat, one.rule) for one in known_by(game.events, game[seat])}


def test_2_01_05_a_buyer_knows_that_the_card_was_looked_at() -> None:
    game = Game("guild 9: Hajr | atreides 9", deck="Lasgun Kulon").play("declare | deal | guild 2 | atreides -")
    assert others(game, "spacing_guild") == {("Lasgun", "atreides", "2.01.05")}
    assert others(game, "atreides") == set()


def test_2_05_08_nobody_knows_the_extra_card() -> None:
    game = Game("harkonnen 9 | atreides 9", deck="Lasgun Kulon Hajr").play("declare | deal | harkonnen 2 | atreides -")
    assert game.hand("harkonnen") == "Lasgun Hajr"
    assert others(game, "harkonnen") == {("Lasgun", "atreides", "2.01.05")}


def test_1_14_04_after_the_swap_the_two_know_what_was_taken_and_given() -> None:
    game = Game("harkonnen 9: Karama, Hajr | fremen 9: Shield | atreides 9").play("harkonnen swaps fremen")
    assert others(game, "harkonnen") == {("Shield", "fremen", "1.14.04")}
    game.do(GiveCardBack("harkonnen", "Hajr/harkonnen 2"))
    assert others(game, "fremen") == {("Hajr", "harkonnen", "1.14.04")}
    assert others(game, "harkonnen") == {("Shield", "fremen", "1.14.04")}


def test_4_94_01_what_another_told_the_own_phone_is_nobodys_knowledge() -> None:
    game = Game("fremen 9 x2 | guild 9 x1", P1="told").play("fremen tells Hajr | guild tells Shield")
    assert others(game, "fremen") == others(game, "spacing_guild") == set()
    assert [one.shows for one in glimpses([(1, event, True) for event in game.events], "fremen")] == ["card"]


def test_2_01_06_the_notebook_says_who_bought_a_card_and_where_it_is() -> None:
    game = Game("guild 9 | atreides 9", deck="Lasgun Kulon").play("declare | deal | guild 2 | atreides -")
    rows = [(n, event, True) for n, event in enumerate(game.events)]
    pages = notebook(game["atreides"], "atreides", glimpses(rows, "atreides"))
    assert pages[0].lines[0] == "*Lasgun*, seen in turn 1, taken by the Guild for 2: held by the Guild"
    assert not notebook(game["guild"], "spacing_guild", glimpses(rows, "spacing_guild"))
    game.play("guild plays Lasgun")
    assert where(game["atreides"], "Lasgun") == where(game["public"], "Lasgun") == "discarded"


def test_4_97_02_what_was_taken_back_was_seen() -> None:
    game = Game("guild 9 | atreides 9", deck="Lasgun Kulon")
    rows = [(n, event, True) for n, event in enumerate(game.events)]
    rows += [
        (99, event, False) for event in Game("guild 9 | atreides 9", deck="Hajr Kulon").play("declare | deal").events
    ]
    pages = notebook(game["atreides"], "atreides", glimpses(rows, "atreides"))
    assert pages[0].lines == ("*Hajr*, seen in turn 1 (undone): you cannot know where it is",)


# spice, dials, commands, counts: no thing that could be seen; cards laid back or away that were known before
OTHER_SECRETS = {
    "CardsSorted",
    "SpiceHeld",
    "PurseCorrected",
    "SpiceCorrected",
    "StormDialed",
    "WindowOpened",
    "CompanionNoted",
    "NexusGone",
    "OrderSealed",
    "SheetSealed",
    "SheetTaken",
}


def test_every_envelope_says_what_it_shows_so_that_the_ledger_misses_nothing() -> None:
    for kind in kinds().values():
        sealed_up = any(str(field.type).startswith("Sealed[") for field in dataclasses.fields(kind))
        assert not sealed_up or bool(kind.shows) != (kind.__name__ in OTHER_SECRETS), kind
