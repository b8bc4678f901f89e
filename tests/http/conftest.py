"""The evenings of ``tables`` for the tests in this folder."""

from tables import ALLIES, Play, auction, evening, no_socket, play  # noqa: F401
