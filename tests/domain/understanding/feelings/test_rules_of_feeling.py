"""Feelings read by rules: the seed's own tables, negation, marks, context, both languages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn, AppraiseTurns
from omoide.domain.feelings.emotion import Category, Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.domain.understanding.feelings.feeling import own_feeling, read_feeling
from tests.fakes.embedding import hashing

RULES = RulesThinker()
AROUSAL_TOLERANCE = 15
"""Rules hit the seed's arousal within this many points."""


def felt(user: str, assistant: str = "") -> Appraisal:
    return RULES.answer(AppraiseTurn(SpokenTurn(user, assistant))).value


@pytest.mark.parametrize(
    ("text", "valence", "arousal", "tags"),
    [
        ("やった、できた！", "positive", 85, {"joy", "excitement", "pride"}),
        ("まあまあかな", "positive", 25, {"satisfaction"}),
        ("ふざけんな！", "negative", 90, {"anger", "frustration"}),
        ("……そう、仕方ないね", "negative", 20, {"sadness", "resignation"}),
        ("了解、やっておく", "neutral", 30, set()),
        ("I did it, it works!", "positive", 85, {"joy", "excitement", "pride"}),
        ("Not bad, I suppose.", "positive", 25, {"satisfaction"}),
        ("Are you kidding me?!", "negative", 90, {"anger", "frustration"}),
        ("... I see. It can't be helped.", "negative", 20, {"sadness", "resignation"}),
        ("Okay", "neutral", 30, set()),
    ],
)
def test_the_seeds_classification_examples(text: str, valence: str, arousal: int, tags: set[str]) -> None:
    feeling = felt(text).feeling
    assert feeling.valence.value == valence
    assert {tag.value for tag in feeling.tags} == tags
    assert feeling.arousal == pytest.approx(arousal, abs=AROUSAL_TOLERANCE)


@pytest.mark.parametrize(
    ("lowest", "highest", "category", "text"),
    [
        (15, 25, Category.WORK, "READMEのtypoを直しておいて"),
        (30, 40, Category.WORK, "このAPIのキャッシュ戦略、LRUとTTLのどちらが効くか比べたい。クエリの分布は偏ってる"),
        (40, 50, Category.DECISION, "設計の方針を決めた。ストレージはSQLiteで行く。理由は運用が楽だから"),
        (50, 65, Category.EMOTIONAL, "実は去年、離婚したんだ。娘とは月に一度会ってる"),
        (
            70,
            85,
            Category.EMOTIONAL,
            "父が亡くなって、ずっと自分を責めてる。最後に会えなかったのがつらい。涙が止まらない",
        ),
        (85, 100, Category.EMOTIONAL, "あの事故の夢をまた見た。怖くて震えが止まらない。死にたいと思ってしまう"),
    ],
)
def test_the_seeds_table_of_intensities(lowest: int, highest: int, category: Category, text: str) -> None:
    appraisal = felt(text)
    assert appraisal.category is category
    assert lowest <= appraisal.intensity <= highest


@pytest.mark.parametrize(
    ("plain", "negated"),
    [
        ("嬉しい", "嬉しくない"),
        ("楽しかった", "楽しくなかった"),
        ("好きだ", "好きじゃない"),
        ("I am happy", "I am not happy"),
    ],
)
def test_negation_turns_a_pleasant_word(plain: str, negated: str) -> None:
    assert felt(plain).feeling.valence is Valence.POSITIVE
    assert felt(negated).feeling.valence is not Valence.POSITIVE


@pytest.mark.parametrize("text", ["怖くない", "心配ないよ", "問題ない"])
def test_a_denied_fear_is_no_fear(text: str) -> None:
    assert felt(text).feeling.valence is not Valence.NEGATIVE


def test_exclamation_raises_arousal_and_ellipsis_lowers_it() -> None:
    quiet, plain, loud = (felt(text).feeling.arousal for text in ("楽しかった……", "楽しかった", "楽しかった！！！"))
    assert quiet < plain < loud


