"""The referee as a stranger holds it: in every form, on every Python and with every browser of this machine.

``python -m tests.tools.matrix`` prints it. A cell is green where every command that a help, a page or the README names
did what it says, as a process of its own; what this machine lacks is said and not tried.
"""
