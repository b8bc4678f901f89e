"""The program as one .pyz for any Python: ``python .github/pyz.py referee.pyz``

It holds what a plain installation does, without what the referee never loads.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
UNUSED = (
    *("pip", "pip-*"),  # sqlite-utils has a verb that installs plugins
    *("rapidfuzz/**/*_avx2.*.so", "rapidfuzz/**/*_avx2.*.pyd"),  # the same again for some processors
)


def main(goal: str) -> None:
    with TemporaryDirectory() as folder:
        run("pip", "install", "-q", "--target", folder, str(ROOT))
        for found in [path for pattern in UNUSED for path in Path(folder).glob(pattern)]:
            shutil.rmtree(found) if found.is_dir() else found.unlink()
        run("shiv", "--compressed", "--site-packages", folder, "-c", "referee", "-o", goal)


def run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", *words], check=True)  # noqa: S603


if __name__ == "__main__":
    main(sys.argv[1])
