"""Search what was said, word for word: the last resort when a phrase is to be quoted (SPEC R4; NEX `search_past_conversations`)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventId
from omoide.domain.events.roster import Ints
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.keywords import noise
from omoide.domain.recall.keywords.noise import KeptTurns, NoiseRules
from omoide.domain.recall.passage import PassageKind
from omoide.domain.text.tokens import SPEAKER, document_tokens
from omoide.ports.events.store import EventStore
from omoide.ports.recall.search import Rosters, TextIndex

READ_AT_ONCE: Final = 40
MOST_READ: Final = 2_000
"""Turns that are read from either end: words that stand everywhere would else have the whole log read."""


@dataclass(frozen=True, slots=True)
class SearchPastTalk:
    """Finds turns by a keyword."""

    events: EventStore
    rosters: Rosters
    texts: TextIndex
    rules: NoiseRules

    def __call__(
        self,
        persona: Persona,
        keyword: str,
        *,
        is_in_view: Callable[[Event], bool] = lambda _: False,
    ) -> KeptTurns:
        """Return the newest and the oldest turns that hold every word of the keyword, newest first.

        What is in view already is left out.
        """
        order = self._in_order(persona, keyword)
        turns = self._holding(persona, noise.keywords(keyword), is_in_view=is_in_view)
        return noise.kept(turns(order[::-1]), turns(order), rules=self.rules)

    def quoted(self, persona: Persona, phrase: str) -> Event | None:
        """Return the newest turn that holds a phrase, however short it is."""
        words = noise.keywords(phrase, is_phrase=True)
        newest_first = self._in_order(persona, phrase)[::-1]
        return next(self._holding(persona, words, is_in_view=lambda _: False)(newest_first), None)

    def _holding(
        self,
        persona: Persona,
        words: tuple[str, ...],
        *,
        is_in_view: Callable[[Event], bool],
    ) -> Callable[[Ints], Iterator[Event]]:
        def holding(ids: Ints) -> Iterator[Event]:
            for event in self._read(persona, ids):
                said = shown_event(event)
                if noise.is_said(event) and not is_in_view(event) and noise.holds(said.text, words):
                    yield said

        return holding

    def _in_order(self, persona: Persona, keyword: str) -> Ints:
        """Return which events may hold the keyword, in order of time: those that hold all of its tokens."""
        tokens = [token for token in document_tokens(keyword) if not token.startswith(SPEAKER)]
        if not noise.keywords(keyword):
            return np.zeros(0, np.int64)
        found = self.texts.postings(persona.id, tokens, kind=PassageKind.EVENT)
        if any(token not in found.frequencies for token in tokens):
            return np.zeros(0, np.int64)
        roster = self.rosters.roster(persona.id)
        ids = roster.ids
        for listed in found.ids.values():
            ids = np.intersect1d(ids, listed)
        at = roster.positions(ids)
        return roster.ids[at[np.lexsort((roster.ids[at], roster.created[at]))]]

    def _read(self, persona: Persona, ids: Ints) -> Iterator[Event]:
        for start in range(0, min(len(ids), MOST_READ), READ_AT_ONCE):
            some = [EventId(int(each)) for each in ids[start : start + READ_AT_ONCE]]
            known = self.events.get(persona.id, some)
            yield from (known[each] for each in some if each in known)
