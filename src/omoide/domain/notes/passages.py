"""A passage of a note, as a reader was shown it, found where it stands.

What a model is shown of a note is made harmless, line by line, so that the passage it names need not be letter by letter what was
written.  It is looked for as it is, and then as whole lines in the form in which they are shown.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A stretch of a note that stands there exactly once, and what of it is to stay around the change."""

    text: str
    before: str = ""
    after: str = ""

    def replaced_by(self, new: str) -> str:
        """Return what stands in its place."""
        return f"{self.before}{new}{self.after}"


def find(text: str, wanted: str, *, shown: Callable[[str], str]) -> FoundPassage | int:
    """Return the passage, or how many times it stands there when that is not once; `shown` is how a line is shown."""
    if not wanted.strip():
        return 0
    if (count := text.count(wanted)) == 1:
        return FoundPassage(wanted)
    lines, sought = text.split("\n"), [shown(line).rstrip() for line in wanted.strip("\n").split("\n")]
    told = [shown(line).rstrip() for line in lines]
    places = [at for at in range(len(told) - len(sought) + 1) if told[at : at + len(sought)] == sought]
    if len(places) != 1:
        return max(count, len(places))
    [at] = places
    stretch = "\n".join(lines[at : at + len(sought)])
    for before, after in (("", ""), ("", "\n"), ("\n", ""), ("\n", "\n")):
        if text.count(f"{before}{stretch}{after}") == 1:
            return FoundPassage(f"{before}{stretch}{after}", before, after)
    return len(places)


def without_line(text: str, found: FoundPassage) -> FoundPassage:
    """Return the passage with the end of its line, when it is all that stands on its lines: deleted, it leaves no empty one."""
    at = text.find(found.text)
    bare = found.text.strip("\n")
    at += found.text.find(bare)
    is_whole = (at == 0 or text[at - 1] == "\n") and text[at + len(bare) : at + len(bare) + 1] == "\n"
    wide = f"{bare}\n"
    return FoundPassage(wide) if is_whole and text.count(wide) == 1 else found
