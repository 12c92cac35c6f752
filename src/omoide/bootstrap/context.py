"""What a model is shown: which sections there are, in their order, and the verbs that compose them."""

from dataclasses import replace
from functools import cached_property

from omoide.adapters.context.counting import InstalledCounters
from omoide.adapters.embedders.recent import RecentEmbedder
from omoide.adapters.jobs.ahead import ahead
from omoide.adapters.sql.context.contexts import SqlShownContextStore
from omoide.adapters.sql.reminders.reminders import SqlReminderStore
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.drives import DriveFactory
from omoide.bootstrap.entities import EntityFactory
from omoide.bootstrap.episodes import EpisodeFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.goals import GoalFactory
from omoide.bootstrap.hosts import HostFactory
from omoide.bootstrap.notes import NoteFactory
from omoide.bootstrap.questions import QuestionFactory
from omoide.bootstrap.receipts import ReceiptFactory
from omoide.bootstrap.reflection import ReflectionFactory
from omoide.bootstrap.reminders import ReminderFactory
from omoide.config import domain_rules
from omoide.config.context import ContextSettings
from omoide.domain.context import wording
from omoide.domain.notes.note import NoteKind
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.relevance import calibration_of
from omoide.ports.models.embedder import Embedder
from omoide.ports.time.clock import Clock
from omoide.usecases.context.compose import ComposeContext
from omoide.usecases.context.constant import ConfirmedPreferences, DaysBefore, NoteLines
from omoide.usecases.context.due_things import DUE_SECTION, DueNow, DueThings
from omoide.usecases.context.inner_life import (
    EntityNames,
    EntityProposals,
    NewestStrategy,
    QuestionToAsk,
    StrongDrives,
    StrongestQuestion,
    WantedGoals,
)
from omoide.usecases.context.meet_prompt import MeetPrompt
from omoide.usecases.context.of_the_turn import DayTouched, LastFeeling, LongMood, OpenTasks, PreferencesTouched
from omoide.usecases.context.sections import ContextSection, Touching
from omoide.usecases.hosts.recall_for_prompt import InjectionRules, RecallForPrompt
from omoide.usecases.recall.recall import LONGEST_EMBEDDED
from omoide.usecases.reminders.tell import TellDue

PATIENCE_MS = 2_000
"""How long a context waits for other processes that write, before it is shown without being kept."""
BESIDE_SHARE = 0.1
"""Of a host's block: what each kind of thing beside memories may take."""


