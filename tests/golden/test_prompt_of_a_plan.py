"""The prompt for a write plan, word for word.  `OMOIDE_WRITE_GOLDEN=1 pytest tests/golden` writes it anew."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from omoide.asks.ask import CANONICAL_FENCE
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.text.language import Language
from tests.domain.beliefs.plans import event, fact, shown, task

WRITES_ANEW = bool(os.environ.get("OMOIDE_WRITE_GOLDEN"))
"""Read here: inside a test nothing of the surroundings is left."""
TALK = event(1, "おはよう", "おはよう。"), event(2, "寺町に住んでるよ。にんじんは苦手", "寺町なんだね。")
HELD = fact(7, "あなたは猫と暮らしている。"), task(9, "あなたの用事: 本を返す")


@pytest.mark.parametrize("language", list(Language))
def test_the_prompt_is_as_it_was_agreed(language: Language) -> None:
    ask = AskWritePlan(shown(*TALK, states=HELD), ZoneInfo("Asia/Tokyo"))
    prompt = ask.render(language=language, fence=CANONICAL_FENCE)
    rendered = f"{prompt.system}\n\n--- user ---\n\n{prompt.user}\n"
    path = Path(__file__).parent / "prompts" / f"write_plan.{language.value}.txt"
    if WRITES_ANEW:
        path.write_text(rendered, encoding="utf-8")
    assert rendered == path.read_text(encoding="utf-8")
