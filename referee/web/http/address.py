"""The address for phones, printed in the QR code.

A laptop has many addresses, most of them useless to a phone: containers, virtual machines, tunnels. So each is scored
by its range and its interface's name, the default route gets a bonus, and the list says why each stands where it
stands. The host can pick another. Nothing is sent: connecting a datagram socket only selects a route. Only IPv4 is
offered: brackets would make the code larger, and home networks all speak it.
"""

from __future__ import annotations

import platform
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network
from typing import Final

import ifaddr

from referee.kernel import say
from referee.running.aside import aside
from referee.running.now import now_ms
from referee.web.http.port import EVERYWHERE

REFRESH_MS: Final = 5000
PATIENCE_MS: Final = 20_000

_PROBES = ("10.254.254.254", "192.168.254.254", "172.31.254.254")
_USELESS = -100
_RANGES: tuple[tuple[str, int, str], ...] = (
    ("127.0.0.0/8", _USELESS - 50, "on this machine only, so no phone can reach it"),
    ("169.254.0.0/16", _USELESS, "a makeshift address, because the network gave this machine none"),
    ("100.64.0.0/10", _USELESS, "a tunnel's address range"),
    ("172.17.0.0/16", -40, "a range that containers use"),
    ("192.168.122.0/24", -40, "a range that virtual machines use"),
    ("192.168.56.0/24", -40, "a range that virtual machines use"),
    ("10.0.75.0/24", -40, "a range that containers use"),
    ("192.168.0.0/16", 60, "a home network"),
    ("10.0.0.0/8", 50, "a private network"),
    ("172.16.0.0/12", 40, "a private network"),
    ("0.0.0.0/0", 20, "a public address, as on some campus networks"),
)
_VIRTUAL: tuple[tuple[str, str], ...] = (
    (r"docker|podman|^br-|^veth|^cni|flannel|^lxc|^lxd|calico|kube", "containers on this machine"),
    (r"vethernet|wsl|hyper-v|virbr|vmnet|vmware|vboxnet|virtualbox|parallels", "virtual machines on this machine"),
    (r"^tun|^tap|^utun|^wg|wireguard|openvpn|tailscale|zerotier|^zt|^ppp|ipsec|nordlynx", "a tunnel (VPN)"),
    (r"vpn|anyconnect|fortinet|globalprotect|cloudflare|tap-windows|wintun", "a tunnel (VPN)"),
    (r"^awdl|^llw|^anpi|bluetooth|^bnep", "a link to nearby devices only"),
)
_WIRELESS = r"wi-?fi|wlan|^wl|wireless|^en0$"


@dataclass(frozen=True)
class Candidate:
    """An address for phones; the highest score is printed first."""

    ip: str
    interface: str
    score: int
    why: str

    @property
    def likely(self) -> bool:
        return self.score > 0


@dataclass(frozen=True)
class Interface:
    """The name and IPv4 address of an interface."""

    name: str
    ip: str


