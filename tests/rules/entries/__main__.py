"""Print how many cells the matrix of entries has: ``python -m tests.rules.entries``."""

from tests.rules.entries.matrix import counts

if __name__ == "__main__":
    print(counts())
