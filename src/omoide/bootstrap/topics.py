"""Topics: sorting what is new into them, naming, recalling and editing them."""

from functools import cached_property

from omoide.adapters.sql.topics.points import SqlTopicPoints
from omoide.adapters.sql.topics.topics import SqlTopicStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.models import ModelFactory
from omoide.bootstrap.recall import RecallFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.domain.topics.calibration import bounds_of
from omoide.domain.topics.clustering import ClusterRules
from omoide.usecases.topics.centring import Centring
from omoide.usecases.topics.edits import EditTopics
from omoide.usecases.topics.recall import RecallTopics
from omoide.usecases.topics.tell import TellTopics
from omoide.usecases.topics.update import UpdateTopics


class TopicFactory:
    """Makes what sorts memories and days into topics."""

    def __init__(
        self, foundation: Foundation, *, events: EventFactory, models: ModelFactory, recall: RecallFactory
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._models = models
        self._recall = recall

    @cached_property
    def store(self) -> SqlTopicStore:
        """Return the topics."""
        return SqlTopicStore(self._foundation.database)

    @cached_property
    def points(self) -> SqlTopicPoints:
        """Return what topics are made of."""
        return SqlTopicPoints(self._foundation.database)

    @property
    def centring(self) -> Centring:
        """Return who knows where topics lie."""
        return Centring(self.points, self._recall.embedder)

    def rules(self, persona: Persona) -> ClusterRules:
        """Return when things belong together, in the space in use."""
        settings = self._foundation.settings(persona.id)
        return domain_rules.cluster_rules(settings, bounds_of(self._recall.embedder.space))

    def update(self, persona: Persona) -> UpdateTopics:
        """Return the verb that sorts what is new."""
        return UpdateTopics(
            points=self.points,
            centring=self.centring,
            embedder=self._recall.embedder,
            catch_up=self._recall.catch_up,
            tell=TellTopics(self.store, self.store, lambda: self._models.thinker(persona), self._foundation.clock),
            clock=self._foundation.clock,
            rules=self.rules(persona),
        )

    def recall(self) -> RecallTopics:
        """Return the verb that finds topics for a cue."""
        embedder = self._recall.embedder
        return RecallTopics(self.store, self.points, embedder, bounds_of(embedder.space))

    def edits(self, persona: Persona) -> EditTopics:
        """Return what is done to topics by hand."""
        return EditTopics(
            topics=self.store,
            points=self.points,
            centring=self.centring,
            embedder=self._recall.embedder,
            clock=self._foundation.clock,
            masking=self._events.masking,
            rules=lambda: self.rules(persona),
        )
