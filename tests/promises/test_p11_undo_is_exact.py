r"""P11: undo and redo are exact, at any depth, also after a restart; what was once seen stays on record.

What showed somebody something hidden no seat takes back alone. Every act of a seat in ``tests/rules`` and in games at
random is watched for that (``tests/kit/knowledge.py``), here and there; the four that matter most are tapped here.

Mutants (``python -m tests.promises.mutants 11`` tries them):
referee/running/acts.py: `act.number >= row.target and not _lasting(act)`
    -> `act.number > row.target and not _lasting(act)`
referee/running/acts.py: `            undone.clear()` -> `            pass` (restart or new_act)
referee/running/looking.py: `shown = list(self._shown)` -> `shown = list(self._acts)` (reveal)
referee/running/sitting.py: `        if self._opened(last.number, seat):` -> `        if False:` (opened)
referee/running/sitting.py: `if last.number != self._not_alone and stands_apart(last, self._acts, self.views.referee):`
    -> `if False:` (builds)
referee/running/viewers.py: `possible = not count_all(table).wrong` -> `possible = True` (builds)
referee/running/sitting.py: `self._take("own", seat` -> `self._take("back", seat` (nothing_of_anybody)
referee/running/acts.py: `return [act for act in acts if act.number == row.target]`
    -> `return [act for act in acts if act.number >= row.target]` (nothing_of_anybody)
referee/running/sitting.py: `if act.kind in {"back", "own"}:` -> `if act.kind == "own":` (reads_what)
referee/web/phone/phone.py: `or not sitting.holds(number) ` -> `` (reads_what)
referee/running/looking.py: ` or self._opened(last.number, seat):` -> `:` (opened)
referee/running/looking.py: `act.number >= since` -> `act.number == since` (opened)
referee/kernel/events.py: `({maker} if event.own else set())` -> `{maker}` (opened)
referee/kernel/events.py: `({maker} if event.own else set())` -> `set()` (first_of_two)
referee/phases/battle/events.py: `because=("1.07.05",), shows="plan"`
    -> `because=("1.07.05",)` (others_secret)
referee/holdings/hands.py: `discards="card"` -> `discards=""` (random)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.agreements.bribes import Bribe
from referee.common.factions import FACTIONS, named
from referee.factions.atreides.prescience import LookAtSpice
from referee.holdings.purse import GiveSpice
from referee.kernel import PUBLIC, Command
from referee.phases.battle.battle_as_known import callers
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.spice_blow.deck import DrawSpiceCard
from referee.phases.storm.dials import dialers
from referee.running.outcome import AT_ONCE, OPENED, Outcome
from referee.turn.next_phase import GoTo
from referee.web.app.event_lines import WENT_TOO
from referee.web.app.submit import last_told
from tests.kit import (
    SIX,
    Evening,
    Known,
    LiveTable,
    Meddlers,
    Stacked,
    Watch,
    all_known,
    deck,
    folded,
    of_files,
    same_every_run,
    set_up,
)
from tests.promises.playing import ALLIES, Step, plan

EXAMPLES = int(os.environ.get("REFEREE_UNDO_GAMES", "4"))
GAMES = int(os.environ.get("REFEREE_SLIPS", "4"))


def begin(folder: Path, **options: Any) -> Evening:
    """Set a table with rich purses; nobody can fail to pay."""
    evening = Evening(folder, dice=Stacked(3, deck("Karama/1")))
    return evening.begin(set_up(spice=dict.fromkeys(SIX, 300), allies=ALLIES, **options))


def send(evening: Evening, one: Step) -> None:
    """Send a planned step; waiting and restarting have tests of their own."""
    if one.who != "time":
        evening.tap(one.who, one.act, **dict(one.fields))


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    derandomize=same_every_run("REFEREE_UNDO_GAMES"),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(numbers=st.lists(st.integers(0, 10**6), min_size=25, max_size=45), back=st.integers(1, 30), data=st.data())
def test_p11_undo_is_the_fold_of_what_came_before(numbers: list[int], back: int, data: st.DataObject) -> None:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        evening = begin(Path(folder))
        states: dict[int, Known] = {}
        for n, number in enumerate(numbers):
            states[evening.sitting.acts()[-1].number] = all_known(evening)
            send(evening, plan(evening.public, data.draw(st.sampled_from(SIX)), 100 * number + n))
            assert n % 5 or all_known(evening) == folded(evening.sitting.acts()), (
                "the running table is the fold of its log"
            )
        _and_back(evening, states, back)
        evening.close()


def _and_back(evening: Evening, states: dict[int, Known], back: int) -> None:
    """Undo as often as wanted; every time the table is what it was, also after a restart; then redo all of it."""
    top, undone = all_known(evening), 0
    rows = evening.sitting.rows()
    while undone < back and evening.tap("host", "Undo").status_code == 200:
        undone += 1
        last = evening.sitting.acts()[-1].number
        assert all_known(evening) == folded(evening.sitting.acts())
        assert last not in states or all_known(evening) == states[last]
    below = all_known(evening)
    evening.restart()
    assert strip(all_known(evening)) == strip(below), "a restart forgets nothing but that the clock ran"
    assert evening.sitting.rows()[: len(rows)] == rows, "nothing written is ever deleted"
    for _ in range(undone):
        evening.must("host", "Redo")
    assert strip(all_known(evening)) == strip(top)


def strip(knowledge: Known) -> Known:
    """Leave out the log: a restart and undo are written into it."""
    return {viewer: {k: v for k, v in what.items() if k != "log"} for viewer, what in knowledge.items()}


def test_p11_undo_back_to_a_line_of_the_history(auction: Evening) -> None:
    before = all_known(auction)
    line = len(auction.public.log) + 1
    for amount in range(1, 8):
        auction.bid(amount)
    auction.must("emperor", "Back", to="fremen", amount=3)
    auction.must("host", "Undo", to=line)
    assert all_known(auction) == before
    auction.must("host", "Redo")
    assert auction.bidding.high == 7 and "supports" in str(
        [heard.event.sentence(named) for heard in auction.sitting.screen("fremen").log]
    )


def test_p11_undo_of_a_reveal_keeps_who_saw_it(evening: Evening) -> None:
    evening.open_card()
    face = evening.sitting.screen("atreides").states
    seen = evening.sitting.seen("atreides")
    assert any("CardPeeked" in type(event).__name__ for _, event in seen)
    while evening.tap("host", "Undo").status_code == 200:
        pass
    assert evening.sitting.screen("atreides").states != face, "the look itself is taken back"
    assert evening.sitting.seen("atreides") == seen
    evening.restart()
    assert evening.sitting.seen("atreides") == seen
    assert not any("CardPeeked" in type(event).__name__ for _, event in evening.sitting.seen("fremen"))


def test_p11_chance_is_not_rolled_again(evening: Evening) -> None:
    evening.open_card()
    row = list(evening.sitting.views.referee.states.values())
    for act in ("Undo", "Undo", "Redo", "Redo"):
        evening.must("host", act)
    assert list(evening.sitting.views.referee.states.values()) == row
    evening.restart()
    hand = [list(own.hand) for own in evening.sitting.views.referee.seats.values()]
    evening.restart()
    assert [list(own.hand) for own in evening.sitting.views.referee.seats.values()] == hand


def test_p11_a_new_act_ends_what_could_be_put_back(auction: Evening) -> None:
    auction.bid(1)
    auction.must("host", "Undo")
    auction.must("atreides", "KeepNote", text="a secret act ends nothing")
    assert "Redo" in auction.host.get(f"/t/{auction.table}/").text
    auction.must("host", "ResumeClock")
    auction.bid(2)
    answer = auction.tap("host", "Redo")
    assert answer.status_code == 409 and "nothing to redo" in answer.text
    auction.restart()
    assert auction.tap("host", "Redo").status_code == 409, "nor after a restart"


def test_p11_undo_ends_at_the_set_up(evening: Evening) -> None:
    answer = evening.tap("host", "Undo")
    assert answer.status_code == 409 and "nothing to undo" in answer.text
    evening.must("host", "BeginBidding")
    evening.must("host", "Undo")
    assert evening.tap("host", "Undo").status_code == 409 and list(evening.public.seats) == list(SIX)


@pytest.mark.parametrize("to", ["0", "-1", "1", "99999", "1.5", "x", "", "²", "٣", "9" * 400])
def test_p11_undo_to_a_line_that_is_none_changes_nothing(auction: Evening, to: str) -> None:
    auction.bid(1)
    before = auction.rows()
    answer = auction.tap("host", "Undo", to=to)
    assert answer.status_code in ({200} if to == "" else {409, 400})
    assert auction.rows() == before + (to == "")


def test_p11_after_undo_the_clock_begins_anew_and_waits_until_the_table_goes_on(auction: Evening) -> None:
    auction.bid(1)
    auction.clock.at += 4000
    auction.must("host", "Undo")
    timer = auction.sitting.timer()
    assert timer and timer.left(auction.clock.at) == 10_000 and timer.paused
    assert "Taken back: Atreides bid 1." in auction.host.get(f"/t/{auction.table}/").text
    assert "Taken back: Atreides bid 1." in auction.phones["fremen"].get(f"/t/{auction.table}/me").text
    auction.must("host", "Redo")
    timer = auction.sitting.timer()
    assert timer and timer.paused and timer.left(auction.clock.at) == 10_000


def test_p11_an_undo_takes_back_what_its_button_said_and_nothing_else(auction: Evening) -> None:
    auction.bid(1)
    shown = last_told(auction.sitting)
    assert "Atreides bid 1." in auction.host.get(f"/t/{auction.table}/").text
    auction.must("atreides", "KeepNote", text="a secret act outdates no button")
    assert last_told(auction.sitting) == shown
    auction.bid(2)
    answer = auction.tap("host", "Undo", last=shown)
    assert answer.status_code == 409 and auction.bidding.high == 2
    auction.must("host", "Undo", last=last_told(auction.sitting))
    assert auction.bidding.high == 1


@of_files
def test_p11_a_table_that_is_opened_again_shows_its_page_and_nothing_as_taken_back(auction: Evening) -> None:
    auction.bid(1)
    auction.must("host", "Undo")
    auction.restart()
    shown = auction.host.get(f"/t/{auction.table}/")
    assert shown.status_code == 200 and "Taken back" not in shown.text


# -- what no seat takes back alone --------------------------------------------------------------------

Taps = list[tuple[str, str, dict[str, Any]]]
RICHESE = ("richese", "fremen", "choam", "emperor")
LOT = {"card": "Stone Burner", "style": "silent", "when": "first", "way": "right"}


def plans(folder: Path, answer: str = "no") -> tuple[Evening, Taps]:
    """Begin a battle; two players lock their plans, each with the answer about traitors."""
    evening = Evening(folder).begin(set_up(K8="off"))
    evening.must("host", "GoTo", phase="battle", anyway="1")
    fields = {"one": "fremen", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Arrakeen", **fields)
    made = {"fremen": "Stilgar", "harkonnen": "Umman Kudu"}
    return evening, [(seat, "LockPlan", {"dial": 2, "leader": made[seat], "traitor": answer}) for seat in made]


def traitors(folder: Path) -> tuple[Evening, Taps]:
    """Lock both plans; then players answer about traitors."""
    evening, locks = plans(folder, "")
    for seat, act, fields in locks:
        evening.must(seat, act, **fields)
    live = evening.public.state(LiveBattle)
    return evening, [(seat, "AnswerTraitor", {"answer": "no"}) for seat in callers(evening.public, live)]


def dials(folder: Path) -> tuple[Evening, Taps]:
    """Go to the first storm; the two beside Storm Start dial."""
    evening = Evening(folder).begin(set_up(K8="off"))
    evening.must("host", "GoTo", phase="storm", anyway="1")
    evening.must("host", "SeatMarkers", seat="emperor")
    return evening, [(seat, "DialStorm", {"number": 4}) for seat in dialers(evening.public)]


def bids(folder: Path) -> tuple[Evening, Taps]:
    """Put up a card of the cache for sealed bids."""
    evening = Evening(folder).begin(set_up(RICHESE, spice=dict.fromkeys(RICHESE, 9), B7="off", K8="off"))
    for who, act in (
        ("host", "BeginBidding"),
        ("host", "DeclareHands"),
        ("richese", "OfferCache"),
        ("host", "DealRow"),
    ):
        evening.must(who, act, **(LOT if act == "OfferCache" else {}))
    return evening, [(seat, "SealBid", {"amount": 2}) for seat in RICHESE]


@pytest.fixture(params=[plans, traitors, dials, bids], ids=lambda scene: scene.__name__)
def sealed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Evening, Taps]]:
    evening, taps = request.param(tmp_path)
    yield evening, taps
    evening.close()


def take_back(evening: Evening, seat: str) -> bool:
    """Return True if this seat's phone has an active Take back."""
    return 'value="TakeBack"' in evening.phones[seat].get(f"/t/{evening.table}/me").text


