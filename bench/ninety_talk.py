"""Talk for so many days: a speaker's sessions, or single turns where these are few, spread evenly, with what an owner does between.

Order, words and the hour of the day stay; only the days are others.  A day begins at five in the morning, the hour of the sleep.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from typing import Final

from bench.labelled import LabelledTurn, Speaker
from omoide import Mind, Turn
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

SLEEP_SECONDS: Final = 5 * 3_600
"""After midnight: two hours after the hour of the night."""
AFTER_SECONDS: Final = 60
"""How long after the last turn of a day somebody looks."""
GOALS_ON: Final = 12
GOALS: Final = 14
"""More than a weekly reflection leaves."""
ASKED_ON: Final = 3
ANSWERED_ON: Final = 8
WORDS: Final = {
    "ja": ("目標その{}を終わらせる", "好きな季節", "秋の終わりがいちばん好き"),
    "en": ("Finish chapter {} of the plan", "the favourite season", "Late autumn, more than any other"),
}


@dataclass(frozen=True, slots=True)
class LivedDay:
    """One day: what is said, what the owner does, and when the persona sleeps after it."""

    number: int
    day: date
    talk: tuple[tuple[Turn, Moment], ...]
    evening: Moment
    sleeps: Moment

    def live(self, mind: Mind) -> None:
        """Say what is said, and do what the owner does, on this day."""
        if self.talk:
            mind.observe_many(self.talk)
        goal, topic, answer = WORDS[mind.persona.language.value]
        if self.number == GOALS_ON:
            for number in range(GOALS):
                mind.goals.add(goal.format(number + 1), priority=1 + number % 5)
        if self.number == ASKED_ON:
            mind.questions.add(topic, priority=0.7)
        if self.number == ANSWERED_ON:
            for asked in mind.questions.list():  # unless a model has found the answer in talk
                if asked.topic == topic:
                    mind.questions.resolve(asked.id, answer=answer)


def spread(speaker: Speaker, days: int) -> list[LivedDay]:
    """Return so many days with the speaker's talk spread over them."""
    tz = moment.zone(speaker.timezone)
    sessions = list(speaker.sessions())
    pieces = sessions if 2 * len(sessions) >= days else [(turn,) for turn in speaker.turns]
    first = _day(speaker.turns[0], speaker)
    said: dict[int, list[tuple[Turn, Moment]]] = {number: [] for number in range(days)}
    for place, piece in enumerate(pieces):
        number = place * days // len(pieces)
        said[number] += _moved(piece, first + timedelta(days=number), speaker)
    found = []
    for number, talk in said.items():
        day = first + timedelta(days=number)
        sleeps = Moment(moment.start_of(day + timedelta(days=1), tz=tz) + SLEEP_SECONDS)
        talk.sort(key=lambda one: one[1])
        last = talk[-1][1] if talk else Moment(moment.start_of(day, tz=tz) + 20 * 3_600)
        found.append(LivedDay(number, day, tuple(talk), Moment(min(last + AFTER_SECONDS, sleeps - 1)), sleeps))
    return found


def turns_of(days: Sequence[LivedDay]) -> int:
    """Return how many turns there are."""
    return len(list(chain.from_iterable(day.talk for day in days)))


def _moved(piece: Sequence[LabelledTurn], day: date, speaker: Speaker) -> list[tuple[Turn, Moment]]:
    tz = moment.zone(speaker.timezone)
    shift = moment.start_of(day, tz=tz) - moment.start_of(_day(piece[0], speaker), tz=tz)
    return [
        (Turn(user=turn.user, assistant=turn.assistant, session_id=turn.session), Moment(turn.at + shift))
        for turn in piece
    ]


def _day(turn: LabelledTurn, speaker: Speaker) -> date:
    return moment.day(Moment(turn.at - SLEEP_SECONDS), tz=moment.zone(speaker.timezone))
