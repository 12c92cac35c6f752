"""A turn that says nothing but "not that"."""

import pytest

from omoide.domain.recall.receipts.not_that import says_not_that


@pytest.mark.parametrize(
    "turn",
    [
        "それじゃない",
        "それじゃないよ。",
        "違う、そっちじゃなくて",
        "ちがう、それじゃない！",
        "いや、その話じゃないんだけど",
        "それではありません",
        "そのことじゃなくて…",
        "それとちゃう",
        "Not that one.",
        "not that",
        "No, not that one, please",
        "That's not what I meant.",
        "I didn't mean that",
        "No… that's the wrong one!",
        "it’s not this",
    ],
)
def test_it_is_heard(turn: str) -> None:
    assert says_not_that(turn)


@pytest.mark.parametrize(
    "turn",
    [
        "",
        "違う",
        "no",
        "それじゃない、歯医者の話だよ",
        "それじゃないと困るんだ",
        "それじゃないかな",
        "それじゃない？",
        "それじゃ、また明日",
        "not that I know of",
        "Not that, I meant the dentist",
        "That's not that bad",
        "I'm not that tired",
        "それじゃない" * 20,
        "これじゃなくてもいい",
    ],
)
def test_whoever_says_more_or_something_else_is_not_taken_for_it(turn: str) -> None:
    assert not says_not_that(turn)
