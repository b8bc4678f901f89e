r"""P5: a secret act rings those concerned and nobody else, and changes no byte of anybody else's pages.

Mutants (``python -m tests.promises.mutants 5`` tries them):
referee/running/sitting.py: `        told = self.views.tell(act) if`
    -> `        told = self.views.tell(act) and set(self.views.tables) if` (concerned)
referee/web/app/submit.py: `    if made.by == "seat":\n        return True`
    -> `    if made.by == "seat":\n        return False` (refused)
referee/holdings/traitors.py: `TraitorsKept(frozenset({self.seat}), self.seat, (self.leader,)`
    -> `TraitorsKept(frozenset(table.seats), self.seat, (self.leader,)` (kept)
referee/phases/battle/reveal.py: `yield TraitorAnswered(frozenset({seat})`
    -> `yield TraitorAnswered(frozenset(table.seats)` (how_many)
referee/turn/clock.py: `if hears(event, PUBLIC):` -> `if table:` (restart)
referee/running/sitting.py: `first = who if command.shown_first else ""` -> `first = who` (order)
referee/web/phone/missed.py: `if act.who == seat and any(map(is_news, act.events))` -> `if act.who == seat` (missed)
referee/web/phone/missed.py: `b" " * (-len(body) % ALIKE)` -> `b""` (missed)
referee/web/phone/missed.py: `answer.cache_control.no_transform = True` -> `pass` (missed)
referee/web/after/kept.py: `stills = tuple(_stills(public, film))`
    -> `stills = tuple(_stills(sitting.views.referee, film))` (concerned)
referee/web/after/kept.py: `log = list(sitting.screen(PUBLIC).log)`
    -> `log = list(sitting.views.referee.log)` (concerned)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, Command, Table, kinds_below
from referee.running.acts import JournalAct, fold_acts
from referee.running.viewers import in_order
from referee.web.http.bell import KEEP
from referee.web.http.spool import Spool
from tests.kit import SCREEN, SIX, Evening, Play, kept_in, set_up, snapshot, unmoved

Stage = Callable[[Evening], None]
TOLD = {"P1": "told", "P2": "told"}


def in_talk(evening: Evening) -> None:
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)


def on_card(evening: Evening) -> None:
    evening.open_card()
    evening.bid(1)


def in_settlement(evening: Evening) -> None:
    evening.open_card()
    evening.must("emperor", "Back", to="atreides", amount=5)
    evening.bid(6)
    evening.passes(5)


STAGES = {"talk": in_talk, "card": on_card, "settle": in_settlement}
SECRETS = [
    ("atreides", "KeepNote", {"text": "Harkonnen bought poison"}, {"atreides"}, {}),
    ("emperor", "Back", {"to": "fremen", "amount": "4"}, {"emperor", "fremen"}, {}),
    ("spacing_guild", "Back", {"to": "atreides", "amount": "4"}, {"spacing_guild", "atreides"}, {}),
    ("emperor", "GiveSpice", {"to": "harkonnen", "amount": "4"}, {"emperor", "harkonnen"}, {}),
    ("atreides", "PayByKarama", {"on": "1"}, {"atreides"}, {}),
    ("fremen", "TellCard", {"card": "Snooper"}, {"fremen"}, TOLD),
    ("fremen", "TellSpice", {"amount": "17"}, {"fremen"}, TOLD),
]
REFUSED = [
    ("fremen", "KeepNote", {"text": "not allowed"}),
    ("fremen", "Back", {"to": "emperor", "amount": "1"}),
    ("emperor", "Back", {"to": "fremen", "amount": "99"}),
    ("fremen", "GiveSpice", {"to": "emperor", "amount": "1"}),
    ("fremen", "PayByKarama", {"on": "1"}),
    ("fremen", "TellCard", {"card": "Snooper"}),
    ("fremen", "TellSpice", {"amount": "17"}),
    ("fremen", "Bribe", {"to": "emperor", "amount": "500"}),
]


# every act at one stage and every stage with some act; all of them with --full
HEARD = [
    pytest.param(stage, *one, marks=[pytest.mark.long] * ((number - place) % len(STAGES) > 0))
    for number, one in enumerate(SECRETS)
    for place, stage in enumerate(STAGES)
]


def _named(value: object) -> str:
    """Return a stable test id, whatever the order of a set."""
    return " ".join(sorted(value)) if isinstance(value, set) else str(value)[:24]


@pytest.mark.parametrize(("stage", "seat", "act", "fields", "concerned", "options"), HEARD, ids=_named)
def test_p5_a_secret_act_is_heard_by_those_concerned_only(
    play: Play, stage: str, seat: str, act: str, fields: dict[str, str], concerned: set[str], options: dict[str, str]
) -> None:
    evening = play("Karama/1", **options)
    STAGES[stage](evening)
    before, rung = snapshot(evening), len(evening.rings)
    evening.must(seat, act, **fields)
    assert [set(ring) for ring in evening.rings[rung:]] == [concerned]
    after = snapshot(evening)
    unmoved(before, after, concerned)
    assert all(after[viewer] != before[viewer] for viewer in concerned), "who is concerned sees it"


@pytest.mark.parametrize("query", ["", "?s=600"])
def test_p5_what_a_phone_says_was_missed_is_the_same_after_a_secret_act_of_its_own(play: Play, query: str) -> None:
    evening = play("Karama/1")
    evening.open_card()
    evening.bid(2)
    evening.passes(5)
    page = f"/t/{evening.table}/me/missed{query}"
    before = evening.phones["atreides"].get(page).text
    evening.must("atreides", "KeepNote", text="Harkonnen bought poison")
    assert evening.phones["atreides"].get(page).text == before and "You bought 1 card." in before


@pytest.mark.parametrize("code", ["en", "de"])
def test_p5_what_was_missed_is_as_long_a_page_for_everybody_however_much_that_is(play: Play, code: str) -> None:
    evening = play("Karama/1")
    evening.open_card()
    evening.bid(2)
    evening.passes(5)
    evening.must("emperor", "Bribe", to="fremen", amount="2")
    page, zipped = f"/t/{evening.table}/me/missed?language={code}&s=", {"Accept-Encoding": "gzip"}
    answers = [one.get(f"{page}{s}", headers=zipped) for one in evening.phones.values() for s in (0, 600)]
    assert len({answer.text for answer in answers}) > 3, "they tell different things"
    assert len({answer.headers["Content-Length"] for answer in answers}) == 1


def test_p5_a_secret_act_does_not_show_in_the_time_that_is_left_after_a_restart(play: Play) -> None:
    left = []
    for acts in ((), ("KeepNote",)):
        evening = play("Karama/1", B7="60")
        evening.open_card()
        evening.wait(3000)
        for act in acts:
            evening.must("atreides", act, text="Harkonnen bought poison")
        evening.wait(1000)
        evening.restart()
        timer = evening.sitting.timer()
        assert timer is not None and timer.paused
        left.append(timer.due - evening.clock.at)
    assert left[0] == left[1]


def test_p5_what_is_refused_in_secret_stays_behind_the_shield(auction: Evening) -> None:
    before, rung, rows = snapshot(auction), len(auction.rings), auction.rows()
    for seat, act, fields in REFUSED:
        answer = auction.tap(seat, act, **fields)
        assert answer.status_code == 200 and "Not sent" not in answer.text, "a neighbour who looks sees no refusal"
        assert auction.rings[rung:] == [] and auction.rows() == rows, act
        unmoved(before, after := snapshot(auction), {seat})
        assert "Not sent" in auction.phones[seat].get(f"/t/{auction.table}/me/secret").text, act
        before = after


def test_p5_a_bid_beyond_the_purse_looks_like_no_tap_at_all(auction: Evening) -> None:
    phone, page = auction.phones["atreides"], f"/t/{auction.table}/me"
    untouched = phone.get(page, SCREEN)
    before, rung = snapshot(auction), len(auction.rings)
    answer = auction.tap("atreides", "Bid", amount=21, seen=auction.sight())
    assert (answer.status_code, answer.data) == (200, untouched.data)
    assert auction.rings[rung:] == []
    unmoved(before, snapshot(auction), {"atreides"})
    assert "20" in phone.get(f"{page}/secret").text


def test_p5_how_a_winner_means_to_pay_is_the_winners_own_business(play: Play) -> None:
    evening = play("Karama/1")
    in_settlement(evening)
    before, rung = snapshot(evening), len(evening.rings)
    evening.must("atreides", "ChooseShares", helper="emperor", amount=5)
    assert [set(ring) for ring in evening.rings[rung:]] == [{"atreides"}]
    unmoved(before, snapshot(evening), {"atreides"})


def test_p5_taking_back_what_a_printed_card_is_stays_secret(play: Play) -> None:
    evening = play(**TOLD)
    evening.must("fremen", "TellCard", card="Snooper")
    before, rung = snapshot(evening), len(evening.rings)
    form = evening.form("fremen", f"/t/{evening.table}/me/secret?tab=home", "UntellCard")
    evening.must("fremen", **form)
    assert [set(ring) for ring in evening.rings[rung:]] == [{"fremen"}]
    unmoved(before, snapshot(evening), {"fremen"})


def test_p5_a_window_shows_the_same_to_all_whoever_holds_a_karama(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.common.sealed_shuffles.seal_of", lambda *words: "0" * 64)
    seen = []
    for top in ("Karama/1", "Shield/1"):
        evening = play(top)
        evening.must("host", "GoTo", phase="shipment")
        evening.must("spacing_guild", "Ship", normal=3, goal="Arsunt")
        stages = [snapshot(evening)]
        assert "Stop it with Karama" in evening.phones["atreides"].get(f"/t/{evening.table}/me").text
        evening.must("fremen", "Ready")
        evening.tap("fremen", "StopPower", rule="2.06.06")
        stages.append(snapshot(evening))
        evening.wait(11_000)
        seen.append([*stages, snapshot(evening)])
    for one, other in zip(*seen, strict=True):
        unmoved(one, other, {"atreides"})


def bribed(folder: Path, *, gift: bool) -> Evening:
    """Have the Guild pay a bribe that the Emperor may spend at once, and does in secret if there is a gift."""
    evening = Evening(folder)
    seats = ("spacing_guild", "emperor", "fremen")
    evening.begin(set_up(seats, spice={"emperor": 1}, allies=(("emperor", "fremen"),), T11="immediate"))
    evening.must("host", "GoTo", phase="shipment")
    evening.must("spacing_guild", "Bribe", to="emperor", amount=4)
    if gift:
        evening.must("emperor", "GiveSpice", to="fremen", amount=3)
    return evening


def test_p5_what_only_the_referee_knows_refuses_take_back_as_being_late_does(tmp_path: Path) -> None:
    after_a_gift, too_late = (bribed(tmp_path / name, gift=name == "gift") for name in ("gift", "none"))
    phone = f"/t/{after_a_gift.table}/me"
    assert after_a_gift.bytes_of("spacing_guild", phone) == too_late.bytes_of("spacing_guild", phone)
    too_late.wait(4100)
    answers = [one.tap("spacing_guild", "TakeBack") for one in (after_a_gift, too_late)]
    assert answers[0].status_code == 409 and answers[0].data == answers[1].data
    assert tuple(answers[0].headers) == tuple(answers[1].headers)
    assert "TakeBack" not in after_a_gift.phones["spacing_guild"].get(phone).text, (
        "the button goes, as it does with time"
    )
    again = after_a_gift.tap("spacing_guild", "TakeBack")
    assert (again.status_code, again.data) == (409, answers[1].data)
    after_a_gift.wait(4100)
    assert after_a_gift.bytes_of("spacing_guild", phone) == too_late.bytes_of("spacing_guild", phone)
    after_a_gift.close()
    too_late.close()


def test_p5_take_back_takes_as_long_where_nothing_secret_came_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded = list[str]()

    def fold(acts: Iterable[JournalAct], viewer: str) -> Table:
        folded.append(viewer)
        return fold_acts(acts, viewer)

    monkeypatch.setattr("referee.running.viewers.fold_acts", fold)
    for name, acts in (("alone", 0), ("noted", 1)):
        evening = Evening(tmp_path / name)
        evening.begin(set_up(spice={"emperor": 9}))
        evening.must("host", "GoTo", phase="shipment")
        evening.must("emperor", "Bribe", to="fremen", amount=1)
        for _ in range(acts):
            evening.must("atreides", "KeepNote", text="in secret")
        evening.must("emperor", "TakeBack")
        evening.close()
    assert len(folded) == 2


def test_p5_a_battle_plan_does_not_count_what_others_did_in_secret(tmp_path: Path) -> None:
    seen = []
    for name, notes in (("quiet", 0), ("noted", 2)):
        evening = Evening(tmp_path / name)
        evening.begin(set_up(K8="off"))
        for n in range(notes):
            evening.must("atreides", "KeepNote", text=f"note {n}")
        evening.must("host", "GoTo", phase="battle")
        evening.must(
            "host", "BeginBattle", territory="Arrakeen", one="fremen", two="harkonnen", one_normal=5, two_normal=5
        )
        seen.append(evening.bytes_of("fremen", f"/t/{evening.table}/me/secret?tab=home"))
        evening.close()
    assert b"plan-of" in seen[0][2] and seen[0] == seen[1]


# -- traitors, predictions, prescience, plans ---------------------------------------------------------


def set_up_begun(evening: Evening) -> None:
    evening.must("host", "DealTraitors")


def turn_1_started(evening: Evening) -> None:
    evening.must("host", "StartTurnOne", first="atreides")


def predicted(evening: Evening) -> None:
    """All saw that the prediction was sealed; that it is changed nobody sees."""
    set_up_begun(evening)
    evening.must("bene_gesserit", "Predict", of="fremen", turn="7")


def battle(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="battle")
    two = {"one": "atreides", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Arrakeen", **two)


def in_battle(evening: Evening) -> None:
    battle(evening)
    evening.must("atreides", "StaySilent", rule="2.01.08")


def asked(evening: Evening) -> None:
    battle(evening)
    evening.must("atreides", "Announce", rule="2.01.08")
    evening.must("atreides", "AskPrescience", part="leader")


def locked(evening: Evening) -> None:
    in_battle(evening)
    evening.must("atreides", "LockPlan", dial=1, leader="Duncan Idaho")
    evening.must("harkonnen", "LockPlan", dial=1, leader="Umman Kudu")


def own_traitor(evening: Evening, seat: str, number: int) -> dict[str, str]:
    return {"leader": evening.sitting.screen(seat).state(Traitors).dealt[seat][number]}


ALONE = [
    (predicted, "bene_gesserit", "Predict", lambda evening: {"of": "emperor", "turn": "3"}),
    (locked, "emperor", "AnswerTraitor", lambda evening: {"answer": "wait"}),
]


@pytest.mark.parametrize(("stage", "seat", "act", "fields"), ALONE)
def test_p5_predictions_and_answers_are_heard_by_their_owner_only(
    play: Play, stage: Stage, seat: str, act: str, fields: Callable[[Evening], dict[str, str]]
) -> None:
    evening = play(K8="off")
    stage(evening)
    sent = fields(evening)
    before, rung = snapshot(evening), len(evening.rings)
    evening.must(seat, act, **sent)
    assert [set(ring) for ring in evening.rings[rung:]] == [{seat}]
    unmoved(before, snapshot(evening), {seat})


COUNTED = [
    (locked, "AnswerTraitor", (("harkonnen", {"answer": "yes"}), ("atreides", {"answer": "no"}))),
]


KEPT = [(turn_1_started, "emperor", (1, 2)), (set_up_begun, "bene_gesserit", (0, 3))]


@pytest.mark.parametrize(("stage", "seat", "ways"), KEPT)
def test_p5_that_a_traitor_is_kept_is_seen_and_never_which(
    play: Play, stage: Stage, seat: str, ways: tuple[int, int]
) -> None:
    shown = []
    for number in ways:
        evening = play(K8="off")
        stage(evening)
        rung = len(evening.rings)
        evening.must(seat, "KeepTraitor", **own_traitor(evening, seat, number))
        shown.append((snapshot(evening), [set(ring) for ring in evening.rings[rung:]]))
    (one, ring), (other, ring_too) = shown
    assert ring == ring_too
    unmoved(one, other, {seat})


@pytest.mark.parametrize(("stage", "act", "ways"), COUNTED)
def test_p5_of_what_is_due_behind_a_shield_others_see_how_many_have_done_it_and_not_who(
    play: Play, stage: Stage, act: str, ways: tuple[tuple[str, dict[str, str]], ...]
) -> None:
    shown = []
    for seat, what in ways:
        evening = play(K8="off")
        stage(evening)
        rung = len(evening.rings)
        evening.must(seat, act, **what)
        shown.append((snapshot(evening), [set(ring) for ring in evening.rings[rung:]]))
    (one, ring), (other, ring_too) = shown
    assert ring == ring_too
    unmoved(one, other, {seat for seat, _ in ways})


ALIKE = [
    (asked, "AnswerPrescience", [{"answer": "Umman Kudu"}, {"answer": "Feyd-Rautha"}], {"harkonnen", "atreides"}),
    (
        in_battle,
        "LockPlan",
        [{"dial": 1, "leader": "Umman Kudu"}, {"dial": 2, "leader": "Beast Rabban"}],
        {"harkonnen"},
    ),
]


@pytest.mark.parametrize(("stage", "act", "ways", "concerned"), ALIKE)
def test_p5_an_answer_or_a_plan_looks_alike_whatever_is_in_it(
    play: Play, stage: Stage, act: str, ways: list[dict[str, Any]], concerned: set[str]
) -> None:
    shown = []
    for way in ways:
        evening = play("Kulon/1", K8="off")
        stage(evening)
        rung = len(evening.rings)
        evening.must("harkonnen", act, **way)
        shown.append((snapshot(evening), evening.rings[rung:]))
    unmoved(shown[0][0], shown[1][0], concerned)
    assert shown[0][1] == shown[1][1] and all(shown[0][0][viewer] != shown[1][0][viewer] for viewer in concerned)


# -- streams and the start page -----------------------------------------------------------------------


def test_p5_open_streams_hear_nothing_of_a_secret_act(auction: Evening) -> None:
    table, bell = auction.table, auction.desk.bell
    streams = {viewer: Spool(bell.listen(table, viewer)) for viewer in (PUBLIC, *SIX)}
    assert all(b"beat" in next(stream) for stream in streams.values())
    auction.must("atreides", "KeepNote", text="quiet")
    assert {viewer for viewer, stream in streams.items() if stream.full} == {"atreides"}
    assert next(streams["atreides"]).startswith(b"event: look\n")


def test_p5_secret_acts_do_not_move_a_table_on_the_start_page(play: Play) -> None:
    evening = play()
    first = evening.table
    evening.set_table()
    start = evening.onlooker.get("/").data
    evening.table = first
    for n in range(40):
        evening.must("atreides", "KeepNote", text=f"{n} " + "x" * 400)
    kept_in(evening.sitting)._db.execute("pragma wal_checkpoint")  # SQLite does so by itself now and then
    assert evening.onlooker.get("/").data == start


# -- in which order -----------------------------------------------------------------------------------


class Ear:
    """A page that notes when it is sent something."""

    full = False

    def __init__(self, viewer: str, sent: list[str]) -> None:
        self.viewer, self.sent = viewer, sent

    def put(self, words: bytes) -> None:
        self.sent.append(self.viewer)

    def flush(self) -> None: ...

    def close(self) -> None: ...


def opened(evening: Evening) -> list[str]:
    """Open all pages; return the list in which each is noted as it is sent something."""
    sent: list[str] = []
    for viewer in (*SIX, PUBLIC):
        stream, who = ("stream?board", "host") if viewer == PUBLIC else ("me/stream?tab=bid", viewer)
        ear = Ear(viewer, sent)
        given = dict[str, Any]({KEEP: lambda stream, ear=ear: stream.begin(ear)})
        evening.who(who).get(f"/t/{evening.table}/{stream}", headers={"X-Page": viewer}, **given)
    return sent


def test_p5_after_a_sealed_act_pages_are_sent_in_an_order_that_does_not_depend_on_who_sent_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(turn="2", B6="off", B7="off", K8="off"))
    evening.must("host", "GoTo", phase="battle", anyway="1")
    forces = {"one": "emperor", "two": "harkonnen", "one_normal": 3, "two_normal": 10}
    evening.must("host", "BeginBattle", territory="Carthag", **forces)
    acts = [("emperor", "LockPlan", {"dial": 1, "leader": "Caid", "traitor": ""})]
    acts += [("harkonnen", "LockPlan", {"dial": 1, "leader": "Umman Kudu", "traitor": ""})]
    acts += [
        (seat, "AnswerTraitor", {"answer": "no"})
        for seat in (*(one for one in reversed(SIX) if one != "emperor"), "emperor")
    ]
    sent = opened(evening)
    for seat, act, fields in acts:
        sent.clear()
        evening.must(seat, act, mark=seat, **fields)
        told = [viewer for viewer in ("emperor", "harkonnen", PUBLIC, *sorted(SIX)) if viewer in sent]
        assert seat in told, act
        assert sent == [*dict.fromkeys(told)], f"{act}: the two who fight come first in any case"


def test_p5_after_an_open_act_the_order_is_that_of_its_kind_whatever_lies_behind_a_shield(play: Play) -> None:
    orders = []
    for hidden in ("", "PayByKarama"):
        evening = play("Karama/1", B7="off")
        evening.open_card()
        first = evening.bidding.turn
        if hidden:
            evening.must(first, hidden, on="1")
        sent = opened(evening)
        sent.clear()
        evening.bid(2, mark=first)
        orders.append(list(sent))
        assert sent == [first, PUBLIC, *sorted({*SIX} - {first})]
    assert orders[0] == orders[1]


def test_p5_only_what_is_wholly_in_the_open_is_shown_first_to_who_sent_it() -> None:
    first = [kind for kind in kinds_below(Command) if kind.shown_first]
    assert first
    assert not [kind for kind in first if kind.by != "both" or kind.hushed or kind.grave or kind.own_phone]
    assert list(in_order({"b", "a", PUBLIC}, Table(), "b")) == ["b", PUBLIC, "a"]
    assert list(in_order({"b", "a", PUBLIC}, Table())) == [PUBLIC, "a", "b"]
    assert list(in_order({"a", PUBLIC, "b"}, Table(), "c")) == [PUBLIC, "a", "b"]
    assert list(in_order({"b", "a"}, Table(), "b")) == ["a", "b"], "what not all hear tells nobody's place"
