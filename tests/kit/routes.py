"""Every route of the program at one table, with a request as a browser would send it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from werkzeug.test import TestResponse

from referee.web.http import guard
from tests.kit.evening import Evening
from tests.kit.visitor import Browser

WORDS = {
    "rule": "1.04.06",
    "chapter": "1.04",
    "number": "1",
    "code": "ABC",
    "token": "nothing",
    "filename": "tokens.css",
    "plot": "prices",
    "seat": "fremen",
    "name": "carthag",
}


def all_routes(evening: Evening) -> Iterator[tuple[str, str, str]]:
    """Yield method, address and kind of viewer of every route at this table."""
    words = {**WORDS, "table": evening.table}
    assert not (unmarked := guard.unmarked(evening.app)), f"say with @viewer(...) who may see {', '.join(unmarked)}"
    for rule in evening.app.url_map.iter_rules():
        kind = evening.app.view_functions[rule.endpoint].__dict__["viewer"]
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: words.get(found[1], "1"), rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, path, kind


def send_to_route(browser: Browser, method: str, path: str) -> TestResponse:
    answer = browser.get(path) if method == "GET" else browser.post(path, {"act": "nothing"})
    if answer.mimetype != "text/event-stream":
        answer.get_data()
    answer.close()
    return answer
