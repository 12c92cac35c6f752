"""Kinds, by their words."""

import pytest

from omoide.domain.recall.kinds.candidate import MatchParts
from omoide.domain.recall.kinds.kind import ALL_KINDS, RecollectionKind, kinds_of
from omoide.domain.recall.recollection import Recollection
from omoide.domain.recall.relevance import DEFAULT_CALIBRATION
from omoide.errors import InvalidInput, NotATurn


def test_a_kind_is_named_by_its_word_or_itself_and_none_means_all() -> None:
    assert kinds_of(None) == ALL_KINDS
    assert kinds_of("Memory ") == {RecollectionKind.MEMORY}
    assert kinds_of(["belief", RecollectionKind.DIARY]) == {RecollectionKind.BELIEF, RecollectionKind.DIARY}


@pytest.mark.parametrize("wrong", ["secret_diary", "", ["event", "dreams"], []])
def test_a_word_that_is_no_kind_is_refused_with_those_there_are(wrong: str | list[str]) -> None:
    with pytest.raises(InvalidInput, match="episode"):
        kinds_of(wrong)


def test_what_is_no_turn_says_so_when_asked_for_it() -> None:
    found = Recollection(None, 0.5, MatchParts(0.5, None).why(DEFAULT_CALIBRATION, floor=0.0))
    with pytest.raises(NotATurn, match="events"):
        _ = found.event
    assert found.turn is None
    assert found.events == ()
