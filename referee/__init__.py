"""Referee: an unofficial referee for people who play Dune around a real table."""

__version__ = "0.2.0"
