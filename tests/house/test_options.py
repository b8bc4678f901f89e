"""With an option chosen, every faction's and card's power still changes the answer that both give.

An option that answers last and ignores what came before abolishes their powers, and no case notices. The situations are
those of tests/cases; what an option takes away on purpose is in ``INTENDED``. With ``-s`` pytest prints, for each
option and power, whether the option changes the answer beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from unittest.mock import patch

import pytest

import referee.web.factory  # noqa: F401
from referee.kernel import OPTIONS, Table, option, rulings
from referee.kernel.speakers import clear_cache
from referee.phases.shipment.prices_and_permissions import ShipmentPrice
from tests.contract.all_cases import Met, Watch, all_answered
from tests.kit import P

INTENDED = {
    ("P6", "2.07.10"): "without a map on the screen no button puts the Mobile Stronghold there",
    ("T11", "2.09.10"): "where nobody pays bribes, Inflation has none to stop",
    ("K7", "1.14.04"): "it says when this very power may be used",
    ("T8", "2.09.09"): "where every ally may pay for a battle, this one needs no power for it",
}


def watched(play: Callable[[], object]) -> Watch:
    """Return a ``Watch`` of everything asked during ``play``."""
    made = Watch()
    with patch.object(rulings, "_answer", made):
        play()
    return made


def abolished(watch: Watch) -> list[Met]:
    """Return the powers that an option abolishes though it is not meant to."""
    return [met for met, moves in watch.met.items() if not moves.power and (met.option, met.power) not in INTENDED]


def test_no_option_abolishes_a_power_by_speaking_last() -> None:
    watch = all_answered().watch
    again = "with this choice the power changes nothing: use replaces(), or another value, or say in INTENDED why"
    assert not abolished(watch), again
    assert {(met.option, met.power) for met, moves in watch.met.items() if not moves.power} == INTENDED.keys()
    for met, moves in sorted(watch.met.items()):
        print(*met, "moves" if moves.option else "does not move: it is about something else there")


@pytest.mark.parametrize("last", [True, False])
def test_a_price_that_speaks_last_is_found(last: bool) -> None:
    def three(question: ShipmentPrice, table: Table, so_far: int) -> int:
        return 3 * question.voyage.forces

    def ship() -> None:
        P("A 20 | G 20", "G ships 4 sand")
        P("A 20 | G 20", "A ships 4 sand karama", hand={"A": ["Karama"]})

    books = {kind: page[:] for kind, page in rulings._answers.items()}
    with patch.dict(rulings._answers, books), patch.dict(OPTIONS):
        fare = option("X1", "4.95.07", "Open ground", ("two", "2", "As ever."), ("three", "3", "Dearer."))
        (fare.decides if last else partial(fare.replaces, "1.06.03.01"))(ShipmentPrice, {"three": three})
        found = watched(ship)
    clear_cache()
    powers = {"2.06.06", "3.01.11.03"}
    assert {met.power for met in abolished(found) if met.option == fare.key} == (powers if last else set())
    assert {met.power for met in found.met if met.option == fare.key} == powers
