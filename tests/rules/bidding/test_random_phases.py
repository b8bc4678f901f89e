"""Whole random phases: nothing appears or vanishes, everything ends, and nobody learns what is not theirs to know.

``REFEREE_EXAMPLES`` sets how many phases are played; a few dozen by default, some thousands for a long run.
"""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import hypothesis.strategies as st
from hypothesis import given

import referee.kernel.discover  # noqa: F401
from referee.cards.karama.purchase import PayByKarama
from referee.factions.richese.cache import CACHE
from referee.holdings.hands import CardDiscarded
from referee.holdings.setup import DiscardsLaid, SeatEntry, SetTable
from referee.kernel import PUBLIC, REFEREE, Command, Event, Table, fold
from referee.kernel.events import from_json, to_json
from referee.knowledge.notes import KeepNote
from referee.phases.bidding.auction import BeginBidding
from referee.phases.bidding.bid_limit import Back
from referee.phases.bidding.order_of_bidding import Backing, bidding_of
from tests.kit import (
    ALL_SEATS,
    BIDDING_SETTINGS,
    SEEDS,
    WHOLE_DECK,
    Audited,
    Draw,
    Game,
    ask_now,
    looks,
    seller_says,
    table_of,
)

# -- properties ---------------------------------------------------------------------------------------


def the_same_counts(evening: Audited) -> None:
    """Every viewer counts the same cards, seen or not."""
    truth = evening.referee
    for table in evening.tables.values():
        row, true_row = bidding_of(table).row, bidding_of(truth).row
        assert len(row) == len(true_row) and len(table.deck) == len(truth.deck)
        for seat, own in table.seats.items():
            assert len(own.hand) == len(truth.seats[seat].hand)
        for pile, real in [(row, true_row), (table.deck, truth.deck), (table.discard, truth.discard)]:
            assert all(card == true for card, true in zip(pile, real, strict=True) if isinstance(card, str))


@BIDDING_SETTINGS
@given(SEEDS, st.integers(0, 60))
def test_random_phases_conserve_cards_and_spice_and_end(seed: int, length: int) -> None:
    draw = Draw(seed)
    evening = Audited(table_of(draw), seed)
    for _ in range(length):
        evening.try_it(ask_now(evening.referee, draw), waive=draw.random() < 0.1)
        the_same_counts(evening)
        for table in evening.tables.values():
            looks(table)
    evening.finish()
    the_same_counts(evening)
    for viewer, table in evening.tables.items():
        assert fold(evening.events, viewer).states == table.states


@BIDDING_SETTINGS
@given(SEEDS, st.integers(0, 40))
def test_random_phases_run_with_printed_cards_and_tokens_too(seed: int, length: int) -> None:
    draw = Draw(seed)
    setup = table_of(draw)
    places = tuple(SeatEntry(p.faction, p.player, p.cards, p.spice) for p in setup.places)
    physical = (("P1", draw.choice(["told", "counts"])), ("P2", draw.choice(["kept", "told", "untracked"])))
    game = Game("guild 1 | fremen 1")
    game.tables = {viewer: Table(viewer) for viewer in (REFEREE, PUBLIC, *(p.faction for p in places))}
    game.do(SetTable("t", places, setup.first_player, setup.rules_played, 1, setup.alliances, setup.options + physical))
    game.do(BeginBidding())
    for _ in range(length):
        command = ask_now(game[REFEREE], draw)
        if not game.against(command):
            game.do(command)
        for table in game.tables.values():
            looks(table)
    assert all(len({len(t.seats[p.faction].hand) for t in game.tables.values()}) == 1 for p in places)


# -- who may know what --------------------------------------------------------------------------------

RICH, WATCHER = 200, "spacing_guild"


def twin(
    seats: list[str], hands: dict[str, int], order: list[str], purses: dict[str, int], pair: Any, options: Any
) -> Game:
    """Return a table of these seats with cards dealt in this order."""
    game, left = Game("guild 1 | fremen 1"), list(order)
    places = []
    for seat in seats:
        faces = tuple(left[: hands[seat]])
        del left[: hands[seat]]
        places.append(SeatEntry(seat, seat, len(faces), purses[seat], faces))
    game.tables = {viewer: Table(viewer) for viewer in (REFEREE, PUBLIC, *seats)}
    game.do(SetTable("t", tuple(places), seats[0], "advanced", 1, pair, tuple(options.items()), tuple(left)))
    game.do(BeginBidding())
    return game


