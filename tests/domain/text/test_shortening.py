"""A summary is shorter than what it sums up, always."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories.memory import Draft
from omoide.domain.text import shortening
from omoide.domain.text.shortening import LONGEST_WORD

texts = st.text(max_size=200) | st.text(alphabet="うん。！、 ok.", max_size=16)


@pytest.mark.parametrize(
    ("full", "short"),
    [
        (Draft("猫の話をした。", "かわいいと答えた。写真も見た。"), Draft("猫の話をした。", "かわいいと答えた。")),
        (Draft("I was asked about cats. Twice.", "I said yes."), Draft("I was asked about cats.", "I said yes.")),
        (Draft("うん", "そう"), Draft("うん", "")),
        (Draft("😀", "😊"), Draft("😀", "")),
        (Draft("渋谷で佐藤さんと会って打ち合わせをした", ""), Draft("渋谷で佐藤さんと会って打ち…", "")),
        (Draft("", "渋谷で佐藤さんと会って打ち合わせをした"), Draft("", "渋谷で佐藤さんと会って打ち…")),
        (Draft("誕生日", ""), Draft("誕生日", "")),
    ],
)
def test_what_can_be_spared_is_left_out_and_no_word_is_cut_in_half(full: Draft, short: Draft) -> None:
    assert shortening.plainly(full, longest=120) == short


def test_long_texts_are_cut() -> None:
    short = shortening.plainly(Draft("あ" * 500, "い" * 500), longest=40)
    assert (len(short.trigger), len(short.content)) == (40, 40)


@given(trigger=texts, content=texts, longest=st.integers(20, 120))
def test_the_plain_way_is_shorter_unless_nothing_but_a_word_is_there(trigger: str, content: str, longest: int) -> None:
    full = Draft(trigger.strip(), content.strip())
    short = shortening.plainly(full, longest=longest)
    is_a_word = len(full.trigger) + len(full.content) <= LONGEST_WORD and not (full.trigger and full.content)
    assert shortening.is_shorter(short, than=full) or (is_a_word and short == full)
    assert short.trigger or short.content or not (full.trigger or full.content)
