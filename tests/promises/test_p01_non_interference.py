r"""P1: two games that differ only in what a viewer may not know look the same to that viewer, byte for byte.

The same holds of the live stream: what travels down it is the page as its viewer may see it, and nothing else.

Mutants (``python -m tests.promises.mutants 1`` tries them):
referee/kernel/events.py: `return self.value if viewer == REFEREE or viewer in self.to else FACE_DOWN`
    -> `return self.value` (whole)
referee/running/transcript.py: `for number, ((_, at), heard) in enumerate(acts, start=1):`
    -> `for (number, at), heard in acts:` (whole and public)
referee/running/sitting.py: `        self.ring(told)` -> `        self.ring(self.views.tables)` (shared_screen)
referee/kernel/events.py: `return self.value if viewer == REFEREE or viewer in self.to else FACE_DOWN`
    -> `return self.value` (every_way)
referee/web/fairness/pages.py: `in_fours(one.first), in_fours(one.second)`
    -> `in_fours("0" * 16), in_fours("0" * 16)` (betrays)
referee/kernel/events.py: `return self.value if viewer == REFEREE or viewer in self.to else FACE_DOWN`
    -> `return self.value` (modules)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from functools import cache, partial
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.board.forces_counted import KeepCount
from referee.factions.ecaz.tokens import ambassadors
from referee.factions.moritani.terror import PlaceTerror, tokens_at
from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, as_seen_by
from referee.modules.discoveries import CARDS
from referee.modules.discoveries.blow import DiscoveryBlows
from referee.offers import answers, how_we_play
from referee.offers.answers import reply
from referee.phases.bidding.auction import DealRow
from referee.phases.storm.storm_moves import PlaceStorm
from referee.running.acts import JournalAct
from referee.running.dice import Dice
from referee.running.hall import Hall
from referee.web import factory
from referee.web.factory import create_app
from referee.web.fairness import pages as fairness
from referee.web.fairness.prove import Copy, Scratch, compared, copy_of, flipped, prove
from referee.web.http.credentials import HOST
from tests.answers.asking import every_question, samples
from tests.kit import (
    SCREEN,
    SIX,
    TEMPLATES,
    Evening,
    LiveTable,
    Play,
    Stacked,
    page_after,
    same_every_run,
    set_up,
    stream_event,
)
from tests.promises.playing import ALLIES, Twin, plan
from tests.tools.attack.whole import Moment, addressed, first_turn, in_the_boxes, kinds_sealed, moments, secrets_in

EXAMPLES = int(os.environ.get("REFEREE_TWIN_GAMES", "2"))
TABLES: dict[str, dict[str, str]] = {
    "dealt": {},
    "told": {"P1": "told", "P2": "told"},
    "quick": {"B7": "off", "K8": "off", "B14": "always"},
}
EVERY_DAY = {"atreides", "bene_gesserit"}  # who know the most; whole games below look at every phone
EVERY_MOMENT = {PUBLIC, *SIX} if EXAMPLES > 1 else {PUBLIC, *EVERY_DAY}  # the others look at the one with most secrets
STEPS = (20, 35) if EXAMPLES > 1 else (12, 20)  # at least and at most
PLANS = st.lists(st.integers(0, 10**6), min_size=STEPS[0], max_size=STEPS[1])


def game(folder: Path, viewer: str, seed: int, order: list[str], options: dict[str, Any], noise: int) -> Twin:
    """Set up a table with purses, traitors and a prediction from the noise, and seat everybody.

    That the prediction was made and how many have chosen a traitor is public, so both come before anything is compared.
    """
    dice = Random(noise)
    spice = {seat: 250 if seat == viewer else dice.randrange(200, 300) for seat in SIX}
    evening = Evening(folder, dice=Stacked(seed, order))
    own = viewer == "bene_gesserit"
    of, turn = ("fremen", 3) if own else (dice.choice(("fremen", "emperor", "harkonnen")), dice.randrange(1, 11))
    evening.begin(set_up(spice=spice, allies=ALLIES, **options)).must("host", "DealTraitors")
    evening.must("bene_gesserit", "Predict", of=of, turn=turn)
    traitors = evening.sitting.views.referee.state(Traitors)
    for seat in [seat for seat in traitors.dealt if seat not in traitors.kept]:
        leaders = traitors.dealt[seat]
        evening.must(seat, "KeepTraitor", leader=leaders[0] if seat == viewer else dice.choice(leaders))
    return Twin(evening, viewer, dice)


def other_deck(first: Twin, dice: Random) -> list[str]:
    """Return the deck with every card that the viewer never saw in another place."""
    order = list(first.evening.dice.order)  # type: ignore[attr-defined]
    seen = {card for row in first.evening.sitting.rows() for fact in row.events for card in faces(fact, first.fold)}
    loose = [place for place, card in enumerate(order) if card not in seen]
    mixed = dice.sample(loose, len(loose))
    moved = dict(zip(loose, (order[place] for place in mixed), strict=True))
    return [moved.get(place, card) for place, card in enumerate(order)]


def faces(fact: Any, viewer: str) -> set[str]:
    """Return the cards in an event as the viewer hears it, and the cards it moves in the open."""
    heard = as_seen_by(fact, viewer)
    if heard is None:
        return set()
    values = (getattr(heard, field.name) for field in fields(heard))
    return {card for value in values for card in (value if isinstance(value, tuple) else (value,)) if _is_card(card)}


def _is_card(value: object) -> bool:
    return isinstance(value, str) and "/" in value


def compare(viewer: str, numbers: list[int], kind: str, seed: int) -> None:
    """Play twice and assert that everything sent is the same."""
    options = TABLES[kind]
    one_seal = patch("referee.common.sealed_shuffles.seal_of", return_value="0" * 64)  # that a hash hides is trusted
    with one_seal, TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # one place: the controls show where it is
        first = game(Path(folder), viewer, seed, [], options, noise=seed + 1)
        for n, number in enumerate(numbers):
            first.play(plan(first.evening.public, viewer, 100 * number + n))
        everything, deck, one = first.look(live=False), other_deck(first, Random(seed)), first.purses()
        first.evening.close()
        for file in Path(folder).iterdir():
            file.unlink()
        second = game(Path(folder), viewer, seed, deck, options, noise=seed + 2)
        for n, step in enumerate(first.steps):
            second.play(step)
            assert second.seen.answers[n] == first.seen.answers[n], f"{viewer}'s own tap {step}"
            assert second.seen.rings[n] == first.seen.rings[n], f"the bell of {viewer} after {step}"
            assert second.seen.pages[n] == first.seen.pages[n], f"the pages of {viewer} after {step}"
        assert second.look(live=False) == everything
        assert second.purses() != one, "the two games differ in something"
        second.evening.close()


twins = settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),  # a failing plan is short enough to read as it is
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=same_every_run("REFEREE_TWIN_GAMES"),
)


@pytest.mark.parametrize("kind", TABLES)
@twins
@given(numbers=PLANS, seed=st.integers(0, 999))
def test_p1_the_shared_screen_cannot_tell_two_games_apart(kind: str, numbers: list[int], seed: int) -> None:
    compare(PUBLIC, numbers, kind, seed)


@twins
@given(numbers=PLANS, seed=st.integers(0, 999), kind=st.sampled_from(sorted(TABLES)))
def test_p1_the_tables_controls_cannot_tell_two_games_apart(kind: str, numbers: list[int], seed: int) -> None:
    compare("host", numbers, kind, seed)


@pytest.mark.parametrize(
    "viewer", [one if one in EVERY_DAY else pytest.param(one, marks=pytest.mark.long) for one in SIX]
)
@twins
@given(numbers=PLANS, seed=st.integers(0, 999), kind=st.sampled_from(sorted(TABLES)))
def test_p1_a_phone_cannot_tell_two_games_apart(viewer: str, numbers: list[int], seed: int, kind: str) -> None:
    compare(viewer, numbers, kind, seed)


# -- the live stream ----------------------------------------------------------------------------------


def opened(evening: Evening, viewer: str, path: str) -> Iterator[str]:
    """Open a stream as a viewer's browser does, past its greeting; no beat comes while a slow test reads the news."""
    evening.desk.bell.beat = inf
    answer = evening.who(viewer).get(f"/t/{evening.table}/{path}", headers={"X-Page": "1"}, buffered=False)
    assert answer.status_code == 200
    events = iter(answer.response)
    assert "beat" in text(next(events))
    return map(text, events)


