"""JSON is found in whatever models write around it, and nothing is guessed."""

import json
from enum import StrEnum
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from omoide.adapters.thinkers.model import jsontext, reading
from omoide.adapters.thinkers.model.reading import Unreadable


class Feeling(StrEnum):
    JOY = "joy"


class Answer(BaseModel):
    score: int = Field(ge=0, le=100)
    feeling: Feeling = Feeling.JOY
    text: str = ""


class Many(BaseModel):
    items: list[Answer]


class Choice(BaseModel):
    choice: Literal["yes", "no"]


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 7}',
        '  {"score": 7}  ',
        '```json\n{"score": 7}\n```',
        '```\n{"score": 7}\n```',
        'Here you are:\n```JSON\n{"score": 7}\n```\nAnything else?',
        'Sure! {"score": 7} Hope it helps.',
        '{"score": 7,}',
        '{"score": 7, /* no */}'.replace("/* no */", ""),
        '{"score": 7, // seven\n}',
        "{'score': 7}",
        "｛＂score＂：７｝",
        "{“score”：7}",
        '{"score": "７"}',
        '{"score": " 7 "}',
        '{"score": 7}{"score": 7}',
        '{"score": 7}\n\n{"score": 7}',
        '[{"score": 7}]',
        '{"example": 1}\nFinal answer:\n{"score": 7}',
        '<think>I might say {"score": 3}</think>\n{"score": 7}',
        '{"score": 7, "text": None, "text": ""}',
        '\ufeff{"score": 7}',
        '{"ｓｃｏｒｅ": 7}',
        '{"score": 7, "feeling": "JOY"}',
        '{"score": 7, "feeling": "ｊｏｙ "}',
        "{score: 7}",
        '{"score": 7 "text": "a"}',
        '{"text": "a "quoted" word", "score": 7}',
        '{"score": 7, "text": "http://a//b",}',
    ],
)
def test_the_answer_is_found(text: str) -> None:
    assert reading.read(text, schema=Answer).score == 7


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("I do not know.", "no complete JSON"),
        ('{"score": 7', "no complete JSON"),
        ('{"score": }', "no complete JSON"),
        ('{"score": 7, "text": }', "no complete JSON"),
        ('```json\n{"score": 7\n```', "no complete JSON"),
        ('{"score": 7, "text": "and then', "no complete JSON"),
        ("{}", "score: Field required"),
        ('{"score": 700}', "less than or equal to 100"),
        ('{"score": 7, "feeling": "hunger"}', "feeling"),
        ("7", "no complete JSON"),
        ("{" * 5000, "no complete JSON"),
        ('{"a":' * 3000 + "1" + "}" * 3000, "JSON|required"),
    ],
)
def test_what_does_not_fit_is_told_in_words_for_the_model(text: str, fault: str) -> None:
    with pytest.raises(Unreadable, match=fault):
        reading.read(text, schema=Answer)


def test_strings_keep_their_full_width_punctuation() -> None:
    said = '{"score": 7, "text": "彼は「はい：１，２」と言った｛笑｝，"，}'
    assert reading.read(said, schema=Answer).text == "彼は「はい：１，２」と言った｛笑｝，"


def test_a_bare_list_goes_into_the_only_list_of_the_schema() -> None:
    assert [item.score for item in reading.read('[{"score": 1}, {"score": 2}]', schema=Many).items] == [1, 2]


def test_of_two_different_answers_the_last_one_is_meant() -> None:
    assert reading.read('Draft: {"score": 1}. Better: {"score": 2}', schema=Answer).score == 2


def test_the_complaint_does_not_repeat_the_input() -> None:
    with pytest.raises(Unreadable) as caught:
        reading.read('{"choice": "秘密の住所"}', schema=Choice)
    assert "秘密" not in str(caught.value)


@given(
    st.fixed_dictionaries({"score": st.integers(0, 100), "text": st.text(st.characters(exclude_categories=["Cs"]))}),
    st.sampled_from(["{}", "```json\n{}\n```", "はい。\n{}", "{}\n以上です。"]),
)
def test_any_answer_survives_any_wrapping(answer: dict[str, object], wrapping: str) -> None:
    said = wrapping.replace("{}", json.dumps(answer, ensure_ascii=False))
    assert reading.read(said, schema=Answer).text == answer["text"]


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for value in jsontext.values(text):
        assert isinstance(value, dict | list)
    reading.declines(text)


@pytest.mark.parametrize(
    "text",
    [
        "申し訳ありませんが、そのご要望にはお応えできません。",
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "I’m unable to help with that; I won't provide it. I cannot comply.",
    ],
)
def test_a_polite_no_is_recognised(text: str) -> None:
    assert reading.declines(text)


@pytest.mark.parametrize("text", ["", "{}", '{"score": 7, "text": "I\'m sorry, I cannot help"}', "Maybe tomorrow."])
def test_an_answer_that_speaks_of_sorrow_is_no_refusal(text: str) -> None:
    assert not reading.declines(text)
