"""`referee rules`: ask the rules in the terminal, or answer a file of questions as JSON.

People get the best answer in full and the next ones as one line each. For scripts each line is one question, a JSON
string or `{"id", "q"}`, and gets one line back in the same order. A line that cannot be read gets an error; the others
are still answered, and the exit code is not 0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.exits import NOTHING_FOUND, Stop
from referee.cli.options import DB, RULES, as_seat, data_folder, read_house_rules
from referee.cli.terminal import paged
from referee.rulebook.book import RuleEntry, rulebook
from referee.rulebook.lookup import LANGUAGES, ask_in
from referee.rulebook.search import OPTION_ROOMS, Found, Hit, index
from referee.rulebook.translated import texts

_KARAMA = {"cancel": "Karama can cancel this when it is used.", "prevent": "Karama can prevent this beforehand."}
WINS = "Which rule wins, strongest first"
DO_NOT_KNOW = "I don't know. Try fewer words, or the name of a phase, a card or a faction."
NEAREST_I_HAVE = f"{DO_NOT_KNOW} The nearest I have:"
NOT_SURE, ONE_OF = "Not sure. Nearest:", "One of these answers it:"
NUMBER = re.compile(r"\d{1,4}(\.\d{1,4})+\.?")
NEAREST, MARKED = 3, "bold green"
FIELDS = ("q", "language", "phase", "faction")  # of a question in JSON, beside its id
EXAMPLES = """\b
Examples:
  referee rules                        the chapters
  referee rules lasgun shield
  referee rules 1.06.03
  referee rules --game --as emperor how much can i bid
  referee rules --language de wer bietet zuerst
  referee rules --json questions.jsonl
  referee rules --kept                 what was asked at tables that keep it"""


@click.command(epilog=EXAMPLES)
@click.argument("words", nargs=-1)
@click.option("--json", "file", metavar="FILE", help="Answer a file of questions, one a line; - is standard input.")
@click.option("--phase", help="Prefer the rules of this phase, such as bidding.")
@click.option("--faction", help="Prefer the rules of this faction, such as fremen.")
@click.option("--language", "code", type=click.Choice(LANGUAGES), default="en", help="Ask and read in this language.")
@click.option("--game", is_flag=True, help="Ask about the game played last, as everybody may know it.")
@as_seat("with --game: as this faction knows it")
@click.option("--kept", is_flag=True, help="Print the questions that this laptop's tables kept, for you to send on.")
@DB
@RULES
def command(
    words: tuple[str, ...],
    file: str | None,
    phase: str | None,
    faction: str | None,
    code: str,
    game: bool,
    seat: str | None,
    kept: bool,
    db: Path | None,
    rules: Path | None,
) -> int:
    """Look up a rule by its number, or ask in your own words."""
    if kept:
        from referee.running.hall import QUESTIONS

        return _print_kept((db or data_folder()) / QUESTIONS)
    read_house_rules(rules)
    if file:
        from referee.cli.files import answer_file

        return answer_file(file, _answer_line, "Name a file of questions.")
    for kind, name in (("phase", phase), ("faction", faction)):
        if stranger := _stranger(f"{kind}s", name):
            raise click.BadParameter(stranger, param_hint=f"--{kind}")
    question, reader = " ".join(words), Reader(code)
    if (game or seat) and (answer := reader.of_the_game(question, seat, db)):
        paged(answer)
        return 0
    paged(reader.answer(question, phase, faction) if question.strip() else reader.contents())
    return 0


def _print_kept(file: Path) -> int:
    """Print what was asked, one question a line: language, what was opened or else shown, and the words."""
    if not file.is_file():
        click.echo("No questions are kept. A table keeps them if it chooses so under Options.")
        return 0
    for text in file.read_text("utf-8").splitlines():
        with suppress(ValueError, LookupError, TypeError):  # a line that was cut off, or written by hand
            click.echo(_kept_line(json.loads(text)))
    click.echo(f"Nobody's name is in it. To forget all of it, delete {file}", err=True)
    return 0


def _kept_line(kept: dict[str, Any]) -> str:
    if "opened" in kept:
        return f"-> opened {kept['opened']}: {kept['q']}"
    shown = ", ".join(kept["answers"]) or "nothing"
    return f"{kept['language']}  {'sure' if kept['sure'] else 'near'} {shown}: {kept['q']}"


# -- for people ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reader:
    """Somebody at a terminal who asks and reads in a language; what it lacks is told in English."""

    code: str

    def said(self, words: object) -> str:
        if self.code == "en":
            return str(words)
        from referee.languages.language import language

        return language(self.code).said(words)

    def own(self, entry: RuleEntry) -> RuleEntry:
        return entry if self.code == "en" else texts(self.code).rules.get(entry.id, entry)

    def sentence(self, told: str) -> str:
        return told if self.code == "en" else texts(self.code).said.get(told, told)

    def answer(self, question: str, phase: str | None, faction: str | None) -> RenderableType:
        result = ask_in(self.code, question, phase, faction)
        if not result.sure and NUMBER.fullmatch(question.strip()):
            raise Stop(_no_such_rule(question.strip()), NOTHING_FOUND)
        if not result.hits:
            raise Stop(self.said(DO_NOT_KNOW), NOTHING_FOUND)
        if not result.sure:
            heading = ONE_OF if result.close else NOT_SURE if result.about_dune else NEAREST_I_HAVE
            return Group(Text(self.said(heading), style="bold"), self.listed(result.nearest(NEAREST), told=True))
        first, *others = result.hits
        entry = rulebook().shown(first.entry.id)
        return Group(
            self.card(entry, first.sentence, *first.also),
            *self.others([hit for hit in others if _shown(hit) != entry.id]),
        )

    def of_the_game(self, question: str, faction: str | None, file: Path | None = None) -> RenderableType | None:
        """Return what the last game's table answers, with its rules; ``None`` if it is a question for the rule book."""
        from referee.cli.log import chosen_file, seen_by, shown_of, standing_acts
        from referee.kernel import discover  # noqa: F401
        from referee.languages.questions import in_english
        from referee.offers.answers import reply

        asked = question if self.code == "en" else in_english(self.code, question) or question
        answer = reply(seen_by(shown_of(standing_acts(chosen_file(file)))[0], faction), asked)
        if answer is None:
            return None
        first, *others = (rulebook().shown(id) for id in answer.because if id in rulebook())
        hits = [Hit(entry, 1.0) for entry in dict.fromkeys(others) if entry.id != first.id]
        words = Text(self.said(answer.words), style=MARKED)
        return Group(words, self.card(first), *([self.listed(hits)] if hits else []))

    def card(self, rule: RuleEntry, *told: str) -> Panel:
        """Render a rule in full; what answers is marked, and stands above unless the rule begins with it."""
        entry, answers = self.own(rule), [self.sentence(one) for one in told]
        first = next(filter(entry.body.startswith, answers), "")
        lines = [Text(f"{answer}\n", style=MARKED) for answer in answers if answer != first]
        lines += [Text.assemble((first, MARKED), entry.body[len(first) :])]
        lines += [Text(f"\n{ruling.told}") for ruling in entry.rulings if ruling.told not in answers]
        lines += [Text(f"\n{example}", style="italic") for example in entry.examples]
        lines += [Text(f"\n{note}", style="dim") for note in entry.notes]
        lines += [Text(f"\n{line}", style="cyan") for line in self.standing(rule)]
        title = Text.assemble((entry.id, "bold yellow"), "  ", (entry.title, "bold"))
        return Panel(Group(*lines), title=title, title_align="left", border_style="yellow", padding=(1, 2))

    def standing(self, entry: RuleEntry) -> Iterator[str]:
        """Yield what overrides a rule and what it overrides, whether Karama can stop it, and where to read on."""
        ladder = (*entry.overridden_by, entry.id, *entry.overrides)
        labelled = (
            (WINS, ladder if len(ladder) > 1 else ()),
            ("House-rule options", _options(entry)),
            ("See also", [other.id for other in rulebook().neighbours(entry.id)]),
        )
        if entry.karama:
            yield f"{self.said(_KARAMA[entry.karama])} (3.01.11)"
        yield from (f"{self.said(label)}: {self.titles(ids)}." for label, ids in labelled if ids)

    def titles(self, ids: Iterable[str]) -> str:
        book = rulebook()
        return ", ".join(f"{id} {self.own(book[id]).title}" if id in book else id for id in ids)

    def others(self, hits: list[Hit]) -> list[RenderableType]:
        if not hits:
            return []
        return [Text(self.said("Other answers"), style="dim"), self.listed(hits)]

    def listed(self, hits: Iterable[Hit], *, told: bool = False) -> Table:
        table = Table.grid(padding=(0, 2))
        for hit in hits:
            table.add_row(Text(hit.entry.id, style="yellow"), Text(self.own(hit.entry).title))
            if told and hit.sentence:
                table.add_row("", Text(self.sentence(hit.told), style="dim"))
        return table

    def contents(self) -> RenderableType:
        """List the chapters."""
        table = Table.grid(padding=(0, 2))
        for id, entry in rulebook().items():
            if id.count(".") < 2:
                table.add_row(Text(id, style="yellow"), Text(self.own(entry).title))
        return Group(table, Text("\nreferee rules lasgun shield", style="dim"))


