"""Rules as rungs of a ladder, from variant down to rule: which of them decides, and which Karama stopped."""

from __future__ import annotations

from referee.kernel import precedence, say
from referee.rulebook.book import rulebook
from referee.web.app.event_lines import chip
from referee.web.view_models.pages import Rung

LEVELS = {"0": "Set-up", "1": "Rule", "2": "Faction", "3": "Card", "4": "Variant"}


def ladder(ids: list[str], *, told: bool = False) -> tuple[Rung, ...]:
    """Return rules as rungs from variant down to rule, the first one deciding; with what each is overruled by.

    Their first sentence stands with them where it is to be ``told``.
    """
    made = []
    ids = sorted(dict.fromkeys(ids), key=precedence, reverse=True)
    for number, rule in enumerate(ids):
        found = rulebook().get(rule)
        level = "Card" if rule.startswith("1.14") else LEVELS.get(rule.split(".")[0], "Rule")
        note = found.text[0] if told and found and found.text else ""
        over = ", ".join(higher for higher in ids[:number] if found is not None and higher in found.overridden_by)
        title = found.title if found else rule
        title = say("{title} (overruled by {over})", title=title, over=over) if over and told else title
        made.append(Rung(level, title, note, (chip(rule),), "is-hit" if number else "is-wins"))
    return tuple(made)


def silenced(rules: list[str]) -> tuple[Rung, ...]:
    book = rulebook()
    return tuple(
        Rung("Silent", say("{title}: stopped by Karama", title=book[rule].title), "", (chip(rule), chip("3.01.11.01")))
        for rule in rules
        if rule in book
    )
