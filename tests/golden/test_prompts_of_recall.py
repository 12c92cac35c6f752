"""The prompts of recall, word for word.  `OMOIDE_WRITE_GOLDEN=1 pytest tests/golden` writes them anew."""

import os
from pathlib import Path

import pytest

from omoide.asks.ask import CANONICAL_FENCE
from omoide.asks.classify_query import ClassifyQuery
from omoide.domain.text.language import Language

ASK = ClassifyQuery("あの件、結局どうなった？", recent=("ユーザー: 田中さんと京都に行く話", "私: 十一月の下旬だったね"))


@pytest.mark.parametrize("language", list(Language))
def test_the_prompt_is_as_it_was_agreed(language: Language) -> None:
    prompt = ASK.render(language=language, fence=CANONICAL_FENCE)
    rendered = f"{prompt.system}\n\n--- user ---\n\n{prompt.user}\n"
    path = Path(__file__).parent / "prompts" / f"classify_query.{language.value}.txt"
    if os.environ.get("OMOIDE_WRITE_GOLDEN"):
        path.write_text(rendered, encoding="utf-8")
    assert rendered == path.read_text(encoding="utf-8")
