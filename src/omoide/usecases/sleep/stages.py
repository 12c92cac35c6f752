"""What each stage does: the verbs of the rooms, each as one kind of work that tells how far it is and returns how much it did."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.personas.persona import Persona
from omoide.usecases.beliefs.tidy import Tidy
from omoide.usecases.entities.propose import ProposeEntities
from omoide.usecases.episodes.compress import CompressEpisodes
from omoide.usecases.episodes.update import UpdateEpisodes
from omoide.usecases.goals.tidy import TidyGoals
from omoide.usecases.nights.nights_ahead import SleepInTime
from omoide.usecases.questions.review import ReviewQuestions
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.kinds.shelve import Shelve
from omoide.usecases.recall.old_spaces import ClearOldSpaces
from omoide.usecases.reflection.reflect import ReflectOnDays
from omoide.usecases.topics.update import UpdateTopics

MOST_DAYS = 31
"""Of a long past that was never told a sleep tells one month, the newest days first: what stands before the raw log is needed
soonest, and a model is not paid for years at once."""

Tell = Callable[[int, int], None]
"""Is told how many items are done, of how many; 0 of those nobody counted.  It may break the work off."""


@dataclass(frozen=True, slots=True)
class Asleep:
    """Who sleeps, and how it came to it."""

    persona: Persona
    by_itself: bool = False
    early: bool = False
    """The coming night is brought forward."""


@dataclass(frozen=True, slots=True)
class StageDone:
    """What a stage did."""

    items: int = 0
    is_whole: bool = True
    """Whether nothing was left because a model could not be reached."""


class StageWork(Protocol):
    """One stage: idempotent, and safe to break off anywhere."""

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Do what there is to do."""
        ...


@dataclass(frozen=True, slots=True)
class NightStage:
    """Memories fade, are compressed, come back and are linked."""

    sleep: SleepInTime

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Run every night that is due; the items are the memories that went through it."""
        report = self.sleep(
            asleep.persona,
            by_itself=asleep.by_itself,
            early=asleep.early,
            progress=lambda _phase, done, total: tell(done, total),
        )
        return StageDone(0 if report is None else report.memories)


@dataclass(frozen=True, slots=True)
class EpisodeStage:
    """Days that are over are told."""

    update: UpdateEpisodes

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Tell days."""
        report = self.update(asleep.persona, limit=MOST_DAYS, newest=True, progress=tell)
        return StageDone(report.done, is_whole=not report.stopped_by)


@dataclass(frozen=True, slots=True)
class WeeklyStage:
    """Weeks are made of days that lie far back."""

    compress: CompressEpisodes

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Make weeks."""
        report = self.compress(asleep.persona, progress=tell)
        return StageDone(len(report.made) + len(report.remade), is_whole=not report.stopped_by)


@dataclass(frozen=True, slots=True)
class ReflectStage:
    """Days that are over are reflected on."""

    reflect: ReflectOnDays

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Reflect; the items are days."""
        report = self.reflect(asleep.persona, between=lambda: tell(0, 0))
        return StageDone(len(report.made) + len(report.remade), is_whole=not report.stopped_by)


@dataclass(frozen=True, slots=True)
class GoalStage:
    """Goals that are stale or too many are given up; those that were reached are told."""

    tidy: TidyGoals

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Tidy; the items are goals."""
        report = self.tidy(asleep.persona)
        tell(report.moved, report.moved)
        return StageDone(report.moved)


@dataclass(frozen=True, slots=True)
class QuestionStage:
    """What talk left open or answered is looked at, and what was learnt remembered."""

    review: ReviewQuestions

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Review; the items are questions that moved."""
        report = self.review(asleep.persona, between=lambda: tell(0, 0))
        return StageDone(report.moved, is_whole=not (report.stopped_by or report.learnt.stopped_by))


@dataclass(frozen=True, slots=True)
class EntityStage:
    """Names that recur are proposed."""

    propose: ProposeEntities

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Propose names, new ones and those of which more was said since."""
        report = self.propose(asleep.persona, between=lambda: tell(0, 0))
        return StageDone(len(report.made) + len(report.renewed), is_whole=not report.stopped_by)


@dataclass(frozen=True, slots=True)
class TopicStage:
    """What is new is sorted into topics."""

    update: Callable[[], UpdateTopics]
    """Made when it is needed: it asks the embedder for its space, which may not be there."""

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Sort and name; the items are what joined a topic."""
        report = self.update()(asleep.persona, between=lambda: tell(0, 0))
        return StageDone(report.joined, is_whole=not report.fell_back)


@dataclass(frozen=True, slots=True)
class TidyStage:
    """Duplicates among beliefs are closed."""

    tidy: Tidy

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Tidy; the items are what was closed."""
        del tell
        tidied = self.tidy(asleep.persona, force=True)
        return StageDone(0 if tidied is None else tidied.closed)


@dataclass(frozen=True, slots=True)
class IndexStage:
    """What has no vector yet gets one; those of an embedder that is no longer used go."""

    shelve: Shelve
    catch_up: CatchUp
    clear_old_spaces: ClearOldSpaces

    def __call__(self, asleep: Asleep, tell: Tell) -> StageDone:
        """Embed what is pending; the items are passages."""
        self.shelve(asleep.persona)
        done = self.catch_up(asleep.persona.id, progress=lambda done: tell(done, 0)).done
        self.clear_old_spaces(asleep.persona)
        return StageDone(done)
