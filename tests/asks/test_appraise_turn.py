"""What is taken from an answer about a turn."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from omoide.asks.appraise_turn import MOST_TURNS, AppraisalAnswer, AppraisalsAnswer, AppraiseTurn, AppraiseTurns
from omoide.asks.condense import Condense, CondensedAnswer, Step
from omoide.domain.feelings.emotion import Category, EmotionTag, Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import SpokenTurn, Telling
from omoide.errors import InvalidInput

ASK = AppraiseTurn(SpokenTurn("犬が来た！", "よかったね"))
ANSWER: dict[str, Any] = {
    "emotional_intensity": 45,
    "emotional_valence": "positive",
    "emotional_arousal": 60,
    "emotional_tags": ["joy", "excitement"],
    "category": "emotional",
    "keywords": ["犬"],
    "trigger": "犬が来たと言われた",
    "content": "一緒に喜んだ",
    "summary_trigger": "犬の話",
    "summary_content": "喜んだ",
    "trace_trigger": "犬",
    "trace_content": "喜び",
    "protected": False,
}


def taken(**changes: object) -> Any:
    return ASK.parse(AppraisalAnswer.model_validate({**ANSWER, **changes}))


def test_a_good_answer_becomes_an_appraisal() -> None:
    appraisal = taken()
    assert appraisal.intensity == 45
    assert appraisal.feeling.valence is Valence.POSITIVE
    assert appraisal.feeling.tags == (EmotionTag.JOY, EmotionTag.EXCITEMENT)
    assert appraisal.category is Category.EMOTIONAL
    assert appraisal.full == Telling("犬が来たと言われた", "一緒に喜んだ")
    assert appraisal.summary == Telling("犬の話", "喜んだ")
    assert appraisal.trace == Telling("犬", "喜び")


@given(score=st.floats(allow_nan=False))
def test_scores_are_cut_to_their_range(score: float) -> None:
    appraisal = taken(emotional_intensity=score, emotional_arousal=score)
    assert 0 <= appraisal.intensity <= 100
    assert appraisal.intensity == appraisal.feeling.arousal


@pytest.mark.parametrize("score", ["much", None, [], {}, float("nan")])
def test_what_is_no_number_is_refused(score: object) -> None:
    with pytest.raises(ValidationError):
        taken(emotional_intensity=score)


def test_tags_outside_the_vocabulary_are_left_out() -> None:
    assert taken(emotional_tags=["bliss", "JOY", 3, "joy"]).feeling.tags == (EmotionTag.JOY,)
    assert taken(emotional_tags="joy, 驚き、pride").feeling.tags == (EmotionTag.JOY, EmotionTag.PRIDE)


def test_unknown_words_fall_to_the_mildest_of_their_vocabulary() -> None:
    appraisal = taken(emotional_valence="mixed", category="philosophy")
    assert (appraisal.feeling.valence, appraisal.category) == (Valence.NEUTRAL, Category.CASUAL)


def test_texts_that_were_not_prepared_are_made_later() -> None:
    appraisal = taken(summary_trigger="", summary_content=" ", trace_trigger="", trace_content="", keywords=[])
    assert (appraisal.summary, appraisal.trace) == (None, None)


def test_the_keywords_are_the_trace_when_the_answer_has_none() -> None:
    appraisal = taken(trace_trigger="", trace_content="", keywords=["犬", "散歩", "喜び"])
    assert appraisal.trace == Telling("犬", "散歩, 喜び")


def test_code_and_the_middle_of_a_long_answer_are_not_shown() -> None:
    long = "始め。" + "あ" * 3000 + "終わり。"
    code = "直したよ。\n```python\nprint(1)\n```\n動く？"
    user = AppraiseTurn(SpokenTurn(code, long)).render(language=Language.JA, fence="#").user
    assert "print(1)" not in user
    assert "直したよ。\n［コード省略］\n動く？" in user
    assert "始め。" in user
    assert "終わり。" in user
    assert len(user) < 700


def test_an_answer_that_tells_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="neither a trigger nor a content"):
        taken(trigger=" ", content="\n")


def test_an_answer_that_is_silent_on_protection_leaves_it_to_the_phrases() -> None:
    silent = AppraisalAnswer.model_validate({key: value for key, value in ANSWER.items() if key != "protected"})
    assert AppraiseTurn(SpokenTurn("これは覚えておいて")).parse(silent).protected
    assert not ASK.parse(silent).protected


def answers(*numbers: int) -> AppraisalsAnswer:
    return AppraisalsAnswer.model_validate({"memories": [{**ANSWER, "turn": number} for number in numbers]})


def test_many_turns_are_answered_in_their_own_order() -> None:
    ask = AppraiseTurns((SpokenTurn("一"), SpokenTurn("二")))
    answer = answers(2, 1)
    answer.memories[0].trigger = "second"
    assert [one.full.trigger for one in ask.parse(answer)] == ["犬が来たと言われた", "second"]


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [((1, 2, 3), r"turns \[3\]"), ((0, 1, 2), r"turns \[0\]"), ((1,), r"leaves out turns \[2\]"), ((1, 2, 2), "twice")],
)
def test_an_answer_about_other_turns_is_refused(numbers: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        AppraiseTurns((SpokenTurn("一"), SpokenTurn("二"))).parse(answers(*numbers))


@pytest.mark.parametrize("count", [0, MOST_TURNS + 1])
def test_a_batch_has_a_size(count: int) -> None:
    with pytest.raises(InvalidInput, match="turns can be appraised"):
        AppraiseTurns((SpokenTurn("一"),) * count)


def test_the_answer_to_another_question_is_refused() -> None:
    other = CondensedAnswer(trigger="a", content="b")
    with pytest.raises(InvalidInput):
        ASK.parse(other)
    with pytest.raises(InvalidInput):
        Condense(Telling("a", "b"), Step.TRACE).parse(AppraisalAnswer.model_validate(ANSWER))


def test_a_condensed_text_keeps_to_its_length_and_is_never_empty() -> None:
    ask = Condense(Telling("a", "b"), Step.TRACE)
    assert len(ask.parse(CondensedAnswer(trigger="長" * 1000, content="")).trigger) == 120
    with pytest.raises(InvalidInput, match="empty"):
        ask.parse(CondensedAnswer(trigger=" ", content=""))
