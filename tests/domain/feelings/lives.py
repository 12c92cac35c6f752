"""Lives to try moods on: what was felt, hour by hour, in the words of an appraisal."""

from collections.abc import Iterable
from dataclasses import dataclass

from omoide.domain.feelings import mood
from omoide.domain.feelings.emotion import Category, EmotionTag, Feeling, Valence
from omoide.domain.feelings.gravity import gravity
from omoide.domain.feelings.mood import FeltAt, Mood, MoodPoint, MoodRules
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.feelings.sympathy import felt_with

BEGIN = Moment(1_774_742_400)
HOUR = 3600
RULES = MoodRules()


@dataclass(frozen=True)
class Said:
    """A turn, as whoever appraised it understood it."""

    hours: float
    intensity: int
    valence: Valence
    arousal: int
    tags: tuple[EmotionTag, ...]
    category: Category

    @property
    def felt(self) -> FeltAt:
        feeling = Feeling(self.valence, self.arousal, self.tags)
        affect = felt_with("…", feeling, intensity=self.intensity, language=Language.EN)
        weight = gravity(intensity=self.intensity, feeling=feeling, category=self.category)
        object.__setattr__(affect, "gravity", weight)
        return FeltAt(at(self.hours), affect)


def at(hours: float) -> Moment:
    return Moment(round(BEGIN + hours * HOUR))


def lived(turns: Iterable[Said], *, rules: MoodRules = RULES) -> MoodPoint | None:
    return mood.folded(None, (turn.felt for turn in sorted(turns, key=lambda one: one.hours)), rules=rules)


def mood_at(turns: Iterable[Said], hours: float, *, rules: MoodRules = RULES) -> Mood:
    """Return the mood so many hours after the beginning, from the turns before it."""
    return mood.at(lived([turn for turn in turns if turn.hours <= hours], rules=rules), at(hours), rules=rules)


def grief(hours: float, intensity: int = 70) -> Said:
    return Said(hours, intensity, Valence.NEGATIVE, 45, (EmotionTag.SADNESS,), Category.EMOTIONAL)


def small_talk(hours: float) -> Said:
    return Said(hours, 18, Valence.NEUTRAL, 25, (), Category.CASUAL)


DEATH = Said(0, 95, Valence.NEGATIVE, 70, (EmotionTag.SADNESS,), Category.EMOTIONAL)
"""「父が亡くなった」"""
LOST_KEY = Said(0, 40, Valence.NEGATIVE, 55, (EmotionTag.FRUSTRATION,), Category.CASUAL)
"""「鍵をなくした」"""
A_DEATH = [DEATH, *(small_talk(hour) for hour in (0.2, 0.5, 1, 2, 5, 20, 30, 50))]
"""A death, and afterwards nothing but talk about errands."""
A_WEEK_OF_GRIEF = [DEATH, *(grief(24 * day + hour) for day in range(7) for hour in (10, 20))]
A_WEEK_OF_SMALL_JOYS = [
    Said(24 * day + hour, 42, Valence.POSITIVE, 50, (EmotionTag.JOY,), Category.CASUAL)
    for day in range(7)
    for hour in (8, 12, 16, 19, 22)
]
A_LONG_QUARREL = [
    Said(24 * day + hour, 68, Valence.NEGATIVE, 72, (EmotionTag.ANGER,), Category.EMOTIONAL)
    for day in range(10)
    for hour in (9, 21)
]
