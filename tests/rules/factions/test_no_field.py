"""2.10.11: the No-Field, what it costs, what it hides, and when its forces come."""

from __future__ import annotations

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.factions.richese import ME
from referee.factions.richese.no_field import RULE, LayField, ShowField, field_of
from referee.kernel import PUBLIC, known
from referee.turn.next_phase import EndBidding, GoTo
from referee.web.phase.strip import said_to
from tests.kit import Game


def shipping() -> Game:
    """Return a table in the shipment phase whose forces are counted, Richese first."""
    game = Game("richese 9 | fremen 9 | atreides 9", first="richese")
    for request in (EndBidding(), KeepCount(), GoTo("shipment")):
        game.do(request)
    return game


def test_2_10_11_a_token_costs_one_force_and_hides_how_many() -> None:
    game = shipping()
    assert not game.against(LayField(ME, 5, "Arrakeen"))
    game.do(LayField(ME, 5, "Arrakeen"))
    assert game.spice("richese") == [8] and forces_in(game[PUBLIC], ME, RESERVES) == Group(20)
    assert [known(field_of(game[viewer]).token) for viewer in (ME, PUBLIC, "fremen")] == [True, False, False]
    assert game.against(LayField(ME, 3, "Arrakeen"))[0].code == "NOT_ELIGIBLE"


def test_2_10_11_the_headline_of_the_turn_says_that_a_token_may_be_shipped_and_nobody_else_reads_it() -> None:
    game = shipping()
    (said, other) = (said_to(game[PUBLIC], game[seat], seat, None) for seat in (ME, "fremen"))
    assert said.say.startswith("You: ship") and "you may ship with a No-Field." in said.then
    assert "No-Field" not in f"{other.say} {other.then}"
    game.do(LayField(ME, 3, "Carthag"))
    assert "No-Field" not in said_to(game[PUBLIC], game[ME], ME, None).then


def test_2_10_11_shown_it_brings_its_forces_and_is_not_the_next_one() -> None:
    game = shipping()
    for request in (LayField(ME, 3, "Carthag"), ShowField(ME)):
        game.do(request)
    assert forces_in(game[PUBLIC], ME, RESERVES) == Group(17) and field_of(game[PUBLIC]).last == 3
    assert game.against(LayField(ME, 3, "Carthag"))[0].rule == RULE and game.against(ShowField(ME))


def test_2_10_11_which_token_lies_there_shows_nowhere() -> None:
    games = [shipping() for _ in range(2)]
    for game, token in zip(games, (0, 5), strict=True):
        game.do(LayField(ME, token, "Arrakeen"))
    for viewer in (PUBLIC, "fremen", "atreides"):
        assert games[0][viewer].log == games[1][viewer].log and games[0][viewer].states == games[1][viewer].states
