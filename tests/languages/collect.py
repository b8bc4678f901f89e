"""What has to be in a catalogue: the sentences of the program, by how they come through the door.

A sentence with slots comes by ``say``, ``say_many``, ``count``, ``phrase`` or the ``says`` of an event; a verb phrase
by ``Name.verb``, a ``Duty`` or what a choice ``does``; one without slots is any string that reads like words;
templates, scripts too.
An f-string or a sum that reads like words is outside the door: no catalogue can have it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader

from referee.board.forces import RESERVES
from referee.board.territories import TERRITORIES
from referee.board.worlds import WORLDS
from referee.cards.weapons_and_defenses import HERO as CHEAP_HERO
from referee.common.factions import FACTIONS, common, elite
from referee.common.turn import PHASES, phase_name, phase_said
from referee.factions.atreides.kwisatz_haderach import SLEEPER
from referee.factions.richese.cards_in_battle import PORTABLE
from referee.kernel.phrases import without_kinds
from referee.languages.catalogue import files, read
from referee.lessons.lesson import words_of_lessons
from referee.modules.discoveries import CARDS as DISCOVERED
from referee.modules.great_maker import CARD as GREAT_MAKER
from referee.modules.sandtrout import CARD as SANDTROUT
from referee.phases.storm.summary import PLACES
from referee.rulebook.book import rulebook
from referee.web.http.templating import Lean
from tests.house.code import CODE, FILES, tree
from tests.kit import ROOT
from tests.languages import texts
from tests.words.collect import UNSEEN, _called, _docstrings, _reads, of_template, said

UNREAD = (
    *("referee/cli/", "referee/contract/", "referee/rulebook/", "referee/running/", "referee/languages/"),
    *("referee/web/http/port.py", "referee/web/http/door.py", "referee/web/join/weak_spots.py"),  # the terminal alone
    *("referee/knowledge/conserved.py", "referee/web/fairness/prove.py"),  # the log of the program, a test copy
    *(
        "referee/web/http/sse.py",
        "referee/web/http/templating.py",
        "referee/kernel/__init__.py",
    ),  # protocol, code
    *("referee/web/map/ground.py",),  # the map as a picture
)
TOLD = tuple(
    f"referee/running/{name}.py" for name in ("outcome", "sitting", "club/sitting", "stand_in/hand", "unfollowed")
)  # as refusals
# "Pass.", a name with its verb, "Next: …"
SENTENCE = re.compile(r"^[A-Z][a-z]+\.$|\{\w+:(The|[a-z]+s)\b|^[A-Z][a-z]+[:.]? …")
KINDS_OF_CARDS = (
    *("weapon, poison", "weapon, projectile", "weapon, special", "defense, poison", "defense, projectile"),
    *("special", "special, leader", "special, question", "special, revival", "special, storm", "special, movement"),
    *("special, battle", "special, spice", "special, spice blow", "poison and projectile", "worthless"),
)
COMPUTED = (
    "unfinished",
    *("high", "low"),
    *("locked", "dialed", "the Voice", "The Voice", "Set-up", "reserves", "tanks"),
    *("Poison weapon", "Projectile weapon", "Poison defense", "Projectile defense", "Worthless card"),
    *map(str.capitalize, KINDS_OF_CARDS),
    *("At", "By", "Weapons", "Defenses", "Face Dancers", "Ally's share", "World {name}"),
    "you",
    "In",
    "nobody",
    *(
        "No",
        "Move",
        "Ship",
        "Nexus",
        "Give",
        "once",
        "twice",
        "attacks",
        "defends",
        "killed",
        "lost",
        "nothing",
        "none",
    ),
    *("On", "To", "yes", "them", "joins", "lives", "dies", "explosion", "unfed", "lobby"),
    *("sand", "rock", "stronghold", "ice", "shelter", "gone", "done", "now", "from"),
    *("No-Field", "printed", "smuggler", *PLACES),
    *map(phase_said, PHASES),
    *map(phase_name, PHASES),
    *(one.replace("_", " ").capitalize() for one in PHASES),
)
VERBS = ("ships", "moves", "taps Done")  # of duties whose words are chosen before
SPOKEN = re.compile(r"The\b|'s$|[a-z]{2,}s\b")
UNREAD_CALLS = {*UNSEEN, "error", "warning", "info", "answers"}
UNREAD_CALLS |= {
    "UndefinedError",
    "AttributeError",
    "KeyError",
    "LookupError",
    "TypeError",
    "ValueError",
    "BadRuleText",
    "BadLesson",
}  # told to programmers
TYPED = re.compile(
    r"(sudo|netsh|chmod|referee serve|attachment;|…; sudo|name=\"Referee\"|rotate\()"
)  # by a shell, a browser
IN_TEMPLATES = re.compile(r"say\('((?:[^'\\]|\\.)*)'")
IN_SCRIPTS = re.compile(r"worded\('((?:[^'\\]|\\.)*)'")


class Wanted(NamedTuple):
    """A sentence with its place; the context is "verb", "script", what a word is ``meant`` for, or ""."""

    place: str
    context: str
    words: str
    plural: str = ""


class Outside(NamedTuple):
    """A sentence that is glued from parts, with … for each."""

    place: str
    words: str


@cache
def collected(room: str = "") -> tuple[tuple[Wanted, ...], tuple[Outside, ...]]:
    """Return what has to be in a catalogue, and what is outside the door; of the code, in files that begin so."""
    code = [path for path in sorted((ROOT / "referee").rglob("*.py")) if str(path.relative_to(ROOT)).startswith(room)]
    found = [one for path in code for one in of_python(path)]
    found += of_templates()
    found += [Wanted("common/turn", "", words) for words in COMPUTED]
    found += [Wanted("turn/who_is_done", "verb", words) for words in VERBS]
    found += [Wanted("modules/discoveries", "", one.card) for one in DISCOVERED]
    found += [
        Wanted("board/territories", "place", name)
        for name in (*TERRITORIES, *WORLDS, GREAT_MAKER, SANDTROUT, CHEAP_HERO, RESERVES, SLEEPER, PORTABLE)
    ]
    found += forces()
    found += [Wanted(f"{path.relative_to(ROOT)}:0", "", words) for path, words in words_of_lessons()]
    for path in sorted((ROOT / "static").glob("*.js")):
        text = path.read_text("utf-8")
        found += [Wanted(_at(path, text, one), "script", _plain(one[1])) for one in IN_SCRIPTS.finditer(text)]
    wanted = (one for one in found if isinstance(one, Wanted))
    return tuple(wanted), tuple(one for one in found if isinstance(one, Outside))


def in_english(keys: Set[tuple[str, str]]) -> dict[str, int]:
    """Return how many of these sentences each language leaves in English, names included, and how many rule texts."""
    sentences = {code: len(keys - read(code).said.keys()) for code in files()}
    return sentences | {f"{code} rules": len(rulebook()) - texts.present(code) for code in files()}


def worse(now: Mapping[str, int], pinned: Mapping[str, int]) -> list[str]:
    """Return of what there is more than was pinned."""
    return [f"{place}: {n}, was {pinned.get(place, 0)}" for place, n in now.items() if n > pinned.get(place, 0)]


def forces() -> Iterator[Wanted]:
    """Yield what factions call their forces, alone and counted."""
    for seat in ("", *FACTIONS):
        for one, more in (common(seat), elite(seat)):
            yield Wanted("common/factions", "", one)
            yield Wanted("common/factions", "", more)
            yield Wanted("common/factions", "", f"{{n}} {one}", f"{{n}} {more}")


def folder(place: str) -> str:
    """Return the room of a place: its folder, two deep where rooms stand in rooms."""
    parts = place.partition(":")[0].split("/")[:-1]
    return "/".join(parts[:3])


def _at(path: Path, text: str, found: re.Match[str]) -> str:
    return f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"


def _plain(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def of_python(path: Path) -> Iterator[Wanted | Outside]:
    name = str(path.relative_to(ROOT))
    if name.startswith(UNREAD) and name not in TOLD:
        return
    room = path.relative_to(CODE).with_suffix("").as_posix() if path.is_relative_to(CODE) else ""
    whole = tree(room) if FILES.get(room) == path else ast.parse(path.read_text("utf-8"))
    skip = set(_docstrings(whole))
    for node in ast.walk(whole):
        if isinstance(node, ast.AnnAssign):
            skip |= {id(one) for one in ast.walk(node.annotation)}
    yield from _below(name, whole, skip)


def _below(name: str, node: ast.AST, skip: set[int]) -> Iterator[Wanted | Outside]:
    place = f"{name}:{getattr(node, 'lineno', 0)}"
    if isinstance(node, ast.Call):
        if _called(node) in UNREAD_CALLS:
            return
        yield from _by_the_door(place, node, skip)
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and _target(node) in {"says", "fuller"}:
        skip.add(id(node.value))
        if pattern := _text(node.value):
            yield Wanted(place, "", without_kinds(pattern)[0])
    if isinstance(node, ast.FunctionDef) and node.name == "pattern":
        for one in (one for one in ast.walk(node) if " " in _text(one) and id(one) not in skip):
            skip.add(id(one))
            yield Wanted(place, "", without_kinds(_text(one))[0])
    for does in _done(node) if isinstance(node, ast.Assign) else ():
        skip.add(id(does))
        yield Wanted(place, "verb", _text(does))
    words = said(node) if isinstance(node, ast.expr) and id(node) not in skip else None
    text = _text(node)
    if words is not None and (_reads(words) or SENTENCE.search(text or words) or _speaks(node)):
        if text:
            yield Wanted(place, "", text)
        elif not TYPED.match(words):
            yield Outside(place, " ".join(words.split()))
    if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
        skip |= {id(one) for one in ast.walk(node.format_spec)}
    for child in ast.iter_child_nodes(node):
        if not (words is not None and isinstance(child, (ast.Constant, ast.JoinedStr, ast.BinOp))):
            yield from _below(name, child, skip)


def _speaks(node: ast.AST) -> bool:
    """Return True for an f-string with a name that begins it or has a verb: it has no words but is a sentence."""
    if not isinstance(node, ast.JoinedStr):
        return False
    specs = [one.format_spec for one in node.values if isinstance(one, ast.FormattedValue)]
    words = ["".join(_text(part) for part in one.values) for one in specs if isinstance(one, ast.JoinedStr)]
    return any(SPOKEN.match(one) for one in words)


def _text(node: ast.AST | None) -> str:
    """Return the text of a plain string, "" for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return getattr(target, "id", "")


