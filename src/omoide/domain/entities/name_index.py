"""The list of names that a prompt is given; profiles are read when they are wanted (SPEC EN1; NEX 目次方式).

The names stand in the order in which the persona came to know them, so that a new one changes nothing that stands before it and a
provider's prompt cache stays warm.  Where there is no room for all, those written about last are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.context.harmless import harmless
from omoide.domain.entities.entity import Entity
from omoide.domain.text.language import Language

_SEPARATORS = {Language.JA: "、", Language.EN: ", "}
_BRACKETS = {Language.JA: ("（", "）"), Language.EN: (" (", ")")}


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Names within a size."""

    entries: tuple[str, ...]
    """Each a name with its aliases, and nothing in it that could pose as markup."""
    left_out: int
    separator: str

    @property
    def text(self) -> str:
        """Return them on one line."""
        return self.separator.join(self.entries)


def names_within(entities: Sequence[Entity], *, budget: int, language: Language) -> NameIndex:
    """Return as many names as fit into so many characters; an entry too long with its aliases stands without them."""
    separator = _SEPARATORS[language]
    live = [entity for entity in entities if not entity.is_archived]
    chosen: dict[int, str] = {}
    left = budget + len(separator)
    for entity in sorted(live, key=lambda each: (-each.changed, each.id)):
        fitting = next((entry for entry in _entries(entity, language) if len(entry) + len(separator) <= left), None)
        if fitting is not None:
            chosen[entity.id] = fitting
            left -= len(fitting) + len(separator)
    return NameIndex(tuple(chosen[each] for each in sorted(chosen)), len(live) - len(chosen), separator)


def _entries(entity: Entity, language: Language) -> list[str]:
    """Return the forms of an entry, the fullest first."""
    name, aliases = harmless(entity.name), _SEPARATORS[language].join(map(harmless, entity.aliases))
    opening, closing = _BRACKETS[language]
    return [f"{name}{opening}{aliases}{closing}", name] if aliases else [name]
