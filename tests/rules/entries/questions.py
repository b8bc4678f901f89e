"""What is asked of who comes in: each question is posed of a way in on a position, and answers with a rule, or "".

An answer is the rule that refuses the entry, that lets it in although two others stand there, by which somebody may
react, that is paid for, or that takes forces away afterwards.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from referee.board.territories import TERRITORIES
from tests.rules.entries.positions import SPICE, Step, act, answer, refused
from tests.rules.entries.ways import BG, CALADAN, GUILD, HERE, TUEK, Way

STRANGERS = ("Emperor", "Harkonnen", "CHOAM", "Atreides")


def strangers(way: Way, *without: str) -> list[str]:
    """Return factions that this way does not need, but for who ships first: they may stand there themselves."""
    found = [one for one in STRANGERS if one not in {*way.taken, *without} or one == _comes_first(way)]
    return sorted(found, key=lambda one: one != _comes_first(way))


def _comes_first(way: Way) -> str:
    """Return who enters the same place right before, "" for nobody."""
    first = way.steps(way.by, way.goal)[0]
    return str(first["by"]) if first.get("to") == way.goal and first["by"] != way.by else ""


FOUND, AROUND = "Jacurutu Sietch", "Meridian"  # a place that is not on the board when the position begins


def _board(way: Way, stand: Step) -> tuple[Step, tuple[Step, ...]]:
    """Return the map, and how others step into a place that is found first."""
    board: Step = {way.by: {TUEK: 4, **way.board}, **({GUILD: {HERE: 2}} if way.goal == "Old Gap" else {})}
    for seat, many in {**way.there, **stand}.items():
        board.setdefault(seat, {})[AROUND if way.goal == FOUND else way.goal] = many
    steps = (act("StepInside", seat, place=FOUND, normal=many) for seat, many in stand.items())
    return board, tuple(steps) if way.goal == FOUND else ()


def play(way: Way, *after: Step, before: tuple[Step, ...] = (), reply: Step | None = None,
         stand: Step | None = None, **more: Any) -> Step:  # fmt: skip
    """Play a way in: ``stand`` are others at its goal, ``reply`` answers who enters right before."""
    board, steps_in = _board(way, stand or {})
    said = {**way.more, **more}
    for name in ("options", "reserves", "tanks"):
        said |= {name: {**way.more.get(name, {}), **more[name]}} if name in more else {}
    for name in ("also", "alliances", "terror"):
        said |= {name: [*way.more.get(name, ()), *more[name]]} if name in more else {}
    first, *rest = way.steps(way.by, way.goal)
    answers = (reply,) if reply and _comes_first(way) else ()
    events = (*before, first, *answers, *steps_in, *rest, *after)
    if before and first.get("command") == "LendField":
        events = (first, *before, *rest, *after)
    return answer(board, *events, **{"phase": way.phase, **said})


def _others(way: Way, *seats: str, **more: Any) -> Step:
    return play(way, stand=dict.fromkeys(seats, 2), **more)


def two_others(way: Way) -> str:
    one, two = strangers(way)[:2]
    return refused(_others(way, one, two))


def two_others_as_one(way: Way) -> str:
    """Ecaz and their ally fill a place like one faction; who is the ally of Ecaz finds one other there."""
    if not two_others(way):
        return ""
    one = strangers(way)[0]
    pairs = [] if way.by == "Ecaz" else [(one, "Ecaz")]
    if "alliances" not in way.more and way.phase != "shipment":
        friend = way.by if way.by != "Ecaz" else strangers(way, one)[-1]
        pairs.append((friend, "Ecaz"))
    for pair in pairs:
        there = {one, *pair} - {way.by}
        if rule := refused(_others(way, *sorted(there), alliances=[pair])):
            return rule
    return "2.11.21"


def one_and_advisors(way: Way) -> str:
    if not two_others(way):
        return ""
    return refused(_others(way, strangers(way)[0], BG, calm={BG: [way.goal]})) or "2.02.12"


def storm(way: Way) -> str:
    sectors = TERRITORIES[way.goal].sectors if way.goal in TERRITORIES else ()
    said = play(way, storm=sectors[0] if len(sectors) == 1 else 2)
    return refused(said) or ("2.04.17" if said["tanks"][way.by] != play(way)["tanks"][way.by] else "")


def aftermath(way: Way) -> str:
    return refused(play(way, aftermath=way.goal))


def flip(way: Way) -> str:
    """Where somebody enters right before, it is they who may flip."""
    if _comes_first(way) and way.by != BG:
        steps = [{**one, "by": BG} if one["by"] == _comes_first(way) else one for one in way.steps(way.by, way.goal)]
        other = dataclasses.replace(way, steps=lambda by, goal: tuple(steps), more={**way.more, "also": [BG]})
        said = play(other, act("flip", BG, territory=way.goal))
    else:
        said = play(way, act("flip", BG, territory=way.goal), stand={BG: 2})
    return "" if refused(said) else "2.02.15"


def own_advisors(way: Way) -> str:
    """What becomes of forces that Bene Gesserit bring beside their advisors."""
    said = _beside_their_own(way, way.goal)
    return refused(said) or ("2.02.20" if all("as" in one for one in said["map"][BG][way.goal]) else "")


def own_fighters(way: Way) -> str:
    """What becomes of advisors that come beside fighters of theirs."""
    said = _beside_their_own(way, *(one for one in (TUEK, *way.board) if one != way.goal))
    return refused(said) or ("" if any("as" in one for one in said["map"][BG][way.goal]) else "2.02.20")


def _beside_their_own(way: Way, *calm: str) -> Step:
    return play(way.of(BG), stand={BG: 1, _comes_first(way) or "Atreides": 1}, calm={BG: list(calm)})


def terror(way: Way) -> str:
    lies = [{"token": "extortion", "territory": way.goal}]
    reply, reveal = act("LetItLie", "Moritani"), act("RevealTerror", "Moritani", token="extortion")
    said = play(way, reveal, reply=reply, terror=lies, also=["Moritani"])
    return "" if refused(said) else "2.12.05"


def ambassador(way: Way) -> str:
    reply, use = act("KeepAmbassador", "Ecaz"), act("UseAmbassador", "Ecaz")
    said = play(way, use, reply=reply, ambassadors={way.goal: "CHOAM"}, also=["Ecaz"])
    return "" if refused(said) else "2.11.06"


def ally(way: Way) -> str:
    """What comes of forces that end beside the ally's, when their player is done."""
    friend = way.ally or next(one for one in ("Harkonnen", "CHOAM") if one not in way.taken)
    done = (act("done", way.by),) if way.phase == "any" else ()
    allied: Step = {} if way.ally else {"alliances": [[friend, way.by]]}
    said = play(way, *done, stand={friend: 2}, **allied)
    dead = sum(said["tanks"][way.by].values()) > sum(play(way)["tanks"][way.by].values())
    return refused(said) or ("1.06.07" if dead else "")


