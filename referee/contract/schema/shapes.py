"""Shapes of single values, as the schemas of all lines put them together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.contract.values import LONGEST_TEXT, MOST

Shape = dict[str, Any]
STRING: Shape = {"type": "string"}
FLAG: Shape = {"type": "boolean"}
NULL: Shape = {"type": "null"}
TEXT: Shape = {"type": "string", "pattern": r"\S", "maxLength": LONGEST_TEXT}
NUMBER: Shape = {"type": "number", "minimum": -MOST, "maximum": MOST}
PLACE: Shape = {"$ref": "#/$defs/place"}
SAND: Shape = {"$ref": "#/$defs/sand"}
FACTION: Shape = {"$ref": "#/$defs/faction"}
CARD: Shape = {"$ref": "#/$defs/card"}


def whole(least: int = 0, most: int = MOST) -> Shape:
    return {"type": "integer", "minimum": least, "maximum": most}


def one(known: Iterable[str]) -> Shape:
    return {"enum": list(known)}


def maybe(shape: Shape) -> Shape:
    """Return a shape that null has too."""
    if isinstance(shape.get("type"), str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"enum": [*shape["enum"], None]} if "enum" in shape else {"anyOf": [shape, NULL]}


def some(shape: Shape, **more: Any) -> Shape:
    return {"type": "array", "items": shape, **more}


def fields(required: Mapping[str, Shape], left_out: Mapping[str, Shape] | None = None) -> Shape:
    """Return an object with fields that it must have, and others that may be null or left out."""
    others = {name: maybe(shape) for name, shape in (left_out or {}).items()}
    return {"type": "object", "required": list(required), "properties": {**required, **others}}


def only(shape: Shape) -> Shape:
    """Return the shape of an object that has no other fields, unless they are null."""
    return {**shape, "additionalProperties": NULL}


def by_faction(shape: Shape) -> Shape:
    return {"type": "object", "propertyNames": FACTION, "additionalProperties": shape}


def by_any_name(shape: Shape) -> Shape:
    return {"type": "object", "additionalProperties": shape}


def by_place(shape: Shape) -> Shape:
    return {"type": "object", "propertyNames": PLACE, "additionalProperties": shape}


def forces(least: int = 0, most: int = MOST) -> Shape:
    kinds = only(fields({}, {"normal": whole(most=most), "special": whole(most=most)}))
    if least:
        kinds["anyOf"] = [{"required": [kind], "properties": {kind: whole(least)}} for kind in kinds["properties"]]
    return {"anyOf": [whole(least, most), kinds]}
