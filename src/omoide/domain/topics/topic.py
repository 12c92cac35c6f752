"""Topics: what is spoken of again and again (SPEC EP9; NEX 話題クラスタリング).

A topic is the owner's own (fixed), or has grown out of memories that lie near each other.  Its members stay: only the owner
merges, splits, renames or archives.  Its name is concrete, its summary rests on memories that it names.
"""

import unicodedata
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final, NewType
from zoneinfo import ZoneInfo

from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import EpisodeId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

TopicId = NewType("TopicId", int)

OWNER: Final = "owner"
"""Who named a topic that nobody else may name."""
LONGEST_NAME: Final = 40
"""Characters of a name or nickname that people give; what is made by itself has at most fifteen."""
LONGEST_DESCRIPTION: Final = 400


@dataclass(frozen=True, slots=True)
class TopicSentence:
    """One sentence of a summary, and the memories it rests on."""

    text: str
    evidence: tuple[MemoryId, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """What can be counted of a topic's members."""

    memories: int = 0
    archived: int = 0
    """Of them, how many lie in the archive."""
    episodes: int = 0
    """Days and weeks that tell of it, and special episodes."""
    first_memory: Moment | None = None
    last_memory: Moment | None = None
    first_day: date | None = None
    """Of special episodes."""
    last_day: date | None = None

    @property
    def size(self) -> int:
        """Return how many members there are."""
        return self.memories + self.episodes


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic that is kept."""

    id: TopicId
    name: str
    """Empty while nobody has named it yet, or since its name was made of something erased."""
    created: Moment
    is_fixed: bool = False
    """The owner named it before anything was in it; it takes its members first."""
    description: str = ""
    """What the owner means by it."""
    nickname: str = ""
    """What the persona calls it."""
    named_by: str = ""
    """`owner`, `rules`, or `provider:model`."""
    summary: tuple[TopicSentence, ...] = ()
    told_by: str = ""
    told_of: tuple[MemoryId, ...] = ()
    """The memories that were shown when name and summary were made."""
    told_size: int = 0
    """How many memories it had then; 0: they are to be made again."""
    archived_at: Moment | None = None
    facts: TopicFacts = field(default_factory=TopicFacts)

    @property
    def is_archived(self) -> bool:
        """Tell whether the owner put it away: it goes on gathering, but is neither listed nor recalled."""
        return self.archived_at is not None

    @property
    def is_owner_named(self) -> bool:
        """Tell whether only the owner may rename it."""
        return self.named_by == OWNER

    @property
    def called(self) -> str:
        """Return what it is called: the persona's nickname, else its name."""
        return self.nickname or self.name

    @property
    def told(self) -> str:
        """Return the summary as one text."""
        return " ".join(sentence.text for sentence in self.summary)

    @property
    def cue(self) -> str:
        """Return what a fixed topic is known by."""
        return f"{self.name} {self.description}".strip()

    def span(self, *, tz: ZoneInfo) -> DaySpan | None:
        """Return the first and the last day it was spoken of; `None` without members."""
        of_memories = [
            moment.day(at, tz=tz) for at in (self.facts.first_memory, self.facts.last_memory) if at is not None
        ]
        days = [*of_memories, *(day for day in (self.facts.first_day, self.facts.last_day) if day is not None)]
        return DaySpan(min(days), max(days)) if days else None


class MemberKind(StrEnum):
    """What sort of thing belongs to a topic."""

    MEMORY = "memory"
    EPISODE = "episode"


@dataclass(frozen=True, slots=True)
class TopicMember:
    """A memory, an episode that tells of one thing, or a day or week in which a memory of the topic was made."""

    kind: MemberKind
    item_id: int
    label: str
    text: str
    created: Moment
    similarity: float
    """How near it lay when it joined."""
    intensity: int = 0
    """0..100, of a memory."""
    days: DaySpan | None = None
    """Of an episode."""
    is_archived: bool = False
    """A memory in the archive."""
    follows: bool = False
    """A day or week: it belongs here because memories of its turns do, and goes where they go."""

    @property
    def memory_id(self) -> MemoryId:
        """Return the memory's number."""
        return MemoryId(self.item_id)

    @property
    def episode_id(self) -> EpisodeId:
        """Return the episode's number."""
        return EpisodeId(self.item_id)

    def span(self, *, tz: ZoneInfo) -> DaySpan:
        """Return the days it tells of."""
        day = moment.day(self.created, tz=tz)
        return self.days or DaySpan(day, day)


@dataclass(frozen=True, slots=True)
class RecalledTopic:
    """A topic that came to mind."""

    topic: Topic
    similarity: float
    """Cosine of the cue and the middle of the topic."""
    is_named: bool = False
    """The cue calls it by its name or nickname."""


def checked_name(name: str, *, what: str = "name") -> str:
    """Return a name that people gave, on one line; raise `InvalidInput` when there is none, or a page of it."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain or not any(letter.isalnum() for letter in plain):
        raise InvalidInput(f"a topic's {what} holds at least one letter; {name!r} holds none")
    if len(plain) > LONGEST_NAME:
        raise InvalidInput(f"a topic's {what} has at most {LONGEST_NAME} characters; this one has {len(plain)}")
    return plain


def checked_description(text: str) -> str:
    """Return what the owner means by a fixed topic, on one line."""
    plain = one_line(text, longest=LONGEST_DESCRIPTION + 1)
    if len(plain) > LONGEST_DESCRIPTION:
        raise InvalidInput(f"a topic is described in at most {LONGEST_DESCRIPTION} characters; write less")
    return plain
