"""Weak spots of this set-up: what of the room and the computer lets others read along or take part, and what to do.

Only what a laptop can find out by itself is looked at; what cannot be seen from here is said to be so. Nothing is
changed, and no table is opened that the referee has open.
"""

from __future__ import annotations

import os
import platform
import re
import stat
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from typing import Final

from referee.running.hall import ENDING
from referee.running.journal import FileJournal, JournalError
from referee.web.http.address import Candidate
from referee.web.join.doctor import GUEST, Finding, Run, ask_system

LOOKED_AT: Final = 500  # files
OPEN_AIR: Final = "anybody nearby can read along. Use a Wi-Fi with a password, or a hotspot of this laptop."
RULES: Final = "rules"  # the folder of house rules beside the tables


def weak_spots(
    folder: Path, addresses: Iterable[Candidate], system: str = "", run: Run = ask_system
) -> Iterator[Finding]:
    yield wifi(system or platform.system(), run)
    yield Finding(None, GUEST)
    yield from _to_the_world(addresses)
    yield from _other_accounts(folder)
    yield from _controls(folder)


# -- the air ------------------------------------------------------------------------------------------


def wifi(system: str, run: Run = ask_system) -> Finding:
    kept = _security(system, run)
    if kept is None:
        return Finding(None, f"Whether the Wi-Fi has a password cannot be seen from here. If it has none, {OPEN_AIR}")
    if kept in {"", "--", "none", "open"}:
        return Finding(False, f"This Wi-Fi has no password: {OPEN_AIR}", "referee doctor --wifi")
    if "wep" in kept:
        return Finding(False, f"This Wi-Fi has a kind of password that is easily broken (WEP): {OPEN_AIR}")
    return Finding(True, "This Wi-Fi has a password. People who know it could still record what phones are sent.")


def _security(system: str, run: Run) -> str | None:
    """Return how the Wi-Fi is secured in the system's word, in small letters, ``None`` if it does not say."""
    match system:
        case "Windows":
            found = re.search(r"authentication\s*:\s*(.*)", run(["netsh", "wlan", "show", "interfaces"]))
        case "Darwin":
            said = run(["system_profiler", "SPAirPortDataType"])
            found = re.search(r"current network information.*?security:\s*(.*)", said, re.DOTALL)
        case _:
            said = run(["nmcli", "-t", "-f", "active,security", "device", "wifi"])
            found = re.search(r"^yes:(.*)$", said, re.MULTILINE)
    return found[1].partition("\n")[0].strip() if found else None


def _to_the_world(addresses: Iterable[Candidate]) -> Iterator[Finding]:
    for one in addresses:
        if one.likely and _is_public(one.ip):
            words = f"{one.ip} is an address that devices outside this home may reach. Use a home network or a hotspot."
            yield Finding(False, words)


def _is_public(ip: str) -> bool:
    try:
        return ip_address(ip).is_global
    except ValueError:
        return False


# -- the computer -------------------------------------------------------------------------------------


def _other_accounts(folder: Path) -> Iterator[Finding]:
    if os.name == "nt" or not folder.exists():
        return
    place = folder if folder.is_dir() else folder.parent
    tables = islice(place.glob(f"*{ENDING}*"), LOOKED_AT) if folder.is_dir() else iter([folder])
    entered = _mode(place) & (stat.S_IXGRP | stat.S_IXOTH)
    if entered and any(_mode(path) & (stat.S_IRGRP | stat.S_IROTH) for path in tables):
        words = f"Other accounts of this computer can read the games in {place}, with every hand."
        yield Finding(False, words, f"chmod -R go= {place}")
    else:
        yield Finding(True, "Other accounts of this computer cannot read the games.")
    rules = place / RULES
    if any(_mode(path) & (stat.S_IWGRP | stat.S_IWOTH) for path in (rules, *islice(rules.glob("*"), LOOKED_AT))):
        words = f"Other accounts of this computer can change the house rules in {rules}, which the referee runs."
        yield Finding(False, words, f"chmod -R go-w {rules}")


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _controls(folder: Path) -> Iterator[Finding]:
    """See whether a screen has the controls of the last table; one that is open now is not looked at."""
    tables = sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime) if folder.is_dir() else [folder]
    if not tables or not tables[-1].is_file():
        return
    try:
        journal = FileJournal(tables[-1])
    except JournalError:
        return
    try:
        held = any(key.seat == "host" for key in journal.credentials())
    except JournalError:
        return
    finally:
        journal.close()
    if not held:
        words = (
            f"No screen controls {tables[-1].stem} yet. The first browser to open the link printed at the start will: "
        )
        yield Finding(False, f"{words}open it on the table screen now.")
