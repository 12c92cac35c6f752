"""Turns as memories, by rules alone: what each felt like, and how it is told at every level."""

from collections.abc import Sequence

from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.text.language import detect
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn, appraisal_of
from omoide.domain.understanding.feelings.appraising import Appraised, appraise
from omoide.domain.understanding.feelings.prototypes import Likeness
from omoide.domain.understanding.means import Means
from omoide.domain.understanding.telling.keywords import keywords
from omoide.domain.understanding.telling.telling import told

MOST_KEYWORDS = 6


def appraisals(turns: Sequence[SpokenTurn], *, means: Means) -> tuple[Appraisal, ...]:
    """Return what each turn of a session becomes as a memory, in order, each in the light of those around it."""
    felt = appraise(turns, likenesses=_likenesses(turns, means), default=means.language, weighing=means.weighing)
    return tuple(_appraisal(turn, one, means) for turn, one in zip(turns, felt, strict=True))


def _likenesses(turns: Sequence[SpokenTurn], means: Means) -> list[Likeness | None]:
    """Return what the user's words resemble; where the user said nothing, my own words tell nothing of the feeling."""
    if means.likeness is None:
        return [None] * len(turns)
    found = means.likeness.read([turn.user for turn in turns])
    return [one if turn.user.strip() else None for turn, one in zip(turns, found, strict=True)]


def _appraisal(turn: SpokenTurn, felt: Appraised, means: Means) -> Appraisal:
    language = detect(turn.user or turn.assistant, default=means.language)
    full, summary, trace = told(turn, feeling=felt.feeling, language=language, embed=means.embed)
    return appraisal_of(
        intensity=felt.intensity,
        feeling=felt.feeling,
        category=felt.category,
        keywords=keywords(f"{turn.user}\n{turn.assistant}", language=language, most=MOST_KEYWORDS),
        full=full,
        summary=summary,
        trace=trace,
        protected=asks_to_be_kept(turn.user),
    )
