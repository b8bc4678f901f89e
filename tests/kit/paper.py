"""Paper: the sheets that screens offer to copy, and a table set up from them on another laptop."""

from __future__ import annotations

import html
import re
from pathlib import Path

from tests.kit.evening import Evening, set_up


def copied(page: str) -> str:
    """Return the text that a sheet offers to copy."""
    found = re.search(r'<textarea id="sheet-text"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found
    return html.unescape(found[1])


def own_sheet(evening: Evening, seat: str, see: str = "sheet") -> str:
    """Return the text of a seat's own sheet, as its phone shows it behind the shield."""
    return copied(evening.phones[seat].get(f"/t/{evening.table}/me/secret?tab=home&see={see}").text)


def table_sheet(evening: Evening) -> str:
    return copied(evening.onlooker.get(f"/t/{evening.table}/paper").text)


def set_up_fields(page: str) -> dict[str, list[str]]:
    """Return the set-up form as a browser would send it."""
    made: dict[str, list[str]] = {}
    form = page.partition("<form")[2]
    for tag in re.findall(r"<select\b.*?</select>|<textarea\b.*?</textarea>|<input\b[^>]*>", form, re.DOTALL):
        name = re.search(r'name="([^"]+)"', tag)
        if not name or name[1] in {"fill", "move", "seats", "q"}:
            continue
        if re.search(r'type="(radio|checkbox)"', tag) and " checked" not in tag:
            continue
        if tag.startswith("<select"):
            chosen = re.search(r'<option value="([^"]*)"[^>]* selected', tag) or re.search(
                r'<option value="([^"]*)"', tag
            )
        elif tag.startswith("<textarea"):
            chosen = re.search(r">(.*)</textarea>", tag, re.DOTALL)
        else:
            chosen = re.search(r'\bvalue="([^"]*)"', tag)
        made.setdefault(name[1], []).append(html.unescape(chosen[1]) if chosen else "")
    return made


def set_up_from(folder: Path, paper: str) -> Evening:
    """Set up the table on another laptop from pasted text."""
    other = Evening(folder)
    other.steer()
    filled = other.host.post("/new", {**set_up(), "fill": "1", "paper": paper})
    assert filled.status_code == 200, filled.text
    other.set_table(set_up_fields(filled.text))
    return other
