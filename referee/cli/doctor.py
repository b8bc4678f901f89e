"""``referee doctor``: why phones cannot connect, and what to type."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exits import WRONG
from referee.cli.options import ADDRESS, DB, data_folder
from referee.cli.terminal import person_reads

if TYPE_CHECKING:
    from referee.web.join.doctor import Finding

ALONE = (
    "No phone can reach this laptop now, because it is on no network. Join a Wi-Fi, or open a hotspot on the laptop or "
    "a phone and have everyone join it. Then run referee doctor again."
)
MARKS = {True: "ok", False: "WRONG", None: "?"}


@click.command(epilog="\b\nExamples:\n  referee doctor\n  referee doctor --wifi        a code that joins your hotspot")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, envvar="REFEREE_PORT", show_envvar=True, show_default=True,
    help="Port of the referee.",
)  # fmt: skip
@ADDRESS
@DB
@click.option("--wifi", is_flag=True, help="Ask for a hotspot's name and password and draw its code.")
def command(port: int, address: str | None, db: Path | None, wifi: bool) -> int:
    """Find out why a phone can't connect: try every address, check the firewall, point out weak spots."""
    return _wifi() if wifi else _examine(port, address, db or data_folder())


def _examine(port: int, address: str | None, folder: Path) -> int:
    from referee.web.http.address import candidates, named_place, no_network
    from referee.web.join.doctor import firewall, listening, look_at_port, try_addresses
    from referee.web.join.weak_spots import weak_spots

    taken = look_at_port(port)
    _say("The port", [taken])
    name, outside = named_place(address) if address else (None, 0)
    addresses = candidates(chosen=name)
    free = taken.well and "free" in taken.sentence
    with listening(port) if free else nullcontext():
        tried = try_addresses(addresses, port)
    _say("The addresses, best first", tried)
    _say("The firewall", [firewall(port)])
    _say("Weak spots of this set-up", weak_spots(folder, addresses))
    print("       referee doctor --wifi draws a code that joins a hotspot.")
    print(f"\n{ALONE if no_network(addresses) else f'Phones go to http://{addresses[0].ip}:{outside or port}/'}")
    return 0 if tried[0].well and taken.well else WRONG


def _say(heading: str, findings: Iterable[Finding]) -> None:
    print(f"\n{heading}")
    for finding in findings:
        print(f"{MARKS[finding.well]:>6} {finding.sentence}")
        if finding.type:
            print(f"       Type: {finding.type}")


def _wifi() -> int:
    from referee.web.join.doctor import BadWifi, wifi_terminal

    name = click.prompt("Name of the hotspot")
    hidden = sys.stdin.isatty()  # only a terminal can hide what is typed
    word = click.prompt("Its password (empty for an open one)", default="", hide_input=hidden, show_default=False)
    try:
        drawn = wifi_terminal(name, word, colored=person_reads())
    except BadWifi as error:
        raise click.BadParameter(str(error), param_hint="--wifi") from error
    click.echo(f"{drawn}\nA camera pointed here joins {name}. Nothing of it was kept.")
    return 0
