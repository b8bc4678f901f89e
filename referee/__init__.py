"""Referee: an unofficial referee for people who play Dune around a real table."""
