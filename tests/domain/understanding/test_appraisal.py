"""An appraisal tells something, and each of its texts has its length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings.emotion import Category, Feeling, Valence
from omoide.domain.understanding.appraisal import (
    LONGEST_SUMMARY,
    LONGEST_TEXT,
    LONGEST_TRACE,
    MOST_KEYWORDS,
    Appraisal,
    Telling,
    appraisal_of,
)
from omoide.errors import InvalidInput

NOTHING = Telling("", "")


def told(
    full: Telling, summary: Telling = NOTHING, trace: Telling = NOTHING, keywords: tuple[str, ...] = ()
) -> Appraisal:
    return appraisal_of(
        intensity=30,
        feeling=Feeling(Valence.NEUTRAL, 30, ()),
        category=Category.CASUAL,
        keywords=keywords,
        full=full,
        summary=summary,
        trace=trace,
        protected=False,
    )


@given(st.text(max_size=6000))
def test_every_text_is_one_line_of_its_length(text: str) -> None:
    both = Telling(text, "うん " + text)
    found = told(both, both, both)
    assert found.summary is not None
    assert found.trace is not None
    for telling, longest in (
        (found.full, LONGEST_TEXT),
        (found.summary, LONGEST_SUMMARY),
        (found.trace, LONGEST_TRACE),
    ):
        for each in (telling.trigger, telling.content):
            assert len(each) <= longest
            assert each == " ".join(each.split())


def test_a_memory_that_tells_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="neither a trigger nor a content"):
        told(Telling(" ", "\n"))


def test_levels_that_were_not_told_are_still_to_be_made() -> None:
    found = told(Telling("犬が来た", ""))
    assert found.summary is None
    assert found.trace is None


def test_keywords_stand_for_a_trace_that_was_not_told() -> None:
    found = told(Telling("犬が来た", "一緒に喜んだ"), keywords=("犬", "喜び", " 犬 "))
    assert found.keywords == ("犬", "喜び")
    assert found.trace == Telling("犬", "喜び")
    assert len(told(Telling("a", ""), keywords=tuple("abcdefghijkl")).keywords) == MOST_KEYWORDS
