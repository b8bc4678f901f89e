"""The laptop's clock is set while each kind of deadline runs, and while the program is off.

Nobody's time may end by that, nobody may get an hour more, and codes, taps and files are worth what they were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from referee.cli.exits import ALLOWED, NOTHING_FOUND
from referee.running import now
from referee.running.hall import Hall
from referee.turn.clock import Countdown
from referee.web.http.seat_codes import Codes
from tests.kit import SIX, Evening, set_up, wait_until
from tests.tools.attack.files import said
from tests.tools.attack.rows import Row, Scale

MINUTE, HOUR, YEAR = 60, 3600, 365 * 86_400  # seconds
SHIFTS: Final = (MINUTE, -MINUTE, HOUR, -HOUR, YEAR, -YEAR)
SECONDS: Final = "300"
OPTIONS: Final = {"C1": SECONDS, "C2": SECONDS, "C5": SECONDS, "B6": "120", "B7": "60", "K8": "off"}
LATE_MS: Final = 45_000  # on a machine that others use


class Moved:
    """The system's clocks, of which the one on the wall was set by ``by`` seconds."""

    by = 0
    monotonic_ns, sleep = staticmethod(time.monotonic_ns), staticmethod(time.sleep)

    def time_ns(self) -> int:
        return time.time_ns() + self.by * 1_000_000_000


class InTime(Evening):
    """An evening that goes by the system's clocks, as a program does."""

    def _hall(self) -> Hall:
        return Hall(self.folder, dice=self.dice)

    def _open(self) -> None:
        super()._open()
        self.desk.credentials.codes = Codes()
        self.hall.start()

    def timer(self) -> Countdown:
        found = self.sitting.timer()
        assert found is not None, "a clock runs"
        return found


def _deals(evening: InTime) -> None:
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)


def _plans(evening: InTime) -> None:
    evening.must("host", "GoTo", phase="battle")
    fight = {"one": "fremen", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Arrakeen", **fight)


DEADLINES: Final[dict[str, Callable[[InTime], object]]] = {
    "a phase": lambda evening: evening.must("host", "GoTo", phase="revival"),
    "a turn to ship": lambda evening: evening.must("host", "GoTo", phase="shipment"),
    "a bid": lambda evening: evening.open_card(),
    "a time for deals": _deals,
    "battle plans": _plans,
}


def wrong(kind: str, folder: Path) -> Iterable[str]:
    """Yield what was not as it should be with this deadline."""
    system = Moved()
    with patch.object(now, "time", system), patch.object(now, "_EPOCH", now._EPOCH):
        evening = InTime(folder)
        evening.begin({**set_up(spice=dict.fromkeys(SIX, 30)), **OPTIONS})
        DEADLINES[kind](evening)
        rows, whole = evening.rows(), evening.timer().total
        for shift in SHIFTS:
            code = evening.desk.credentials.codes.arm(evening.table, "emperor").text
            system.by += shift
            wait_until(lambda: evening.timer().paused, "the clock stands")
            left = evening.timer().left(evening.sitting.now())
            if not whole - LATE_MS <= left <= whole or evening.rows() != rows + 1:
                yield f"{kind}, {shift} s while it ran: {left} of {whole} ms left, {evening.rows() - rows} acts"
            if evening.browser("192.168.1.61").post("/J/", {"code": code}).status_code != 303:
                yield f"{kind}, {shift} s: a code that was shown is worth nothing"
            evening.must("host", "ResumeClock")
            now._EPOCH = system.time_ns() // 1_000_000 - system.monotonic_ns() // 1_000_000  # as a program begins
            evening.restart()
            evening.must("host", "Warn", seat="fremen")
            left = evening.timer().left(evening.sitting.now())
            if not evening.timer().paused or not whole - LATE_MS <= left <= whole:
                yield f"{kind}, {shift} s while it was off: {left} of {whole} ms left"
            evening.must("host", "ResumeClock")
            rows, whole = evening.rows(), max(whole, left)
        evening.close()
        found, words = said("verify", str(folder / f"{evening.table}.referee"))
        if found not in {0, NOTHING_FOUND, ALLOWED}:  # it names the actions before which the clock was set back
            yield f"{kind}: verify says {words}"


def clocks(scale: Scale) -> Iterable[Row]:
    """Set the clock forward and back by a minute, an hour and a year, at each kind of deadline."""
    faults = list[str]()
    for kind in DEADLINES:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            faults += wrong(kind, Path(folder))
    words = f"{len(faults)} deadlines or codes cut, prolonged or lost"
    yield Row("a laptop's clock is set", f"{2 * len(SHIFTS) * len(DEADLINES)}", words, not faults, tuple(faults))
