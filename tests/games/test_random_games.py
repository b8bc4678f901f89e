"""Whole random games: two to six factions press whatever is offered, in both rule sets, for up to ten turns.

``REFEREE_GAMES`` sets how many games are played; a few by default.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.facts import REFEREE
from referee.table import fold

from .players import Players

SIX = ["atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen"]
GAMES = settings(
    max_examples=int(os.environ.get("REFEREE_GAMES", "6")),
    deadline=None,
    derandomize="REFEREE_GAMES" not in os.environ,
    suppress_health_check=list(HealthCheck),
)


@GAMES
@given(
    st.integers(0, 10**9),
    st.lists(st.sampled_from(SIX), min_size=2, max_size=6, unique=True),
    st.sampled_from(["basic", "advanced"]),
)
def test_whole_games_keep_every_spice_card_force_and_leader_and_never_get_stuck(
    seed: int, seats: list[str], rules: str
) -> None:
    players = Players(seed, seats, rules)
    players.play(turns=10, presses=20)
    facts = [fact for act in players.sitting.acts() for fact in act.facts]
    for viewer, table in {**players.sitting.views.tables, REFEREE: players.truth}.items():
        again = fold(facts, viewer)
        assert again.states == table.states
        assert (again.bank, again.deck, again.discard) == (table.bank, table.deck, table.discard)
        assert {seat: own.spice for seat, own in again.seats.items()} == {
            seat: own.spice for seat, own in table.seats.items()
        }
    players.sitting.journal.close()


@GAMES
@given(
    st.integers(0, 10**9),
    st.lists(st.sampled_from(SIX), min_size=2, max_size=6, unique=True),
    st.sampled_from(["dealt", "told", "counts"]),
    st.sampled_from(["kept", "told", "untracked"]),
)
def test_whole_games_run_with_printed_cards_and_tokens_too(seed: int, seats: list[str], cards: str, spice: str) -> None:
    players = Players(seed, seats, "advanced", (("P1", cards), ("P2", spice)))
    players.play(turns=6, presses=12)
    counts = {
        viewer: [len(own.hand) for own in table.seats.values()]
        for viewer, table in players.sitting.views.tables.items()
    }
    assert len({tuple(count) for count in counts.values()}) == 1
    players.sitting.journal.close()
