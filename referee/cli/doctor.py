"""``referee doctor``: why no phone arrives, and what to type."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from getpass import getpass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.web.join.doctor import Finding

MARKS = {True: "well", False: "WRONG", None: "?"}


def add_parser(verbs: Any) -> None:
    about = "Try every address of this machine, ask for its firewall, and draw a code that joins a hotspot."
    parser = verbs.add_parser("doctor", help="find out why no phone arrives", description=about)
    parser.add_argument("--port", type=int, default=8000, help="port of the referee (default: 8000)")
    parser.add_argument("--address", help="the address that --address gives to serve")
    parser.add_argument("--wifi", action="store_true", help="ask for a hotspot's name and password and draw its code")


def run(args: argparse.Namespace) -> int:
    """Print what was found, best address first; returns 0 where the address for phones is reached."""
    if not 1 <= args.port <= 65535:
        print(f"{args.port} is no port. Choose a number from 1 to 65535.", file=sys.stderr)
        return 2
    return _wifi() if args.wifi else _examine(args.port, args.address)


def _examine(port: int, address: str | None) -> int:
    from referee.web.join.address import candidates
    from referee.web.join.doctor import GUEST, firewall, listening, look_at_port, try_addresses

    taken = look_at_port(port)
    _say("The port", [taken])
    found = candidates(chosen=address)
    free = taken.well and "free" in taken.sentence
    with listening(port) if free else nullcontext():
        tried = try_addresses(found, port)
    _say("The addresses, best first", tried)
    _say("The firewall", [firewall(port)])
    print(f"\nThe Wi-Fi\n       {GUEST}\n       referee doctor --wifi draws a code that joins a hotspot.")
    print(f"\nPhones go to http://{found[0].ip}:{port}/")
    return 0 if tried[0].well and taken.well else 1


def _say(heading: str, found: Iterable[Finding]) -> None:
    print(f"\n{heading}")
    for one in found:
        print(f"{MARKS[one.well]:>6} {one.sentence}")
        if one.type:
            print(f"       Type: {one.type}")


def _wifi() -> int:
    from referee.web.join.doctor import BadWifi, wifi_terminal

    try:
        name = input("Name of the hotspot: ")
        word = getpass("Its password (empty for an open one): ")
        drawn = wifi_terminal(name, word, colored=sys.stdout.isatty())
    except (BadWifi, EOFError) as error:
        print(error or "Nothing was typed.", file=sys.stderr)
        return 2
    print(f"{drawn}\nA camera pointed here joins {name}. Nothing of it was kept.")
    return 0
