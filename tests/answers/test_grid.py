"""The grid of what is asked at a table: who, what, how much, may I, why not, when and next, of each verb.

``grid.txt`` has the questions of each answer. Each is asked again as it is typed: without apostrophes, with words that
ask nothing, with other words for forces and spice and short names of factions. It is the same question.
That the answers are true is compared with the game in ``test_true_answers`` and its neighbours.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import referee.kernel.discover  # noqa: F401
from referee.offers.answers import understood

PARAPHRASES = 5
ASKS = ("who", "what", "how much", "may", "why not", "when", "next")
GRID = {  # the answer of each ask, "" where no state can answer
    "bid": "who_has_bid the_bid_to_beat most_to_bid may_bid_so_much why_not when_bidding who_opens",
    "ship": "who_did_ship did_ship most_to_ship may_land may_ship_now when_shipment who_has_gone",
    "move": "who_can_reach did_move how_far_to_move may_move_there may_move_now when_shipment where_to_move",
    "revive": "who_may_revive did_revive how_many_to_revive what_forces_cost which_leader when_revival one_leader",
    "dial": "aggressor what_the_opponent_plays how_high_to_dial may_change_plan who_has_locked when_battle my_battles",
    "collect": "who_collects did_collect how_much_is_collected where_spice_lies why_so_much when_spice_collection -",
    "pay": "who_is_paid_for_shipping did_pay price may_bribe why_so_much - what_shipping_costs",
    "hold": "who_holds own_strongholds cards who_is_there what_others_hold - cards_to_come",
    "win": "who_is_about_to_win how_many_to_win has_anybody_won who_won - which_turn what_comes_next",
    "play a card": "what_others_hold own_hand cards_in_the_deck what_karama_can_stop has_card_been_played - -",
    "ally": "who_is_allied what_my_ally_does - may_alliances_change who_is_the_ally is_there_a_nexus -",
    "call traitor": "who_did_call traitors traitors - - - -",
    "storm": "who_dials what_the_storm_did how_far_the_storm_goes is_it_safe is_in_storm when_storm -",
    "worm": "whom_the_worm_ate did_a_worm_come where_it_blew - - - -",
    "turn": "whose_turn_it_is what_may_i_do which_turn is_it_mine what_we_wait_for who_is_next am_i_next",
}
ROWS = {
    name: [question.strip() for question in questions.split("|")]
    for name, _, questions in (
        line.partition(":") for line in Path(__file__).with_name("grid.txt").read_text("utf-8").splitlines()
    )
}
BEFORE = ("hey", "ok so", "um", "quick question", "sorry", "wait", "so", "")
AFTER = ("pls", "rn", "lol", "??", "exactly", "tho", "")
SAID = (
    (r"(?<!other )\b(?:troops|guys|dudes)\b", ("troops", "guys", "dudes", "men", "units", "boys")),
    (r"\b(?:cash|money)\b", ("cash", "money", "spice", "coins", "dough")),
    (r"\bharkonnen\b", ("hark", "harks", "harkonnens", "the baron")),
    (r"\batreides\b", ("atr", "the atreides", "Atreides")),
    (r"\b(?:can|could|may) i\b", ("can i", "could i", "may i", "can I")),
    (r"'", ("", "’")),
)


def typed(question: str, dice: Random) -> str:
    """Return the question as somebody types it."""
    for said, others in SAID:
        question = re.sub(said, lambda _, others=others: dice.choice(others), question)  # type: ignore[misc]
    return " ".join(word for word in (dice.choice(BEFORE), question, dice.choice(AFTER)) if word)


@pytest.mark.parametrize("name", ROWS)
def test_each_question_of_the_grid_has_its_answer_however_it_is_typed(name: str) -> None:
    dice = Random(name)
    for question in ROWS[name]:
        meant = understood(question)
        assert meant is not None and meant[0].name == name, question
        for _ in range(PARAPHRASES):
            also = understood(other := typed(question, dice))
            assert also is not None and (also[0].name, also[1]) == (name, meant[1]), other


@pytest.mark.parametrize("verb", GRID)
def test_each_cell_that_a_state_can_answer_has_questions(verb: str) -> None:
    cells = dict(zip(ASKS, GRID[verb].split(), strict=True))
    assert [ask for ask, name in cells.items() if name != "-" and name not in ROWS] == []


@pytest.mark.parametrize(
    "question",
    [
        "can i juggle 4 to arrakeen",
        "can i paint 3 guys in carthag",
        "how much does it cost to insult harkonnen",
        "who has the prettiest leader",
        "when do we eat pizza",
        "why cant i marry stilgar",
        "what does harkonnen weigh",
    ],
)
def test_an_unknown_verb_falls_to_the_book(question: str) -> None:
    assert understood(question) is None
