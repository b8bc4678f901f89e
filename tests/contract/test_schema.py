"""`referee schema`: what the readers accept has the published form; what they refuse for its form has not."""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from operator import getitem
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from referee.cli import battle, main, play, rules
from referee.common.factions import FACTIONS
from referee.contract import battle_form
from referee.contract.schema import FORMS, schema_of
from referee.contract.schema.fits import faults
from referee.rulebook.lookup import LANGUAGES
from tests.contract.all_cases import ROOM
from tests.contract.made_lines import FORMS as LINES
from tests.contract.made_lines import made_line
from tests.kit import tried

Case = dict[str, Any]
MADE = 4 * int(os.environ.get("REFEREE_EXAMPLES", "40"))
EVERY = int(os.environ.get("REFEREE_VALUES", "1"))  # of the values that a field is given, another one each field
SCHEMAS = {form: schema_of(form) for form in FORMS}
FACTION_NAMES = [made.name for made in FACTIONS.values()]
KINDS = ("battle", "bidding", "ledger")
ANSWER: dict[str, Callable[[str], Case]] = {
    "battle": battle.answer_line, "play": play.answer_line, "rules": lambda line: rules._answer_line(line.encode()),
}  # fmt: skip
ALREADY = (
    # what a reader refuses for something other than the form of one field: who plays, what a hand holds, what is known
    r"has one owner|says nothing where|No leader of this game|is one of it|no No-Field|On the map|in one place"
    r"|With a map|another faction at this table|to another faction\.|special forces, not|always fight here"
    r"|cannot be 'in_front'|(has|have) no leader"
    r"|is part of a map|may be taken back|is not in sector|is in no sector|No territory of this game"
    r"|does not sit at this table|(does|do) not play here|does not fight itself|joins two factions|at most one ally"
    r"|is in two alliances|must be one of the players|cards but \d+ are named|No card is called|is no leader"
    r"|Nobody knows the strength|Option \S+ cannot be|The step '\w+' cannot be read|has no field|No ability is called"
    r"|no Nexus card|than there are\.|A great power needs|cannot (play this script|settle this battle)"
    r"|(\(|· )(\d+\.)+\d+\)?$"
)


def form_of(name: str) -> str:
    return "battle" if name == "battle" else "play"


@cache
def schema(form: str) -> Draft202012Validator:
    return Draft202012Validator(SCHEMAS[form])


