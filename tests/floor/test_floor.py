"""Every style and script is known to the browsers at the floor, or they do without what is newer, for a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

import pytest
import tinycss2

from referee.web.http.floor import FLOOR
from referee.web.http.layers import RANKS, flatten, selectors
from tests.floor.known import TABLE, Use, in_script, in_style
from tests.house.test_static import STYLES
from tests.kit import ROOT

SCRIPTS = sorted((ROOT / "static").glob("*.js"))
VENDORED = sorted((ROOT / "static/vendor").glob("*.js"))
OURS = "".join(file.read_text("utf-8") for file in SCRIPTS)
LOOK, BETTER, DESKTOP = (
    "only the look differs",
    "an older value or rule stands before it",
    "phones and pens know no such thing",
)
OURSELVES = "a name of htmx or of our own"
# what is newer than the floor, and why a page does as well without it
WITHOUT: Final[Mapping[str, str]] = {
    **dict.fromkeys((":has", "@container", "container", "container-type", "(scripting)"), LOOK),
    **dict.fromkeys(("text-wrap", "accent-color", "scrollbar-color", "hyphens", "color-scheme", "outline"), LOOK),
    **dict.fromkeys(("overflow-wrap: anywhere", "font-family: ui-monospace"), LOOK),
    **dict.fromkeys(("overscroll-behavior", "-webkit-touch-callout", ":-webkit-inner-spin-button"), LOOK),
    **dict.fromkeys(("cursor: pointer", "cursor: crosshair", "cursor: grab"), DESKTOP),
    **dict.fromkeys(("(forced-colors)", "forced-color-adjust"), "such a browser draws in all of its colors"),
    **dict.fromkeys(("@page", "page"), "the paper has the browser's own margins"),
    **dict.fromkeys(("align-content: start", "align-self: end", "justify-content: start"), "older in a grid"),
    **dict.fromkeys(("place-items: start", "place-items: end"), "older in a grid"),
    "align-content: safe": "what is too long begins above the oval and scrolls",
    "justify-content: safe": "what is said before the plans stands at the top of its column",
    ":focus-visible": "the browser draws its own ring",
    **dict.fromkeys(("user-select", "appearance", "mask-image"), "with its prefix beside it"),
    ":backdrop": "static/older.js draws what is behind a box",
    ".submitter": "static/older.js",
    ".touches": "asked of two fingers only",
    **dict.fromkeys((".userActivation", ".hasBeenActive", ".vibrate", ".wakeLock"), "asked for before it is used"),
    **dict.fromkeys((".config", ".connection", ".sourceElement", ".changed", ".delay", ".show"), OURSELVES),
    **dict.fromkeys((".moveBefore", ".startViewTransition", ".parseHTMLUnsafe"), "htmx asks for it before it uses it"),
    **dict.fromkeys((".navigationType", ".canIntercept", ".hashChange"), "of an event that older browsers never send"),
}  # fmt: skip


def used() -> Iterator[Use]:
    for file in STYLES:
        yield from in_style(flatten(file.read_text("utf-8")), file.name)
    for file in SCRIPTS:
        yield from in_script(file.read_text("utf-8"), file.name, OURS)
    for file in VENDORED:
        yield from in_script(file.read_text("utf-8"), file.name)


def test_every_style_and_script_is_known_at_the_floor_or_done_without() -> None:
    found = [*used()]
    assert not [f"{one.what} in {one.file}: {one.beside}" for one in found if one.what not in WITHOUT]
    assert not {*WITHOUT} - {one.what for one in found}, "nothing uses it any more"


def test_the_table_of_newer_names_was_made_for_this_floor() -> None:
    assert json.loads(TABLE.read_text("utf-8"))["floor"] == FLOOR._asdict(), "run python -m tests.floor"


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("@layer a { b { c:d } }", "@layer"),
        ("a:has(b), c { top:0 }", "a newer selector beside an older one"),
        ("a:not(:has(b)), c { top:0 }", "a newer selector beside an older one"),
        ("a { height:5dvh }", "a newer value and no older one"),
        ("a { height:5vh; height:calc(5dvh - var(--b)) }", "a newer value and no older one"),
        ("a { top:round(1px, 2px) }", "round()"),
        ("a { anchor-name:--b }", "anchor-name"),
        ("@media (width > 5em) { @container (min-width:5em) { a { top:0 } } }", "@container"),
    ],
)
def test_a_style_that_is_newer_is_found(style: str, said: str) -> None:
    assert said in {one.what for one in in_style(style, "")}


@pytest.mark.parametrize(
    "style",
    [
        "a:is(:has(b), c) { top:0 }",
        "a { height:5vh; height:5dvh }",
        "@supports (height:1dvh) { a { --full:5dvh; height:calc(5dvh - var(--b)) } }",
        "a:has(b), c:has(d) { top:0 }",
    ],
)
def test_what_costs_no_more_than_itself_is_no_more_than_that(style: str) -> None:
    assert not [one for one in in_style(style, "") if one.what.startswith("a newer")]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("[1].at(-1)", ".at"),
        ("form.requestSubmit()", ".requestSubmit"),
        ("structuredClone(a)", "structuredClone"),
        ("class A { static { b() } }", "static {"),
        ("/(?<=a)b/", "(?<="),
        ("var at = { at: 1 }; // only a comment\n[1].at(0)", ".at"),
    ],
)
def test_a_script_that_is_newer_is_found(script: str, said: str) -> None:
    assert said in {one.what for one in in_script(script, "")}


def test_a_name_that_a_script_defines_is_its_own() -> None:
    assert not [*in_script("var a = { at: function (n) { return n }, lost: 1 }; a.at(a.lost)", "")]


# ---- styles without layers ----


def specific(nodes: list[Any]) -> tuple[int, int, int]:
    """Return how specific a selector is: ids, classes, elements."""
    found, before = [0, 0, 0], ""
    for node in nodes:
        if node.type == "hash":
            found[0] += 1
        elif node.type == "[] block" or (before == "." and node.type == "ident"):
            found[1] += 1
        elif node.type == "function" and before == ":" and node.lower_name in {"is", "not", "has"}:
            inside = max(map(specific, commas(node.arguments)))
            found = [one + more for one, more in zip(found, inside, strict=True)]
        elif node.type in {"ident", "function"} and before == ":" and getattr(node, "lower_name", "") != "where":
            found[1] += 1
        elif node.type == "ident":
            found[2] += 1
        before = node.value if node.type == "literal" else ""
    return found[0], found[1], found[2]


def commas(nodes: list[Any]) -> list[list[Any]]:
    parts: list[list[Any]] = [[]]
    for node in nodes:
        parts.append([]) if node.type == "literal" and node.value == "," else parts[-1].append(node)
    return parts


def layered(nodes: list[Any], layer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every rule with the layer that it stands in, "" for none."""
    for node in nodes:
        if (
            node.type == "at-rule"
            and node.content is not None
            and node.lower_at_keyword in {"layer", "media", "supports", "container"}
        ):
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            own = tinycss2.serialize(node.prelude).strip() if node.lower_at_keyword == "layer" else layer
            yield from layered(inner, own)
        elif node.type == "qualified-rule":
            yield layer, node


