"""What sort of thing came to mind (SPEC R0, R2)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from omoide.errors import InvalidInput


class RecollectionKind(StrEnum):
    """By what a recollection is told."""

    EVENT = "event"
    """A turn, as it was said."""
    MEMORY = "memory"
    """A turn, by the memory of it as far as that has faded; or a memory that was made of no turn."""
    BELIEF = "belief"
    PREFERENCE = "preference"
    EPISODE = "episode"
    """A told day or week, an achievement, a discovery, a bond."""
    INSIGHT = "insight"
    """An entry of the dream diary."""
    DIARY = "diary"
    TOPIC = "topic"
    ENTITY = "entity"


ALL_KINDS: Final = frozenset(RecollectionKind)
SPOKEN: Final = frozenset({RecollectionKind.EVENT, RecollectionKind.MEMORY})
"""What was said: found by the ranking of turns."""


def kinds_of(given: "Iterable[RecollectionKind | str] | RecollectionKind | str | None") -> frozenset[RecollectionKind]:
    """Return the kinds that are meant, all for `None`; raise `InvalidInput` for a word that is none, or for no kind at all."""
    if given is None:
        return ALL_KINDS
    named = [given] if isinstance(given, str) else list(given)
    known = {kind.value: kind for kind in RecollectionKind}
    for each in named:
        if str(each).strip().lower() not in known:
            raise InvalidInput(f"{str(each)!r} is no kind of recollection; there are {', '.join(known)}")
    if not named:
        raise InvalidInput(
            f"no kind was named, so nothing could come to mind; name some of {', '.join(known)}, or none at all"
        )
    return frozenset(known[str(each).strip().lower()] for each in named)
