"""Recut: passages of turns kept by an older version are made anew (SPEC X2).

Earlier versions searched a turn with everything that was in it: memories that Omoide had put there, and tags of emotion.
The turns themselves never change; the passages by which they are found are cut again, without these.
"""

from dataclasses import dataclass, field

from omoide.domain.context import blocks
from omoide.domain.context.shown import shown_text
from omoide.domain.events.event import Event, EventId, Turn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall import passage
from omoide.domain.recall.passage import NewPassage
from omoide.domain.text.chunks import ChunkRules
from omoide.ports.events.store import EventStore
from omoide.ports.recall.search import EventPassages

MARKS = (*(f"<{tag}" for tag in blocks.INJECTED_TAGS), "][L", "persona", "<memory_trace", "[face:")
"""What the texts hold that may have to be cut again."""
BATCH = 200


@dataclass(frozen=True, slots=True)
class Recut:
    """Cuts passages anew where they hold what nobody said."""

    events: EventStore
    passages: EventPassages
    chunks: ChunkRules = field(default_factory=ChunkRules)

    def __call__(self, persona_id: PersonaId) -> int:
        """Cut what must be cut; return how many turns that were.  Their words are found after the index is rebuilt."""
        waiting = self.waiting(persona_id)
        for start in range(0, len(waiting), BATCH):
            found = self.events.get(persona_id, waiting[start : start + BATCH])
            self.passages.replace(persona_id, {event: self._pieces(event) for event in found.values()})
        return len(waiting)

    def waiting(self, persona_id: PersonaId) -> list[EventId]:
        """Return the turns that are still found by what nobody said in them."""
        ids = self.passages.events_holding(persona_id, MARKS)
        held = self.passages.texts(persona_id, ids)
        return [each for each in ids if any(shown_text(text) != text for text in held.get(each, ()))]

    def _pieces(self, event: Event) -> list[NewPassage]:
        turn = Turn(event.user, event.assistant, image_summaries=event.image_summaries)
        return passage.of_turn(turn, rules=self.chunks)
