"""Passages: the searchable pieces of what is kept.

An event is cut into pieces; each is found by its words and by its meaning, and leads back to the event.  A short turn is
one piece, question and answer together: measured, that finds as much as a piece for each side, and better across
languages, with half the vectors to keep and to compare.  Longer sides are cut into chunks of their own.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import NewType

from omoide.domain.context.shown import shown_text, shown_turn
from omoide.domain.events.event import Turn
from omoide.domain.text.chunks import ChunkRules, chunks
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import Moment

PassageId = NewType("PassageId", int)

PREFERENCE_ITEMS = 1 << 40
"""Likes and dislikes are found among beliefs, under their number and this."""
_VERSION_BITS = 8
MOST_PARTS = 2000
"""Chunks of one side that are searched: half a million characters; what lies beyond is kept but not searched."""


class PassageKind(StrEnum):
    """What sort of thing a passage is a piece of."""

    EVENT = "event"
    MEMORY = "memory"
    EPISODE = "told"
    """A told day or week; no two kinds begin with the same letter, by which the words of each are known apart."""
    DOCUMENT = "document"
    """A chunk of a document; found by asking for it alone."""
    BELIEF = "belief"
    """A belief, or a like or dislike (`PREFERENCE_ITEMS`)."""
    DIARY = "written"
    """A day of the diary."""
    INSIGHT = "insight"
    """An entry of the dream diary."""
    ENTITY = "profile"


SHELVED = frozenset({PassageKind.BELIEF, PassageKind.DIARY, PassageKind.INSIGHT, PassageKind.ENTITY})
"""Kinds whose passages are copies, to be found by: made anew from what they are pieces of whenever that is another."""


class Side(StrEnum):
    """Which part of the thing."""

    USER = "user"
    ASSISTANT = "assistant"
    IMAGE = "image"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class NewPassage:
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
    kind: PassageKind
    item_id: int
    side: Side
    part: int
    created: Moment
    text: str


def content_hash(text: str) -> bytes:
    """Return 16 bytes that stand for the text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def of_turn(turn: Turn, *, rules: ChunkRules) -> list[NewPassage]:
    """Return the pieces by which a turn will be found: what was said, without what Omoide put into it."""
    turn = shown_turn(turn)
    images = cut("\n".join(turn.image_summaries), side=Side.IMAGE, rules=rules)
    whole = f"{turn.user}\n{turn.assistant}"
    if turn.assistant and turn.user.strip() and len(whole) <= rules.characters:
        return cut(whole, side=Side.WHOLE, rules=rules) + images
    user, assistant = (turn.user, Side.USER), (turn.assistant or "", Side.ASSISTANT)
    return [piece for text, side in (user, assistant) for piece in cut(text, side=side, rules=rules)] + images


def of_answer(answer: str, *, rules: ChunkRules) -> list[NewPassage]:
    """Return the pieces by which the answer to an opened turn will be found."""
    return cut(shown_text(answer), side=Side.ASSISTANT, rules=rules)


def cut(text: str, *, side: Side, rules: ChunkRules) -> list[NewPassage]:
    """Return the text in chunks with their tokens; nothing for a blank text."""
    if not text.strip():
        return []
    return [
        NewPassage(side=side, part=part, text=chunk, tokens=tuple(document_tokens(chunk)))
        for part, chunk in enumerate(chunks(text, longest=rules.characters, overlap=rules.overlap)[:MOST_PARTS])
    ]


def version_item(number: int, version: int) -> int:
    """Return the number under which one version of a thing's text is found."""
    return number << _VERSION_BITS | version % (1 << _VERSION_BITS)


def number_of(item_id: int) -> int:
    """Return which thing is found under this number."""
    return item_id >> _VERSION_BITS


def hashed_item(*parts: object) -> int:
    """Return the number of a text that has none of its own: made of what it says, and of whose it is."""
    return int.from_bytes(blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=6).digest()) >> 2


def whole_piece(text: str) -> NewPassage:
    """Return a text that is found as one passage, however long: a memory."""
    return NewPassage(Side.WHOLE, 0, text, tuple(document_tokens(text)))
