"""Passages: the searchable pieces of what is kept.

An event is cut into chunks of its sides; each is found by its words and by its meaning, and leads back to the event.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import NewType

from omoide.domain.chunks import ChunkRules, chunks
from omoide.domain.event import Turn
from omoide.domain.moment import Moment
from omoide.domain.tokens import document_tokens

PassageId = NewType("PassageId", int)

MOST_PARTS = 2000
"""Chunks of one side that are searched: half a million characters; what lies beyond is kept but not searched."""


class Kind(StrEnum):
    """What sort of thing a passage is a piece of."""

    EVENT = "event"
    MEMORY = "memory"


class Side(StrEnum):
    """Which part of the thing."""

    USER = "user"
    ASSISTANT = "assistant"
    IMAGE = "image"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage that has not been kept yet."""

    side: Side
    part: int
    text: str
    tokens: tuple[str, ...]

    @property
    def hash(self) -> bytes:
        """Return what tells that two texts need only one vector (SPEC R7)."""
        return content_hash(self.text)


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that is kept."""

    id: PassageId
    kind: Kind
    item_id: int
    side: Side
    part: int
    created: Moment
    text: str


def content_hash(text: str) -> bytes:
    """Return 16 bytes that stand for the text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def of_turn(turn: Turn, *, rules: ChunkRules) -> list[Piece]:
    """Return the pieces by which a turn will be found."""
    found = cut(turn.user, side=Side.USER, rules=rules) + cut(turn.assistant or "", side=Side.ASSISTANT, rules=rules)
    return found + cut("\n".join(turn.image_summaries), side=Side.IMAGE, rules=rules)


def cut(text: str, *, side: Side, rules: ChunkRules) -> list[Piece]:
    """Return the text in chunks with their tokens; nothing for a blank text."""
    if not text.strip():
        return []
    return [
        Piece(side=side, part=part, text=chunk, tokens=tuple(document_tokens(chunk)))
        for part, chunk in enumerate(chunks(text, longest=rules.characters, overlap=rules.overlap)[:MOST_PARTS])
    ]


def whole_piece(text: str) -> Piece:
    """Return a text that is found as one passage, however long: a memory."""
    return Piece(Side.WHOLE, 0, text, tuple(document_tokens(text)))
