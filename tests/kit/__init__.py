"""What tests are made of, once: tables, evenings, browsers, dice, and the notations they are written in."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # the checkout
