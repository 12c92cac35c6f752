"""Run by a test: recalls and writes receipts, telling each round, until it is done or killed.

python -m tests.entrypoints.receipts.recall_and_die HOME NAME ROUNDS
"""

import sys

from omoide import Omoide


def main(home: str, name: str, rounds: int) -> None:
    """Recall in portions of ten; each is written at once."""
    with Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        for number in range(rounds):
            for _ in range(10):
                mind.recall(f"{name} asks about lanterns in round {number}")
            mind.recalls(limit=1)
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
