"""Instruments for programmers: programs that play, attack, draw and count. MEASURED says what each tries."""
