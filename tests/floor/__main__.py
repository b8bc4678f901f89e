"""Write ``newer.json``, the names that are newer than the floor: ``python -m tests.floor data.json [newer.json]``

The first argument is the file of that name in the npm package @mdn/browser-compat-data (CC0). Run it again when the
floor moves; a newer edition of the package only adds names.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.web.http.floor import FLOOR
from tests.floor.known import TABLE

BROWSERS = {
    "safari": FLOOR.safari,
    "safari_ios": FLOOR.safari,
    "chrome": FLOOR.chrome,
    "chrome_android": FLOOR.chrome,
    "firefox": FLOOR.firefox,
}


def main(file: str, written: str | Path = TABLE) -> int:
    data = json.loads(Path(file).read_text("utf-8"))
    css, script = data["css"], data["javascript"]["builtins"]
    media = css["at-rules"]["media"]
    found = {
        "properties": _named(css["properties"]),
        "values": [
            f"{name}: {value}"
            for name, one in css["properties"].items()
            for value, _ in _features(one)
            if _newer(one, value)
        ],
        "functions": sorted(set(_all_newer(_deep(css["types"])))),
        "at-rules": _named(css["at-rules"]),
        "media": _named(media),
        "selectors": _named(css["selectors"]),
        "globals": sorted({*_named(data["api"]), *_named(script)}),
        "members": sorted(set(_all_newer([*_members(data["api"]), *_members(script)]))),
    }
    lines = [
        f' "{name}": "{" ".join(names) if name != "values" else "; ".join(names)}"' for name, names in found.items()
    ]
    head = f' "of": "@mdn/browser-compat-data {data["__meta"]["version"]}",\n "floor": {json.dumps(FLOOR._asdict())}'
    Path(written).write_text("{\n" + ",\n".join([head, *lines]) + "\n}\n", "utf-8")
    return 0


def _features(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from ((name, one) for name, one in tree.items() if name != "__compat" and "__compat" in one)


def _newer(tree: dict[str, Any], name: str) -> bool:
    """Say whether a browser at the floor lacks this part of something that it has."""
    return _late(tree[name]) and not ("__compat" in tree and _late(tree))


def _late(one: dict[str, Any]) -> bool:
    """Say whether a phone or a laptop at the floor lacks something."""
    support = one["__compat"]["support"]
    return any(_since(support.get(browser, [])) > floor for browser, floor in BROWSERS.items())


def _since(said: Any) -> float:
    """Return the first version that has it without a prefix or a setting; infinite if none does."""
    versions = [
        float(re.sub(r"^≤|(\.\d+)\..*", r"\1", one["version_added"]))
        for one in (said if isinstance(said, list) else [said])
        if isinstance(one.get("version_added"), str) and one["version_added"] != "preview"
        and not {"prefix", "flags", "alternative_name", "version_removed"} & one.keys()
    ]  # fmt: skip
    return min(versions, default=float("inf"))


def _named(tree: dict[str, Any]) -> list[str]:
    return sorted(name for name, one in _features(tree) if _late(one))


def _all_newer(found: Iterator[tuple[str, dict[str, Any]]] | list[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    """Yield the names of which every bearer is newer than the floor."""
    bearers: dict[str, list[bool]] = {}
    for name, one in found:
        bearers.setdefault(name, []).append(_late(one))
    yield from (name for name, late in bearers.items() if all(late))


def _deep(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, one in tree.items():
        if name != "__compat":
            if "__compat" in one:
                yield name, one
            yield from _deep(one)


def _members(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for owner in tree.values():
        for name, one in _features(owner):
            yield re.sub(r"_(static|event)$", "", name), one


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
