"""What may only become better: sentences glued from parts in each room, and how many each language has.

Written by ``python -m tests.languages --write``; ``WORSE`` says why one of these was made worse last.
"""

OUTSIDE = {
    "referee/web/app": 1,
    "referee/web/http": 1,
}
TRANSLATED = {
    "de": 5160,
    "es": 5038,
    "fr": 5179,
    "de rules": 832,
    "es rules": 832,
    "fr rules": 832,
}
WORSE = "two sentences that said the same are one"
