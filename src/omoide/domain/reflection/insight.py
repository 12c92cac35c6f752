"""The dream diary: what the persona saw in its days at night (SPEC D2; NEX §5 夢日記).

An entry says what was seen (`insight`), how to meet the other from now on (`strategy`), a line as of a diary (`log_entry`) and what
set it off (`trigger_topic`).  Every sentence of what was seen names the turns it rests on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, NewType
from zoneinfo import ZoneInfo

from omoide.domain.episodes.episode import joined
from omoide.domain.events.event import EventId
from omoide.domain.goals.exporting import seed_time
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

InsightId = NewType("InsightId", int)
LONGEST_INSIGHT: Final = 300
LONGEST_STRATEGY: Final = 150
LONGEST_LOG: Final = 200
LONGEST_TOPIC: Final = 80


@dataclass(frozen=True, slots=True)
class InsightSentence:
    """One sentence, and the turns it rests on."""

    text: str
    evidence: tuple[EventId, ...] = ()


@dataclass(frozen=True, slots=True)
class NewInsight:
    """An entry of the dream diary on its way into the store."""

    created: Moment
    trigger_topic: str
    sentences: tuple[InsightSentence, ...]
    strategy: str
    log_entry: str
    by: str
    """`rules`, or `provider:model`."""
    made_of: tuple[EventId, ...] = ()
    """Every turn it was made of, named by a sentence or not."""
    question_id: int | None = None
    """The question whose answer it is."""


@dataclass(frozen=True, slots=True)
class Insight:
    """An entry of the dream diary."""

    id: InsightId
    created: Moment
    trigger_topic: str
    sentences: tuple[InsightSentence, ...]
    strategy: str
    log_entry: str
    by: str
    made_of: tuple[EventId, ...] = ()
    day: date | None = None
    """The day that was reflected on; `None` for the answer to a question."""
    level: int = 0
    """1 to 3: of a day, a week, a month."""
    question_id: int | None = None

    @property
    def text(self) -> str:
        """Return what was seen, as one text."""
        return joined(sentence.text for sentence in self.sentences)

    @property
    def told(self) -> str:
        """Return what comes to mind of it: what set it off, what was seen, how to go on.

        The line as of a diary says how the night was, and nothing of what was talked about.
        """
        return "\n".join(part for each in (self.trigger_topic, self.text, self.strategy) if (part := each.strip()))


def as_insights_json(insights: Iterable[Insight], *, tz: ZoneInfo) -> list[dict[str, str]]:
    """Return the entries in the shape of the seed's `insights.json`, the newest first as there."""
    return [
        {
            "created_at": seed_time(each.created, tz=tz),
            "trigger_topic": each.trigger_topic,
            "insight": each.text,
            "strategy": each.strategy,
            "log_entry": each.log_entry,
        }
        for each in sorted(insights, key=lambda each: (each.created, each.id), reverse=True)
    ]


def answered_topic(topic: str, *, language: Language) -> str:
    """Return what set off an entry that is the answer to a question."""
    return f"解決された問い: {topic}" if language is Language.JA else f"A question that was answered: {topic}"
