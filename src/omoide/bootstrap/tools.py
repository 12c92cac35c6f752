"""Tools: which ones there are, in their order.  A room adds its own by one line in `_tools`."""

from omoide.bootstrap.entities import EntityFactory
from omoide.bootstrap.episodes import EpisodeFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.goals import GoalFactory
from omoide.bootstrap.knowledge import KnowledgeFactory
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.notes import NoteFactory, NoteVerbs
from omoide.bootstrap.questions import QuestionFactory
from omoide.bootstrap.recall_kinds import RecallKindFactory
from omoide.bootstrap.receipts import ReceiptFactory
from omoide.bootstrap.reminders import ReminderFactory
from omoide.config import domain_rules
from omoide.domain.notes.note import NoteKind
from omoide.domain.personas.persona import Persona
from omoide.usecases.events.in_view import InView
from omoide.usecases.recall.receipts.attended import RecallAttended
from omoide.usecases.tools.continuing import ReadContext
from omoide.usecases.tools.diaries import DiaryTools
from omoide.usecases.tools.entities import EntityTools
from omoide.usecases.tools.goals.tools import GoalTools
from omoide.usecases.tools.knowledge import KnowledgeTools
from omoide.usecases.tools.note_edits import EditForPersona
from omoide.usecases.tools.notes import NoteTools
from omoide.usecases.tools.past_talk import PastTalkTools
from omoide.usecases.tools.questions.tools import QuestionTools
from omoide.usecases.tools.recall import RecallTools
from omoide.usecases.tools.reminders import ReminderTools
from omoide.usecases.tools.sources import (
    BELIEF,
    DIARY,
    DIARY_DAY,
    ENTITY,
    EPISODE,
    INSIGHT,
    MEMORY,
    PREFERENCE,
    SECRET_DIARY,
    TOPIC,
    TURN,
    EpisodeTexts,
    MemoryTexts,
    NoteTexts,
    ProfileTexts,
    TextSources,
    ThingTexts,
    TurnTexts,
)
from omoide.usecases.tools.tool import Tool
from omoide.usecases.tools.toolbox import Toolbox


class ToolFactory:
    """Makes what a model may call."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        recall_kinds: RecallKindFactory,
        receipts: ReceiptFactory,
        notes: NoteFactory,
        episodes: EpisodeFactory,
        entities: EntityFactory,
        knowledge: KnowledgeFactory,
        reminders: ReminderFactory,
        goals: GoalFactory,
        questions: QuestionFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._recall_kinds = recall_kinds
        self._receipts = receipts
        self._notes = notes
        self._episodes = episodes
        self._entities = entities
        self._knowledge = knowledge
        self._reminders = reminders
        self._goals = goals
        self._questions = questions

    def toolbox(self, persona: Persona) -> Toolbox:
        """Return the tools of a persona, as it has things set."""
        return Toolbox(self._tools(persona), domain_rules.tool_rules(self._foundation.settings(persona.id)))

    def _tools(self, persona: Persona) -> tuple[Tool, ...]:
        settings = self._foundation.settings(persona.id)
        most, drives = domain_rules.tool_rules(settings).portion_characters, domain_rules.drive_rules(settings)
        notes, secret = self._notes.open_notes(persona), self._notes.secret_diary(persona)
        entities, sources = self._entities.verbs(persona), self.sources(persona)
        search, in_view = self._recall_kinds.keywords, self._in_view(persona)
        quoting = domain_rules.keyword_rules(settings, for_tool=True)
        reminders = self._reminders
        return (
            *RecallTools(self._recall_attended(persona), in_view, sources).tools(),
            *KnowledgeTools(self._knowledge.search).tools(),
            *PastTalkTools(search, quoting, in_view, sources).tools(),
            *ReadContext(sources, search, notes.read, most).tools(),
            *EntityTools(entities.edit, entities.consolidate, sources, most).tools(),
            *DiaryTools(NoteKind.DIARY, notes.read, EditForPersona(notes.edit), sources, most).tools(),
            *self._secret_diary(secret, most).tools(),
            *NoteTools(notes.read, EditForPersona(notes.edit), most).tools(),
            *ReminderTools(reminders.look(persona), reminders.settle(persona)).tools(),
            *GoalTools(self._goals.edits(persona)).tools(),
            *QuestionTools(self._questions.edits(persona), drives).tools(),
        )

    def _recall_attended(self, persona: Persona) -> RecallAttended:
        return RecallAttended(self._recall_kinds.verb(persona), self._receipts.attend(persona))

    @staticmethod
    def _secret_diary(secret: NoteVerbs, most: int) -> DiaryTools:
        """Return the secret diary's own tools, with sources that no other tool is given."""
        sources = TextSources({SECRET_DIARY: NoteTexts(secret.read, NoteKind.SECRET_DIARY)})
        return DiaryTools(NoteKind.SECRET_DIARY, secret.read, EditForPersona(secret.edit), sources, most)

    def sources(self, persona: Persona) -> TextSources:
        """Return what may be read in portions; the secret diary is not among it."""
        recalled = self._recall_kinds
        return TextSources(
            {
                TURN: TurnTexts(self._events.store),
                MEMORY: MemoryTexts(self._memories.store),
                EPISODE: EpisodeTexts(self._episodes.store),
                DIARY: NoteTexts(self._notes.open_notes(persona).read, NoteKind.DIARY),
                **self._notes_read_on(persona),
                DIARY_DAY: ThingTexts(recalled.diary.text_of),
                ENTITY: ProfileTexts(self._entities.reading(persona)),
                BELIEF: ThingTexts(recalled.beliefs.belief_text),
                PREFERENCE: ThingTexts(recalled.beliefs.preference_text),
                INSIGHT: ThingTexts(recalled.insights.text_of),
                TOPIC: ThingTexts(recalled.topics.text_of),
            }
        )

    def _notes_read_on(self, persona: Persona) -> dict[str, NoteTexts]:
        """Return the notes that `read_core_memory` and `read_notepad` show in portions, by the names of their kinds."""
        read, kinds = self._notes.open_notes(persona).read, (NoteKind.CORE_MEMORY, NoteKind.NOTEPAD)
        return {kind.value: NoteTexts(read, kind) for kind in kinds}

    def _in_view(self, persona: Persona) -> InView:
        turns = self._foundation.settings(persona.id).events.max_turns_window
        return InView(self._events.store, self._foundation.clock, turns)
