"""How rules tell a turn and shorten a memory."""

from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn, SpokenTurn, Telling
from omoide.asks.ask import Patience, Prompt, Role
from omoide.asks.condense import Condense, CondensedAnswer, Step
from omoide.domain.text.language import Language
from omoide.domain.understanding.telling.gist import gist, lexrank, sentences
from omoide.domain.understanding.telling.keywords import keywords, names_and_numbers
from omoide.errors import NoRuleForAsk

RULES = RulesThinker()
LONG_JA = (
    "昨日は渋谷でフェリスという会社の佐藤さんと打ち合わせをした。天気はよかった。"
    "見積もりは240万円で、納期は9月30日に決まった。そのあと少し歩いた。のどが渇いた。とても疲れた。早く寝たい。"
)
LONG_EN = (
    "Yesterday I met Sato of Ferris in Shibuya. The weather was fine. The estimate is 24,000 dollars and the deadline "
    "is September 30. Then I walked a little. I was thirsty. I was tired. I want to sleep."
)


@pytest.mark.parametrize(
    ("user", "ending"),
    [
        ("ストレージ、MongoDBにしたらどう思う？", "と聞かれた。"),
        ("これを直してください", "と頼まれた。"),
        ("今日は晴れた", "と言われた。"),
    ],
)
def test_the_trigger_says_what_was_done_to_me(user: str, ending: str) -> None:
    full = RULES.answer(AppraiseTurn(SpokenTurn(user, "そうだね"))).value.full
    assert full.trigger.endswith(ending)
    assert full.content.startswith("私は「そうだね」と答えた。")


def test_english_is_told_in_english() -> None:
    full = RULES.answer(AppraiseTurn(SpokenTurn("How about MongoDB?", "JSON is enough."))).value.full
    assert full.trigger == 'I was asked: "How about MongoDB?"'
    assert full.content.startswith('I answered: "JSON is enough."')


@pytest.mark.parametrize("text", [LONG_JA * 20, LONG_EN * 20])
def test_a_memory_is_not_a_copy_of_a_long_text(text: str) -> None:
    appraisal = RULES.answer(AppraiseTurn(SpokenTurn(text, text))).value
    assert len(appraisal.full.trigger) < len(text) / 2
    assert appraisal.summary is not None
    assert appraisal.trace is not None
    assert len(appraisal.trace.trigger) < len(appraisal.summary.trigger) < len(appraisal.full.trigger)


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        (LONG_JA, Language.JA, ("240万", "9月", "佐藤さん")),
        (LONG_EN, Language.EN, ("24,000", "September", "Sato", "Ferris")),
    ],
)
def test_a_summary_keeps_names_and_numbers(text: str, language: Language, kept: tuple[str, ...]) -> None:
    short = gist(text, language=language, longest=130, most=2)
    assert len(short) <= 130
    assert [term for term in kept if term not in short] == []


def test_the_seeds_example_falls_to_a_summary_and_to_a_trace() -> None:
    full = Telling(
        "「記憶システムのストレージ、MongoDBにしたらどう思う？」と聞かれた",
        "技術選定について意見を求められた。JSONで十分という結論になり、設計の妥当性が確認できて少し安心した",
    )
    summary = RULES.answer(Condense(full, Step.SUMMARY)).value
    assert 20 <= len(summary.trigger) + len(summary.content) <= 200
    assert "MongoDB" in summary.trigger
    assert "JSON" in summary.content
    trace = RULES.answer(Condense(summary, Step.TRACE)).value
    assert "MongoDB" in trace.trigger.split(", ")
    assert "JSON" in trace.content.split(", ")
    for words in (trace.trigger.split(", "), trace.content.split(", ")):
        assert 1 <= len(words) <= 3


def test_a_quotation_is_shortened_inside_its_marks() -> None:
    summary = RULES.answer(Condense(Telling(f"「{LONG_JA}」と言われた。", "うれしかった。"), Step.SUMMARY)).value
    assert summary.trigger.startswith("「")
    assert summary.trigger.endswith("」と言われた。")
    assert len(summary.trigger) <= 90


@given(trigger=st.text(min_size=1, max_size=400), content=st.text(max_size=400), step=st.sampled_from(Step))
@settings(max_examples=60, deadline=None)
def test_a_condensed_memory_is_never_longer_than_its_room(trigger: str, content: str, step: Step) -> None:
    if not trigger.strip() or not keywords(trigger, language=Language.JA):
        return
    short = RULES.answer(Condense(Telling(trigger, content), step)).value
    assert len(short.trigger) <= (400 if step is Step.SUMMARY else 120)


def test_vectors_choose_the_central_sentence() -> None:
    near = np.array([[1, 0, 0], [0.9, 0.436, 0], [0.95, -0.312, 0], [0, 0, 1]], dtype=np.float32)
    weights = lexrank(near)
    assert weights.argmax() == 0
    assert weights.argmin() == 3
    assert weights.sum() == pytest.approx(1.0)


def test_a_summary_can_be_made_with_vectors() -> None:
    summary = RulesThinker(embedder=HashingEmbedder()).answer(Condense(Telling(LONG_JA, LONG_JA), Step.SUMMARY)).value
    assert 0 < len(summary.trigger) <= 90


def test_keywords_are_names_and_terms_before_everyday_words() -> None:
    assert "MongoDB" in keywords("昨日はMongoDBの話をした", language=Language.JA)
    assert "昨日" not in keywords("昨日はMongoDBの話をした", language=Language.JA)
    assert keywords("I talked about MongoDB with Kenji", language=Language.EN)[:2] == ("MongoDB", "Kenji")
    assert keywords("うん", language=Language.JA) == ()
    assert "240万円"[:4] in names_and_numbers("見積もりは240万円", language=Language.JA)[-1]


def test_code_is_not_quoted_as_speech() -> None:
    assert sentences("直した。```python\nprint(1)\n```どう？") == ["直した。", "どう？"]


class Unknown:
    """An ask nobody wrote a rule for."""

    NAME: ClassVar[str] = "unknown"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.NOW
    SCHEMA: ClassVar[type[BaseModel]] = CondensedAnswer

    def render(self, *, language: Language, fence: str) -> Prompt:
        return Prompt(language.value, fence)

    def parse(self, answer: BaseModel) -> str:
        return str(answer)


def test_an_ask_without_a_rule_is_refused_by_name() -> None:
    with pytest.raises(NoRuleForAsk, match="unknown"):
        RULES.answer(Unknown())


def test_the_register_can_be_extended() -> None:
    thinker = RulesThinker(rules={Unknown: lambda _ask, _means: CondensedAnswer(trigger="a", content="b")})
    assert thinker.answer(Unknown()).by == "rules"
