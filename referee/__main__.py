"""``python -m referee``: the same as ``referee``."""

import sys

from referee.cli import main

if __name__ == "__main__":
    code = main()
    if code and len(sys.argv) == 1 and getattr(sys, "frozen", False):
        input("Press Enter to close this window.")  # which a double-click has opened, and which would close at once
    sys.exit(code)
