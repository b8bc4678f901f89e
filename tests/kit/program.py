"""The real program in a process, as a host starts it: started, asked for its link, killed, restarted."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.kit import ROOT

LOADED_SECONDS = 120  # a start takes a second, and thirty on a machine that ten others use
COMMAND = (sys.executable, "-m", "referee", "serve", "--no-browser", "--host", "127.0.0.1")


def printed_link(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait for the one-time link that a program prints; return it and the output so far."""
    assert process.stdout is not None
    said = ""
    while not (found := re.search(r"http://localhost\S+", said)):
        line = process.stdout.readline()
        assert line, f"The program ended at once and said: {said}"
        said += line
    return found[0], said


@dataclass
class Program:
    """A running program on a folder of tables; its port survives a restart."""

    folder: Path
    screens: int = 96
    port: int = 0  # any free one at the first start
    link: str = ""
    tree: Path = ROOT  # where the code stands
    proxy: str = ""
    steers: list[Any] = field(default_factory=list)  # the cookies of the browser that has opened the link
    journal: str = ""  # the engine of a club that it joins instead of keeping tables in the folder
    command: tuple[str, ...] = COMMAND
    environment: Mapping[str, str] | None = None  # none: this one, with the code of ``tree``

    def start(self) -> Program:
        """Start it and read the one-time link."""
        place = ["--journal", self.journal] if self.journal else ["--db", str(self.folder)]
        words = ["--port", str(self.port), *place, "--screens", str(self.screens)]
        words += ["--proxy", self.proxy] if self.proxy else []
        own = {"PYTHONWARNINGS": "default", "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(self.tree)}
        self.process = subprocess.Popen(
            [*self.command, *words],
            cwd=self.tree,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment or {**os.environ, **own},
        )
        link, self.said = printed_link(self.process)
        self.link, self.steers = link.replace("localhost", "127.0.0.1"), []
        self.port = int(self.link.split("/")[2].partition(":")[2])
        with urlopen(f"{self.origin}/J/", timeout=LOADED_SECONDS):  # the link comes before the rooms are ready
            pass
        return self

    @property
    def origin(self) -> str:
        """Return the address that browsers of a test use."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill it without warning, like a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> str:
        """Interrupt it as Ctrl-C does; return its output."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._gone()

    def _gone(self) -> str:
        try:
            rest, _ = self.process.communicate(timeout=LOADED_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            rest, _ = self.process.communicate()
            raise AssertionError(f"The program did not end within {LOADED_SECONDS} seconds; it said: {rest}") from None
        return self.said + rest


def shell(
    *words: str | Path, into: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a verb in a process of its own; ``into`` is its input."""
    ran = subprocess.run(
        [sys.executable, "-m", "referee", *map(str, words)],
        input=into,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONWARNINGS": "default", **(env or {})},
        timeout=LOADED_SECONDS,
    )
    said, complained = (words.decode("utf-8", "replace").replace("\r\n", "\n") for words in (ran.stdout, ran.stderr))
    assert "Traceback" not in complained, complained
    assert "Warning" not in complained, complained
    return subprocess.CompletedProcess(ran.args, ran.returncode, said, complained)
