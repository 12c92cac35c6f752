"""Remember: what a turn felt like becomes a memory on its way into the store (SPEC M1–M3, M10; LTM 記憶生成)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from omoide.domain.events.event import Event
from omoide.domain.memories import retention
from omoide.domain.memories.memory import Draft, Impression, embeddable
from omoide.domain.memories.retention import RetentionRules
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time import appointment, moment
from omoide.domain.understanding.appraisal import Appraisal, Telling
from omoide.ports.memories.store import NewMemory
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.thinker import Answered


@dataclass(frozen=True, slots=True)
class Felt:
    """A turn and what it felt like."""

    event: Event
    said: str
    """What of the user's side is talk."""
    told: Answered[Appraisal]


@dataclass(frozen=True, slots=True)
class Remember:
    """Makes memories; keeping them is somebody else's."""

    embedder: Embedder
    rules: RetentionRules
    schedule_hour: int = 3

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of the memories' vectors."""
        return self.embedder.space

    def __call__(self, persona: Persona, felt: Sequence[Felt]) -> list[NewMemory]:
        """Return the memory of each turn, with its vector; all texts are embedded at once."""
        impressions = [self._impression(persona, each) for each in felt]
        texts = [embeddable(trigger=one.trigger, content=one.content) for one in impressions]
        vectors = self.embedder.embed(texts) if texts else ()
        return [
            NewMemory(
                impression=impression,
                event_id=each.event.id,
                session_id=each.event.session_id,
                created=each.event.created,
                day=moment.day(each.event.created, tz=persona.tz),
                memory_days=retention.initial_memory_days(each.event.created, hour=self.schedule_hour, tz=persona.tz),
                decay_coefficient=retention.decay_coefficient(
                    impression.category, emotional_intensity=impression.emotional_intensity, rules=self.rules
                ),
                piece=whole_piece(text),
                vector=vector,
            )
            for each, impression, text, vector in zip(felt, impressions, texts, vectors, strict=True)
        ]

    def _impression(self, persona: Persona, felt: Felt) -> Impression:
        until = appointment.kept_until(felt.said, said_at=felt.event.created, tz=persona.tz)
        made = impression_of(felt.told)
        # Whoever appraised it, and whatever it asks for: only the owner's own words protect (SPEC X8).
        is_asked = made.protected and felt.event.origin.is_owners_word
        return replace(made, kept_until=until, protected=is_asked)


def impression_of(answered: Answered[Appraisal]) -> Impression:
    """Return an appraisal in the words of memory."""
    told = answered.value
    return Impression(
        trigger=told.full.trigger,
        content=told.full.content,
        emotional_intensity=told.intensity,
        emotional_valence=told.feeling.valence,
        emotional_arousal=told.feeling.arousal,
        emotional_tags=told.feeling.tags,
        category=told.category.value,
        keywords=told.keywords,
        protected=told.protected,
        summary=_draft(told.summary),
        trace=_draft(told.trace),
        told_by=answered.by,
    )


def _draft(telling: Telling | None) -> Draft | None:
    return Draft(telling.trigger, telling.content) if telling else None
