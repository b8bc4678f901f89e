"""Games saved at treachery.online: read in both forms, told, and judged where the file says enough."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.digital_games.names import CARDS, FACTIONS, LEADERS, LOCATIONS, TERRITORIES
from tests.digital_games.reader import NotReadable, read_game
from tests.digital_games.replay import judged, moments

Row = dict[str, Any]
FREMEN, ATREIDES, HARKONNEN, EMPEROR, GUILD, MORITANI = 10, 20, 30, 40, 50, 120


def row(kind: str, by: int, **said: Any) -> Row:
    return {"$type": kind, "Initiator": by, **said}


def bid(by: int, amount: int | None, **more: Any) -> Row:
    return row("Bid", by, Amount=amount or 0, Passed=amount is None, **more)


def plan(by: int, hero: int, weapon: int = -1, defense: int = -1, **forces: int) -> Row:
    return row("Battle", by, _heroId=hero, _weaponCardId=weapon, _defenseCardId=defense, Messiah=False, **forces)


def saved(*rows: Row, old: bool = False, rules: tuple[int, ...] = (10,)) -> str:
    """Return a saved game of the newer form, or of the older one."""
    start = row("EstablishPlayers", 0, ApplicableRules={"$values": list(rules)} if old else list(rules))
    events: list[Row] = [start, *rows]
    if not old:
        return json.dumps({"Version": 170, "_events": events})
    for one in events:
        one["$type"] = f"Treachery.Shared.{one['$type']}, Treachery.Shared"
    return json.dumps({"_events": {"$type": "Treachery.Shared.GameEvent[], Treachery.Shared", "$values": events}})


def told(*rows: Row, **more: Any) -> list[tuple[int, str, str]]:
    return [(one.turn, one.words, judged(one)) for one in moments(read_game(saved(*rows, **more)))]


def test_the_names_are_numbered_as_there() -> None:
    assert (LEADERS[1026], LEADERS[1041], LEADERS[1062]) == ("Feyd-Rautha", "Viscount Tull", "Vando Terboli")
    assert (CARDS[0], CARDS[13], CARDS[31], CARDS[41], CARDS[56]) == (
        "Lasgun",
        "Snooper",
        "La, La, La",
        "Chemistry",
        "Karama",
    )
    assert (LOCATIONS[4], LOCATIONS[8], LOCATIONS[24], LOCATIONS[60], LOCATIONS[85]) == (
        "Carthag", "Habbanya Sietch", "False Wall South", "Rock Outcroppings", "Cielago West",
    )  # fmt: skip
    assert TERRITORIES[42] == "Hidden Mobile Stronghold" and FACTIONS[120] == "Moritani"


@pytest.mark.parametrize("old", [True, False])
def test_an_auction_is_played_again(old: bool) -> None:
    bids = (bid(FREMEN, 1), bid(ATREIDES, 3), bid(HARKONNEN, None), bid(FREMEN, None))
    assert told(*bids, row("EndPhase", ATREIDES), old=old) == [
        (1, "Fremen 1, Atreides 3, Harkonnen passes, Fremen passes. Atreides buys for 3.", "Sold to Atreides for 3.")
    ]


def test_the_next_card_and_the_next_turn() -> None:
    one, two = (bid(FREMEN, 2), bid(ATREIDES, None)), (bid(ATREIDES, None), bid(FREMEN, None))
    ship = row("Shipment", ATREIDES, _toId=4, _fromId=-1, _karmaCardId=-1, ForceAmount=3, Passed=False)
    said = told(*one, row("EndPhase", 10), *two, ship, *one)
    assert [(turn, judgement) for turn, _, judgement in said] == [
        (1, "Sold to Fremen for 2."), (1, "Bought in."), (1, "Costs 3 spice."), (2, "Sold to Fremen for 2."),
    ]  # fmt: skip


def test_leader_skills_count_in_battle_where_they_lie() -> None:
    """In front a Swordmaster helps another leader by 1, behind the shield, fighting, by 3."""
    skill = row("SkillAssigned", EMPEROR, Skill=90, _leaderId=1015, Passed=False)
    fight = row("BattleInitiated", EMPEROR, _territoryId=2, Target=ATREIDES)
    foe, calls = plan(ATREIDES, 1005, Forces=1), [row("TreacheryCalled", by, TraitorCalled=False) for by in (20, 40)]
    front = told(skill, fight, plan(EMPEROR, 1014, weapon=1), foe, *calls)
    away = row("SwitchedSkilledLeader", EMPEROR)
    behind = told(skill, fight, away, plan(EMPEROR, 1015, weapon=1), foe, *calls)
    assert [judgement for _, _, judgement in (*front, *behind)] == [
        "Emperor wins. 4 against 1.", "Emperor wins. 5 against 1.",
    ]  # fmt: skip
    refused = told(skill, fight, plan(EMPEROR, 1015, weapon=1), foe, *calls)
    assert refused[0][2].startswith("Refused: Bashar lies in front of the shield.")


def test_what_the_referee_would_refuse_is_said() -> None:
    said = told(bid(FREMEN, 2), bid(FREMEN, 3), bid(ATREIDES, None))
    assert said[0][2].startswith("Refused: ") and said[0][2].endswith("(1.04.06.01)")


def test_a_battle_is_judged() -> None:
    fight = row("BattleInitiated", HARKONNEN, _territoryId=2, Target=ATREIDES)
    calls = [row("TreacheryCalled", who, TraitorCalled=False) for who in (ATREIDES, HARKONNEN)]
    plans = plan(HARKONNEN, 1026, 5, 9, Forces=2, ForcesAtHalfStrength=1), plan(ATREIDES, 1005, -1, 13, Forces=1)
    assert told(fight, *plans, *calls) == [
        (1, "Harkonnen attacks Atreides in Carthag: Feyd-Rautha, Chaumas, Shield against Dr. Yueh, Snooper.",
         "Harkonnen wins. 8½ against 2."),
    ]  # fmt: skip
    calls[0]["TraitorCalled"] = True
    assert told(fight, *plans, *calls)[0][2] == "Atreides wins."


def test_a_battle_with_a_cheap_hero_and_starred_forces() -> None:
    fight = row("BattleInitiated", EMPEROR, _territoryId=3, Target=FREMEN)
    plans = plan(EMPEROR, 17, SpecialForces=2), plan(FREMEN, 1020, Forces=2, SpecialForces=1)
    calls = [row("TreacheryCalled", who, TraitorCalled=False) for who in (FREMEN, EMPEROR)]
    assert told(fight, *plans, *calls)[0][2] == "Fremen wins. 2 against 6."


def test_revivals_and_shipments_have_their_price() -> None:
    back = row("Revival", ATREIDES, AmountOfForces=3, AmountOfSpecialForces=0, _heroId=-1)
    leader = row("Revival", ATREIDES, AmountOfForces=0, AmountOfSpecialForces=0, _heroId=1004)
    guild = row("Shipment", GUILD, _toId=11, _fromId=-1, _karmaCardId=-1, ForceAmount=5, Passed=False)
    home = row("Shipment", GUILD, _toId=0, _fromId=6, _karmaCardId=-1, ForceAmount=5, ShipmentType=3)
    free = row("Shipment", FREMEN, _toId=60, _fromId=-1, _karmaCardId=-1, ForceAmount=4)
    assert [one[2] for one in told(back, leader, guild, home, free)] == [
        "Costs 2 spice.", "Costs 2 spice.", "Costs 5 spice.", "Costs 3 spice.", "Costs 0 spice.",
    ]  # fmt: skip


def test_who_is_not_known_here_is_told_and_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FACTIONS, 130, "Ordos")
    said = told(bid(FREMEN, 1), bid(130, 2), bid(FREMEN, None))
    assert said == [(1, "Fremen 1, Ordos 2, Fremen passes. Ordos buys for 2.", "")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"_events": [', "breaks off"),
        ('{"_events": 7}', "no list of events"),
        ('{"_events": [7]}', "Event 1 of this game does not say what it is."),
        ('{"_events": []}', "This game has no players"),
        (saved(bid(FREMEN, "many")), "Amount is not a whole number"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, words: str) -> None:
    with pytest.raises(NotReadable) as trouble:
        list(moments(read_game(text)))
    assert words in str(trouble.value) and str(trouble.value).endswith("name that file.")


@pytest.mark.parametrize(
    ("said", "words", "judgement"),
    [
        ({"_toId": 8, "ForceAmount": -3}, "from Habbanya Sietch back to the reserves.", "Costs 2 spice."),
        ({"_toId": 8, "ForceAmount": 5, "_noFieldValue": 6}, "to Habbanya Sietch under the No-Field 5.", ""),
        ({"_toId": 8, "ForceAmount": 2, "SmuggledAmount": 1}, "to Habbanya Sietch, and smuggles 1.", ""),
    ],
)
def test_a_field_is_read_as_its_version_means_it(said: Row, words: str, judgement: str) -> None:
    shipped = row("Shipment", GUILD, **{"_fromId": -1, "_karmaCardId": -1, **said})
    [(_, told_of_it, verdict)] = told(shipped)
    assert told_of_it.endswith(words) and verdict == judgement


@pytest.mark.parametrize(
    "strange", [plan(EMPEROR, 1013, 58), plan(EMPEROR, 1013, -1, 59), plan(EMPEROR, 1013, 71), plan(EMPEROR, 1057)]
)
def test_a_battle_of_which_the_file_says_too_little_is_not_judged(strange: Row) -> None:
    calls = [row("TreacheryCalled", who, TraitorCalled=False) for who in (EMPEROR, FREMEN)]
    fight = row("BattleInitiated", EMPEROR, _territoryId=3, Target=FREMEN)
    found = [told(fight, one, plan(FREMEN, 1020), *calls) for one in (plan(EMPEROR, 1013, Forces=1), strange)]
    assert [verdict for [(_, _, verdict)] in found] == ["Emperor wins. 4 against 2.", ""]


# -- from a real game: what its file says, told again row by row ---------------------------------------


def bids(*said: str) -> list[Row]:
    """Return bids such as ``10 3`` and passes such as ``10 -``, with all the fields that the old form has."""
    made = []
    for words in said:
        by, amount = words.split()
        more = {"_karmaCardId": -1, "AllyContributionAmount": 0, "RedContributionAmount": 0, "KarmaBid": False}
        made.append(bid(int(by), None if amount == "-" else int(amount), **more))
    return made


NEXT = row("EndPhase", 20)
DEAL = row("DealOffered", 10, To={"$values": []}, Type=60, Text="share storm prescience", Price=2, Cancel=False)


def test_a_real_auction_is_one_whatever_is_said_in_between() -> None:
    first = bids("10 1", "30 2", "90 3", "120 4", "20 5", "40 -", "10 -", "30 -", "90 -", "120 6", "20 -", "40 -")
    rest = bids("10 -", "30 -", "90 -")
    second = bids(
        "40 1", "10 2", "30 -", "90 3", "20 -", "40 4", "10 -", "30 -", "90 5", "20 -", "40 -", "10 -", "30 -"
    )
    found = told(*first, DEAL, *rest, NEXT, *second[:5], DEAL, *second[5:], NEXT, old=True)
    assert [words.rpartition(". ")[2] for _, words, _ in found] == ["Moritani buys for 6.", "CHOAM buys for 5."]
    assert [said for _, _, said in found] == ["Sold to Moritani for 6.", "Sold to CHOAM for 5."]


def test_real_battles_are_judged() -> None:
    def fights(by: int, against: int, where: int) -> Row:
        return row("BattleInitiated", by, _territoryId=where, Target=against)

    def forces(full: int = 0, half: int = 0) -> dict[str, int]:
        return {
            "Forces": full, "ForcesAtHalfStrength": half, "SpecialForces": 0, "SpecialForcesAtHalfStrength": 0,
            "AllyContributionAmount": 0, "BankerBonus": 0,
        }  # fmt: skip

    def called(by: int, yes: bool) -> Row:
        return row("TreacheryCalled", by, TraitorCalled=yes)

    found = told(
        fights(30, 20, 2), plan(30, 1026, 2, 31, **forces(half=2)), row("Prescience", 20, Aspect=30),
        plan(20, 1005, -1, 13, **forces()), called(20, True), called(30, False), NEXT,
        fights(30, 120, 6), plan(120, 1061, 7, **forces()), plan(30, 1027, 8, **forces()),
        called(120, False), called(30, False), row("Captured", 30, Passed=False), NEXT,
        fights(90, 40, 5), row("Thought", 40, _cardId=0), plan(40, 1011, -1, 41, **forces(1)),
        plan(90, 1041, 37, **forces(1)), called(40, False), called(90, False), NEXT,
        old=True,
    )  # fmt: skip
    assert [said for _, _, said in found] == [
        "Atreides wins.",
        "Harkonnen wins. 0 against 0.",
        "Emperor wins. 1 against 7.",
    ]


def test_a_real_revival_and_shipment() -> None:
    revival = {"_locationId": -1, "_heroId": -1, "AmountOfSpecialForces": 0, "ExtraSpecialForcesPaidByRed": 0}
    shipment = {"_fromId": -1, "_karmaCardId": -1, "SpecialForceAmount": 0, "_noFieldValue": 0}
    found = told(
        row("Revival", 90, AmountOfForces=5, ExtraForcesPaidByRed=0, **revival),
        row("Revival", 30, AmountOfForces=3, ExtraForcesPaidByRed=2, **revival),
        row("Shipment", 90, _toId=4, ForceAmount=3, Passed=False, **shipment),
        row("Shipment", 120, _toId=0, _fromId=0, ForceAmount=0, Passed=True),
        row("Shipment", 20, _toId=88, ForceAmount=3, Passed=False, **shipment),
        row("Shipment", 10, _toId=7, ForceAmount=1, Passed=False, **shipment),
        old=True,
    )
    assert [(words, said) for _, words, said in found] == [
        ("CHOAM revives 5 forces.", "Costs 5 spice."),
        ("Harkonnen revives 3 forces. The Emperor pays for 2 more.", "Costs 2 spice."),
        ("CHOAM ships 3 to Carthag.", "Costs 3 spice."),
        ("Atreides ships 3 to another world.", ""),
        ("Fremen ships 1 to Sietch Tabr.", "Costs 0 spice."),
    ]
