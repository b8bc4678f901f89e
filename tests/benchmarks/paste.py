"""The tables of ``referee/MEASURED.md``, as it has them: what a command printed is pasted there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

CALLS = ("tap", "calls", "with all boxes", "times", "aim")
EVENING = (
    "tap", "own phone shows it", "the table shows it", "processor of the phone's page / the table's / the server",
    "aim, quiet",
)  # fmt: skip
STEP = "step to "
Ratio = Callable[[bool, str, str], float | None]  # of the phone (else the table), a kind of tap and a figure


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table in Markdown."""
    return ["| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows)]


def of_calls(found: Mapping[str, int], boxes: Mapping[str, int], aims: Mapping[str, int]) -> list[str]:
    """Return the calls of each kind of tap, with the base game and with all boxes."""
    rows = [
        (name, f"{n:,}", *_times(boxes.get(name, 0), n), f"{aims[name]:,}" if name in aims else "")
        for name, n in found.items()
    ]
    return table(CALLS, rows)


def _times(many: int, base: int) -> tuple[str, str]:
    return (f"{many:,}", f"{many / base:.1f}") if many else ("", "")


def of_evening(kinds: Sequence[str], aims: Mapping[str, float], ratio: Ratio) -> list[str]:
    """Return what each kind of tap takes, as ratios to the peer; the steps to phases as one row, least to most."""
    steps = [kind for kind in kinds if kind.startswith(STEP)]
    rows = [_row(kind, [kind], aims[kind], ratio) for kind in kinds if kind not in steps]
    if steps:
        rows.append(_row("steps to the phases, least to most", steps, aims[steps[0]], ratio))
    return table(EVENING, rows)


def _row(name: str, kinds: Sequence[str], aim: float, ratio: Ratio) -> tuple[str, ...]:
    def cell(phone: bool, figure: str) -> str:
        found = sorted(one for kind in kinds if (one := ratio(phone, kind, figure)) is not None)
        if not found:
            return "-"
        return f"{found[0]:.1f}" if len(kinds) == 1 else f"{found[0]:.1f} to {found[-1]:.1f}"

    used = " / ".join((cell(True, "page"), cell(False, "page"), cell(True, "server")))
    return name, cell(True, "shown"), cell(False, "shown"), used, f"{aim}"
