import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.language import Language, detect


@pytest.mark.parametrize("text", ["猫", "ﾓﾓ", "GitHubのActionsが落ちた", "々", "𠮷野家", "えー"])
def test_japanese_is_recognised_even_between_latin_words(text: str) -> None:
    assert detect(text) is Language.JA


@pytest.mark.parametrize("text", ["cat", "We visited 東京 last year with the whole family", "Ünïcode", "OK"])
def test_english_is_recognised_even_around_a_japanese_name(text: str) -> None:
    assert detect(text) is Language.EN


@given(text=st.text(st.characters(categories=["N", "P", "S", "Z"]), max_size=20), default=st.sampled_from(Language))
def test_text_without_letters_is_in_the_language_one_says(text: str, default: Language) -> None:
    letters = [character for character in text if "\u3005" <= character <= "\u9fff" or character > "\uff65"]
    if not letters:
        assert detect(text, default=default) is default
