r"""P15: a phone does what its player may do now and nothing else, however the request was written.

``REFEREE_MEDDLING`` sets how many requests are written by hand in random games, some thousands by default; none of them
makes or loses spice, cards, forces or leaders, and none moves in silence what everybody may see.

Mutants (``python -m tests.promises.mutants 15`` tries them):
referee/kernel/commands.py: `    by: ClassVar[str] = "table"` -> `    by: ClassVar[str] = "both"` (pinned)
referee/screens/permission.py: `not command.anytime and not is_offered(command, who, public, own)` -> `False`
    (nobody_was_shown)
referee/screens/permission.py: `    elif seated and getattr(command, "seat", who) != who:` -> `    elif False:`
referee/screens/permission.py: `field.name == "seat" or said == field.default`
    -> `True`
referee/holdings/purse.py: `            table.bank -= self.now - self.was` -> `            pass` (correction)
referee/factions/harkonnen/capture.py: `or _died(table, self.leader):` -> `:` (captive)
"""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.board.forces_counted import LoseLeader
from referee.common.factions import FACTIONS, named
from referee.factions.harkonnen.capture import KillCaptive
from referee.holdings.purse import CorrectSpice
from referee.kernel.commands import commands, read_command
from referee.kernel.events import PUBLIC
from referee.phases.agreements.alliances import OfferAlliance
from referee.screens import permission
from referee.screens.offers import Offer
from tests.kit.evening import Evening
from tests.kit.meddlers import Meddlers
from tests.kit.table import LiveTable
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
def test_p15_no_phone_does_what_the_table_does(evening: Evening, name: str) -> None:
    rows, spice = evening.rows(), evening.sitting.views.referee.seats["fremen"].spice
    words = {"seat": "fremen", "for": "fremen", "amount": 999, "count": 1, "normal": 1, "special": 0, "reason": "why"}
    words |= {"leader": "Stilgar", "phase": "storm", "territory": "Arrakeen", "option": "B6", "value": "off"}
    answer = evening.tap("fremen", name, **words)
    assert answer.status_code in {200, 400, 409} and evening.rows() == rows
    assert evening.sitting.views.referee.seats["fremen"].spice == spice


def test_p15_no_phone_mints_spice(evening: Evening) -> None:
    answer = evening.tap("fremen", "CorrectSpice", amount=999, reason="mine")
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


def test_4_97_09_a_button_that_is_greyed_is_no_offer() -> None:
    table = LiveTable(phase="bidding")
    shown = (Offer("OfferAlliance", "", "1.10.01", fixed=(("other", "fremen"),), why_not="not now"),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(permission, "offers", lambda public, seat: shown)
        assert not permission.is_offered(OfferAlliance("emperor", "fremen"), "emperor", table.public, table.public)


def test_4_97_04_a_correction_says_in_public_whose_from_to_and_why() -> None:
    table = LiveTable("fremen", "emperor", spice=7)
    bank = table.truth.bank
    assert table.no(CorrectSpice("fremen", 5)) == "4.97.04"
    table.do(CorrectSpice("fremen", 5, "paid  twice"))
    said = [heard.event.sentence(named) for heard in table.screen(PUBLIC).log[-2:]]
    assert "The table corrects Fremen's spice from 7 to 5: paid twice." in said
    assert table.truth.bank == bank + 2 and table.truth.seats["fremen"].spice == 5
    assert table.screen("emperor").seats["fremen"].spice != 5
