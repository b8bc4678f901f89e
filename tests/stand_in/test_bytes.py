"""What others see of a stand-in tells no more than what they see of a person: the same bytes, in the same rhythm."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

from referee.holdings.purse import spice_of
from referee.kernel import PUBLIC
from referee.phases.battle.live_battle import LiveBattle
from tests.kit import WHOLE_DECK, Evening, Stacked, set_up

SEATS, OTHERS = ("emperor", "fremen", "atreides"), (PUBLIC, "host", "emperor", "atreides")
DEALT = ("Karama/1", "", "Hajr/1")  # "" to Fremen
HELD = (("Crysknife/1", 3), ("Baliset/1", 12))
STEPS = 12
NO_SEAL = patch("referee.common.sealed_shuffles.seal_of", return_value="0" * 64)  # that a hash hides is trusted


def order_with(held: str) -> list[str]:
    """Return a deck in which Fremen are dealt this card, and everybody else the same."""
    mixed = [card for card in sorted(WHOLE_DECK) if card not in {*DEALT, *(one for one, _ in HELD)}]
    others = [card for card, _ in HELD if card != held]
    return [*(card or held for card in DEALT), *mixed, *others]


def seen(folder: Path, held: str, spice: int) -> list[Any]:
    """Let the referee plan a battle for Fremen; return who had acted when, and the pages of others, at each step."""
    evening = Evening(folder, dice=Stacked(5, order_with(held)))
    evening.begin(set_up(SEATS, spice={"emperor": 10, "fremen": spice, "atreides": 10}))
    evening.must("host", "LetRefereePlay", seat="fremen")
    own = evening.sitting.views.referee
    assert (own.seats["fremen"].hand.faces(), spice_of(own, "fremen")) == ([held], spice)
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must("host", "BeginBattle", territory="Arrakeen", one="emperor", two="fremen", one_normal=6, two_normal=6)
    found: list[Any] = []
    for step in range(STEPS):
        due = evening.hall.tick_of(evening.sitting)
        evening.wait(max(1, (due or 0) - evening.clock.at))
        acts = [(act.at, act.who) for act in evening.sitting.acts()]
        found.append((acts, {one: pages(evening, one, all_of_them=step == STEPS - 1) for one in OTHERS}))
    assert "fremen" in evening.public.state(LiveBattle).plans
    evening.close()
    return found


def pages(evening: Evening, viewer: str, *, all_of_them: bool) -> dict[str, Any]:
    first = f"/t/{evening.table}/{'' if viewer in {PUBLIC, 'host'} else 'me'}"
    paths = evening.pages(viewer) if all_of_them else [first]
    return {path: evening.bytes_of(viewer, path) for path in paths}


@NO_SEAL
def test_4_97_67_two_games_that_differ_in_its_hand_and_purse_look_alike_to_all_others(
    seal: object, tmp_path: Path
) -> None:
    made = []
    for held, spice in HELD:
        made.append(seen(tmp_path, held, spice))
        for file in tmp_path.iterdir():
            file.unlink()
    for (acts, shown), (other_acts, others) in zip(*made, strict=True):
        assert acts == other_acts
        for viewer, told in shown.items():
            assert [path for path, page in told.items() if others[viewer][path] != page] == []
