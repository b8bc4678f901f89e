"""What a wheel holds that a clone does not: styles without layers, they and scripts without comments and spaces.

hatchling runs this for each wheel, one built from the sdist too; the .pyz and the one file are made of a wheel. A clone
serves the files without comments and indentation.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from rcssmin import cssmin
from rjsmin import jsmin


class Wheel(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        self._made = TemporaryDirectory()
        static = lean(root / "static", Path(self._made.name) / "static")
        build_data["force_include"] |= {
            str(root / "templates"): "referee/templates",
            str(static): "referee/static",
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._made.cleanup()


def lean(static: Path, to: Path) -> Path:
    """Copy the static files to a new folder, styles without layers, they and scripts without comments and spaces."""
    sys.path.insert(0, str(static.parent))
    from referee.web.http.layers import flatten

    shutil.copytree(static, to)
    for ending, without in ((".css", lambda text: cssmin(flatten(text))), (".js", jsmin)):
        for file in to.glob(f"*{ending}"):
            file.write_text(without(file.read_text("utf-8")), "utf-8")
    return to
