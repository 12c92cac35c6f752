"""A thing by the name under which a tool has shown it: `memory:7`, `event:12`, `belief:3`."""

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.failure import FailureKind, ToolFailure
from omoide.errors import MemoryNotFound
from omoide.usecases.tools.sources import DIARY_DAY, TURN

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

LONGEST_ID: Final = 100
ID: Final = (
    "The id that recall shows, such as memory:7, event:12 or belief:3.",
    "recall で示される id（memory:7、event:12、belief:3 など）。",
)
OTHER_ID: Final = ("item", "item_id", "memory_id", "event_id", "key", "ref")
_FORM: Final = re.compile(r"([a-z]+)[:#./ ]\s*(\d{1,18})", re.ASCII)
_OTHERS: Final = {"turn": RecollectionKind.EVENT, "conversation": RecollectionKind.EVENT}
_NO_ID: Final = Bilingual(
    "this is no id of something that can be remembered", "これは思い出せるものの id ではありません"
)
_GONE: Final = Bilingual("there is nothing with this id", "その id のものはありません")
_RECALL: Final = Bilingual(
    "call recall, and copy an id exactly as it shows it", "recall を呼び、示された id をそのまま写してください"
)


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Something that can come to mind, by kind and number."""

    kind: RecollectionKind
    number: int

    def __str__(self) -> str:
        """Return its name."""
        return f"{self.kind.value}:{self.number}"

    @property
    def source(self) -> str:
        """Return by which name its text is read."""
        if self.kind is RecollectionKind.EVENT:
            return TURN
        return DIARY_DAY if self.kind is RecollectionKind.DIARY else self.kind.value


def named(mind: "Mind", told: str) -> NamedThing | ToolFailure:
    """Return what is meant, or that nothing is."""
    plain = unicodedata.normalize("NFKC", told).strip(" \t\r\n\"'`「」[]()<>").lower()
    if plain.startswith("mem_"):
        try:
            return NamedThing(RecollectionKind.MEMORY, int(mind.memories.get(plain).id))
        except MemoryNotFound:
            return gone()
    if plain.removeprefix("#").isdecimal() and len(plain) <= 18:
        return NamedThing(RecollectionKind.EVENT, int(plain.removeprefix("#")))
    found = _FORM.fullmatch(plain)
    kinds = {kind.value: kind for kind in RecollectionKind} | _OTHERS
    if found is None or found[1] not in kinds:
        return failure.refused(_NO_ID, _RECALL)
    return NamedThing(kinds[found[1]], int(found[2]))


def gone() -> ToolFailure:
    """Return that there is no such thing, or none any more."""
    return ToolFailure(FailureKind.NOT_FOUND, _GONE, _RECALL)
