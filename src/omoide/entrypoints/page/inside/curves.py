"""Drives, moods and emotions over time: read from the mind, and turned into pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.drives.drive import Drive
from omoide.domain.drives.inner_state import InnerState
from omoide.domain.feelings.emotion import Valence
from omoide.domain.feelings.mood import Mood
from omoide.domain.feelings.persona_emotion import EmotionCategory, EmotionEntry
from omoide.domain.memories.memory import Memory
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import charts
from omoide.entrypoints.page.charts import ChartLine, ChartSpots, Option
from omoide.entrypoints.page.inside.words import DRIVES, EMOTIONS
from omoide.entrypoints.page.words import Said

WINDOWS: Final = (7, 30, 90, 365)
"""Days that can be looked back."""
DRIVE_POINTS: Final = 24
MOOD_POINTS: Final = 90
MOST_SPOTS: Final = 600
SHOCK_FROM: Final = 0.3
"""How strong a shock must be to be marked."""


@dataclass(frozen=True, slots=True)
class DrivePoint:
    """The drives at an instant."""

    at: Moment
    levels: tuple[tuple[Drive, float], ...]


@dataclass(frozen=True, slots=True)
class InnerCurves:
    """The inner life over some days."""

    days: int
    drives: tuple[DrivePoint, ...]
    moods: tuple[Mood, ...]
    emotions: tuple[EmotionEntry, ...]
    memories: tuple[Memory, ...]
    """The newest of that time, for what moved the persona."""


def instants(now: Moment, *, days: int, points: int) -> list[Moment]:
    """Return instants over the last days, the last of them now; the others lie on a grid, where the next look finds them again."""
    step = days * DAY_SECONDS // points
    last = now // step
    return [*(Moment((last - points + 1 + number) * step) for number in range(points)), now]


class InnerReader:
    """Reads the inner life over some days.  What lies back is read once: looking again costs one instant."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._drives: dict[Moment, DrivePoint] = {}
        self._moods: dict[Moment, Mood] = {}

    def __call__(self, *, days: int) -> InnerCurves:
        """Return the inner life over some days; nothing changes by that."""
        mind = self._mind
        now = mind.now()
        begin = Moment(now - days * DAY_SECONDS)
        return InnerCurves(
            days,
            tuple(map(self._drive, instants(now, days=days, points=DRIVE_POINTS))),
            tuple(map(self._mood, instants(now, days=days, points=MOOD_POINTS))),
            tuple(mind.feelings.emotion_log(since=begin)[-MOST_SPOTS:]),
            mind.memories.page(since=begin, limit=MOST_SPOTS).memories,
        )

    def _drive(self, at: Moment) -> DrivePoint:
        if at not in self._drives:
            self._drives[at] = DrivePoint(at, self._mind.inner_state(at).levels)
        return self._drives[at]

    def _mood(self, at: Moment) -> Mood:
        if at not in self._moods:
            self._moods[at] = self._mind.feelings.mood(at=at)
        return self._moods[at]


def drive_option(points: Sequence[DrivePoint], *, tz: ZoneInfo, language: Language) -> Option:
    """Return the picture of the drives."""
    curves = [
        ChartLine(
            DRIVES[drive][language is Language.JA],
            tuple((charts.wall(point.at, tz=tz), dict(point.levels)[drive]) for point in points),
        )
        for drive in Drive
    ]
    return charts.lines(curves, low=0, high=1)


def shocks(moods: Sequence[Mood]) -> list[Mood]:
    """Return the instants at which a shock was at its strongest: where it is felt much, and more than before and after."""
    found = []
    for before, here, after in zip(moods, moods[1:], [*moods[2:], None], strict=False):
        strength = abs(here.shock.v)
        if (
            strength >= SHOCK_FROM
            and strength > abs(before.shock.v)
            and (after is None or strength >= abs(after.shock.v))
        ):
            found.append(here)
    return found


def mood_option(moods: Sequence[Mood], say: Said, *, tz: ZoneInfo) -> Option:
    """Return the picture of the mood: what is felt, the slow baseline, and where a shock struck."""
    told = [(charts.wall(mood.at, tz=tz), mood) for mood in moods]
    curves = [
        ChartLine(say("felt"), tuple((at, mood.felt.v) for at, mood in told), has_area=True),
        ChartLine(say("baseline"), tuple((at, mood.baseline.v) for at, mood in told), is_dashed=True),
    ]
    struck = tuple((charts.wall(mood.at, tz=tz), mood.felt.v, abs(mood.shock.v)) for mood in shocks(moods))
    return charts.lines(curves, low=-1, high=1, marks=ChartSpots(say("shock"), struck))


def span_of(found: InnerCurves, *, tz: ZoneInfo) -> tuple[str, str]:
    """Return the time that all pictures show."""
    return charts.wall(found.moods[0].at, tz=tz), charts.wall(found.moods[-1].at, tz=tz)


def emotion_option(found: InnerCurves, *, tz: ZoneInfo, language: Language) -> Option:
    """Return the picture of the emotions that were shown, each category in its colour."""
    clouds = [
        ChartSpots(
            EMOTIONS[category][language is Language.JA],
            tuple(
                (charts.wall(each.at, tz=tz), each.emotion.intensity, each.emotion.intensity)
                for each in found.emotions
                if each.emotion.category is category
            ),
        )
        for category in EmotionCategory
    ]
    return charts.spots([cloud for cloud in clouds if cloud.points], low=0, high=1, span=span_of(found, tz=tz))


def felt_option(found: InnerCurves, say: Said, *, tz: ZoneInfo) -> Option:
    """Return the picture of what moved the persona: memories by their intensity."""
    clouds = [
        ChartSpots(
            say(valence.value),
            tuple(
                (charts.wall(each.created, tz=tz), float(each.emotional_intensity), each.emotional_arousal / 100)
                for each in found.memories
                if each.emotional_valence is valence
            ),
        )
        for valence in Valence
    ]
    return charts.spots(clouds, low=0, high=100, span=span_of(found, tz=tz))


def strongest_told(state: InnerState, say: Said, *, language: Language) -> str:
    """Return what belongs to the strongest drive (NEX 動的ドライブ情報): how long, which question, which goal, which emotion."""
    match state.dominant:
        case Drive.BOREDOM:
            last = state.stirrings.last_talk
            return say("no_talk") if last is None else say("boredom_info", minutes=f"{(state.at - last) // 60:,}")
        case Drive.CURIOSITY:
            return say("curiosity_info", what=state.strongest_question)
        case Drive.GOAL_ACHIEVEMENT:
            return say("goal_info", what=state.most_urgent_goal)
        case Drive.RELATEDNESS if state.emotion is not None:
            what = EMOTIONS[state.emotion.category][language is Language.JA]
            return say("related_info", what=what, value=f"{state.emotion.intensity:.1f}")
        case _:
            return say("nothing_moves")
