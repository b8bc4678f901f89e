"""Files and power: flipped bits, a program killed in the middle of an act, forged imports."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from referee.cli import main
from referee.phases.knowledge.notes import KeepNote
from tests.attack.rows import Row, Scale
from tests.kit.forger import flips, forged
from tests.kit.table import LiveTable
from tests.promises.test_p08_nothing_acknowledged_is_lost import mortal


def a_game(folder: Path) -> Path:
    """Return the file of a table at which something was done."""
    path = folder / "one.referee"
    table = LiveTable("atreides", "emperor", "fremen", file=path, count=1, deck=[f"c{n}" for n in range(12)])
    table.do("bidding", KeepNote("atreides", "only mine"))
    table.journal.close()
    return path


def said(*words: str) -> tuple[int, str]:
    """Run a verb of the command line; return its exit code and all that it said."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(list(words))
    return code, out.getvalue()


def flipped_bits(scale: Scale) -> Iterable[Row]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        silent = flips(a_game(Path(folder)), scale.flips, Random(5))
    yield Row("single bits flipped in a file", f"{scale.flips:,}", f"{len(silent)} opened with other acts", not silent)


def kills(scale: Scale) -> Iterable[Row]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = mortal("kill", Path(folder), scale.kills)
    wrong = found["wrong"]
    words = f"{found['answered']:,} acts answered, {len(wrong)} lost or doubled"
    yield Row("program killed in the middle of an action", f"{scale.kills:,}", words, not wrong)


def forged_imports(scale: Scale) -> Iterable[Row]:
    dice, taken, wrong = Random(6), 0, list[str]()
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        lines = said("export", "--whole", str(a_game(folder)))[1].split("\n")[:-1]
        forgery = folder / "forged.jsonl"
        for n in range(scale.imports):
            forgery.write_bytes(forged(lines, dice).encode(errors="surrogatepass"))
            there = folder / f"there {n}"
            code, words = said("import", str(forgery), "--db", str(there))
            made = list(there.glob("*"))
            taken += code == 0
            if "Traceback" in words or bool(made) != (code == 0) or (made and said("verify", str(made[0]))[0] == 1):
                wrong.append(words)
    words = f"{taken} still told a game that adds up, the rest refused; {len(wrong)} exceptions"
    yield Row("forged games imported", f"{scale.imports:,}", words, not wrong)