def text(event: Any) -> str:
    return event.decode() if isinstance(event, bytes) else str(event)


@pytest.mark.parametrize(
    ("viewer", "page", "stream"),
    [
        ("host", "", "stream?board"),
        ("public", "", "stream?board"),
        ("fremen", "me?tab=bid", "me/stream?tab=bid"),
        ("atreides", "me?tab=more", "me/stream?tab=more"),
    ],
)
def test_p1_the_stream_keeps_a_page_as_a_fetch_would_show_it(play: Play, viewer: str, page: str, stream: str) -> None:
    evening = play("Kulon")
    fold, bell = PUBLIC if viewer in {"host", "public"} else viewer, evening.desk.bell
    events = opened(evening, viewer, stream)
    line = bell.page(evening.table, fold, "1")
    shown, weights = page_after("", next(events)), []
    begin = ("BeginBidding", "DeclareHands", "DealRow", "CloseWindow")
    acts: list[Callable[[], object]] = [partial(evening.must, "host", act) for act in begin]
    acts += [partial(evening.bid, amount) for amount in range(1, 9)]
    acts += [partial(evening.must, "host", act) for act in ("PauseClock", "ResumeClock", "Undo", "Redo", "ResumeClock")]
    acts += [evening.passes, partial(evening.passes, 4), partial(evening.wait, 15000)]
    for act in acts:
        act()
        while line and not line.is_drained():
            weights.append(len(news := next(events)))
            shown = page_after(shown, news)
        assert shown == evening.who(viewer).get(f"/t/{evening.table}/{page}", SCREEN).text
    assert "Kulon" not in shown and min(weights) < len(shown) * 2 / 3, "a pause too changes the buttons of a phone"