def _march(way: Way) -> Step:
    return act("move", way.by, forces=1, from_=TUEK, to="Pasty Mesa", sector=4)


def after_a_move(way: Way) -> str:
    return refused(play(way, before=(_march(way),), phase="any"))


def _again(way: Way) -> Step:
    if way.by == "Fremen":
        return act("send", way.by, forces=1, to="The Great Flat")
    return act("ship", way.by, forces=1, to="Carthag")


def _told(way: Way) -> str:
    return way.phase if way.phase == "shipment" else "any"


def _counts(rule: str) -> str:
    """Leave out that the phase is another."""
    return "" if rule == "1.00.00" else rule


def shipment(way: Way) -> str:
    return _counts(refused(play(way, _again(way), phase=_told(way))))


def move(way: Way) -> str:
    return _counts(refused(play(way, _march(way), phase=_told(way))))


def price(way: Way) -> str:
    said = play(way)
    assert SPICE - said["spice"][way.by] == way.cost + way.beside, said["spice"]
    named = {one["rule"] for one in said["because"]}
    return next((one for one in ("3.01.11.03", "2.06.06", "2.10.11", "1.06.03.01") if one in named and way.cost), "")


def payee(way: Way) -> str:
    """To the Guild, if it plays and does not ship itself, or to the bank."""
    said = play(way, also=[] if GUILD in way.taken else [GUILD])
    earned = said["spice"][GUILD] - SPICE
    return "2.06.04" if earned == way.cost > 0 else "1.06.03.02" if said["bank_delta"] == way.cost > 0 else ""


