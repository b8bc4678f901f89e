"""A small part of the second accountant's random games, and that it sees a card, a force or spice out of nothing.

The program's own count is put out of the way for that: the accountant must not need it. ``python -m
tests.tools.accounts`` plays as many games as wanted.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from referee.agreements.bribes import Bribe, BribePaid
from referee.board.forces import TANKS, Forces, ForcesCounted, Group
from referee.board.forces_counted import CountForces, KeepCount, LoseForces
from referee.cards.ghola import PlayGhola
from referee.factions.richese.hand_cards import PlayDistrans
from referee.holdings.hands import CardDiscarded
from referee.holdings.ledger import SpiceMoved
from referee.holdings.setup import HandHeld, SpiceHeld
from referee.kernel import BANK, PUBLIC, Answer, Command, Event, commands, sealed
from referee.kernel import Table as Known
from referee.offers.offer import Duty
from referee.phases.revival.forces import ReviveForces
from referee.phases.revival.limits_and_prices import ForcesRevived
from referee.phases.shipment.shipping import Ship
from referee.running import sitting
from referee.web.phone import shield
from tests.kit import LiveTable
from tests.tools.accounts import everything, players
from tests.tools.accounts.accountant import Accountant
from tests.tools.accounts.as_tests import in_tests
from tests.tools.accounts.beginnings import WITHOUT_A_BUTTON, beginning, every_command
from tests.tools.accounts.by_hand import laid, laid_for
from tests.tools.accounts.everything import Chosen, Run, play
from tests.tools.accounts.players import Table
from tests.tools.accounts.scenes import places

ROOT = Path(__file__).parents[2]
TAPS = int(os.environ.get("REFEREE_TAPS", "70"))  # of a game whose every page is drawn
BRIBE = {"act": "Bribe", "to": "atreides", "amount": "1"}


NEXUS = ("FiveSardaukar", "ReviveThree", "ShipFive", "TakeFare")


@pytest.mark.parametrize(("seed", "wanted"), [pytest.param(1, (), marks=pytest.mark.long), (2, NEXUS)])
def test_random_games_over_http_add_up_after_every_act_and_all_pages_are_drawn(
    seed: int, wanted: tuple[str, ...]
) -> None:
    game = play(Chosen(seed, wanted, TAPS))
    assert not game.wrong, game.wrong
    assert game.acts > TAPS * 4 // 7 and len(game.done) > TAPS * 2 // 7 and game.drawn > TAPS * 30 // 7


def test_where_few_pages_are_drawn_every_row_is_audited_all_the_same() -> None:
    game = play(Chosen(2, NEXUS, TAPS, sparing=True))
    assert not game.wrong, game.wrong
    assert game.rows > game.acts > TAPS * 4 // 7 and game.drawn < game.acts * 12 and "--sparing" in game.chosen.again


def test_what_has_no_button_stands_in_no_offer_and_on_no_page() -> None:
    files = (
        path for part, kind in (("referee", "*.py"), ("templates", "*.html")) for path in (ROOT / part).rglob(kind)
    )
    program = [path.read_text("utf-8") for path in files]
    found = {
        name for name in WITHOUT_A_BUTTON for text in program if re.search(rf"(Offer|Act|hidden)\(\W*{name}\b", text)
    }
    assert {*commands()} >= WITHOUT_A_BUTTON and not found and len(every_command()) > 300


LONG = [pytest.param(act, marks=pytest.mark.long) for act in ("ChooseEffect", "ToldAloud")]


@pytest.mark.parametrize("act", ["UseAmbassador", "SpoilSale", "TakeSheet", *LONG])
def test_what_a_script_or_a_test_plays_is_done_by_its_button_on_a_table_laid_one_act_before(act: str) -> None:
    game = play(Chosen(1, (act,), 3, scene=True))
    assert act in game.done and not game.wrong and not game.why_not, game.wrong


@pytest.mark.parametrize("act", sorted(laid_for()))
def test_what_is_laid_by_hand_can_be_done_there(act: str) -> None:
    for one in laid(act):
        table, command = one.lay()
        assert type(command).__name__ == act and table.events(command)


def test_why_a_command_is_not_done_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "TABLES", 2)
    assert play(Chosen(1, ("AskCount",), 3, scene=True)).why_not == "not offered to anybody"
    assert play(Chosen(1, ("OpenWindow",), 3, scene=True)).why_not == "no scene"


def test_a_run_begins_with_a_table_for_each_command_that_some_case_plays() -> None:
    run = Run(1, taps=25)
    first = [run.next() for _ in range(40)]
    assert all(one.scene for one in first) and len({one.wanted for one in first}) == 40
    run.done.update(every_command() - {"SpiceBlows", "WormComes"})
    assert [run.next().wanted for _ in range(2)] == [("SpiceBlows",), ("WormComes",)]
    assert not run.next().scene


def test_what_the_program_logs_as_an_error_is_seen(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bribe, "decide", lambda *_: 1 // 0)
    table.post("harkonnen", BRIBE)
    assert any(one.startswith("logged: Bribe by harkonnen was refused") for one in table.wrong), table.wrong


def test_most_commands_are_played_by_some_script_and_nearly_all_by_some_test() -> None:
    assert len(every_command() & {*places()}) > len(every_command()) * 2 / 3
    assert len(every_command() & {*in_tests()}) > len(every_command()) * 19 / 20


def test_what_is_wanted_is_sooner_done() -> None:
    run = Run(1, taps=25, sweeping=False)
    beginnings = [beginning(Random(one.seed), one.wanted) for one in (run.next() for _ in range(10))]
    assert all(len(one.form["faction"]) in range(2, 13) for one in beginnings)
    wanted = ("FiveSardaukar",)
    seats = [beginning(Random(seed), wanted).form["faction"] for seed in range(12)]
    assert sum("emperor" in one for one in seats) > 9


def test_a_page_that_raises_is_seen_after_the_act_that_it_cannot_show(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.evening.app.testing = False
    monkeypatch.setattr(shield, "_heard_alone", lambda _: 1 // 0)
    table.post("harkonnen", BRIBE)
    assert any("got 500 for me/secret" in one for one in table.wrong), table.wrong


def test_a_halt_without_a_button_is_seen(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    halts = lambda *_: Answer((Duty("emperor", "waits", "1.00.05", (PlayDistrans,)),), ())  # noqa: E731
    monkeypatch.setattr(players, "ask", halts)
    table.post("harkonnen", BRIBE)
    assert any("emperor waits (1.00.05), and no page has a button" in one for one in table.wrong), table.wrong


def test_the_accountant_shares_no_code_with_the_program() -> None:
    for name in ("accountant", "hands", "ledger", "pieces"):
        tree = ast.parse((ROOT / f"tests/tools/accounts/{name}.py").read_text("utf-8"))
        found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [module for module in found if module.startswith("referee")]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Three factions whose program counts nothing before it writes."""
    monkeypatch.setattr(sitting, "breaks", lambda *_: ())
    one = Table(tmp_path, 3, ("atreides", "harkonnen", "emperor"))
    one.post("host", {"act": "GoTo", "phase": "shipment", "anyway": "1"})
    assert not one.wrong
    yield one
    one.close()


