"""The door: what stands open before the rooms behind it are ready. It loads nothing of the game.

The port is taken, the address for phones is known, and there is a one-time link to the table screen.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from socket import socket
from threading import Lock

from referee.web.http.address import Address, find_address, own_addresses
from referee.web.http.port import DEFAULT_PORT, NotOurs, PortTaken, take_port

__all__ = ["Door", "Links", "PortTaken", "digest", "open_door"]


def digest(token: str) -> str:
    """The only form in which a token is kept."""
    return sha256(token.encode(errors="replace")).hexdigest()


class Links:
    """One-time links to a table's controls; looking at one spends nothing, only its POST does."""

    def __init__(self, *, token: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> None:
        self._token, self._lock = token, Lock()
        self._open: dict[str, str] = {}

    def make(self, table: str) -> str:
        """A new link token; an unused older one for the same table stops working."""
        token = self._token()
        with self._lock:
            self._open = {mark: t for mark, t in self._open.items() if t != table}
            self._open[digest(token)] = table
        return token

    def spend(self, token: str) -> str | None:
        """The table whose controls this token opens, once."""
        with self._lock:
            return self._open.pop(digest(token), None)


@dataclass(frozen=True)
class Door:
    """The port, the address that phones are sent to, and the links to the table screen."""

    listening: socket
    address: Address
    links: Links

    @property
    def port(self) -> int:
        """The port in use, which may not be the one first wished for."""
        return int(self.listening.getsockname()[1])


@contextmanager
def open_door(host: str, port: int | None, address: str | None) -> Iterator[Door]:
    """Take the port, so that early phones wait and are not refused; ``PortTaken`` is a sentence."""
    try:
        taken = take_port(DEFAULT_PORT if port is None else port, host, asked=port is not None)
    except NotOurs as error:
        ours = ", ".join(own_addresses())
        raise PortTaken(f"{error} Leave --host out to listen on all of them, or choose one: {ours}.") from error
    with taken as listening:
        yield Door(listening, find_address(listening.getsockname()[1], host, address), Links())
