"""Shared fixtures and helpers: tables, evenings, browsers, dice, and the notations that tests use."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # the checkout