@cache
def cases(name: str) -> tuple[str, ...]:
    """Return the cases of a kind, the examples of the contract first."""
    files = sorted(ROOM.glob(f"{name}*.jsonl"))
    return tuple(line for file in files for line in file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("form", FORMS)
def test_the_verb_prints_a_schema(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", form]) == 0
    printed = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(printed)
    assert printed == schema_of(form) and printed["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


@pytest.mark.parametrize("name", KINDS)
def test_every_case_has_the_form(name: str) -> None:
    form = schema(form_of(name))
    wrong = {line: error.message for line in cases(name) for error in form.iter_errors(json.loads(line))}
    assert not wrong and len(cases(name)) > 100


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value inside of a case, its id and what is no part of the contract left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        if path or key not in {"id", "title", "expect", "rule_ids", "says", "never", "direction"}:
            yield (*path, key)
            yield from places(one, (*path, key))


def inside(shape: Any, whole: Case) -> Iterator[Case]:
    """Yield a shape and all that it says in other words of the same value."""
    if isinstance(shape, dict):
        yield shape
        named = [whole["$defs"][shape["$ref"].removeprefix("#/$defs/")]] if "$ref" in shape else []
        for other in (*named, *shape.get("anyOf", ()), *shape.get("allOf", ()), shape.get("then"), shape.get("else")):
            yield from inside(other, whole)


def published(form: str, path: tuple[Any, ...]) -> list[str]:
    """Return the fields that the schema knows at a place of a case."""
    whole = SCHEMAS[form]
    shapes = list(inside(whole, whole))
    for key in path:
        inner = [one.get("properties", {}).get(key, one.get("additionalProperties")) for one in shapes]
        inner = [one.get("items") for one in shapes] if isinstance(key, int) else inner
        shapes = [deeper for one in inner for deeper in inside(one, whole)]
    return sorted({name for one in shapes for name in one.get("properties", {})} - {"script", "situation"})


def changed(case: Case, path: tuple[Any, ...], value: Any) -> Case:
    """Return a case in which one value is another; ``...`` takes it out."""
    made = copy.deepcopy(case)
    *way, last = path
    at: Any = reduce(getitem, way, made)
    if value is ...:
        at.pop(last, None) if isinstance(at, dict) else at.pop(last)
    else:
        at[last] = value
    return made


OTHERS: list[Any] = [
    ..., None, True, False, -1, 0, 3, 1.5, 10**12, "", " ", "x", "X", "long " * 80, [], {}, ["x"], [3], [None],
    {"x": 3}, {"normal": "x"}, {"Emperor": "x"}, "Emperor", ["Emperor"],
]  # fmt: skip


def disagreement(form: str, case: Case) -> str:
    """Say where reader and schema do not agree on a case, "" if they do."""
    error = ANSWER[form](json.dumps(case)).get("error") or {}
    refused = error["why"] if error.get("code") == "BAD_INPUT" else ""
    found = list(schema(form).iter_errors(case))
    faults = [f"{list(fault.absolute_path)}: {fault.message[:200]}" for fault in found]
    if faults and not refused:
        return f"read, but of another form: {faults}"
    return f"of the form, but refused: {refused}" if refused and not faults and not re.search(ALREADY, refused) else ""


def ways(form: str, case: Case, *, deep: bool) -> list[tuple[Any, ...]]:
    """Return the way to each value of a case, and to each that the schema would let stand beside it."""
    paths = [path for path in [(), *places(case)] if deep or not {"script", "events"} & {*path[:-1]}]
    records = [path for path in paths if isinstance(reduce(getitem, path, case), dict)]
    return sorted({*paths[1:], *((*path, name) for path in records for name in published(form, path))}, key=str)


@settings(max_examples=tried(200), deadline=None, derandomize=True)
@given(st.data())
def test_readers_and_schema_agree_on_what_is_changed(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(KINDS))
    case = json.loads(data.draw(st.sampled_from(cases(name))))
    path = data.draw(st.sampled_from(ways(form_of(name), case, deep=True)))
    other = changed(case, path, data.draw(st.sampled_from(OTHERS)))
    assert not disagreement(form_of(name), other), (path, other)


@pytest.mark.parametrize("name", KINDS)
def test_they_agree_on_every_field_beside_the_script(name: str) -> None:
    case = json.loads(cases(name)[0])
    paths = [path for path in ways(form_of(name), case, deep=False) if "options" not in path[:-1]]
    for number, path in enumerate(paths):
        for value in OTHERS[number % EVERY :: EVERY]:
            assert not disagreement(form_of(name), changed(case, path, value)), (path, value)


@pytest.mark.parametrize(("name", "least"), [("battle", 100), ("bidding", 60)])
def test_what_is_null_is_answered_as_if_it_were_left_out(name: str, least: int) -> None:
    form, met = form_of(name), set[tuple[Any, ...]]()
    for line in cases(name)[:MADE:9]:
        case = json.loads(line)
        for path in ways(form, case, deep=True):
            other, spot = changed(case, path, None), tuple(0 if isinstance(key, int) else key for key in path)
            if spot in met or spot[-1] in {0, "id"} or not schema(form).is_valid(other):
                continue
            met.add(spot)
            said, plain = (ANSWER[form](json.dumps(one)) for one in (other, changed(case, path, ...)))
            assert said == plain and "Error" not in str(said.get("error")), (path, said, plain)
    assert len(met) > least, met


def test_fields_that_nobody_knows_are_left_alone_beside_a_case_and_refused_in_a_script() -> None:
    for name in KINDS:
        case = json.loads(cases(name)[0])
        assert "error" not in ANSWER[form_of(name)](json.dumps({**case, "remark": 3}))
        assert not disagreement(form_of(name), {**case, "remark": 3})
        acts = case.get("script") or case.get("situation", {}).get("events", ())
        for number, act in enumerate(acts):
            act["remark"] = {"by": None}
            assert ANSWER["play"](json.dumps(case))["error"]["event"] == number and not disagreement("play", case)
            del act["remark"]


def test_an_option_that_there_is_not_has_no_place_in_the_form() -> None:
    case = {**json.loads(cases("play")[0]), "options": {"T99": "on"}}
    assert not schema("play").is_valid(case) and any(faults(SCHEMAS["play"], case, SCHEMAS["play"]["$defs"], ""))


def test_events_beside_the_situation_are_told_where_they_belong() -> None:
    case = {"id": "1", "rules": "basic", "situation": {"players": ["Fremen"]}, "events": []}
    assert ANSWER["play"](json.dumps(case))["error"]["why"] == "'events' in 'situation' must be a list."


def test_every_field_of_a_battle_is_published_as_it_is_read() -> None:
    whole, side = SCHEMAS["battle"]["properties"], SCHEMAS["battle"]["$defs"]["side"]["properties"]
    assert {*battle_form.CASE} <= {*whole} and {*battle_form.SIDE} == {*side}


def test_a_question_is_answered_in_the_language_of_its_line() -> None:
    asked = [{"q": "1.04.02"}, *({"q": "1.04.02", "language": code} for code in LANGUAGES)]
    told = [rules._answer_line(json.dumps(line).encode())["answers"][0] for line in asked]
    assert {one["id"] for one in told} == {"1.04.02"} and told[0] == told[1]
    assert len({one["title"] for one in told}) == len({one["text"] for one in told}) == len(LANGUAGES)


@pytest.mark.parametrize(
    "said",
    [
        "lasgun",
        {"q": "lasgun", "language": "fr"},
        {"q": "x", "language": "it"},
        {"q": "lasgun", "id": 3},
        {"q": "x", "phase": None},
        {"q": 3},
        {},
        3,
        None,
    ],
)
def test_questions(said: Any) -> None:
    refused = "error" in rules._answer_line(json.dumps(said).encode())
    assert refused is not schema("rules").is_valid(said)


@pytest.mark.parametrize("name", ["battle", "position", "bidding", "rules"])
def test_what_the_schema_allows_the_reader_takes(name: str) -> None:
    """But for what one field alone cannot say: who plays, who owns what, what adds up."""
    form, taken = LINES.get(name, name), 0
    for number in range(MADE):
        case = made_line(name, number)
        if not schema(form).is_valid(case):
            continue
        refused = ANSWER[form](json.dumps(case)).get("error", {})
        taken += refused.get("code") != "BAD_INPUT"
        assert refused.get("code") != "BAD_INPUT" or re.search(ALREADY, refused["why"]), (refused, case)
    assert taken > MADE // 10


@pytest.mark.parametrize("name", [*KINDS, "play"])
def test_what_is_judged_here_and_by_a_library_is_the_same(name: str) -> None:
    """The program's own check knows the words of JSON Schema that its schemas use."""
    dice, form = Random(name), form_of(name)
    for line in dice.sample(cases(name), min(MADE, 60)):
        case = json.loads(line)
        other = changed(case, dice.choice(ways(form, case, deep=True)), dice.choice(OTHERS))
        ours = next(faults(SCHEMAS[form], other, SCHEMAS[form]["$defs"], ""), None)
        assert (ours is None) == schema(form).is_valid(other), (ours, other)


def test_new_factions_stand_in_it() -> None:
    assert schema_of("play")["$defs"]["faction"]["enum"] == FACTION_NAMES
