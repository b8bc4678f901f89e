"""``referee club``: the engine in which several programs keep their tables, here with three nodes for trials.

For the machines of a convention it writes their configuration files instead.
"""

from __future__ import annotations

import secrets
import signal
from pathlib import Path
from threading import Event

import click

from referee.cli.exits import Stop
from referee.cli.options import data_folder

NODES = 3
EXAMPLES = """\b
Examples:
  referee club                                       three nodes here, for trying
  referee club --files . a.lan b.lan c.lan           a file for each of three machines"""


@click.command(epilog=EXAMPLES)
@click.argument("machines", nargs=-1)
@click.option("--files", type=click.Path(path_type=Path), help="Write a node's file for each MACHINE into this folder.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the nodes here keep games.")
@click.option(
    "--port", type=click.IntRange(1024, 65000), default=4222, show_default=True, help="The first node's port."
)
def command(machines: tuple[str, ...], files: Path | None, folder: Path | None, port: int) -> None:
    """Start the engine of a club with three nodes on this machine, until Ctrl-C."""
    if bool(machines) != bool(files):
        raise click.UsageError(
            "Give --files with a folder and the machines to write files. Give neither to start three nodes here."
        )
    if files:
        write_files(files, machines, port)
        return
    run(folder or data_folder().parent / "club", port)


def write_files(folder: Path, machines: tuple[str, ...], port: int) -> None:
    """Write a node's file for each machine, and print what comes next."""
    from referee.running.club.nodes import address, configuration

    if len(machines) not in {1, 3, 5}:
        raise click.UsageError("Name one machine, three or five: most of them must agree on every tap.")
    secret, peers = secrets.token_urlsafe(24), [f"{machine}:{port + 2000}" for machine in machines]
    folder.mkdir(parents=True, exist_ok=True)
    for machine, peer in zip(machines, peers, strict=True):
        text = configuration(machine, f"{machine}:{port}", peer, peers, Path("/var/lib/referee-club"), secret)
        file = folder / f"{machine}.conf"
        file.touch(mode=0o600)
        file.write_text(text, "utf-8")
        click.echo(f"On {machine}:  nats-server --config {file}")
    click.echo("Then start the programs with the variable")
    click.echo(f"  REFEREE_JOURNAL={address(secret, (f'{machine}:{port}' for machine in machines))}")
    click.echo("Anyone with these files or this address can read every hand. Keep them on those machines.")


def run(folder: Path, port: int) -> None:
    """Run three nodes until a signal; raises ``Stop``."""
    from referee.cli.engine import NO_NATS
    from referee.running.journal import JournalError

    try:
        from referee.running.club.engine import Engine
        from referee.running.club.nodes import Nodes, check_nodes
    except ImportError as error:
        raise Stop(NO_NATS) from error
    nodes = Nodes(folder, [port + n for n in range(2 * NODES)], _secret(folder))
    over = Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, lambda *_: over.set())
    try:
        nodes.start()
        engine = Engine(nodes.address)
        check_nodes(engine)
        engine.close()
        click.echo(f"Three nodes are running; they keep games in {folder}")
        click.echo("Start as many programs as you like, each on a port of its own:")
        click.echo(f"  REFEREE_JOURNAL={nodes.address} referee serve --port 8001")
        click.echo("Ctrl-C stops the nodes.")
        while not over.wait(0.5):
            nodes.look()
    except JournalError as error:
        raise Stop(error) from error
    finally:
        nodes.stop()
    click.echo("The nodes have stopped. Every game is kept.")


def _secret(folder: Path) -> str:
    """Return the secret that the passwords are made from, created once."""
    file = folder / "secret"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(24), "utf-8")
    return file.read_text("utf-8").strip()
