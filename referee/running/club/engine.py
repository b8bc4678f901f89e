"""The engine of a club: NATS JetStream, which orders, keeps and copies what several programs write.

A stream holds one line of messages for each subject. A writer names the last message of the subject that it knew,
and the engine takes the message or refuses it: of two programs that write at once, one wins. What is taken is synced to
disk on most nodes before it is acknowledged, and is then pushed to every program. The connection lives on a thread of
its own; all methods may be called from any thread. This is the only room that knows of NATS.
"""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, TypeVar

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import api
from nats.js.errors import APIError, NotFoundError

from referee.running.journal import JournalError

T = TypeVar("T")
PATIENCE_SECONDS = 10.0  # the nodes choose a new leader within six seconds or so
ONE_TRY_SECONDS = 2.0
REACH_SECONDS = 5.0
PAUSE_SECONDS = 0.1
HEARTBEAT_SECONDS = 0.5
SILENT_SECONDS = 1.6  # then a push is begun again
WRONG_LAST = 10071  # "wrong last sequence", in the engine's own numbers
FULL = {10023, 10047, 10077}  # no room on the nodes
UNSENT = "This program cannot reach the club's engine, so nothing was saved. Tap again in a moment."
UNSURE = "The club's engine did not answer in time. Look at the table, and tap again if your tap is not there."
NO_ROOM = "The club's engine has no room left, so nothing was saved. Free some space there and tap again."
log = logging.getLogger("referee.club")


class WriteRefused(Exception):
    """What was written named a message that is not the last of its subject any more."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as the engine keeps it: its subject, what it says, its place in the stream, and when (ms)."""

    subject: str
    words: bytes
    place: int
    at: int


Deliver = Callable[[Message], None]
UNTRUSTED = "The engine's certificate is not trusted here. Name your own authority in SSL_CERT_FILE."


