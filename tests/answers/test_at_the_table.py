"""What the referee says of a table in play, on a phone and on the table screen."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.board.forces_counted import KeepCount
from referee.cli import main
from referee.factions.bene_gesserit.prediction import Predict
from referee.kernel import PUBLIC
from referee.languages.questions import in_english
from referee.offers.answers import reply
from referee.offers.what_now import stage_of
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Ship
from referee.phases.spice_blow.blow import SpiceBlows, TurnWorm, WormComes
from referee.rulebook.book import rulebook
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight, SetDown
from tests.answers.asking import samples
from tests.kit import ATREIDES, HARKONNEN, SIX, LiveTable, Room


def auction(**more: Any) -> LiveTable:
    """Return a table where the first card is up and the first player is asked."""
    table = LiveTable(phase="bidding", B7="off", deck=tuple(f"c{n}" for n in range(9)), **more)
    return table.do(DealRow())


def on_the_map(phase: str, spice: int = 20) -> LiveTable:
    """Return a table that keeps positions, with everybody where they begin."""
    return LiveTable(spice=spice, turn=2).do(KeepCount(), SetDown("fremen", 10, "Sietch Tabr"), phase)


def sold() -> LiveTable:
    """Return a table where Bene Gesserit have bought the first card for 1, and hold one more."""
    passes = (Pass(seat) for seat in ("emperor", "fremen", "spacing_guild", "harkonnen", "atreides"))
    return auction(spice=5, hands={"bene_gesserit": ("Karama",)}).do(Pass("atreides"), Bid("bene_gesserit", 1), *passes)


TABLES: dict[str, Any] = {
    "auction": lambda: auction(spice=dict(zip(SIX, (7, 5, 9, 3, 4, 6), strict=True))),
    "shipment": lambda: on_the_map("shipment", spice=5),
    "revival": lambda: on_the_map("revival"),
    "charity": lambda: LiveTable(phase="choam_charity", spice={**dict.fromkeys(SIX, 5), "fremen": 1}),
    "allies": lambda: LiveTable(phase="bidding", allies="fremen emperor"),
    "sold": sold,
    "passed": lambda: auction(spice=5).do(Pass("atreides")),
    "fights": lambda: on_the_map("shipment").do(PutRight("atreides", "Carthag", 2), "battle"),
    "full": lambda: on_the_map("shipment").do(*(PutRight(seat, "Carthag", 2) for seat in ("emperor", "spacing_guild"))),
    "shipped": lambda: on_the_map("shipment").do(Ship("atreides", 1, "Arrakeen")),
    "battle": lambda: LiveTable(phase="battle").do(BeginBattle("Carthag", "harkonnen", "atreides", 5, 0, 5, 0)),
    "basic": lambda: LiveTable(phase="storm", rules="basic", B1="final"),
}
SAID = [
    ("auction", "atreides", "can i bid 4", "Yes. You may bid 4. Your limit is 7.", "1.04.06.03"),
    ("auction", "atreides", "can i bid 12", "No. Your limit is 7, not 12. Bid 1 to 7, or pass.", "1.04.06.03"),
    ("auction", "fremen", "can i bid 12", "No. Your limit is 3, not 12. It is Atreides' turn.", "1.04.06.03"),
    ("auction", "fremen", "can i bid 2", "Not yet. It is Atreides' turn. Your limit is 3.", "1.04.06.01"),
    ("sold", "atreides", "can i bid 2", "Not yet. It is ", "1.04.06.01"),
    ("auction", "atreides", "how much can i bid", "At most 7: 7 of your own.", "1.04.06.03"),
    ("auction", "fremen", "why cant i bid", "It is not your turn to bid.", "1.04.06"),
    ("auction", "fremen", "can i bid", "No. It is not your turn to bid.", "1.04.06"),
    ("auction", "atreides", "what card is it", "Card 1 of 6 is up. It is c0.", "1.04.05"),
    ("auction", "harkonnen", "which card is being sold", "Card 1 of 6 is up. It lies face down.", "1.04.05"),
    ("auction", "emperor", "do i get the money for this card", "Yes. Cards that others buy are paid", "2.03.04"),
    ("auction", PUBLIC, "who gets the money for the card", "Cards are paid to the Emperor.", "2.03.04"),
    ("auction", "fremen", "who goes after me", "After you: the Guild and ", "1.04.06"),
    ("auction", PUBLIC, "how many more turns", "Turn 1 of 10: 9 turns after this one.", "0.02"),
    ("auction", PUBLIC, "how long do i have to bid", "A bid may take 10 seconds. ", "1.04.06.04"),
    ("auction", "atreides", "how much spice have i left", "You have 7 spice.", "1.11.01"),
    ("auction", "atreides", "how many cards are still to come", "5 more cards come after this one.", "1.04.05"),
    ("auction", "atreides", "who bought the last card", "No card has been sold yet.", "1.04.06.02"),
    ("sold", "atreides", "who bought the last card and for how much", "Bene Gesserit have bought ", "1.04"),
    ("sold", "bene_gesserit", "how much did the last card go for", "You have bought the last card", "1.04.06"),
    ("sold", PUBLIC, "what did bene gesserit pay for the last card", "The last card of Bene ", "1.04"),
    ("sold", PUBLIC, "what did harkonnen pay for the last card", "Harkonnen have bought no card yet.", "1.04.06.02"),
    ("sold", "emperor", "did bene gesserit pay me", "Yes. This turn you got 1 spice ", "1.11.01"),
    ("sold", "atreides", "did bene gesserit pay me", "No. This turn you got no spice from Bene Gesserit.", "1.11.01"),
    ("sold", "bene_gesserit", "what do i have in my hand", "You have 2 cards. Open your shield", "1.11.00"),
    ("auction", "fremen", "who has passed", "Nobody has passed on this card yet.", "1.04.06"),
    ("passed", "fremen", "who has passed already", "Atreides have passed.", "1.04.06"),
    ("passed", "atreides", "did atreides pass", "Yes. You have passed.", "1.04.06"),
    ("passed", "fremen", "has harkonnen passed", "No. Atreides have passed.", "1.04.06"),
    ("sold", "fremen", "who has the most cards", "Cards in hand: Bene Gesserit: 2; Atreides: 0;", "1.04.10"),
    ("sold", "bene_gesserit", "who holds most cards", "Cards in hand: you: 2; Atreides: 0;", "1.04.10"),
    ("sold", PUBLIC, "how many cards does everyone have", "Cards in hand: Bene Gesserit: 2; Atreides: 0;", "1.04.10"),
    ("auction", "fremen", "is it atreides' turn", "Yes. It is Atreides' turn.", "4.97.10"),
    ("auction", "fremen", "can harkonnen go now", "No. It is Atreides' turn.", "4.97.10"),
    ("auction", "fremen", "who comes after the emperor", "After the Emperor: you, ", "1.04.06"),
    ("auction", "fremen", "how much can the guild bid", "That is secret.", "1.11.01"),
    ("auction", "fremen", "is it worth buying this card", "That is for you to decide", "4.97"),
    ("auction", "fremen", "is the emperor still in the bidding", "Nobody has passed", "1.04.06"),
    ("battle", "harkonnen", "did the voice say anything", "No. Not in this turn.", "2.02.06"),
    ("auction", "fremen", "am i next", "No. Next: ", "1.04.06"),
    ("auction", "bene_gesserit", "am i next", "Yes. Next: you, ", "1.04.06"),
    ("auction", "fremen", "am i winning", "You need 3 strongholds in the Mentat Pause", "1.09.02"),
    ("shipment", "harkonnen", "what does shipping cost me", "1 force: 1 spice to a stronghold, 2 elsewhere", "1.06.03"),
    ("shipment", "fremen", "what is shipping gonna cost me", "Nothing: you send reserves free", "2.04.05"),
    ("shipment", "fremen", "where is my stronghold", "1 stronghold: Sietch Tabr.", "1.09.02"),
    ("fights", "atreides", "when do i fight", "You against Harkonnen in Carthag.", "1.07.02"),
    ("basic", "fremen", "who goes first this turn", "Atreides are First Player until", "1.01.01"),
    ("fights", PUBLIC, "who is the aggressor", "Atreides are the aggressor in Carthag, against ", "1.07.02"),
    ("auction", "fremen", "has anyone won yet", "No. Nobody has won yet", "1.09.02"),
    ("auction", "fremen", "who has the most spice", "That is secret.", "1.11.00"),
    ("shipment", "spacing_guild", "what do i pay for 5 to the polar sink", "5 spice for 5 forces", "2.06"),
    ("shipment", "atreides", "what do 2 troops to the great flat cost", "4 spice for 2 forces to", "1.06"),
    ("shipment", "harkonnen", "how many can i ship", "At most 5 forces to a stronghold, 2 elsewhere.", "1.06.03.01"),
    ("shipment", "harkonnen", "how many can i afford to ship to carthag", "At most 5 forces to Carthag.", "1.06.03.01"),
    ("shipment", "spacing_guild", "how many can i ship", "At most 10 forces to a stronghold, 5 ", "1.06.03.01"),
    ("shipment", "harkonnen", "can i move 4 from carthag to arrakeen", "Yes. From Carthag it is in reach.", "1.06.05"),
    ("shipment", "harkonnen", "can i go to arrakeen from carthag", "Yes. From Carthag it is in reach.", "1.06.05"),
    ("shipment", "harkonnen", "what do 3 to cielago north cost the emperor", "6 spice for 3 forces", "1.06"),
    ("shipment", "fremen", "how many forces does the guild have", "The Guild has 5 forces on the board: 5 ", "4.94.06"),
    ("shipment", "fremen", "where are my guys", "You have 10 forces on the board: 10 ", "4.94.06"),
    ("shipment", "emperor", "how many troops do i have on the board", "You have no forces on the board.", "4.94.06"),
    ("shipment", PUBLIC, "who has shipped already", "Not yet: Atreides, ", "4.97.10"),
    ("shipment", "fremen", "is carthag full", "No. There is room in Carthag.", "1.06.03.05"),
    ("full", "fremen", "is carthag full", "Yes. ", "1.06.03.05"),
    ("shipped", "atreides", "can i still ship", "No. ", "1.06"),
    ("shipped", "atreides", "can i still move", "Yes. Nothing is against it now.", "1.06.05"),
    ("auction", "fremen", "how much spice do i start with", "You begin with 3 spice and 7 forces and 3 ", "2.04.02"),
    ("auction", "atreides", "who sits next to me", "On the right of you: Bene Gesserit. On the left: ", "0.07"),
    ("auction", "fremen", "do i have enough to buy this", "Yes. The next bid must be 1 or more. ", "1.04.06.03"),
    ("auction", "fremen", "why are there only 6 cards", "6 cards this turn, one for each ", "1.04.04"),
    ("auction", "fremen", "did anyone call a traitor", "No. Not in this turn.", "4.97.26"),
    ("auction", "fremen", "what version of the rules are we playing", "This table plays the advanced game.", "1.13"),
    ("auction", "fremen", "how long till im up", "Next: Bene Gesserit, the Emperor, you, ", "1.04.06.01"),
    ("sold", PUBLIC, "who died last turn", "Not in the turn before.", "4.97.26"),
    ("shipment", "atreides", "is arrakeen safe from the storm", "The storm kills no forces in Arrakeen.", "1.01.03"),
    ("shipment", "atreides", "is cielago north safe from the storm", "The storm kills forces in Cielago", "1.01.03"),
    ("battle", PUBLIC, "are both plans in", "Not yet: Atreides and Harkonnen.", "1.07.04"),
    ("battle", "atreides", "do i have to play a leader", "Yes. Your plan needs ", "1.07.04.04"),
    ("battle", "atreides", "what does a force count", "1 force counts 1 with 1 spice, ½ without.", "1.13.04.01"),
    ("battle", "harkonnen", "can i use feyd", "Yes. You may play Feyd-Rautha.", "1.07.04.02"),
    ("battle", "harkonnen", "may i play stilgar", "No. Stilgar cannot lead your forces here.", "1.07.04.02"),
    ("battle", "harkonnen", "where do we fight", "Atreides fight you in Carthag.", "1.07.02"),
    ("auction", PUBLIC, "whats harkonnens traitor", "That is secret.", "1.11.00"),
    ("auction", PUBLIC, "can i bid 12", "Yes, for who can pay it.", "1.04.06.03"),
    ("auction", "atreides", "whose turn is it", "Yours.", "4.97.10"),
    ("auction", "fremen", "whose turn is it", "It is Atreides' turn.", "4.97.10"),
    ("auction", "fremen", "whats the high bid", "Nobody has bid on this card yet.", "1.04.06.01"),
    ("shipment", "atreides", "how much to ship 4 to arrakeen", "4 spice for 4 forces to Arrakeen, to the ", "1.06"),
    ("shipment", "atreides", "how much to ship 4 to the minor erg", "8 spice for 4 forces", "1.06.03.01"),
    ("shipment", "fremen", "how much to ship 4 to the minor erg", "Nothing: ", "2.04"),
    ("shipment", "spacing_guild", "how much to ship 4 to the minor erg", "4 spice", "2.06.06"),
    ("shipment", "harkonnen", "can i land in arrakeen", "", "1.06"),
    ("shipment", PUBLIC, "who gets paid for shipping", "The Guild is paid for shipments.", "2.06.04"),
    ("shipment", "atreides", "how far can i move", "You move up to 3 territories, by ornithopter", "1.06.05.04"),
    ("shipment", "harkonnen", "can i move to habbanya sietch", "No. ", "1.06"),
    ("shipment", "harkonnen", "can i move to the broken land", "Yes. From Carthag it is in reach.", "1.06.05"),
    ("shipment", "fremen", "do i have to pay for shiping", "Nobody: your reserves arrive free.", "2.04"),
    ("shipment", "atreides", "where can i land", "Anywhere on the board.", "1.06.03"),
    ("shipment", "fremen", "where can i land", "To ", "2.04.05"),
    ("shipment", "atreides", "can i ship now", "Yes. Nothing is against it now.", "1.06.03"),
    ("shipment", "fremen", "how far can i move", "You move up to 2 territories", "2.04.06"),
    ("shipment", PUBLIC, "who holds carthag", "Harkonnen.", "1.09.02.00"),
    ("shipment", "harkonnen", "who holds carthag", "You.", "1.09.02.00"),
    ("shipment", "emperor", "how many reserves do i have", "You have 15 forces and 5 Sardaukar in the", "4.99.12"),
    ("shipment", "emperor", "how many strongholds do i need to win", "You need 3 strongholds", "1.09.02.01"),
    ("revival", "fremen", "how many can i revive", "None: you have no forces in the Tanks.", "1.05.01"),
    ("revival", "fremen", "who dials the storm", "Nobody dials: a storm card moves it this turn.", "2.04.13"),
    ("revival", "fremen", "do i have to dial the storm", "No. Nobody dials: ", "2.04.13"),
    ("shipment", "spacing_guild", "can i go first", "Yes. The Guild may act before ", "2.06.12.01"),
    ("shipment", PUBLIC, "may the guild go first", "Yes. The Guild may act before ", "2.06.12.01"),
    ("basic", "spacing_guild", "can i go first", "No. In the basic game the Guild ships and ", "2.06.00"),
    ("basic", "fremen", "what numbers may we dial for the storm", "Each of the two dials 0 to 20 for ", "0.16"),
    ("revival", "bene_gesserit", "can i use the voice now", "Not now. The Voice is spoken in a battle", "2.02.06"),
    ("revival", PUBLIC, "who still has to revive", "Nobody has forces in the Tanks.", "1.05.01"),
    ("revival", "fremen", "can i revive stilgar", "No. Stilgar is not in the Tleilaxu Tanks.", "1.05.03"),
    ("charity", "fremen", "do i get charity", "Yes. You get 1 spice.", "1.03.01"),
    ("charity", PUBLIC, "who can take charity", "Anybody with no more than 1 spice. Always: Bene G", "1.03.01"),
    ("charity", "emperor", "do i get charity", "No. You have 5 spice; charity is for 0 or 1.", "1.03.01"),
    ("allies", "fremen", "what does my ally do for me", "As an ally of the Emperor: ", "1.10.02.07"),
    ("allies", PUBLIC, "who is allied with whom", "The Emperor with Fremen.", "1.10.01"),
    ("allies", "emperor", "how much spice does harkonnen have", "That is secret.", "1.11.01"),
    ("allies", "emperor", "how much spice do i have", "You have 20 spice.", "1.11.01"),
    ("charity", PUBLIC, "who took charity", "Not in this turn.", "4.97.26"),
    ("auction", "emperor", "do i get the money for this", "Yes. Cards that others buy are paid to you.", "2.03.04"),
    ("auction", "harkonnen", "whats my max bid", "At most 6: 6 of your own.", "1.04.06.03"),
    ("auction", PUBLIC, "what comes after this", "After bidding comes revival.", "1"),
    ("shipped", "atreides", "am i done", "No. You are not done with shipment.", "4.97.10"),
    ("fights", "atreides", "the other guys in carthag", "Harkonnen with 10 forces and you with 2 forces.", "4.94"),
    ("fights", "atreides", "how many battles have i got", "You against Harkonnen in Carthag.", "1.07.02"),
    ("fights", PUBLIC, "is there a fight in carthag", "Atreides against Harkonnen in Carthag.", "1.07.02"),
    ("shipped", PUBLIC, "did anybody ship to arrakeen", "Yes. Atreides ship 1 force to Arrakeen.", "1.06"),
    ("revival", "fremen", "did harkonnen revive anyone", "No. Not in this turn.", "4.97"),
    ("revival", "fremen", "how many can i get back for free", "None: you have no forces in the Tanks.", "1.05"),
    ("basic", "fremen", "how many of us are playing", "6 factions: ", "0.08"),
    ("revival", "emperor", "can i bring back another sardaukar", "No. The Emperor has no forces in the ", "1.05"),
    ("battle", "atreides", "who won the battle", "Nobody yet: this battle is still fought.", "1.07.06"),
    ("battle", PUBLIC, "who hasnt locked a plan", "Not yet: Atreides and Harkonnen.", "1.07.04"),
    ("battle", PUBLIC, "is the battle over", "No. Atreides fight Harkonnen in Carthag.", "1.07.02"),
    ("battle", "atreides", "can i use the kwisatz thing", "No. The Kwisatz Haderach awakens once 7 ", "2.01.10"),
    ("basic", "emperor", "do we play basic or advanced", "This table plays the basic game.", "1.13"),
    ("basic", PUBLIC, "how do we play passing", "Bidding again after a pass: ", "4.91.01"),
    ("basic", PUBLIC, "which options did we change", "Bidding again after a pass: No, a pass is final; Time", "4"),
    ("basic", PUBLIC, "what phase are we in", "The storm phase of turn 1, number 1 of 9.", "1"),
    ("basic", PUBLIC, "who is first player", "Atreides are First Player until the storm", "1.01.01"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "viewer", "question", "words", "rule"), SAID)
def test_what_is_said(table: str, viewer: str, question: str, words: str, rule: str) -> None:
    said = reply(TABLES[table]().screen(viewer), question)
    assert said is not None and said.words.startswith(words) and said.because[0].startswith(rule), said


@pytest.mark.parametrize("table", TABLES)
def test_every_way_is_answered_in_whole_sentences_by_rules_that_exist(table: str) -> None:
    live = TABLES[table]()
    for viewer in ("atreides", "fremen", PUBLIC):
        for question, _ in samples():
            if said := reply(live.screen(viewer), question):
                assert said.words[:1].isupper() or said.words[:1].isdigit(), (question, said)
                assert said.words.endswith((".", "?", "!")) and "  " not in said.words, (question, said)
                assert set(said.because) <= set(rulebook()), (question, said)


def test_before_a_game_it_is_nobodys_turn() -> None:
    said = reply(LiveTable().screen("fremen"), "whose turn is it")
    assert said is not None and said.words.startswith("Nobody's yet: the game has not begun.")


def test_who_contests_a_stronghold_does_not_hold_it() -> None:
    live = on_the_map("shipment").do(MoveForces("atreides", 2, "Arrakeen", "Carthag"))
    for question, words in (
        ("who holds carthag", "Nobody holds Carthag now. There: "),
        (
            "who is winning",
            "Arrakeen: Atreides; Sietch Tabr: Fremen; Tuek's Sietch: the Guild. Contested: Carthag. ",
        ),
    ):
        said = reply(live.screen(PUBLIC), question)
        assert said is not None and said.words.startswith(words), said


def test_a_battle_is_told_to_who_fights_it() -> None:
    room = Room()
    room.begin()
    for viewer, question, words in (
        ("harkonnen", "how high can i dial", "At most 8."),
        ("atreides", "how hi can i dial", "At most 6."),
        ("harkonnen", "which leaders can i use", "You may play Feyd-Rautha, "),
        ("fremen", "what is atreides playing", "A plan is secret until both are open."),
        ("harkonnen", "can i see his weapon", "A plan is secret until both are open."),
        ("harkonnen", "can i call traitor", "Yes. Once the plans are open, "),
        ("emperor", "can i call traitor", "No. You may call no traitor in this battle."),
        ("harkonnen", "who wins ties", "You win a tie in Arrakeen, as the aggressor."),
        ("atreides", "do i win ties", "No. Harkonnen win a tie in Arrakeen, as the aggressor."),
    ):
        said = reply(room.screen(viewer), question)
        assert said is not None and said.words.startswith(words), said
    room.do(ATREIDES, HARKONNEN)
    room.answers()
    said = reply(room.screen("harkonnen"), "what was the other guys dial")
    assert said is not None and said.words.startswith("Atreides dialed "), said
    said = reply(room.screen("harkonnen"), "who won the battle")
    assert said is not None and said.words == "Atreides have won in Arrakeen.", said


def test_the_dials_of_a_later_storm_are_told_until_it_has_moved() -> None:
    asked, later = "what numbers may we dial for the storm", LiveTable(phase="storm", turn=2, rules="basic")
    said = reply(later.screen(PUBLIC), asked)
    assert said is not None and said.words == "Each of the two dials 1 to 3 for this storm."
    assert reply(TABLES["shipment"]().screen(PUBLIC), asked) is None


def test_the_voice_may_be_used_before_the_plans_of_a_battle_of_theirs() -> None:
    room = Room(seats=("bene_gesserit", "harkonnen", "fremen", "emperor"), hands={})
    room.talks = True
    for one, words in (("bene_gesserit", "Yes."), ("emperor", "Not in this battle.")):
        room.do(BeginBattle("Arrakeen", one, "harkonnen", one_normal=6, two_normal=8))
        said = reply(room.screen("bene_gesserit"), "can i use the voice now")
        assert said is not None and said.words == words, said
        room.silence()
        said = reply(room.screen("bene_gesserit"), "can i use the voice")
        assert said is not None and said.words != "Yes.", said
        room.do(CancelBattle())


def test_when_is_not_answered_with_yes() -> None:
    live = LiveTable(phase="spice_blow", turn=2).do(TurnWorm(), SpiceBlows("Red Chasm"), SpiceBlows("Old Gap"))
    for question, words in (("when can we make alliances", "This is"), ("can we make alliances", "Yes. This is")):
        said = reply(live.screen(PUBLIC), question)
        assert said is not None and said.words.startswith(words), said


def test_who_collects_is_told_as_the_board_stands() -> None:
    live = on_the_map("battle").do(GoTo("spice_collection", anyway=True))
    for viewer, question, words in (
        (PUBLIC, "who collects spice", "As the board stands"),
        ("emperor", "how much spice do i get", "Nothing more, as the board stands."),
        ("harkonnen", "do i get money for carthag", "Yes. Carthag pays 2 spice"),
        ("emperor", "do i get money for carthag", "No. Carthag pays 2 spice"),
        ("emperor", "do i get money for tabr", "No. Sietch Tabr pays no income."),
    ):
        said = reply(live.screen(viewer), question)
        assert said is not None and said.words.startswith(words), (question, said)


def test_the_prediction_is_told_to_nobody_else() -> None:
    live = LiveTable().do(Predict("bene_gesserit", "fremen", 4))
    for viewer in (*SIX, PUBLIC):
        said = reply(live.screen(viewer), "what did the bene gesserit predict")
        assert said is not None and ("Fremen" in said.words) == (viewer == "bene_gesserit"), (viewer, said)


def test_the_terminal_asks_the_last_game_as_a_faction_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "friday.referee"
    LiveTable(file=file, spice=7).journal.close()
    monkeypatch.setenv("REFEREE_DB", str(file))
    assert main(["rules", "--as", "emperor", "how much spice do i have"]) == 0
    assert "You have 7 spice." in capsys.readouterr().out
    assert main(["rules", "--game", "how much spice does the emperor have"]) == 0
    assert "That is secret." in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(4))
def test_who_has_bid_what_and_who_can_pay_the_next_bid_is_what_the_auction_takes(seed: int) -> None:
    dice, bids = Random(seed), list[tuple[str, int]]()
    table = auction(spice={seat: dice.randint(0, 4) for seat in SIX})
    while (stage := stage_of(table.truth)) and stage.mode == "auction" and stage.number == 1:
        seat, least = stage.turn, stage.high + 1
        said = reply(table.screen(seat), "can i afford this card")
        taken = not [*Bid(seat, least).objections(table.screen(seat))]
        assert said and said.words.startswith("Yes." if taken else "No."), said
        told = reply(table.screen(PUBLIC), "who has bid already")
        assert told and re.findall(r"\d+", told.words) == [str(n) for _, n in bids or [("", 1)]], told
        passes = reply(table.screen(seat), "can i pass on this card")
        assert passes and passes.words.startswith("Yes.") == (not [*Pass(seat).objections(table.screen(seat))])
        bid = taken and dice.random() < 0.7
        table.do(Bid(seat, least) if bid else Pass(seat))
        bids += [(seat, least)] if bid else []


def test_how_high_one_may_go_is_of_what_is_played() -> None:
    room = Room()
    room.begin()
    tables = [("harkonnen", room, "At most 8.")]
    tables += [("harkonnen", TABLES[name](), words) for name, words in (("shipment", "At most 5 forces to a str"),)]
    tables += [("atreides", TABLES["auction"](), "At most 7: 7 of your own.")]
    for viewer, table, words in tables:
        for question in ("how high can i go in this one", "whats my limit"):
            said = reply(table.screen(viewer), question)
            assert said is not None and said.words.startswith(words), said


def test_who_must_answer_first_holds_the_table_up_and_not_who_is_on_turn() -> None:
    live = LiveTable(spice=9, turn=2, K8="15").do(KeepCount(), "shipment")
    live.do(Ship("atreides", 1, "Arrakeen"), SendAlong("bene_gesserit", "Polar Sink"))
    for question, words in (
        ("whos holding us up", "For answers"),
        ("wer hält uns auf", "For answers"),
        ("whose turn is it", "It is Atreides' turn. First we wait: for answers"),
    ):
        said = reply(live.screen("fremen"), in_english("de", question) or question)
        assert said is not None and said.words.startswith(words), said


def test_whom_a_worm_ate_is_not_whether_one_came() -> None:
    live = LiveTable(phase="spice_blow", turn=2).do(KeepCount(), PutRight("harkonnen", "Red Chasm", 3))
    assert _said(live, "did the worm eat anybody") == "No. Not in this turn."
    live.do(TurnWorm())
    words = _said(live, "did the worm eat anybody")
    assert words.startswith("No. ") and words.endswith("so nothing is devoured."), words
    live.do(WormComes("Red Chasm"))
    assert _said(live, "did the worm eat anybody").startswith("Yes. Harkonnen lose 3 forces")
    assert _said(live, "did the worm eat fremen").startswith("No. ")


def test_how_much_and_who_are_not_answered_with_yes() -> None:
    table = sold()
    for question in ("i got how much", "c'est combien que j'ai touché", "j'ai touché combien là"):
        said = reply(table.screen("emperor"), in_english("fr", question) or question)
        assert said is None or not said.words.startswith(("Yes", "No.")), said


def _said(table: LiveTable, question: str) -> str:
    said = reply(table.screen(PUBLIC), question)
    return said.words if said else ""
