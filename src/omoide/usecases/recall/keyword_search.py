"""Keyword search: the places of the log that hold a name or a phrase, letter by letter (SPEC R4; NEX `search_past_conversations`)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventFilter, EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds import keyword_channel
from omoide.domain.recall.kinds.keyword_channel import Dice, KeywordRules, SaidBlock
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.query_plan import MOST_KEYWORDS
from omoide.domain.text.tokens import document_tokens
from omoide.ports.events.store import EventStore
from omoide.ports.recall.search import TextIndex

MOST_READ = 400
"""Turns that are read for one keyword: of a word in more of them the newest and the oldest."""


@dataclass(frozen=True, slots=True)
class KeywordSearch:
    """Finds quotations."""

    events: EventStore
    texts: TextIndex

    def __call__(
        self,
        persona: Persona,
        keywords: Sequence[str],
        *,
        dice: Dice,
        sent: Collection[EventId] = (),
        rules: KeywordRules,
    ) -> list[SaidBlock]:
        """Return what was said with one of the keywords in it, the newest first; at most three keywords are looked for.

        `sent` are the turns that the conversation itself still shows.
        """
        sought = [word.strip() for word in keywords if word.strip()][:MOST_KEYWORDS]
        found: dict[EventId, Event] = {}
        for word in sought:
            found |= {event.id: event for event in self._holding(persona, word)}
        said = [shown_event(event) for event in found.values()]
        blocks = keyword_channel.blocks(said, sought, sent=sent)
        return keyword_channel.chosen(blocks, dice=dice, rules=rules, language=persona.language)

    def _holding(self, persona: Persona, word: str) -> list[Event]:
        tokens = sorted(set(document_tokens(word)))
        postings = self.texts.postings(persona.id, tokens, kind=PassageKind.EVENT)
        if tokens and any(token not in postings.frequencies for token in tokens):
            return []  # a part of it was never said
        listed = [set(ids.tolist()) for token in tokens if (ids := postings.ids.get(token)) is not None]
        if not listed:  # in very many turns, or nothing but signs: both ends of the log will do
            where = EventFilter(contains=word)
            ends = [
                self.events.find(persona.id, where, limit=MOST_READ // 2, newest_first=way) for way in (True, False)
            ]
            return [event for end in ends for event in end]
        held = sorted(set.intersection(*listed))
        if len(held) > MOST_READ:
            held = held[: MOST_READ // 2] + held[-(MOST_READ // 2) :]
        return list(self.events.get(persona.id, [EventId(each) for each in held]).values())
