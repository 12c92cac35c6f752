"""A belief rests on what the user said, not on what the persona made of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.beliefs import grounding
from omoide.domain.events.event import EventId
from omoide.domain.text.tokens import fold_kana
from tests.domain.beliefs.plans import event, shown

FIRST, SECOND = EventId(1), EventId(2)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("寺町に住んでいる", {"寺町", "住"}),
        ("コーヒー", {"コー", "ーヒ", "ヒー"}),
        ("I like cats", {"like", "cat"}),
        ("ＡＢＣ", {"abc"}),
        ("私は", set()),
        ("the", set()),
        ("", set()),
    ],
)
def test_marks_are_the_pieces_that_carry_meaning(text: str, marks: set[str]) -> None:
    folded = {fold_kana(mark) for mark in marks}

    assert grounding.marks(text) == folded


def test_hiragana_counts_only_where_there_is_nothing_else() -> None:
    assert grounding.marks("にんじん")
    assert grounding.marks("にんじんと豆腐") == grounding.marks("豆腐")


@given(st.text(max_size=60))
def test_any_text_has_marks_and_names_or_has_none(text: str) -> None:
    assert all(grounding.marks(text))
    assert len(grounding.names_in(text)) <= grounding.MOST_NAMES


def test_a_name_is_known_with_and_without_its_title() -> None:
    names = grounding.names_in("田中さんとモモちゃんに会った")

    assert {"田中さん", "田中", "モモちゃん", "モモ"} <= set(names)


def test_what_only_the_persona_said_is_a_retelling() -> None:
    talk = shown(event(1, "おすすめの街は？", "京都がいいと思う。"), event(2, "へえ、そうなんだ", "京都は楽しいよ。"))

    assert grounding.is_retelling("あなたは京都が好き。", talk, evidence=[FIRST, SECOND])


def test_what_the_user_said_too_is_none() -> None:
    talk = shown(event(1, "京都に住んでいるよ", "京都はいいね。"), event(2, "うん", "京都は楽しい。"))

    assert not grounding.is_retelling("あなたは京都に住んでいる。", talk, evidence=[FIRST, SECOND])


def test_a_conclusion_shares_no_word_with_either_and_is_no_retelling() -> None:
    talk = shown(event(1, "毎朝5時に起きて走るんだ", "すごいね。"))

    assert not grounding.is_retelling("あなたは健康志向。", talk, evidence=[FIRST])


def test_evidence_that_was_never_shown_proves_nothing() -> None:
    talk = shown(event(1, "おはよう", "おはよう。"))

    assert not grounding.is_retelling("あなたは京都が好き。", talk, evidence=[EventId(99)])
    assert not grounding.is_spoken_of("京都", talk, evidence=[EventId(99)])


def test_a_subject_is_spoken_of_when_the_user_names_it() -> None:
    talk = shown(event(1, "にんじんが苦手なんだ", "そうなんだ。"))

    assert grounding.is_spoken_of("ニンジン", talk, evidence=[FIRST])
    assert not grounding.is_spoken_of("ピーマン", talk, evidence=[FIRST])


def test_a_subject_is_spoken_of_when_the_user_answers_the_persona_who_names_it() -> None:
    asked = shown(event(1, "お腹すいた", "ピーマンは好き？"), event(2, "うーん、苦手", "わかった。"))
    told = shown(event(1, "お腹すいた", "何か作る？"), event(2, "うーん、苦手", "ピーマンだね。"))

    assert grounding.is_spoken_of("ピーマン", asked, evidence=[SECOND])
    assert not grounding.is_spoken_of("ピーマン", told, evidence=[SECOND])
