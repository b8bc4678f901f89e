"""Exit codes, and the exception that ends a verb with a sentence.

Scripts rely on the codes: each says what to do about it. 2 is click's own usage error.
"""

from __future__ import annotations

from typing import IO, Any, Final

import click

WRONG: Final = 1
NOTHING_FOUND: Final = 3
NOTHING_TO_READ: Final = 4
NO_FILE: Final = 5
ALLOWED: Final = 6
INTERRUPTED: Final = 130
CODES: Final = {
    0: "Done, and all is well.",
    WRONG: "Something is wrong: a line of input, a check that fails, a table that cannot be opened.",
    2: "The command was mistyped.",
    NOTHING_FOUND: "Nothing found: no rule answers, no game yet, no seal to check.",
    NOTHING_TO_READ: "Nothing to read: the input is empty, or not from this program.",
    NO_FILE: "The file is missing or cannot be opened.",
    ALLOWED: "The table allowed something that does not add up; all else does.",
    INTERRUPTED: "Stopped by Ctrl-C before the end.",
}


NO_MEMORY: Final = (
    "This computer gives the referee too little memory. Close other programs, or raise the limit that was set for it."
)


class Stop(click.ClickException):
    """The end of a verb; the message is a sentence with what to do next."""

    def __init__(self, sentence: object, code: int = WRONG) -> None:
        super().__init__(str(sentence))
        self.code = code

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=file is None)
