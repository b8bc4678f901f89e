"""A table that plays by itself; what stands here is read without loading the rest."""

from __future__ import annotations

from typing import Final

LINK: Final = "Table screen (works once): "  # what ``referee demo`` prints before its link
TABLE: Final = "demonstration-1"  # the first and only one of its folder