def test_p1_other_pages_are_only_told_to_look(play: Play) -> None:
    evening = play()
    evening.open_card()
    events = opened(evening, "host", "stream")
    evening.bid(3)
    assert next(events).startswith("event: look")


def test_p1_a_phone_that_lost_its_seat_is_sent_no_page(play: Play) -> None:
    evening = play()
    evening.open_card()
    events = opened(evening, "fremen", "me/stream?tab=bid")
    next(events)
    evening.host.post(f"/t/{evening.table}/seats", {"act": "Revoke", "seat": "fremen", "key": "1"})
    *_, last = events
    assert last.startswith("event: look")


def test_p1_a_screen_that_may_steer_no_longer_is_shown_the_onlookers_board(play: Play) -> None:
    evening = play()
    evening.open_card()
    events = opened(evening, "host", "stream?board")
    for ring in (evening.desk.credentials.steerers, evening.desk.keyring(evening.table)):
        for key in ring.held("host"):
            ring.forget(key.hash)
    next(events)
    evening.bid(3)
    name, shown = stream_event(next(events))
    assert not name and shown.startswith('<div id="look"') and 'name="act"' not in shown


# -- whole games: the very proof that the table can start by itself -----------------------------------

ROOMS = [int(word) for word in os.environ.get("REFEREE_ROOM_GAMES", "8").split(",")]
OF_MODULES = {"SkillsDealt", "SkillChosen", "TokenLaid", "NexusDrawn"}
GAMES = [int(word) for word in os.environ.get("REFEREE_WHOLE_GAMES", "11").split(",")]


