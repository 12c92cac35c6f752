"""Tell: names and summaries that were never made, were made of somebody gone, or of a topic half the size.

A model is asked where there is one.  When none can be reached the topic is named by its own words, and the model asked at the next
run; one that refuses, or answers in abstractions, leaves the name made of words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.asks.tell_topic import TellTopic
from omoide.domain.personas.persona import Persona
from omoide.domain.topics import telling
from omoide.domain.topics.naming import words_of
from omoide.domain.topics.telling import MOST_READ, ToldTopic, TopicText
from omoide.domain.topics.topic import MemberKind, Topic, TopicId, TopicMember, TopicSentence
from omoide.errors import Refused, Unavailable
from omoide.ports.models.thinker import Thinker
from omoide.ports.time.clock import Clock
from omoide.ports.topics.store import TopicStore, TopicTelling, TopicTold

OTHERS_READ: Final = 300
"""The newest memories that a topic is told apart from."""
BY_RULES: Final = "rules"


@dataclass(frozen=True, slots=True)
class TellTopics:
    """Names topics, and says what they are about."""

    topics: TopicStore
    telling: TopicTelling
    thinker: Callable[[], Thinker]
    clock: Clock

    def __call__(
        self, persona: Persona, *, between: Callable[[], None]
    ) -> tuple[tuple[TopicId, ...], tuple[TopicId, ...]]:
        """Tell what is to be told; return which topics were, and for which of them no model could."""
        every = self.topics.all(persona.id)
        told, fell_back = list[TopicId](), list[TopicId]()
        due = self._due(persona, every)
        others = self.telling.texts(persona.id, limit=OTHERS_READ) if due else []
        names = {topic.id: topic.name for topic in every if topic.name}
        for topic in due:
            taken = sorted(name for number, name in names.items() if number != topic.id)
            kept, is_model = self._told(persona, topic, others, taken)
            if kept is None:
                continue
            names[topic.id] = topic.name if topic.is_owner_named else kept
            told.append(topic.id)
            fell_back += [] if is_model else [topic.id]
            between()
        return tuple(told), tuple(fell_back)

    def _due(self, persona: Persona, every: Sequence[Topic]) -> list[Topic]:
        shown = sorted({memory_id for topic in every for memory_id in topic.told_of})
        belongs = self.telling.belonging(persona.id, shown) if shown else {}
        return [
            topic
            for topic in every
            if telling.is_due(
                topic, memories=topic.facts.memories, members=[each for each, at in belongs.items() if at == topic.id]
            )
        ]

    def _told(
        self, persona: Persona, topic: Topic, others: Sequence[tuple[TopicId | None, str]], taken: Sequence[str]
    ) -> tuple[str | None, bool]:
        """Make and keep name and summary; return the name, if it stands, and whether whoever was asked answered."""
        members = [
            each
            for each in self.topics.members(persona.id, topic.id, limit=MOST_READ)
            if each.kind is MemberKind.MEMORY
        ]
        shown = telling.strongest(members)
        ask = TellTopic(
            shown=tuple(TopicText(each.span(tz=persona.tz).first, each.text) for each in shown),
            taken=tuple(taken),
            words=tuple(each.text for each in members),
            others=words_of(text for number, text in others if number != topic.id),
        )
        size, is_answered = topic.facts.memories, True
        try:
            answered = self.thinker().answer(ask)
            found, by = answered.value, answered.by
        except (Refused, Unavailable) as why:
            found, by, is_answered = _by_words(ask, persona), BY_RULES, False
            size = 0 if isinstance(why, Unavailable) else size
        kept = TopicTold(
            found.name, _sentences(found, shown), by, tuple(each.memory_id for each in shown), size, self.clock.now()
        )
        return (found.name if self.telling.tell(persona.id, topic.id, kept) else None), is_answered


def _by_words(ask: TellTopic, persona: Persona) -> ToldTopic:
    return telling.by_rules(ask.shown, ask.others, language=persona.language, words=ask.words, taken=ask.taken)


def _sentences(found: ToldTopic, shown: Sequence[TopicMember]) -> tuple[TopicSentence, ...]:
    return tuple(
        TopicSentence(line.text, tuple(shown[number - 1].memory_id for number in line.rests_on))
        for line in found.summary
    )
