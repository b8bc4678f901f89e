"""The QR code must name an address that a phone can reach, whatever else the laptop runs."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest

from referee.web.http import address
from referee.web.http.address import (
    Interface,
    advice,
    candidates,
    find_address,
    is_place,
    own_addresses,
    own_names,
    ways_out,
)
from referee.web.http.door import open_door
from referee.web.http.port import EVERYWHERE, PortTaken, reachable, take_port


def ranked(*found: tuple[str, str], routes: tuple[str, ...] = (), **more: str) -> list[str]:
    return [c.ip for c in candidates(found=[Interface(*f) for f in found], routes=routes, **more)]


WIFI, DOCKER, LOOP = ("wlan0", "192.168.1.5"), ("docker0", "172.17.0.1"), ("lo", "127.0.0.1")


def test_the_home_network_comes_before_containers_and_the_machine_itself() -> None:
    assert ranked(LOOP, DOCKER, WIFI, routes=("192.168.1.5",)) == ["192.168.1.5", "172.17.0.1", "127.0.0.1"]


@pytest.mark.parametrize(
    "name",
    [
        *("docker0", "br-3f1c", "vethab12", "podman1", "virbr0", "vmnet8", "vboxnet0", "cni0", "lxdbr0"),
        *("tun0", "tap0", "utun4", "wg0", "tailscale0", "ppp0", "ztabc", "nordlynx", "awdl0", "llw0"),
        "vEthernet (WSL) Hyper-V Virtual Ethernet Adapter",
        "vEthernet (Default Switch)",
        "Ethernet 3 VirtualBox Host-Only Ethernet Adapter",
        "VMware Network Adapter VMnet1",
        "Local Area Connection TAP-Windows Adapter V9",
        "Mullvad WireGuard Tunnel",
        "Ethernet 4 Cisco AnyConnect Virtual Miniport Adapter",
    ],
)
def test_a_virtual_interface_never_leads_even_if_all_traffic_goes_through_it(name: str) -> None:
    assert ranked((name, "192.168.0.9"), ("eth0", "10.1.2.3"), routes=("192.168.0.9",))[0] == "10.1.2.3"
    assert not candidates(found=[Interface(name, "192.168.0.9")], routes=("192.168.0.9",))[0].likely


@pytest.mark.parametrize(
    "name", ["wlan0", "wlp3s0", "en0", "Wi-Fi Intel(R) Wi-Fi 6 AX201", "eth0", "enp0s31f6", "WLAN"]
)
def test_a_real_interface_is_likely_to_work(name: str) -> None:
    assert candidates(found=[Interface(name, "192.168.1.5")], routes=())[0].likely


@pytest.mark.parametrize(
    "hotspot",
    [
        ("Local Area Connection* 10 Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1"),
        ("bridge100", "192.168.2.1"),
        ("ap0", "10.42.0.1"),
    ],
)
def test_the_laptops_own_hotspot_counts_as_a_real_network(hotspot: tuple[str, str]) -> None:
    assert ranked(hotspot, DOCKER, LOOP)[0] == hotspot[1]


def test_wireless_beats_cable_when_nothing_else_decides() -> None:
    assert ranked(("eth0", "192.168.7.2"), ("wlan0", "192.168.7.3"))[0] == "192.168.7.3"


def test_the_way_out_decides_between_two_networks() -> None:
    networks = (("eth0", "192.168.7.2"), ("eth1", "10.0.0.2"))
    assert ranked(*networks, routes=("10.0.0.2",))[0] == "10.0.0.2"
    assert ranked(*networks)[0] == "192.168.7.2"
    assert ranked(*networks[:1], ("eth2", "192.168.6.2"), routes=("192.168.7.2", "192.168.6.2"))[0] == "192.168.7.2"


def test_makeshift_and_tunnel_ranges_rank_below_any_real_network() -> None:
    found = (("eth0", "169.254.3.4"), ("eth1", "100.80.1.1"), ("eth2", "203.0.113.7"))
    assert ranked(*found, routes=("100.80.1.1",))[0] == "203.0.113.7"


def test_the_same_machine_always_gives_the_same_order() -> None:
    found = [("eth0", f"192.168.1.{n}") for n in (20, 3, 100)]
    assert ranked(*found) == ranked(*reversed(found)) == ["192.168.1.3", "192.168.1.20", "192.168.1.100"]


def test_a_route_the_system_listed_under_no_name_is_still_offered() -> None:
    assert "192.168.1.5" in ranked(LOOP, routes=("192.168.1.5",))


def test_the_hosts_own_choice_leads_and_may_be_a_name() -> None:
    assert ranked(WIFI, DOCKER, chosen="172.17.0.1") == ["172.17.0.1", "192.168.1.5"]
    assert ranked(WIFI, chosen="dune.local")[0] == "dune.local"


def test_a_narrow_binding_rules_the_other_addresses_out() -> None:
    assert ranked(WIFI, DOCKER, LOOP, host="172.17.0.1") == ["172.17.0.1"]
    assert ranked(WIFI, LOOP, host="localhost") == ["127.0.0.1"]
    assert ranked(WIFI, host="192.168.9.9") == ["192.168.9.9"]


def test_without_any_network_there_is_still_an_answer() -> None:
    only = candidates(found=[], routes=())
    assert [c.ip for c in only] == ["127.0.0.1"] and not only[0].likely and only[0].why


def test_every_candidate_says_why_it_stands_where_it_stands() -> None:
    found = [Interface(*f) for f in (WIFI, DOCKER, LOOP, ("tun0", "10.8.0.2"))]
    reasons = {c.interface: c.why for c in candidates(found=found, routes=("192.168.1.5",))}
    assert "home" in reasons["wlan0"] and "goes online" in reasons["wlan0"]
    assert "containers" in reasons["docker0"] and "VPN" in reasons["tun0"] and "this machine" in reasons["lo"]


def test_this_machine_is_described_without_an_error() -> None:
    assert all(re.fullmatch(r"\d+(\.\d+){3}", c.ip) for c in candidates())
    assert set(ways_out()) <= {i.ip for i in address.interfaces()}


def test_learning_the_way_out_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    class Spy(socket.socket):
        def __getattribute__(self, name: str) -> object:
            used.append(name)
            return super().__getattribute__(name)

    monkeypatch.setattr(socket, "socket", Spy)
    ways_out()
    assert "connect" in used and not [name for name in used if name.startswith("send")]


@pytest.fixture
def busy() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def port_taken(preferred: int, host: str = EVERYWHERE) -> int:
    with take_port(preferred, host) as taken:
        return int(taken.getsockname()[1])


def test_reachable_tells_a_listening_port_from_a_silent_one(busy: int) -> None:
    assert reachable("127.0.0.1", busy)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        assert not reachable("127.0.0.1", unused.getsockname()[1])


def test_reachable_answers_for_nonsense_too() -> None:
    assert not reachable("no such name.invalid", 80) and not reachable("127.0.0.1", 99_999)


def test_the_next_port_is_taken_when_nobody_asked_for_this_one(busy: int) -> None:
    assert busy < port_taken(busy, "127.0.0.1") < busy + 20
    assert busy < port_taken(busy) < busy + 20, "also when listening everywhere"


def test_a_port_somebody_holds_without_answering_is_passed_over_too() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        port = holder.getsockname()[1]
        assert port < port_taken(port, "127.0.0.1") < port + 20


def test_a_machine_without_any_network_has_no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut(socket.socket):
        def connect(self, *args: object) -> None:
            raise OSError(101, "unreachable")

    monkeypatch.setattr(socket, "socket", Cut)
    assert ways_out() == []


def test_a_port_that_was_asked_for_is_refused_with_a_sentence(busy: int) -> None:
    with pytest.raises(PortTaken, match=rf"Port {busy} is already in use.*--port \d+"):
        take_port(busy, "127.0.0.1", asked=True)


@pytest.mark.parametrize("port", [70_000, -1])
def test_a_number_that_is_no_port_is_refused_with_a_sentence(port: int) -> None:
    with pytest.raises(PortTaken, match="is not a port"):
        take_port(port, asked=True)
    with pytest.raises(PortTaken):
        take_port(port)


@pytest.mark.parametrize("there", [False, True], ids=["free", "in use over there"])
@pytest.mark.parametrize("host", ["203.0.113.9", "dune.invalid", "a..b", "x y"])
def test_an_address_that_is_not_this_machines_is_refused_with_those_that_are(
    host: str, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.http.port.reachable", lambda *_: there)
    for port in (None, 8000):
        with pytest.raises(PortTaken) as refused, open_door(host, port, None):
            pass
        assert str(refused.value).startswith(f"{host} is not an address of this machine.")
        assert str(refused.value).endswith(f"choose one: {', '.join(own_addresses())}.")
    take_port(0, own_addresses()[0]).close()


@pytest.mark.parametrize("named", ["x y", "http://dune.lan", "dune.lan/J", "", "dune.lan:", "dune.lan:99999", "[::1]"])
def test_what_is_no_address_is_not_taken_for_one(named: str) -> None:
    assert not is_place(named)


@pytest.mark.parametrize("named", ["192.168.1.20", "dune.lan:8080", "my_laptop", "müller.local", "dune.lan."])
def test_what_may_be_an_address_is_taken(named: str) -> None:
    assert is_place(named)


@pytest.mark.parametrize(
    ("ips", "host", "alone"),
    [
        ([], EVERYWHERE, True),
        (["127.0.0.1", "169.254.3.4"], EVERYWHERE, True),
        (["127.0.0.1"], "127.0.0.1", False),
        (["127.0.0.1", "192.168.1.20"], EVERYWHERE, False),
    ],
)
def test_a_machine_on_no_network_knows_that_no_phone_can_reach_it(
    ips: list[str], host: str, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.http.address.interfaces", lambda: [Interface("lo", ip) for ip in ips])
    monkeypatch.setattr("referee.web.http.address.ways_out", list)
    assert find_address(8000, host, None).alone is alone


def test_a_name_that_does_not_exist_is_refused_with_a_sentence() -> None:
    with pytest.raises(PortTaken, match="is not an address of this machine"):
        take_port(0, "no such name.invalid")


def test_a_port_the_system_keeps_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Guarded(socket.socket):
        def bind(self, *args: object) -> None:
            raise PermissionError(13, "denied")

    monkeypatch.setattr(socket, "socket", Guarded)
    with pytest.raises(PortTaken, match="keeps port 81 for itself"):
        take_port(81, asked=True)


@pytest.mark.parametrize("system", ["Windows", "Darwin", "Linux", ""])
def test_the_firewall_advice_is_one_line_with_a_place_to_type_it(system: str) -> None:
    line = advice(system, 8123)
    assert line.where and "\n" not in line.command
    assert "8123" in line.command or system == "Darwin", "macOS opens programs, not ports"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Erika-Laptop", ["erika-laptop", "erika-laptop", "erika-laptop.local"]),
        ("tv.home.arpa", ["tv.home.arpa", "tv", "tv.local"]),
        ("Erikas MacBook", []),
        ("", []),
    ],
)
def test_the_machine_is_known_by_its_own_name(name: str, known: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert own_names() == known
