"""How grave a moment was: by its strength, its sort and its feelings, never by its length or its count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings.affect import Vad
from omoide.domain.feelings.emotion import Category, EmotionTag, Feeling, Valence
from omoide.domain.feelings.gravity import gravity, gravity_of

SAD = Feeling(Valence.NEGATIVE, 60, (EmotionTag.SADNESS,))
ANNOYED = Feeling(Valence.NEGATIVE, 60, (EmotionTag.FRUSTRATION,))


@pytest.mark.parametrize(
    ("intensity", "feeling", "category", "weight"),
    [
        (95, SAD, "emotional", 1.0),
        (90, SAD, "emotional", 1.0),
        (68, SAD, "emotional", 0.511),
        (68, ANNOYED, "work", 0.25),
        (45, SAD, "emotional", 0.0),
        (40, ANNOYED, "casual", 0.0),
        (90, SAD, "a word of an older store", 0.85),
        (90, Feeling(), "emotional", 1.0),
    ],
)
def test_examples(intensity: int, feeling: Feeling, category: str, weight: float) -> None:
    assert gravity(intensity=intensity, feeling=feeling, category=category) == pytest.approx(weight, abs=1e-3)


def test_a_feeling_of_which_only_the_numbers_are_known_is_as_grave_as_it_is_strong() -> None:
    assert gravity_of(Vad(-0.9, 0.3, -0.4)) == pytest.approx(1.0)
    assert gravity_of(Vad(0.9, 0.3, 0.4)) == pytest.approx(1.0)
    assert gravity_of(Vad(-0.3, 1.0, -1.0)) == 0.0


@given(
    one=st.integers(0, 100),
    two=st.integers(0, 100),
    tags=st.lists(st.sampled_from(EmotionTag), max_size=4),
    category=st.sampled_from(Category),
)
def test_what_is_stronger_is_never_less_grave(one: int, two: int, tags: list[EmotionTag], category: Category) -> None:
    feeling = Feeling(Valence.NEGATIVE, 50, tuple(tags))
    low, high = (gravity(intensity=each, feeling=feeling, category=category) for each in sorted((one, two)))
    assert 0.0 <= low <= high <= 1.0
