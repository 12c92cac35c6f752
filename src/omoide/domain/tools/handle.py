"""A handle: a short text that names where a cut text goes on (SPEC R4: （続きがあります）).

Nothing is kept for it.  It says what is continued (kind and key) and from where, and ends with a check over these, the persona and the
text itself: one that was misspelt, made up, given to another persona, or whose text has changed or gone since, is recognised.  It opens
nothing: whoever reads on must be allowed to read the thing.
"""

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2s
from typing import Final

_FORM: Final = re.compile(r"([a-z_]+)\.([0-9a-z~-]+)\.(\d{1,9})\.([0-9a-f]{10})", re.ASCII)
_AROUND: Final = " \t\r\n\"'`「」『』[]()（）<>"


@dataclass(frozen=True, slots=True)
class Handle:
    """Where a text goes on."""

    kind: str
    key: str
    start: int
    """Characters that were read before."""
    check: str

    @property
    def text(self) -> str:
        """Return it as a model is given it."""
        return f"{self.kind}.{self.key}.{self.start}.{self.check}"

    def fits(self, persona_id: int, whole: str) -> bool:
        """Tell whether it was made for this text of this persona."""
        made = handle(persona_id, kind=self.kind, key=self.key, start=self.start, whole=whole)
        return made == self and self.start < len(whole)


def handle(persona_id: int, *, kind: str, key: str, start: int, whole: str) -> Handle:
    """Return the handle of a place in a text."""
    told = f"{persona_id}\x1f{kind}\x1f{key}\x1f{start}\x1f{whole}"
    return Handle(kind, key, start, blake2s(told.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest())


def read_handle(text: str) -> Handle | None:
    """Return the handle that a text is, quotes and blanks aside; `None` when it is none."""
    found = _FORM.fullmatch(unicodedata.normalize("NFKC", text).strip(_AROUND).lower())
    return None if found is None else Handle(found[1], found[2], int(found[3]), found[4])
