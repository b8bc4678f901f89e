"""Tell a game saved at treachery.online, and what the referee says of it: ``python -m tests.digital_games FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.digital_games.reader import read_game
from tests.digital_games.replay import judged, moments

if __name__ == "__main__":
    for moment in moments(read_game(Path(sys.argv[1]).read_text("utf-8"))):
        said = judged(moment)
        print(f"Turn {moment.turn}  {moment.words}{f' [{said}]' if said else ''}")
