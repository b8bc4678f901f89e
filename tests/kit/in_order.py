"""What is compared as text: the members of a set have no order, so two equal tables may be written in two ways."""

from __future__ import annotations

import re

SET = re.compile(r"\{([^{}:]*)\}")


def in_order(value: object) -> str:
    """Return the text of a value, with the members of each of its sets in order."""
    return SET.sub(lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", repr(value))
