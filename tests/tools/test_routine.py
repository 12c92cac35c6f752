"""What the reader learns to read past: the teacher never sees an answer that says nothing, and most else stays."""

import numpy as np
import pytest
from tools.reader.routine import AS_IT_IS, drawn, replaced, routine

from omoide.domain.understanding.reading import TurnInPlace

TURN = TurnInPlace("we won", "How wonderful!", "How did it go?", "we play today")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_there_are_many_different_answers_in_each_language(language: str) -> None:
    answers = routine()[language]
    assert len(set(answers)) == len(answers) > 80
    assert all(text.strip() == text and text for text in answers)


def test_a_turn_stays_or_its_answer_is_routine_and_hidden_from_the_teacher() -> None:
    answers, dice = routine()["en"], np.random.default_rng(3)
    pairs = [drawn(TURN, answers, dice) for _ in range(2000)]
    same = [one for one in pairs if one.pupil == one.teacher]
    assert AS_IT_IS - 0.05 < len(same) / len(pairs) < AS_IT_IS + 0.05
    assert all(one.pupil == TURN for one in same)
    others = [one for one in pairs if one.pupil != one.teacher]
    assert all(one.pupil.answer in answers and one.teacher.answer == "" for one in others)
    assert {one.teacher.before for one in others} == {"", TURN.before}
    assert all((one.pupil.before == "") == (one.teacher.before == "") or one.pupil.before in answers for one in others)
    assert all(one.pupil.user == one.teacher.user == TURN.user for one in pairs)


def test_what_is_replaced_never_shows_the_teacher_a_routine_answer() -> None:
    answers, dice = routine()["ja"], np.random.default_rng(5)
    for pair in (replaced(TURN, answers, dice) for _ in range(200)):
        assert pair.pupil.answer in answers
        assert pair.teacher.answer == ""
        assert pair.teacher.before in ("", TURN.before)
        assert (pair.pupil.user, pair.pupil.said_before) == (pair.teacher.user, pair.teacher.said_before)
