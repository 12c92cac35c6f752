"""What is spoken of again and again, by the middle of what belongs to it or by its name (SPEC EP9)."""

from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.asked import AskedOfKinds
from omoide.domain.recall.kinds.candidate import Candidate, MatchParts
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.text.tokens import document_tokens
from omoide.domain.topics.topic import RecalledTopic, Topic, TopicId
from omoide.errors import EmbedderUnavailable
from omoide.usecases.topics.recall import RecallTopics


@dataclass(frozen=True, slots=True)
class TopicsInMind:
    """Finds topics."""

    recall: RecallTopics

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sort of thing may be found here."""
        return frozenset({RecollectionKind.TOPIC})

    def find(self, persona: Persona, asked: AskedOfKinds, *, limit: int) -> list[Candidate]:
        """Return the topics that the cue names or lies near to."""
        try:
            found = self.recall(persona, asked.cue, limit=limit)
        except EmbedderUnavailable:
            return []
        return [_candidate(each, asked) for each in found if asked.admits(each.topic.facts.last_memory)]

    def text_of(self, persona: Persona, number: int) -> str | None:
        """Return how a topic reads; `None` for one that lies in the archive."""
        found = self.recall.topics.all(persona.id, only=[TopicId(number)])
        return next((_told(topic) for topic in found if not topic.is_archived), None)


def _candidate(found: RecalledTopic, asked: AskedOfKinds) -> Candidate:
    topic = found.topic
    text = _told(topic)
    held = set(document_tokens(text))
    whole = sum(term.weight for term in asked.terms) or 1.0
    matched = [term for term in asked.terms if term.token in held]
    return Candidate(
        Recallable(
            RecollectionKind.TOPIC, int(topic.id), topic.called, text, topic.facts.last_memory, topic
        ),
        MatchParts(
            coverage=sum(term.weight for term in matched) / whole if found.is_named else 0.0, cosine=found.similarity
        ),
    )  # fmt: skip


def _told(topic: Topic) -> str:
    return f"{topic.called}: {topic.told}" if topic.told else topic.called
