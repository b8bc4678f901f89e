"""The attack from outside, repeated in bounded form: ``python -m tests.tools.attack``."""
