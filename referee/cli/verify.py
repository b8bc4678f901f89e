"""``referee verify``: is the file consistent, and was every card dealt in the sealed order?

Cards, spice, forces and leaders are counted after every act. A table's file has everything, so every card is followed;
an export has what its viewer knew, so opened seals are recomputed and the viewer's own cards compared. No closed card
is printed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exits import NOTHING_FOUND, NOTHING_TO_READ, WRONG, Stop
from referee.cli.files import TABLE, content, decoded, refuse_another_programs
from referee.cli.log import chosen_file, standing_acts
from referee.cli.options import FILE
from referee.cli.terminal import working

if TYPE_CHECKING:
    from referee.phases.knowledge.shuffle_check import Auditor
    from referee.running.acts import JournalAct

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

    FILE is a table's file, an export, or a folder of tables. Default: the game played last.
    """
    from referee.common.sealed_shuffles import orders_of
    from referee.phases.knowledge.shuffle_check import audit
    from referee.running.acts import UNREADABLE
    from referee.running.audit import all_breaks

    path = file if file and not file.is_dir() else chosen_file(file)
    rows, whole = _acts(path)
    acts = [(act.number, act.events) for act in rows]
    try:
        broken = list(all_breaks((act.number, act.at, act.events) for act in rows)) if whole else []
        made = audit(working(acts, "Following the cards"))
    except UNREADABLE as error:
        raise Stop(f"{path.name} does not tell a consistent game.", NOTHING_TO_READ) from error
    noted = [said.replace(" ", "").lower() for said in seal]
    _tell_allowed(rows)
    for one in broken:
        print(f"WRONG  act {one.act}: {one.sentence()}")
    if not orders_of(made.table) and not broken:
        no_seal = "The referee shuffled nothing at this table, so there is nothing to check. Real cards have no seal."
        raise Stop(no_seal, NOTHING_FOUND)
    return _tell(made, noted, bool(broken))


def _tell_allowed(rows: list[JournalAct]) -> None:
    """Print what the table allowed against a rule."""
    from referee.cli.terminal import tame
    from referee.running.audit import allowed

    for act in rows:
        for words in allowed(act.events):
            print(f"note   act {act.number}: the table allowed this against a rule: {tame(words)}")


def _tell(made: Auditor, noted: list[str], broken: bool) -> int:
    from referee.common.sealed_shuffles import in_fours, orders_of

    found = orders_of(made.table)
    for one in found:
        print(f"{one.pile}, {one.count} cards, {'open' if one.opened else 'closed'}: {in_fours(one.seal)}")
    for finding in made.findings:
        print(f"{'good ' if finding.good else 'WRONG'}  act {finding.act}: {finding.words}")
    lost = [said for said in noted if not any(len(said) >= 8 and one.seal.startswith(said) for one in found)]
    for said in lost:
        print(f"WRONG  No seal of this game begins with {said[:64]}. A seal has 64 digits; give eight or more.")
    wrong = broken or bool(lost) or not all(finding.good for finding in made.findings)
    if not made.findings and found:
        print("The shuffles are not revealed in this export, so they cannot be checked.")
        return WRONG if wrong else NOTHING_FOUND
    print("Something does not match." if wrong else f"Everything matches. {made.dealt} dealt cards were checked.")
    return int(wrong)


def _acts(path: Path) -> tuple[list[JournalAct], bool]:
    """Return the acts that hold, and whether they are the complete game."""
    from referee.running.acts import UNREADABLE

    held = content(path, "Name a table's file or an export.")
    if held == TABLE:
        return standing_acts(path), True
    try:
        text = decoded(held)
        refuse_another_programs(path, text)
        return _of_export(text)
    except UNREADABLE as error:
        sentence = f"{path.name} is neither a table's file nor an export of this program."
        raise Stop(sentence, NOTHING_TO_READ) from error


def _of_export(export: str) -> tuple[list[JournalAct], bool]:
    """Return the same of an export: a line is one event, or an act with its events."""
    from referee.cli.export import WHOLE
    from referee.contract.lines import read
    from referee.kernel.events import from_json
    from referee.running.acts import JournalAct, standing

    rows, whole = [], False
    for number, line in enumerate(filter(None, map(str.strip, export.split("\n"))), start=1):
        record = read(line)
        whole = whole or record.get("form") == WHOLE
        events = record.get("facts", [record] if "fact" in record else [])
        heard = tuple(from_json(event) for event in events)
        own = int(record.get("number", record.get("act", number)))
        rows.append(JournalAct(own, 0, "", "", heard, record.get("kind", "act"), int(record.get("target", 0))))
    return standing(rows)[0], whole
