"""The prompts of recall, word for word."""

import pytest

from omoide.asks.classify_query import ClassifyQuery
from omoide.domain.text.language import Language
from tests.golden.agreed import check_prompt

ASK = ClassifyQuery("あの件、結局どうなった？", recent=("ユーザー: 田中さんと京都に行く話", "私: 十一月の下旬だったね"))


@pytest.mark.parametrize("language", list(Language))
def test_the_prompt_is_as_it_was_agreed(language: Language) -> None:
    check_prompt("classify_query", ASK, language)
