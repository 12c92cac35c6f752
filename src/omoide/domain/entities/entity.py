"""An entity: somebody or something the persona knows, with one profile in markdown (SPEC EN1; NEX 4).

A name is a label in a row and never part of a path: whatever it holds, it names nothing outside the persona.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NewType

from omoide.domain.entities.names import name_key
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.errors import EntityTooLong, InvalidInput

EntityId = NewType("EntityId", int)
UNKEPT: Final = EntityId(0)
"""The id of an entity that is still to be kept."""

LONGEST_NAME: Final = 100
MOST_ALIASES: Final = 30
LONGEST_PROFILE: Final = 200_000
"""Characters of any profile, whatever is set; what is longer is a document."""
_NO_NAME: Final = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity as it stands now."""

    id: EntityId
    name: str
    aliases: tuple[str, ...] = ()
    text: str = ""
    """The profile's own text, in markdown; what is believed is read beside it."""
    version: int = 0
    """Counts the edits, of names and of the text; an edit made of another version is refused."""
    created: Moment = EARLIEST
    changed: Moment = EARLIEST
    archived: Moment | None = None
    merged_into: EntityId | None = None
    """The entity that this one turned out to be; its names are that one's now."""
    consolidated: str = ""
    """By hash, what the text and the beliefs were when it was last consolidated."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name it goes by, its own first; none for one that was merged into another."""
        return () if self.merged_into is not None else (self.name, *self.aliases)

    @property
    def keys(self) -> frozenset[str]:
        """Return the forms under which it is found."""
        return frozenset(map(name_key, self.names))

    @property
    def is_archived(self) -> bool:
        """Tell whether it was put away."""
        return self.archived is not None

    def is_named(self, name: str) -> bool:
        """Tell whether it goes by this name."""
        return name_key(name) in self.keys


@dataclass(frozen=True, slots=True)
class EntityRules:
    """How long things may be, in characters, and how many are told."""

    profile_characters: int = 8_000
    index_characters: int = 600
    told_proposals: int = 3


def checked_entity_name(name: str) -> str:
    """Return the name as it is kept and shown; raise `InvalidInput` when it cannot be one."""
    given = " ".join(name.split(" ")).strip()
    if any(unicodedata.category(character) in _NO_NAME for character in given):
        raise InvalidInput("a name is one line without control characters; this one holds some")
    shown = " ".join(given.split())
    if not name_key(shown):
        raise InvalidInput("a name needs at least one letter; an empty one was given")
    if len(shown) > LONGEST_NAME:
        raise InvalidInput(f"a name has at most {LONGEST_NAME} characters; this one has {len(shown)}")
    return shown


def checked_aliases(name: str, aliases: Iterable[str]) -> tuple[str, ...]:
    """Return the other names, each once, without those that are the name itself; raise `InvalidInput` for too many."""
    found: dict[str, str] = {}
    for alias in map(checked_entity_name, aliases):
        if name_key(alias) != name_key(name):
            found.setdefault(name_key(alias), alias)
    if len(found) > MOST_ALIASES:
        raise InvalidInput(f"an entity has at most {MOST_ALIASES} other names; this would make {len(found)}")
    return tuple(found.values())


def checked_profile(text: str, *, before: str, name: str, rules: EntityRules) -> str:
    """Return the text if it is short enough; raise `EntityTooLong` when not.

    A profile that is longer than a limit that was lowered may still be shortened step by step.
    """
    longest = min(rules.profile_characters, LONGEST_PROFILE)
    if len(text) > longest and len(text) > len(before):
        raise EntityTooLong(name, length=len(text), longest=longest)
    return text
