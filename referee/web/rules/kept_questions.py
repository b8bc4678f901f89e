"""What a table asks of the rules, kept on its laptop if its people chose so (4.97.65): words and answers, never who."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from flask import request

from referee.kernel import PUBLIC
from referee.options.kept_questions import are_kept
from referee.running.hall import QUESTIONS
from referee.running.sitting import Sitting
from referee.web.app.context import program

LONGEST = 1_000_000  # bytes; an evening has some thousands
log = logging.getLogger("referee.web")


def keep_question(sitting: Sitting | None, query: str, language: str, answers: Iterable[str], *, sure: bool) -> None:
    """Keep a question with the rules that it was shown, the first one first."""
    _keep(sitting, {"q": query, "language": language, "answers": list(answers), "sure": sure})


def keep_opened(sitting: Sitting | None, rule: str) -> None:
    """Keep which rule was opened from the answers to a question, if the page before was such."""
    before = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    asked = parse_qs(before.query).get("q", [""])[0][:300]
    if asked and before.path.endswith("/rules"):
        _keep(sitting, {"q": asked, "opened": rule})


def _keep(sitting: Sitting | None, line: dict[str, object]) -> None:
    folder = program.hall.folder
    if sitting is None or not isinstance(folder, Path):
        return
    with sitting.locked():
        wanted = are_kept(sitting.screen(PUBLIC))
    if not wanted:
        return
    file = folder / QUESTIONS
    try:
        if not file.exists() or file.stat().st_size < LONGEST:
            with open(os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a", encoding="utf-8") as kept:
                kept.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        log.warning("A question could not be kept: %s.", error.strerror)
