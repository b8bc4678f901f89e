"""The page on the package index: the README, whose pictures and links lead to the files of its version on GitHub."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^]]*)\]\((?!https?:|#)([^)]+)\)")
RAW, PAGE = "https://raw.githubusercontent.com/table-referee/referee", "https://github.com/table-referee/referee/blob"


class ReadmeOnTheIndex(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": on_the_index(text, metadata["version"])}


def on_the_index(text: str, version: str) -> str:
    def absolute(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        return f"{picture}[{words}]({RAW if picture else PAGE}/v{version}/{path})"

    return RELATIVE.sub(absolute, text)
