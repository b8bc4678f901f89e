r"""P15: a phone does what its player may do now and nothing else, however the request was written.

``REFEREE_MEDDLING`` sets how many requests are written by hand in random games, some thousands by default; none of them
makes or loses spice, cards, forces or leaders, and none moves in silence what everybody may see.

Mutants (``python -m tests.promises.mutants 15`` tries them):
referee/kernel/commands.py: `    by: ClassVar[Who] = "table"` -> `    by: ClassVar[Who] = "both"` (pinned)
referee/offers/permission.py: `who in public.seats and not _is_open(command, public)` -> `False`
    (nobody_was_shown)
referee/offers/permission.py: `    elif seated and getattr(command, "seat", who) != who:` -> `    elif False:`
referee/offers/permission.py: `value == field.default if field.name in command.script else` -> `True if False else`
referee/offers/permission.py: `is_led(type(command)) and by_hand(public)` -> `False`
referee/turn/who_is_done.py: `        return not _through(table, self.seat)` -> `        return True`
referee/holdings/corrections.py: `            table.bank -= self.now - self.was` -> `            pass` (correction)
referee/holdings/purse.py: `        yield ShortageUndone(self.seat, self.price)`
    -> `        yield from ()` (tried_and_undone)
referee/factions/harkonnen/capture.py: `or _died(table, self.leader):` -> `:` (captive)
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from referee.board.forces_counted import KeepCount, LoseForces, LoseLeader
from referee.common.factions import FACTIONS, named
from referee.factions.harkonnen.capture import KillCaptive
from referee.holdings.purse import CorrectSpice
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, commands, read_command
from referee.offers.offer import offers
from referee.phases.bidding.events import BidIllegal, BidStruck
from referee.phases.shipment.shipping import Send, Ship
from referee.turn.who_is_done import DONE, SayDone
from tests.kit import Evening, LiveTable, Meddlers
from tests.promises.who_may import PINNED, told

REQUESTS = int(os.environ.get("REFEREE_MEDDLING", "4000"))


def test_p15_who_may_do_what_is_as_pinned() -> None:
    assert told() == PINNED.read_text("utf-8"), "python -m tests.promises.who_may --write"


def test_p15_what_nobody_was_shown_is_refused_or_harms_nothing() -> None:
    sent = seed = 0
    while sent < REQUESTS:
        dice = Random(seed)
        seats = dice.sample(sorted(FACTIONS), dice.randint(2, 8))
        players = Meddlers(seed, seats, dice.choice(["basic", "advanced"]))
        players.play(turns=dice.randint(1, 4), presses=12)
        players.sitting.journal.close()
        sent, seed = sent + players.tried.total(), seed + 1


@pytest.mark.parametrize("name", sorted(name for name, kind in commands().items() if kind.by == "table"))
def test_p15_no_phone_does_what_the_table_does(same_auction: Evening, name: str) -> None:
    evening = same_auction
    rows, spice = evening.rows(), evening.sitting.views.referee.seats["fremen"].spice
    words = {
        "seat": "fremen",
        "for": "fremen",
        "amount": 999,
        "way": "more",
        "count": 1,
        "normal": 1,
        "special": 0,
        "reason": "why",
    }
    words |= {"leader": "Stilgar", "phase": "storm", "territory": "Arrakeen", "option": "B6", "value": "off"}
    answer = evening.tap("fremen", name, **words)
    assert answer.status_code in {200, 400, 409} and evening.rows() == rows
    assert evening.sitting.views.referee.seats["fremen"].spice == spice


def test_p15_no_phone_mints_spice(evening: Evening) -> None:
    answer = evening.tap("fremen", "CorrectSpice", amount=9, way="more", reason="mine")
    assert "Do that on the table screen" in answer.text
    assert evening.sitting.views.referee.seats["fremen"].spice == 23


def test_p15_a_captive_must_be_one_and_dies_once() -> None:
    table = LiveTable("harkonnen", "fremen", "emperor", phase="battle", spice=2).do(LoseLeader("Chani"))
    assert table.no(KillCaptive("harkonnen", "")) and table.no(KillCaptive("harkonnen", "Chani"))
    assert table.no(KillCaptive("harkonnen", "Piter de Vries")) and table.no(KillCaptive("fremen", "Bashar"))
    table.do(KillCaptive("harkonnen", "Bashar"))
    assert table.no(KillCaptive("harkonnen", "Bashar")) and table.truth.seats["harkonnen"].spice == 4


def test_4_97_09_a_command_of_another_seat_is_refused() -> None:
    table = LiveTable(phase="choam_charity", spice=1)
    assert table.no(read_command("ClaimCharity", {"seat": "fremen"}), "emperor") == "4.97.09"
    assert table.no(CorrectSpice("fremen", 9, "why"), "fremen") == "4.97.09"


def test_4_97_09_what_is_not_offered_is_refused_and_so_are_words_that_no_form_has() -> None:
    table = LiveTable("fremen", "emperor", phase="shipment", spice=20)
    ship = {"seat": "emperor", "normal": "2", "goal": "Arrakeen"}
    assert table.no(read_command("Ship", ship | {"kind": "down", "half": "1"}))
    assert table.no(read_command("Ship", ship | {"card": "Karama"})) == "4.97.09"
    assert table.no(read_command("SayDone", {"seat": "nobody"}), "emperor") == "4.97.09"
    table.do(read_command("Ship", ship))
    assert table.no(Send("fremen", 1, "Carthag", anywhere=True)) == "4.97.09"


def test_4_97_09_in_a_phase_that_the_table_plays_by_hand_a_phone_does_nothing_for_it() -> None:
    table = LiveTable("fremen", "emperor", phase="revival", spice=1).do(LoseForces("emperor", 3))
    assert DONE in offers(table.screen("emperor"), "emperor")
    table.do(ChangeOption("R-revival", "hand"))
    assert table.refused(SayDone("emperor")) == ("4.97.09", "NOT_OFFERED")


def test_4_97_09_who_has_nothing_left_to_decide_is_not_done_a_second_time() -> None:
    table = LiveTable("fremen", "emperor", phase="choam_charity", spice=1)
    assert table.refused(SayDone("emperor")) == ("4.97.09", "NOT_OFFERED")


def test_4_97_04_a_correction_says_in_public_whose_by_how_much_and_why_and_the_sum_to_its_owner_alone() -> None:
    table = LiveTable("fremen", "emperor", spice=7)
    bank = table.truth.bank
    assert table.no(CorrectSpice("fremen", 2)) == table.no(CorrectSpice("fremen", 0, "why")) == "4.97.04"
    table.do(CorrectSpice("fremen", 2, "paid  twice", "less"))
    said = {who: table.screen(who).log[-1].event.sentence(named) for who in (PUBLIC, "emperor", "fremen")}
    assert said[PUBLIC] == said["emperor"] == "The table corrects Fremen's spice by −2: paid twice."
    assert said["fremen"] == "The table corrects Fremen's spice by −2, from 7 to 5: paid twice."
    assert table.truth.bank == bank + 2 and table.truth.seats["fremen"].spice == 5
    assert table.screen("emperor").seats["fremen"].spice != 5


@pytest.mark.parametrize(("way", "amount"), [("less", 99), ("less", 8), ("less", 7), ("less", 1), ("more", 4)])
def test_4_97_04_a_correction_and_its_undo_tell_no_sum(way: str, amount: int) -> None:
    """Games that differ in one purse look the same to everybody else, whatever is corrected, and undone."""
    heard = {}
    for spice in (7, 8):
        game = LiveTable("fremen", "emperor", spice=spice, phase="bidding")
        game.do(CorrectSpice("fremen", amount, "miscounted", way))
        assert game.truth.seats["fremen"].spice == max(0, spice + (amount if way == "more" else -amount))
        seen = [_others(game)]
        assert game.undo("host").done and game.truth.seats["fremen"].spice == spice
        heard[spice] = [*seen, _others(game)]
    assert heard[7] == heard[8]


def _others(game: LiveTable) -> list[tuple[str, object]]:
    screens = [game.screen(who) for who in (PUBLIC, "emperor")]
    return [(heard.event.sentence(named), screen.bank) for screen in screens for heard in screen.log]


def test_4_97_04_a_purse_that_was_tried_and_undone_is_told_in_the_history() -> None:
    table = LiveTable("atreides", "emperor", spice=5, phase="shipment")
    table.do(KeepCount())
    for forces, stays in ((5, ""), (6, "Undone: 6 spice was too much for Atreides."), (2, "")):
        before = len(table.screen(PUBLIC).log)
        table.do(Ship("atreides", forces, goal="Carthag"), who=PUBLIC)
        assert table.undo("host").done
        told = [heard.event.sentence(named) for heard in table.screen(PUBLIC).log[before:]]
        assert told == ([stays] if stays else [])


@pytest.mark.parametrize("event", [BidIllegal, BidStruck])
def test_4_97_04_a_bid_that_could_not_be_paid_stays_in_the_history_when_undone(event: Any) -> None:
    (stays,) = event("fremen", 8, ("1.04.06.01",)).undone()
    assert stays.lasting and stays.sentence(named) == "Undone: 8 spice was too much for Fremen."


def test_4_97_04_an_undone_correction_stays_in_the_history_and_undo_goes_on_behind_it() -> None:
    table = LiveTable("fremen", "emperor", spice=7, phase="bidding")
    table.do(CorrectSpice("fremen", 3, "forgot the bribe"))
    assert table.undo("host").done
    assert table.screen(PUBLIC).log[-1].event.sentence(named) == (
        "Undone: Fremen's spice corrected, +3: forgot the bribe."
    )
    assert table.redo("host").done and table.truth.seats["fremen"].spice == 10
