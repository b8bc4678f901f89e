"""Programs of a club killed in the middle of taps: ``python -m tests.tools.attack club --kills 60``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread

from tests.club.test_dying_programs import Club, check, play
from tests.kit import engine_of, wait_until, why_no_engine
from tests.tools.attack.rows import Row, Scale

PROGRAMS, TAPS = 3, 4  # taps from one kill to the next


def club(scale: Scale) -> Iterable[Row]:
    """Kill one program after another while four browsers tap; each is back before the next dies."""
    what, many = "programs of a club killed in the middle of taps", scale.club
    if not many:
        return
    if why_no_engine():
        yield Row(what, "0", "not tried: no engine of a club is installed here", held=False)
        return
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        engine_of(Path(folder) / "engine", PROGRAMS) as nodes,
    ):
        made = Club(nodes, Path(folder))
        try:
            made.start(PROGRAMS)
            host = made.set_table()
            starting, turn = list[Thread](), Lock()
            deaths = [_next_to_die(made, n % PROGRAMS, starting, turn) for n in range(many)]
            answered = play(made, host, TAPS * (many + 1), deaths)
            for one in starting:
                one.join()
            wait_until(lambda: made.whole(), "all are back")
            check(made, host, answered)
        finally:
            made.stop()
    confirmed = sum(status in {200, 204} for status in answered.values())
    yield Row(
        what, f"{many}", f"{len(answered)} taps answered, {confirmed} acts confirmed, none lost or doubled", held=True
    )


def _next_to_die(made: Club, place: int, starting: list[Thread], turn: Lock) -> Callable[[], None]:
    def death() -> None:
        with turn:
            for one in starting:
                one.join()  # it reads what the last one that died prints
            wait_until(lambda: made.whole(), "the last one that died is back")
            made.programs[place].kill()
            starting.append(Thread(target=made.programs[place].start))
            starting[-1].start()

    return death
