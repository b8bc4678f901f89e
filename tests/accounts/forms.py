"""The forms of a page as a browser would send them: which fields each has, and what may stand in each."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

FORM = re.compile(r'<form[^>]*method="post"[^>]*action="([^"]*)"([^>]*)>(.*?)</form>', re.DOTALL)
TAG = re.compile(r"<(input|select|option|button|textarea)\b([^>]*)>")
GOAL = re.compile(r'<label class="goal"([^>]*)>\s*<input([^>]*)>')
WORD = re.compile(r'([\w-]+)="([^"]*)"')
MOST, OFTEN = 60, 4  # so many values of a number may be chosen, its ends more often
SOME_WORDS = ["some words", ""]  # in a field for any text
Words = dict[str, str]


def words_of(tag: str) -> Words:
    return {key: html.unescape(value) for key, value in WORD.findall(tag)}


@dataclass
class Form:
    """A form: where it is sent, and what each field may say; of a turn card ``half`` is the page, ``way`` how to go."""

    path: str
    fields: dict[str, list[str]]
    half: str = ""
    way: Words = field(default_factory=dict)

    @property
    def act(self) -> str:
        return self.fields["act"][0]

    @property
    def bare(self) -> bool:
        """Return True if there is nothing to choose: it is one button, and what it says can be done."""
        return not self.half and all(len(values) == 1 for name, values in self.fields.items())

    def filled_in(self, dice: Random, likely: set[str], times: int = 8) -> Words:
        """Return a random choice in each field; ``likely`` values are chosen ``times`` as often."""
        fields = _of_the_way(self, dice) if self.half else self.fields
        return {
            name: dice.choices(values, [times if one in likely else 1 for one in values])[0] if values else ""
            for name, values in fields.items()
        }

    def as_said(self, said: Mapping[str, str]) -> Words:
        """Return what is said in each field that has a place for it, and the first choice in the others."""
        free = {name for name, values in self.fields.items() if values == SOME_WORDS}
        meant = {name: words for name, words in said.items() if name in free or words in self.fields.get(name, ())}
        return {name: values[0] if values else "" for name, values in self.fields.items()} | meant


def forms(page: str) -> Iterator[Form]:
    """Yield the forms of a page that act on the table; of a turn card one for each way to ship or to move."""
    for path, more, inside in FORM.findall(page):
        fields = _fields(inside)
        if "act" not in fields:
            continue
        if "turn-half" not in more:
            yield Form(path, fields)
            continue
        ways = (words_of(tag) for kind, tag in TAG.findall(inside) if "data-way" in tag)
        yield from (Form(path, {**fields, "act": [one["data-act"]]}, inside, one) for one in ways)


def _fields(inside: str) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    name = ""
    for kind, tag in TAG.findall(inside):
        said = words_of(tag)
        if kind == "select":
            name = said.get("name", "")
            fields[name] = []
        elif kind == "option" and name:
            fields[name].append(said.get("value", ""))
        elif said.get("name"):
            fields.setdefault(said["name"], []).extend(SOME_WORDS if kind == "textarea" else _values(said))
    return fields


def _values(said: Words) -> list[str]:
    """Return what may stand in a field: its value, the ends of a number and others between, a box's two states."""
    kind, value = said.get("type", ""), said.get("value", "")
    if kind in {"number", "range"} or "max" in said:
        low, high = int(float(said.get("min") or 0)), int(float(said.get("max") or 20))
        often = [value or str(low), str(low), str(min(low + 1, high)), str((low + high) // 3), str(high)]
        every = [str(one) for one in range(low, min(high, low + MOST) + 1)]
        return list(dict.fromkeys(often)) if {*often} >= {*every} else often * OFTEN + every
    if kind == "text":
        return [value, ""] if value else SOME_WORDS
    return ["", value or "1"] if kind == "checkbox" else [value]


def _of_the_way(form: Form, dice: Random) -> dict[str, list[str]]:
    """Return the fields of one way on a turn card: from a group that stands there to a goal that it may reach."""
    way, fields = form.way, {**form.fields}
    tags = [words_of(tag) for _, tag in TAG.findall(form.half)]
    origins = [one for one in tags if one.get("name") == "origin"]
    from_here = dice.choice(origins) if origins and "data-from" in way else {}
    goals = [{**words_of(label), **words_of(tag)} for label, tag in GOAL.findall(form.half)]
    fit = [one for one in goals if way["data-way"] in one["data-ways"].split()]
    fit = [
        one
        for one in fit
        if not (from_here and one.get("data-origins")) or from_here["data-id"] in one["data-origins"].split()
    ]
    goal = dice.choice(fit) if fit and "data-to" in way else {"value": "reserves"}
    fields["goal"], fields["sector"] = [goal["value"]], goal.get("data-sectors", "0").split()
    fields["kind"] = [way["data-way"]] if way["data-act"] == "Ship" else []
    fields["origin"], fields["leaves"] = [from_here.get("value", "")], [from_here.get("data-leaves", "0")]
    if not from_here:
        fields["origin"] = fields["leaves"] = []
    return {name: values for name, values in fields.items() if values}
