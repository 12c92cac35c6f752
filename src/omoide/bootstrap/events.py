"""What happened: keeping it, reading it, following its thread."""

from functools import cached_property

from omoide.adapters.sql.events.context_graph import SqlContextStore
from omoide.adapters.sql.events.events import SqlEventStore
from omoide.bootstrap.foundation import Foundation
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.personas.persona import Persona
from omoide.domain.text.chunks import ChunkRules
from omoide.usecases.events.converse import Converse
from omoide.usecases.events.follow_thread import FollowThread
from omoide.usecases.events.observe import Complete, Observe
from omoide.usecases.events.recent import RecentEvents, SessionHistory, ShortTermHistory


class EventFactory:
    """Makes what keeps and reads events."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation

    @cached_property
    def store(self) -> SqlEventStore:
        """Return the log."""
        return SqlEventStore(self._foundation.database)

    @cached_property
    def context_graph(self) -> SqlContextStore:
        """Return which turn belongs to which."""
        return SqlContextStore(self._foundation.database)

    @property
    def masking(self) -> SecretMasking:
        """Return the masking of secrets for what belongs to no persona yet."""
        return SecretMasking(self._foundation.configuration.settings.privacy.mask_secrets)

    def observe(self, persona: Persona) -> Observe:
        """Return the verb `observe` as this persona has it set."""
        return Observe(
            self.store,
            self._foundation.clock,
            unrecorded=self.unrecorded(persona),
            masking=self.masking_of(persona),
            chunks=self.chunks(persona),
            listens_for_language=persona.is_language_open,
        )

    def complete(self, persona: Persona) -> Complete:
        """Return the verb that gives an opened turn its answer."""
        return Complete(
            self.store,
            self._foundation.clock,
            unrecorded=self.unrecorded(persona),
            masking=self.masking_of(persona),
            chunks=self.chunks(persona),
        )

    def converse(self, persona: Persona) -> Converse:
        """Return the verb that keeps the turns of a session as they happen."""
        return Converse(self.store, self.observe(persona), self.complete(persona), self._foundation.clock)

    def recent(self, persona: Persona) -> RecentEvents:
        """Return the reading of the last events."""
        return RecentEvents(self.store, self._foundation.settings(persona.id).events.recent_events)

    def history(self, persona: Persona) -> ShortTermHistory:
        """Return the reading of the last chat turns."""
        return ShortTermHistory(self.store, self._foundation.settings(persona.id).events.max_turns_window)

    def session_history(self, persona: Persona) -> SessionHistory:
        """Return the reading of a session's turns."""
        return SessionHistory(self.store, self._foundation.settings(persona.id).events.max_turns_window)

    @property
    def follow_thread(self) -> FollowThread:
        """Return the walk along the thread of talk."""
        return FollowThread(self.store, self.context_graph)

    def unrecorded(self, persona: Persona) -> Unrecorded:
        """Return what the persona never has written down."""
        return Unrecorded(tuple(self._foundation.settings(persona.id).privacy.never_record))

    def masking_of(self, persona: Persona) -> SecretMasking:
        """Return the masking of secrets as this persona has it set."""
        return SecretMasking(self._foundation.settings(persona.id).privacy.mask_secrets)

    def chunks(self, persona: Persona) -> ChunkRules:
        """Return how texts are cut into passages."""
        index = self._foundation.settings(persona.id).index
        return ChunkRules(index.chunk_characters, index.chunk_overlap)
