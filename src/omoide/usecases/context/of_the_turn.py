"""Sections that belong to one turn: mood and feelings, tasks, and for hosts what else touches the prompt (SPEC I1, A2, A3, X16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from omoide.domain.beliefs.preference import Status
from omoide.domain.beliefs.state import DUE, State, StateId, StateKind
from omoide.domain.context import wording
from omoide.domain.context.budgeting import Item
from omoide.domain.context.composition import LeftOutReason
from omoide.domain.episodes.episode import Episode
from omoide.domain.feelings import mood_words
from omoide.domain.feelings.mood import CALM
from omoide.domain.feelings.persona_emotion import EmotionCategory
from omoide.domain.reminders.reminder import ReminderStage
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import InvalidInput
from omoide.ports.beliefs.store import PreferenceStore
from omoide.ports.feelings.store import FeelingStore
from omoide.usecases.context.constant import told_preference
from omoide.usecases.context.due_things import is_told_now
from omoide.usecases.context.sections import AskedSection, content_key
from omoide.usecases.episodes.find import FindEpisodes
from omoide.usecases.feelings.read_mood import ReadMood
from omoide.usecases.reminders.due import LookAtDue

MOST_EPISODES = 1
"""Told days that one prompt of a host is met with."""
EPISODES_LOOKED_AT = 3
MOST_TASKS = 40
"""Open tasks that are held against what was said, the last confirmed first."""


@dataclass(frozen=True, slots=True)
class LongMood:
    """How the persona feels, and has felt lately."""

    read: ReadMood
    only_noticeable: bool = False

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return its mood, in its own words while they fit; nothing while nothing was felt."""
        mood = self.read(asked.persona, at=asked.now)
        if (mood.baseline, mood.shock) == (CALM, CALM) or (self.only_noticeable and not any(mood_words.region(mood))):
            return []
        marks = f"[{asked.day.isoformat()}][mood]"
        return [Item(content_key(mood.text), (mood.text,), marks=marks, may_be_cut=True)]


@dataclass(frozen=True, slots=True)
class LastFeeling:
    """What the persona last said it feels, within a day."""

    feelings: FeelingStore
    least: float
    """0..1: intensity from which it is told."""

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the feeling; nothing for a weak or neutral one."""
        entry = self.feelings.last_emotion(asked.persona.id, until=asked.now)
        if entry is None or asked.now - entry.at > DAY_SECONDS or entry.emotion.category is EmotionCategory.NEUTRAL:
            return []
        told = wording.feeling(entry.emotion, language=asked.persona.language)
        day = moment.day(entry.at, tz=asked.persona.tz).isoformat()
        unfit = LeftOutReason.BELOW_FLOOR if entry.emotion.intensity < self.least else None
        return [Item(content_key(told), (told,), marks=f"[{day}][feeling]", unfit=unfit)]


@dataclass(frozen=True, slots=True)
class OpenTasks:
    """What is still to be done, where it falls due or touches what was said."""

    due_within_days: int = 0
    """What falls due so soon, and is not yet to be told as due, is told of its own accord."""
    look: LookAtDue | None = None
    """How due things stand; without it only what touches what was said is told."""

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the tasks: those that fall due first, then those that touch what was said."""
        told = {one.task.id for one in asked.due if is_told_now(one, asked)}
        tasks = [
            each
            for each in asked.states[:MOST_TASKS]
            if each.kind is StateKind.TASK and not each.is_done and each.id not in told
        ]
        touched = asked.touched([task.body for task in tasks])
        soon = self._soon(asked, tasks)
        items = []
        for task, is_touched in zip(tasks, touched, strict=True):
            due, is_due = due_day(task, asked), task.id in soon
            unfit = None if is_due or is_touched else LeftOutReason.BELOW_FLOOR
            items.append((not is_due, due or date.max, _task_item(task, due, unfit, asked)))
        ordered = sorted(items, key=lambda each: each[:2])
        return [item for _, _, item in ordered]

    def _soon(self, asked: AskedSection, tasks: Sequence[State]) -> set[StateId]:
        """Return what falls due soon: not what its own section tells, nor what the owner does not want to hear of."""
        if self.look is None or not tasks:
            return set()
        last = asked.day + timedelta(days=self.due_within_days)
        return {
            one.task.id
            for one in self.look.of(asked.persona, tasks, at=asked.now)
            if one.stage is ReminderStage.LATER
            and one.task.day <= last
            and not one.dismissed
            and one.snoozed_until is None
        }


def due_day(task: State, asked: AskedSection) -> date | None:
    """Return the local day on which a task falls due; `None` when nobody said."""
    told = task.payload.get(DUE)
    try:
        return moment.day(moment.parse(str(told), tz=asked.persona.tz), tz=asked.persona.tz) if told else None
    except InvalidInput:  # a model wrote it as it liked
        return None


def _task_item(task: State, due: date | None, unfit: LeftOutReason | None, asked: AskedSection) -> Item:
    known = Moment(task.last_confirmed or task.valid_from or asked.now)
    day = due or moment.day(known, tz=asked.persona.tz)
    return Item(f"{task.id}.{content_key(task.body)}", (task.body,), marks=f"[{day.isoformat()}][task]", unfit=unfit)


@dataclass(frozen=True, slots=True)
class PreferencesTouched:
    """Confirmed likes and dislikes that have to do with a host's prompt."""

    preferences: PreferenceStore

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return those that touch what was said."""
        found = [each for each in self.preferences.all(asked.persona.id) if each.status is Status.CONFIRMED]
        touched = asked.touched([each.subject for each in found])
        return [
            Item(
                f"{each.id}.{content_key(told)}",
                (told,),
                marks=f"[{_day_of(each.last_confirmed, asked)}][likes]",
                unfit=None if is_touched else LeftOutReason.BELOW_FLOOR,
            )
            for each, is_touched in zip(found, touched, strict=True)
            for told in [told_preference(each, asked.persona.language)]
        ]


@dataclass(frozen=True, slots=True)
class DayTouched:
    """The told day that has most to do with a host's prompt."""

    find: FindEpisodes

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the day, by those of its sentences that touch what was said and tell of more than the memories shown."""
        found = self.find(asked.persona, asked.cue, limit=EPISODES_LOOKED_AT) if asked.cue else []
        items = [item for each in found if (item := _touched_day(each, asked)) is not None]
        return items[:MOST_EPISODES]


def _touched_day(episode: Episode, asked: AskedSection) -> Item | None:
    fresh = [
        each for each in episode.text.sentences if not (each.evidence and asked.remembered.issuperset(each.evidence))
    ]
    said = [sentence.text for sentence in fresh]
    touched = asked.touched(said)
    chosen = tuple(text for text, is_touched in zip(said, touched, strict=True) if is_touched)
    if not chosen or episode.text.is_failure:
        return None
    first = episode.span.first.isoformat()
    full = " ".join(chosen) if len(chosen) > 1 else chosen[0]
    forms = tuple(dict.fromkeys((full, chosen[0])))
    return Item(f"{episode.label}.{episode.text.version}", forms, marks=f"[{first}][episode]", may_be_cut=True)


def _day_of(at: Moment | None, asked: AskedSection) -> str:
    return moment.day(at if at is not None else asked.now, tz=asked.persona.tz).isoformat()
