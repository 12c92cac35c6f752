"""How rules tell a turn and shorten a memory."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.condense import Condense, Step
from omoide.domain.text.language import Language
from omoide.domain.text.shortening import LONGEST_WORD
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn, Telling
from omoide.domain.understanding.telling.gist import gist, lexrank, sentences
from omoide.domain.understanding.telling.keywords import keywords, names_and_numbers
from tests.fakes.embedding import hashing

RULES = RulesThinker()


def told(user: str, assistant: str) -> Appraisal:
    return RULES.answer(AppraiseTurn(SpokenTurn(user, assistant))).value


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
    assert full.content == "私は「そうだね」と答えた。"


def test_english_is_told_in_english() -> None:
    full = RULES.answer(AppraiseTurn(SpokenTurn("How about MongoDB?", "JSON is enough."))).value.full
    assert full.trigger == 'I was asked: "How about MongoDB?"'
    assert full.content == 'I answered: "JSON is enough."'


def test_the_content_is_my_answer_and_my_feeling_only_where_it_is_sure() -> None:
    sure = told("祖父が亡くなった。つらい。", "それはつらかったね。私も悲しい。")
    assert sure.full.content == "私は「それはつらかったね。私も悲しい」と答えた。悲しみを感じた。"
    assert (
        told("祖父が亡くなった。つらい。", "それはつらかったね。").full.content
        == "私は「それはつらかったね」と答えた。"
    )
    assert told("I passed!", "I'm so happy for you.").full.content == 'I answered: "I\'m so happy for you." I felt joy.'
    assert told("やった！", "").full.content == ""


@pytest.mark.parametrize(
    "user", ["祖父が亡くなった。つらい。", "やった、できた！", "了解", "I am so sad", "I did it!", "Okay"]
)
def test_no_sentence_says_what_the_other_felt(user: str) -> None:
    appraisal = told(user, "うん" if user[0] > "z" else "Yes")
    for telling in (appraisal.full, appraisal.summary):
        assert telling is not None
        for claim in ("相手", "伝わ", "様子", "つらそう", "They ", "they ", "could tell", "felt"):
            assert claim not in telling.content


WORDS = (
    st.text(max_size=300)
    | st.text(alphabet="うんはい。！？、「」 \n", max_size=12)
    | st.text(alphabet="😀🎉👍🏽\u200d\ufe0f", max_size=4)
    | st.lists(st.sampled_from(["はい。", "佐藤さん。", "240万円", "Yes.", "Sato", "ok", "\n", " "]), max_size=30).map(
        "".join
    )
    | st.sampled_from(["うん", "猫", "Ok", "a", "😀", "…", "「」", LONG_JA, LONG_EN, LONG_JA * 9, LONG_EN * 9])
)


@given(user=WORDS, assistant=WORDS)
@settings(max_examples=300, deadline=None)
def test_a_summary_is_shorter_than_the_memory_always(user: str, assistant: str) -> None:
    appraisal = told(user, assistant)
    assert appraisal.summary is not None
    assert len(appraisal.summary.trigger) < len(appraisal.full.trigger)
    assert len(appraisal.summary.content) < len(appraisal.full.content) or not appraisal.full.content


@given(trigger=WORDS, content=WORDS)
@settings(max_examples=300, deadline=None)
def test_condensing_any_memory_makes_it_shorter_unless_it_is_nothing_but_a_word(trigger: str, content: str) -> None:
    full = Telling(" ".join(trigger.split()), " ".join(content.split()))
    if not full.trigger and not full.content:
        return
    short = RULES.answer(Condense(full, Step.SUMMARY)).value
    before, after = (len(f"{each.trigger} {each.content}".strip()) for each in (full, short))
    is_a_word = before <= LONGEST_WORD and not (full.trigger and full.content)
    assert after < before or (is_a_word and short == full)


def test_one_word_is_told_without_the_words_around_it() -> None:
    one = told("うん", "そう")
    assert one.full == Telling("「うん」と言われた。", "私は「そう」と答えた。")
    assert one.summary == Telling("「うん」", "「そう」と答えた")
    assert one.trace == Telling("うん", "そう")


def test_a_trace_is_keywords_and_tags() -> None:
    japanese, english = told("祖父が亡くなって悲しい", "うん"), told("My cat Momo died, I am so sad", "Oh")
    assert japanese.trace == Telling("祖父, 悲しみ", "うん")
    assert english.trace is not None
    assert english.trace.trigger.split(", ")[0] == "Momo"
    assert "sadness" in english.trace.trigger.split(", ")


def test_an_answer_in_code_alone_is_not_quoted() -> None:
    code = told("直して", "```python\nprint(1)\n```")
    assert code.full.content == "コードで答えた。"
    assert code.summary is not None
    assert code.summary.content == "コードで答えた"


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
    summary = RulesThinker(embedder=hashing()).answer(Condense(Telling(LONG_JA, LONG_JA), Step.SUMMARY)).value
    assert 0 < len(summary.trigger) <= 90


def test_keywords_are_names_and_terms_before_everyday_words() -> None:
    assert "MongoDB" in keywords("昨日はMongoDBの話をした", language=Language.JA)
    assert "昨日" not in keywords("昨日はMongoDBの話をした", language=Language.JA)
    assert keywords("I talked about MongoDB with Kenji", language=Language.EN)[:2] == ("MongoDB", "Kenji")
    assert keywords("うん", language=Language.JA) == ()
    assert "240万円"[:4] in names_and_numbers("見積もりは240万円", language=Language.JA)[-1]


def test_a_mark_inside_a_quotation_does_not_end_the_sentence_around_it() -> None:
    assert sentences("最初は「は？」って顔をした。でも食べた！") == ["最初は「は？」って顔をした。", "でも食べた！"]
    assert sentences("「閉じない。次") == ["「閉じない。", "次"]


def test_what_a_summary_says_is_not_repeated_behind_it() -> None:
    short = gist("「４倍！」って言われた。そのあと寝た。もう一度起きた。", language=Language.JA, longest=60, most=1)
    assert short == "「４倍！」って言われた。"


def test_code_is_not_quoted_as_speech() -> None:
    assert sentences("直した。```python\nprint(1)\n```どう？") == ["直した。", "どう？"]


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("We met at the café by the harbour.", Language.EN, "café"),
        ("That was a naïve plan.", Language.EN, "naïve"),
        ("My cousin lives in Łódź now.", Language.EN, "Łódź"),
        ("Ask Ольга about the keys.", Language.EN, "Ольга"),
        ("昨日はCaféモモでZoëと会った", Language.JA, "Zoë"),
    ],
)
def test_a_word_is_whole_whatever_letters_it_is_written_in(text: str, language: Language, word: str) -> None:
    assert word in keywords(text, language=language)


def test_japanese_inside_an_english_text_is_no_word_of_it() -> None:
    assert keywords("She said 今日はとても楽しかった to Anna.", language=Language.EN) == ("Anna",)
