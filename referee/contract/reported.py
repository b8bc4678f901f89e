"""A case that somebody reports as wrong: the table as one viewer heard it, the act at issue, and what was expected.

It is a line of ``referee play --json``, and as a code one word of capitals and digits. What the viewer may not know is
face down in it, and what people typed, as their names, is left out.

    {"id", "viewer": "public" or a faction, "heard": [events before the act], "then": [events of the act],
     "tried": {"act": "command", "command", "by", fields}, "said": {"legal", "error"?, "happens"?}, "instead"}
"""

from __future__ import annotations

import json
import typing
import zlib
from base64 import b32decode, b32encode
from collections.abc import Sequence
from dataclasses import MISSING, fields, replace
from hashlib import sha256
from typing import Any, Final

from referee.common.factions import FACTIONS, faction_name, named
from referee.contract.lines import BadCase
from referee.kernel import PUBLIC, Command, Event, Objection, Table, to_json, types_of

MARK: Final = "REFEREE1"
MOST_EXPECTED = 500  # characters of what was expected instead
MOST_BYTES = 4_000_000  # of a case, unpacked
NO_CODE = "This code of a case is not whole. Copy all of it, or take the file."


def case_of(
    told: Table, at: int, tried: Command | None = None, refused: Sequence[Objection] = (), expected: str = ""
) -> dict[str, Any]:
    """Return the case of the act at place ``at`` of what this viewer heard, or of a command that was refused there.

    A command of the act is given where the viewer knows it. ``expected`` is cut to 500 characters.
    """
    act = told.log[at].act if at < len(told.log) and not refused else None
    while act is not None and at and told.log[at - 1].act == act:
        at -= 1
    then = [heard.event for heard in told.log[at:] if heard.act == act]
    made: dict[str, Any] = {
        "viewer": PUBLIC if told.viewer == PUBLIC else faction_name(told.viewer),
        "heard": [_written(heard.event) for heard in told.log[:at]],
        "then": [_written(event) for event in then],
    }
    if tried is not None:
        made["tried"] = written_command(tried)
    if refused:
        made["said"] = {"legal": False, "error": error_of(refused[0])}
    else:
        made["said"] = {"legal": True, "happens": sentences(then)}
    digest = sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:10]
    return {"id": f"reported-{digest}", **made, "instead": expected.strip()[:MOST_EXPECTED]}


def sentences(events: Sequence[Event]) -> list[str]:
    """Return what these events say, in English."""
    return [str(words) for event in events if (words := event.sentence(named))]


def error_of(objection: Objection) -> dict[str, str]:
    return {"code": objection.code, "why": str(objection.sentence), "rule": objection.rule}


def written_command(command: Command) -> dict[str, Any]:
    """Return a command as the act of a script, without the fields that say nothing beside their default."""
    said: dict[str, Any] = {"act": "command", "command": type(command).__name__}
    for field in fields(command):
        value = getattr(command, field.name)
        if field.name == "seat":
            said["by"] = faction_name(value) if value in FACTIONS else None
        elif field.default is MISSING or value != field.default:
            said[field.name] = value if isinstance(value, (str, int, float, bool)) else str(value)
    return said


def _written(event: Event) -> dict[str, Any]:
    kinds = _typed(type(event)).items()
    typed = {name: "" if is_text else ("",) * len(getattr(event, name)) for name, is_text in kinds}
    return to_json(replace(event, **typed) if typed else event)


def _typed(kind: type[Event]) -> dict[str, bool]:
    """Return the fields that people type, and whether each is one text (True) or several."""
    found = dict[str, bool]()
    for name, hint in types_of(kind).items():
        inner = [part for one in typing.get_args(hint) for part in (one, *typing.get_args(one))]
        if "typed" in getattr(hint, "__metadata__", ()):
            found[name] = True
        elif any("typed" in getattr(part, "__metadata__", ()) for part in inner):
            found[name] = False
    return found


# -- as a code ----------------------------------------------------------------------------------------


def packed(case: dict[str, Any]) -> str:
    """Return a case as one word of capitals and digits."""
    text = json.dumps(case, separators=(",", ":"), ensure_ascii=False)
    return MARK + b32encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(line: bytes | str) -> bytes | str:
    """Return a line as it is, or the case that it is the code of; raises ``BadCase`` for a code that is not whole."""
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    word = "".join(text.split()).upper()
    if not word.startswith(MARK):
        return line
    body = word.removeprefix(MARK)
    try:
        opened = zlib.decompressobj()
        found = opened.decompress(b32decode(body + "=" * (-len(body) % 8)), MOST_BYTES)
    except (ValueError, zlib.error) as error:
        raise BadCase(NO_CODE) from error
    if not opened.eof:
        raise BadCase(NO_CODE)
    return found
