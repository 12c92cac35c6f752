"""Run by a test: adds numbered lines to a profile, telling each that is kept, until it is killed.

python -m tests.entrypoints.entities.write_and_die HOME NAME COUNT [cas]
"""

import sys

from omoide import Omoide
from omoide.errors import EntityMoved, EntityNotFound


def main(home: str, name: str, count: int, *, by_hand: bool) -> None:
    """Add lines; by hand each is read, changed and written over the version that was read, again if somebody was first."""
    entities = Omoide.open(home, beside="nowhere").persona("haru").entities
    for number in range(count):
        line = f"- {name}:{number}"
        while by_hand:
            try:
                known = entities.get("美緒").entity
                base, text = known.version, known.text
            except EntityNotFound:
                base, text = 0, ""
            try:
                entities.write("美緒", f"{text}{line}\n", mode="replace", base=base)
                break
            except EntityMoved:
                continue
        if not by_hand:
            entities.write("美緒", line)
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), by_hand=sys.argv[4:] == ["cas"])
