"""The four drives together at one instant: the dominant one, what is shown of them, the seed's JSON (SPEC D5, A4; NEX §8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from omoide.domain.drives import drive as drives
from omoide.domain.drives import narrative
from omoide.domain.drives.drive import Drive, DriveRules, WantedAnswer, WantedEnd
from omoide.domain.feelings.mood import Mood
from omoide.domain.feelings.persona_emotion import EmotionCategory, EmotionEntry, PersonaEmotion
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import HOUR_SECONDS, Moment


@dataclass(frozen=True, slots=True)
class Stirrings:
    """What the drives are computed from, at one instant."""

    at: Moment
    mood: Mood
    last_talk: Moment | None = None
    questions: tuple[WantedAnswer, ...] = ()
    goals: tuple[WantedEnd, ...] = ()
    emotion: EmotionEntry | None = None
    """The last one the persona showed."""


@dataclass(frozen=True, slots=True)
class InnerState:
    """What moves the persona at one instant."""

    stirrings: Stirrings
    levels: tuple[tuple[Drive, float], ...]
    """Each 0..1, in the order of `Drive`."""
    emotion: PersonaEmotion | None
    """What relatedness comes from: the last emotion shown, or, where the mood speaks louder, what the mood would show."""
    language: Language
    rules: DriveRules

    @property
    def at(self) -> Moment:
        """Return the instant."""
        return self.stirrings.at

    @property
    def mood(self) -> Mood:
        """Return the mood then."""
        return self.stirrings.mood

    def level(self, drive: Drive) -> float:
        """Return how strong a drive is, 0..1."""
        return dict(self.levels)[drive]

    @property
    def dominant(self) -> Drive | None:
        """Return the strongest drive; `None` when nothing moves at all."""
        strongest = max(self.levels, key=lambda one: one[1])
        return strongest[0] if strongest[1] > 0 else None

    @property
    def narrative(self) -> str:
        """Return the dominant drive in words; empty when nothing moves."""
        return "" if self.dominant is None else self.told(self.dominant)

    def told(self, drive: Drive) -> str:
        """Return a drive in words."""
        match drive:
            case Drive.BOREDOM:
                hours = (self.at - (self.stirrings.last_talk or self.at)) / HOUR_SECONDS
                return narrative.boredom(hours, language=self.language)
            case Drive.CURIOSITY:
                return narrative.curiosity(self.strongest_question, language=self.language)
            case Drive.GOAL_ACHIEVEMENT:
                return narrative.goal(self.most_urgent_goal, language=self.language)
            case Drive.RELATEDNESS:
                category = EmotionCategory.NEUTRAL if self.emotion is None else self.emotion.category
                return narrative.relatedness(category, language=self.language)

    @property
    def strongest_question(self) -> str:
        """Return the question that pulls most; empty when there is none."""
        best = max(self.stirrings.questions, key=lambda one: drives.pull(one, rules=self.rules), default=None)
        return "" if best is None else best.text

    @property
    def most_urgent_goal(self) -> str:
        """Return the first of the most urgent goals; empty when there is none."""
        return "" if self._most_urgent is None else self._most_urgent.text

    @property
    def active_goal_id(self) -> str | None:
        """Return the id of the most urgent goal, if it is one of the persona's own."""
        return None if self._most_urgent is None else self._most_urgent.label or None

    @property
    def _most_urgent(self) -> WantedEnd | None:
        return min(self.stirrings.goals, key=lambda one: one.priority, default=None)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what is shown in talk: the drives that are strong enough, the strongest first, in words (NEX: from 0.4)."""
        strong = sorted((one for one in self.levels if one[1] >= self.rules.inject_from), key=lambda one: -one[1])
        return tuple(self.told(drive) for drive, _ in strong)


def inner_state(stirrings: Stirrings, *, language: Language, rules: DriveRules) -> InnerState:
    """Return what moves the persona."""
    emotion, closeness = _closeness(stirrings, rules)
    idle = 0 if stirrings.last_talk is None else stirrings.at - stirrings.last_talk
    found = {
        Drive.RELATEDNESS: closeness,
        Drive.CURIOSITY: drives.curiosity(stirrings.questions, rules=rules),
        Drive.GOAL_ACHIEVEMENT: drives.goal_achievement(stirrings.goals),
        Drive.BOREDOM: drives.boredom(idle / HOUR_SECONDS, rules=rules),
    }
    return InnerState(stirrings, tuple(found.items()), emotion, language, rules)


def shown_by(mood: Mood) -> PersonaEmotion | None:
    """Return the emotion that a mood would show: what weighs on the user makes protective, what is bright contents."""
    valence = mood.felt.v
    if valence == 0:
        return None
    category = EmotionCategory.PROTECTIVE if valence < 0 else EmotionCategory.CONTENTMENT
    return PersonaEmotion(category, abs(valence))


def _closeness(stirrings: Stirrings, rules: DriveRules) -> tuple[PersonaEmotion | None, float]:
    last = stirrings.emotion
    said = None if last is None else last.emotion
    hours = 0.0 if last is None else (stirrings.at - last.at) / HOUR_SECONDS
    by_mood = shown_by(stirrings.mood)
    ways: Sequence[tuple[PersonaEmotion | None, float]] = (
        (said, drives.relatedness(said, hours=hours, rules=rules)),
        (by_mood, drives.relatedness(by_mood, hours=0.0, rules=rules)),
    )
    return max(ways, key=lambda way: way[1])


def as_internal_state(state: InnerState, *, tz: ZoneInfo) -> dict[str, object]:
    """Return it in the shape of the seed's `internal_state.json`."""
    stirrings, emotion = state.stirrings, state.stirrings.emotion
    last = None if stirrings.last_talk is None else moment.iso(stirrings.last_talk, tz=tz)
    changed = None if emotion is None else moment.iso(emotion.at, tz=tz)
    dominant = state.dominant
    return {
        "drives": {
            "boredom": {"level": _level(state, Drive.BOREDOM), "last_interaction": last},
            "curiosity": {
                "level": _level(state, Drive.CURIOSITY),
                "open_questions": [_question(one) for one in stirrings.questions],
            },
            "goal_achievement": {
                "level": _level(state, Drive.GOAL_ACHIEVEMENT),
                "active_goal_id": state.active_goal_id,
                "goals": [{"goal": one.text, "priority": one.priority} for one in stirrings.goals],
            },
            "relatedness": {
                "level": _level(state, Drive.RELATEDNESS),
                "persona_emotion": None if state.emotion is None else state.emotion.category.value,
                "persona_intensity": None if state.emotion is None else round(state.emotion.intensity, 4),
                "last_emotion_change": changed,
            },
        },
        "motivation_log": {
            "dominant_drive": None if dominant is None else dominant.value,
            "dominant_drive_label": "" if dominant is None else narrative.label(dominant, language=state.language),
            "drive_level": 0.0 if dominant is None else _level(state, dominant),
            "narrative": state.narrative,
        },
    }


def _question(one: WantedAnswer) -> dict[str, object]:
    told: dict[str, object] = {"topic": one.text, "priority": one.priority}
    if one.context:
        told["context"] = one.context
    return told if one.source_date is None else {**told, "source_date": one.source_date.isoformat()}


def _level(state: InnerState, drive: Drive) -> float:
    return round(state.level(drive), 4)
