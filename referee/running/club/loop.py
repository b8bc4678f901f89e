"""The event loop of the connection to the engine: which connections are open, and whether the last is encrypted.

asyncio's loop is public and its connections go through two methods of it; NATS's client has no other place to ask.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote
from weakref import WeakSet

NO_TLS = (
    "The club's engine offers no TLS, so it was told no password. "
    "Give its nodes a certificate, or write nats:// in the address."
)


class NotEncrypted(ConnectionError):
    """A node offers no TLS where the address asks for it."""


class EngineLoop(asyncio.SelectorEventLoop):
    """Keeps its transports: up to Python 3.11 ``wait_for``, cancelled as a connection is made, leaves it to nobody."""

    def __init__(self) -> None:
        super().__init__()
        self._made = WeakSet[asyncio.BaseTransport]()
        self.encrypted = False  # the connection made last

    async def create_connection(self, *where: Any, **how: Any) -> Any:
        self.encrypted = False
        transport, protocol = await super().create_connection(*where, **how)
        self._made.add(transport)
        return transport, protocol

    async def start_tls(self, *what: Any, **how: Any) -> Any:
        transport = await super().start_tls(*what, **how)
        self.encrypted = True
        return transport

    def abort(self) -> None:
        """Close what is still open, without waiting for its other end."""
        for transport in self._made:
            if isinstance(transport, asyncio.WriteTransport) and not transport.is_closing():
                transport.abort()


def credentials(addresses: Sequence[str], loop: EngineLoop) -> dict[str, Any]:
    """Return the client's options for name, password and TLS; over ``tls://`` a node that offers none is told nothing.

    Over ``nats://`` the nodes may have different credentials, which are then the client's to choose from. Raises
    ``ValueError`` if they have over ``tls://``.
    """
    wanted = addresses[0].startswith("tls://")
    shared = {one.partition("://")[2].rpartition("@")[0] for one in addresses}
    if len(shared) > 1:
        if wanted:
            raise ValueError("with tls:// all nodes have the same name and password")
        return {}
    user, _, password = shared.pop().partition(":")

    def told() -> str:
        if wanted and not loop.encrypted:
            raise NotEncrypted(NO_TLS)
        return unquote(password or user)

    return {
        "tls": ssl.create_default_context() if wanted else None,
        "user": unquote(user) or None,
        "password": told if password else None,
        "token": told if user and not password else None,
    }
