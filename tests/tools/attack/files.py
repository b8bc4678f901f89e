"""Files and power: flipped bits, a program killed in the middle of an act, forged imports."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from referee.cli import main
from referee.knowledge.notes import KeepNote
from tests.kit import SIX, LiveTable, flips, forged, losses
from tests.promises.test_p08_nothing_acknowledged_is_lost import mortal
from tests.tools.attack.outside import outside
from tests.tools.attack.plants import started
from tests.tools.attack.rows import Row, Scale


def a_game(folder: Path) -> Path:
    """Return the file of a table at which something was done."""
    path = folder / "one.referee"
    table = LiveTable("atreides", "emperor", "fremen", file=path, count=1, deck=None)
    table.do("bidding", KeepNote("atreides", "only mine"))
    table.journal.close()
    return path


def said(*words: str) -> tuple[int, str]:
    """Run a verb of the command line; return its exit code and all that it said."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(list(words))
    return code, out.getvalue()


def lying_about(scale: Scale) -> Iterator[tuple[str, Path]]:
    """Yield a game's files as they lie while it runs, after a kill and once closed, each with its name."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as place, outside(spice=dict.fromkeys(SIX, 90)) as table:
        files = {what: Path(place) / what for what in ("running", "killed", "closed")}
        for n in range(40):
            table.must("atreides", "TellSpice", amount=n) if n % 2 else table.must("host", "Warn", seat="fremen")
        for what, folder in files.items():
            if what == "killed":
                table.restart()
                for _ in range(20):
                    table.must("host", "Warn", seat="emperor")
                table.program.kill()
            elif what == "closed":
                table.program.start()
                table.must("host", "Warn", seat="emperor")
                table.program.stop()
            shutil.copytree(table.program.folder, folder)
            yield what, folder / table.file.name


def flipped_bits(scale: Scale) -> Iterable[Row]:
    for what, path in lying_about(scale):
        silent = flips(path, scale.flips // 3, Random(5))
        words = f"{len(silent)} opened with other acts"
        yield Row(f"single bits flipped in the files of a {what} game", f"{scale.flips // 3:,}", words, not silent)
        lost = losses(path, scale.flips // 3, Random(6))
        words = f"{len(lost)} opened with other acts {lost[:1] or ''}"
        yield Row(f"files cut off or left out, of a {what} game", f"{scale.flips // 3:,}", words, not lost)
        code, told = said("verify", str(path))
        yield Row(f"verify on a {what} game", "1", told.strip().split("\n")[-1], code in {0, 3})


def kills(scale: Scale) -> Iterable[Row]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = mortal("kill", Path(folder), scale.kills, started("tests.promises.mortal"))
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
