"""Names that people give are checked."""

import pytest

from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.topics.calibration import UNMEASURED, bounds_of
from omoide.domain.topics.topic import LONGEST_DESCRIPTION, LONGEST_NAME, checked_description, checked_name
from omoide.errors import InvalidInput


def test_a_name_is_put_on_one_line() -> None:
    assert checked_name("  健太の\n膝  ") == "健太の 膝"


@pytest.mark.parametrize("name", ["", "   ", "・・・", "あ" * (LONGEST_NAME + 1)])
def test_a_name_without_a_letter_or_of_a_page_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="topic's name"):
        checked_name(name)


def test_a_description_has_an_end() -> None:
    assert checked_description(" 作った料理 ") == "作った料理"
    with pytest.raises(InvalidInput, match="write less"):
        checked_description("あ" * (LONGEST_DESCRIPTION + 1))


def test_bounds_belong_to_a_space_and_one_never_measured_gets_careful_ones() -> None:
    assert bounds_of(EmbeddingSpace("some-other-model", 1536, "x")) is UNMEASURED
    for name in ("omoide-ja-en", "hashing"):
        bounds = bounds_of(EmbeddingSpace(name, 384, "x"))
        assert 0 < bounds.recall <= bounds.near < 1
        assert bounds.join < bounds.near