class ContextFactory:
    """Makes what composes contexts."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        beliefs: BeliefFactory,
        feelings: FeelingFactory,
        notes: NoteFactory,
        episodes: EpisodeFactory,
        entities: EntityFactory,
        drives: DriveFactory,
        goals: GoalFactory,
        questions: QuestionFactory,
        reflection: ReflectionFactory,
        reminders: ReminderFactory,
        hosts: HostFactory,
        receipts: ReceiptFactory,
        embedder: Embedder,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._beliefs = beliefs
        self._feelings = feelings
        self._notes = notes
        self._episodes = episodes
        self._entities = entities
        self._drives = drives
        self._goals = goals
        self._questions = questions
        self._reflection = reflection
        self._reminders = reminders
        self._hosts = hosts
        self._receipts = receipts
        self._embedder = RecentEmbedder(embedder)

    @cached_property
    def store(self) -> SqlShownContextStore:
        """Return what sessions were shown."""
        return SqlShownContextStore(self._foundation.database.hurried(patience_ms=PATIENCE_MS).unhurried_to_disk())

    @cached_property
    def counters(self) -> InstalledCounters:
        """Return how models count tokens."""
        return InstalledCounters()

    def compose(self, persona: Persona, *, clock: Clock | None = None) -> ComposeContext:
        """Return the verb that composes a context, as of the clock that is given."""
        settings = self._foundation.settings(persona.id).context
        now = clock or self._foundation.clock
        return ComposeContext(
            store=self.store,
            recall=self._recall(persona, settings, now),
            events=self._events.store,
            beliefs=self._beliefs.store,
            constant=self._constant(persona, settings),
            of_the_turn=self._of_the_turn(persona, settings),
            due=self._due(persona),
            at_one_moment=self._foundation.database.at_one_moment,
            touching=self._touching,
            clock=now,
            rules=domain_rules.context_rules(self._foundation.settings(persona.id)),
            expect=self._expect,
            keep=self._receipts.keep(persona, clock=now),
        )

    def _expect(self, cue: str) -> None:
        """Begin to embed what recall will be asked for; whatever goes wrong with it is met there."""
        if cue.strip():
            ahead(lambda: self._embedder.embed([cue[:LONGEST_EMBEDDED]], role="query"))

    def meet_prompt(self, persona: Persona) -> MeetPrompt:
        """Return the verb that meets a host's prompt."""
        mood = LongMood(self._feelings.read_mood(persona, self._beliefs.store), only_noticeable=True)
        return MeetPrompt(
            recall=self._with_recent(self._hosts.recall_for_prompt(persona)),
            beliefs=self._beliefs.store,
            beside=(
                ContextSection(DUE_SECTION, DueThings(), BESIDE_SHARE),
                ContextSection("tasks", OpenTasks(), BESIDE_SHARE),
                ContextSection("preferences", PreferencesTouched(self._beliefs.preferences), BESIDE_SHARE),
                ContextSection(
                    "episodes", DayTouched(replace(self._episodes.find, embedder=self._embedder)), BESIDE_SHARE
                ),
            ),
            never_alone=(ContextSection("mood", mood, BESIDE_SHARE),),
            due=self._due(persona),
            touching=self._touching,
            clock=self._foundation.clock,
            keep=self._receipts.keep(persona),
        )

    def _due(self, persona: Persona) -> DueNow:
        look = self._reminders.look(persona)
        return DueNow(TellDue(replace(look, marks=self._hurried_marks)))

    @cached_property
    def _hurried_marks(self) -> SqlReminderStore:
        return SqlReminderStore(self._foundation.hurried_database)

    @cached_property
    def _touching(self) -> Touching:
        return Touching(self._embedder, calibration_of(self._embedder.space))

    def _constant(self, persona: Persona, settings: ContextSettings) -> tuple[ContextSection, ...]:
        """Return the constant sections, the most constant first."""
        notes, lookback = self._notes.store, self._foundation.settings(persona.id).episodes.lookback_days
        core, pad = NoteLines(notes, NoteKind.CORE_MEMORY), NoteLines(notes, NoteKind.NOTEPAD)
        liked = ConfirmedPreferences(self._beliefs.preferences)
        days = DaysBefore(self._episodes.store, lookback)
        names = EntityNames(self._entities.reading(persona))
        all_settings = self._foundation.settings(persona.id)
        wonders = StrongestQuestion(
            self._questions.store, domain_rules.question_rules(all_settings), domain_rules.drive_rules(all_settings)
        )
        strategy = NewestStrategy(self._reflection.diary, is_shown=all_settings.reflection.shown)
        aims = WantedGoals(self._goals.store, self._goals.rules(persona))
        moved, to_ask = StrongDrives(self._drives.feel(persona)), QuestionToAsk(self._beliefs.ask)
        return (
            ContextSection("core_memory", core, settings.core_memory_share, wording.CORE_MEMORY),
            ContextSection("preferences", liked, settings.preferences_share, wording.PREFERENCES),
            ContextSection("names", names, settings.names_share, wording.NAMES, tells_changes=False),
            ContextSection("notepad", pad, settings.notepad_share, wording.NOTEPAD),
            ContextSection("drives", moved, settings.inner_life_share / 4, wording.DRIVES, tells_changes=False),
            ContextSection("question", wonders, settings.inner_life_share / 4, wording.WONDER, tells_changes=False),
            ContextSection("to_ask", to_ask, settings.inner_life_share / 4, wording.TO_ASK, tells_changes=False),
            ContextSection("strategy", strategy, settings.inner_life_share / 4, wording.STRATEGY, tells_changes=False),
            ContextSection("goals", aims, settings.goals_share, wording.GOALS),
            ContextSection("episodes", days, settings.episodes_share, wording.EPISODES, tells_changes=False),
        )

    def _of_the_turn(self, persona: Persona, settings: ContextSettings) -> tuple[ContextSection, ...]:
        """Return the sections of the turn; what has changed stands before them, what comes to mind behind."""
        mood = LongMood(self._feelings.read_mood(persona, self._beliefs.store))
        feeling = LastFeeling(self._feelings.store, settings.least_feeling)
        tasks = OpenTasks(settings.task_days, look=self._reminders.look(persona))
        entities = self._entities.verbs(persona)
        proposals = EntityProposals(entities.proposals, entities.read.rules.told_proposals)
        return (
            ContextSection(DUE_SECTION, DueThings(), settings.tasks_share / 2, is_told_once=True),
            ContextSection("mood", mood, settings.mood_share / 2, is_state=True),
            ContextSection("feelings", feeling, settings.mood_share / 2, is_state=True),
            ContextSection("tasks", tasks, settings.tasks_share / 2),
            ContextSection("proposals", proposals, settings.inner_life_share),
        )

    def _recall(self, persona: Persona, settings: ContextSettings, clock: Clock) -> RecallForPrompt:
        recall = self._with_recent(self._hosts.recall_for_prompt(persona))
        return replace(
            recall,
            memories=replace(recall.memories, clock=clock),
            recall=replace(recall.recall, clock=clock),
            rules=InjectionRules(settings.most_memories, settings.least_relevance),
        )

    def _with_recent(self, recall: RecallForPrompt) -> RecallForPrompt:
        """Return the verb so that a prompt is embedded once, however often it is asked about."""
        return replace(
            recall,
            memories=replace(recall.memories, embedder=self._embedder),
            recall=replace(recall.recall, embedder=self._embedder),
            heed=None if recall.heed is None else replace(recall.heed, embedder=self._embedder),
        )
