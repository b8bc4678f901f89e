"""How large the program is: ``python -m tests.house`` prints its lines, what modules import, and rare questions.

``--free`` prints which rule numbers are free: chapters, and in each the next one; ``--free 2`` those of chapter 2.

Lines are those of ``referee`` in Python, of templates, and of styles and scripts, blank ones included; imports those of
the project's own modules at run time, as ``tests/house/code`` counts them. Code lines are those that are left without
blanks, comments, docstrings and imports; of the whole, without literals of more than three lines too. Assignments to
variables with a name that says nothing are counted as well.

``--room factions/ecaz modules/nexus_cards`` prints the code lines of each module of some rooms, and their sum.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise

import referee.web.factory  # noqa: F401
from referee.kernel import rulings
from referee.rulebook.book import next_free, rulebook
from tests.house.code import FILES, assigned, code_lines, kind_of, uses
from tests.kit import ROOT

POWERS = {  # powers of the boxes whose price is followed, and their rooms
    "ambassadors": tuple(f"factions/ecaz/{one}" for one in ("tokens", "placing", "trigger", "effects", "journeys")),
    "terror tokens": tuple(
        f"factions/moritani/{one}"
        for one in ("terror", "reaction", "effects", "cards_taken", "leaders_and_spice", "sneak_attack", "on_the_map")
    ),
    "Nexus cards": ("modules/nexus_cards", *(name for name in FILES if name.endswith("/nexus_card"))),
}
VAGUE = {"one", "made", "found", "told", "said"}  # names where a noun would tell what it is


def lines(folder: str, *endings: str) -> int:
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    return sum(len(path.read_text("utf-8").splitlines()) for path in files)


def inside(*rooms: str) -> list[str]:
    """Return the modules of some rooms, or the modules so named."""
    return [name for name in FILES if any(name == room or name.startswith(f"{room}/") for room in rooms)]


def code_of(*rooms: str) -> int:
    return sum(len(code_lines(name)) for name in inside(*rooms))


def imported(*, kernel: bool) -> float:
    """Return how many modules of the project a module imports in the mean."""
    return sum(kernel or kind_of(other) != "kernel" for name in FILES for other in uses(name)) / len(FILES)


def rare() -> Iterator[str]:
    """Yield the questions that have one answer besides the plain one, or none, each with that rule."""
    for kind, entries in rulings._answers.items():
        others = [rule for _, rule, speak in entries if speak is not rulings._plain_answer]
        if len(others) < 2:
            yield f"{kind.__module__.removeprefix('referee.')}.{kind.__name__} {' '.join(others)}"


def free(chapter: str) -> Iterator[str]:
    """Yield the free parts of a chapter, "4.11 to 4.89", and the next free number in each part, with its title."""
    book = rulebook()
    parts = [id for id in book if id.count(".") == 1 and id.startswith(f"{chapter}.")]
    taken = [0, *(int(part.split(".")[1]) for part in parts), 100]
    for one, other in pairwise(taken):
        if other > one + 1:
            last = f" to {chapter}.{other - 1:02}" if other > one + 2 else ""
            yield f"{chapter}.{one + 1:02}{last} for a part of its own"
    for part in parts:
        yield f"{next_free(f'{part}.01', book)} {book[part].title}"


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.house", description=__doc__)
    asked.add_argument(
        "--free", nargs="*", choices=list("01234"), help="free rule numbers, of all chapters or of these"
    )
    asked.add_argument("--room", nargs="+", help="code lines of these rooms, module by module")
    given = asked.parse_args()
    if (chapters := given.free) is not None:
        print(*(line for chapter in chapters or "01234" for line in free(chapter)), sep="\n")
        return
    if rooms := given.room:
        print(*(f"{len(code_lines(name)):6,} {name}" for name in inside(*rooms)), f"{code_of(*rooms):6,}", sep="\n")
        return
    code, pages, looks = lines("referee", ".py"), lines("templates", ".html", ".svg"), lines("static", ".css", ".js")
    print(f"{code + pages + looks} lines: {code} of Python in {len(FILES)} modules,")
    print(f"  {pages} of templates, {looks} of styles and scripts")
    whole = sum(len(code_lines(name, long_literals=False)) for name in FILES)
    powers = ", ".join(f"{power} {code_of(*rooms)}" for power, rooms in POWERS.items())
    print(f"{whole} code lines; {powers}")
    print(f"{imported(kernel=True):.2f} imports a module, {imported(kernel=False):.2f} without the kernel")
    vague = sum(variable in VAGUE for name in FILES for variable in assigned(name))
    print(f"{vague} assignments to {', '.join(sorted(VAGUE))}")
    few = sorted(rare())
    print(f"{len(few)} of {len(rulings._answers)} questions have one other answer or none:", *few, sep="\n  ")


if __name__ == "__main__":
    main()