def interfaces() -> list[Interface]:
    return [
        Interface(f"{ip.nice_name} {adapter.nice_name}" if ip.nice_name != adapter.nice_name else ip.nice_name, ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]


def ways_out() -> list[str]:
    """Return this machine's source addresses towards private networks; sends nothing."""
    found: list[str] = []
    for target in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    return list(dict.fromkeys(found))


def own_names() -> list[str]:
    """Return this machine's host names on the home network, one of them with ``.local``."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return [name, short, f"{short}.local"] if re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", name) else []


def named_place(named: str) -> tuple[str, int]:
    """Split NAME or NAME:PORT; the port is 0 if none is given."""
    name, colon, port = named.rpartition(":")
    fits = bool(colon) and port.isdecimal() and 0 < int(port) < 65536 and ":" not in name
    return (name, int(port)) if fits else (named, 0)


def is_place(named: str) -> bool:
    """Return True for a valid NAME or NAME:PORT."""
    return re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", named_place(named)[0]) is not None


def own_addresses() -> list[str]:
    """Return this machine's addresses, best first."""
    return [one.ip for one in candidates()]


def candidates(
    *,
    chosen: str | None = None,
    host: str = EVERYWHERE,
    found: Iterable[Interface] | None = None,
    routes: Iterable[str] | None = None,
) -> list[Candidate]:
    """Return addresses for the QR code, best first; ``chosen`` (--address) leads, ``host`` may exclude others."""
    seen = list(interfaces() if found is None else found)
    out = list(ways_out() if routes is None else routes)
    missing = [ip for ip in out if ip not in {i.ip for i in seen}]
    ranked = [_judge(i, out) for i in (*seen, *(Interface("default route", ip) for ip in missing))]
    if host not in ("", EVERYWHERE, "::"):
        bound = "127.0.0.1" if host == "localhost" else host
        ranked = [c for c in ranked if c.ip == bound] or [Candidate(bound, "--host", 0, "you bound the program to it")]
    ranked.sort(key=lambda c: (-c.score, tuple(map(int, c.ip.split("."))) if _is_ip(c.ip) else ()))
    if chosen is None:
        return ranked or [Candidate("127.0.0.1", "none", _USELESS, "this machine is on no network")]
    return [Candidate(chosen, "--address", 1000, "you chose it"), *(c for c in ranked if c.ip != chosen)]


def no_network(found: Iterable[Candidate]) -> bool:
    """Return True if all addresses are loopback or link-local."""
    return all(one.ip.startswith(("127.", "169.254.")) for one in found)


def _judge(interface: Interface, routes: list[str]) -> Candidate:
    score, why = next((s, w) for net, s, w in _RANGES if IPv4Address(interface.ip) in IPv4Network(net))
    if interface.ip in routes:
        score, why = (
            score + 30 - 5 * routes.index(interface.ip),
            say("{why}; this laptop goes online through it", why=why),
        )
    if re.search(_WIRELESS, interface.name, re.IGNORECASE):
        score += 10
    for pattern, kind in _VIRTUAL:
        if re.search(pattern, interface.name, re.IGNORECASE):
            score, why = min(score, 0) + _USELESS, say("{kind}: phones rarely get through", kind=kind)
            break
    return Candidate(interface.ip, interface.name, score, why)


def _is_ip(text: str) -> bool:
    return re.fullmatch(r"\d+(\.\d+){3}", text) is not None


@dataclass(frozen=True)
class Advice:
    """The command that lets phones through this machine's firewall, and where to type it."""

    where: str
    command: str


def advice(system: str = "", port: int = 8000) -> Advice:
    """Return the firewall command; ``system`` as in `platform.system()`: Windows, Darwin or Linux."""
    match system or platform.system():
        case "Windows":
            rule = f'name="Referee" dir=in action=allow protocol=TCP localport={port}'
            return Advice("Open a terminal as administrator", f"netsh advfirewall firewall add rule {rule}")
        case "Darwin":
            tool = "/usr/libexec/ApplicationFirewall/socketfilterfw"
            python = 'P="$(python3 -c "import os,sys;print(os.path.realpath(sys.executable))")"'
            return Advice("Open Terminal", f'{python}; sudo {tool} --add "$P" && sudo {tool} --unblockapp "$P"')
        case _:
            open_ufw, open_fedora = f"sudo ufw allow {port}/tcp", f"sudo firewall-cmd --add-port={port}/tcp"
            return Advice("Open a terminal", f"{open_ufw} || {open_fedora}")


# -- the address that phones are sent to ---------------------------------------------------------------


@dataclass
class Address:
    """The address that phones are sent to, and the alternatives."""

    port: int
    host: str = EVERYWHERE
    named: str | None = None
    found: list[Candidate] = field(default_factory=list)
    chosen: str = ""
    first: str = ""
    outside: int = 0  # the port for phones if it differs from the program's own, as behind a proxy
    arrived: bool = False  # a request came from another machine
    _shown_since: int = 0
    _looked: int = -REFRESH_MS

    def look(self) -> None:
        """Refresh the addresses, at most every 5 s: a laptop may change its network."""
        if self._is_stale():
            self._find()

    def look_soon(self) -> None:
        """Refresh them beside what goes on, so that no tap waits for the machine's adapters."""
        if self._is_stale():
            aside("addresses", self._find)

    def _is_stale(self) -> bool:
        is_stale = now_ms() - self._looked >= REFRESH_MS
        self._looked = now_ms() if is_stale else self._looked
        return is_stale

    def _find(self) -> None:
        self.found = candidates(chosen=self.named, host=self.host)
        self.chosen = self.chosen if self.chosen in {one.ip for one in self.found} else ""
        self.first = self.first or self.ip

    def choose(self, ip: str) -> None:
        """Use another of this machine's addresses."""
        if ip in {one.ip for one in self.found}:
            self.chosen = self.first = ip
            self._shown_since = 0

    def note_guest(self, ip: str) -> None:
        """Record that a request came from this IP address."""
        own = ip.startswith("127.") or ip in {one.ip for one in self.found}
        self.arrived = self.arrived or not own

    def next_best(self) -> str:
        """Return the next address to try if no phone came within 20 s of showing this one, else ""."""
        self._shown_since = self._shown_since or now_ms()
        likely = [one.ip for one in self.found if one.likely or one.ip == self.ip]
        waited = now_ms() - self._shown_since >= PATIENCE_MS
        if self.arrived or not waited or len(likely) < 2:
            return ""
        return likely[(likely.index(self.ip) + 1) % len(likely)]

    @property
    def moved(self) -> bool:
        """Return True if the address differs from the one phones connected to."""
        return self.ip != self.first

    @property
    def ip(self) -> str:
        return self.chosen or self.found[0].ip

    @property
    def alone(self) -> bool:
        """Return True if this machine is on no network."""
        return self.host in ("", EVERYWHERE) and no_network(self.found)

    @property
    def typed(self) -> str:
        return self.ip if self.shown == 80 else f"{self.ip}:{self.shown}"

    @property
    def shown(self) -> int:
        """Return the port that phones are sent to."""
        return self.outside or self.port


def find_address(port: int, host: str, chosen: str | None) -> Address:
    name, outside = named_place(chosen) if chosen else (None, 0)
    found = Address(port, host, name, outside=outside)
    found.look()
    return found
