"""Random requests at a table, half of them sensible, each from one number."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import fields as fields_of
from random import Random
from urllib.parse import urlencode

from werkzeug.test import TestResponse

from referee.common.factions import FACTIONS
from referee.kernel import OPTIONS, commands
from referee.phases.bidding.order_of_bidding import Bidding
from tests.kit import SCREEN, SIX, Browser, Evening, all_routes

DIGITS = "0|1|2|3|7|-1|2.5|1e3|1e400|nan|-inf|0x10|1_000|99|999999999|٣|²|½| 5 |-0|+2"
NUMBERS = [*DIGITS.split("|"), "9" * 99]
SAID = "|on|no card|Karama|Karama/1|Snooper|Snooper/1|2.05.08|2.03.04|host|public|referee|bank|nobody|../..|🂡"
WORDS = [*SAID.split("|"), "<b>x</b>", "*x*", "\x00", "\u202e\u0007\ufffe\ud7ff", "x" * 3000, "'; drop table acts"]
WORDS += [choice.value for option in OPTIONS.values() for choice in option.choices]
USUAL = (
    "Bid Bid Bid Pass Pass Ready CloseWindow BeginBidding DeclareHands DealRow PassFor StopPower Back KeepNote Bribe"
)
USUAL += " TakeByKarama PayByKarama MarkAway MarkBack Undo CannotPay ChooseShares PlayCard TellCard TellSpice Redo"
USUAL += " DealTraitors KeepTraitor Predict GoTo BeginBattle LockPlan LockPlan AnswerTraitor Reveal OpenOrders"
ACTS = sorted({*commands(), "Undo", "Redo", "TakeBack", "Revoke", "Address", "", "Nothing", "Ask", "__init__", "\x00"})
NAMES = sorted(
    {field.name for ask in commands().values() for field in fields_of(ask)} | {"for", "to", "waive", *OPTIONS}
)
SETTING = ["table", "faction", "player", "count", "spice", "ally", "first", "rules", "turn", "move", "code", "ip"]
POSTS = [
    "/",
    "/J/",
    "/J/ABCDEF",
    "/host/x",
    "/new",
    "/help",
    "/help/wifi",
    "/language",
    "/league",
    "/practice/harkonnen/3",
    "/practice/fremen/999",
    "/t/nowhere/",
    "/t/<table>/me?tab=book",
    "/t/<table>/me",
]
POSTS += [
    f"/t/<table>/{page}" for page in ("", "seats", "controls", "options", "log", "paper", "fair", "rules", "after")
]
POSTS += ["/practice/fremen/1", "/t/<table>/rules/4.91.06", "/t/<table>/why/1", "/t/<table>/look/fremen"]
FORMS = ("json", "multipart", "text", "no type", "twice", "list")


@dataclass(frozen=True)
class Shot:
    """A request: who sends it, where, its fields, its format, and whether from a live page."""

    who: str
    path: str
    sent: dict[str, str]
    form: str
    live: bool


def value(dice: Random) -> str:
    """Return anything somebody might send as a field."""
    letters = "".join(chr(dice.randrange(0xD7FF)) for _ in range(dice.randrange(12)))
    return dice.choice([dice.choice(lot) for lot in (SIX, sorted(FACTIONS), NUMBERS, WORDS, [letters])])


def gets(evening: Evening) -> list[str]:
    """Return every page except streams."""
    return [path for method, path, _ in all_routes(evening) if method == "GET" and not path.endswith("/stream")]


def sensible(evening: Evening, act: str, dice: Random) -> dict[str, str]:
    """Return valid fields for the act at this table."""
    kind = commands().get(act)
    bidding = evening.public.get(Bidding)
    turn = (bidding.turn or bidding.high_by) if bidding else ""
    seat = turn if turn and dice.random() < 0.8 else dice.choice(SIX)
    price = bidding.high + dice.randrange(1, 4) if bidding else 1
    usual = {"seat": seat, "to": dice.choice(SIX), "amount": str(price), "card": "Snooper", "text": "a note", "on": "1"}
    usual |= {"rule": dice.choice(["2.05.08", "2.03.04", "2.01.05"]), "count": str(dice.randrange(9)), "seconds": "15"}
    usual |= {"phase": dice.choice(["storm", "battle", "mentat"]), "territory": "Arrakeen", "turn": "3"}
    usual |= {
        "one": "atreides",
        "two": "harkonnen",
        "one_normal": "5",
        "two_normal": "5",
        "dial": str(dice.randrange(4)),
    }
    usual |= {
        "leader": next(iter(FACTIONS[seat].leaders)),
        "of": dice.choice(SIX),
        "answer": dice.choice(["yes", "no"]),
    }
    option = dice.choice(sorted(OPTIONS))
    usual |= {"option": option, "value": dice.choice(OPTIONS[option].choices).value, "helper": dice.choice(SIX)}
    return {field.name: usual[field.name] for field in (fields_of(kind) if kind else ()) if field.name in usual}


def shot(evening: Evening, number: int) -> Shot:
    """Return the request with this number."""
    dice = Random(number)
    act = dice.choice(USUAL.split()) if dice.random() < 0.8 else dice.choice(ACTS)
    sent = sensible(evening, act, dice)
    by = commands()[act].by if act in commands() else "both"
    who = "host" if by == "table" or (by == "both" and dice.random() < 0.3) else sent.get("seat", dice.choice(SIX))
    if dice.random() < 0.15:
        who = dice.choice([*SIX, "host", "public"])
    while dice.random() < 0.3:
        sent[dice.choice(NAMES)] = value(dice)
    if sent and dice.random() < 0.15:
        del sent[dice.choice(sorted(sent))]
    if dice.random() < 0.1:
        sent["waive"] = "1"
    path = "/t/<table>/" if who == "host" else "/t/<table>/me"
    if dice.random() < 0.15:
        path = dice.choice(POSTS)
        sent |= {name: value(dice) for name in dice.sample(SETTING, dice.randrange(4))}
    if dice.random() < 0.1:
        query = {name: value(dice) for name in dice.sample(["q", "tab", "seat", "act", "key", "x"], dice.randrange(3))}
        return Shot(who, dice.choice(gets(evening)), query, "get", dice.random() < 0.5)
    seen = evening.sight() if dice.random() < 0.9 else value(dice)
    key = f"k{number}" if dice.random() < 0.9 else value(dice)
    form = "form" if dice.random() < 0.85 else dice.choice(FORMS)
    return Shot(who, path, {"act": act, "key": key, "seen": seen, **sent}, form, dice.random() < 0.5)


def fire(evening: Evening, one: Shot) -> TestResponse:
    browser: Browser = evening.who(one.who if one.who in {"host", "public", *evening.phones} else "public")
    path, headers = one.path.replace("<table>", evening.table), SCREEN if one.live else {}
    if one.form == "get":
        asked = (
            f"{path}?{urlencode(one.sent, errors='replace')}" if "/fair" not in path else path
        )  # a proof takes seconds
        answer = browser.get(asked, headers)
        answer.get_data()
        answer.close()
        return answer
    if one.form == "json":
        return browser.post(path, headers=headers, json=one.sent)
    if one.form == "list":
        return browser.post(path, headers=headers, json=[one.sent])
    if one.form == "text":
        return browser.post(path, repr(one.sent).encode(), headers, content_type="text/plain")
    if one.form == "no type":
        return browser.post(path, b"\xff\xfe act=Pass&act", headers, content_type="application/x-www-form-urlencoded")
    if one.form == "twice":
        return browser.post(path, {name: [said, "other"] for name, said in one.sent.items()}, headers)
    multipart = "multipart/form-data" if one.form == "multipart" else None
    return browser.post(path, one.sent, headers, content_type=multipart)
