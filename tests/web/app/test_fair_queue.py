"""Workers are shared: a client has few of them at a time, this computer as many as there are."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Thread

from referee.web.http.connections import WORKERS, FairQueue


@dataclass
class Conn:
    lane: str
    number: int = 0


def _taken(queue: FairQueue) -> list[Conn]:
    """Return what a worker of its own gets."""
    got: list[Conn] = []
    thread = Thread(target=lambda: got.append(queue.get()), daemon=True)
    thread.start()
    thread.join(0.2)
    return got


def test_a_client_with_all_its_workers_busy_waits_and_others_do_not() -> None:
    queue = FairQueue()
    for number in range(WORKERS + 1):
        queue.put(Conn("10.0.0.2", number))
    assert all(_taken(queue) for _ in range(WORKERS))
    queue.put(Conn("10.0.0.3"))
    assert [conn.lane for conn in _taken(queue)] == ["10.0.0.3"]
    assert not _taken(queue)


def test_a_worker_that_comes_back_serves_the_same_client_again() -> None:
    queue = FairQueue()
    for number in range(WORKERS + 1):
        queue.put(Conn("10.0.0.2", number))
    got = [queue.get() for _ in range(WORKERS)]  # one worker, done with the first when it takes the second
    assert [conn.number for conn in (*got, queue.get())] == [*range(WORKERS + 1)]


def test_this_computer_may_use_every_worker() -> None:
    queue = FairQueue()
    for number in range(2 * WORKERS):
        queue.put(Conn("127.0.0.1", number))
    assert all(_taken(queue) for _ in range(2 * WORKERS))


def test_a_queue_that_is_emptied_keeps_nobody_back() -> None:
    queue = FairQueue()
    for number in range(WORKERS + 2):
        queue.put(Conn("10.0.0.2", number))
    assert all(queue.get_nowait() for _ in range(WORKERS + 2))
    assert queue.get_nowait() is None
