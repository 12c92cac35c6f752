"""Our own words coming back, and retellings of them."""

import pytest

from omoide.domain.context.echo import without_echo, without_memory_lines, without_retellings

CAT = "- [2026-01-18][L1] 猫の名前はモモ → 「覚えたよ」と答えた"
KANAZAWA = "- [2026-01-18][L1] you live in Kanazawa near the castle → I said it sounds lovely"


def test_lines_of_the_block_are_taken_out_wherever_they_stand() -> None:
    assert without_memory_lines(f"ねえ\n{CAT}\nこれ何？") == "ねえ\nこれ何？"


def test_a_text_without_such_lines_stays_letter_by_letter() -> None:
    assert without_memory_lines("配列 [L1] と [2026] の話\n\n ") == "配列 [L1] と [2026] の話\n\n "


def test_a_sentence_repeated_word_for_word_is_an_echo() -> None:
    line = "金沢の小立野に引っ越したと言われた"
    assert without_echo(f"そうだね。{line}よ。", injected=[line]) == "そうだね。"


@pytest.mark.parametrize(
    ("answer", "line", "left"),
    [
        ("猫の名前はモモでしたね。元気にしていますか？", CAT, "元気にしていますか？"),
        ("You live near the castle in Kanazawa. Shall we go for a walk?", KANAZAWA, " Shall we go for a walk?"),
    ],
)
def test_a_sentence_that_only_tells_again_what_was_told_is_left_out(answer: str, line: str, left: str) -> None:
    assert without_retellings(answer, injected=[line], user="覚えてる？") == left


@pytest.mark.parametrize("answer", ["モモは病院に行ったの？", "よかったね。", "猫もいいけれど犬の散歩も楽しいよ。", ""])
def test_a_sentence_that_says_something_of_its_own_stays(answer: str) -> None:
    assert without_retellings(answer, injected=[CAT], user="ねえ") == answer


def test_repeating_what_the_user_has_just_said_is_an_answer_and_no_retelling() -> None:
    answer = "猫の名前はモモなんですね。"
    assert without_retellings(answer, injected=[CAT], user="うちの猫の名前はモモだよ") == answer
