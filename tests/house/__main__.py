"""How large the program is: ``python -m tests.house`` prints its lines, what modules import, and rare questions.

Lines are those of ``referee`` in Python, of templates, and of styles and scripts, blank ones included; imports those of
the project's own modules at run time, as ``tests/house/code`` counts them.
"""

from __future__ import annotations

from collections.abc import Iterator

import referee.web.factory  # noqa: F401
from referee.kernel import rulings
from tests.house.code import FILES, kind_of, uses
from tests.kit import ROOT


def lines(folder: str, *endings: str) -> int:
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


def imported(*, kernel: bool) -> float:
    """Return how many modules of the project a module imports in the mean."""
    return sum(kernel or kind_of(other) != "kernel" for name in FILES for other in uses(name)) / len(FILES)


def rare() -> Iterator[str]:
    """Yield the questions that have one answer besides the plain one, or none, each with that rule."""
    for kind, entries in rulings._answers.items():
        others = [rule for _, rule, speak in entries if speak is not rulings._plain_answer]
        if len(others) < 2:
            yield f"{kind.__module__.removeprefix('referee.')}.{kind.__name__} {' '.join(others)}"


def main() -> None:
    code, pages, looks = lines("referee", ".py"), lines("templates", ".html", ".svg"), lines("static", ".css", ".js")
    print(f"{code + pages + looks} lines: {code} of Python in {len(FILES)} modules,")
    print(f"  {pages} of templates, {looks} of styles and scripts")
    print(f"{imported(kernel=True):.2f} imports a module, {imported(kernel=False):.2f} without the kernel")
    few = sorted(rare())
    print(f"{len(few)} of {len(rulings._answers)} questions have one other answer or none:", *few, sep="\n  ")


if __name__ == "__main__":
    main()
