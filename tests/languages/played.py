"""Play the full game in a language and list what is shown in English: ``python -m tests.languages.played CODE``.

Each line says how often a sentence was asked for and not found, its pattern, its words, and after which act. Names of
leaders, territories and players are no sentences, nor is what players typed.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import referee.kernel.discover  # noqa: F401
from referee.board.territories import TERRITORIES
from referee.common.factions import FACTIONS
from referee.languages.catalogue import files, read
from referee.languages.language import Language
from referee.web.app.languages import KEPT, in_language
from tests.games.test_chronicles import SIX
from tests.kit import ROOT
from tests.tools.looks.sweep import QUIET, Keeper, act, table_of

GAME = ROOT / "tests" / "games" / "a_full_game.txt"
TYPED = re.compile(r"words (.*)")


class Listener(Language):
    """A language that remembers what it could not say."""

    def __init__(self, code: str) -> None:
        super().__init__(code, read(code))
        self.missing, self.shown, self.after = Counter[str](), dict[str, tuple[str, str]](), ""
        leaders = (leader for one in FACTIONS.values() for leader in one.leaders)
        self._known = {*leaders, *TERRITORIES, *SIX.values(), "Chronicle", "Shai-Hulud"}

    def said(self, words: object) -> str:
        got = super().said(words)
        found = isinstance(words, (int, float)) or self.translated(words) is not None
        if not found and re.search("[A-Za-z]{2}", got) and not self._is_known(got.strip()):
            pattern = str(getattr(words, "pattern", words))
            self.missing[pattern] += 1
            self.shown.setdefault(pattern, (got, self.after))
        if found:
            self._known.add(got)
        return got

    def _is_known(self, words: str) -> bool:
        """Return True for what is in this language already, or a part of it beside a button or a star."""
        return any(words in one for one in self._known)


def played(code: str) -> Listener:
    """Play the game with every browser in this language."""
    with tempfile.TemporaryDirectory() as folder:
        keeper = table_of(Path(folder), QUIET)
        evening, spoken = keeper.evening, Listener(code)
        evening.app.extensions[KEPT][code] = in_language(evening.app.jinja_env, spoken)
        for browser in (evening.host, evening.onlooker, *evening.phones.values()):
            browser.show("language", code)
        every_page(Keeper(evening), spoken)
        evening.close()
    return spoken


def every_page(keeper: Keeper, spoken: Listener) -> None:
    lines = [line for line in GAME.read_text("utf-8").splitlines() if line.startswith("* ")]
    for number, line in enumerate(lines):
        spoken.after = line
        if typed := TYPED.search(line):
            spoken._known.add(typed[1])
        actor = act(keeper.evening, f"{line}, anyway 1" if ": GoTo" in line else line)
        keeper.look(f"{number:03}", (actor, [*SIX][number % len(SIX)]))
    keeper.keep("log", "table", f"/t/{keeper.evening.table}/log", keeper.evening.host, new=False)


if __name__ == "__main__":
    if sys.argv[1:2] not in ([code] for code in files()):
        sys.exit(f"{__doc__}\nCODE is one of: {', '.join(files())}.")
    heard = played(sys.argv[1])
    for pattern, many in heard.missing.most_common():
        print(many, repr(pattern), *map(repr, heard.shown[pattern]), sep="\t")