@cache
def rooms(seed: int) -> list[Moment]:
    """A game of random modules, played once: at its end, and half-way where there is time for both."""
    half, end = in_the_boxes(seed)
    return [half, end] if EXAMPLES > 1 else [end]


def program(hall: Hall) -> Flask:
    """Return the program over a scratch copy, its templates compiled once."""
    app = create_app(hall, host="127.0.0.1", address="192.168.1.5")
    app.jinja_env.bytecode_cache = TEMPLATES
    return app


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> list[Moment]:
    """A game whose first storm is dialed, and a whole one in the middle of a battle and at its end."""
    return [*moments(request.param), first_turn(request.param)]


@pytest.fixture(scope="module")
def served(whole: list[Moment]) -> Iterator[list[tuple[Moment, Copy]]]:
    """Each moment, and the program over it, which every viewer asks."""
    with ExitStack() as open_now:
        yield [(one, open_now.enter_context(copy_of(program, "t", one.rows, one.at))) for one in whole]


def heard_in(acts: list[JournalAct], viewer: str) -> int:
    """Return how often a viewer's bell rang."""
    return sum(any(as_seen_by(fact, viewer) is not None for fact in act.events) for act in acts if act.kind == "act")


def heard_by_nobody(acts: list[JournalAct], viewer: str) -> list[JournalAct]:
    """Return the acts of which a viewer hears nothing at all."""
    own = [act for act in acts if act.kind == "act"]
    return [act for act in own if all(as_seen_by(fact, viewer) is None for fact in act.events)]


@pytest.mark.parametrize("fold", [PUBLIC, *SIX])
def test_p1_a_whole_game_with_other_secrets_sends_a_viewer_the_same_bytes(
    served: list[tuple[Moment, Copy]], fold: str
) -> None:
    for moment, one in served if fold in EVERY_MOMENT else served[:1]:
        other = flipped(moment.rows, lambda to: fold not in to, drop=2)
        silent = len(heard_by_nobody(moment.rows, fold))
        assert len(moment.rows) - len(other) == silent // 2 and secrets_in(other) != secrets_in(moment.rows)
        assert heard_in(other, fold) == heard_in(moment.rows, fold)
        with copy_of(program, "t", other, moment.at) as two:
            for viewer in (PUBLIC, HOST) if fold == PUBLIC else (fold,):
                proof = compared(viewer, one.sent(viewer), two.sent(viewer), b"key")
                assert proof.same and proof.pages > 8, (viewer, proof.differs)


@pytest.mark.parametrize("seed", ROOMS)
def test_p1_random_modules_with_other_secrets_send_a_viewer_the_same_bytes(seed: int) -> None:
    found = set()
    for moment in rooms(seed):
        found |= kinds_sealed(moment.rows)
        with copy_of(program, "t", moment.rows, moment.at) as one:
            for fold in (PUBLIC, *addressed(moment.rows)):
                other = flipped(moment.rows, lambda to, fold=fold: fold not in to)  # type: ignore[misc]
                assert secrets_in(other) != secrets_in(moment.rows)
                with copy_of(program, "t", other, moment.at) as two:
                    for viewer in (PUBLIC, HOST) if fold == PUBLIC else (fold,):
                        proof = compared(viewer, one.sent(viewer), two.sent(viewer), b"key")
                        assert proof.same and proof.pages > 8, (viewer, proof.differs)
    assert found >= {"AmbassadorsDrawn", "TerrorPlaced"} and found & OF_MODULES


