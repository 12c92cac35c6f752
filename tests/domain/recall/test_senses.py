"""What was learnt about cues: which ask for advice, and which nothing answers."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from omoide import Omoide
from omoide.adapters.embedders.builtin import WEIGHTS, BuiltinEmbedder
from omoide.adapters.embedders.senses import learnt_senses
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.parts import advice
from omoide.domain.recall.parts.answerability import Answerability, AnswerGrounds, stands_alone
from omoide.domain.recall.parts.senses import Senses
from omoide.domain.recall.ranking import Ranked, Scores

EMBEDDER = BuiltinEmbedder()
SENSES = learnt_senses(EMBEDDER.space)

SMALL_TALK = [
    "おはよう、よく寝た", "今日は雨だね", "電車が混んでた", "さっきまで会議だった", "犬の散歩に行ってきた",
    "昨日は早く寝た", "新しい靴を買った", "母から電話があった", "駅前で友達に会った", "部屋を片付けた",
]  # fmt: skip


def senses() -> Senses:
    assert SENSES is not None
    return SENSES


@pytest.mark.parametrize("cue", ["Could you suggest a place for lunch?", "夏休みの旅行先を一緒に考えてくれる？"])
def test_a_request_for_advice_is_told_from_a_question_after_a_fact(cue: str) -> None:
    [request, question] = EMBEDDER.embed([cue, "姉の誕生日はいつ？"])
    assert advice.asked(senses(), request) > 0.5 > advice.asked(senses(), question)


def test_a_turn_that_tells_of_a_limit_gains_more_than_small_talk() -> None:
    vectors = EMBEDDER.embed(["ピーナッツのアレルギーがあって食べられないんだ", "今日は雨だね"])
    limit, talk = advice.lift(senses(), 1.0, vectors @ senses().telling.vector)
    assert limit > 0.2 > 0.1 > talk
    assert advice.lift(senses(), 1.0, np.array([np.nan], np.float32)).tolist() == [0.0]


def test_what_is_heeded_comes_up_for_a_request_that_shares_no_word_with_it(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, beside="nowhere", embedder=EMBEDDER) as omoide:
        mind = omoide.persona("haru")
        for text in SMALL_TALK:
            mind.observe(user=text, assistant="そうなんだ")
        limit = mind.observe(user="乳製品でお腹を壊す体質なんだよね", assistant="気をつけようね")
        found = mind.recall("今夜なに作ろう、献立考えて")
        assert limit.id in [hit.event.id for hit in found[:5]]
        assert found[0].why.advice > 0
        assert mind.rank("母から電話があったのはいつ？", limit=1)[0].why.advice < 0.05


def test_grounds_speak_for_and_against_an_answer() -> None:
    sure = AnswerGrounds(0.7, 2.4, 0.8, 0.0, -4.0, 0.0)
    doubtful = AnswerGrounds(0.15, 0.5, 0.5, 0.3, -4.0, 0.0)
    model = senses().answerability
    assert model.chance(sure) > model.least > model.chance(doubtful)
    assert model.chance(replace(doubtful, request=3.0)) > model.least
    assert Answerability((0.0,), 0.0, 0.2).chance(sure) == 0.5
    assert model.chance(replace(sure, misattribution=model.most_misattributed)) == 0.0


@pytest.mark.parametrize(
    ("words", "totals", "is_told"),
    [
        ([0.4, 0.0], [1.0, 0.5], True),
        ([0.4], [1.0], True),
        ([0.4, 0.4], [1.0, 0.8], False),
        ([0.2, 0.0], [1.0, 0.5], False),
        ([], [], False),
    ],
)
def test_what_stands_alone_by_the_words_of_the_cue_is_told_in_any_case(
    words: list[float], totals: list[float], is_told: bool
) -> None:
    none = np.zeros(len(words))
    scores = Scores(np.array(words), none, none, none, none, none, none, none, none)
    ranked = Ranked(np.arange(len(words)), np.array(totals), none)
    assert stands_alone(scores, ranked) is is_told


def test_senses_of_another_space_are_not_used(tmp_path: Path) -> None:
    assert learnt_senses(EmbeddingSpace("omoide-ja-en", 384, "another")) is None
    assert learnt_senses(EMBEDDER.space, path=tmp_path / "missing.json") is None
    (tmp_path / "broken.json").write_text("{")
    assert learnt_senses(EMBEDDER.space, path=tmp_path / "broken.json") is None


def test_the_weights_say_where_they_come_from() -> None:
    learnt = json.loads((WEIGHTS / "senses.json").read_text(encoding="utf-8"))
    assert learnt["origin"].startswith("tools/encoder/senses.py")
    assert learnt["space"] == EMBEDDER.space.key
