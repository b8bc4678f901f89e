"""A reported case played once more: the table is laid as its viewer heard it, and the act at issue is judged again.

A refused or accepted command is judged by what speaks against it now; a battle by its open plans. Any other act is
told again as it was heard: nothing of it can be worked out anew. ``same`` says whether the answer is what was said
then, ``null`` where it depends on what the viewer did not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.common.factions import named
from referee.contract.lines import BadCase
from referee.contract.rehearsal import SteadyDice
from referee.contract.reported import error_of, sentences
from referee.contract.table_acts import button_pressed
from referee.contract.values import a, a_faction
from referee.kernel import (
    PUBLIC,
    REFEREE,
    BadCommand,
    Command,
    Event,
    Table,
    as_seen_by,
    fold,
    from_json,
    known,
    public_fields,
    sealed,
    types_of,
    worded,
)
from referee.kernel.carry_out import carry_out
from referee.phases.battle.events import BattleJudged
from referee.phases.battle.live_battle import live_of
from referee.phases.battle.reveal import judged
from referee.powers.against import all_against
from referee.powers.karama_windows import announced_first

UNKNOWN = (LookupError, TypeError, ValueError, AttributeError)  # raised where a rule needs what lies face down
WORDED = ("lines", "goes")  # parts of a verdict that hold sentences
NEWER = "An event of this case is not known here. Update the referee, then try again."


def answer_reported(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a reported case; raises ``BadCase``."""
    viewer = case.get("viewer")
    viewer = PUBLIC if viewer == PUBLIC else a_faction(viewer)
    before, then = (_events(case, field, viewer) for field in ("heard", "then"))
    said = a(dict, case.get("said") or {}, "'said'")
    tried = case.get("tried")
    if tried is not None:
        told = _tried(before, viewer, a(dict, tried, "'tried'"))
    elif (verdict := next((one for one in then if isinstance(one, BattleJudged)), None)) is not None:
        told = _judged_again([*before, *then[: then.index(verdict)]], verdict)
    else:
        told = {"legal": True, "happens": sentences(then), "same": True}
    if "same" not in told:
        told["same"] = _same(said, told)
    return {"id": case.get("id"), "viewer": case["viewer"], **told}


def _same(said: Mapping[str, Any], told: Mapping[str, Any]) -> bool | None:
    """Return whether a command comes to the same: the rule that refuses it, else what it did."""
    if said.get("legal") != told["legal"]:
        return False
    if not told["legal"]:
        return bool(said.get("error", {}).get("rule") == told["error"]["rule"])
    return None if told["happens"] is None else bool(said.get("happens") == told["happens"])


def _events(case: Mapping[str, Any], field: str, viewer: str) -> list[Event]:
    """Return events as their viewer heard them: what it knew is in an envelope for it."""
    found = list[Event]()
    for record in a(list, case.get(field) or [], f"{field!r}"):
        try:
            event = from_json(a(dict, record, f"An event of {field!r}"))
        except ValueError as error:
            raise error if isinstance(error, BadCase) else BadCase(NEWER) from error
        private = (name for name in types_of(type(event)) if name not in public_fields(type(event)))
        values = {name: getattr(event, name) for name in private}
        found.append(replace(event, **{name: sealed(one, viewer) for name, one in values.items() if known(one)}))
    return found


def _tried(before: Sequence[Event], viewer: str, record: Mapping[str, Any]) -> dict[str, Any]:
    seat = "" if record.get("by") is None else a_faction(record["by"])
    command = button_pressed(record, seat)
    public, own, referee = (fold(before, one) for one in (PUBLIC, viewer, REFEREE))
    if seat and seat not in public.seats:
        raise BadCase(f"{record['by']} does not play at this table.")
    sender = viewer if viewer == PUBLIC else seat or viewer  # a command that everybody saw may be another player's
    against = all_against(command, sender, public, own, referee)
    if against:
        return {"legal": False, "error": error_of(against[0]), "because": [against[0].rule]}
    return {"legal": True, **_outcome(command, referee, viewer)}


def _outcome(command: Command, referee: Table, viewer: str) -> dict[str, Any]:
    """Return what a command does, as its viewer would hear it; null where that needs what the viewer does not know."""
    try:
        events = carry_out(announced_first(command, referee), referee, SteadyDice())
    except (*UNKNOWN, BadCommand):
        return {"happens": None, "because": []}
    heard = [one for event in events if (one := as_seen_by(event, viewer)) is not None]
    return {"happens": sentences(heard), "because": [*_rules(heard)]}


def _rules(events: Iterable[Event]) -> Iterator[str]:
    yield from dict.fromkeys(rule for event in events for rule in event.rules())


def _judged_again(before: Sequence[Event], verdict: BattleJudged) -> dict[str, Any]:
    """Return a verdict on the plans that were opened, and whether it is the one that was given."""
    table = fold(before, REFEREE)
    try:
        again = judged(table, live_of(table))
    except UNKNOWN:
        return {"legal": True, "happens": None, "because": [], "same": None}
    lines = [str(words) for _, said in again.verdict.get("lines", ()) if (words := worded(said, named))]
    happens = [*sentences([again]), *lines]
    return {
        "legal": True,
        "happens": happens,
        "because": [*again.rules()],
        "same": _substance(again.verdict) == _substance(verdict.verdict),
    }


def _substance(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verdict without its words, which another version may have put otherwise."""
    plain = {name: value for name, value in verdict.items() if value and name not in WORDED}
    return {**plain, "rules": [rule for rule, _ in verdict.get("lines", ())], "goes": [*verdict.get("goes", ())]}