@pytest.mark.parametrize("seat", ["bene_gesserit", pytest.param("harkonnen", marks=pytest.mark.long)])
def test_p1_the_tables_own_proof_finds_what_changed_and_nothing_else(whole: list[Moment], seat: str) -> None:
    moment = whole[0]
    found = {one.viewer: one for one in prove(program, "t", moment.rows, moment.at, seat)}
    assert {viewer for viewer, one in found.items() if not one.same} == {seat}
    own = ("/me/export.jsonl", "/case.jsonl")
    assert all("/secret" in path or path.endswith(own) for path in found[seat].differs), "behind the shield"
    assert set(found) == {PUBLIC, HOST, *SIX} and found[PUBLIC].first == found[PUBLIC].second


def test_p1_the_proof_on_the_table_screen_betrays_nothing_itself(play: Play) -> None:
    shown = []
    for card in ("Shield", "Tleilaxu Ghola"):
        evening = play("Kulon", card)
        text = evening.host.get(f"/t/{evening.table}/fair?seat=bene_gesserit&of=all").text
        assert (
            text.count(" the same</td>") == 7 and text.count("different, as expected") == 1 and "DIFFERENT" not in text
        )
        shown.append(re.sub(r"<code>[0-9a-f ]{19}</code>|evening-\d", "", text))
    again = evening.host.get(f"/t/{evening.table}/fair?seat=bene_gesserit&of=all").text
    assert again != text, "fingerprints are of no use a second time"
    assert shown[0] == shown[1] and evening.rows() == 7


def test_p1_any_screen_may_have_it_proved_of_itself_and_the_table_screen_of_each(play: Play) -> None:
    evening = play("Kulon", "Shield")
    base = f"/t/{evening.table}/fair"
    for viewer, name in (("fremen", "Fremen"), (PUBLIC, "An onlooker")):
        page = evening.who(viewer).get(f"{base}?seat=bene_gesserit&of=all").text
        assert page.count(" the same</td>") == 1 and name in page.partition("<tbody>")[2].partition("</tbody>")[0]
        assert "Compare all screens" not in page
    page = evening.host.get(f"{base}?seat=bene_gesserit").text
    assert page.count(" the same</td>") == 2 and page.count("&amp;of=") == 7
    assert evening.host.get(f"{base}?seat=bene_gesserit&of=fremen").text.count(" the same</td>") == 1
    assert f"{base}?seat=fremen" not in evening.phones["fremen"].get(base).text, "a phone compares others' secrets"