def goes_along(way: Way) -> str:
    """Bene Gesserit ship before it: a force goes along with the last shipment alone, if another made it."""
    before = (act("ship", BG, forces=1, to="Old Gap"),)
    said = play(way, act("spiritual_advisor", BG, to="Polar Sink"), before=before, also=[BG])
    return "" if refused(said) else "2.02.05"


def tech_token(way: Way) -> str:
    said = play(way, {"act": "battles"}, tech_tokens={"CHOAM": ["Heighliners"]}, also=["CHOAM"])
    return "4.08.02" if said["spice"]["CHOAM"] > SPICE else ""


def occupation(way: Way) -> str:
    if way.worlds:
        world: Step = {**CALADAN, "also": [*way.more.get("also", ()), "Atreides"]}
        way = dataclasses.replace(way, goal="Caladan", more={**way.more, **world})
    return "4.04.04" if play(way).get("occupied") else ""


def _on_the_board(event: Step) -> Step:
    """Return an event as a table says it that keeps no positions: it begins its battles by hand."""
    if event.get("act") == "battles":
        return {"act": "command", "command": "GoTo", "phase": "battle", "anyway": True}
    if event.get("command") == "FightNext":
        two = {"one": event["by"], "two": event["against"], "one_normal": 5, "two_normal": 2}
        return {"act": "command", "command": "BeginBattle", "territory": event["territory"], **two}
    return event


def uncounted(way: Way) -> str:
    """What nobody has entered is unknown, and refuses nothing."""
    steps = way.steps
    other = dataclasses.replace(way, steps=lambda by, goal: tuple(map(_on_the_board, steps(by, goal))))
    return refused(play(other, uncounted=True)) or "4.94.06"


COLLECTION = {"act": "command", "command": "GoTo", "phase": "spice_collection", "anyway": True}
LIES = "Plastic Basin"  # where a discovery token is laid


def discovery(way: Way) -> str:
    """Who came in reveals the token that lies there, in Collection."""
    more, near = dict(way.more), {"Arrakeen": 1} if "Rim Wall West" in str((way.board, way.more)) else {}
    if "terror" in more:
        more["terror"] = [{**one, "territory": LIES} for one in more["terror"]]
    if more.get("no_field", {}).get("territory") == way.goal:
        more["no_field"] = {**more["no_field"], "territory": LIES}
    other = dataclasses.replace(way, goal=LIES, more=more, board={**way.board, **near})
    token = {"token": "Spice Stash", "territory": LIES}
    said = play(other, COLLECTION, act("RevealToken", way.by, place=LIES), discoveries=[token])
    return "" if refused(said) else "4.07.03"


QUESTIONS: dict[str, Callable[[Way], str]] = {
    "two others": two_others, "two as one": two_others_as_one, "advisors": one_and_advisors, "storm": storm,
    "aftermath": aftermath, "flip": flip, "own advisors": own_advisors, "own fighters": own_fighters,
    "terror": terror, "ambassador": ambassador, "ally": ally,
    "after a move": after_a_move, "the shipment": shipment, "the move": move, "price": price, "payee": payee,
    "along": goes_along, "tech token": tech_token, "occupation": occupation, "uncounted": uncounted,
    "discovery": discovery,
}  # fmt: skip
