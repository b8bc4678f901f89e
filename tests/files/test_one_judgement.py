"""P16: verify, import and opening judge a file alike, honest games are good, and systematic forgeries never are."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from copy import deepcopy
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from referee.cli import main
from referee.cli.exits import ALLOWED, NOTHING_FOUND, Stop
from referee.cli.export import _whole
from referee.cli.exported import read_export
from referee.common.factions import FACTIONS
from referee.holdings.purse import spice_of
from referee.kernel import FACE_DOWN, PUBLIC, REFEREE, BadCommand, Command
from referee.offers.offer import BehindShield
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.running.acts import COLUMNS, fold_acts, link, standing
from referee.running.hall import Hall
from referee.running.journal import INSERT, FileJournal, JournalError, read
from referee.running.judgement import judge
from referee.running.outcome import Outcome
from tests.cli.test_verify_old import MINTED, NO_SUM
from tests.files.forgeries import Lines, of_fields, of_numbers, of_purses, of_rows, text_of, with_row
from tests.journals.kept import unpacked
from tests.journals.test_old_journals import FILES
from tests.kit import LiveTable, Players
from tests.promises.test_p12_conservation import CHOICES

GOOD = {0, ALLOWED, NOTHING_FOUND}
FORGED = "window_Ship"  # a short game with purses, cards and forces
SEEDS = int(os.environ.get("REFEREE_GAMES", "4"))
DOORS = int(os.environ.get("REFEREE_IMPORTS", "20"))
EVERY = int(os.environ.get("REFEREE_DOORS", "1"))  # of the kept games that are good, another one each


def exported(file: Path, capsys: pytest.CaptureFixture[str]) -> Lines:
    capsys.readouterr()
    assert main(["export", "--whole", str(file)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def doors(lines: Lines, folder: Path) -> tuple[bool, bool]:
    """Return whether verify and import find a game good."""
    (forged := folder / "forged.jsonl").write_text(text_of(lines))
    verified = main(["verify", str(forged)]) in GOOD
    made = folder / "made"
    taken = main(["import", str(forged), "--db", str(made)]) == 0
    for one in made.glob("*"):
        one.unlink()
    return verified, taken


def opened(file: Path) -> tuple[bool, bool]:
    """Return whether a table's file opens, and whether the start page finds it good."""
    with closing(Hall(file.parent, only=file)) as hall:
        try:
            return hall.find(file.stem) is not None, hall.tables()[0].adds_up
        except JournalError:
            return False, False


def laid_down(lines: Lines, path: Path) -> Path:
    """Write the rows of a forged game into a table's file as they are, with a chain that fits."""
    path.unlink(missing_ok=True)
    FileJournal(path).close()
    before = ""
    with closing(sqlite3.connect(path)) as file, file:
        for row in lines[1:]:
            facts = json.dumps(row["facts"], ensure_ascii=False, separators=(",", ":"))
            columns = [facts if name == "facts" else row[name] for name in COLUMNS]
            before = link(before, columns)
            file.execute(INSERT, (*columns, before))
    return path


class Waivers(Players):
    """Random players whose table waives objections and corrects numbers; nothing is asserted on the way."""

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        with suppress(BadCommand):
            outcome = self.sitting.act(command, who, waive=self.random.random() < 0.15)
            if outcome.done:
                return outcome
        return self.sitting.act(command, who)

    def audit(self) -> None:
        """Count nothing: what the table allowed is what is tried."""


@pytest.mark.parametrize("name", sorted({*FILES[::EVERY], *NO_SUM, MINTED}))
def test_p16_three_doors_judge_a_kept_game_alike(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = unpacked(name, tmp_path)
    own = main(["verify", str(file)]) in GOOD
    assert doors(exported(file, capsys), tmp_path) == (own, own) and opened(file) == (True, own)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_p16_no_honest_game_is_at_fault(seed: int) -> None:
    dice = Random(seed)
    ways = {"P1": dice.choice(["dealt", "told", "counts"]), "P2": dice.choice(["kept", "told", "untracked"])}
    options = {**ways, **dict(dice.sample(CHOICES, 6))}
    players = Waivers(seed, dice.sample([*FACTIONS], 4), dice.choice(["basic", "advanced"]), tuple(options.items()))
    with suppress(AssertionError):  # nobody found a way on: the game is judged as it stands
        players.play(2, 12)
    assert judge(players.sitting.rows()).faults == ()


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lines, dict[str, int]]:
    """Return a kept game's lines, and what each player has at its end."""
    rows = read(unpacked(FORGED, tmp_path_factory.mktemp("honest")))
    table = fold_acts(standing(rows)[0], REFEREE)
    return [*_whole(FORGED, rows)], {seat: spice_of(table, seat) or 0 for seat in table.seats}


def forgeries(lines: Lines, purses: dict[str, int]) -> Iterator[tuple[str, Lines]]:
    return chain(of_numbers(lines), of_fields(lines), of_rows(lines), of_purses(lines, purses))


