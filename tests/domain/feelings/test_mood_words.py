"""Moods in words: every region has its own, in both languages, and nobody is calm after a death."""

import pytest

from omoide.domain.feelings import mood_words
from omoide.domain.feelings.affect import Vad
from omoide.domain.feelings.mood import Mood
from omoide.domain.text.language import Language
from tests.domain.feelings.lives import (
    A_DEATH,
    A_LONG_QUARREL,
    A_WEEK_OF_GRIEF,
    A_WEEK_OF_SMALL_JOYS,
    BEGIN,
    LOST_KEY,
    mood_at,
)

SIDES = [-0.8, -0.3, 0.0, 0.3, 0.8]
CALM = {
    Language.JA: ("静かに落ち着いている。", "とても静かな気持ちでいる。"),
    Language.EN: ("I am calm and settled.", "I am very quiet inside."),
}


@pytest.mark.parametrize("language", list(Language))
def test_every_region_has_words_of_its_own(language: Language) -> None:
    now = {
        mood_words.told(Mood(BEGIN, Vad(), Vad(v, a, 0.0)), language=language) for v in SIDES for a in (-0.5, 0.0, 0.5)
    }
    lately = {mood_words.told(Mood(BEGIN, Vad(v, 0.0, 0.0), Vad()), language=language) for v in SIDES}
    assert len(now) == 15
    assert len(lately) == 5


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("hours", [0, 1, 6, 24, 48, 72])
def test_for_days_after_a_death_nobody_is_calm(language: Language, hours: int) -> None:
    assert not mood_words.told(mood_at(A_DEATH, hours), language=language).endswith(CALM[language])


def test_examples_are_told() -> None:
    def told(*given: Mood) -> list[str]:
        return [mood_words.told(each, language=Language.JA) for each in given]

    assert told(mood_at(A_DEATH, 1)) == ["胸が張り裂けそうで、気持ちがひどく乱れている。"]
    assert told(mood_at([LOST_KEY], 12)) == ["静かに落ち着いている。"]
    assert told(mood_at(A_WEEK_OF_GRIEF, 7 * 24))[0].startswith("最近ずっと、どんよりした気持ちが続いている。")
    assert told(mood_at(A_WEEK_OF_SMALL_JOYS, 7 * 24))[0].startswith("このところ、少し明るい気持ちの日が続いている。")
    assert told(mood_at(A_LONG_QUARREL, 10 * 24))[0].startswith("最近ずっと、どんよりした気持ちが続いている。")


def test_words_stand_while_the_mood_has_the_colour_they_were_found_for() -> None:
    glad, gladder, gloomy = (Mood(BEGIN, Vad(b, 0, 0), Vad(v, 0, 0)) for v, b in ((0.3, 0), (0.4, 0.05), (-0.3, 0)))
    grieving = Mood(BEGIN, Vad(-0.4, 0, 0), Vad(0.9, 0, 0))
    assert mood_words.still_fits(glad, gladder)
    assert not mood_words.still_fits(glad, gloomy)
    assert not mood_words.still_fits(Mood(BEGIN, Vad(), Vad(0.9, 0, 0)), grieving)
