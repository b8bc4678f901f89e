"""4.97.60 and 4.97.61: what the referee shuffles is sealed, opened at the end, and can be checked by anybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.cli.exits import NO_FILE, NOTHING_FOUND, NOTHING_TO_READ
from referee.common.factions import FACTIONS, named
from referee.common.sealed_shuffles import DECK, SPICE, TRAITORS, OrderSealed, orders_of
from referee.holdings.hands import DeckReshuffled
from referee.holdings.setup import DeckShuffled, HandHeld
from referee.holdings.traitors import DealTraitors
from referee.kernel import FACE_DOWN, PUBLIC, Event, as_seen_by, sealed
from referee.knowledge.shuffle_check import audit
from referee.modules.leader_skills import deck, shuffled
from referee.modules.leader_skills.dealing import DealSkills
from referee.options.sealed_shuffles import OpenOrders
from referee.phases.bidding.auction import DealRow
from referee.phases.bidding.cards_of_the_row import CardsReturned, RowDealt
from referee.phases.spice_blow.deck import DrawSpiceCard, SpiceCardDrawn, SpiceDeckShuffled
from referee.running.acts import JournalAct
from referee.running.dice import Dice
from referee.running.journal import FileJournal
from referee.running.transcript import lines
from referee.turn.next_phase import EndBidding
from tests.kit import MEMORY, LiveTable, kept_in

SEATS = ("atreides", "fremen", "harkonnen")
OWN = {"spice": -1, "count": -1, "deck": None}  # everybody starts with what the sheet says


def new(*, seed: int = 7, **more: Any) -> LiveTable:
    return LiveTable(*SEATS, dice=Dice(seed), **{**OWN, "B6": "off", "B7": "off", **more})


def table(file: Path = MEMORY, **options: Any) -> LiveTable:
    """Return a table with its traitors and a row dealt, the deck shuffled by a seed."""
    return new(file=file, **options).do(DealTraitors(), "bidding", DealRow(), EndBidding())


def opened(sitting: LiveTable) -> LiveTable:
    """Open the orders although nobody has won."""
    assert sitting.act(OpenOrders(), PUBLIC, waive=True).done
    return sitting


def test_4_97_61_an_order_that_was_opened_and_closed_again_stays_in_the_history() -> None:
    sitting = opened(table())
    assert sitting.undo("host").done and not any(order.opened for order in orders_of(sitting.screen(PUBLIC)))
    said = {heard.event.sentence(named) for heard in sitting.screen(PUBLIC).log}
    assert said >= {f"Undone: the sealed order of the {pile} was open." for pile in (TRAITORS, DECK)}
    assert opened(sitting) and not wrong(game(sitting))


def game(sitting: LiveTable) -> list[tuple[int, tuple[Event, ...]]]:
    return [(act.number, act.events) for act in sitting.acts()]


def wrong(acts: list[tuple[int, tuple[Event, ...]]]) -> list[str]:
    return [one.words for one in audit(acts).findings if not one.good]


def forged(acts: Any, kind: type[Event], change: Callable[[Any], Event]) -> list[str]:
    """Return what is found wrong once the first event of a kind is another one."""
    done: list[bool] = []

    def one(event: Event) -> Event:
        if isinstance(event, kind) and not done:
            done.append(True)
            return change(event)
        return event

    made = [(number, tuple(one(event) for event in events)) for number, events in acts]
    assert done, f"there is no {kind.__name__}"
    return wrong(made)


def test_4_97_60_the_seal_is_the_sha_256_of_salt_and_cards_one_a_line() -> None:
    for order in orders_of(opened(table()).public):
        assert sha256("\n".join([order.salt, *order.cards]).encode()).hexdigest() == order.seal
        assert len(order.cards) == order.count and len(order.salt) == 64


def test_4_97_60_deck_and_traitors_are_sealed_and_nobody_sees_the_order() -> None:
    events = [event for _, events in game(table()) for event in events if isinstance(event, OrderSealed)]
    assert [event.pile for event in events] == [DECK, TRAITORS]
    for viewer in (PUBLIC, *SEATS):
        heard = [as_seen_by(event, viewer) for event in events]
        assert all(one.order is one.salt is FACE_DOWN and one.seal for one in heard)  # type: ignore[union-attr]


def test_4_97_60_the_same_order_gets_another_seal_in_another_game() -> None:
    salts = {str(opened_.salt) for opened_ in orders_of(opened(table()).public)}
    assert len(salts) == 2
    assert orders_of(opened(new(seed=8)).public)[0].salt not in salts


@pytest.mark.parametrize("how", ["top", "deck"])
def test_4_97_60_cards_shuffled_back_are_sealed_anew(how: str) -> None:
    sitting = table(B2=how)
    piles = [order.pile for order in orders_of(sitting.public)]
    assert piles == [DECK, TRAITORS, DECK] and not wrong(game(sitting))
    assert not [one for one in orders_of(table(B2="dealt").public) if one.count < 20 and one.pile == DECK]


def test_4_97_60_nothing_is_shuffled_or_sealed_when_every_skill_card_is_dealt() -> None:
    sitting = LiveTable(*sorted(FACTIONS)[:7], count=-1, deck=None, M3="on").do(DealSkills())
    assert len(deck(sitting.truth).dealt) == 7 and all(order.count for order in orders_of(sitting.public))
    assert list(shuffled(sitting.truth, Dice(1))) == []


def test_4_97_60_a_reshuffled_deck_is_sealed_anew() -> None:
    discards = tuple(f"Shield/{n}" for n in range(1, 5))
    sitting = new(count=0, deck=("Kulon/1",), discard=discards).do("bidding", DealRow())
    assert [order.count for order in orders_of(sitting.public)] == [5]
    assert any(isinstance(event, DeckReshuffled) for _, events in game(sitting) for event in events)
    assert not wrong(game(sitting))


def test_4_97_60_printed_cards_have_no_seal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for cards in ("told", "counts"):
        sitting = new(file=tmp_path / f"{cards}.referee", P1=cards)
        sitting.journal.close()
        assert orders_of(sitting.public) == []
        assert main(["verify", str(kept_in(sitting).path)]) == NOTHING_FOUND
        assert "Real cards have no seal" in capsys.readouterr().err


def test_4_97_61_orders_are_opened_at_the_end_or_by_the_tables_own_ruling() -> None:
    sitting = table()
    refused = sitting.act(OpenOrders(), PUBLIC)
    assert [o.rule for o in refused.objections] == ["4.97.61"] and not refused.done
    assert not any(order.opened for order in orders_of(sitting.screen("fremen")))
    assert all(order.opened for order in orders_of(opened(sitting).screen("fremen")))
    assert sitting.act(OpenOrders(), PUBLIC).objections[0].firm, "there is nothing left to open"


def test_4_97_61_an_honest_game_is_followed_to_the_last_card() -> None:
    made = audit(game(opened(table())))
    assert not wrong(game(table())) and made.dealt == 4 + 12 + 3
    assert all(one.good for one in made.findings)


def swapped(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*cards[1:], cards[0])


FORGERIES: list[tuple[type[Event], Callable[[Any], Event]]] = [
    (OrderSealed, lambda event: replace(event, order=sealed(swapped(event.order.value)))),
    (OrderSealed, lambda event: replace(event, salt=sealed("0" * 64))),
    (OrderSealed, lambda event: replace(event, seal="0" * 64)),
    (DeckShuffled, lambda event: replace(event, order=swapped(event.order))),
    (HandHeld, lambda event: replace(event, cards=sealed(("Lasgun/1",) * event.count, event.seat))),
]


@pytest.mark.parametrize(("kind", "change"), FORGERIES)
def test_4_97_61_a_game_that_was_changed_afterwards_is_found_out(
    kind: type[Event], change: Callable[[Any], Event]
) -> None:
    assert forged(game(opened(table())), kind, change)


def test_4_97_61_an_order_changed_in_the_middle_is_found_out() -> None:
    acts = game(table())
    stacked = (CardsReturned(0, "deck", ("Lasgun/1",) * 20, ()), RowDealt(1))
    assert "was not sealed" in wrong([*acts, (99, stacked)])[0]


def test_4_97_61_verify_follows_the_file_of_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sitting = opened(table(tmp_path / "sealed.referee"))
    sitting.journal.close()
    seal = orders_of(sitting.public)[0].seal
    assert main(["verify", str(kept_in(sitting).path), "--seal", f"{seal[:4]} {seal[4:12]}"]) == 0
    assert "Everything matches. 19 dealt cards" in capsys.readouterr().out
    assert main(["verify", str(kept_in(sitting).path), "--seal", "0123456789"]) == 1
    assert main(["verify", str(tmp_path / "nothing")]) == NO_FILE


def test_4_97_61_a_changed_file_does_not_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = FileJournal(tmp_path / "forged.referee")
    for act in table().acts():
        events = (replace(f, order=swapped(f.order)) if isinstance(f, DeckShuffled) else f for f in act.events)
        journal.append(JournalAct(act.number, act.at, act.who, act.key, tuple(events)))
    journal.close()
    assert main(["verify", str(journal.path)]) == 1 and "WRONG" in capsys.readouterr().out


@pytest.mark.parametrize("viewer", [PUBLIC, "harkonnen", "fremen"])
def test_4_97_61_verify_works_the_seals_of_an_export_out_again(
    viewer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def export(sitting: LiveTable) -> Path:
        path = tmp_path / "export.jsonl"
        path.write_text("\n".join(map(json.dumps, lines(sitting.screen(viewer)))))
        return path

    sitting = table()
    assert main(["verify", str(export(sitting))]) == NOTHING_FOUND and "not revealed" in capsys.readouterr().out
    assert main(["verify", str(export(opened(sitting)))]) == 0


def test_4_97_61_verify_follows_a_whole_export_with_what_was_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = table(tmp_path / "whole.referee")
    assert sitting.undo(PUBLIC).done and opened(sitting)
    sitting.journal.close()
    assert main(["export", str(kept_in(sitting).path), "--whole"]) == 0
    (tmp_path / "whole.jsonl").write_text(capsys.readouterr().out)
    assert main(["verify", str(tmp_path / "whole.jsonl")]) == 0


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"facts": [{"fact": "Tomorrow"}]}', '{"number": "x"}', "\x00\xff"])
def test_4_97_61_a_file_that_is_no_game_is_a_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd").write_text(text, "utf-8")
    assert main(["verify", str(tmp_path / "odd")]) == NOTHING_TO_READ
    assert main(["verify", str(tmp_path)]) == NOTHING_FOUND
    said = capsys.readouterr()
    assert said.out + said.err and "Traceback" not in said.err


def test_4_97_60_a_spice_deck_that_the_referee_deals_is_sealed_and_followed() -> None:
    sitting = new(seed=5, rules="basic", P5="dealt").do("spice_blow", DrawSpiceCard())
    assert [order.pile for order in orders_of(sitting.public)] == [DECK, SPICE]
    assert not wrong(game(sitting)) and audit(game(sitting)).dealt == 5
    assert forged(game(sitting), SpiceCardDrawn, lambda event: replace(event, card="Somewhere else"))
    assert forged(game(sitting), SpiceDeckShuffled, lambda event: replace(event, order=swapped(event.order)))