def test_p11_a_seat_does_not_take_back_alone_what_opened_the_others_secret(sealed: tuple[Evening, Taps]) -> None:
    evening, taps = sealed
    for seat, act, fields in taps:
        before = all_known(evening)
        evening.must(seat, act, **fields)
    page = f"/t/{evening.table}/me"
    stood, others = all_known(evening), {one: evening.bytes_of(one, page) for one in evening.phones if one != seat}
    assert not take_back(evening, seat)
    for hx in (True, False):
        rows, rung = evening.rows(), len(evening.rings)
        answer = evening.tap(seat, "TakeBack", hx=hx)
        assert answer.status_code == 409 and OPENED.sentence in answer.text and "4.97.02" in answer.text
        assert evening.rows() == rows and all_known(evening) == stood
        assert len(evening.rings) == rung and others == {one: evening.bytes_of(one, page) for one in others}
    shown = evening.sitting.seen(seat)
    evening.must("host", "Undo")
    assert all_known(evening) == before and evening.sitting.seen(seat) == shown, (
        "the table may, and what was seen was seen"
    )


@pytest.mark.parametrize("scene", [plans, dials])
def test_p11_the_first_of_two_still_takes_back_what_only_they_know(
    tmp_path: Path, scene: Callable[[Path], tuple[Evening, Taps]]
) -> None:
    evening, ((seat, act, fields), *_) = scene(tmp_path)
    before = all_known(evening)
    evening.must(seat, act, **fields)
    assert take_back(evening, seat)
    evening.must(seat, "TakeBack")
    assert all_known(evening) == before
    evening.close()