def a_card(known: Known) -> None:
    known.seats["harkonnen"].hand.append("Kulon/9")


def a_force(known: Known) -> None:
    held = known.state(Forces).held
    held["harkonnen", TANKS] = held["harkonnen", TANKS].plus(Group(1))


def some_spice(known: Known) -> None:
    known.seats["harkonnen"].spice = known.seats["harkonnen"].spice + 1


MINTED: dict[str, Callable[[Known], None]] = {
    "cards in hand:harkonnen": a_card,
    "forces of harkonnen in tanks": a_force,
    "spice of harkonnen": some_spice,
}


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_the_books_tell_special_forces_apart_as_the_rules_do(rules: str, tmp_path: Path) -> None:
    table = LiveTable("emperor", "fremen", "ixian", file=tmp_path / "one.referee", rules=rules)
    table.do(KeepCount(), who=PUBLIC)
    books = Accountant(tmp_path / "one.referee", partly=True)
    assert not [*books.audit()] and books.books.stars("ixian") == 7
    assert [books.books.stars(one) for one in ("emperor", "fremen")] == ([0, 0] if rules == "basic" else [5, 3])


@pytest.mark.parametrize("account", MINTED)
def test_what_the_program_holds_and_no_row_tells_is_seen(
    account: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = BribePaid.apply

    def apply(self: BribePaid, known: Known) -> None:
        before(self, known)
        MINTED[account](known)

    monkeypatch.setattr(BribePaid, "apply", apply)
    table.post("harkonnen", BRIBE)
    assert table.wrong and table.wrong[0].startswith(account), table.wrong


WRITTEN: dict[str, Event] = {
    "cards appear": HandHeld("harkonnen", 1, sealed(("Kulon/9",), "harkonnen")),
    "has no Lasgun": CardDiscarded("harkonnen", "Lasgun"),
    "out of tanks, which lack": ForcesRevived("harkonnen", 3, 0, 0, "own", ()),
    "owes": SpiceMoved("harkonnen", BANK, 99, "", ()),
    "-5 spice are paid": SpiceMoved("harkonnen", BANK, -5, "", ()),
    "spice come from outside": SpiceHeld("harkonnen", sealed(30, "harkonnen")),
    "forces in reserves and Tanks": ForcesCounted("harkonnen", TANKS, 15, 0),
}


@pytest.mark.parametrize("words", WRITTEN)
def test_what_a_row_tells_and_no_table_can_hold_is_seen(
    words: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bribe, "decide", lambda *_: iter([WRITTEN[words]]))
    table.post("harkonnen", BRIBE)
    assert any(words in one for one in table.wrong), table.wrong


# -- what it found -------------------------------------------------------------------------------------


def test_no_waiver_makes_an_ally_pay_more_than_a_shipment_costs() -> None:
    table = LiveTable("emperor", "fremen", spice=50, allies="emperor fremen").do("shipment")
    found = table.against(Ship("emperor", 1, "Carthag", ally_pays=40))
    assert found and all(one.firm for one in found if one.code == "FULL_PRICE")


@pytest.mark.parametrize(("seat", "group"), [("atreides", (0, 7)), ("atreides", (21, 0)), ("emperor", (16, 0))])
def test_no_waiver_sends_forces_to_the_tanks_that_do_not_exist(seat: str, group: tuple[int, int]) -> None:
    table = LiveTable("atreides", "emperor", P4="off").do(KeepCount())
    found = table.against(LoseForces(seat, *group))
    assert any(one.firm and one.code == "FORCES_TOO_MANY" for one in found)


@pytest.mark.parametrize("command", [ReviveForces("moritani", 1), PlayGhola("moritani", 1)])
def test_1_05_01_no_waiver_revives_forces_that_are_not_in_the_tanks(command: Command) -> None:
    table = LiveTable("moritani", "emperor", phase="revival", hands={"moritani": ("Tleilaxu Ghola/1",)}).do(KeepCount())
    assert any(one.firm and one.code == "NOT_IN_TANKS" for one in table.against(command))


def test_nobody_is_paid_for_paying(monkeypatch: pytest.MonkeyPatch) -> None:
    table = LiveTable("emperor", "fremen", spice=50).do("shipment")
    monkeypatch.setattr(Bribe, "decide", lambda *_: iter([SpiceMoved("emperor", "fremen", -5, "", ())]))
    assert table.refused(Bribe("emperor", "fremen", 1)) == ("4.97.22", "DOES_NOT_ADD_UP")


@pytest.mark.parametrize(
    ("seat", "place", "normal", "special"),
    [
        ("atreides", TANKS, 0, 1),
        ("emperor", TANKS, 0, 6),
        ("harkonnen", TANKS, 11, 0),
        ("emperor", TANKS, 3, 3),
        ("harkonnen", TANKS, 120, 0),
    ],
)
def test_no_count_holds_forces_that_do_not_exist(seat: str, place: str, normal: int, special: int) -> None:
    table = LiveTable("atreides", "emperor", "harkonnen").do(KeepCount())
    table.do(CountForces("emperor", "reserves", 13, 3), CountForces("harkonnen", "reserves", 10))
    assert table.refused(CountForces(seat, place, normal, special))[1] == "FORCES_TOO_MANY"
    table.do(CountForces(seat, place, min(normal, 2), min(special, 2) if seat == "emperor" else 0))
