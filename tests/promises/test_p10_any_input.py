r"""P10: whatever is sent gets a page or a sentence; what is refused changes nothing; and the log folds after it.

Mutants (``python -m tests.promises.mutants 10`` tries them):
referee/running/sitting.py: `        except (LookupError, TypeError) as error:`
    -> `        except ZeroDivisionError as error:` (any_input)
referee/running/sitting.py: `BaseException as error:\n            self._refold(self.views.clock_set())`
    -> `BaseException as error:\n            pass` (half_way)
referee/kernel/commands.py: `    if whole and value < 0:` -> `    if whole and value < -9:` (less_than_zero)
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.cli import VERBS, main
from referee.cli.exits import CODES, INTERRUPTED
from referee.common.turn import PHASES
from referee.kernel import PUBLIC, Event, Table
from referee.phases.bidding.auction import Pass
from referee.phases.bidding.events import Passed
from referee.phases.bidding.order_of_bidding import Bidding
from tests.kit import (
    ALLIES,
    SCREEN,
    SIX,
    Evening,
    Play,
    Stacked,
    all_known,
    all_routes,
    deck,
    folded,
    same_every_run,
    set_up,
    unmeasured,
)
from tests.tools.attack.shots import POSTS, Shot, fire, shot

REQUESTS = int(os.environ.get("REFEREE_FUZZ", "2000"))
BATCH = 80
LOBBY, TALK, BID, SETTLE, BATTLE = range(5)
GAMES: dict[str, dict[str, Any]] = {
    "dealt": {},
    "told": {"P1": "told", "P2": "told"},
    "counts": {"P1": "counts"},
    "bare": {"P1": "counts", "P2": "untracked", "B7": "off", "K8": "off"},
    "open": {"B13": "declared", "B11": "any", "B10": "wait", "B17": "after"},
}


def judge(evening: Evening, one: Shot) -> None:
    """Whatever comes back is a page or a sentence, and a refusal has changed nothing."""
    rows = evening.rows()
    answer = fire(evening, one)
    assert answer.status_code < 500, (one, answer.text)
    assert one.form != "get" or evening.rows() == rows, one
    if answer.status_code >= 400:
        assert evening.rows() == rows, one
        assert answer.mimetype == "text/html" and "Traceback" not in answer.text
        assert "<b>" in answer.text or 'role="alert"' in answer.text, (one, answer.text)
    if evening.rows() != rows:
        base = f"/t/{evening.table}"
        for who, page in ((PUBLIC, "/"), ("host", "/"), ("fremen", "/me"), ("emperor", "/me/secret"), ("host", "/log")):
            assert evening.who(who).get(f"{base}{page}", SCREEN).status_code == 200, one


def at_stage(folder: Path, stage: int, game: str) -> Evening:
    """Set a table and bring it to a stage."""
    evening = Evening(folder, dice=Stacked(3, deck("Karama/1")))
    evening.begin(set_up(spice=dict.fromkeys(SIX, 30), allies=ALLIES, **GAMES[game]))
    if stage == BATTLE:
        evening.must("host", "GoTo", phase="battle", anyway="1")
        two = {"one": "atreides", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
        evening.must("host", "BeginBattle", territory="Arrakeen", **two)
        return evening
    if stage > LOBBY:
        for act in ("BeginBidding", "DeclareHands", "DealRow"):
            evening.must("host", act)
    if stage > TALK and evening.bidding.step == "talk":
        evening.must("host", "CloseWindow")
    if stage > BID:
        evening.bid(2)
        evening.passes(5)
    return evening


def whole(evening: Evening) -> None:
    """The log folds to what everybody knows, now and after a restart; every page can be drawn."""
    assert all_known(evening) == folded(evening.sitting.acts())
    _counts_agree(evening)
    rows = evening.sitting.rows()
    evening.restart()
    assert evening.sitting.rows()[: len(rows)] == rows
    for viewer in (PUBLIC, "host", *SIX):
        for path in evening.pages(viewer):
            if path.startswith("/t/") and "/rules" not in path and "/why/" not in path:
                assert evening.sweep(viewer, path).status_code == 200, path


def _counts_agree(evening: Evening) -> None:
    """Everybody counts the same cards in every hand, and no card of the referee's is in two places."""
    views = evening.sitting.views
    for seat, own in views.referee.seats.items():
        assert {len(table.seats[seat].hand) for table in views.tables.values()} == {len(own.hand)}, seat
    bidding = views.referee.get(Bidding)
    piles = [views.referee.deck, views.referee.discard, *(own.hand for own in views.referee.seats.values())]
    cards = [card for pile in (*piles, bidding.row if bidding else ()) for card in pile if isinstance(card, str)]
    assert len(cards) == len(set(cards)) or views.referee.options.get("P1"), sorted(cards)