def _done(node: ast.Assign) -> Iterator[ast.expr]:
    """Yield the verb phrase that a choice ``does``, as in ``does, you = "bids", "bid or pass"``."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = [*zip(target.elts, value.elts, strict=False)]
    else:
        pairs = [(target, value)]
    yield from (said for name, said in pairs if getattr(name, "id", "") == "does" and _text(said))


def _by_the_door(place: str, call: ast.Call, skip: set[int]) -> Iterator[Wanted | Outside]:
    """Yield what a call brings through the door; its strings are not read again."""
    texts = [one for one in call.args if _text(one)]
    words = [_text(one) for one in texts]
    door, taken = _called(call), texts[:1]
    if door == "format" and isinstance(call.func, ast.Attribute) and _text(call.func.value):
        yield Outside(place, _text(call.func.value))
        taken = [call.func.value]
    elif door == "say" and texts and id(texts[0]) not in skip:
        yield Wanted(place, "", words[0])
    elif door == "meant" and len(texts) > 1:
        taken = texts
        yield Wanted(place, words[1], words[0])
    elif door == "say_many" and len(texts) > 1:
        taken = texts
        yield Wanted(place, "", words[0], words[1])
    elif door == "count" and texts:
        taken = texts
        yield Wanted(place, "", f"{{n}} {words[0]}", f"{{n}} {words[1] if len(words) > 1 else words[0] + 's'}")
    elif door == "phrase" and len(texts) > 1:
        taken = texts
        yield Wanted(place, "", without_kinds(words[1])[0])
    elif door == "verb" and call.args:
        inner = call.args[0]
        taken = [inner.args[0]] if isinstance(inner, ast.Call) and inner.args else call.args[:1]
        if does := _text(taken[0]):
            yield Wanted(place, "verb", does)
    elif door in {"Duty", "_together"} and len(call.args) > 1 and (does := _text(call.args[1])):
        taken = [call.args[1]]
        yield Wanted(place, "verb", does)
    else:
        taken = []
    skip |= {id(one) for one in taken}


def of_templates() -> Iterator[Wanted]:
    env = Environment(loader=FileSystemLoader(str(ROOT / "templates")), autoescape=True)
    heard: list[str] = []
    env.said = lambda words: heard.append(words) or words  # type: ignore[attr-defined, func-returns-value]
    env.add_extension(Lean)
    for path in sorted((ROOT / "templates").glob("*.html")):
        text, name = path.read_text("utf-8"), str(path.relative_to(ROOT))
        heard.clear()
        env.parse(text)
        yield from (Wanted(f"{name}:0", "", words) for words in heard)
        yield from (Wanted(_at(path, text, one), "", _plain(one[1])) for one in IN_TEMPLATES.finditer(text))
        inside = {_plain(one[1]) for one in IN_TEMPLATES.finditer(text)}
        for one in of_template(path):
            quoted = f"'{one.words}'" in text or f'"{one.words}"' in text
            if quoted and one.words not in inside and one.words not in heard:
                yield Wanted(one.place, "", one.words)
