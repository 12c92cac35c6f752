"""What turns have let the persona believe."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.changes.believed import Ground
from omoide.domain.time.moment import Moment


class Grounds(Protocol):
    """Knows which turns beliefs rest on."""

    def of(self, persona_id: PersonaId, event_ids: Sequence[EventId], *, until: Moment) -> list[Ground]:
        """Return every turn behind the beliefs that rest on these turns and have ended, or of which one is true at a time.

        With them come the turns behind other beliefs about the same of the same person; none from after `until`.
        """
        ...
