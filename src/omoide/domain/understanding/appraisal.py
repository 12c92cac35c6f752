"""Appraisal: what a turn felt like, and how it is to be remembered (LTM 記憶生成; SPEC M1, M6, M10).

Whoever appraises, rules or a model, an appraisal tells something, and each of its texts has its length.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.feelings.emotion import Category, Feeling
from omoide.domain.text.distinct import distinct
from omoide.domain.text.excerpt import one_line
from omoide.domain.understanding.reading import TurnInPlace
from omoide.errors import InvalidInput

MOST_KEYWORDS: Final = 8
LONGEST_TEXT: Final = 4000
"""Characters of a trigger or content that are kept (LTM: a full memory has some hundreds to thousands)."""
LONGEST_SUMMARY: Final = 400
LONGEST_TRACE: Final = 120


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """The two sides of a turn, after what is not talk was taken away (`worth`)."""

    user: str
    assistant: str = ""
    before: str = ""
    """What the user's words answer; the feeling of a "yes" depends on it."""
    said_before: str = ""
    """What the user said last before them."""

    @property
    def in_place(self) -> TurnInPlace:
        """Return the turn as a reader takes it."""
        return TurnInPlace(self.user, self.assistant, self.before, self.said_before)


@dataclass(frozen=True, slots=True)
class Telling:
    """A memory's two texts at one level."""

    trigger: str
    content: str


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a turn becomes as a memory."""

    intensity: int
    """0..100"""
    feeling: Feeling
    category: Category
    keywords: tuple[str, ...]
    full: Telling
    summary: Telling | None
    """Level 2; `None` when it is still to be made."""
    trace: Telling | None
    """Level 3: as it was told, else the keywords; `None` when there are none and it is still to be made."""
    protected: bool


def appraisal_of(
    *,
    intensity: int,
    feeling: Feeling,
    category: Category,
    keywords: Sequence[str],
    full: Telling,
    summary: Telling,
    trace: Telling,
    protected: bool,
) -> Appraisal:
    """Return the appraisal, each text within its length; raise `InvalidInput` when trigger and content are both empty."""
    told = within(full, longest=LONGEST_TEXT)
    if told is None:
        raise InvalidInput("the answer has neither a trigger nor a content; at least one of them tells the memory")
    words = distinct(keywords)
    return Appraisal(
        intensity=intensity,
        feeling=feeling,
        category=category,
        keywords=words[:MOST_KEYWORDS],
        full=told,
        summary=within(summary, longest=LONGEST_SUMMARY),
        trace=within(trace, longest=LONGEST_TRACE) or _keywords_apart(words, full=told),
        protected=protected,
    )


def within(telling: Telling, *, longest: int) -> Telling | None:
    """Return the texts, each on one line of at most `longest` characters; `None` when both are empty."""
    told = Telling(one_line(telling.trigger, longest=longest), one_line(telling.content, longest=longest))
    return told if told.trigger or told.content else None


def _keywords_apart(keywords: Sequence[str], *, full: Telling) -> Telling | None:
    """Return the keywords as a trace: those of the trigger on its side, the others on the content's (2 to 3 each)."""
    of_trigger = [word for word in keywords if word in full.trigger][:3] or list(keywords[:1])
    of_content = [word for word in keywords if word not in of_trigger][:3]
    return within(Telling(", ".join(of_trigger), ", ".join(of_content)), longest=LONGEST_TRACE)
