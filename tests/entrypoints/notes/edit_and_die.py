"""Run by a test: adds numbered lines to a note, telling each that is kept, until it is killed.

python -m tests.entrypoints.notes.edit_and_die HOME NAME COUNT [cas]
"""

import sys

from omoide import Omoide
from omoide.errors import NoteMoved


def main(home: str, name: str, count: int, *, by_hand: bool) -> None:
    """Add lines; by hand each is read, changed and written over the version that was read, again if somebody was first."""
    pad = Omoide.open(home, beside="nowhere").persona("haru").notes.notepad
    refused = 0
    for number in range(count):
        line = f"{name}:{number}"
        while by_hand:
            note = pad.read()
            try:
                pad.write(f"{note.text}{line}\n", base=note.version)
                break
            except NoteMoved:
                refused += 1
        if not by_hand:
            pad.append(line)
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"refused {refused}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), by_hand=sys.argv[4:] == ["cas"])