MANNERS = (
    "それはつらいよね。お大事に。無理しないでね",
    "おめでとう、すごい！最高だね！",
    "I'm so sorry to hear that. That must be hard.",
    "Congratulations, that's wonderful! Well done!",
    "了解",
)


@pytest.mark.parametrize("embedder", [None, hashing()])
@pytest.mark.parametrize(
    "user", ["転んで前歯を折った", "やっと4位から3位", "今日はカレーを作ったよ", "I took the 8:15 train", ""]
)
def test_the_manners_of_the_answer_decide_nothing(user: str, embedder: HashingEmbedder | None) -> None:
    rules = RulesThinker(embedder=embedder)
    found = [rules.answer(AppraiseTurn(SpokenTurn(user, answer))).value for answer in MANNERS]
    assert len({(one.intensity, one.feeling, one.category) for one in found}) == 1


def test_who_says_nothing_is_not_known_to_feel_anything() -> None:
    spoken = RulesThinker(embedder=hashing()).answer(AppraiseTurn(SpokenTurn("", "祖父が亡くなって悲しい！"))).value
    assert spoken.feeling.valence is Valence.NEUTRAL
    assert spoken.feeling.tags == ()


@pytest.mark.parametrize(
    ("answer", "felt_by_me"),
    [
        ("私もうれしいよ。", "joy"),
        ("それは大変だったね。わたしも悲しい。", "sadness"),
        ("僕まで楽しくなった！", "joy"),
        ("うれしいね", None),
        ("それはつらかったね", None),
        ("私は怖くないよ", None),
        ("私はそう思う。楽しいといいね。", None),
        ("", None),
    ],
)
def test_what_i_felt_is_known_only_where_i_said_so_of_myself(answer: str, felt_by_me: str | None) -> None:
    assert own_feeling(answer, language=Language.JA) == felt_by_me


@pytest.mark.parametrize(
    ("answer", "felt_by_me"),
    [
        ("I'm so glad you told me.", "joy"),
        ("I feel sad about that.", "sadness"),
        ("I was worried.", "anxiety"),
        ("I'm happy to help.", None),
        ("I'm sorry, I can't do that.", None),
        ("I'm afraid not.", None),
        ("I'm not happy.", None),
        ("You must be so happy!", None),
    ],
)
def test_english_manners_are_no_feelings_of_mine(answer: str, felt_by_me: str | None) -> None:
    assert own_feeling(answer, language=Language.EN) == felt_by_me


def test_protection_is_asked_for_in_words() -> None:
    assert felt("そばアレルギーだから覚えておいて").protected
    assert felt("Please remember that I'm allergic to nuts").protected
    assert not felt("「忘れないで」って言われた").protected


@given(user=st.text(max_size=300), assistant=st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_turn_can_be_appraised(user: str, assistant: str) -> None:
    appraisal = felt(user, assistant)
    assert 0 <= appraisal.intensity <= 100
    assert 0 <= appraisal.feeling.arousal <= 100
    assert appraisal.full.trigger


@given(text=st.text(alphabet="嬉しい悲！。wa ", max_size=80))
def test_reading_twice_is_reading_once(text: str) -> None:
    assert read_feeling(text, language=Language.JA) == read_feeling(text, language=Language.JA)


def test_a_million_characters_cost_no_more_than_a_page() -> None:
    appraisal = felt("楽しい一日だった。" * 120_000, "よかったね。" * 120_000)
    assert appraisal.feeling.valence is Valence.POSITIVE
    assert len(appraisal.full.trigger) < 1000


def test_an_embedder_adds_likeness_without_changing_the_shape_of_the_answer() -> None:
    with_vectors = RulesThinker(embedder=hashing())
    turns = tuple(SpokenTurn(text) for text in ("やった、できた！", "祖父が亡くなった。悲しい", "了解、やっておく"))
    found = with_vectors.answer(AppraiseTurns(turns)).value
    assert [one.feeling.valence for one in found[:2]] == [Valence.POSITIVE, Valence.NEGATIVE]
    assert with_vectors.answer(AppraiseTurns(turns)).value == found