def test_p11_what_its_seat_opened_in_secret_since_is_not_taken_back_with_an_earlier_tap() -> None:
    table = LiveTable("atreides", "emperor", phase="spice_blow", P5="dealt").do(DrawSpiceCard())
    table.do(GoTo("shipment", anyway=True), Bribe("atreides", "emperor", 1))
    assert table.slip("atreides")
    table.do(LookAtSpice("atreides"))
    assert table.slip("atreides") is None and table.undo("atreides").objections == (OPENED,)
    assert table.undo(PUBLIC).done


def test_p11_a_take_back_on_its_way_while_the_other_locks_takes_nothing_back(tmp_path: Path) -> None:
    evening, ((first, act, fields), (second, other, more)) = plans(tmp_path)
    evening.must(first, act, **fields)
    form = evening.form(first, f"/t/{evening.table}/me", "TakeBack")
    evening.must(second, other, **more)
    rows = evening.rows()
    assert evening.tap(first, **form).status_code == 409 and evening.rows() == rows
    assert evening.tap(second, **form).status_code == 409 and evening.rows() == rows
    evening.close()


def test_p11_a_seat_takes_back_its_own_act_and_nothing_of_anybody_else(tmp_path: Path) -> None:
    evening, ((caller, act, fields), *others) = traitors(tmp_path)
    counted = {caller, *(one for one, *_ in others), "emperor", "atreides"}
    seat = next(one for one in evening.phones if one not in counted)  # who cannot call: such an answer is not counted
    evening.must("emperor", "Bribe", to="fremen", amount=3)
    evening.must(seat, act, **fields)
    evening.must("atreides", "KeepNote", text="mine")
    acts = evening.sitting.acts()
    assert take_back(evening, "emperor")
    evening.must("emperor", "TakeBack")
    assert evening.sitting.acts() == [one for one in acts if one.number != acts[-3].number]
    assert all_known(evening) == folded(evening.sitting.acts())
    evening.restart()
    assert all_known(evening) == folded(evening.sitting.acts())
    evening.must("host", "Redo")
    assert evening.sitting.acts()[-1] == acts[-3], "and the table may bring it back"
    evening.close()