def test_p1_a_comparison_that_takes_minutes_finds_no_phone_asleep(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, moments = play("Kulon", "Shield"), count()
    monkeypatch.setattr(factory, "now_ms", lambda: 9000 * next(moments))
    text = evening.host.get(f"/t/{evening.table}/fair?seat=bene_gesserit&of=all").text
    assert text.count(" the same</td>") == 7 and "DIFFERENT" not in text


def test_p1_one_comparison_runs_at_a_time(play: Play) -> None:
    evening = play()
    with fairness._ONE:
        answer = evening.phones["fremen"].get(f"/t/{evening.table}/fair?seat=harkonnen")
    assert answer.status_code == 503 and "Another screen is comparing its pages." in answer.text
    assert evening.phones["fremen"].get(f"/t/{evening.table}/fair?seat=harkonnen").status_code == 200


@pytest.mark.parametrize("phase", ["bidding", "revival", "shipment"])
def test_every_way_of_asking_is_answered_alike(phase: str) -> None:
    """Purses and hands of the others differ, within what everybody sees of them."""
    games = []
    for spice, hand in ((0, ("Karama/1", "Shield/1")), (30, ("Lasgun/1", "Snooper/1"))):
        held = {seat: hand if seat == "emperor" else () for seat in SIX}
        purses = {seat: 7 if seat == "harkonnen" else spice for seat in SIX}
        table = LiveTable(hands=held, spice=purses, turn=2, B7="off").do(KeepCount(), phase)
        games.append(table.do(DealRow()) if phase == "bidding" else table)
    for viewer in ("harkonnen", PUBLIC):
        for question, _ in samples():
            one, other = (reply(game.screen(viewer), question) for game in games)
            assert one == other, (viewer, question)


@pytest.mark.parametrize("phase", ["revival", "shipment", "mentat_pause"])
def test_every_way_of_asking_is_answered_alike_whatever_the_boxes_hide(phase: str) -> None:
    """Another terror token in Arrakeen, other ambassadors behind the shield, another discovery face down."""
    games = []
    for token, seed in (("robbery", 3), ("atomics", 4)):
        options = {"E4": "secret", "M6": "on", "P6": "kept"}
        table = LiveTable("ecaz", "moritani", "harkonnen", "fremen", dice=Dice(seed), **options)  # type: ignore[arg-type]
        table.do(KeepCount(), PlaceStorm(1), "spice_blow", DiscoveryBlows(CARDS[0].card), "mentat_pause")
        games.append(table.do(PlaceTerror("moritani", "Arrakeen", token), "storm").do(phase))
    secrets = [(ambassadors(game.truth).supply.faces(), tokens_at(game.truth, "Arrakeen")) for game in games]
    assert secrets[0][0] != secrets[1][0] and secrets[0][1] != secrets[1][1]
    for viewer in ("harkonnen", PUBLIC):
        for question, _ in samples():
            one, other = (reply(game.screen(viewer), question) for game in games)
            assert one == other, (viewer, question)


@pytest.fixture(scope="module", autouse=True)
def each_question_is_read_once() -> Iterator[None]:
    """What a question is about is found in words and rule book alone, whichever table answers it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(answers, "understood", cache(answers.understood))
        patched.setattr(how_we_play, "of_question", cache(how_we_play.of_question))
        yield


def answered(table: Scratch, viewer: str) -> dict[str, object]:
    """Return what a table replies to a viewer, in every way of asking."""
    sitting = table.find("t")
    assert sitting is not None
    own = sitting.screen(viewer)
    return {question: reply(own, question) for question in every_question()}


@contextmanager
def asked(moments: list[Moment]) -> Iterator[list[tuple[Moment, Scratch]]]:
    """Each moment and its table, folded once for all who ask."""
    tables = [(moment, Scratch("t", moment.rows, moment.at)) for moment in moments]
    yield tables
    for _, table in tables:
        table.close()


@pytest.fixture(scope="module")
def asked_of(whole: list[Moment]) -> Iterator[list[tuple[Moment, Scratch]]]:
    with asked(whole) as tables:
        yield tables


@pytest.mark.parametrize("viewer", [PUBLIC, *SIX])
def test_every_way_of_asking_is_answered_alike_in_a_whole_game_with_other_secrets(
    asked_of: list[tuple[Moment, Scratch]], viewer: str
) -> None:
    """Traitors, prediction, locked plans, hands, purses and orders are others; the viewer may know none of them."""
    owner, looked_at = next(seat for seat in SIX if seat != viewer), asked_of[: None if viewer in EVERY_MOMENT else 1]
    for moment, table in looked_at:
        rows = flipped(moment.rows, lambda to: viewer not in to)
        assert secrets_in(rows) != secrets_in(moment.rows)
        other = Scratch("t", rows, moment.at)
        assert answered(other, viewer) == answered(table, viewer)
        if moment is looked_at[-1][0]:
            assert answered(other, owner) != answered(table, owner), "whose secrets differ is told so"
        other.close()


@pytest.mark.parametrize("seed", ROOMS)
def test_every_way_of_asking_is_answered_alike_with_random_modules_and_other_secrets(seed: int) -> None:
    with asked(rooms(seed)) as tables:
        for moment, table in tables:
            for viewer in (PUBLIC, *addressed(moment.rows)):
                other = Scratch("t", flipped(moment.rows, lambda to, viewer=viewer: viewer not in to), moment.at)  # type: ignore[misc]
                assert answered(other, viewer) == answered(table, viewer)
                other.close()
