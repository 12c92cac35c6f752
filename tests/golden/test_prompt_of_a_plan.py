"""The prompt for a write plan, word for word."""

from zoneinfo import ZoneInfo

import pytest

from omoide.asks.write_plan import AskWritePlan
from omoide.domain.text.language import Language
from tests.domain.beliefs.plans import event, fact, shown, task
from tests.golden.agreed import check_prompt

TALK = event(1, "おはよう", "おはよう。"), event(2, "寺町に住んでるよ。にんじんは苦手", "寺町なんだね。")
HELD = fact(7, "あなたは猫と暮らしている。"), task(9, "あなたの用事: 本を返す")


@pytest.mark.parametrize("language", list(Language))
def test_the_prompt_is_as_it_was_agreed(language: Language) -> None:
    ask = AskWritePlan(shown(*TALK, states=HELD), ZoneInfo("Asia/Tokyo"))
    check_prompt("write_plan", ask, language)
