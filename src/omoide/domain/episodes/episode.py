"""Episodes: days, told in the persona's own voice (SPEC EP1–EP3; NEX エピソード記憶).

An episode of a day stands between the raw log and long memory.  Sixty days later the days of a week become one; the days
stay readable.  Every sentence names the turns it rests on.  Made again, an episode keeps its id and its earlier texts.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final, NewType

from omoide.domain.episodes.dates import DaySpan
from omoide.domain.events.event import EventId
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

EpisodeId = NewType("EpisodeId", int)

FAILED: Final = {
    Language.JA: "（エラーにより要約できませんでした）",
    Language.EN: "(could not be summarised because of an error)",
}
"""Stands for a day that a model will not tell; later runs take it for missing."""


class EpisodeKind(StrEnum):
    """What sort of episode it is (NEX `type`)."""

    DAY = "day"
    WEEK = "week"
    ACHIEVEMENT = "achievement"
    DISCOVERY = "discovery"
    BONDING = "bonding"


@dataclass(frozen=True, slots=True)
class EpisodeSentence:
    """One sentence, and the turns it rests on."""

    text: str
    evidence: tuple[EventId, ...] = ()


@dataclass(frozen=True, slots=True)
class EpisodeText:
    """What an episode says, or said before it was made again."""

    version: int
    sentences: tuple[EpisodeSentence, ...]
    by: str
    """`rules`, or `provider:model`."""
    made: Moment
    is_failure: bool = False

    @property
    def summary(self) -> str:
        """Return the whole text."""
        return joined(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode that is kept, with its present text."""

    id: EpisodeId
    label: str
    """`episode_YYYY-MM-DD_NNN`: what a persona names in a `<memory_trace/>`."""
    kind: EpisodeKind
    span: DaySpan
    text: EpisodeText
    arousal: float
    """0..1: the average of its turns or days, moved by resonance."""
    arousal_max: float
    """0..1"""
    created: Moment
    fingerprint: str = ""
    """Of what it was made; another one means that it is stale."""
    original_count: int = 0
    """Of a week: how many episodes it was made of."""
    week_id: EpisodeId | None = None
    """The week that tells this one now; it stays readable."""
    details: tuple[tuple[str, str], ...] = field(default=())
    """Of a special one: NEX's `goal_id`, `source_question`, `emotion_change`."""

    @property
    def summary(self) -> str:
        """Return the whole text."""
        return self.text.summary

    @property
    def is_archived(self) -> bool:
        """Tell whether a week tells it now."""
        return self.week_id is not None

    @property
    def is_special(self) -> bool:
        """Tell whether it was written by an event of its own and not by the day."""
        return self.kind not in (EpisodeKind.DAY, EpisodeKind.WEEK)


@dataclass(frozen=True, slots=True)
class NewEpisode:
    """An episode, or a new text of one, that has not been kept yet."""

    kind: EpisodeKind
    span: DaySpan
    sentences: tuple[EpisodeSentence, ...]
    arousal: float
    arousal_max: float
    made: Moment
    by: str
    fingerprint: str = ""
    made_of: tuple[EventId, ...] = ()
    """Every turn it was made of, named by a sentence or not."""
    originals: tuple[EpisodeId, ...] = ()
    """Of a week: the episodes it tells from now on."""
    is_failure: bool = False
    replaces: Episode | None = None
    """The episode that gets this text; `None` for a new one."""
    details: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """Return the whole text."""
        return joined(sentence.text for sentence in self.sentences)


def label(day: date, *, number: int) -> str:
    """Return the id a persona sees: the first local day, and a number within it (NEX Phase H)."""
    return f"episode_{day.isoformat()}_{number:03d}"


def joined(texts: Iterable[str]) -> str:
    """Return sentences as one text: with a blank after an English ending, without one in Japanese."""
    whole = ""
    for text in texts:
        whole += (" " if whole and (whole[-1].isascii() or whole[-1] == "”") else "") + text
    return whole


def fingerprint(parts: Sequence[object]) -> str:
    """Return what tells whether an episode is still made of the same."""
    return hashlib.sha256(repr(list(parts)).encode()).hexdigest()[:32]