def whispers(game: Game, seats: list[str], draw: Draw) -> None:
    """Let others decide secret things that come to nothing."""
    for _ in range(draw.randint(0, 3)):
        seat, other = draw.choices(seats, k=2)
        turned = [PayByKarama(seat, True), PayByKarama(seat, False)]
        ways: list[list[Command]] = [[*turned], [Back(seat, other, 5)], [KeepNote(seat, "hm")]]
        for command in draw.choice(ways):
            if not game.against(command):
                game.do(command)


def seen(table: Table) -> Any:
    return (table.seats, table.deck, table.discard, table.bank, table.states, table.suspended, table.log)


def twins(draw: Draw) -> tuple[list[Game], list[str]]:
    """Return two games that look the same to the watcher, and the seats of the others."""
    others = draw.some(2, 5, [seat for seat in ALL_SEATS if seat != WATCHER])
    seats = draw.sample([WATCHER, *others], len(others) + 1)
    hands = {seat: draw.randint(0, 3) for seat in seats}
    mine = sum(hands[seat] for seat in seats[: seats.index(WATCHER)])
    order = draw.sample(WHOLE_DECK, len(WHOLE_DECK))
    own = order[mine : mine + hands[WATCHER]]
    mixed = draw.sample([card for card in order if card not in own], len(order) - len(own))
    mixed[mine:mine] = own
    rich = {seat: draw.randint(RICH, 2 * RICH) for seat in seats}
    richer = {seat: rich[seat] if seat == WATCHER else draw.randint(RICH, 2 * RICH) for seat in seats}
    pair = draw.choice([(), (tuple(others[:2]),)])
    options = draw.options("B13")
    return [twin(seats, hands, order, rich, pair, options), twin(seats, hands, mixed, richer, pair, options)], others


@BIDDING_SETTINGS
@patch("referee.common.sealed_shuffles.seal_of", lambda salt, order: "0" * 64)  # that a hash hides is taken on trust
@given(SEEDS, st.integers(0, 40))
def test_viewers_cannot_tell_games_apart_that_differ_in_what_they_may_not_know(seed: int, length: int) -> None:
    draw = Draw(seed)
    games, others = twins(draw)
    for _ in range(length):
        whispers(draw.choice(games), others, draw)
        bidding = bidding_of(games[0][REFEREE])
        if bidding.step == "over":
            break
        step = {"declare": "declare", "deal": "deal", "bid": f"{bidding.turn} -"}.get(bidding.step, "close")
        said = seller_says(games[0][REFEREE], draw.randint(0, 999))
        if bidding.turn in others and bidding.high < 20 and draw.random() < 0.5:
            step = f"{bidding.turn} {bidding.high + 1}"
        for game in games:
            game.do(said) if said else game.play(step)
        for viewer in (PUBLIC, WATCHER):
            assert seen(games[0][viewer]) == seen(games[1][viewer])


@BIDDING_SETTINGS
@given(SEEDS, st.integers(0, 40))
def test_what_lies_hidden_is_nowhere_in_what_the_table_screen_has(seed: int, length: int) -> None:
    draw = Draw(seed)
    evening = Audited(table_of(draw), seed)
    for _ in range(length):
        evening.try_it(ask_now(evening.referee, draw))
    truth, public = evening.referee, evening.tables[PUBLIC]
    hidden = {card for own in truth.seats.values() for card in own.hand} | {*bidding_of(truth).row, *truth.deck}
    hidden -= {*CACHE}  # these were sold face up
    events = [one.event for one in public.log]
    shown = {event.card for event in events if isinstance(event, CardDiscarded)}
    shown |= {card for event in events if isinstance(event, DiscardsLaid) for card in event.cards}
    assert not [card for card in hidden - shown if repr(card) in repr(events)]
    assert not [card for card in hidden if repr(card) in repr((public.seats, public.deck, public.states))]
    assert public.state(Backing).promises == {}


def test_a_fact_written_down_comes_back_the_same() -> None:
    game = Game("atreides 9: Karama | emperor 9 | fremen 9", allies="atreides fremen").play("fremen backs atreides 2")
    game.play("atreides means karama | declare | deal | atreides 3 | emperor - | fremen -")
    again: list[Event] = [from_json(json.loads(json.dumps(to_json(event)))) for event in game.events]
    assert again == game.events
    assert [seen(fold(again, v))[0] for v in game.tables] == [seen(t)[0] for t in game.tables.values()]
