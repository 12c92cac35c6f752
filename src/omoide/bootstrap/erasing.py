"""Erasing: the owner's act, and finishing one that was broken off."""

from functools import cached_property
from pathlib import Path

from omoide.adapters.hosts.claude_code.transcripts import ClaudeCodeLogs
from omoide.adapters.sql.erasing.orders import SqlErasureStore
from omoide.adapters.sql.erasing.selecting import SqlErasureReading
from omoide.adapters.sql.erasing.tombstones import SqlTombstones
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation, erasure_files
from omoide.domain.erasing.scope import Document
from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.errors import TranscriptUnavailable
from omoide.usecases.erasing.erase import Erase

WAIT_SECONDS = 60.0
"""How long an erasure waits for another one in the same home."""


class ErasingFactory:
    """Makes what erases."""

    def __init__(self, foundation: Foundation, *, events: EventFactory) -> None:
        self._foundation = foundation
        self._events = events

    @cached_property
    def tombstones(self) -> SqlTombstones:
        """Return what was erased, without its words."""
        return SqlTombstones(self._foundation.database)

    @cached_property
    def store(self) -> SqlErasureStore:
        """Return the orders to erase, and their receipts."""
        return SqlErasureStore(self._foundation.database)

    def erase(self, persona: Persona) -> Erase:
        """Return the owner's act of erasing."""
        return Erase(
            SqlErasureReading(self._foundation.database),
            self.store,
            erasure_files(self._foundation.folder, self._foundation.database, wait_seconds=WAIT_SECONDS),
            self._events.store,
            self._foundation.clock,
            self._events.chunks(persona),
        )

    def document(self, path: Path) -> Document:
        """Return what was taken in from a session log; of one that is gone, the session that it was named after."""
        end = TurnEnd(Moment(self._foundation.clock.now() + 1))
        try:
            read = list(ClaudeCodeLogs().turns(path, offset=0, end=end))
        except TranscriptUnavailable:
            read = []
        return Document(frozenset(each.turn.key for each in read if each.turn is not None), path.stem)
