"""Random values that a published schema allows, for the words of JSON Schema that our schemas use."""

from __future__ import annotations

from random import Random
from typing import Any

Shape = dict[str, Any]
OFTEN = 0.3  # how often a field that may be left out is there


class Maker:
    """Makes values by a schema; optional fields are there now and then."""

    def __init__(self, whole: Shape, dice: Random) -> None:
        self.defs, self.dice = whole.get("$defs", {}), dice

    def made(self, shape: Shape) -> Any:
        shape = self._joined(shape)
        if "const" in shape:
            return shape["const"]
        if "enum" in shape:
            return self.dice.choice(shape["enum"])
        kinds = shape.get("type", "null")
        kind = kinds if isinstance(kinds, str) else self.dice.choice(kinds)
        return {
            "object": self._object, "array": self._array, "string": self._text, "integer": self._number,
            "number": self._number, "boolean": lambda _: self.dice.random() < 0.5, "null": lambda _: None,
        }[kind](shape)  # fmt: skip

    def _joined(self, shape: Shape) -> Shape:
        """Return a shape with what it refers to, and with one of those among which it chooses."""
        if "$ref" in shape:
            return self._joined(self.defs[shape["$ref"].removeprefix("#/$defs/")])
        for word in ("anyOf", "oneOf"):
            if word in shape:
                other = self._joined(self.dice.choice(shape[word]))
                rest = {key: value for key, value in shape.items() if key != word}
                both = {**rest.get("properties", {}), **other.get("properties", {})}
                required = [*rest.get("required", ()), *other.get("required", ())]
                return self._joined({**rest, **other, "properties": both, "required": required})
        return shape

    def _number(self, shape: Shape) -> int:
        least = max(shape.get("minimum", 0), 0)
        return self.dice.randint(least, min(shape.get("maximum", 20), least + 3))

    def _text(self, shape: Shape) -> str:
        return str(self.dice.choice(shape.get("examples", ["3" if "d" in shape.get("pattern", "") else "x"])))

    def _array(self, shape: Shape) -> list[Any]:
        least = shape.get("minItems", 0)
        found = [self.made(shape["items"]) for _ in range(self.dice.randint(least, min(shape.get("maxItems", 3), 3)))]
        alone = [one for place, one in enumerate(found) if one not in found[:place]]
        return self._array(shape) if len(alone) < least else alone

    def _object(self, shape: Shape) -> dict[str, Any]:
        own, needed = shape.get("properties", {}), shape.get("required", ())
        value = {name: self.made(own[name]) for name in own if name in needed or self.dice.random() < OFTEN}
        more = shape.get("additionalProperties")
        if more and more != {"type": "null"}:
            names = shape.get("propertyNames", {"enum": []})
            value |= {self.made(names): self.made(more) for _ in range(2) if self._joined(names).get("enum")}
        for other in (*shape.get("allOf", ()), shape):
            if "if" in other:
                value |= self._then(other, value)
        return value

    def _then(self, shape: Shape, value: dict[str, Any]) -> dict[str, Any]:
        """Return what follows for a value to which a condition holds: that a field is something."""
        when = shape["if"].get("properties", {})
        fits = all(value.get(name) in (own.get("enum") or [own.get("const")]) for name, own in when.items())
        then = shape.get("then", {}) if fits else shape.get("else", {})
        made = self._object(self._joined(then)) if then else {}
        return {name: one for name, one in made.items() if name not in when}
