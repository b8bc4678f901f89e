"""The forms of a page as a browser would send them: which fields each has, and what may stand in each."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
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
    unchosen: frozenset[str] = frozenset()  # what a person must choose or write first
    lists: frozenset[str] = frozenset()  # fields with a list to choose from
    buttons: tuple[Words, ...] = ({},)

    @property
    def act(self) -> str:
        return self.fields["act"][0]

    @property
    def bare(self) -> bool:
        """Return True if there is nothing to choose: it is one button, and what it says can be done."""
        return not self.half and all(len(values) == 1 for name, values in self.fields.items())

    def untouched(self) -> Iterator[Words]:
        """Yield what a browser sends for each button of this form as it stands; nothing where a choice must be made."""
        if not self.half and not self.unchosen:
            standing = {name: values[0] for name, values in self.fields.items() if values}
            yield from (standing | button for button in self.buttons)

    def one_choice(self) -> Iterator[Words]:
        """Yield what a form with one list and no more to fill in can say: it is as many buttons."""
        open_to = [name for name, values in self.fields.items() if len(values) > 1]
        if not self.half and len(open_to) == 1 and open_to[0] in self.lists:
            standing = {name: values[0] for name, values in self.fields.items() if values}
            yield from (standing | {open_to[0]: value} for value in self.fields[open_to[0]] if value)

    def in_all_ways(self, dice: Random, most: int = 400) -> Iterator[Words]:
        """Yield what it can say, first with its numbers as they stand; some of it, at random, where that is much."""
        if self.half:
            yield from (self.filled_in(dice, set()) for _ in range(most // 4))
            return
        lists = {name: values if name in self.lists else values[:1] for name, values in self.fields.items() if values}
        some = list(islice(product(*lists.values()), 20_000))
        for chosen in dice.sample(some, min(len(some), most)):
            yield dict(zip(lists, chosen, strict=True))
        yield from (self.filled_in(dice, set()) for _ in range(most))

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
        fields, unchosen, lists, buttons = _fields(inside)
        if "act" not in fields or not buttons:
            continue
        if "turn-half" not in more:
            yield Form(path, fields, unchosen=unchosen, lists=lists, buttons=buttons)
            continue
        ways = (words_of(tag) for kind, tag in TAG.findall(inside) if "data-way" in tag)
        yield from (Form(path, {**fields, "act": [one["data-act"]]}, inside, one) for one in ways)


def _fields(inside: str) -> tuple[dict[str, list[str]], frozenset[str], frozenset[str], tuple[Words, ...]]:
    """Return what each field may say, as it stands first; those not chosen yet; lists; and what each button adds."""
    fields: dict[str, list[str]] = {}
    name, to_choose, chosen, lists, buttons = "", set[str](), set[str](), set[str](), list[Words]()
    for kind, tag in TAG.findall(inside):
        said, bare = words_of(tag), {*WORD.sub("", tag).split()}
        here, sort = said.get("name", ""), said.get("type", kind)
        if "disabled" in bare:
            continue
        if kind == "button" and said.get("type", "submit") == "submit":
            buttons.append({here: said.get("value", "")} if here else {})
        if kind == "select":
            name, fields[here] = here, []
            lists.add(here)
        elif kind == "option" and name:
            _insert(fields[name], [said.get("value", "")], "selected" in bare)
        elif here:
            lists |= {here} if sort in {"radio", "button"} else set()
            to_choose |= {here} if sort == "radio" or (sort != "hidden" and kind != "button") else set()
            is_chosen = "checked" in bare if sort == "radio" else sort == "checkbox" or bool(said.get("value"))
            chosen |= {here} if is_chosen else set()
            values = [*SOME_WORDS] if kind == "textarea" else _values(said)
            _insert(fields.setdefault(here, []), values, "checked" in bare)
    unchosen = to_choose - chosen | {one for one in lists if fields[one][:1] == [""] and one not in to_choose}
    return fields, frozenset(unchosen), frozenset(lists), tuple(buttons)


def _insert(values: list[str], more: list[str], first: bool) -> None:
    values[0 if first else len(values) : 0 if first else len(values)] = more


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
