"""A game as a chronicle: a text of steps, and under each the sentences that everybody hears, or one seat alone.

    = a heading, kept as it is
    * table: GoTo, phase storm                  a step: who, the command, its fields
      Storm begins. [1.00.00]                   what the table hears, with the deciding rule
      (Fremen alone) Fremen keeps ...           what only that seat hears
      Refused: ... [1.06.02]                    why a step is refused

``play`` reads the steps of such a text and returns the text as the program tells it now.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.factions import FACTIONS, faction_name, named
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC, Event, Whisper, as_seen_by, read_command, worded
from referee.phases.battle.events import BattleJudged
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from tests.kit import MemoryJournal, Thirds

TABLE = "table"
SEATS = {one.name.lower(): seat for seat, one in FACTIONS.items()}


def begin(
    seats: dict[str, str],
    deck: tuple[str, ...],
    first: str,
    rules: str,
    hands: dict[str, tuple[str, ...]] | None = None,
    positions: str = "none",
) -> Sitting:
    """Set a table whose deck is known, and the cards that everybody begins with; who stands where is told by hand."""
    sitting = Sitting(MemoryJournal(), Thirds())
    faces = hands or {}
    places = tuple(
        SeatEntry(seat, player, len(faces.get(seat, ())), -1, faces.get(seat, ())) for seat, player in seats.items()
    )
    quiet = (("B6", "off"), ("B7", "off"), ("K8", "off"), ("P4", "drawn"), ("P6", positions))
    outcome = sitting.act(SetTable("Chronicle", places, first, rules, options=quiet, deck=deck), PUBLIC)
    assert outcome.done, outcome.objections
    return sitting


def step(sitting: Sitting, line: str) -> Outcome:
    who, _, rest = line.removeprefix("* ").partition(": ")
    name, *fields = rest.split(", ")
    seat = SEATS.get(who.lower(), "")
    words = {key: value for key, _, value in (field.partition(" ") for field in fields)}
    made = {key: SEATS.get(value.lower(), value) for key, value in words.items()}
    return sitting.act(read_command(name, {"seat": seat, **made} if seat else made), seat or PUBLIC)


def told(sitting: Sitting, outcome: Outcome) -> Iterator[str]:
    """Yield what is heard of a step."""
    for refusal in outcome.objections[:1]:
        yield f"  Refused: {refusal.sentence} [{refusal.rule}]"
    for event in outcome.events:
        lines = event.verdict["lines"] if isinstance(event, BattleJudged) else []
        heard, judged = as_seen_by(event, PUBLIC), [(rule, worded(said, named)) for rule, said in lines]
        yield from (f"  {words} [{rule}]" for rule, words in judged)
        text = heard.sentence(named) if heard is not None else ""
        if heard is not None and text and text not in {words for _, words in judged}:
            rule = f" [{heard.rules()[0]}]" if heard.rules() else ""
            yield f"  {text}{rule}"
        yield from alone(sitting, event, heard)


def alone(sitting: Sitting, event: Event, public: Event | None) -> Iterator[str]:
    """Yield what some seats hear of an event that the whole table does not."""
    heard = {seat: as_seen_by(event, seat) for seat in sitting.screen(PUBLIC).seats}
    known = {seat: one.sentence(named) for seat, one in heard.items() if one is not None}
    common = public.sentence(named) if public is not None else ""
    for text in dict.fromkeys(text for text in known.values() if text and text != common):
        names = " and ".join(faction_name(seat) for seat, said in known.items() if said == text)
        yield f"  ({names} alone) {text}" if isinstance(event, Whisper) or text != common else f"  {text}"


def play(sitting: Sitting, text: str) -> str:
    """Return the chronicle with everything that is heard told anew."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        lines.append(line)
        if line.startswith("* "):
            lines += told(sitting, step(sitting, line))
    return "\n".join(lines) + "\n"
