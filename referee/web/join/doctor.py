"""The connection doctor: why no phone arrives, found out from this laptop as far as a laptop can know.

It tries every address of the machine by connecting to itself, asks the system whether a firewall is on, and notices
whether anybody ever came in from elsewhere. What it cannot see it says: a guest network that keeps devices apart looks
from here like any other. The name and password of a hotspot are drawn as a code and forgotten: they are in no file, no
log, no cookie and no cache.
"""

from __future__ import annotations

import http.client
import platform
import socket
import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from markupsafe import Markup

from referee.kernel import Value, say
from referee.web.app.qr import qr_svg, qr_terminal
from referee.web.http.address import Candidate, advice
from referee.web.http.port import reachable

WITHIN_SECONDS: Final = 0.5
ASK_SECONDS: Final = 3
UFW: Final = Path("/etc/ufw/ufw.conf")
MAC_FIREWALL: Final = "/usr/libexec/ApplicationFirewall/socketfilterfw"
GUEST: Final = (
    "A guest Wi-Fi often keeps phones and laptop apart. This cannot be seen from here: if everything above is fine and "
    "a phone still can't connect, use another Wi-Fi or a hotspot."
)
Run = Callable[[list[str]], str]


class Finding(Value):
    """What was found: well, not well, or not to be known; a sentence; and what to type where something helps."""

    well: bool | None
    sentence: str
    type: str = ""


class BadWifi(ValueError):
    """No network can be called that; the message is a sentence."""


# -- addresses ----------------------------------------------------------------------------------------


def answers(ip: str, port: int) -> str:
    """Return who answers there: ``referee``, ``other`` or ``nobody``."""
    line = http.client.HTTPConnection(ip, port, timeout=WITHIN_SECONDS)
    try:
        line.request("GET", "/J/", headers={"Host": f"127.0.0.1:{port}"})
        return "referee" if b"Take a seat" in line.getresponse().read(20_000) else "other"
    except OSError:
        return "nobody"
    except http.client.HTTPException:
        return "other"
    finally:
        line.close()


@contextmanager
def listening(port: int) -> Iterator[None]:
    """Listen on a port for a moment, where nobody else does."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError, OverflowError):
            probe.bind(("", port))
            probe.listen(16)
        yield


def look_at_port(port: int) -> Finding:
    who = answers("127.0.0.1", port)
    if who == "referee":
        return Finding(True, say("The referee is running on port {port}.", port=port))
    if who == "other":
        return Finding(False, say("Another program uses port {port}.", port=port), f"referee serve --port {port + 20}")
    return Finding(True, say("Port {port} is free: the referee is not running there now.", port=port))


def try_addresses(found: Iterable[Candidate], port: int) -> list[Finding]:
    """Connect to every address of this machine, all at once, in the order in which they are offered to phones."""
    ranked = list(found)
    with ThreadPoolExecutor(max(1, len(ranked))) as pool:
        reached = list(pool.map(lambda one: reachable(one.ip, port, WITHIN_SECONDS), ranked))
    return [_address(one, own) for one, own in zip(ranked, reached, strict=True)]


def _address(one: Candidate, own: bool) -> Finding:
    here = {"ip": one.ip, "interface": one.interface, "why": one.why}
    reached = say("{ip} ({interface}): {why}. The laptop reaches itself there.", **here)
    alone = say("{ip} ({interface}): {why}. The laptop cannot reach itself there.", **here)
    return Finding(own if one.likely else None, reached if own else alone)


# -- the firewall -------------------------------------------------------------------------------------


def ask_system(words: list[str]) -> str:
    """Return what a command of the system says, in small letters; "" if there is none or it does not answer."""
    try:
        said = subprocess.run(words, capture_output=True, text=True, timeout=ASK_SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return (said.stdout + said.stderr).lower()


def firewall(port: int, system: str = "", run: Run = ask_system, ufw: Path = UFW) -> Finding:
    line = advice(system, port).command
    match system or platform.system():
        case "Windows":
            return _windows(run, port, line)
        case "Darwin":
            on = "enabled" in run([MAC_FIREWALL, "--getglobalstate"])
            return Finding(None, "The firewall of this Mac is on. It may ask once; answer Allow.", line) if on else OFF
        case _:
            return _linux(run, port, ufw)


OFF: Final = Finding(True, "No firewall seems to be running on this machine.")


def _windows(run: Run, port: int, line: str) -> Finding:
    if " on" not in run(["netsh", "advfirewall", "show", "currentprofile", "state"]).replace("\t", " "):
        return OFF
    if str(port) in run(["netsh", "advfirewall", "firewall", "show", "rule", "name=Referee"]):
        return Finding(True, say("The firewall is on and lets phones in on port {port}.", port=port))
    return Finding(False, "The firewall is on and blocks phones. Open a terminal as administrator.", line)


def _linux(run: Run, port: int, ufw: Path) -> Finding:
    if run(["firewall-cmd", "--state"]).strip() == "running":
        if run(["firewall-cmd", f"--query-port={port}/tcp"]).strip() == "yes":
            return Finding(True, say("firewalld is on and lets phones in on port {port}.", port=port))
        return Finding(False, "firewalld is on and blocks phones.", f"sudo firewall-cmd --add-port={port}/tcp")
    with suppress(OSError):
        if "enabled=yes" in ufw.read_text("utf-8", errors="replace").lower():
            return Finding(
                None, "ufw is on. It blocks phones unless you have allowed them.", f"sudo ufw allow {port}/tcp"
            )
    return OFF


# -- a hotspot ----------------------------------------------------------------------------------------


def wifi_text(name: str, password: str) -> str:
    """Return what a camera reads to join a Wi-Fi; raises ``BadWifi``."""
    if not 1 <= len(name.encode()) <= 32:
        raise BadWifi("The name of a Wi-Fi has 1 to 32 letters. Type it as the laptop shows it.")
    if password and not 8 <= len(password) <= 63:
        raise BadWifi("The password of a Wi-Fi has 8 to 63 letters. Leave it empty for an open one.")
    kind = f"T:WPA;S:{_plain(name)};P:{_plain(password)};;" if password else f"T:nopass;S:{_plain(name)};;"
    return f"WIFI:{kind}"


def _plain(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)


def wifi_svg(name: str, password: str) -> Markup:
    """Draw the code for a page, and remember nothing."""
    return qr_svg.__wrapped__(wifi_text(name, password), "QR code that joins the Wi-Fi")


def wifi_terminal(name: str, password: str, *, colored: bool = False) -> str:
    return qr_terminal(wifi_text(name, password), colored=colored)
