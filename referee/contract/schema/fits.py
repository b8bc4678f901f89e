"""Whether a line has the published form: the schema judges what the readers let pass, so that both say the same.

It knows the words of JSON Schema that the published forms use, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from referee.contract.lines import BadCase
from referee.contract.schema import schema_of
from referee.contract.schema.misspelt import ALIKE
from referee.contract.schema.shapes import NULL, Shape
from referee.contract.values import nearest

IS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: IS["number"](value) and value == int(value),
}
WORDS = {"object": "an object in braces", "array": "a list", "string": "a text", "boolean": "true or false",
         "null": "null", "number": "a number", "integer": "a whole number"}  # fmt: skip
JOINED = frozenset({"allOf", "anyOf", "oneOf", "not", "if"})


def against_form(form: str, line: Any) -> None:
    """Raise ``BadCase`` for the first place where a line has not the form that is published for this verb."""
    for fault in chain(_astray(_whole(form), line), faults(_whole(form), line, _whole(form)["$defs"], "")):
        raise BadCase(fault)


def _astray(whole: Shape, line: dict[str, Any]) -> Iterator[str]:
    """Yield fields at the top of a line that nothing reads there, though their author meant one that is read.

    Others, such as a title and what is expected, are the author's own and passed over.
    """
    defs = whole["$defs"]
    own = whole
    while "if" in own:
        own = own["else" if any(faults(own["if"], line, defs, "")) else "then"]
        own = defs[own["$ref"].removeprefix("#/$defs/")] if "$ref" in own else own
    known = {name: shape for name, shape in own["properties"].items() if shape != NULL}
    inside = {name: field for field, shape in known.items() for name in _fields_inside(shape, defs)}
    for name in (name for name, value in line.items() if name not in known and value is not None):
        if name in inside:
            yield f"A case has no field {name!r}: it is a field of {inside[name]!r}. Move it there, or leave it out."
        elif name in own["properties"]:
            yield f"A case of this kind has no field {name!r}. Leave it out."
        elif meant := nearest(name, [field for field in known if field not in line], ALIKE):
            yield f"A case has no field {name!r}. Leave it out.{meant}"


def _fields_inside(shape: Shape, defs: Shape) -> Shape:
    """Return the fields of an object that is a field of a line and has fields of its own."""
    named = defs[shape["$ref"].removeprefix("#/$defs/")] if "$ref" in shape else shape
    return named.get("properties", {}) if named.get("type") == "object" else {}


@cache
def _whole(form: str) -> Shape:
    return schema_of(form)


def faults(shape: Shape, value: Any, defs: Shape, at: str) -> Iterator[str]:
    """Yield what is wrong with a value, as sentences that name the place ``at``."""
    what = f"'{at}'" if at else "A case"
    if "$ref" in shape:
        yield from faults(defs[shape["$ref"].removeprefix("#/$defs/")], value, defs, at)
    kinds = shape.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(IS[kind](value) for kind in kinds):
        yield f"{what} must be {' or '.join(WORDS[kind] for kind in kinds)}."
        return
    if "const" in shape and value != shape["const"]:
        yield f"{what} must be {shape['const']!r}."
    if "enum" in shape and not any(value == one and type(value) is type(one) for one in shape["enum"]):
        names = [one for one in shape["enum"] if isinstance(one, str)]
        meant = nearest(value, names) if isinstance(value, str) else ""
        yield f"{what} cannot be {str(value)[:60]!r}.{meant or ' It is one of ' + ', '.join(names) + '.'}"
    if isinstance(value, dict):
        yield from _of_an_object(shape, value, defs, at)
    elif isinstance(value, list):
        yield from _of_a_list(shape, value, defs, at)
    elif isinstance(value, str):
        yield from _of_a_text(shape, value, what)
    else:
        yield from _of_a_number(shape, value, what)
    if not JOINED.isdisjoint(shape):
        yield from _together(shape, value, defs, at)


def _of_a_number(shape: Shape, value: Any, what: str) -> Iterator[str]:
    if IS["number"](value) and not shape.get("minimum", value) <= value <= shape.get("maximum", value):
        yield f"{what} must be from {shape['minimum']} to {shape['maximum']}."


def _of_a_text(shape: Shape, value: str, what: str) -> Iterator[str]:
    if "pattern" in shape and not re.search(shape["pattern"], value):
        yield f"{what} says nothing that can be read."
    if len(value) > shape.get("maxLength", len(value)):
        yield f"{what} is too long."


def _of_a_list(shape: Shape, value: list[Any], defs: Shape, at: str) -> Iterator[str]:
    if not shape.get("minItems", 0) <= len(value) <= shape.get("maxItems", len(value)):
        yield f"'{at}' has {len(value)} entries, which is too many or too few."
    if shape.get("uniqueItems") and any(one in value[:place] for place, one in enumerate(value)):
        yield f"'{at}' names something twice."
    if "items" in shape:
        yield from chain.from_iterable(
            faults(shape["items"], one, defs, f"{at}[{place}]") for place, one in enumerate(value)
        )


def _of_an_object(shape: Shape, value: dict[str, Any], defs: Shape, at: str) -> Iterator[str]:
    own = shape.get("properties", {})
    for name in shape.get("required", ()):
        if name not in value:
            yield f"'{at}' needs {name!r}." if at else f"A case needs {name!r}."
    for name, inner in value.items():
        where = f"{at}.{name}" if at else name
        yield from faults(shape["propertyNames"], name, defs, where) if "propertyNames" in shape else ()
        if name in own:
            yield from faults(own[name], inner, defs, where)
        elif shape.get("additionalProperties") in (False, {"type": "null"}):
            if inner is not None or not shape["additionalProperties"]:
                yield f"'{at}' has no field {name!r}. Leave it out.{nearest(name, own)}"
        elif "additionalProperties" in shape:
            yield from faults(shape["additionalProperties"], inner, defs, where)


def _together(shape: Shape, value: Any, defs: Shape, at: str) -> Iterator[str]:
    """Yield what is wrong by shapes that are joined: all of them, any, one alone, or what follows if one fits."""

    def fits(other: Shape) -> bool:
        return next(faults(other, value, defs, at), None) is None

    for other in shape.get("allOf", ()):
        yield from faults(other, value, defs, at)
    for word, many in (("anyOf", range(1, 99)), ("oneOf", range(1, 2))):
        if word in shape and sum(map(fits, shape[word])) not in many:
            close = [list(faults(other, value, defs, at)) for other in shape[word]]
            yield min(close, key=len, default=[""])[0] if all(close) else f"'{at}' says two things at once."
    if "not" in shape and fits(shape["not"]):
        yield f"'{at}' must not be so."
    if "if" in shape:
        then = shape.get("then", {}) if fits(shape["if"]) else shape.get("else", {})
        yield from faults(then, value, defs, at)
