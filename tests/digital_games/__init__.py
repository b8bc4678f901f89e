"""Games that were played at another program, and saved there, as cases for the referee.

They stand beside the tests for as long as they find faults; the product reads no other program's files.
"""
