"""The contestants: this program, another revision of it, and boardgame.io."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import tarfile
import time
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from tests.benchmarks.room import BusyTable, Times, all_at_once, set_table, take_controls
from tests.benchmarks.script import Tap
from tests.benchmarks.wire import Line
from tests.kit import ROOT, Program

PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.0")  # the second is what its storage in files needs
PEER_FOLDER = ROOT / ".benchmarks" / "peer"
TABLES_A_PROCESS = 10  # of boardgame.io's clients, where they do not share the server's event loop


@dataclass(frozen=True)
class Round:
    """The result of some taps: seconds to the last screen, in order, and processor seconds."""

    late: Times
    served: float
    shown: float  # what the screens used themselves


class Contestant(Protocol):
    """A program that plays the script at tables of seven screens."""

    name: str

    @property
    def pid(self) -> int:
        """Return the process that serves."""

    async def start(self) -> None: ...

    async def sit(self, tables: int) -> None:
        """Take fresh tables, with all their screens open."""

    async def play(self, taps: list[Tap], pause: float) -> Round:
        """Tap these at every table, one every ``pause`` seconds."""

    async def leave(self) -> None: ...

    async def stop(self) -> None: ...


def processor(process: int) -> float:
    """Return a process's processor time in seconds; 0 if the system does not tell."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Return a process's memory in MB."""
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    return int(said.stdout) / 1024


@dataclass
class Referee:
    """This program, or a revision or folder of it; its folder may have tables already."""

    revision: str = ""
    keeps: bool = False  # the updates, to weigh them
    screens: int = 400
    tables: list[BusyTable] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.name = f"referee {Path(self.revision).name}".strip()
        self.base = TemporaryDirectory()
        self.folder = Path(self.base.name) / "tables"
        self.folder.mkdir()
        self.tree = _tree(self.revision, self.folder.parent / "tree")

    @property
    def pid(self) -> int:
        return self.program.process.pid

    async def start(self) -> None:
        self.program = Program(self.folder, self.screens, tree=self.tree).start()
        self.host = await Line(self.program.port, await take_controls(self.program)).open()

    async def sit(self, tables: int) -> None:
        for _ in range(tables):
            await self.take(await set_table(self.host))
        await asyncio.sleep(0.5)

    async def take(self, table: str) -> None:
        """Sit down at a table that is set."""
        own = await Line(self.host.port, dict(self.host.cookies)).open()
        self.tables.append(await BusyTable(table, own).sit(keeps=self.keeps))

    async def play(self, taps: list[Tap], pause: float) -> Round:
        served, shown = processor(self.pid), time.process_time()
        late = await all_at_once(self.tables, lambda table: taps, pause)
        shown, served = time.process_time() - shown, processor(self.pid) - served
        return Round(late, served, shown)

    async def leave(self) -> None:
        for table in self.tables:
            await table.leave()
        self.tables.clear()

    async def stop(self) -> None:
        await self.leave()
        self.host.writer.close()
        await asyncio.sleep(0.1)  # until all connections are closed
        self.program.stop()
        self.base.cleanup()


def _tree(revision: str, place: Path) -> Path:
    """Return the folder of a revision's code, unpacked if need be; "" is this one."""
    if not revision or Path(revision).is_dir():
        return Path(revision or ROOT).resolve()
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(place, filter="data")
    return place


def why_no_peer() -> str:
    """Install boardgame.io into a folder of its own; return why that failed, or ""."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "boardgame.io is not measured: no node here"
    if not (PEER_FOLDER / "node_modules" / "node-persist").is_dir():
        PEER_FOLDER.mkdir(parents=True, exist_ok=True)
        words = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(PEER_FOLDER), *PACKAGES]
        if subprocess.run(words, capture_output=True).returncode:
            return "boardgame.io is not measured: npm could not fetch it"
    return ""


@dataclass
class Peer:
    """boardgame.io: matches in files or memory, clients in processes or on one event loop."""

    name: str
    files: bool
    apart: bool
    matches: int = 0

    @property
    def pid(self) -> int:
        return self.server.pid

    async def start(self) -> None:
        self.folder = TemporaryDirectory()
        kind = "server" if self.apart else "both"
        self.server = await _node(kind, *((self.folder.name,) if self.files else ()))
        self.port = int((await _said(self.server))["port"])
        self.clients = [] if self.apart else [self.server]

    async def sit(self, tables: int) -> None:
        names = [f"match-{self.matches + n}" for n in range(tables)]
        self.matches += tables
        share = TABLES_A_PROCESS if self.apart else tables
        self.seated = [names[n : n + share] for n in range(0, tables, share)]
        while len(self.clients) < len(self.seated):
            self.clients.append(await _node("clients", str(self.port)))
        await self._all([{"sit": some} for some in self.seated])

    async def play(self, taps: list[Tap], pause: float) -> Round:
        tables = [name for some in self.seated for name in some]
        begin, (served, shown) = time.time() + 0.05, self._used()
        begins = {name: 1000 * (begin + pause * n / len(tables)) for n, name in enumerate(tables)}
        order = {"taps": taps, "pause": 1000 * pause}
        said = await self._all([{**order, "begins": [begins[name] for name in some]} for some in self.seated])
        late = [table for one in said for table in one["late"]]
        in_order = [t / 1000 for at_once in zip(*late, strict=True) for t in at_once]
        served, shown = (after - before for after, before in zip(self._used(), (served, shown), strict=True))
        return Round(in_order, served, shown)

    def _used(self) -> tuple[float, float]:
        return processor(self.server.pid), sum(processor(one.pid) for one in self.clients if one is not self.server)

    async def _all(self, orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
        at_work = self.clients[: len(orders)]
        for client, order in zip(at_work, orders, strict=True):
            assert client.stdin
            client.stdin.write(json.dumps(order).encode() + b"\n")
        return list(await asyncio.gather(*map(_said, at_work)))

    async def leave(self) -> None:
        await self._all([{"leave": True} for _ in self.seated])

    async def stop(self) -> None:
        for one in {self.server, *self.clients}:
            one.kill()
            await one.wait()
        self.folder.cleanup()


async def _node(*words: str) -> asyncio.subprocess.Process:
    script = str(Path(__file__).with_name("peer.cjs"))
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        "node", script, *words, cwd=PEER_FOLDER, stdin=pipe, stdout=pipe, limit=1 << 24
    )


async def _said(node: asyncio.subprocess.Process) -> dict[str, Any]:
    assert node.stdout
    line = await node.stdout.readline()
    assert line, "boardgame.io ended with an error"
    return dict(json.loads(line))