@settings(
    max_examples=max(1, REQUESTS // BATCH),
    deadline=None,
    phases=(Phase.generate,) if same_every_run("REFEREE_FUZZ") else (Phase.generate, Phase.shrink),
    derandomize=same_every_run("REFEREE_FUZZ"),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    seed=st.integers(0, 10**9),
    length=st.integers(1, BATCH).map(lambda n: BATCH - n + 1),
    stage=st.sampled_from([SETTLE, BID, TALK, LOBBY, BATTLE]),
    game=st.sampled_from(sorted(GAMES)),
)
def test_p10_any_input_is_answered_and_refusals_change_nothing(seed: int, length: int, stage: int, game: str) -> None:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        evening = at_stage(Path(folder), stage, game)
        with unmeasured():
            for n in range(length):
                judge(evening, shot(evening, seed + n))
        whole(evening)
        evening.close()


def test_p10_everybody_at_once_leaves_a_log_that_folds(auction: Evening) -> None:
    found: list[tuple[int, str]] = []

    def taps(start: int) -> None:
        for number in range(start, start + 40):
            one = shot(auction, number)
            found.append((fire(auction, one).status_code, repr(one)))

    def looks(viewer: str) -> None:
        paths = 3 * auction.pages(viewer)[:14] + ["/", f"/t/{auction.table}/log"]
        found.extend((auction.who(viewer).get(path).status_code, path) for path in paths)

    with ThreadPoolExecutor(8) as pool:
        done = [pool.submit(taps, 1000 * n) for n in range(4)]
        done += [pool.submit(looks, viewer) for viewer in (PUBLIC, "host", "fremen", "emperor")]
        assert all(one.result() is None for one in done)
    assert [one for one in found if one[0] >= 500] == []
    whole(auction)


@pytest.mark.parametrize("wrong", [KeyError("x"), TypeError("x"), RuntimeError("x")])
def test_p10_a_rule_that_fails_half_way_has_done_nothing(
    auction: Evening, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    def half(self: Pass, table: Table, chance: object) -> Iterator[Event]:
        yield Passed(self.seat, "said")
        raise wrong

    before, rows = all_known(auction), auction.rows()
    with monkeypatch.context() as patched:
        patched.setattr(Pass, "decide", half)
        answer = auction.tap("atreides", "Pass", seen=auction.sight())
    assert answer.status_code == 409 and "<b>" in answer.text
    assert all_known(auction) == before and auction.rows() == rows
    auction.passes()
    assert list(auction.bidding.passed) == ["atreides"]


def test_p10_every_route_that_takes_a_post_is_tried(evening: Evening) -> None:
    tried = {path.replace("<table>", evening.table).split("?")[0] for path in POSTS}
    for method, path, _ in all_routes(evening):
        longer = path.replace("/ABC", "/ABCDEF").replace("/nothing", "/x").replace("1.04.06", "4.91.06")
        assert method != "POST" or longer in tried, path


# -- the command line ---------------------------------------------------------------------------------

VERBS_TRIED = ("play", "battle", "rules", "log", "export", "import", "verify", "sheets", "schema")
LINES = [
    '{"id": 1}',
    "{",
    "[]",
    "null",
    '{"rules": "basic", "seats": 3}',
    '{"ask": "Bid", "amount": "x"}',
    "\ud800",
    "",
]
LINES += ['{"facts": [{"fact": "TableSet"}]}', '{"form": "referee-whole-1"}', '{"number": 1e400}', "9" * 400, "\x00"]
OPTIONS_TRIED = ["--json", "--as", "--whole", "--seal", "--reveal", "--phase", "--nothing", "-", "harkonnen", "1.04.06"]


def command(dice: Random, folder: Path) -> list[str]:
    """Return the words of any command on any file."""
    file = folder / f"file {dice.randrange(10**9)}"
    kind = dice.randrange(4)
    if kind == 0:
        file.write_bytes("\n".join(dice.choices(LINES, k=3)).encode("utf-8", "surrogatepass"))
    elif kind == 1:
        file.write_bytes(dice.randbytes(300))
    elif kind == 2:
        file.mkdir()
    words = [*dice.choices(OPTIONS_TRIED, k=dice.randrange(3)), str(file)]
    dice.shuffle(words)
    return [dice.choice(VERBS_TRIED), *words]


def test_p10_any_words_on_the_command_line_are_answered_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, here = Random(int(os.environ.get("REFEREE_FUZZ_SEED", "1"))), list(tmp_path.iterdir())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}\n")))
    for _ in range(max(150, REQUESTS // 20)):
        words = command(dice, tmp_path)
        words = [*words, "--db", str(tmp_path / "tables")] if words[0] == "import" else words
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
        said = capsys.readouterr()
        assert code in {*CODES} - {INTERRUPTED} and "Traceback" not in said.out + said.err, words
        assert code == 0 or said.err or said.out, words
    assert len(set(tmp_path.iterdir()) - set(here)) > 100


def test_p10_every_verb_is_tried() -> None:
    assert {*VERBS_TRIED, "serve", "club", "demo", "doctor", "completion"} == set(VERBS), (
        "serve, club and demo run until Ctrl-C, doctor asks the network, completion reads nothing; others start them"
    )


NO_AMOUNTS = [
    "0", "-1", "2.5", "ten", "", "1e9999", "nan", "9" * 5000, "1 000", "²", "0x1", "\x00", "1e3", "1e0", "-0", "+5",
    "1_0", "5 5", "10" * 200, "true",
]  # fmt: skip


@pytest.mark.parametrize("amount", NO_AMOUNTS)
@pytest.mark.parametrize("who", ["seat", "host"])
def test_p10_an_amount_that_is_none_is_a_sentence(same_auction: Evening, who: str, amount: str) -> None:
    before, sender = all_known(same_auction), "host" if who == "host" else "atreides"
    answer = same_auction.tap(sender, "Bid", **{"for": "atreides"}, amount=amount, seen=same_auction.sight())
    assert answer.status_code in {400, 409} and "<b>" in answer.text and "Enter" not in answer.text[:3]
    assert all_known(same_auction) == before


@pytest.mark.parametrize("word", ["٣", "３", " 3 ", "3\t"])
@pytest.mark.parametrize("who", ["atreides", "host"])
def test_p10_a_three_in_another_script_or_with_spaces_is_a_three(auction: Evening, who: str, word: str) -> None:
    answer = auction.tap(who, "Bid", **{"for": "atreides"}, amount=word, seen=auction.sight())
    assert answer.status_code == 200 and auction.bidding.high == 3


@pytest.mark.parametrize("word", ["maybe", "2", "yes\x00", "٣", "-1"])
def test_p10_neither_yes_nor_no_is_a_sentence(same_auction: Evening, word: str) -> None:
    before = all_known(same_auction)
    answer = same_auction.tap("atreides", "PayByKarama", on=word)
    assert answer.status_code == 400 and "Choose or fill in the on first." in answer.text
    assert all_known(same_auction) == before


@pytest.mark.parametrize("less", ["-1", "-9"])
def test_p10_whole_numbers_are_never_less_than_zero(same_auction: Evening, less: str) -> None:
    answer = same_auction.tap("host", "CorrectSpice", **{"for": "fremen"}, amount=less, way="more")
    assert answer.status_code == 400 and "cannot be below 0" in answer.text


@pytest.mark.parametrize("field", ["act", "amount", "both"])
def test_p10_a_missing_field_is_named(same_auction: Evening, field: str) -> None:
    sent = {"act": "Bid", "amount": "2", "key": "k"}
    kept = {} if field == "both" else {name: said for name, said in sent.items() if name != field}
    answer = same_auction.phones["atreides"].post(f"/t/{same_auction.table}/me", kept)
    assert answer.status_code == 400 and ("fill in the amount" if field == "amount" else "button") in answer.text


@pytest.mark.parametrize("seat", ["nobody", "", "Atreides", "atreides\x00", "public", "referee", "ixian", "a" * 3000])
def test_p10_a_seat_that_is_not_here_is_a_sentence(same_auction: Evening, seat: str) -> None:
    before = all_known(same_auction)
    taps: list[tuple[str, dict[str, Any]]]
    taps = [("Bid", {"amount": 2}), ("Pass", {}), ("PassFor", {}), ("MarkAway", {}), ("MarkBack", {}), ("Warn", {})]
    taps += [("Ready", {}), ("StopPower", {"rule": "2.03.04"}), ("TakeByKarama", {}), ("PlayCard", {"card": "Karama"})]
    taps += [("CorrectCount", {"count": 2}), ("CannotPay", {}), ("Revoke", {})]
    for act, fields in taps:
        answer = same_auction.tap("host", act, seat=seat, **fields)
        assert answer.status_code in {400, 409} and "<b>" in answer.text, act
    assert all_known(same_auction) == before


def test_p10_a_table_that_is_full_of_strange_names_is_a_table(play: Play) -> None:
    strange = "<script>alert(1)</script>*\u202e'\";--"
    evening = play(name=strange, player=[strange[:40]] * 6)
    for viewer in (PUBLIC, "host", "fremen"):
        for path in evening.pages(viewer):
            answer = evening.sweep(viewer, path)
            assert "<script>alert" not in answer.text or answer.mimetype != "text/html", path
    assert "&lt;script&gt;" in evening.onlooker.get(f"/t/{evening.table}/").text


def test_p10_a_form_for_somebody_who_does_not_play_is_refused_with_a_sentence_in_every_phase(evening: Evening) -> None:
    wrong = {"CorrectSpice": {"amount": "x"}, "TellSpice": {"amount": ""}, "Ship": {"normal": "x"}}
    for phase in PHASES:
        evening.tap("host", "GoTo", phase=phase, anyway="1")
        assert evening.public.phase == phase
        rows = evening.rows()
        for act, words in wrong.items():
            for nobody in ("nobody", "ecaz", "host"):
                answer = evening.tap("host", act, **words, **{"for": nobody})
                assert answer.status_code in {400, 409} and evening.rows() == rows, (phase, act, answer.text)
