"""The tests. ``kit`` has what they share, ``tools`` the instruments: each is a program, ``python -m tests.tools.NAME``.

Instruments once stood beside the tests, and were named so in pages and reports: those names start them yet.
"""

from pathlib import Path

__path__ = [*__path__, str(Path(__file__).parent / "tools")]