def test_p11_what_a_secret_act_builds_on_is_not_taken_back_alone_and_the_refusal_is_the_usual_one() -> None:
    table = LiveTable(
        "spacing_guild", "emperor", "fremen", spice={"emperor": 0}, allies="emperor fremen", T11="immediate"
    )
    table.do("bidding", Bribe("spacing_guild", "emperor", 4), GiveSpice("emperor", "fremen", 3))
    before = table.acts()
    assert table.slip("spacing_guild"), "the button does not tell of the gift"
    assert table.undo("spacing_guild").objections == (AT_ONCE,) and table.acts() == before
    assert table.undo("emperor").objections == (AT_ONCE,)


@of_files
def test_p11_each_phone_reads_what_the_tables_undo_took_of_its_own(tmp_path: Path) -> None:
    evening, ((caller, act, fields), *others) = traitors(tmp_path)
    counted = {caller, *(one for one, *_ in others), "emperor", "atreides"}
    seat = next(one for one in evening.phones if one not in counted)  # who cannot call: such an answer is not counted
    evening.must("emperor", "Bribe", to="fremen", amount=3)
    evening.must(seat, act, **fields)
    page, secret = f"/t/{evening.table}/me", f"/t/{evening.table}/me/secret"
    assert "Your answer is saved" in evening.phones[seat].get(page).text
    evening.must("host", "Undo")
    shown = evening.phones[seat].get(page).text
    assert "Your answer is saved" not in shown and WENT_TOO in shown
    assert "this back too" in evening.phones[seat].get(secret).text
    for other in evening.phones.keys() - {seat}:
        assert WENT_TOO not in evening.phones[other].get(page).text
        assert "this back too" not in evening.phones[other].get(secret).text
    evening.must("host", "Redo")
    assert "Your answer is saved" in evening.phones[seat].get(page).text
    evening.close()


class Slips(Meddlers):
    """Players who would take back whatever they did."""

    def __init__(self, *how: Any) -> None:
        self.watch = Watch()
        super().__init__(*how)

    def try_it(self, command: Command, who: str = PUBLIC) -> Outcome:
        outcome = super().try_it(command, who)
        if outcome.events:
            self.watch.look(self.sitting, command, who)
        return outcome


def test_p11_in_games_at_random_no_seat_takes_back_alone_what_it_opened() -> None:
    opened, harmless = set[str](), set[str]()
    grave, light = {"Pass", "AnswerTraitor", "PutQuestion"}, {"Pass", "Bid", "LockPlan", "SetDown"}
    for number, seed in enumerate(range(8, 8 + 6 * GAMES)):  # the first two meet all of these
        if number >= GAMES and grave <= opened and light <= harmless:
            break
        dice = Random(seed)
        players = Slips(seed, dice.sample(sorted(FACTIONS), dice.randint(2, 8)), dice.choice(["basic", "advanced"]))
        players.play(turns=dice.randint(1, 4), presses=12)
        players.sitting.journal.close()
        opened, harmless = opened | players.watch.opened, harmless | players.watch.harmless
    assert grave <= opened and light <= harmless
