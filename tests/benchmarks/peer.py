"""The same fan-out measured for boardgame.io, in the same run, where node and npm are there to fetch and run it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kit import ROOT

FOLDER = ROOT / ".benchmarks" / "peer"
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.0")  # the second is what its storage in files needs
RUNS = (("1 table", 1, 250, 0.06), ("50 tables", 50, 20, 1.0))


def peer() -> list[tuple[str, str, str]]:
    """Return its figures, or one row with the reason why there are none."""
    reason = _fetched()
    if reason:
        return [("boardgame.io, for scale", reason, "")]
    return [_row(*run, files) for files in (False, True) for run in RUNS]


def _fetched() -> str:
    """Bring the package into a folder of its own; return why that cannot be done, or ""."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "not measured: no node here"
    if not (FOLDER / "node_modules" / "node-persist").is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        words = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(FOLDER), *PACKAGES]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            return "not measured: npm could not fetch it"
    return ""


def _row(what: str, tables: int, moves: int, pause: float, files: bool) -> tuple[str, str, str]:
    where = "files" if files else "memory"
    with TemporaryDirectory() as folder:
        words = ["node", str(Path(__file__).with_suffix(".cjs")), str(tables), str(moves), str(pause)]
        words += [folder] if files else []
        done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, timeout=300)
    if done.returncode:
        return (f"boardgame.io, {what} of 7 clients", "not measured: it ended with an error", "")
    said = json.loads(done.stdout.strip().splitlines()[-1])
    figures = (
        f"p50 {said['p50']:.1f}  p99 {said['p99']:.1f}  max {said['max']:.1f} ms, {said['mb']:.0f} MB with clients"
    )
    return (f"boardgame.io, {what} of 7 clients (in {where})", figures, "")
