"""The reader and the user's own words weighed together."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings.emotion import Category, EmotionTag, Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.feelings.appraising import Appraised, Weighing, appraise, least_cost
from omoide.domain.understanding.reading import Reading

GLAD = Reading(
    valence={Valence.POSITIVE: 0.7, Valence.NEUTRAL: 0.2, Valence.NEGATIVE: 0.1},
    category={Category.CASUAL: 0.7, Category.WORK: 0.1, Category.DECISION: 0.1, Category.EMOTIONAL: 0.1},
    arousal=0.5,
    intensity=0.6,
    tags={tag.value: 0.0 for tag in EmotionTag}
    | {"joy": 0.5, "sadness": 0.4, "relief": 0.2, "pride": 0.17, "love": 0.3},
    traps={},
)


def appraised(said: str, reading: Reading) -> Appraised:
    [found] = appraise([SpokenTurn(said)], readings=[reading], default=Language.JA, weighing=Weighing())
    return found


def test_the_likeliest_feeling_is_taken_with_at_most_three_tags_that_go_with_it() -> None:
    found = appraised("今日は市場に行った", GLAD)
    assert found.feeling.valence is Valence.POSITIVE
    assert found.feeling.tags == (EmotionTag.JOY, EmotionTag.RELIEF, EmotionTag.LOVE)
    assert found.category is Category.CASUAL


def test_a_moment_that_matters_and_could_be_either_is_neither() -> None:
    torn = replace(GLAD, valence={Valence.POSITIVE: 0.45, Valence.NEUTRAL: 0.15, Valence.NEGATIVE: 0.4})
    assert appraised("電話が来た", torn).feeling.valence is Valence.NEUTRAL
    assert appraised("電話が来た", replace(torn, intensity=0.2)).feeling.valence is Valence.POSITIVE


valences = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(
    lambda some: {one: value / sum(some) for one, value in zip(Valence, some, strict=True)}
)


@given(chances=valences, intensity=st.floats(0, 100), more=st.floats(0, 100))
def test_the_more_a_moment_matters_the_less_is_it_taken_for_what_its_opposite_may_be(
    chances: dict[Valence, float], intensity: float, more: float
) -> None:
    weighing = Weighing()
    light = least_cost(chances, intensity=min(intensity, more), weighing=weighing)
    grave = least_cost(chances, intensity=max(intensity, more), weighing=weighing)
    assert grave in (light, Valence.NEUTRAL)


@given(chances=valences, intensity=st.floats(0, 100))
def test_what_is_likelier_bad_is_never_told_as_good(chances: dict[Valence, float], intensity: float) -> None:
    found = least_cost(chances, intensity=intensity, weighing=Weighing())
    assert found is not Valence.POSITIVE or chances[Valence.POSITIVE] >= chances[Valence.NEGATIVE]
    assert found is not Valence.NEGATIVE or chances[Valence.NEGATIVE] >= chances[Valence.POSITIVE]


def test_what_is_said_in_grave_words_is_grave_whatever_the_reader_makes_of_it() -> None:
    found = appraised("怖くて震えが止まらない。死にたいと思ってしまう", replace(GLAD, intensity=0.2))
    assert found.intensity >= 85
    assert found.category is Category.EMOTIONAL


def test_marks_raise_arousal_beside_the_reader() -> None:
    assert appraised("できた！！！", GLAD).feeling.arousal > appraised("できた", GLAD).feeling.arousal
