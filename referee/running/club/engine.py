"""NATS JetStream, the engine of a club: it orders, stores and replicates what several programs write.

A writer names the last message of the subject that it knew (optimistic concurrency): of two programs that write at
once, one wins and the other is refused. A message is synced to disk on a quorum of nodes before it is acknowledged,
then pushed to every program. The connection runs an event loop on a thread of its own; all methods are thread-safe.
This is the only module that knows NATS.
"""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, TypeVar

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import api
from nats.js.errors import APIError, NotFoundError

from referee.running.club.loop import NO_TLS, EngineLoop, NotEncrypted, credentials
from referee.running.journal import JournalError

T = TypeVar("T")
TIMEOUT_SECONDS = 10.0  # electing a new leader takes the nodes about six seconds
ATTEMPT_SECONDS = 2.0
CONNECT_SECONDS = 5.0
RETRY_SECONDS = 0.1
HEARTBEAT_SECONDS = 0.5
STALE_SECONDS = 1.6  # without a heartbeat, the consumer is created again
WRONG_LAST = 10071  # JetStream: wrong last sequence
FULL = {10023, 10047, 10077}  # JetStream: insufficient storage or memory
UNSENT = "This program cannot reach the club's engine, so nothing was saved. Tap again in a moment."
UNSURE = "The club's engine did not answer in time. Look at the table, and tap again if your tap is not there."
NO_ROOM = "The club's engine has no room left, so nothing was saved. Free some space there and tap again."
log = logging.getLogger("referee.club")


class WriteRefused(Exception):
    """The expected last message of the subject is no longer the last."""


@dataclass(frozen=True, slots=True)
class StreamMessage:
    """A stored message: subject, content, sequence number in the stream, and time in ms."""

    subject: str
    words: bytes
    place: int
    at: int


Deliver = Callable[[StreamMessage], None]
BAD_CERTIFICATE = "The engine's certificate is not trusted here. Name your own authority in SSL_CERT_FILE."


