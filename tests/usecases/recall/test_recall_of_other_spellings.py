"""Cues with a slip of the pen, in another width or script, or in a language the encoder does not speak."""

from pathlib import Path

import pytest

from omoide import Omoide
from omoide.adapters.embedders.builtin import BuiltinEmbedder
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.domain.recall.cue import is_foreign
from omoide.domain.recall.parts.spelling import is_word, one_slip_away

SAID = [
    "I repaired the accordion in the cellar",
    "Marguerite moved to Lisbon in spring",
    "アコーディオンを修理した",
    "今日はとても眠い",
    "The weather has been grey all week",
    "我昨天在图书馆遇到了李老师",
    "周末打算去爬山看日出",
    "最近工作压力很大睡不好",
    "妈妈做的红烧肉最好吃",
    "猫が窓のそばで寝ている",
]


@pytest.mark.parametrize(
    ("cue", "said"),
    [
        ("Where is the acordion?", "I repaired the accordion in the cellar"),
        ("accordoin", "I repaired the accordion in the cellar"),
        ("Where did Margeurite go?", "Marguerite moved to Lisbon in spring"),
        ("lisbom", "Marguerite moved to Lisbon in spring"),
        ("ｌｉｓｂｏｎ", "Marguerite moved to Lisbon in spring"),
        ("あこーでぃおん", "アコーディオンを修理した"),
    ],
)
def test_a_word_one_slip_away_or_in_another_width_is_found(tmp_path: Path, cue: str, said: str) -> None:
    with Omoide.open(tmp_path, beside="nowhere", embedder=HashingEmbedder()) as omoide:
        mind = omoide.persona("haru")
        for text in SAID:
            mind.observe(user=text)
        assert mind.recall(cue)[0].event.user == said


@pytest.mark.parametrize(
    ("cue", "said"),
    [("我在图书馆遇到了谁呢", SAID[5]), ("周末要去哪里爬山", SAID[6]), ("妈妈做的什么菜最好吃", SAID[8])],
)
def test_a_text_in_a_language_we_do_not_speak_is_found_by_its_characters(tmp_path: Path, cue: str, said: str) -> None:
    with Omoide.open(tmp_path, beside="nowhere", embedder=BuiltinEmbedder()) as omoide:
        mind = omoide.persona("haru")
        for text in SAID:
            mind.observe(user=text)
        assert mind.recall(cue)[0].event.user == said


@pytest.mark.parametrize("cue", ["東京駅", "猫の名前は？", "What did I buy?", "東京タワーに行った日", "C++ 20"])
def test_japanese_and_english_are_spoken(cue: str) -> None:
    assert not is_foreign(cue)


@pytest.mark.parametrize("cue", ["我在图书馆遇到了谁呢", "어제 누구를 만났어", "Где я живу"])
def test_other_languages_are_not(cue: str) -> None:
    assert is_foreign(cue)


def test_slips_are_looked_for_only_in_words_long_enough() -> None:
    assert {"cellar", "celler"} <= set(one_slip_away("cellr")) | set(one_slip_away("cellir"))
    assert "hte" not in one_slip_away("hte")
    assert [is_word(token) for token in ("cat", "friend", "猫", "foo_bar", "x" * 17)] == [
        False,
        True,
        False,
        False,
        False,
    ]
