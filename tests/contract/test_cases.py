"""Cases of battles, bidding and positions whose answers were worked out by hand from the rules.

Each line is what the program itself reads, and it is the program itself that answers here. ``expect`` holds fields of
the right answer, those of some step (``after``) in a bidding script; a field that is left out may be anything.
``rule_ids`` are rules that ``because`` must name, ``says`` its sentences, and ``never`` words that it must not say.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from referee.cli.battle import answer_line
from referee.common.factions import FACTIONS
from referee.kernel import OPTIONS
from tests.contract.all_cases import FILES, ROOM, all_answered, verb_of
from tests.kit import ROOT, rules_of, shell

Case = dict[str, Any]

SHORT = re.compile(  # where a case may name some of the keys only, such as the purses that it is about
    r"(spice|error|errors\.\d+)?|after \d+(\.(error|spice|limit|hand_counts|declared|front_of_shield|discarded))?"
)


def read(file: Path) -> list[Case]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def otherwise(said: Any, wanted: Any, at: str = "") -> Iterator[str]:
    """Yield where an answer is not what is wanted; why a plan or an act is refused may be said in other words."""
    if isinstance(said, dict) and isinstance(wanted, dict):
        names = wanted.keys() - {"why"} if SHORT.fullmatch(at) else wanted.keys() | said.keys()
        for name in sorted(names):
            yield from otherwise(said.get(name), wanted.get(name), f"{at}.{name}".strip("."))
    elif isinstance(said, list) and isinstance(wanted, list):
        looked_at = said[: len(wanted)] if wanted and at.endswith("deck_top_after") else said
        for place, pair in enumerate(zip_longest(looked_at, wanted)):
            yield from otherwise(*pair, f"{at}.{place}")
    elif said != wanted:
        yield f"{at} should be {json.dumps(wanted)} and is {json.dumps(said)}"


def of_script(steps: list[Case], expect: list[Case]) -> Iterator[str]:
    """Yield where the states of a script are not what is wanted; no other step may be refused."""
    wanted = {want["after"]: {key: value for key, value in want.items() if key != "after"} for want in expect}
    for step in sorted(wanted.keys() | {*range(len(steps))}):
        refused = {"error": None} if "error" in steps[step] else {}
        yield from otherwise(steps[step], refused | wanted.get(step, {}), f"after {step}")


def wrong(case: Case, said: Case) -> Iterator[str]:
    """Yield what is wrong with the answer to a case."""
    expect, steps = case["expect"], said.get("steps")
    yield from of_script(steps, expect) if steps and isinstance(expect, list) else otherwise(said, expect)
    lines = [*said.get("errors", ()), *(line for state in steps or [said] for line in state.get("because", ()))]
    missing = {rule for rule in case.get("rule_ids", ()) if rule[0].isdigit()} - {line["rule"] for line in lines}
    yield from (f"no line of because names {rule}" for rule in sorted(missing))
    reasons = [line.get("why") or line["sentence"] for line in lines]
    yield from (f"because does not say: {words}" for words in case.get("says", ()) if words not in reasons)
    yield from (f"because says: {line}" for line in reasons if any(words in line for words in case.get("never", ())))


def command_for(case: Case, file: Path) -> str:
    """Return what answers this case alone in a shell."""
    pattern = shlex.quote(f'"id": {json.dumps(case["id"], ensure_ascii=False)}')
    return f"grep -F {pattern} {file.relative_to(ROOT).as_posix()} | referee {verb_of(file)} --json -"


@pytest.fixture(scope="module")
def answered() -> dict[str, Case]:
    """Return what the program answers to each case of all files, by id."""
    return {case.answer["id"]: case.answer for case in all_answered().cases}


@pytest.mark.parametrize("name", ["battle.example.jsonl", "play.sandtrout.jsonl"])
def test_a_shell_is_told_the_same(name: str, answered: dict[str, Case]) -> None:
    run = shell(verb_of(ROOM / name), "--json", "-", into=(ROOM / name).read_bytes())
    assert [json.loads(line) for line in run.stdout.splitlines()] == [answered[one["id"]] for one in read(ROOM / name)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_program_answers_each_case_as_it_expects(file: Path, answered: dict[str, Case]) -> None:
    found = [
        f"{case['id']}: {'; '.join(faults)}\n    {command_for(case, file)}"
        for case in read(file)
        if (faults := [*wrong(case, answered[case["id"]])])
    ]
    assert not found, "\n".join(found)


def test_no_two_cases_have_the_same_id() -> None:
    names = [case["id"] for file in FILES for case in read(file)]
    assert sorted(names) == sorted({*names})


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_wrong_strength_of_any_leader_turns_a_case_red(faction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (ROOM / "battle.jsonl").read_text("utf-8").splitlines()
    if not any(f'"faction": "{FACTIONS[faction].name}"' in line for line in lines):
        pytest.skip("no case has this faction yet")
    for leader, strength in FACTIONS[faction].leaders.items():
        about = [line for line in lines if json.dumps(leader) in line]
        monkeypatch.setitem(FACTIONS[faction].leaders, leader, strength + 1)
        assert any([*wrong(json.loads(line), answer_line(line))] for line in about), leader


def test_4_93_a_battle_settled_otherwise_by_an_option_cites_it() -> None:
    changed, silent = set(), []
    for case in (case for case in read(ROOM / "battle.jsonl") if "options" in case):
        said, plain = (answer_line(json.dumps(one)) for one in (case, {**case, "options": {}}))
        if said["legal"] and any(said[key] != plain.get(key) for key in said if key != "because"):
            changed |= set(case["options"])
            silent += [case["id"] for option in case["options"] if OPTIONS[option].rule not in rules_of(said)]
    assert not silent
    assert changed == {"T1", "T3", "T4", "T5", "T7", "T8", "T9", "T10", "E1"}
