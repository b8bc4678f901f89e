"""Why something is so, as plain JSON values: the lines that were said, then the rules behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from referee.board.forces import Group, in_words
from referee.common.factions import ended, named
from referee.contract.values import by_name
from referee.holdings.leaders import LeadersNoted
from referee.holdings.ledger import SpiceMoved
from referee.holdings.purse import PricePaid
from referee.kernel import BANK, OPTIONS, Event, Sealed, SuspensionSpent, Table, ask, capital, known, setting
from referee.phases.battle.two_sides import VerdictLine
from referee.phases.battle.verdict import Verdict
from referee.phases.bidding.bid_limit import SharesChosen
from referee.phases.bidding.bid_time import BidSeconds
from referee.rulebook.book import RuleEntry, rulebook

HOLDS = "holds"  # among the slots of a rule: it is so in this case, whatever else goes before it
STOPS = {"PowerStopped", "RuleSuspended", "CardDiscarded"}


Slots = Mapping[str, object]


def reasons(
    lines: Iterable[VerdictLine], rules: Iterable[str], slots: Mapping[str, Slots] | None = None
) -> list[dict[str, str]]:
    """Return each line, then each rule that no line names with what it says of the case that fills its ``slots``."""
    said = [{"rule": line.rule, "sentence": line.sentence} for line in lines]
    book, named = rulebook(), {line["rule"] for line in said}
    more = [rule for rule in dict.fromkeys(rules) if rule in book and rule not in named]
    spoke = {*named, *more}
    return [
        *said,
        *({"rule": rule, "sentence": _or_would(book[rule], (slots or {}).get(rule, {}), spoke)} for rule in more),
    ]


def told(events: Iterable[Event], table: Table) -> Iterator[VerdictLine]:
    """Yield what each event says under its first rule, why a price is what it is, then what its other rules did."""
    book, seen, stopped = rulebook(), set(), set[str]()
    seconds = ask(table, BidSeconds()).value
    for event in (event for event in events if not isinstance(event, LeadersNoted)):
        rules = [rule for rule in event.rules() if rule in book]
        words = event.sentence(named)
        slots = {**slots_of(event), "seconds": seconds}
        if words and rules:
            yield VerdictLine(rules[0], words)
            seen.add(rules[0])
            if isinstance(event, SpiceMoved) and "place" not in slots and (price := _price(book[rules[0]], slots)):
                yield VerdictLine(rules[0], price)
        for rule in rules:
            if rule not in seen:
                seen.add(rule)
                yield VerdictLine(rule, _did(book[rule], slots, set(rules), stopped, event, table))
        stopped |= set(rules) if type(event).__name__ in STOPS - {"CardDiscarded"} else set()
        stopped -= {event.rule} if isinstance(event, SuspensionSpent) else set()


def _price(entry: RuleEntry, slots: Mapping[str, object]) -> str:
    """Return what a rule says of a sum, where it has more to say than who paid it."""
    line = next((line for line in entry.because if "{n}" in line and not line.startswith("{who")), "")
    with suppress(KeyError):
        return capital(line.format_map(slots))
    return ""


def _did(
    entry: RuleEntry, slots: Mapping[str, object], beside: set[str], stopped: set[str], event: Event, table: Table
) -> str:
    if type(event).__name__ in STOPS and entry.id.startswith(("1.14", "2.")):
        return f"This power is stopped: {ended(entry.title)}"
    for option in (OPTIONS[key] for key in entry.options if key in OPTIONS):
        if option.rule == entry.id:
            return f"This table's choice for “{option.title}”: {ended(option.label(setting(table, option)))}"
    silenced = stopped.intersection(entry.overridden_by)
    return _or_would(entry, slots, set() if silenced else beside)


def _or_would(entry: RuleEntry, slots: Mapping[str, object], beside: set[str]) -> str:
    """Return what a rule said, marked where another rule of the case goes before it."""
    over = "" if HOLDS in slots else next((rule for rule in entry.overridden_by if rule in beside), "")
    words = filled(entry, {} if over else slots)
    if not over:
        return words
    return f"Without “{rulebook()[over].title}” it would be: {words}"


def filled(entry: RuleEntry, slots: Mapping[str, object]) -> str:
    """Return the first line of the rule whose blanks the case fills, else the opening sentence of its text."""
    for line in entry.because:
        with suppress(KeyError):
            return capital(line.format_map(slots))
    return _first(entry)


def slots_of(event: Event) -> dict[str, object]:
    here = {name: value for name, value in vars(event).items() if known(value) and not isinstance(value, Sealed)}
    slots: dict[str, object] = {}
    payer, payee = str(here.get("payer", "")), str(here.get("payee", ""))
    kind, _, place = payer.rpartition(":")
    who = payee if payer == BANK or kind == "on" else place if kind == "front" else payer
    who = who or str(here.get("seat") or here.get("giver") or here.get("buyer") or here.get("opener") or "")
    if who and ":" not in who:
        slots["who"] = named(who)
    if kind != "front" and (to := str(payee or here.get("taker", "")).removeprefix("front:")):
        slots["to"] = named(to)
    where = place if kind == "on" else payee.removeprefix("on:") if payee.startswith("on:") else here.get("territory")
    if where := where or here.get("goal"):
        slots["place"] = where
    numbers = {"n": here.get("amount") or here.get("price"), "leader": here.get("leader"), "free": here.get("free")}
    slots |= {name: value for name, value in numbers.items() if value}
    if isinstance(event, (PricePaid, SharesChosen)):
        for helper in event.shares.keys() - {str(here.get("buyer") or here.get("seat"))}:
            slots |= {"helper": named(helper), "share": event.shares[helper]}
    if of := here.get("of"):
        slots["of"] = named(str(of))
    if "normal" in here and who:
        slots["forces"] = in_words(Group(int(here["normal"]), int(here.get("special", 0))), who)
    return slots


def _first(entry: RuleEntry) -> str:
    """Return the opening sentence of a rule; where a list follows it, what the rule is called says as much."""
    head, dot, _ = entry.body.split("\n")[0].partition(". ")
    return ended(entry.title) if head.endswith(":") else head + "." * bool(dot)


def counts_of(group: Group) -> dict[str, int]:
    return {"normal": group.normal, "special": group.special}


def forces_lost(verdict: Verdict) -> dict[str, Any]:
    """Return what each faction loses: one split is an event, several are the owner's choice."""
    certain = {seat: counts_of(groups[0]) for seat, groups in verdict.losses.items() if len(groups) == 1}
    choice = {seat: [counts_of(g) for g in groups] for seat, groups in verdict.losses.items() if len(groups) > 1}
    return {"forces_lost": by_name(certain), **({"forces_lost_any_of": by_name(choice)} if choice else {})}
