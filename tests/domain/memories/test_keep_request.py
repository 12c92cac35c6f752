"""Requests to remember for good, and what only sounds like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories.keep_request import asks_to_be_kept

REQUESTS = [
    "これは覚えておいて",
    "忘れないで",
    "重要だから記憶して",
    "絶対に忘れないで",
    "あ、これ覚えといて。友だちはそばアレルギー",
    "式は来年の5月。忘れんといてね",
    "覚えておいてくれる？",
    "覚えていてほしい",
    "覚えとってくれてありがとね。この1年のこと、忘れないで",
    "remember this",
    "Please remember that I'm allergic to nuts",
    "Don't forget my birthday!",
    "My cat is called Mugi, please don’t forget",
    "Can you remember this for me?",
    "Keep this in mind: tests come first",
    "Never forget this, ok",
]
NO_REQUESTS = [
    "",
    "忘れないでって言われた",
    "「忘れないで」と母に言われた",
    "「絶対に忘れないで」って先生が言ってた",
    "『忘れないで』って曲が好き",
    "覚えておいてくれてありがとう",
    "覚えておいてよかった",
    "忘れないでおこうと思う",
    "傘忘れるなの国の人間が、傘を忘れた",
    "覚えてる？",
    "忘れた",
    "I can't remember this",
    "I don't remember that",
    "Do you remember this?",
    "Remember this?",
    "Remember that time we went to Kyoto?",
    "She told me, don't forget the milk",
    'He said "don\'t forget"',
    "I'll never forget this",
    "I never forget a face",
]


@pytest.mark.parametrize("text", REQUESTS)
def test_a_request_to_remember_is_heard(text: str) -> None:
    assert asks_to_be_kept(text)


@pytest.mark.parametrize("text", NO_REQUESTS)
def test_a_report_a_question_or_thanks_is_no_request(text: str) -> None:
    assert not asks_to_be_kept(text)


@given(st.text(max_size=200))
def test_any_text_can_be_listened_to(text: str) -> None:
    assert asks_to_be_kept(text) in (True, False)


def test_a_request_at_the_end_of_a_very_long_text_is_heard() -> None:
    assert asks_to_be_kept("長い話。" * 200_000 + "これ、覚えておいて")
