"""House rules of a group: pairs of ``.py`` and ``.md`` in a folder of its own, loaded like those of ``options``.

A rule that fails is disabled, and a sentence names its file and line; tables open without it.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Final

import referee.kernel.discover  # noqa: F401  (the rules of the house come first)
from referee.kernel.added import put_in_force
from referee.offers.answers import check_answers
from referee.rulebook.book import BadRuleText, RuleEntry, add_texts, read_room

PACKAGE: Final = "house_rules"
CHAPTER: Final = "4.95."
LONGEST: Final = 64 * 1024  # bytes of one text; the longest of the house has 45 KB
log = logging.getLogger("referee.running")


class NotAHouseRule(Exception):
    """A file that cannot be used; the message is a sentence."""


@dataclass
class HouseRule:
    """One pair of files: its texts, and its errors as sentences."""

    name: str
    texts: list[RuleEntry] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


found: Final[list[HouseRule]] = []


def read_folder(folder: Path) -> list[HouseRule]:
    """Load the house rules of a folder once; none if there is no such folder."""
    if sys.modules.get(PACKAGE) is None and folder.is_dir():
        package = sys.modules[PACKAGE] = ModuleType(PACKAGE)
        package.__path__ = [str(folder)]
        coded = {module.name for module in pkgutil.iter_modules(package.__path__)}
        written = {file.stem for file in folder.glob("*.md") if file.name != "README.md" and "." not in file.stem}
        for name in sorted(coded | written):
            found.append(_load(HouseRule(name), folder, coded))
        for rule in found:
            add_texts(rule.texts)
    return found


def _load(rule: HouseRule, folder: Path, coded: set[str]) -> HouseRule:
    def trouble(error: Exception) -> None:
        sentence = _sentence(error, rule.name, folder)
        if sentence not in rule.troubles:
            rule.troubles.append(sentence)
            log.warning("%s", sentence)

    try:
        rule.texts = _texts(folder / f"{rule.name}.md")
    except (NotAHouseRule, BadRuleText, OSError, UnicodeDecodeError) as error:
        trouble(error)
        return rule
    code = partial(importlib.import_module, f"{PACKAGE}.{rule.name}") if rule.name in coded else lambda: None
    put_in_force(code, partial(_own, rule.texts), trouble)
    if rule.troubles:
        rule.texts = []
    return rule


def _texts(file: Path) -> list[RuleEntry]:
    if not file.is_file():
        raise NotAHouseRule(f"{file.name} is missing. Write the rule's number, title and text there.")
    if file.stat().st_size > LONGEST:
        raise NotAHouseRule(f"{file.name} is longer than {LONGEST // 1024} KB. Shorten it, or make two rules of it.")
    taken = {text.id for rule in found for text in rule.texts}
    texts = read_room(file.read_text("utf-8"), f"options/{file.stem}")
    for text in texts:
        if not text.id.startswith(CHAPTER):
            raise NotAHouseRule(f"{file.name} has rule {text.id}. Number house rules from {CHAPTER}01.")
        if text.id in taken:
            raise NotAHouseRule(
                f"{file.name} has rule {text.id}, which is already in another file. Give it the next number."
            )
    return texts


def _own(texts: list[RuleEntry], numbers: set[str]) -> None:
    if strange := sorted(numbers - {text.id for text in texts}):
        raise NotAHouseRule(f"Rule {strange[0]} has no text beside it. Write it into the .md of the same name.")
    for text in texts:
        check_answers(text)


def _sentence(error: Exception, name: str, folder: Path) -> str:
    """Return what went wrong, with file and line in the folder."""
    if isinstance(error, NotAHouseRule | BadRuleText):
        return f"House rule {name} is not used. {error}"
    place, line = f"{name}.py", 0
    if isinstance(error, SyntaxError):
        place, line = Path(error.filename or place).name, error.lineno or 0
    for frame in extract_tb(error.__traceback__):
        if Path(frame.filename).is_relative_to(folder):
            place, line = Path(frame.filename).name, frame.lineno or 0
    where = f"{place}, line {line}" if line else place
    said = str(error).strip().split("\n")[0].rstrip(".")
    return f"House rule {name} is not used. {where}: {type(error).__name__}, {said}. Correct it and start again."
