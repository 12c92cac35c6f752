"""Sections of what the persona knows of people, what moves it, and what it would like to know (SPEC I1, EN1, EN2, D5, X3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.context import wording
from omoide.domain.context.budgeting import Item
from omoide.domain.drives.drive import DriveRules
from omoide.domain.goals.goal import GoalStatus, GoalTerm, in_order
from omoide.domain.goals.tidying import GoalRules
from omoide.domain.questions import ranking
from omoide.domain.questions.question import QuestionStatus
from omoide.domain.questions.ranking import QuestionRules
from omoide.ports.goals.store import GoalStore
from omoide.ports.questions.store import QuestionStore
from omoide.ports.reflection.store import DreamDiary
from omoide.usecases.beliefs.asking import AskAboutCandidates
from omoide.usecases.context.sections import AskedSection, content_key
from omoide.usecases.drives.feel import FeelDrives
from omoide.usecases.entities.proposals import HandleProposals
from omoide.usecases.entities.reading import ReadEntities


@dataclass(frozen=True, slots=True)
class EntityNames:
    """Whom and what the persona knows, by name alone; it reads a profile when it wants."""

    read: ReadEntities

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the names on one line."""
        told = self.read.index(asked.persona).text
        return [Item("names", (told,), may_be_cut=True)] if told else []


@dataclass(frozen=True, slots=True)
class EntityProposals:
    """Names that recur and that nothing is written about yet."""

    proposals: HandleProposals
    most: int

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the proposals that this session is told, always the same ones."""
        found = self.proposals.to_tell(asked.persona, session_id=asked.session_id, limit=self.most)
        return [Item(str(number), (line,), marks=f"[{asked.day.isoformat()}][proposal]") for number, line in found]


@dataclass(frozen=True, slots=True)
class StrongDrives:
    """What moves the persona from within, where it is strong."""

    feel: FeelDrives

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the strong drives in words, the strongest first."""
        lines = self.feel(asked.persona, at=asked.now).lines
        return [Item(content_key(line), (line,), place=float(place)) for place, line in enumerate(lines)]


@dataclass(frozen=True, slots=True)
class WantedGoals:
    """What the persona wants to reach: the most urgent goals, soon and in the long run."""

    goals: GoalStore
    rules: GoalRules

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return three short-term and two long-term goals."""
        active = in_order(self.goals.all(asked.persona.id, statuses=[GoalStatus.ACTIVE]))
        short = [goal for goal in active if goal.term is GoalTerm.SHORT][: self.rules.shown_short]
        long = [goal for goal in active if goal.term is GoalTerm.LONG][: self.rules.shown_long]
        return [
            Item(f"{goal.label}.{content_key(told)}", (told,), place=float(place), may_be_cut=True)
            for place, goal in enumerate([*short, *long])
            for told in [wording.goal(goal.text, is_long=goal.term is GoalTerm.LONG, language=asked.persona.language)]
        ]


@dataclass(frozen=True, slots=True)
class StrongestQuestion:
    """What the persona would like to know most (NEX 最強の問い注入)."""

    questions: QuestionStore
    rules: QuestionRules
    drives: DriveRules

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the question that pulls most, with why it is asked."""
        held = self.questions.all(asked.persona.id, statuses=[QuestionStatus.OPEN])
        ranked = ranking.strongest_first(held, now=asked.now, drives=self.drives)
        return [
            Item(str(each.id), (f"{each.topic}: {each.context}" if each.context else each.topic, each.topic))
            for each in ranked[: self.rules.shown]
        ]


@dataclass(frozen=True, slots=True)
class NewestStrategy:
    """How the persona means to go on: the newest strategy of its dream diary, and only that (NEX 直近1件の指針)."""

    diary: DreamDiary
    is_shown: bool = True

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the strategy."""
        found = self.diary.latest_strategy(asked.persona.id) if self.is_shown else None
        return [] if found is None else [Item(str(found.id), (found.strategy,), may_be_cut=True)]


@dataclass(frozen=True, slots=True)
class QuestionToAsk:
    """The likeliest of what is only supposed, for the persona to ask about when it fits."""

    ask: AskAboutCandidates

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return one question; in a session it counts as asked."""
        found = self.ask(asked.persona, limit=1, counts=bool(asked.session_id))
        return [Item(f"{each.target.value}{each.id}", (each.text,)) for each in found]
