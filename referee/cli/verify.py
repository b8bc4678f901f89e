"""``referee verify``: is the file consistent, and was every card dealt in the sealed order?

Cards, spice, forces and leaders are counted after every act. A table's file has everything, so every card is followed;
an export has what its viewer knew, so opened seals are recomputed and the viewer's own cards compared. No closed card
is printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exits import ALLOWED, NOTHING_FOUND, WRONG, Stop
from referee.cli.exported import read_export
from referee.cli.files import TABLE, content
from referee.cli.log import chosen_file, found_in, rows_of
from referee.cli.options import FILE
from referee.cli.terminal import working

if TYPE_CHECKING:
    from referee.running.acts import JournalAct
    from referee.running.judgement import Judgement

EXAMPLES = """\b
Examples:
  referee verify                       the last game
  referee verify friday.referee
  referee verify my-game.jsonl --seal "3f9a 01c2"    the digits you wrote down"""


@click.command(epilog=EXAMPLES)
@FILE
@click.option("--seal", multiple=True, metavar="DIGITS", help="The first digits of a seal that was written down.")
def command(file: Path | None, seal: tuple[str, ...]) -> int:
    """Check that no card or spice came from nowhere, and that the deal followed the shuffle.

    FILE is a table's file, an export, or a folder of tables. Default: the game played last. What the table allowed is
    told and is no fault: "note" where all adds up, "ALLOWED" where it does not.
    """
    from referee.common.sealed_shuffles import orders_of

    path = file if file and not file.is_dir() else chosen_file(file)
    judged = _judged(path)
    noted = [digits.replace(" ", "").lower() for digits in seal]
    for finding in judged.findings:
        print(found_in(finding))
    if not orders_of(judged.shuffles.table) and not judged.faults:
        no_seal = "The referee shuffled nothing at this table, so there is nothing to check. Real cards have no seal."
        raise Stop(no_seal, ALLOWED if judged.allowed else NOTHING_FOUND)
    return _tell(judged, noted)


def _judged(path: Path) -> Judgement:
    """Judge a table's file or an export; of what one viewer heard, only what that viewer can know."""
    from referee.running.judgement import judge, judge_view

    held = content(path, "Name a table's file or an export.")
    if held == TABLE:
        return judge(rows_of(path), working=_working, screens=True)
    export = read_export(held, path)
    if export.whole:
        return judge(export.rows, export.unread, _working, screens=True)
    return judge_view(export.rows, export.unread, _working)


def _working(acts: Iterable[JournalAct]) -> Iterable[JournalAct]:
    return working(acts, "Following the cards")


def _tell(judged: Judgement, noted: list[str]) -> int:
    from referee.common.sealed_shuffles import in_fours, orders_of

    shuffles = judged.shuffles
    orders = orders_of(shuffles.table)
    for order in orders:
        print(f"{order.pile}, {order.count} cards, {'open' if order.opened else 'closed'}: {in_fours(order.seal)}")
    for finding in shuffles.findings:
        if finding.good:
            print(f"good     act {finding.act}: {finding.words}")
    lost = [
        digits for digits in noted if not any(len(digits) >= 8 and order.seal.startswith(digits) for order in orders)
    ]
    for digits in lost:
        print(f"WRONG    No seal of this game begins with {digits[:64]}. A seal has 64 digits; give eight or more.")
    wrong, allowed = bool(judged.faults or lost), bool(judged.allowed)
    if not shuffles.findings and orders:
        print("The shuffles are not revealed in this export, so they cannot be checked.")
        return WRONG if wrong else ALLOWED if allowed else NOTHING_FOUND
    if wrong:
        print("Something does not match.")
        return WRONG
    print(f"Everything matches. {shuffles.dealt} dealt cards were checked.")
    return ALLOWED if allowed else 0
