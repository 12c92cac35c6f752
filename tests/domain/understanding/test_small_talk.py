"""Small talk: what says nothing, and what only begins like it."""

import pytest

from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.small_talk import is_nod


@pytest.mark.parametrize(
    "said", ["おはよう！", "うん。", "ありがとうございます", "OK", "Good morning!", "ｔｈａｎｋｓ", "またね〜"]
)
def test_greetings_and_nods_say_nothing(said: str) -> None:
    assert is_nod(SpokenTurn(said, "うん。"))


@pytest.mark.parametrize(
    "turn",
    [
        SpokenTurn("おはよう、父が倒れたの", "えっ"),
        SpokenTurn(
            "うん", "それなら来月までに引っ越しの契約を済ませよう。家賃は八万円、敷金は二か月分、場所は駅から五分だよ。"
        ),
        SpokenTurn("猫", ""),
        SpokenTurn("", "うん"),
    ],
)
def test_what_says_something_is_no_nod(turn: SpokenTurn) -> None:
    assert not is_nod(turn)