def sheet(text: str) -> list[Any]:
    found: list[Any] = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    return found


def test_a_style_without_layers_weighs_its_rules_as_with_them() -> None:
    weights: dict[str, list[tuple[int, int, int]]] = {name: [] for name in [*RANKS, ""]}
    for file in STYLES:
        text = file.read_text("utf-8")
        flat = [rule for _, rule in layered(sheet(flatten(text)))]
        for (layer, rule), same in zip(layered(sheet(text)), flat, strict=True):
            for before, after in zip(commas(rule.prelude), commas(same.prelude), strict=True):
                old, new = specific(before), specific(after)
                assert new[1:] == old[1:] and new[0] - old[0] == RANKS.get(layer, 8), tinycss2.serialize(before)
                weights[layer].append(new)
            assert tinycss2.serialize(rule.content) == tinycss2.serialize(same.content)
    for lower, higher in pairwise([layer for layer in weights if weights[layer]]):
        assert max(weights[lower]) < min(weights[higher]), f"{higher} must win over {lower}: see RANKS"


def test_what_is_important_stands_in_the_last_layer_or_hides() -> None:
    """Among important declarations the first layer would win."""
    for file in STYLES:
        for layer, rule in layered(sheet(file.read_text("utf-8"))):
            found = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            for one in found:
                where = f"{file.name}: {tinycss2.serialize(rule.prelude)}"
                hides = (one.name, tinycss2.serialize(one.value).strip()) == ("display", "none")
                assert not one.important or layer == "states" or hides, where


def test_a_block_that_is_never_closed_is_named() -> None:
    with pytest.raises(ValueError, match=r"\.whatif"):
        flatten("@layer parts { a { b:c } }\n.whatif { d:e @layer parts {")


def test_selectors_are_split_outside_brackets_alone() -> None:
    assert selectors("a:is(b, c)[d='e'], f") == ["a:is(b, c)[d='e']", " f"]
