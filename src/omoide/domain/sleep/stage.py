"""The stages of a sleep, in the order in which they are gone through (SPEC D1; NEX Dreaming Process).

What comes later builds on what came before: days are told before a reflection looks at them, topics are sorted when days are told,
and what all of it wrote gets its vectors last.
"""

from enum import StrEnum
from typing import Final

from omoide.errors import InvalidInput


class SleepStage(StrEnum):
    """One kind of work of a night."""

    NIGHT = "night"
    """Memories fade, are compressed, come back and are linked."""
    EPISODES = "episodes"
    """Days that are over are told."""
    WEEKLY = "weekly"
    """Weeks are made of days that lie far back."""
    REFLECT = "reflect"
    """Days that are over are reflected on."""
    GOALS = "goals"
    """What is stale or too much is given up, what was reached is told."""
    QUESTIONS = "questions"
    """What talk left open or answered is looked at, and what was learnt remembered."""
    ENTITIES = "entities"
    """Names that recur are proposed."""
    TOPICS = "topics"
    """What is new is sorted into topics."""
    TIDY = "tidy"
    """Duplicates among beliefs are closed."""
    INDEX = "index"
    """What has no vector yet gets one."""


ORDER: Final = tuple(SleepStage)


def named(names: "list[str]") -> tuple[SleepStage, ...]:
    """Return the stages with these names in their order; raise `InvalidInput` for one that is none."""
    known = {stage.value: stage for stage in SleepStage}
    wrong = [name for name in names if name not in known]
    if wrong:
        raise InvalidInput(f"{wrong[0]!r} is no stage of a sleep; stages are {', '.join(known)}")
    return tuple(stage for stage in ORDER if stage.value in names)