def _no_such_rule(number: str) -> str:
    """Return a refusal with the rules of the nearest numbers."""
    parts = [int(part) for part in number.split(".") if part]

    def apart(id: str) -> list[int]:
        return [abs(own - part) for own, part in zip_longest(map(int, id.split(".")), parts, fillvalue=0)]

    nearest = sorted(rulebook(), key=apart)[:NEAREST]
    return f"There is no rule {number}. The nearest are {Reader('en').titles(nearest)}. All chapters: referee rules"


def _shown(hit: Hit) -> str:
    """Return the id of the entry as people read it: chapter openings are merged into their parent."""
    return rulebook().shown(hit.entry.id).id


def _options(entry: RuleEntry) -> list[str]:
    """Return the rules of chapter 4 that are options of this rule."""
    rooms = (other for other in rulebook().values() if other.id.startswith(OPTION_ROOMS) and other is not entry)
    return [other.id for other in rooms if other.option in entry.options]


# -- for scripts --------------------------------------------------------------------------------------


def _answer_line(line: bytes) -> dict[str, Any]:
    """Return the answer to one line; never raises."""
    from referee.contract.lines import answer_case

    return answer_case(line, _settle, "The referee cannot answer this question: {}. Check its fields.")


def _settle(asked: Any) -> dict[str, Any]:
    from referee.contract.lines import BadCase

    fields = asked if isinstance(asked, dict) else {"q": asked}
    for name in (name for name in fields if name not in FIELDS):
        if meant := get_close_matches(name.casefold(), [field for field in FIELDS if field not in fields], 1, 0.8):
            raise BadCase(f"A question has no field {name[:60]!r}. Leave it out. Did you mean {meant[0]!r}?")
    if not isinstance(fields.get("q"), str):
        raise BadCase("A question is a text. Write it in double quotes, or as the field q.")
    for field in ("phase", "faction"):
        if not isinstance(fields.get(field), str | None):
            raise BadCase(f"The field {field} is a name. Write it in double quotes.")
        if stranger := _stranger(f"{field}s", fields.get(field)):
            raise BadCase(stranger)
    code = fields.get("language") or "en"
    if code not in LANGUAGES:
        raise BadCase(f"The field language cannot be {str(code)[:60]!r}. It is one of {', '.join(LANGUAGES)}.")
    found = ask_in(code, fields["q"], fields.get("phase"), fields.get("faction"))
    return {**({"id": asked["id"]} if "id" in fields else {}), "q": fields["q"], **_as_json(found, code)}


def _stranger(kind: str, name: str | None) -> str:
    """Return an error for an unknown phase or faction, "" if it is known."""
    if not name or name.casefold() == "any" or index().rooms_of(kind, name):
        return ""
    one, such = ("phase", "bidding") if kind == "phases" else ("faction", "fremen")
    return f"The book has no {one} called {name[:60]}. Try one such as {such}, or leave it out."


def _as_json(found: Found, code: str) -> dict[str, Any]:
    answers = [_hit_as_json(hit, Reader(code)) for hit in found.hits]
    return {"answers": answers, "sure": found.sure, "about_dune": found.about_dune}


def _hit_as_json(hit: Hit, reader: Reader) -> dict[str, Any]:
    """Return a rule in the reader's language, in English what that language lacks."""
    entry, own = hit.entry, reader.own(hit.entry)
    return {
        "id": entry.id,
        "title": own.title,
        "text": own.body,
        "sentence": reader.sentence(hit.told),
        "score": hit.score,
        "overridden_by": list(entry.overridden_by),
        "overrides": list(entry.overrides),
        "karama": entry.karama,
    }
