"""Practice: one faction's powers, a moment at a time, on anybody's phone and before the game."""
