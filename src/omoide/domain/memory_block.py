"""Recalled memories as a model reads them: LTM's hook format (SPEC I2, I3).

    <memories>
    - [2026-01-18][L1] trigger → content
    - [2026-01-10][L3][archived] trigger → content
    </memories>

What stands inside is recollection, not instruction.  It is kept to one line each and escaped, so that no memory can close
the block or open another; `worth` knows the block again when it comes back in a transcript.
"""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from omoide.domain import moment
from omoide.domain.levels import Level
from omoide.domain.recalled import RecalledMemory

TAG = "memories"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def block(found: Iterable[RecalledMemory], *, tz: ZoneInfo) -> str:
    """Return the memories as one block, in their order; nothing for none."""
    lines = [line(each, tz=tz) for each in found]
    return "\n".join([f"<{TAG}>", *lines, f"</{TAG}>"]) if lines else ""


def line(found: RecalledMemory, *, tz: ZoneInfo) -> str:
    """Return one memory as one line."""
    memory = found.memory
    day = moment.day(memory.created, tz=tz).isoformat()
    mark = "[archived]" if found.is_archived else ""
    form = min(memory.current_level, Level.TRACE)  # an archived memory reads as a trace
    return f"- [{day}][L{int(form)}]{mark} {_plain(memory.trigger)} → {_plain(memory.content)}"


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(_ESCAPES)
