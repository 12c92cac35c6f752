"""Questions: noticing, answering and remembering them, and what is done to them by hand."""

from functools import cached_property

from omoide.adapters.sql.questions.questions import SqlQuestionStore
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.entities import EntityFactory
from omoide.bootstrap.episodes import EpisodeFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.models import ModelFactory
from omoide.bootstrap.reflection import ReflectionFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.questions.convert import ConvertAnswers
from omoide.usecases.questions.edits import EditQuestions
from omoide.usecases.questions.notice import NoticeQuestions
from omoide.usecases.questions.review import ReviewQuestions


class QuestionFactory:
    """Makes what asks."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        beliefs: BeliefFactory,
        entities: EntityFactory,
        episodes: EpisodeFactory,
        reflection: ReflectionFactory,
        models: ModelFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._beliefs = beliefs
        self._entities = entities
        self._episodes = episodes
        self._reflection = reflection
        self._models = models

    @cached_property
    def store(self) -> SqlQuestionStore:
        """Return the questions."""
        return SqlQuestionStore(self._foundation.database)

    def edits(self, persona: Persona) -> EditQuestions:
        """Return what is done to questions by hand."""
        masking, unrecorded = self._events.masking_of(persona), self._events.unrecorded(persona)
        return EditQuestions(self.store, self._foundation.clock, masking, unrecorded)

    def review(self, persona: Persona) -> ReviewQuestions:
        """Return one night's look at questions."""
        settings, entities = self._foundation.settings(persona.id), self._entities.verbs(persona)
        return ReviewQuestions(
            store=self.store,
            notice=NoticeQuestions(
                beliefs=self._beliefs.store,
                memories=self._memories.store,
                events=self._events.store,
                proposals=self._entities.proposals,
                entities=entities.read,
                clock=self._foundation.clock,
            ),
            talk=self._reflection.talk(persona),
            convert=ConvertAnswers(
                store=self.store,
                diary=self._reflection.diary,
                entities=entities.edit,
                specials=self._episodes.specials(persona),
                reading=self._episodes.reading,
                thinker=lambda: self._models.thinker(persona),
            ),
            thinker=lambda: self._models.thinker(persona),
            rules=domain_rules.question_rules(settings),
            drives=domain_rules.drive_rules(settings),
        )