def test_p16_no_systematic_forgery_is_good(honest: tuple[Lines, dict[str, int]], tmp_path: Path) -> None:
    good = []
    for what, made in forgeries(*honest):
        with suppress(Stop):  # the form of a newer version, or none
            export = read_export(text_of(made).encode(), tmp_path)
            good += [] if judge(export.rows, export.unread).faults else [what]
    assert not good


def test_p16_three_doors_refuse_the_same_forgeries(honest: tuple[Lines, dict[str, int]], tmp_path: Path) -> None:
    made = [*forgeries(*honest)]
    for what, lines in Random(DOORS).sample(made, DOORS):
        assert doors(lines, tmp_path) == (False, False), what
        with suppress(OverflowError, sqlite3.Error, TypeError):  # no file holds it
            file = laid_down(lines, tmp_path / "forged.referee")
            assert opened(file)[1] == (main(["verify", str(file)]) in GOOD), what


NEWER: dict[str, Callable[[Lines], None]] = {
    "form": lambda lines: lines[0].update(form="referee-whole-2"),
    "event": lambda lines: lines[1]["facts"][0].update(fact="Chess"),
    "field": lambda lines: lines[1]["facts"][0].update(colour="red"),
    "row": lambda lines: lines[1].update(kind="branch"),
}


@pytest.mark.parametrize("what", NEWER)
def test_p16_what_a_newer_version_wrote_asks_for_an_update(
    what: str, honest: tuple[Lines, dict[str, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = deepcopy(honest[0])
    NEWER[what](lines)
    (tmp_path / "newer.jsonl").write_text(text_of(lines))
    for verb in (["import", "--db", str(tmp_path / "there")], ["verify"]):
        assert main([*verb, str(tmp_path / "newer.jsonl")]) == 1
        said = "".join(capsys.readouterr())
        assert "Update the referee" in said and "xport it again" not in said


def test_p16_a_bid_of_101_at_an_honest_table_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = LiveTable("atreides", "emperor", "fremen", file=tmp_path / "rich.referee", deck=None, spice=120)
    table.do(BeginBidding(), DeclareHands(), DealRow())
    table.do(Bid(bidding_of(table.truth).turn, 101))
    table.journal.close()
    assert doors(exported(tmp_path / "rich.referee", capsys), tmp_path) == (True, True)


def test_p16_a_file_that_cannot_be_followed_is_taken_up_as_far_as_it_can(
    honest: tuple[Lines, dict[str, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All doors name the same action, and import takes what is before it."""
    lines, last = honest[0], len(honest[0])
    strange = with_row(lines, "public", [{"fact": "SpiceLies", "territory": "Arrakeen", "amount": None}])
    file = laid_down(strange, tmp_path / "strange.referee")
    assert main(["verify", str(file)]) == 1 and f"act {last}:" in capsys.readouterr().out
    with closing(Hall(tmp_path)) as hall, pytest.raises(JournalError, match=f"from action {last} on"):
        hall.find("strange")
    assert main(["import", str(file), "--db", str(tmp_path / "there")]) == 0
    assert f"Action {last} and all after it stay in strange.referee" in capsys.readouterr().out
    (made,) = (tmp_path / "there").glob("*.referee")
    assert [row.events for row in read(made)][: last - 1] == [row.events for row in read(file)][:-1]


def test_p19_verify_names_the_first_act_that_no_screen_can_show_and_import_takes_what_is_before_it(
    honest: tuple[Lines, dict[str, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, last = honest[0], len(honest[0]) - 1
    file = laid_down(lines, tmp_path / "shown.referee")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BehindShield, "plain", lambda self, table: (bool(FACE_DOWN),) if table.act == last else ())
        assert main(["verify", str(file)]) == 1 and f"CANNOT BE SHOWN  act {last}:" in capsys.readouterr().out
        assert main(["import", str(file), "--db", str(tmp_path / "there")]) == 0
    assert f"Action {last} and all after it stay in shown.referee" in capsys.readouterr().out
    assert main(["verify", str(file)]) in GOOD


def test_p19_log_and_export_name_it_as_verify_does_and_only_a_whole_export_has_it(
    honest: tuple[Lines, dict[str, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, last = honest[0], len(honest[0]) - 1
    file = laid_down(lines, tmp_path / "shown.referee")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BehindShield, "plain", lambda self, table: (bool(FACE_DOWN),) if table.act == last else ())
        main(["verify", str(file)])
        named = next(line for line in capsys.readouterr().out.splitlines() if "CANNOT BE SHOWN" in line)
        told = {}
        for words in (("log",), ("export",), ("export", "--whole")):
            assert main([*words, str(file)]) == 0
            told[words] = capsys.readouterr()
            assert named in told[words].err.splitlines()
    logged = [int(line.split()[0]) for line in told[("log",)].out.splitlines()]
    heard, whole = ([json.loads(line) for line in told[one].out.splitlines()] for one in list(told)[1:])
    assert max(logged) < last and not any(str(last) in {str(value) for value in one.values()} for one in heard)
    assert whole[-1]["number"] == last
    assert main(["log", str(file)]) == 0 and not capsys.readouterr().err
