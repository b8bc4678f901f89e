"""The port: taken before anything else is loaded, so that early phones wait instead of being refused."""

from __future__ import annotations

import errno
import platform
import socket
from contextlib import suppress
from typing import Final

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  phones connect over the network
DEFAULT_PORT: Final = 8000
MAY_WAIT: Final = 256  # the listen backlog


class PortTaken(Exception):
    """The program cannot listen there; the message is a sentence with what to do."""


class NotOurs(PortTaken):
    """The host is not an address of this machine; the message has no advice."""


def take_port(preferred: int, host: str = EVERYWHERE, *, asked: bool = False, span: int = 20) -> socket.socket:
    """Listen on the preferred port or, unless ``asked`` for that very one, on the next free of ``span``."""
    ports = [preferred] if asked or preferred == 0 else range(preferred, min(preferred + span, 65536))
    for port in ports:
        if (taken := _listen(host, port)) is not None:
            return taken
    raise PortTaken(
        f"Port {preferred} is already in use, perhaps by this program in another window. "
        f"Close that one, or start with another: --port {preferred + span if preferred < 65000 else 8000}"
    )


def reachable(ip: str, port: int, timeout: float = 0.5) -> bool:
    """Return True if this machine can connect to itself there; ``timeout`` in seconds."""
    try:
        with socket.create_connection((ip, port), timeout):
            return True
    except (OSError, UnicodeError):
        return False


def _listen(host: str, port: int) -> socket.socket | None:
    """Return a listening socket, ``None`` if another program listens there."""
    if port and reachable("127.0.0.1" if host in ("", EVERYWHERE) else host, port):
        if ours := _listen(host, 0):  # raises if the host is not this machine
            ours.close()
        return None  # macOS would let two programs share it
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if platform.system() != "Windows":  # where this option would steal the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _notice_lost_phones(listening)
        listening.bind((host, port))
        listening.listen(MAY_WAIT)
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        _blame(error, host, port)
        return None
    return listening


def _notice_lost_phones(listening: socket.socket) -> None:
    """Have the system drop a silent peer after 20 s; accepted connections inherit that."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_USER_TIMEOUT", 20_000), ("TCP_RXT_CONNDROPTIME", 20), ("TCP_MAXRT", 20)):
        if hasattr(socket, name):
            with suppress(OSError):
                listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _blame(error: Exception, host: str, port: int) -> None:
    """Raise unless the port is merely taken; no other port would help."""
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return
    if isinstance(error, OverflowError):
        raise PortTaken(f"{port} is not a port. Choose a number from 1024 to 65535 with --port.") from None
    if number == errno.EACCES:
        raise PortTaken(
            f"This system keeps port {port} for itself. Choose one from 1024 to 65535 with --port."
        ) from None
    raise NotOurs(f"{host} is not an address of this machine.") from None
