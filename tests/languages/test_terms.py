"""Terms that were agreed on for each language: two buttons have two names, and what a native stumbles over is gone."""

from __future__ import annotations

import re

import pytest

from referee.languages.catalogue import entries_of, files, read

APART = (("Ready", "Done"), ("Card", "Map"), ("Undo", "Redo"))  # stand on one screen
FORBIDDEN = {
    "de": r"tu, was unten steht|Mein Blatt\b",
    "fr": r"chefs? (doués?|talentueux)|(dit|disent|dites) s’il faut|Tous ressuscitent",
    "es": r"(tras|detrás de|delante de) (la|tu|su|las) pantallas?(?! de)|(Abre|abre) tu pantalla",
}


@pytest.mark.parametrize("code", files())
def test_two_buttons_of_one_screen_have_two_names(code: str) -> None:
    said = read(code).said
    assert not [pair for pair in APART if said["", pair[0]] == said["", pair[1]]]


@pytest.mark.parametrize("code", FORBIDDEN)
def test_no_catalogue_says_what_was_agreed_not_to_be_said(code: str) -> None:
    never = re.compile(FORBIDDEN[code])
    long = 150  # letters of English: the paragraphs of the guide have not been read again yet
    entries = (one for one in entries_of(files()[code].read_text("utf-8")) if len(one.words) < long)
    assert not [said for one in entries for said in one.said.values() if never.search(said)]