class Engine:
    """One connection to all nodes of an engine; it finds another node by itself where one dies."""

    def __init__(self, address: str) -> None:
        """Connect to the nodes in an address such as ``nats://name:password@a:4222,b``; raises ``JournalError``."""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="engine", daemon=True)
        self._thread.start()
        self._tails: list[Tail] = []
        self._trouble: BaseException | None = None
        try:
            self._client = self.wait(self._connect(servers(address)), REACH_SECONDS)
        except (NatsError, OSError, ValueError, TookTooLong) as error:
            self._end()
            why = self._trouble or error
            if isinstance(why, ssl.SSLError):
                raise JournalError(f"{UNTRUSTED} {_said(why)}.") from error
            raise JournalError(f"The club's engine cannot be reached: {_said(why)}. Is it running?") from error
        self._streams = self._client.jetstream(timeout=ONE_TRY_SECONDS)

    async def _connect(self, addresses: list[str]) -> Any:
        client = Client()
        try:
            await client.connect(
                addresses,
                name="referee",
                pending_size=0,  # what cannot be sent now is refused, and not sent much later behind everybody's back
                max_reconnect_attempts=-1,
                reconnect_time_wait=0.2,  # type: ignore[arg-type]  # seconds, and parts of them
                connect_timeout=2,
                tls=ssl.create_default_context() if addresses[0].startswith("tls://") else None,
                ping_interval=2,
                max_outstanding_pings=2,
                allow_reconnect=True,
                error_cb=self._note,
            )
        except BaseException:  # also where it is given up: no connection stays half open
            with suppress(NatsError, OSError):
                await client.close()
            raise
        return client

    async def _note(self, error: BaseException) -> None:
        """Keep the connection's last error, for the message to a caller that waits for it in vain."""
        self._trouble = error
        log.info("The engine's connection: %s.", type(error).__name__)

    def wait(self, what: Coroutine[Any, Any, T], seconds: float) -> T:
        """Let the engine's thread do something, and return what came of it."""
        return self.begin(what).result(seconds)

    def begin(self, what: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(what, self._loop)

    # -- writing ------------------------------------------------------------------------------------------

    def write(self, subject: str, words: bytes, after: int | None = None) -> Future[int]:
        """Begin to write a message: after the one in this place of its subject, as its first (0), or after any.

        The answer is its own place; it raises ``Refused``, or ``JournalError`` with a sentence.
        """
        return self.begin(self._write(subject, words, after))

    async def _write(self, subject: str, words: bytes, after: int | None) -> int:
        headers = {} if after is None else {"Nats-Expected-Last-Subject-Sequence": str(after)}
        until, sent = self._loop.time() + PATIENCE_SECONDS, False
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
                pass  # a node died, or a new leader is being chosen
            if self._loop.time() > until:
                raise JournalError(UNSURE if sent else UNSENT)
            await asyncio.sleep(PAUSE_SECONDS)

    # -- hearing ------------------------------------------------------------------------------------------

    def tail(self, stream: str, subject: str, deliver: Deliver, *, whole: bool = False) -> Tail:
        """Have every message of some subjects brought, from the last of each on or from the first on, and return once
        all that is there was brought; raises ``JournalError``."""
        tail = Tail(self, stream, subject, deliver, whole)
        self._tails.append(tail)
        tail.start()
        if not tail.caught_up.wait(PATIENCE_SECONDS):
            tail.stop()
            raise JournalError(UNSENT)
        return tail

    def read(self, stream: str, subject: str) -> list[Message]:
        """Return everything in one subject, in order; raises ``JournalError``."""
        found: list[Message] = []
        self.tail(stream, subject, found.append, whole=True).stop()
        return found

    def last(self, stream: str, subject: str) -> Message | None:
        """Return the last message of a subject, as the leader of the nodes knows it; raises ``JournalError``."""

        async def asked() -> Message | None:
            try:
                found = await self._streams.get_last_msg(stream, subject)
            except NotFoundError:
                return None
            at = int(found.time.timestamp() * 1000) if found.time else 0
            return Message(subject, found.data or b"", int(found.seq or 0), at)

        try:
            return self.wait(asked(), PATIENCE_SECONDS)
        except (NatsError, OSError, TookTooLong) as error:
            raise JournalError(UNSENT) from error

    def say(self, subject: str, words: bytes) -> None:
        """Tell the other programs something that is not kept: a program that misses it never hears it."""

        async def said() -> None:
            with suppress(NatsError, OSError):
                await self._client.publish(subject, words)

        self.begin(said())

    def hear(self, subject: str, heard: Callable[[bytes], None]) -> None:
        """Be told what the other programs say."""

        async def taken(message: Msg) -> None:
            heard(message.data)

        self.wait(self._client.subscribe(subject, cb=taken), ONE_TRY_SECONDS)

    def ask_all(self, subject: str, enough: Callable[[list[Any]], bool]) -> list[dict[str, Any]]:
        """Ask all nodes something and return what they answer: until it is enough, or for a while."""

        async def asked() -> list[dict[str, Any]]:
            answers: list[dict[str, Any]] = []

            async def take(message: Msg) -> None:
                with suppress(ValueError):
                    answers.append(json.loads(message.data))

            inbox = self._client.new_inbox()
            line = await self._client.subscribe(inbox, cb=take)
            await self._client.publish(subject, b"", reply=inbox)
            until = self._loop.time() + REACH_SECONDS
            while not enough(answers) and self._loop.time() < until:
                await asyncio.sleep(PAUSE_SECONDS / 4)
            await line.unsubscribe()
            return answers

        try:
            return self.wait(asked(), REACH_SECONDS + ONE_TRY_SECONDS)
        except (NatsError, TookTooLong):
            return []

    # -- streams ------------------------------------------------------------------------------------------

    def prepare(self, stream: str, subjects: str, copies: int, *, last_only: bool = False, days: int = 0) -> None:
        """See that a stream is there; of each subject all is kept, or only the last and not for ever."""
        wanted = api.StreamConfig(
            name=stream,
            subjects=[subjects],
            num_replicas=copies,
            storage=api.StorageType.FILE,
            max_msgs_per_subject=1 if last_only else -1,
            max_age=days * 86400.0,
            deny_delete=True,
            allow_rollup_hdrs=last_only,
            allow_direct=True,
        )
        try:
            self.wait(self._prepare(wanted), PATIENCE_SECONDS * 2)
        except (NatsError, OSError, TookTooLong) as error:
            raise JournalError(f"The club's engine cannot keep games: {_said(error)}.") from error

    async def _prepare(self, wanted: api.StreamConfig) -> None:
        until = self._loop.time() + PATIENCE_SECONDS
        while True:
            try:
                await self._stream(wanted)
                return
            except (NatsError, TimeoutError, OSError):
                if self._loop.time() > until:
                    raise
                await asyncio.sleep(2 * PAUSE_SECONDS)

    async def _stream(self, wanted: api.StreamConfig) -> None:
        try:
            await self._streams.stream_info(str(wanted.name))
        except NotFoundError:
            await self._streams.add_stream(wanted)

    def close(self) -> None:
        """Let the nodes go; harmless when repeated."""
        for tail in self._tails:
            tail.stop()
        if self._thread.is_alive():
            with suppress(NatsError, OSError, TookTooLong):
                self.wait(self._client.close(), ONE_TRY_SECONDS)
            self._end()

    def _end(self) -> None:
        """End all that the engine's thread does, and the thread.

        A task that has just got what it waited for may miss that it is cancelled (``asyncio.wait_for`` does up to
        Python 3.11), so those that are left are told again.
        """

        async def ended() -> None:
            until = self._loop.time() + ONE_TRY_SECONDS
            while (others := asyncio.all_tasks() - {asyncio.current_task()}) and self._loop.time() < until:
                for task in others:
                    task.cancel()
                await asyncio.wait(others, timeout=ONE_TRY_SECONDS / 4)

        with suppress(TookTooLong):
            self.wait(ended(), 2 * ONE_TRY_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=ONE_TRY_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()


class Tail:
    """A push of some subjects, each message once and in order, whatever becomes of nodes and connections meanwhile."""

    def __init__(self, engine: Engine, stream: str, subject: str, deliver: Deliver, whole: bool) -> None:
        self._engine, self._stream, self._subject, self._deliver, self._whole = engine, stream, subject, deliver, whole
        self._place, self._count, self._heard_at = 0, 0, 0.0
        self._broken = True
        self._task: Future[None] | None = None
        self.caught_up = Event()

    def start(self) -> None:
        self._task = self._engine.begin(self._run())

    def stop(self) -> None:
        """Let it end; harmless when repeated."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        while True:
            line = None
            try:
                line = await self._begin()
                while not self._broken and asyncio.get_running_loop().time() - self._heard_at < SILENT_SECONDS:
                    await asyncio.sleep(PAUSE_SECONDS)
            except (NatsError, TimeoutError, OSError):
                await asyncio.sleep(PAUSE_SECONDS)
            finally:
                if line is not None:
                    with suppress(NatsError, OSError):
                        await line.unsubscribe()

    async def _begin(self) -> Any:
        """Have the push begun after the last message that came; the engine forgets it by itself when nobody listens."""
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
            info = await client.jetstream(timeout=ONE_TRY_SECONDS).add_consumer(self._stream, config)
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
        self._deliver(Message(message.subject, message.data, self._place, int(said.timestamp.timestamp() * 1000)))
        if not said.num_pending:
            self.caught_up.set()


def servers(address: str) -> list[str]:
    """Return the address of each node; the name and password of the first hold for all that have none."""
    scheme, _, rest = address.partition("://")
    named = rest.rpartition("@")[0] if rest and "," not in rest.rpartition("@")[0] else ""
    if scheme not in {"nats", "tls"} or not rest.rpartition("@")[2]:
        raise ValueError("an address looks like nats://name:password@host:4222,host:4222")
    hosts = rest.rpartition("@")[2] if named else rest
    return [f"{scheme}://{named + '@' if named else ''}{host.strip()}" for host in hosts.split(",") if host.strip()]


def _said(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
