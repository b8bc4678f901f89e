"""What is open before the game is loaded: the port, the address for phones, a one-time link to the table screen."""

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
    """Return the hash under which a token is stored."""
    return sha256(token.encode(errors="replace")).hexdigest()


class Links:
    """One-time links to a table's controls; a GET spends nothing, only the POST does."""

    def __init__(self, *, token: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> None:
        self._token, self._lock = token, Lock()
        self._open: dict[str, str] = {}

    def make(self, table: str) -> str:
        """Return a new token; an older one for the same table stops working."""
        token = self._token()
        with self._lock:
            self._open = {mark: t for mark, t in self._open.items() if t != table}
            self._open[digest(token)] = table
        return token

    def spend(self, token: str) -> str | None:
        """Return the table whose controls this token opens, once."""
        with self._lock:
            return self._open.pop(digest(token), None)


@dataclass(frozen=True)
class Door:
    listening: socket
    address: Address
    links: Links

    @property
    def port(self) -> int:
        """The actual port, which may differ from the preferred one."""
        return int(self.listening.getsockname()[1])


@contextmanager
def open_door(host: str, port: int | None, address: str | None) -> Iterator[Door]:
    """Take the port, so that early phones wait instead of being refused; raises ``PortTaken``."""
    try:
        taken = take_port(DEFAULT_PORT if port is None else port, host, asked=port is not None)
    except NotOurs as error:
        ours = ", ".join(own_addresses())
        raise PortTaken(f"{error} Leave --host out to listen on all of them, or choose one: {ours}.") from error
    with taken as listening:
        yield Door(listening, find_address(listening.getsockname()[1], host, address), Links())
