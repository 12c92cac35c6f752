"""Turns as memories, without a model: what each felt like, and how it is told at every level."""

from collections.abc import Sequence
from dataclasses import replace

from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.text.language import detect
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn, appraisal_of
from omoide.domain.understanding.feelings.appraising import Appraised, appraise
from omoide.domain.understanding.means import Means
from omoide.domain.understanding.telling.gist import embedded_together
from omoide.domain.understanding.telling.keywords import keywords
from omoide.domain.understanding.telling.telling import told, weighed_sentences

MOST_KEYWORDS = 6


def appraisals(turns: Sequence[SpokenTurn], *, means: Means) -> tuple[Appraisal, ...]:
    """Return what each turn becomes as a memory, in order."""
    felt = feelings(turns, means=means)
    weighed = [part for turn in turns for part in weighed_sentences(turn)]
    means = replace(means, embed=embedded_together(weighed, embed=means.embed))
    return tuple(_appraisal(turn, one, means) for turn, one in zip(turns, felt, strict=True))


def feelings(turns: Sequence[SpokenTurn], *, means: Means) -> list[Appraised]:
    """Return what each turn felt like; where the user said nothing, my own words tell nothing of it."""
    told = [turn.in_place for turn in turns if turn.user.strip()]
    found = iter(means.read(told) if told and means.read is not None else [None] * len(told))
    readings = [next(found) if turn.user.strip() else None for turn in turns]
    return appraise(turns, readings=readings, default=means.language, weighing=means.weighing)


def _appraisal(turn: SpokenTurn, found: Appraised, means: Means) -> Appraisal:
    language = detect(turn.user or turn.assistant, default=means.language)
    full, summary, trace = told(turn, feeling=found.feeling, language=language, embed=means.embed)
    return appraisal_of(
        intensity=found.intensity,
        feeling=found.feeling,
        category=found.category,
        keywords=keywords(f"{turn.user}\n{turn.assistant}", language=language, most=MOST_KEYWORDS),
        full=full,
        summary=summary,
        trace=trace,
        protected=asks_to_be_kept(turn.user),
    )