class Engine:
    """A connection to all nodes, which reconnects to another one by itself."""

    def __init__(self, address: str) -> None:
        """Connect to the nodes of an address ``nats://name:password@a:4222,b``; raises ``JournalError``."""
        self._loop = EngineLoop()
        self._thread = Thread(target=self._loop.run_forever, name="engine", daemon=True)
        self._thread.start()
        self._tails: list[Tail] = []
        self._trouble: BaseException | None = None
        try:
            self._client = self.wait(self._connect(servers(address)), CONNECT_SECONDS)
        except (NatsError, OSError, ValueError, FutureTimeout) as error:
            self._end()
            why = self._trouble or error
            if isinstance(why, NotEncrypted):
                raise JournalError(NO_TLS) from error
            if isinstance(why, ssl.SSLError):
                raise JournalError(f"{BAD_CERTIFICATE} {_said(why)}.") from error
            raise JournalError(f"The club's engine cannot be reached: {_said(why)}. Is it running?") from error
        self._streams = self._client.jetstream(timeout=ATTEMPT_SECONDS)

    async def _connect(self, addresses: list[str]) -> Any:
        client, told = Client(), credentials(addresses, self._loop)
        try:
            await client.connect(
                addresses,
                name="referee",
                pending_size=0,  # no send buffer: refuse now instead of sending much later
                max_reconnect_attempts=-1,
                reconnect_time_wait=0.2,  # type: ignore[arg-type]  # fractions are fine
                connect_timeout=2,
                ping_interval=2,
                max_outstanding_pings=2,
                allow_reconnect=True,
                error_cb=self._note,
                **told,
            )
        except BaseException:  # includes cancellation: leave no half-open connection
            with suppress(NatsError, OSError):
                await client.close()
            raise
        return client

    async def _note(self, error: BaseException) -> None:
        """Remember the connection's last error for the message to a caller that times out."""
        self._trouble = error
        log.info("The engine's connection: %s.", type(error).__name__)

    def wait(self, what: Coroutine[Any, Any, T], seconds: float) -> T:
        """Run a coroutine on the engine's thread and return its result."""
        return self.begin(what).result(seconds)

    def begin(self, what: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(what, self._loop)

    # -- writing ------------------------------------------------------------------------------------------

    def write(self, subject: str, words: bytes, after: int | None = None) -> Future[int]:
        """Write a message: after the one with this sequence number, as the first of its subject (0), or after any.

        The future gives its sequence number; it raises ``WriteRefused``, or ``JournalError`` with a sentence.
        """
        return self.begin(self._write(subject, words, after))

    async def _write(self, subject: str, words: bytes, after: int | None) -> int:
        headers = {} if after is None else {"Nats-Expected-Last-Subject-Sequence": str(after)}
        until, sent = self._loop.time() + TIMEOUT_SECONDS, False
        while True:
            try:
                taken = self._client.is_connected
                sent = sent or taken
                if taken:
                    return int((await self._streams.publish(subject, words, headers=headers)).seq)
            except APIError as error:
                if error.err_code == WRONG_LAST:
                    raise WriteRefused from error
                if error.err_code in FULL:
                    raise JournalError(NO_ROOM) from error
            except (NatsError, TimeoutError, OSError):
                pass  # a node died, or the nodes elect a leader
            if self._loop.time() > until:
                raise JournalError(UNSURE if sent else UNSENT)
            await asyncio.sleep(RETRY_SECONDS)

    # -- hearing ------------------------------------------------------------------------------------------

    def tail(self, stream: str, subject: str, deliver: Deliver, *, whole: bool = False) -> Tail:
        """Subscribe to subjects, from the last message of each or from the first if ``whole``.

        Returns once everything stored was delivered; raises ``JournalError``.
        """
        tail = Tail(self, stream, subject, deliver, whole)
        self._tails.append(tail)
        tail.start()
        if not tail.caught_up.wait(TIMEOUT_SECONDS):
            tail.stop()
            raise JournalError(UNSENT)
        return tail

    def read(self, stream: str, subject: str) -> list[StreamMessage]:
        """Return all messages of one subject in order; raises ``JournalError``."""
        found: list[StreamMessage] = []
        self.tail(stream, subject, found.append, whole=True).stop()
        return found

    def last(self, stream: str, subject: str) -> StreamMessage | None:
        """Return the last message of a subject from the leading node; raises ``JournalError``."""

        async def asked() -> StreamMessage | None:
            try:
                found = await self._streams.get_last_msg(stream, subject)
            except NotFoundError:
                return None
            at = int(found.time.timestamp() * 1000) if found.time else 0
            return StreamMessage(subject, found.data or b"", int(found.seq or 0), at)

        try:
            return self.wait(asked(), TIMEOUT_SECONDS)
        except (NatsError, OSError, FutureTimeout) as error:
            raise JournalError(UNSENT) from error

    def say(self, subject: str, words: bytes) -> None:
        """Publish to the other programs without storing; a program that misses it never hears it."""

        async def said() -> None:
            with suppress(NatsError, OSError):
                await self._client.publish(subject, words)

        self.begin(said())

    def hear(self, subject: str, heard: Callable[[bytes], None]) -> None:
        """Subscribe to what other programs ``say``."""

        async def taken(message: Msg) -> None:
            heard(message.data)

        self.wait(self._client.subscribe(subject, cb=taken), ATTEMPT_SECONDS)

    def ask_all(self, subject: str, enough: Callable[[list[Any]], bool]) -> list[dict[str, Any]]:
        """Send a request to all nodes; return the replies, until there are enough or for a few seconds."""

        async def asked() -> list[dict[str, Any]]:
            answers: list[dict[str, Any]] = []

            async def take(message: Msg) -> None:
                with suppress(ValueError):
                    answers.append(json.loads(message.data))

            inbox = self._client.new_inbox()
            line = await self._client.subscribe(inbox, cb=take)
            await self._client.publish(subject, b"", reply=inbox)
            until = self._loop.time() + CONNECT_SECONDS
            while not enough(answers) and self._loop.time() < until:
                await asyncio.sleep(RETRY_SECONDS / 4)
            await line.unsubscribe()
            return answers

        try:
            return self.wait(asked(), CONNECT_SECONDS + ATTEMPT_SECONDS)
        except (NatsError, FutureTimeout):
            return []

    # -- streams ------------------------------------------------------------------------------------------

    def prepare(self, stream: str, subjects: str, copies: int, *, last_only: bool = False, days: int = 0) -> None:
        """Create a stream if it is missing; it keeps all of each subject, or the last message for some days."""
        wanted = api.StreamConfig(
            name=stream,
            subjects=[subjects],
            num_replicas=copies,
            storage=api.StorageType.FILE,
            max_msgs_per_subject=1 if last_only else -1,
            max_age=days * 86400.0,
            deny_delete=True,
            deny_purge=not last_only,
            allow_rollup_hdrs=last_only,
            allow_direct=True,
        )
        try:
            self.wait(self._prepare(wanted), TIMEOUT_SECONDS * 2)
        except (NatsError, OSError, FutureTimeout) as error:
            raise JournalError(f"The club's engine cannot keep games: {_said(error)}.") from error

    async def _prepare(self, wanted: api.StreamConfig) -> None:
        until = self._loop.time() + TIMEOUT_SECONDS
        while True:
            try:
                await self._stream(wanted)
                return
            except (NatsError, TimeoutError, OSError):
                if self._loop.time() > until:
                    raise
                await asyncio.sleep(2 * RETRY_SECONDS)

    async def _stream(self, wanted: api.StreamConfig) -> None:
        try:
            await self._streams.stream_info(str(wanted.name))
        except NotFoundError:
            await self._streams.add_stream(wanted)

    def close(self) -> None:
        """Disconnect; idempotent."""
        for tail in self._tails:
            tail.stop()
        if self._thread.is_alive():
            with suppress(NatsError, OSError, FutureTimeout):
                self.wait(self._client.close(), ATTEMPT_SECONDS)
            self._end()

    def _end(self) -> None:
        """Cancel all tasks and stop the thread.

        Up to Python 3.11 ``asyncio.wait_for`` can swallow a cancellation, so tasks that are left are cancelled again.
        """

        async def ended() -> None:
            until = self._loop.time() + ATTEMPT_SECONDS
            while (others := asyncio.all_tasks() - {asyncio.current_task()}) and self._loop.time() < until:
                for task in others:
                    task.cancel()
                await asyncio.wait(others, timeout=ATTEMPT_SECONDS / 4)
            self._loop.abort()
            await asyncio.sleep(0)

        with suppress(FutureTimeout):
            self.wait(ended(), 2 * ATTEMPT_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=ATTEMPT_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()


class Tail:
    """A consumer that delivers each message once and in order across failures of nodes and connections."""

    def __init__(self, engine: Engine, stream: str, subject: str, deliver: Deliver, whole: bool) -> None:
        self._engine, self._stream, self._subject, self._deliver, self._whole = engine, stream, subject, deliver, whole
        self._place, self._count, self._heard_at = 0, 0, 0.0
        self._broken = True
        self._task: Future[None] | None = None
        self.caught_up = Event()

    def start(self) -> None:
        self._task = self._engine.begin(self._run())

    def stop(self) -> None:
        """Idempotent."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        while True:
            line = None
            try:
                line = await self._begin()
                while not self._broken and asyncio.get_running_loop().time() - self._heard_at < STALE_SECONDS:
                    await asyncio.sleep(RETRY_SECONDS)
            except (NatsError, TimeoutError, OSError):
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                if line is not None:
                    with suppress(NatsError, OSError):
                        await line.unsubscribe()

    async def _begin(self) -> Any:
        """Create an ephemeral consumer after the last message seen; the engine deletes it when nobody listens."""
        client = vars(self._engine)["_client"]
        inbox, self._count, self._broken = client.new_inbox(), 0, False
        line = await client.subscribe(inbox, cb=self._take, pending_msgs_limit=-1, pending_bytes_limit=-1)
        first = api.DeliverPolicy.ALL if self._whole else api.DeliverPolicy.LAST_PER_SUBJECT
        config = api.ConsumerConfig(
            deliver_subject=inbox,
            deliver_policy=api.DeliverPolicy.BY_START_SEQUENCE if self._place else first,
            opt_start_seq=self._place + 1 if self._place else None,
            filter_subject=self._subject,
            ack_policy=api.AckPolicy.NONE,
            max_deliver=1,
            idle_heartbeat=HEARTBEAT_SECONDS,
            inactive_threshold=5.0,
            mem_storage=True,
            num_replicas=1,
        )
        try:
            info = await client.jetstream(timeout=ATTEMPT_SECONDS).add_consumer(self._stream, config)
        except BaseException:
            await line.unsubscribe()
            raise
        self._heard_at = asyncio.get_running_loop().time()
        if not info.num_pending:
            self.caught_up.set()
        return line

    async def _take(self, message: Msg) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        if self._broken:
            return
        if message.headers and message.headers.get("Status"):
            self._broken = int(message.headers.get("Nats-Last-Consumer", self._count)) != self._count
            return
        said = message.metadata
        if said.sequence.consumer != self._count + 1:
            self._broken = True
            return
        self._count, self._place = said.sequence.consumer, said.sequence.stream
        self._deliver(StreamMessage(message.subject, message.data, self._place, int(said.timestamp.timestamp() * 1000)))
        if not said.num_pending:
            self.caught_up.set()


def servers(address: str) -> list[str]:
    """Return the address of each node; credentials of the first hold for all that have none."""
    scheme, _, rest = address.partition("://")
    named = rest.rpartition("@")[0] if rest and "," not in rest.rpartition("@")[0] else ""
    if scheme not in {"nats", "tls"} or not rest.rpartition("@")[2]:
        raise ValueError("an address looks like nats://name:password@host:4222,host:4222")
    hosts = rest.rpartition("@")[2] if named else rest
    return [f"{scheme}://{named + '@' if named else ''}{host.strip()}" for host in hosts.split(",") if host.strip()]


def _said(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
