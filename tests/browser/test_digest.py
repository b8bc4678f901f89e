"""A phase or a faction, printed: one sheet of A4 for each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.rulebook.book import rulebook
from tests.kit.program import Program

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_every_phase_and_every_faction_fits_one_sheet(chromium: Any, tmp_path: Path) -> None:
    heads = [id for id in rulebook() if id[0] in "12" and id.count(".") == 1]
    program = Program(tmp_path).start()
    page = chromium.new_page()
    sheets = {}
    for id in heads:
        page.goto(f"{program.origin}/rules/digest/{id}")
        sheets[id] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    page.close()
    program.stop()
    assert len(heads) > 20 and sheets == dict.fromkeys(heads, 1)
